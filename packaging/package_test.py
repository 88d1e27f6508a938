"""What the tests of all packages share."""

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import builds
from release import SOURCE, version

OUTPUT = SOURCE / "build/packages"
WORK = SOURCE / "build/package"
SUITE = SOURCE / "conformance"
HEAD = """# Tests of the packages

Written by `./dev package --test --record`. Tests that did not run keep their rows.
"""
CAR = SOURCE / "examples/car/car.rigy.yaml"
VERSION_LINE = f"rigy {version()} (language {'.'.join(version().split('.')[:2])})"


# The Debian packages of what is in the library and in the program, on every system.
IN_LIBRARY = {"libsimdjson-dev", "libfast-float-dev", "libfmt-dev", "libmeshoptimizer-dev", "libxxhash-dev", "zlib1g-dev",
              "libstdc++-12-dev"}
IN_PROGRAM = IN_LIBRARY | {"libcli11-dev"}


def run(*command, env=None, cwd=None, status=0):
    """Standard output of a command that must end with `status`."""
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
    """Tests of one package, each in an empty folder. The docstring of a test says what it shows, for records/packages.md."""

    title = ""  # of the package

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

    def check_licenses(self, folder, expected):
        """There is one file for each library, and no two are the same."""
        files = {path.name.removesuffix(".txt"): path.read_bytes() for path in folder.iterdir()}
        self.assertEqual(set(files), expected)
        self.assertEqual(len(set(files.values())), len(files))
        self.check_bill(folder.parent / "sbom.spdx.json", expected)

    def check_bill(self, file, expected):
        """The bill of materials names the same libraries, each with a version."""
        bill = json.loads(file.read_text(encoding="utf-8"))
        own, *parts = bill["packages"]
        self.assertEqual(own["versionInfo"], version())
        self.assertEqual({part["SPDXID"].removeprefix("SPDXRef-").removeprefix("npm-") for part in parts},
                         {name.replace("+", "-") for name in expected})
        self.assertTrue(all(part["versionInfo"] for part in parts))
        self.assertEqual(len(bill["relationships"]), len(parts) + 1)

    def compiled_here(self):
        """The car, compiled by the program of this tree."""
        output = self.folder / "car.glb"
        run(builds.make(builds.LINUX, WORK) / "rigy", "compile", CAR, "-o", output)
        return output

    def check_spheres(self, program):
        """The example in C++ writes what the program makes of the same document."""
        balls = "".join(f"      - {{id: ball{i}, type: sphere, dimensions: {{radius: 0.4}}, "
                        f"transform: {{translation: [{i}, 0, 0]}}}}\n" for i in range(3))
        (self.folder / "row.rigy.yaml").write_text(f'version: "0.13"\nmeshes:\n  - id: row\n    primitives:\n{balls}')
        run(builds.make(builds.LINUX, WORK) / "rigy", "compile", self.folder / "row.rigy.yaml")
        run(program, 3, self.folder / "spheres.glb")
        self.assertEqual(digest(self.folder / "spheres.glb"), digest(self.folder / "row.glb"))


class Recorder(unittest.TextTestResult):
    """Keeps what became of every test: [(test, outcome)]."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.outcomes = []

    def addSuccess(self, test):
        super().addSuccess(test)
        self.outcomes.append((test, "passed"))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.outcomes.append((test, reason))

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.outcomes.append((test, "FAILED"))

    def addError(self, test, err):
        super().addError(test, err)
        self.outcomes.append((test, "FAILED"))


def row_of(test, outcome):
    return f"| {test.title} | {test.shortDescription()} | {outcome} |"


def recorded_rows(tests, outcomes, page):
    """A row for every test. Those without an outcome keep the row that the page has."""
    outcome_of = {test.id(): outcome for test, outcome in outcomes}
    kept = {line.rsplit("|", 2)[0]: line for line in page.splitlines()}
    return [row_of(test, outcome_of[test.id()]) if test.id() in outcome_of
            else kept.get(row_of(test, "").rsplit("|", 2)[0], row_of(test, "not run yet")) for test in tests]


def record(tests, outcomes, page=SOURCE / "records/packages.md"):
    former = page.read_text(encoding="utf-8") if page.is_file() else ""
    rows = recorded_rows(tests, outcomes, former)
    page.write_text("\n".join([HEAD, "| package | test | result |", "|---|---|---|", *rows, ""]), encoding="utf-8")
    print(f"package: recorded in {page.name}", file=sys.stderr)
