"""The pages with instructions for installing, followed as they are written."""

import os
import re
import shutil
import subprocess
import unittest

import builds
from package_test import OUTPUT, VERSION_LINE, WORK, PackageTest, digest, package, run
from release import SOURCE

INSTALL = (SOURCE / "docs/install.md").read_text(encoding="utf-8")
PYTHON_ROW = "Python, on Linux for x86-64 with glibc 2.36 or later"
HUMANOID = SOURCE / "examples/humanoid.rigy.yaml"  # with the pose that the pages use, wave
PYTHON = (SOURCE / "docs/python.md").read_text(encoding="utf-8")


def row_of(first_cell):
    """The commands in the row of the page's first table."""
    row = re.search(rf"^\| {re.escape(first_cell)} \|(.*)\|$", INSTALL, re.MULTILINE)
    if row is None:
        raise AssertionError(f"docs/install.md has no row '{first_cell}'")
    return re.findall(r"`([^`]*)`", row[1])


def indented(page, start):
    """The command of an indented line that begins with `start`."""
    line = re.search(rf"^    ({re.escape(start)}.*)$", page, re.MULTILINE)
    if line is None:
        raise AssertionError(f"the page has no command '{start} …'")
    return line[1]


class Pages(PackageTest):
    title = "pages"

    def setUp(self):
        super().setUp()
        # As downloaded.
        for path in OUTPUT.iterdir():
            os.symlink(path, self.folder / path.name)

    def shell(self, command, **variables):
        return run("/bin/sh", "-euc", command, cwd=self.folder, env=dict(os.environ, **variables))

    def test_archives(self):
        """docs/install.md: the digests, and the archive for any Linux."""
        package("rigy-*-linux-x86_64.tar.gz")
        self.shell(re.search(r"`(sha256sum [^`]*)`", INSTALL)[1])
        unpack, program = row_of("the program on any Linux")
        self.shell(unpack)
        self.assertEqual(self.shell(f"{program} --version").strip(), VERSION_LINE)

    def test_npm(self):
        """docs/install.md: npm install, and the lines of docs/api.md."""
        package("rigy-[0-9]*.tgz")
        self.shell("npm init -y")
        self.shell(row_of("JavaScript")[0])
        code = re.search(r"```js\n(import \{ compile \} from 'rigy';.*?)```", (SOURCE / "docs/api.md").read_text(), re.DOTALL)[1]
        (self.folder / "use.mjs").write_text(
            "import { readFileSync, writeFileSync } from 'node:fs';\n"
            f"const text = readFileSync('{HUMANOID}', 'utf8'), hand = text;\n{code}\n"
            "writeFileSync('arm.glb', glb);\nconsole.log(ok, diagnostics.length);\n")
        self.assertEqual(self.shell("node use.mjs").strip(), "true 0")
        self.check_arm()

    def check_arm(self):
        """arm.glb is what the program makes of the example."""
        rigy = builds.make(builds.LINUX, WORK) / "rigy"
        run(rigy, "compile", HUMANOID, "--pose", "wave", "--bake-skin", "-o", self.folder / "expected.glb")
        self.assertEqual(digest(self.folder / "arm.glb"), digest(self.folder / "expected.glb"))

    def python(self, *options):
        self.shell(f"/usr/bin/python3 -m venv {' '.join(options)} env && . env/bin/activate && {row_of(PYTHON_ROW)[0]}")

    def test_python(self):
        """docs/python.md: pip install, then every snippet but the last."""
        package("rigy-*.whl")
        self.assertEqual(row_of(PYTHON_ROW)[0], indented(PYTHON, "pip install"))
        self.python()
        shutil.copy(HUMANOID, self.folder / "arm.rigy.yaml")
        first, second, _ = re.findall(r"```python\n(.*?)```", PYTHON, re.DOTALL)
        (self.folder / "use.py").write_text(f'{first}\ntext = "version: \'0.13\'\\nmeshs: []\\n"\n{second}')
        self.assertEqual(self.shell("env/bin/python use.py"),
                         "2 V57 unknown field 'meshs' in the document did you mean 'meshes'?\n")
        self.check_arm()

    def test_numpy(self):
        """docs/python.md: the example with NumPy."""
        package("rigy-*.whl")
        if subprocess.run(["/usr/bin/python3", "-c", "import numpy"], capture_output=True, check=False).returncode != 0:
            raise unittest.SkipTest("not run: there is no python3-numpy")
        self.python("--system-site-packages")
        os.symlink(SOURCE / "examples", self.folder / "examples")
        (self.folder / "use.py").write_text(re.findall(r"```python\n(.*?)```", PYTHON, re.DOTALL)[-1])
        self.assertRegex(self.shell("env/bin/python use.py"), r"^\[[-0-9. ]+\] \[[-0-9. ]+\]$")

    def test_pkg_config(self):
        """docs/install.md: both commands with pkg-config, for an installed tree."""
        builds.make(builds.DEBIAN, WORK)
        run("cmake", "--install", WORK / "debian", "--prefix", self.folder / "local")
        library = next((self.folder / "local").glob("lib/**/librigy.so.0")).parent
        shutil.copy(SOURCE / "examples/embed/c/main.c", self.folder)
        # A path without spaces: the shell splits what pkg-config prints.
        self.assertNotIn(" ", str(library).replace(str(self.folder), ""))
        for command in re.findall(r"^    (cc .*)$", INSTALL, re.MULTILINE):
            self.shell(command, PKG_CONFIG_PATH=os.path.relpath(library / "pkgconfig", self.folder))
            run(self.folder / "compile", SOURCE / "examples/car/car.rigy.yaml", self.folder / "car.glb",
                env={"LD_LIBRARY_PATH": str(library)})
