#!/usr/bin/env python3
"""Installs each package somewhere clean and uses it. What this machine cannot run is reported as "not run".

    test_packages.py [--record] [CLASS[.TEST]...]

--record writes what became of the tests to records/packages.md; those that do not run keep their rows.
"""

import argparse
import os
import re
import shutil
import sys
import unittest

import builds
import third_party
from package_test import CAR, IN_LIBRARY, IN_PROGRAM, OUTPUT, VERSION_LINE, WORK, PackageTest, Recorder, digest, need, \
    package, record, run, some_case
from release import SOURCE
from test_pages import Pages
from test_windows import Windows


# The element itself needs a browser, where web/component/run_tests uses it; it can be imported without one, and the other
# modules need very little of it.
COMPONENT_SCRIPT = """
import "rigy-model";
import { showFences } from "rigy-model/fences";
import rigyFences from "rigy-model/markdown-it";
globalThis.document = { createElement: (name) => ({ name }) };
const replaced = [];
const block = { textContent: "version: 1", parentElement: { replaceWith: (model) => replaced.push(model) } };
const shown = showFences({ querySelectorAll: (selector) => (selector === "pre > code.language-rigy" ? [block] : []) });
console.log(JSON.stringify(shown), shown[0] === replaced[0]);
const md = { renderer: { rules: { fence: () => "other" } }, utils: { escapeHtml: (text) => text.replace("<", "&lt;") } };
rigyFences(md);
const tokens = [{ info: "rigy pose=bent", content: "a < b" }, { info: "js", content: "" }];
for (const i of [0, 1]) console.log(md.renderer.rules.fence(tokens, i));
"""


class Sums(PackageTest):
    title = "`SHA256SUMS`"

    def test_sums(self):
        """Lists every package, with the right digest."""
        run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=OUTPUT)
        listed = {line.split()[1] for line in (OUTPUT / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(listed, {path.name for path in OUTPUT.iterdir()} - {"SHA256SUMS"})


class Tarballs(PackageTest):
    title = "`linux-x86_64`, `linux-aarch64`"

    def check_tarball(self, machine, *emulator):
        run("tar", "xf", package(f"rigy-*-linux-{machine}.tar.gz"), "-C", self.folder)
        tree, = self.folder.glob("rigy-*")
        self.check_program(*emulator, tree / "bin/rigy", env={})
        run(*emulator, tree / "bin/rigy", "check", tree / "examples/car/car.rigy.yaml", env={})
        self.assertIn("MIT", (tree / "LICENSE").read_text())
        self.check_licenses(tree / "licenses", IN_PROGRAM | {"libmd-dev", "libc6-dev"})
        self.assertTrue((tree / "share/man/man1/rigy-compile.1.gz").is_file())
        self.assertIn("_rigy", (tree / "share/bash-completion/completions/rigy").read_text())

    def test_x86_64(self):
        """x86-64, unpacked, with an empty environment: the conformance suite passes, an example is checked."""
        self.check_tarball("x86_64")

    def test_aarch64(self):
        """aarch64, emulated by qemu: the same."""
        need("qemu-aarch64")
        self.check_tarball("aarch64", shutil.which("qemu-aarch64"))


class Npm(PackageTest):
    title = "`npm`, `npm-component`"

    def setUp(self):
        super().setUp()
        need("npm")

    def test_compiler(self):
        """In an empty project: a case of the suite gives the same bytes."""
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
        self.check_licenses(self.folder / "node_modules/rigy/licenses", self.in_module())

    def in_module(self):
        """The renderer, which has zlib in it, is not part of every module."""
        used, _ = third_party.used_in(SOURCE / "build/wasm", "rigy_lib")
        packages = {library.package for library in used}
        self.assertEqual(packages | {"zlib1g-dev"}, IN_LIBRARY - {"libstdc++-12-dev"} | {"wasi-libc", "libc++-14-dev-wasm32"})
        return packages

    def test_component(self):
        """The web component, in an empty project: its modules for code blocks are used, the element is imported."""
        run("npm", "init", "-y", cwd=self.folder)
        run("npm", "install", "--offline", "--no-audit", "--no-fund", package("rigy-model-*.tgz"), cwd=self.folder)
        self.assertEqual({path.name for path in (self.folder / "node_modules").glob("[a-z]*")}, {"rigy-model"})
        script = self.folder / "use.mjs"
        script.write_text(COMPONENT_SCRIPT)
        self.assertEqual(run("node", script, cwd=self.folder),
                         '[{"name":"rigy-model","textContent":"version: 1"}] true\n<rigy-model pose="bent">a &lt; b</rigy-model>\n\nother\n')
        installed = self.folder / "node_modules/rigy-model"
        self.check_licenses(installed / "licenses", self.in_module() | {"three"})
        self.assertIn("<rigy-model", (installed / "README.md").read_text())
        run("tar", "xf", package("rigy-[0-9]*.tgz"), "-C", self.folder)
        self.assertEqual(digest(installed / "dist/rigy.wasm"), digest(self.folder / "package/dist/rigy.wasm"))


class Wheel(PackageTest):
    title = "`wheel`"

    def test_wheel(self):
        """In a new virtual environment: a case of the suite gives the same bytes; the tests of the package pass."""
        run("/usr/bin/python3", "-m", "venv", self.folder / "venv")
        python = self.folder / "venv/bin/python"
        run(python, "-m", "pip", "install", "--no-index", "--quiet", package("rigy-*.whl"))
        document, expected = some_case()
        script = ("import hashlib, rigy, sys; "
                  "print(hashlib.sha256(rigy.compile(sys.argv[1]).glb).hexdigest())")
        self.assertEqual(run(python, "-c", script, document, env={}, cwd=self.folder).strip(), expected)
        license = run(python, "-m", "pip", "show", "rigy")
        self.assertIn("License: MIT", license)
        text = next((self.folder / "venv").rglob("rigy-*.dist-info/LICENSE")).read_text()
        self.assertEqual(set(re.findall(r"(?m)^This package contains (.*) \(", text)),
                         {"simdjson", "fast_float", "{fmt}", "xxHash", "meshoptimizer", "GNU C++ library"})
        bill = next((self.folder / "venv").rglob("rigy/sbom.spdx.json"))
        self.check_bill(bill, IN_LIBRARY - {"zlib1g-dev"})
        rigy = builds.make(builds.LINUX, WORK) / "rigy"
        run(python, "-m", "unittest", "discover", "-s", SOURCE / "python/tests", env={"RIGY": str(rigy)}, cwd=self.folder)


class Deb(PackageTest):
    title = "`deb`"

    def test_lintian(self):
        """lintian finds no errors."""
        need("lintian")
        printed = run("lintian", "--allow-root", "--fail-on", "error", package("rigy_*_amd64.deb"))
        self.assertNotRegex(printed, r"(?m)^E:")

    def use(self, *prefix):
        """In a root where it is installed."""
        self.assertEqual(run(*prefix, "/usr/bin/rigy", "--version").strip(), VERSION_LINE)
        run(*prefix, "/usr/bin/rigy", "compile", "/usr/share/doc/rigy/examples/car/car.rigy.yaml", "-o", "/tmp/car.glb")

    def test_clean_root(self):
        """Installed by apt in a clean root (mmdebstrap): an example gives the same bytes."""
        need("mmdebstrap")
        if os.geteuid() != 0:
            raise unittest.SkipTest("not run: a clean root needs the rights of root")
        root = self.folder / "root"
        deb = package("rigy_*_amd64.deb")
        # Before mmdebstrap removes the lists of packages.
        install = f'chroot "$1" apt-get install -y --no-install-recommends /tmp/{deb.name}'
        run("mmdebstrap", "--variant=apt", "--mode=root", f"--customize-hook=copy-in {deb} /tmp",
            f"--customize-hook={install}", "bookworm", root)
        self.use("chroot", root)
        self.assertEqual(digest(root / "tmp/car.glb"), digest(self.compiled_here()))
        for name in ("bin/rigy", "share/man/man1/rigy.1.gz", "share/doc/rigy/examples/embed/c/main.c",
                     "lib/x86_64-linux-gnu/cmake/Rigy/RigyConfig.cmake", "lib/x86_64-linux-gnu/pkgconfig/rigy.pc"):
            self.assertTrue((root / "usr" / name).is_file(), name)

    def test_unpacked(self):
        """The example projects in C++ and C are built with its CMake files, and write the same bytes."""
        run("dpkg-deb", "-x", package("rigy_*_amd64.deb"), self.folder / "root")
        usr = self.folder / "root/usr"
        for kind, program in (("cpp", "spheres"), ("c", "compile")):
            build = self.folder / kind
            run("cmake", "-S", usr / "share/doc/rigy/examples/embed" / kind, "-B", build,
                f"-DCMAKE_PREFIX_PATH={usr}", "-DCMAKE_BUILD_TYPE=Release")
            run("cmake", "--build", build)
            self.assertTrue((build / program).is_file())
        self.check_spheres(self.folder / "cpp/spheres")
        run(self.folder / "c/compile", CAR, self.folder / "c.glb")
        self.assertEqual(digest(self.folder / "c.glb"), digest(self.compiled_here()))

    def test_copyright(self):
        """Its copyright file has the licenses of what is in program and libraries, besides its own."""
        run("dpkg-deb", "-x", package("rigy_*_amd64.deb"), self.folder / "root")
        text = (self.folder / "root/usr/share/doc/rigy/copyright").read_text()
        names = {"simdjson", "fast-float", "fmt", "xxhash", "cli11", "meshoptimizer", "stdc++-12"}  # the rest is linked with
        self.assertEqual(re.findall(r"(?m)^Files: \*$", text), ["Files: *"])
        self.assertEqual(set(re.findall(r"(?m)^Files: third_party/lib(.*)/\*$", text)), names)
        self.assertEqual(set(re.findall(r"(?m)^License: lib(.*)\n ", text)), names)
        self.check_bill(self.folder / "root/usr/share/doc/rigy/sbom.spdx.json", {f"lib{name}-dev" for name in names})


class Sources(PackageTest):
    title = "sources"

    def test_fetch_content(self):
        """The example project in C++ builds the library as part of itself (FetchContent) and runs."""
        build = self.build(SOURCE / "examples/embed/cpp", f"-DRIGY_SOURCE={SOURCE}")
        self.check_spheres(build / "spheres")

    def test_add_subdirectory(self):
        """A project in C++ builds the library as part of itself (add_subdirectory) and runs."""
        project = self.folder / "project"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.20)
project(spheres LANGUAGES CXX C)
add_subdirectory({SOURCE} rigy)
add_executable(spheres {SOURCE}/examples/embed/cpp/main.cpp)
target_link_libraries(spheres PRIVATE Rigy::rigy)
""")
        self.check_spheres(self.build(project) / "spheres")

    def build(self, project, *options):
        build = self.folder / "build"
        cache = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        run("cmake", "-S", project, "-B", build, "-G", "Ninja", *cache, *options)
        run("cmake", "--build", build)
        return build


def main():
    parser = argparse.ArgumentParser(description="Installs and uses each package.")
    parser.add_argument("--record", action="store_true", help="write records/packages.md")
    parser.add_argument("tests", nargs="*", metavar="CLASS[.TEST]")
    options = parser.parse_args()
    loader = unittest.defaultTestLoader
    classes = (Sums, Deb, Tarballs, Windows, Wheel, Npm, Sources, Pages)
    every_test = [test for one in classes for test in loader.loadTestsFromTestCase(one)]
    suite = (loader.loadTestsFromNames(options.tests, sys.modules[__name__]) if options.tests
             else unittest.TestSuite(every_test))
    result = unittest.TextTestRunner(verbosity=2, resultclass=Recorder).run(suite)
    if options.record:
        record(every_test, result.outcomes)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
