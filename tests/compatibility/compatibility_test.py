#!/usr/bin/env python3
"""What docs/stability.md promises: documents, programs and readers of JSON that were written for a release still work.

    compatibility_test.py --rigy PROGRAM --library LIBRARY [TEST...]

Each folder here that is called like a version has documents, command lines and programs as they were written then, and what
that release made of them (record.py). A difference is either a mistake or a change that docs/stability.md has to name; the
files of a release are never changed.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import release

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
RELEASES = sorted(path for path in HERE.iterdir() if re.fullmatch(r"\d+\.\d+\.\d+", path.name))
RIGY = LIBRARY = None

# What may differ between versions: wording, times, and outputs whose bytes are not promised.
WORDING = {"message", "help", "text", "markdown", "title"}
VARIES = {"seconds", "threads", "bytes", "semanticVersion", "helpUri", "imported_files"}


# What is different on purpose, and what docs/stability.md says about it.
CHANGED = {
    "X25 ParseError": "A file that cannot be read (X25) is an InputError instead of a ParseError",
}


def differences(old, new, where="", key=""):
    """How `new` no longer serves a program that reads `old`: something is missing, of another kind or another value. Fields
    may be added."""
    if key in VARIES:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        missing = [f"{where}.{name} is missing" for name in old if name not in new]
        return missing + [one for name in old if name in new for one in differences(old[name], new[name], f"{where}.{name}", name)]
    if isinstance(old, list) and isinstance(new, list):
        if key == "rules":  # of SARIF: a catalog, by id
            new = [next((rule for rule in new if rule["id"] == one["id"]), None) for one in old]
        if len(old) != len(new):
            return [f"{where} has {len(new)} elements, not {len(old)}"]
        return [found for i, (a, b) in enumerate(zip(old, new)) for found in differences(a, b, f"{where}[{i}]", key)]
    if isinstance(old, str) and isinstance(new, str) and key in WORDING:
        return []
    if key == "class" and f"X25 {old}" in CHANGED and new == "InputError":
        return []
    return [] if old == new and isinstance(old, bool) == isinstance(new, bool) else [f"{where} is {new!r}, not {old!r}"]


def values_of_lines(text):
    return [json.loads(line) for line in text.splitlines() if line]


class Compatibility(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="rigy-compatibility-")
        self.addCleanup(holder.cleanup)
        self.work = Path(holder.name)

    def expect_served(self, old, new, what):
        self.assertEqual(differences(old, new), [], what)


class CommandLine(Compatibility):
    def run_in(self, folder, arguments):
        return subprocess.run([RIGY, *arguments], cwd=folder, capture_output=True, text=True, errors="replace", check=False)

    def test_commands_do_what_they_did(self):
        """Exit status, and JSON on standard output and in files."""
        for folder in RELEASES:
            work = self.work / folder.name
            shutil.copytree(folder / "documents", work)
            for command in release.read_commands(folder):
                done = self.run_in(work, command["arguments"])
                self.assertEqual(done.returncode, command["status"], f"{command['name']}: {done.stderr}")
                for file in command.get("json", []):
                    now = done.stdout if file == "-" else (work / file).read_text(encoding="utf-8")
                    then = (folder / "outputs" / release.output_name(command, file)).read_text(encoding="utf-8")
                    self.expect_served(json.loads(then), json.loads(now), command["name"])

    def test_options_are_there(self):
        """Or have another name, which a note tells."""
        for folder in RELEASES:
            listed = (folder / "options.txt").read_text(encoding="utf-8").splitlines()
            known = {command: release.options_of(RIGY, command) for command in {line.split()[0] for line in listed}}
            self.assertGreater(len(listed), 100)
            for line in listed:
                command, option = line.split(" ", 1)
                if option not in known[command]:
                    name, *takes = option.split()
                    done = self.run_in(self.work, [command, name, *("value" for _ in takes)])
                    self.assertIn(f"rigy: note: {name} of {command} is now --", done.stderr, line)

    def test_manifests_are_verified(self):
        """The canonical bytes of today are those that a manifest of then names."""
        for folder in RELEASES:
            work = self.work / folder.name
            shutil.copytree(folder / "documents", work)
            manifests = sorted((folder / "manifests").iterdir())
            self.assertGreater(len(manifests), 5)
            commands = {Path(words[words.index("--emit-manifest") + 1]).name: words for one in release.read_commands(folder)
                        if "--emit-manifest" in (words := one["arguments"])}
            for manifest in manifests:
                words = commands[manifest.name]
                # The manifest is that of then.
                at = words.index("--emit-manifest")
                made = self.run_in(work, words[:at] + words[at + 2:])
                self.assertEqual(made.returncode, 0, made.stderr)
                output = json.loads(manifest.read_text(encoding="utf-8"))["output"]["path"]
                done = self.run_in(work, ["verify", output, "--manifest", str(manifest)])
                self.assertEqual((done.returncode, done.stdout), (0, f"{output}: verified\n"), done.stderr)
                with (work / output).open("r+b") as file:
                    file.seek(-1, os.SEEK_END)
                    file.write(b"\1")
                self.assertEqual(self.run_in(work, ["verify", output, "--manifest", str(manifest)]).returncode, 1)


class Language(Compatibility):
    def test_cases_have_the_outcome_they_had(self):
        """Documents that were accepted have the same bytes; those that were rejected may have become part of a newer language
        only if the changelog says so, and keep class and id."""
        today = json.loads((REPOSITORY / "conformance/manifest.json").read_text(encoding="utf-8"))["tests"]
        lines = {release.line_of_case(test) for test in today}
        for folder in RELEASES:
            known = (folder / "suite.txt").read_text(encoding="utf-8").splitlines()
            self.assertGreater(len(known), 1000)
            self.assertEqual([line for line in known if line not in lines], [])

    def test_ids_keep_their_class(self):
        lines = release.ids_and_classes(RIGY).splitlines()
        for folder in RELEASES:
            known = (folder / "ids.txt").read_text(encoding="utf-8").splitlines()
            self.assertGreater(len(known), 150)
            self.assertEqual([line for line in known if line not in lines and line not in CHANGED], [])

    def test_changes_are_named(self):
        page = " ".join((REPOSITORY / "docs/stability.md").read_text(encoding="utf-8").split())
        self.assertEqual([words for words in CHANGED.values() if words not in page], [])


def layout_program(header):
    """A C program that prints the value of each enumerator of a header, and where each field of its structs is."""
    code = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    lines = [f'printf("{name} %d\\n", (int){name});'
             for body in re.findall(r"enum \{(.*?)\}", code, re.DOTALL) for name in re.findall(r"\bRIGY_\w+", body)]
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\}", code, re.DOTALL):
        fields = re.findall(r"(\w+);", body)
        # A reserved field is 0 in every program, so it may have become a field whose default is 0.
        lines += [f'printf("{name}.{field} %zu %zu\\n", offsetof({name}, {field}), sizeof((({name} *)0)->{field}));'
                  for field in fields if field != "reserved"]
    return '#include <stddef.h>\n#include <stdio.h>\n#include "rigy.h"\nint main(void) {\n' + "\n".join(lines) + "\nreturn 0; }\n"


def declarations(header):
    code = re.sub(r"/\*.*?\*/|^#.*?(?<!\\)$", "", header, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"^(?:const |unsigned |rigy_|size_t|int |void )[^;{}]*?\brigy_\w+\([^;]*?\);", code, re.MULTILINE)


class Interfaces(Compatibility):
    header = REPOSITORY / "include/rigy/rigy.h"

    def test_c_program_with_the_header_of_then(self):
        """Binary: compiled with the old header, linked with the library of today."""
        for folder in RELEASES:
            self.check_c(folder, folder / "rigy.h")

    def test_c_program_with_the_header_of_today(self):
        for folder in RELEASES:
            self.check_c(folder, self.header)

    def check_c(self, folder, header):
        then = (folder / "outputs/program_c.jsonl").read_text(encoding="utf-8")
        self.expect_served(values_of_lines(then), values_of_lines(release.output_of_c(folder, header, LIBRARY)), header)

    def printed(self, program, header):
        shutil.copy(header, self.work / "rigy.h")
        (self.work / "program.c").write_text(program)
        release.compile_c([self.work / "program.c"], self.work, LIBRARY, self.work / "program")
        return subprocess.run([self.work / "program"], capture_output=True, text=True, check=True).stdout.splitlines()

    def test_fields_and_enumerators_stay_where_they_are(self):
        for folder in RELEASES:
            program = layout_program((folder / "rigy.h").read_text())
            then = self.printed(program, folder / "rigy.h")
            self.assertGreater(len(then), 80)
            self.assertEqual(self.printed(program, self.header), then)

    def test_functions_keep_their_types(self):
        """A second declaration of another type does not compile."""
        for folder in RELEASES:
            then = declarations((folder / "rigy.h").read_text())
            self.assertGreater(len(then), 30)
            self.printed('#include "rigy.h"\n' + "\n".join(then) + "\nint main(void) { return 0; }\n", self.header)

    def test_python_program(self):
        for folder in RELEASES:
            then = (folder / "outputs/program_python.jsonl").read_text(encoding="utf-8")
            now = release.output_of_python(folder, REPOSITORY / "python", LIBRARY)
            self.expect_served(values_of_lines(then), values_of_lines(now), folder)

    def test_python_parameters_keep_their_places_and_defaults(self):
        now = json.loads(release.python_interface(REPOSITORY / "python", LIBRARY))
        for folder in RELEASES:
            for name, then in json.loads((folder / "python.json").read_text(encoding="utf-8")).items():
                self.assertIn(name, now)
                known = now[name] or ()
                self.assertEqual([one for one in then or () if one not in known and [*one[:2], "not said"] not in known], [], name)
                if then and isinstance(then[0], list):
                    self.expect_optional(name, then, now[name])

    def expect_optional(self, name, then, now):
        def of_places(parameters):
            return [one[0] for one in parameters if one[1] == "POSITIONAL_OR_KEYWORD"]
        self.assertEqual(of_places(now)[:len(of_places(then))], of_places(then), name)
        self.assertEqual([one for one in now if one not in then and one[2] is None], [],
                         f"{name}: added without a default")

    def test_npm_package(self):
        """Its types, and what it does."""
        package = REPOSITORY / "web/package"
        compiler = package / "node_modules/.bin/tsc"
        if not (package / "dist/rigy-render.wasm").is_file() or not compiler.exists():
            self.assertNotIn("CI", os.environ, "the npm package is not built")
            self.skipTest("the npm package is not built")
        modules = self.work / "node_modules"
        modules.mkdir()
        (modules / "rigy").symlink_to(package)
        (modules / "@types").symlink_to(package / "node_modules/@types")
        for folder in RELEASES:
            shutil.copy(folder / "consumer.mts", self.work)
            made = subprocess.run([compiler, "--strict", "--target", "es2022", "--module", "nodenext", "--types", "node",
                                   "--skipLibCheck", "consumer.mts"], cwd=self.work, capture_output=True, text=True, check=False)
            self.assertEqual(made.returncode, 0, made.stdout)
            done = subprocess.run(["node", "consumer.mjs"], cwd=self.work, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)


class Itself(unittest.TestCase):
    """That it would notice."""

    def test_there_are_releases(self):
        self.assertIn("0.13.0", [folder.name for folder in RELEASES])

    def test_differences(self):
        old = {"a": 1, "list": [{"b": True, "message": "x"}], "seconds": 1.5}
        self.assertEqual(differences(old, {**old, "c": 2, "seconds": 9}), [])
        self.assertEqual(differences(old, {**old, "list": [{"b": True, "message": "y", "c": []}]}), [])
        self.assertEqual(differences(old, {**old, "a": 2}), [".a is 2, not 1"])
        self.assertEqual(differences(old, {**old, "list": [{"message": "x"}]}), [".list[0].b is missing"])
        self.assertEqual(differences(old, {**old, "list": [{"b": 1, "message": "x"}]}), [".list[0].b is 1, not True"])
        self.assertEqual(differences(old, {**old, "list": []}), [".list has 0 elements, not 1"])
        self.assertEqual(differences(old, {**old, "list": [{"b": True, "message": None}]}), [".list[0].message is None, not 'x'"])


def main():
    global RIGY, LIBRARY  # pylint: disable=global-statement
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigy", required=True)
    parser.add_argument("--library", required=True, type=Path)
    options, rest = parser.parse_known_args()
    RIGY, LIBRARY = os.path.abspath(options.rigy), options.library.resolve()
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
