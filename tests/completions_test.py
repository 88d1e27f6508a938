#!/usr/bin/env python3
"""What bash completes after `rigy`, and that zsh and fish read their scripts where they are installed.

    completions_test.py build/rigy
"""

import shutil
import subprocess
import sys
import unittest

RIGY = sys.argv.pop(1) if len(sys.argv) > 1 else "build/rigy"


def script(shell):
    return subprocess.run([RIGY, "completions", shell], capture_output=True, text=True, check=True).stdout


def completed(*words):
    """What bash offers for the last word."""
    line = f"COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}; _rigy; "
    made = subprocess.run(["bash"], input=script("bash") + line + 'printf "%s\\n" "${COMPREPLY[@]}"',
                          capture_output=True, text=True, check=True)
    return made.stdout.split()


class Completions(unittest.TestCase):
    def test_commands(self):
        listed = completed("rigy", "")
        for command in ("init", "compile", "fmt", "completions", "help", "--version"):
            self.assertIn(command, listed)
        self.assertEqual(completed("rigy", "comp"), ["compile", "completions"])

    def test_options_and_their_words(self):
        self.assertEqual(completed("rigy", "fmt", "--in"), ["--in-place"])
        self.assertIn("fbx", completed("rigy", "export", "--format", ""))
        self.assertEqual(completed("rigy", "completions", "z"), ["zsh"])
        self.assertEqual(completed("rigy", "help", "sch"), ["schema"])

    def test_other_shells(self):
        for shell, option in (("zsh", "-n"), ("fish", "--no-execute")):
            text = script(shell)
            self.assertIn("in-place", text)
            if shutil.which(shell):
                subprocess.run([shell, option], input=text, text=True, check=True)


if __name__ == "__main__":
    unittest.main()
