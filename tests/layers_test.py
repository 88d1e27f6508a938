#!/usr/bin/env python3
"""The folders of src/ are layers: none includes one that comes after it.

The order is the table under "Layers" in docs/architecture.md, so the page cannot become untrue.
Nor do two of them give a type the same name, and only platform/ knows which system it is for. No two builds share a folder.
"""
import collections
import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^#include "([a-z_]+)[/.]', re.MULTILINE)
SYSTEM = re.compile(r"\b(_WIN32|_WIN64|__MINGW\w*|__wasm\w*|__wasi__|__linux__|__unix__|__APPLE__)\b")
TOP = "src"  # the files directly in src/, as if they were a folder


def layers_of(page):
    """The folders that the table names, the lowest layer first."""
    section = page.split("\n## Layers\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `(?:([a-z_]+)/|src/\*)` \|", section, re.MULTILINE)
    return [folder or TOP for folder in rows]


def includes_of(source):
    """(folder, included folder, file) for every include of another folder."""
    found = set()
    for path in sorted(source.rglob("*.?pp")):
        folder = TOP if path.parent == source else path.relative_to(source).parts[0]
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            included = name if (source / name).is_dir() or name == "rigy" else TOP
            if included not in (folder, "rigy"):
                found.add((folder, included, path.name))
    return found


def violations(layers, includes):
    """What includes a folder that comes after its own; with the layers in order, no ring passes."""
    place = {folder: i for i, folder in enumerate(layers)}
    return [f"{'src' if folder == TOP else f'src/{folder}'}/{name} includes {included}/, which comes after {folder}/"
            for folder, included, name in sorted(includes) if place[folder] < place[included]]


def types_of(text):
    """The types that a file defines for all files, with their namespaces."""
    spaces = []
    found = set()
    for line in text.splitlines():
        if opened := re.match(r"namespace ([\w:]*) ?\{$", line):
            spaces.append(opened[1])
        elif line.startswith("}  // namespace"):
            spaces.pop()
        elif (defined := re.match(r"(?:struct|class|enum class) ([\w:]+)[^;]*\{", line)) and all(spaces):
            found.add("::".join([*spaces, defined[1]]))
    return found


def types_defined_twice(files):
    """Two types of one name: the linker keeps one destructor for both, and that is not noticed
    before memory is freed which never was allocated."""
    places = collections.defaultdict(list)
    for path in files:
        for name in types_of(path.read_text(encoding="utf-8")):
            places[name].append(path.name)
    return [f"{name} is defined in {' and '.join(sorted(paths))}"
            for name, paths in sorted(places.items()) if len(paths) > 1]


def shared_build_folders(dev, cmake):
    """Folders that ./dev configures another build in, though the main build, in build/, has its own files there."""
    configured = re.findall(r"\b(?:configure|configure_once|build_with_tests|dir=)\s*build/(\w+)", dev)
    own = re.findall(r"\badd_subdirectory\((\w+)\)", cmake)
    return sorted(set(configured) & set(own))


def system_conditions(root):
    """Places outside src/platform that ask which system they are compiled for."""
    files = [path for folder in ("include", "src") for path in sorted((root / folder).rglob("*"))
             if path.suffix in (".hpp", ".cpp", ".h", ".c") and root / "src/platform" not in path.parents]
    return [f"{path.relative_to(root)}:{number}: {line.strip()}" for path in files
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if SYSTEM.search(line)]


class Layers(unittest.TestCase):
    def setUp(self):
        self.layers = layers_of((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))

    def test_the_page_names_every_folder_once(self):
        folders = [path.name for path in (ROOT / "src").iterdir() if path.is_dir()]
        self.assertEqual(sorted(self.layers), sorted([TOP, *folders]))

    def test_no_folder_includes_a_later_one(self):
        self.assertEqual(violations(self.layers, includes_of(ROOT / "src")), [])

    def test_the_files_of_src_itself_are_a_layer(self):
        with tempfile.TemporaryDirectory() as name:
            source = Path(name)
            (source / "glb").mkdir()
            (source / "cli").mkdir()
            (source / "compile.cpp").write_text('#include "writing/writing.hpp"\n#include "cli/output.hpp"\n')
            (source / "glb/glb.cpp").write_text('#include "writing/writing.hpp"\n#include "rigy/compile.hpp"\n')
            self.assertEqual(violations(["glb", TOP, "cli"], includes_of(source)),
                             ["src/glb/glb.cpp includes src/, which comes after glb/",
                              "src/compile.cpp includes cli/, which comes after src/"])

    def test_a_ring_is_found_in_any_order(self):
        ring = {("a", "b", "x.cpp"), ("b", "c", "y.cpp"), ("c", "a", "z.cpp")}
        for order in ("abc", "bca", "cab", "acb", "cba", "bac"):
            self.assertNotEqual(violations(list(order), ring), [])

    def test_a_way_down_is_no_ring(self):
        self.assertEqual(violations(["a", "b"], {("b", "a", "x.cpp")}), [])

    def test_no_name_is_given_to_two_types(self):
        files = [*(ROOT / "include").rglob("*.hpp"), *(ROOT / "src").rglob("*.?pp")]
        # These take the place of others.
        files = [path for path in files if "windows" not in path.parts and path.name != "single.cpp"]
        self.assertEqual(types_defined_twice(files), [])

    def test_no_two_builds_share_a_folder(self):
        cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        dev = (ROOT / "dev").read_text(encoding="utf-8")
        self.assertEqual(shared_build_folders(dev, cmake), [])
        self.assertEqual(shared_build_folders("configure_once build/fuzz -G Ninja\n", cmake), ["fuzz"])

    def test_only_the_platform_asks_for_the_system(self):
        self.assertEqual(system_conditions(ROOT), [])

    def test_a_condition_on_the_system_is_found(self):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            for file in ("src/platform/wasm/memory.cpp", "src/base/lines.cpp", "include/rigy/rigy.h"):
                (root / file).parent.mkdir(parents=True)
                (root / file).write_text("#include <cstdio>\n#if defined(__wasm__)\n")
            self.assertEqual(system_conditions(root), ["include/rigy/rigy.h:2: #if defined(__wasm__)",
                                                       "src/base/lines.cpp:2: #if defined(__wasm__)"])

    def test_types_of_one_file_may_share_a_name(self):
        with tempfile.TemporaryDirectory() as name:
            files = [Path(name) / f"{file}.cpp" for file in "abcd"]
            for file, space in zip(files, ["rigy", "rigy", "", "rigy::cli"]):
                file.write_text(f"namespace {space} {{\nstruct Bone {{\n}};\nstruct Pose;\n}}  // namespace {space}\n")
            self.assertEqual(types_defined_twice(files), ["rigy::Bone is defined in a.cpp and b.cpp"])


if __name__ == "__main__":
    sys.exit(unittest.main())
