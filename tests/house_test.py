#!/usr/bin/env python3
"""What the compiler does not notice about the tree: two types of one name in a namespace, conditions on the system
outside platform/, and builds that share a folder. The order of the floors is enforced by their include folders.
"""
import collections
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging"))
import wrap_markdown  # noqa: E402

SYSTEM = re.compile(r"\b(_WIN32|_WIN64|__MINGW\w*|__wasm\w*|__wasi__|__linux__|__unix__|__APPLE__)\b")


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


def shared_build_folders(presets, cmake):
    """Presets that are built where the main build, in build/, has its own files."""
    own = re.findall(r"\badd_subdirectory\((\w+)\)", cmake)
    folders = (preset.get("binaryDir", "/" + preset["name"]).rsplit("/", 1)[1] for preset in presets)
    return sorted(set(folders) & set(own))


def system_conditions(root):
    """Places outside src/base/platform that ask which system they are compiled for."""
    files = [path for folder in ("include", "src") for path in sorted((root / folder).rglob("*"))
             if path.suffix in (".hpp", ".cpp", ".h", ".c") and root / "src/base/platform" not in path.parents]
    return [f"{path.relative_to(root)}:{number}: {line.strip()}" for path in files
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if SYSTEM.search(line)]


class House(unittest.TestCase):
    def test_no_name_is_given_to_two_types(self):
        files = [*(ROOT / "include").rglob("*.hpp"), *(ROOT / "src").rglob("*.?pp")]
        # These take the place of others.
        files = [path for path in files if "windows" not in path.parts and path.name != "single.cpp"]
        self.assertEqual(types_defined_twice(files), [])

    def test_no_two_builds_share_a_folder(self):
        cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
        self.assertEqual(shared_build_folders(presets, cmake), [])
        self.assertEqual(shared_build_folders([{"name": "fuzz"}], cmake), ["fuzz"])

    def test_only_the_platform_asks_for_the_system(self):
        self.assertEqual(system_conditions(ROOT), [])

    def test_a_condition_on_the_system_is_found(self):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            for file in ("src/base/platform/wasm/memory.cpp", "src/base/text/lines.cpp", "include/rigy/rigy.h"):
                (root / file).parent.mkdir(parents=True)
                (root / file).write_text("#include <cstdio>\n#if defined(__wasm__)\n")
            self.assertEqual(system_conditions(root), ["include/rigy/rigy.h:2: #if defined(__wasm__)",
                                                       "src/base/text/lines.cpp:2: #if defined(__wasm__)"])

    def test_types_of_one_file_may_share_a_name(self):
        with tempfile.TemporaryDirectory() as name:
            files = [Path(name) / f"{file}.cpp" for file in "abcd"]
            for file, space in zip(files, ["rigy", "rigy", "", "rigy::cli"]):
                file.write_text(f"namespace {space} {{\nstruct Bone {{\n}};\nstruct Pose;\n}}  // namespace {space}\n")
            self.assertEqual(types_defined_twice(files), ["rigy::Bone is defined in a.cpp and b.cpp"])


class Wrapping(unittest.TestCase):
    def test_paragraphs_and_lists_are_wrapped(self):
        self.assertEqual(wrap_markdown.wrapped("word " * 30 + "\n\n1. " + "item " * 25 + "\n"),
                         "word " * 19 + "word\n" + ("word " * 10).rstrip() + "\n\n" +
                         "1. " + "item " * 18 + "item\n   " + ("item " * 6).rstrip() + "\n")

    def test_code_tables_and_addresses_stay_whole(self):
        long = "long " * 30
        for text in (f"```\n{long}\n```\n", f"    {long}\n", f"| {long} |\n", f"- item\n\n      {long}\n"):
            self.assertEqual(wrap_markdown.wrapped(text), text)
        words = wrap_markdown.wrapped("a " * 48 + "`rigy compile` [a](b%20c)\n").split("\n")
        self.assertEqual(words[1], "`rigy compile` [a](b%20c)")

    def test_no_line_begins_with_what_would_be_a_list(self):
        self.assertEqual(wrap_markdown.wrapped("a " * 50 + "- b\n"), "a " * 50 + "-\nb\n")

    def test_wrapping_again_changes_nothing(self):
        for path in wrap_markdown.pages():
            once = wrap_markdown.wrapped(path.read_text(encoding="utf-8"))
            self.assertEqual(wrap_markdown.wrapped(once), once, path)


if __name__ == "__main__":
    sys.exit(unittest.main())
