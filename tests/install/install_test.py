#!/usr/bin/env python3
"""What `cmake --install` leaves is complete: the program runs, projects in C++ and C are built from it with CMake and
pkg-config, and the shared library has the names of the C interface and no others.

    install_test.py BUILD_DIR [TEST...]
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
EMBED = SOURCE / "examples/embed"
BUILD = Path(sys.argv.pop(1)).resolve()
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def run(*command, env=None, cwd=None):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, env=env, cwd=cwd, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def cached(name):
    match = re.search(rf"^{name}:[A-Z]+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return match.group(1) if match else ""


def clang(language):
    return next((found for name in (language, f"{language}-14") if (found := shutil.which(name))), None)


def compilers(gcc, clang_name):
    found = clang(clang_name)
    if found is None:
        print(f"install_test: NOT RUN with clang: there is no {clang_name}", file=sys.stderr)
    return [gcc] + ([found] if found else [])


def row_of_spheres(count):
    balls = "".join(f"      - {{id: ball{i}, type: sphere, dimensions: {{radius: 0.4}}, "
                    f"transform: {{translation: [{i}, 0, 0]}}}}\n" for i in range(count))
    return f'version: "0.13"\nmeshes:\n  - id: row\n    primitives:\n{balls}'


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = Path(cls.folder.name)
        run("cmake", "--install", BUILD, "--prefix", cls.work / "first")
        # It must not matter where the tree is.
        cls.prefix = cls.work / "then moved"
        (cls.work / "first").rename(cls.prefix)
        cls.rigy = cls.prefix / "bin/rigy"
        cls.lib = next(cls.prefix.glob("lib*/**/librigy.so.0")).parent

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def configure(self, source, name, *options):
        build = self.work / name
        run("cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}", *options)
        return build

    def compiled(self, document):
        output = self.work / "expected.glb"
        run(self.rigy, "compile", document, "-o", output)
        return output.read_bytes()

    def check_spheres(self, program):
        document = self.work / "row.rigy.yaml"
        document.write_text(row_of_spheres(3))
        output = self.work / "row.glb"
        run(program, 3, output)
        self.assertEqual(output.read_bytes(), self.compiled(document))
        for count in ("x", "3x", "-1", "99999999999"):
            done = subprocess.run([program, count, output], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (2, "usage: spheres N OUT.glb\n"))

    def check_car(self, program):
        output = self.work / "car.glb"
        env = {"LD_LIBRARY_PATH": str(self.lib)}
        run(program, SOURCE / "examples/car/car.rigy.yaml", output, env=env)
        self.assertEqual(output.read_bytes(), self.compiled(SOURCE / "examples/car/car.rigy.yaml"))
        wrong = self.work / "wrong.rigy.yaml"
        wrong.write_text('version: "0.6"\nmeshs: []\n')
        done = subprocess.run([program, wrong, output], env=env, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, f"{wrong}:2:1: error[V33]: unknown field 'meshs' in the document\n"
                         "    2 | meshs: []\n      | ^^^^^\n      = help: did you mean 'meshes'?\n"
                         "1 error  (ParseError)\n")

    def test_program(self):
        version = cached("CMAKE_PROJECT_VERSION")
        self.assertEqual(run(self.rigy, "--version"), f"rigy {version} (language 0.13)\n")
        n = r"\d+(\.\d+)+"
        # fast_float has a version if its package tells it.
        self.assertRegex(
            run(self.rigy, "--version", "--verbose"),
            rf"\Arigy {re.escape(version)} \(language 0\.13\)\n"
            r"languages:          Rigy 0\.1 to 0\.13, scenes Rigs \d\.\d\n"
            r"conformance suite:  revision \d+\n"
            rf"compiler:           (gcc|clang) {n}[^,\n]*, for Linux \w+\n"
            rf"libraries:          simdjson {n}, \{{fmt\}} {n}, CLI11 {n}(, zlib {n})?, fast_float( {n})?, "
            r"SHA-256 from \w+\n\Z")

    def test_cpp_with_cmake(self):
        build = self.configure(EMBED / "cpp", "cpp", f"-DCMAKE_CXX_FLAGS={' '.join(STRICT)}")
        run("cmake", "--build", build)
        self.check_spheres(build / "spheres")
        box = self.work / "box.rigy.yaml"
        box.write_text('version: "0.6"\nmeshes: [{id: m, primitives: [{id: p, type: box, '
                       'dimensions: {x: 1, y: 2, z: 0.5}}]}]\n')
        self.assertEqual(run(build / "vertices", box), "m.p: 24 vertices, 12 triangles, 1 x 2 x 0.5 m\n")

    def test_c_with_cmake(self):
        build = self.configure(EMBED / "c", "c", f"-DCMAKE_C_FLAGS={' '.join(STRICT)}")
        run("cmake", "--build", build)
        self.check_car(build / "compile")

    def test_c_without_the_libraries_of_the_static_one(self):
        hidden = ";".join(f"{lib}/{machine.name}" for machine in Path("/usr/lib").glob("*-linux-gnu*")
                          for lib in ("/lib", "/usr/lib"))
        build = self.configure(EMBED / "c", "c_alone", f"-DCMAKE_IGNORE_PATH={hidden}", f"-DRigy_DIR={self.lib}/cmake/Rigy")
        self.assertTrue("RIGY_Z_LIBRARY-NOTFOUND" in (build / "CMakeCache.txt").read_text())
        run("cmake", "--build", build)
        self.check_car(build / "compile")

    def pkg_config(self, *options):
        env = dict(os.environ, PKG_CONFIG_PATH=str(self.lib / "pkgconfig"))
        # The folder has a space, which pkg-config escapes.
        return [word.replace("\\ ", " ") for word in
                re.split(r"(?<!\\) ", run("pkg-config", *options, "rigy", env=env).strip())]

    @unittest.skipUnless(shutil.which("pkg-config"), "NOT RUN: there is no pkg-config")
    def test_c_with_pkg_config(self):
        main = EMBED / "c/main.c"
        self.assertEqual(self.pkg_config("--modversion"), [cached("CMAKE_PROJECT_VERSION")])
        program = self.work / "compile_shared"
        run("gcc", "-std=c99", *STRICT, main, *self.pkg_config("--cflags", "--libs"), "-o", program)
        self.check_car(program)
        program = self.work / "compile_static"
        run("gcc", "-std=c99", "-static", main, *self.pkg_config("--static", "--cflags", "--libs"), "-o", program)
        self.check_car(program)

    def test_versions(self):
        project = self.work / "asks"
        project.mkdir()
        (project / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.20)
project(asks C)
foreach(version 0.12 0.13 0.13.0 0.13.99 0.14 1.0)
  set(Rigy_DIR Rigy_DIR-NOTFOUND CACHE PATH "" FORCE)
  find_package(Rigy ${version} QUIET CONFIG)
  message(NOTICE "${version} ${Rigy_FOUND}")
endforeach()
""")
        done = subprocess.run(["cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}"],
                              capture_output=True, text=True, check=True)
        answers = dict(line.split() for line in done.stderr.splitlines() if re.match(r"[01]\.", line))
        self.assertEqual(answers, {"0.12": "0", "0.13": "1", "0.13.0": "1", "0.13.99": "0", "0.14": "0", "1.0": "0"})

    def test_names_of_the_shared_library(self):
        library = self.lib / "librigy.so.0"
        names = sorted(line.split()[-1] for line in run("nm", "-D", "--defined-only", library).splitlines())
        self.assertEqual(names, (HERE / "symbols.txt").read_text().split())
        declared = re.findall(r"\b(rigy_\w+)\(", re.sub(r"/\*.*?\*/", "", (SOURCE / "include/rigy/rigy.h").read_text(),
                                                       flags=re.DOTALL))
        self.assertEqual(names, sorted(set(declared)))
        dynamic = run("readelf", "-dW", library)
        self.assertIn("Library soname: [librigy.so.0]", dynamic)
        self.assertNotIn("libstdc++", dynamic)

    def test_no_paths_of_the_build(self):
        texts = [path for path in self.prefix.rglob("*") if path.suffix in (".cmake", ".pc", ".h", ".hpp")]
        self.assertGreater(len(texts), 10)
        for path in texts:
            text = path.read_text()
            for folder in (BUILD, SOURCE, self.work / "first"):
                self.assertNotIn(str(folder), text, path)

    def test_headers_alone(self):
        include = self.prefix / "include"
        for compiler in compilers("g++", "clang++"):
            for header in sorted((include / "rigy").glob("*.h*")):
                run(compiler, "-std=c++20", *STRICT, "-fsyntax-only", "-include", header, "-x", "c++", "/dev/null",
                    "-I", include)
        for compiler in compilers("gcc", "clang"):
            # An empty file is not allowed in C.
            run(compiler, "-x", "c", "-std=c99", *STRICT, "-fsyntax-only", include / "rigy/rigy.h")

    def test_as_part_of_another_project(self):
        # Compiling everything again would take minutes; ./dev package --test does it (Sources).
        build = self.configure(
            EMBED / "cpp", "part", f"-DRIGY_SOURCE={SOURCE}",
            f"-DRIGY_SIMDJSON_DIR={cached('RIGY_SIMDJSON_DIR')}")
        targets = run("ninja", "-C", build, "-t", "targets", "all")
        self.assertIn("_deps/rigy-build/librigy.a: ", targets)
        self.assertNotIn("/main.cpp.o: CXX_COMPILER__rigy_", targets)
        self.assertNotIn("librigy.so", targets)
        objects = [target for target in re.findall(r"^(\S+\.o):", targets, re.MULTILINE)
                   if target.endswith(("/library/version.cpp.o", "spheres.dir/main.cpp.o"))]
        self.assertEqual(len(objects), 2)
        run("ninja", "-C", build, *objects)


class Arguments(unittest.TestCase):
    def test_of_dev_install(self):
        for words, message in ((["--prefix"], "--prefix needs a folder"), (["--prefix="], "--prefix needs a folder"),
                               (["--prefix", "/nowhere", "junk"], "unexpected 'junk' (--prefix DIR)"),
                               (["--prefix=/nowhere", "junk"], "unexpected 'junk' (--prefix DIR)"),
                               (["junk"], "unknown option 'junk' (--prefix DIR)")):
            with self.subTest(words):
                done = subprocess.run([SOURCE / "dev", "install", *words], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", f"dev: install: {message}\n"))


if __name__ == "__main__":
    unittest.main()
