"""The program and the library for Windows, under wine."""

import dataclasses
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import unittest
from pathlib import Path

import builds
from package_test import CAR, WORK, PackageTest, digest, package, run
from release import SOURCE

sys.path.insert(0, str(SOURCE / "tests/cross"))
import digests  # noqa: E402

WINE = "/usr/lib/wine/wine64"


COLOUR = rb"\x1b\[[0-9;]*3[1-7]m"


def shown_on(terminal):
    """What is shown on a terminal until nobody has it open, or nothing comes for a minute."""
    shown = b""
    try:
        while select.select([terminal], [], [], 60)[0] and (block := os.read(terminal, 4096)):
            shown += block
    except OSError:
        pass  # the end of a terminal
    os.close(terminal)
    return shown


def on_terminal(command, env):
    """What a command shows on a terminal."""
    ours, its = pty.openpty()
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=env, start_new_session=True) as process:
        os.close(its)
        shown = shown_on(ours)
        process.wait(60)
    return shown


class Windows(PackageTest):
    title = "`windows-x86_64`, under wine"

    def setUp(self):
        super().setUp()
        if not Path(WINE).exists():
            raise unittest.SkipTest("not run: there is no wine64")
        shutil.unpack_archive(package("rigy-*-windows-x86_64.zip"), self.folder)
        self.tree, = self.folder.glob("rigy-*")
        self.rigy = (WINE, self.tree / "bin/rigy.exe")
        prefix = WORK / "wine"
        prefix.mkdir(parents=True, exist_ok=True)
        self.env = {"WINEPREFIX": str(prefix), "WINEDEBUG": "-all", "HOME": str(prefix), "PATH": os.environ["PATH"],
                    "LANG": "C.UTF-8"}

    def windows_path(self, path):
        """As Windows names it: wine has the root as drive Z."""
        return "Z:" + str(path).replace("/", "\\")

    def test_program(self):
        """The conformance suite passes, with the same bytes."""
        self.check_program(*self.rigy, env=self.env)

    def test_names_and_drives(self):
        """Paths with drive letters, backslashes and names in other scripts; a file is replaced; verify."""
        folder = self.folder / "Größe 大きさ"
        folder.mkdir()
        (folder / "räder").mkdir()
        for path in CAR.parent.iterdir():
            shutil.copy(path, folder / path.name)
        output = folder / "Ausgabe ß 車.glb"
        run(*self.rigy, "compile", self.windows_path(folder / CAR.name), "-o", self.windows_path(output), env=self.env)
        run(*self.rigy, "compile", CAR, "-o", self.folder / "car.glb", env=self.env)
        self.assertEqual(digest(output), digest(self.folder / "car.glb"))
        # Replaced, with a manifest beside it, and nothing else left.
        run(*self.rigy, "compile", self.windows_path(folder / CAR.name), "-o", self.windows_path(output),
            "--emit-manifest", self.windows_path(f"{output}.manifest.json"), env=self.env)
        self.assertIn("verified", run(*self.rigy, "verify", self.windows_path(output), env=self.env))
        self.assertEqual(self.temporary_files(), [])

    def test_wildcards_and_line_ends(self):
        """Wildcards are expanded; documents with CR LF compile to the same bytes; output has line feeds."""
        (self.folder / "one.rigy.yaml").write_bytes(b'version: "0.6"\r\nmeshes: []\r\n')
        (self.folder / "two.rigy.yaml").write_bytes(b'version: "0.6"\nmeshes: []\n')
        # A shell here would expand it; there the program has to.
        run(*self.rigy, "compile", self.windows_path(self.folder / "*.rigy.yaml"), env=self.env)
        one, two = ((self.folder / f"{name}.glb").read_bytes() for name in ("one", "two"))
        self.assertEqual(one, two)
        done = subprocess.run([*map(str, self.rigy), "explain", "V11"], capture_output=True, env=self.env, check=True)
        self.assertNotIn(b"\r", done.stdout)

    def test_a_path_leaves_the_root_in_no_spelling(self):
        """No spelling of an import leads out of the root."""
        inner = self.folder / "inner"
        inner.mkdir()
        (self.folder / "part.rigy.yaml").write_text('version: "0.6"\nmeshes: []\n')
        for number, path in enumerate(("../part.rigy.yaml", "..\\part.rigy.yaml", "Z:/part.rigy.yaml")):
            document = inner / f"document{number}.rigy.yaml"
            document.write_text(f"version: \"0.6\"\nimports:\n  - {{id: a, file: '{path}'}}\nmeshes: []\n")
            run(*self.rigy, "check", document, "--root", inner, env=self.env, status=1)

    def test_interruption(self):
        """Ctrl+C in a batch leaves no temporary file, and every output whole or as it was."""
        rows = "".join(f"      - {{id: s{i}, type: sphere, dimensions: {{radius: 1}}}}\n" for i in range(1000))
        for i in range(200):
            (self.folder / f"{i}.rigy.yaml").write_text(f'version: "0.6"\nmeshes:\n  - id: m\n    primitives:\n{rows}')
            (self.folder / f"{i}.glb").write_bytes(b"before")
        # Its status says nothing: wine ends programs with 0 here, Windows with another one.
        self.interrupt("compile", *(self.folder / f"{i}.rigy.yaml" for i in range(200)))
        self.assertEqual(self.temporary_files(), [])
        contents = [(self.folder / f"{i}.glb").read_bytes() for i in range(200)]
        self.assertIn(b"before", contents)
        whole = {text for text in contents if text != b"before"}
        self.assertLessEqual(len(whole), 1)
        for text in whole:
            self.assertEqual(int.from_bytes(text[8:12], "little"), len(text))

    def temporary_files(self):
        return [path.name for path in self.folder.rglob("*.tmp*")]

    def interrupt(self, *arguments):
        """Runs a command on a console, and ends it with Ctrl+C once it has a temporary file."""
        ours, its = pty.openpty()
        with subprocess.Popen([*map(str, self.rigy), *map(str, arguments)], env=dict(self.env, TERM="xterm"), stdin=its,
                              stdout=its, stderr=its, start_new_session=True) as process:
            while process.poll() is None and not self.temporary_files():
                pass
            process.send_signal(signal.SIGINT)
            os.close(its)
            shown_on(ours)
            process.wait(60)

    def test_colours(self):
        """On a console errors are coloured; in a file they are not."""
        wrong = self.folder / "wrong.rigy.yaml"
        wrong.write_text('version: "0.6"\nmeshs: []\n')
        command = [*map(str, self.rigy), "check", str(wrong)]
        shown = on_terminal(command, dict(self.env, TERM="xterm"))
        self.assertIn(b"V33", shown)
        self.assertRegex(shown, COLOUR)
        stored = subprocess.run(command, capture_output=True, env=self.env, check=False).stderr
        self.assertNotIn(b"\x1b", stored)

    def test_library(self):
        """The library alone, with the digests, diagnostics and exports of a column of ./dev cross."""
        builds.make(dataclasses.replace(builds.WINDOWS, targets=("cross_runner",)), WORK)
        runner = WORK / "windows-x86_64/tests/cross/cross_runner.exe"
        row = digests.run([WINE, runner, digests.SUITE], "Windows x86_64 gcc, release", self.env)
        print(digests.line_of(row), file=sys.stderr)
        self.assertEqual(digests.faults_of([row]), [])

    def test_unit_tests(self):
        """The unit tests of program and library, without those that need symbolic links, pipes or MPFR."""
        builds.make(dataclasses.replace(builds.WINDOWS, targets=("rigy_tests",)), WORK)
        run(WINE, WORK / "windows-x86_64/tests/rigy_tests.exe", "--gtest_brief=1", env=self.env)
