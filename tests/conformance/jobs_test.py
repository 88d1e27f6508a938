#!/usr/bin/env python3
"""The whole suite in one run of `rigy compile`: outputs, messages and status do not depend on -j.

    jobs_test.py --rigy PROGRAM
"""

import argparse
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import suite

RIGY = None


def compile_all(folder, jobs):
    """Everything that a user can see of the run."""
    out = folder / f"out{jobs}"
    run = subprocess.run([RIGY, "compile", f"@{folder / 'list.txt'}", "--out-dir", out, "-j", str(jobs)],
                         capture_output=True, text=True, timeout=300, check=False)
    outputs = {path.name: suite.digest(path.read_bytes()) for path in sorted(out.iterdir())}
    return outputs, run.returncode, run.stdout, run.stderr


class Jobs(unittest.TestCase):
    def test_the_suite_in_one_run(self):
        tests = suite.read_manifest()["tests"]
        inputs = list(dict.fromkeys(test["input"] for test in tests))
        with tempfile.TemporaryDirectory(prefix="rigy-jobs-test-") as name:
            folder = Path(name)
            (folder / "list.txt").write_text("".join(f"{suite.SUITE / path}\n" for path in inputs))
            alone = compile_all(folder, 1)
            outputs, status, _, messages = alone
            self.assertEqual(status, 1, messages[-500:])
            self.assertIn("error[", messages)
            for test in tests:
                plain = test["type"] == "positive" and not test.get("baked") and not test.get("bake_transforms")
                if plain:
                    name = re.sub(r"\.rig[ys]\.ya?ml$", ".glb", Path(test["input"]).name)
                    self.assertEqual(outputs[name], test["expected_sha256"], test["id"])
            for jobs in (2, 7):
                self.assertEqual(compile_all(folder, jobs), alone, f"-j {jobs}")


    def test_timings(self):
        with tempfile.TemporaryDirectory(prefix="rigy-jobs-test-") as name:
            run = subprocess.run([RIGY, "compile", suite.SUITE / "E-hierarchy/inputs/E01_humanoid.rigy.yaml", "-o", "e.glb",
                                  "--timings", "--suppress-warning", "all"], cwd=name, capture_output=True, text=True, check=True)
            size = (Path(name) / "e.glb").stat().st_size
        lines = [re.sub(r" +\d+\.\d{3} ms", " T", line) for line in run.stderr.splitlines()]
        self.assertEqual([line.split()[0] for line in lines],
                         ["timings", "load", "symmetry", "contracts", "link", "surfaces", "check", "place",
                          "plan", "geometry", "json", "write", "total"])
        self.assertRegex(lines[-2], rf"^  write T +{size} bytes$")
        self.assertEqual(lines[-1], "  total T")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    arguments, rest = parser.parse_known_args()
    RIGY = str(Path(arguments.rigy).resolve())
    unittest.main(argv=[sys.argv[0], *rest])
