#!/usr/bin/env python3
"""lint.py runs clang-tidy when something a file depends on has changed, and only then."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path

import lint

# Counts its runs, names the header like `clang -H`, and finds something in a source that has the word "bad".
TIDY = """#!/bin/sh
if [ "$1" = --version ]; then cat "$0.version"; exit; fi
echo run >>"$0.runs"
echo ". {folder}/a.hpp" >&2
! grep -n bad "$2"
"""


class Lint(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name).resolve()
        self.tidy = self.folder / "tidy"
        self.tidy.write_text(TIDY.format(folder=self.folder))
        self.tidy.chmod(0o755)
        (self.folder / "cache").mkdir()
        self.write("tidy.version", "14")
        self.write("tidy.runs", "")
        self.write("a.cpp", "int a;")
        self.write("a.hpp", "int b;")
        self.compile_with("-O1")

    def write(self, name, text):
        (self.folder / name).write_text(text)
        lint.digest_of.cache_clear()

    def compile_with(self, flag):
        source = self.folder / "a.cpp"
        command = f"g++ -I {self.folder} {flag} -o a.o -MF a.d -c {source}"
        self.write("compile_commands.json", json.dumps([{"file": str(source), "command": command}]))

    def lint(self):
        """(files with findings, what was printed)"""
        linter = lint.Linter(self.folder, self.folder / "cache", self.tidy)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            failed = lint.run(linter, [self.folder / "a.cpp"], 2)
        return failed, out.getvalue()

    def runs(self):
        return len((self.folder / "tidy.runs").read_text().splitlines())

    def test_an_unchanged_file_is_not_checked_again(self):
        self.assertEqual(self.lint(), (0, "lint: 1 files, 1 of them new or changed, 0 with findings\n"))
        self.assertEqual(self.lint(), (0, "lint: 1 files, 0 of them new or changed, 0 with findings\n"))
        self.assertEqual(self.runs(), 1)

    def test_whatever_changes_it_is_checked_again(self):
        changes = [lambda: self.write("a.cpp", "int c;"), lambda: self.write("a.hpp", "int d;"),
                   lambda: self.write("tidy.version", "15"), lambda: self.compile_with("-O2"),
                   lambda: self.write(".clang-tidy", "Checks: bugprone-*"),
                   (self.folder / "a.hpp").unlink]
        self.lint()
        for count, change in enumerate(changes, start=2):
            change()
            lint.digest_of.cache_clear()
            self.lint()
            self.assertEqual(self.runs(), count)

    def test_content_that_comes_back_is_known(self):
        self.lint()
        self.write("a.cpp", "int c;")
        self.lint()
        self.write("a.cpp", "int a;")
        self.lint()
        self.assertEqual(self.runs(), 2)

    def test_findings_are_reported_until_they_are_gone(self):
        self.write("a.cpp", "int bad;")
        for _ in range(2):
            self.assertEqual(self.lint(), (1, "1:int bad;\n\nlint: 1 files, 1 of them new or changed, 1 with findings\n"))
        self.assertEqual(self.runs(), 2)

    def test_a_crash_is_not_a_pass(self):
        self.tidy.write_text(TIDY.replace("! grep", "exit 3 #"))
        for _ in range(2):
            failed, said = self.lint()
            self.assertEqual(failed, 1)
            self.assertIn("clang-tidy ends with status 3", said)

    def test_only_flags_matter(self):
        entry = {"command": "ccache g++ -DX=1 -isystem /usr/x -O3 -std=c++20 -MD -MT a.o -MF a.d -o a.o -c a.cpp"}
        self.assertEqual(lint.flags_of(entry), ["-DX=1", "-isystem", "/usr/x", "-O3", "-std=c++20"])


if __name__ == "__main__":
    unittest.main()
