#!/usr/bin/env python3
"""Installs each package somewhere clean and uses it. What this machine cannot run is reported as "not run".

    test_packages.py OUTPUT_DIR WORK_DIR [TEST...]
"""

import dataclasses
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import builds
from release import SOURCE, version

sys.path.insert(0, str(SOURCE / "tests/cross"))
import digests  # noqa: E402

OUTPUT = Path(sys.argv[1]).resolve()
WORK = Path(sys.argv[2]).resolve()
SUITE = SOURCE / "conformance"
CAR = SOURCE / "examples/car/car.rigy.yaml"
WINE = "/usr/lib/wine/wine64"
VERSION_LINE = f"rigy {version()} (language {'.'.join(version().split('.')[:2])})"


def run(*command, env=None, cwd=None, status=0):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, env=env, cwd=cwd, check=False, stdin=subprocess.DEVNULL)
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    if done.returncode != status:
        raise AssertionError(f"{' '.join(words)}: exit {done.returncode}\n{out[-3000:]}{err[-3000:]}")
    return out


def package(pattern):
    found = sorted(OUTPUT.glob(pattern))
    if len(found) != 1:
        raise unittest.SkipTest(f"not run: {len(found)} packages are called {pattern} (./dev package)")
    return found[0]


def need(program):
    if shutil.which(program) is None:
        raise unittest.SkipTest(f"not run: there is no {program}")


def some_case():
    """A document of the suite and the digest of what it must become."""
    for case in json.loads((SUITE / "manifest.json").read_text(encoding="utf-8"))["tests"]:
        if case.get("expected_sha256") and not case.get("pose") and not case.get("bake_transforms"):
            return SUITE / case["input"], case["expected_sha256"]
    raise AssertionError("the suite has no such case")


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


class PackageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rigy package ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def check_program(self, *rigy, env=None):
        """Version, a compiled case, the whole suite."""
        self.assertEqual(run(*rigy, "--version", env=env).strip(), VERSION_LINE)
        document, expected = some_case()
        output = self.folder / "case.glb"
        run(*rigy, "compile", document, "-o", output, env=env)
        self.assertEqual(digest(output), expected)
        self.assertRegex(run(*rigy, "conform", SUITE, env=env), r"(?m)^\d+ passed, 0 failed$")


class Sums(PackageTest):
    def test_sums(self):
        run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=OUTPUT)
        listed = {line.split()[1] for line in (OUTPUT / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(listed, {path.name for path in OUTPUT.iterdir()} - {"SHA256SUMS"})


class Tarballs(PackageTest):
    def check_tarball(self, machine, *emulator):
        run("tar", "xf", package(f"rigy-*-linux-{machine}.tar.gz"), "-C", self.folder)
        tree, = self.folder.glob("rigy-*")
        self.check_program(*emulator, tree / "bin/rigy", env={})
        run(*emulator, tree / "bin/rigy", "check", tree / "examples/car/car.rigy.yaml", env={})
        self.assertIn("MIT", (tree / "LICENSE").read_text())
        self.assertTrue((tree / "share/man/man1/rigy-compile.1.gz").is_file())

    def test_x86_64(self):
        self.check_tarball("x86_64")

    def test_aarch64(self):
        need("qemu-aarch64")
        self.check_tarball("aarch64", shutil.which("qemu-aarch64"))


class Windows(PackageTest):
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
        self.check_program(*self.rigy, env=self.env)

    def test_names_and_drives(self):
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
        self.assertEqual([path.name for path in folder.iterdir() if path.name.startswith(".rigy")], [])

    def test_wildcards_and_line_ends(self):
        (self.folder / "one.rigy.yaml").write_bytes(b'version: "0.6"\r\nmeshes: []\r\n')
        (self.folder / "two.rigy.yaml").write_bytes(b'version: "0.6"\nmeshes: []\n')
        # A shell here would expand it; there the program has to.
        run(*self.rigy, "compile", self.windows_path(self.folder / "*.rigy.yaml"), env=self.env)
        one, two = ((self.folder / f"{name}.glb").read_bytes() for name in ("one", "two"))
        self.assertEqual(one, two)
        done = subprocess.run([*map(str, self.rigy), "explain", "V11"], capture_output=True, env=self.env, check=True)
        self.assertNotIn(b"\r", done.stdout)

    def test_a_path_leaves_the_root_in_no_spelling(self):
        inner = self.folder / "inner"
        inner.mkdir()
        (self.folder / "part.rigy.yaml").write_text('version: "0.6"\nmeshes: []\n')
        for number, path in enumerate(("../part.rigy.yaml", "..\\part.rigy.yaml", "Z:/part.rigy.yaml")):
            document = inner / f"document{number}.rigy.yaml"
            document.write_text(f"version: \"0.6\"\nimports:\n  - {{id: a, file: '{path}'}}\nmeshes: []\n")
            run(*self.rigy, "check", document, "--root", inner, env=self.env, status=1)

    def test_interruption(self):
        """Ctrl+C leaves no temporary file, and the output as it was."""
        rows = "".join(f"      - {{id: s{i}, type: sphere, dimensions: {{radius: 1}}}}\n" for i in range(4000))
        (self.folder / "large.rigy.yaml").write_text(f'version: "0.6"\nmeshes:\n  - id: m\n    primitives:\n{rows}')
        output = self.folder / "large.glb"
        output.write_bytes(b"before")
        process = subprocess.Popen([*map(str, self.rigy), "compile", self.folder / "large.rigy.yaml"], env=self.env,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(0.3)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        ended_early = process.wait(60) != 0
        self.assertEqual(sorted(path.name for path in self.folder.iterdir() if ".tmp" in path.name), [])
        if ended_early:
            self.assertEqual(output.read_bytes(), b"before")

    def test_library(self):
        """The library alone, with the digests, diagnostics and exports of a column of ./dev cross."""
        builds.make(dataclasses.replace(builds.WINDOWS, targets=("cross_runner",)), WORK)
        runner = WORK / "windows-x86_64/tests/cross/cross_runner.exe"
        row = digests.run([WINE, runner, digests.SUITE], "Windows x86_64 gcc, release", self.env)
        print(digests.line_of(row), file=sys.stderr)
        self.assertEqual(digests.faults_of([row]), [])

    def test_unit_tests(self):
        """Of program and library, without those that need links, pipes or MPFR."""
        builds.make(dataclasses.replace(builds.WINDOWS, targets=("rigy_tests",)), WORK)
        run(WINE, WORK / "windows-x86_64/tests/rigy_tests.exe", "--gtest_brief=1", env=self.env)


class Npm(PackageTest):
    def setUp(self):
        super().setUp()
        need("npm")

    def test_compiler(self):
        run("npm", "init", "-y", cwd=self.folder)
        run("npm", "install", "--offline", "--no-audit", "--no-fund", package("rigy-[0-9]*.tgz"), cwd=self.folder)
        document, expected = some_case()
        script = self.folder / "use.mjs"
        script.write_text("""import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { compile } from "rigy";
const { glb } = await compile({ "case.rigy.yaml": await readFile(process.argv[2], "utf8") });
console.log(createHash("sha256").update(glb).digest("hex"));
""")
        self.assertEqual(run("node", script, document, cwd=self.folder).strip(), expected)

    def test_component(self):
        run("npm", "init", "-y", cwd=self.folder)
        # Its dependency, three, comes from the registry or npm's cache.
        run("npm", "install", "--prefer-offline", "--no-audit", "--no-fund", package("rigy-model-*.tgz"),
            cwd=self.folder)
        script = self.folder / "use.mjs"
        script.write_text('const fences = await import("rigy-model/fences"); console.log(Object.keys(fences).length);\n')
        self.assertGreater(int(run("node", script, cwd=self.folder)), 0)


class Wheel(PackageTest):
    def test_wheel(self):
        run("/usr/bin/python3", "-m", "venv", self.folder / "venv")
        python = self.folder / "venv/bin/python"
        run(python, "-m", "pip", "install", "--no-index", "--quiet", package("rigy-*.whl"))
        document, expected = some_case()
        script = ("import hashlib, rigy, sys; "
                  "print(hashlib.sha256(rigy.compile(sys.argv[1]).glb).hexdigest())")
        self.assertEqual(run(python, "-c", script, document, env={}, cwd=self.folder).strip(), expected)
        licence = run(python, "-m", "pip", "show", "rigy")
        self.assertIn("License: MIT", licence)


class Deb(PackageTest):
    def test_lintian(self):
        need("lintian")
        printed = run("lintian", "--allow-root", "--fail-on", "error", package("rigy_*_amd64.deb"))
        self.assertNotRegex(printed, r"(?m)^E:")

    def use(self, *prefix):
        """In a root where it is installed."""
        self.assertEqual(run(*prefix, "/usr/bin/rigy", "--version").strip(), VERSION_LINE)
        run(*prefix, "/usr/bin/rigy", "compile", "/usr/share/doc/rigy/examples/car/car.rigy.yaml", "-o", "/tmp/car.glb")

    def test_clean_root(self):
        need("mmdebstrap")
        if os.geteuid() != 0:
            raise unittest.SkipTest("not run: a clean root needs the rights of root")
        root = self.folder / "root"
        deb = package("rigy_*_amd64.deb")
        run("mmdebstrap", "--variant=apt", "--mode=root", "bookworm", root)
        shutil.copy(deb, root / "tmp")
        run("chroot", root, "apt-get", "install", "-y", "--no-install-recommends", f"/tmp/{deb.name}",
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"})
        self.use("chroot", root)
        self.assertEqual(digest(root / "tmp/car.glb"), digest(self.compiled_here()))
        for name in ("bin/rigy", "share/man/man1/rigy.1.gz", "share/doc/rigy/examples/embed/c/main.c",
                     "lib/x86_64-linux-gnu/cmake/Rigy/RigyConfig.cmake", "lib/x86_64-linux-gnu/pkgconfig/rigy.pc"):
            self.assertTrue((root / "usr" / name).is_file(), name)

    def compiled_here(self):
        output = self.folder / "car.glb"
        run(builds.make(builds.LINUX, WORK) / "rigy", "compile", CAR, "-o", output)
        return output

    def test_unpacked(self):
        """Without a root of its own: what the CMake files of the package say is enough to build against it."""
        run("dpkg-deb", "-x", package("rigy_*_amd64.deb"), self.folder / "root")
        usr = self.folder / "root/usr"
        for kind, program in (("cpp", "spheres"), ("c", "compile")):
            build = self.folder / kind
            run("cmake", "-S", usr / "share/doc/rigy/examples/embed" / kind, "-B", build,
                f"-DCMAKE_PREFIX_PATH={usr}", "-DCMAKE_BUILD_TYPE=Release")
            run("cmake", "--build", build)
            self.assertTrue((build / program).is_file())
        run(self.folder / "cpp/spheres", 3, self.folder / "spheres.glb")


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main(verbosity=2)
