"""The program and the library for Windows, under wine."""

import dataclasses
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import builds
from package_test import CAR, IN_PROGRAM, WORK, PackageTest, digest, package, run
from release import SOURCE

sys.path.insert(0, str(SOURCE / "tests/cross"))
import digests  # noqa: E402

WINE = "/usr/lib/wine/wine64"


COLOR = rb"\x1b\[[0-9;]*3[1-7]m"


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
        self.check_licenses(self.tree / "licenses", IN_PROGRAM | {"mingw-w64-common"})

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
        self.assertIn("verified", run(*self.rigy, "verify", self.windows_path(output), "--root", self.windows_path(folder),
                                      env=self.env))
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

    def check_import(self, source):
        """What `check` says about inner/document.rigy.yaml, which imports `source`."""
        (self.folder / "inner/document.rigy.yaml").write_text(
            f"version: \"0.6\"\nimports: {{a: {{source: '{source}'}}}}\nmeshes: []\n")
        done = subprocess.run([*map(str, self.rigy), "check", "inner/document.rigy.yaml", "--root", "inner"],
                              capture_output=True, env=self.env, check=False, cwd=self.folder)
        return done.stderr.decode()

    def refusal(self, source, reason, help_line):
        text = f"imports: {{a: {{source: '{source}'}}}}"
        return (f"inner/document.rigy.yaml:2:23: error[X20]: cannot read import '{source}': {reason}\n"
                f"    2 | {text}\n      |                       {'^' * (len(source) + 2)}\n"
                f"      = help: {help_line}\n1 error  (CompositionError)\n")

    def test_a_path_leaves_the_root_in_no_spelling(self):
        """No spelling of an import leads out of the root, and none that Windows would change names a file."""
        (self.folder / "inner").mkdir()
        part = 'version: "0.6"\nmeshes: []\n'
        (self.folder / "part.rigy.yaml").write_text(part)
        (self.folder / "inner/part.rigy.yaml").write_text(part)
        self.assertEqual(self.check_import("part.rigy.yaml"), "")
        self.assertEqual(self.check_import("./part.rigy.yaml"), "")
        outside = self.refusal("../part.rigy.yaml", "it is outside the root directory",
                               "the root directory is what --root names; by default the working directory if the "
                               "document is in it, else the document's folder")
        self.assertEqual(self.check_import("../part.rigy.yaml"), outside)
        drive = f"Z:{self.folder}/part.rigy.yaml"  # is there
        self.assertEqual(digest(drive.removeprefix("Z:")), digest(self.folder / "inner/part.rigy.yaml"))
        for source in ("..\\part.rigy.yaml", drive, drive.replace("/", "\\"), "part.rigy.yaml.", "part.rigy.yaml ",
                       "part.rigy.yaml::$DATA", ".../part.rigy.yaml", "NUL", "nul.rigy.yaml", "com1", "LPT9 .x", "CONIN$"):
            self.assertEqual(self.check_import(source), self.refusal(
                source, "there is no such file", "paths are relative to the folder of inner/document.rigy.yaml"))

    def test_interruption(self):
        """Ctrl+C in a batch leaves no temporary file, and every output whole or as it was."""
        rows = "".join(f"      - {{id: s{i}, type: sphere, dimensions: {{radius: 1}}}}\n" for i in range(1000))
        documents = [self.folder / f"{i}.rigy.yaml" for i in range(200)]
        outputs = [self.folder / f"{i}.glb" for i in range(200)]
        for document, output in zip(documents, outputs):
            document.write_text(f'version: "0.6"\nmeshes:\n  - id: m\n    primitives:\n{rows}')
            output.write_bytes(b"before")
        run(*self.rigy, "compile", documents[0], "-o", self.folder / "expected.glb", env=self.env)
        # Its status says nothing: wine ends programs with 0 here, Windows with another one.
        self.interrupt(lambda: any(path.stat().st_size != len(b"before") for path in outputs), "compile", *documents)
        self.assertEqual(self.temporary_files(), [])
        contents = {path.read_bytes() for path in outputs}
        self.assertEqual(contents, {b"before", (self.folder / "expected.glb").read_bytes()})

    def temporary_files(self):
        return [path.name for path in self.folder.rglob("*.tmp*")]

    def interrupt(self, is_time, *arguments):
        """Runs a command on a console, and ends it with Ctrl+C as soon as `is_time` says so."""
        ours, its = pty.openpty()
        with subprocess.Popen([*map(str, self.rigy), *map(str, arguments)], env=dict(self.env, TERM="xterm"), stdin=its,
                              stdout=its, stderr=its, start_new_session=True) as process:
            while process.poll() is None and not is_time():
                time.sleep(0.005)
            self.assertIsNone(process.poll(), "ended before it was interrupted")
            process.send_signal(signal.SIGINT)
            os.close(its)
            shown_on(ours)
            process.wait(60)

    def test_colors(self):
        """On a console errors are colored; in a file they are not."""
        wrong = self.folder / "wrong.rigy.yaml"
        wrong.write_text('version: "0.6"\nmeshs: []\n')
        command = [*map(str, self.rigy), "check", str(wrong)]
        shown = on_terminal(command, dict(self.env, TERM="xterm"))
        self.assertIn(b"V33", shown)
        self.assertRegex(shown, COLOR)
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
