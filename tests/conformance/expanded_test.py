#!/usr/bin/env python3
"""Every document of the suite and of examples/, expanded into another folder, compiles to the same bytes.

    expanded_test.py --rigy PROGRAM
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import suite

RIGY = None


def options_of(test):
    options = ["--suppress-warning", "all"]
    if test.get("pose_id"):
        options += ["--pose", test["pose_id"], "--bake-skin"]
    if test.get("bake_transforms"):
        options.append("--bake-transforms")
    return options


def compile_document(document, root, options):
    run = subprocess.run([RIGY, "compile", document, "--root", root, "-o", "-", *options],
                         capture_output=True, timeout=60, check=False)
    return run.stdout if run.returncode == 0 else run.stderr


def problem_of(document, expanded, options, comments, root):
    """What is wrong with one case, or nothing."""
    emit = ["--emit-expanded-yaml", expanded, "--emit-comments", comments]
    original = compile_document(document, root, options + emit)
    if not original.startswith(b"glTF"):
        return original.decode()
    again = compile_document(expanded, root, options)
    if again == original:
        return None
    return "other bytes" if again.startswith(b"glTF") else again.decode()


def suite_cases(folder):
    """Documents with the options of their cases, in a copy of the suite."""
    shutil.copytree(suite.SUITE, folder, ignore=shutil.ignore_patterns("oracle", "outputs"), dirs_exist_ok=True)
    for test in suite.read_manifest()["tests"]:
        if test["type"] == "positive":
            yield test["id"], folder / test["input"], options_of(test)


def example_cases(folder):
    shutil.copytree(suite.REPOSITORY / "examples", folder / "examples")
    for document in sorted((folder / "examples").rglob("*.rig[ys].yaml")):
        path = document.relative_to(folder).with_suffix("")
        yield "_".join(path.parts), document, ["--suppress-warning", "all"]


class Expanded(unittest.TestCase):
    maxDiff = None

    def check(self, cases_of):
        with tempfile.TemporaryDirectory(prefix="rigy-expanded-test-") as name:
            folder = Path(name)
            output = folder / "other" / "place"
            output.mkdir(parents=True)
            cases = list(cases_of(folder))

            def check_one(numbered):
                number, (case, document, options) = numbered
                kind = "rigs" if ".rigs." in document.name else "rigy"
                expanded = output / f"{case}.{kind}.yaml"
                return case, problem_of(document, expanded, options, ("provenance", "drop")[number % 2], folder)

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                problems = {case: problem for case, problem in pool.map(check_one, enumerate(cases)) if problem}
            self.assertEqual(problems, {})
            return len(cases)

    def test_the_suite(self):
        self.assertGreater(self.check(suite_cases), 500)

    def test_the_examples(self):
        self.assertGreater(self.check(example_cases), 15)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    arguments, rest = parser.parse_known_args()
    RIGY = str(Path(arguments.rigy).resolve())
    unittest.main(argv=[sys.argv[0], *rest])
