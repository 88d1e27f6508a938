#!/usr/bin/env python3
"""What ./dev package asks the system to install for a package: what that one needs, and nothing for the others.

./dev runs with an apt-get that only writes down what it is asked for, and with no package installed.
"""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
COMMANDS = {
    "dpkg-query": "exit 1",
    "apt-get": '[[ $1 == update ]] || { printf "%s\\n" "$@" >"$ASKED"; exit 1; }',
    "sudo": 'exec "$@"',
}


def asked_for(*arguments):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for command, text in COMMANDS.items():
            (folder / command).write_text(f"#!/usr/bin/env bash\n{text}\n")
            (folder / command).chmod(0o755)
        asked = folder / "asked"
        done = subprocess.run([SOURCE / "dev", "package", *arguments], capture_output=True, check=False, text=True,
                              env=dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", ASKED=str(asked)))
        if not asked.exists():
            raise AssertionError(f"nothing was installed\n{done.stderr}")
        return {one for one in asked.read_text().split() if not one.startswith("-")} - {"install"}


class Needs(unittest.TestCase):
    def test_a_wheel_needs_neither_other_compilers_nor_those_of_other_packages(self):
        asked = asked_for("--only", "wheel")
        self.assertLessEqual({"cmake", "g++", "python3-build", "python3-setuptools", "python3-wheel"}, asked)
        self.assertEqual({one for one in asked if one.startswith(("clang", "g++-", "wine", "qemu", "dpkg", "lintian"))},
                         set())

    def test_others_have_their_own(self):
        self.assertIn("g++-mingw-w64-x86-64-posix", asked_for("--only", "windows-x86_64"))
        self.assertNotIn("python3-wheel", asked_for("--only", "windows-x86_64"))
        everything = asked_for()
        self.assertLessEqual({"python3-wheel", "dpkg-dev", "g++-aarch64-linux-gnu", "clang-14"}, everything)
        self.assertNotIn("lintian", everything)


if __name__ == "__main__":
    unittest.main()
