#!/usr/bin/env python3
"""Tests of `rigy conform` as a program: what it prints, how it ends, what it leaves behind.

    conform_test.py --rigy PROGRAM
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import suite

sys.path.insert(0, str(suite.REPOSITORY / "tests" / "golden"))
import schema  # noqa: E402  (the small JSON Schema checker of the golden tests)

RIGY = None
REVISION = suite.read_manifest()["suite_revision"]
SELF = ("{rigy} compile {{input}} -o {{output}} --root {suite} [--pose {{pose}} --bake-skin] "
        "[--bake-transforms {{bake_transforms}}]")


class Conform(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="rigy-conform-test-")
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.scratch = self.folder / "tmp"
        self.scratch.mkdir()

    def environment(self):
        return {**os.environ, "TMPDIR": str(self.scratch)}

    def conform(self, *arguments):
        done = subprocess.run([RIGY, "conform", *map(str, arguments)], capture_output=True, text=True, timeout=300,
                              cwd=self.folder, env=self.environment(), check=False)
        self.assertEqual(list(self.scratch.iterdir()), [], "temporary files are left")
        return done

    def small_suite(self, *ids):
        """A suite of some of our cases, to be damaged at will."""
        target = self.folder / "small"
        target.mkdir()
        manifest = suite.read_manifest()
        manifest["tests"] = [test for test in manifest["tests"] if test["id"] in ids]
        self.assertEqual(len(manifest["tests"]), len(ids))
        suite.copy_some(manifest["tests"], target)
        for test in manifest["tests"]:
            if "expected_output" in test:
                (target / test["expected_output"]).parent.mkdir(exist_ok=True)
                shutil.copyfile(suite.SUITE / test["expected_output"], target / test["expected_output"])
        self.write_manifest(target, manifest)
        return target, manifest

    def write_manifest(self, target, manifest):
        (target / "manifest.json").write_text(suite.manifest_text(manifest), encoding="utf-8")

    def damaged_suite(self):
        """Cases that pass, and one each for the ways to fail."""
        target, manifest = self.small_suite(
            "A01_single_bone_identity", "A02_default_binding", "F01_duplicate_mesh", "F02_duplicate_primitive",
            "F33_unknown_field", "J01_box", "L01_single_bone_dqs_identity", "O01_minimal_material")
        tests = {test["id"]: test for test in manifest["tests"]}
        tests["A01_single_bone_identity"]["expected_output"] = "none.glb"
        tests["A02_default_binding"]["expected_sha256"] = "0" * 64
        tests["F01_duplicate_mesh"]["expected_error_type"] = "ParseError"
        tests["F02_duplicate_primitive"]["expected_code"] = "V03"
        tests["F33_unknown_field"]["input"] = tests["J01_box"]["input"]
        other = (target / tests["O01_minimal_material"]["expected_output"]).read_bytes()
        tests["J01_box"]["expected_output"] = tests["O01_minimal_material"]["expected_output"]
        tests["J01_box"]["expected_sha256"] = suite.digest(other)
        tests["J01_box"]["digests"] = suite.digests(other)
        self.write_manifest(target, manifest)
        return target

    def test_our_suite_passes(self):
        done = self.conform(suite.SUITE)
        tests = suite.read_manifest()["tests"]
        self.assertEqual(done.stderr, "")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[-1], f"{len(tests)} passed, 0 failed")
        self.assertEqual([line.split()[0] for line in lines[1:-1]], [test["id"] for test in tests])
        self.assertEqual(done.returncode, 0)

    def test_the_default_folder(self):
        target, _ = self.small_suite("J01_box")
        target.rename(self.folder / "conformance")
        self.assertEqual(self.conform().stdout, f"suite 0.6, revision {REVISION}\nJ01_box  bytes  passed\n1 passed, 0 failed\n")

    def test_failures_are_said_in_words(self):
        done = self.conform(self.damaged_suite())
        published = next(test for test in suite.read_manifest()["tests"] if test["id"] == "A02_default_binding")
        self.assertEqual(done.stdout, f"""suite 0.6, revision {REVISION}
A01_single_bone_identity      bytes                FAILED, not run: cannot read the expected output 'none.glb'
A02_default_binding           bytes                FAILED, not run: '{published["expected_output"]}' has sha256 {published["expected_sha256"]}, but the manifest says {"0" * 64}
F01_duplicate_mesh            ParseError V01       FAILED, wrong class: expected ParseError, got ValidationError (V01 in line 6: mesh id 'cube' is used twice)
F02_duplicate_primitive       ValidationError V03  FAILED, wrong class: expected V03, got V02
F33_unknown_field             ParseError V33       FAILED, accepted: expected ParseError, but it compiles
J01_box                       bytes                FAILED, differs in positions: number of materials: expected 1, got 0
L01_single_bone_dqs_identity  baked bytes          passed
O01_minimal_material          bytes                passed
2 passed, 6 failed
""")
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, 1)

    def test_any_number_of_jobs_prints_the_same(self):
        damaged = self.damaged_suite()
        for folder, form in ((suite.SUITE, "text"), (suite.SUITE, "json"), (damaged, "text"), (damaged, "json")):
            runs = [self.conform(folder, "--format", form, "--jobs", jobs) for jobs in (1, 2, 7)]
            self.assertNotEqual(runs[0].stdout, "")
            for run in runs[1:]:
                self.assertEqual((run.stdout, run.stderr, run.returncode),
                                 (runs[0].stdout, runs[0].stderr, runs[0].returncode))

    def test_digests_of_the_manifest_are_checked(self):
        target, manifest = self.small_suite("J01_box")
        good, bad = manifest["tests"][0]["digests"]["normals"], "0" * 64
        manifest["tests"][0]["digests"]["normals"] = bad
        self.write_manifest(target, manifest)
        self.assertEqual(self.conform(target).stdout.splitlines()[1],
                         "J01_box  bytes  FAILED, not run: the normals of 'J-tessellation/outputs/J01_box.glb' have sha256 "
                         f"{good}, but the manifest says {bad}")

    def test_json(self):
        wanted = json.loads((suite.REPOSITORY / "docs" / "conform.schema.json").read_text(encoding="utf-8"))
        done = self.conform(self.damaged_suite(), "--format", "json", "--filter", "[JL]*")
        result = json.loads(done.stdout)
        self.assertEqual(schema.errors(result, wanted), [])
        self.assertEqual(result, {
            "ok": False, "version": "0.6", "suite_revision": REVISION, "passed": 1, "failed": 1, "cases": [
                {"id": "J01_box", "category": "J", "type": "positive", "passed": False,
                 "outcome": "differs", "difference": "number of materials: expected 1, got 0", "differing": ["positions"]},
                {"id": "L01_single_bone_dqs_identity", "category": "L", "type": "positive", "passed": True,
                 "outcome": "passed", "difference": None, "differing": []}]})
        self.assertEqual(done.returncode, 1)

    def test_what_cannot_be_run(self):
        done = self.conform(self.folder / "nowhere")
        self.assertEqual((done.stdout, done.stderr, done.returncode),
                         ("", f"rigy: cannot read '{self.folder}/nowhere/manifest.json'\n", 3))
        done = self.conform(suite.SUITE, "--filter", "Z*")
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("", "rigy: --filter: no case is called 'Z*'\n", 2))
        done = self.conform(suite.SUITE, "--against", "true {input}")
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("", "rigy: --against: {output} is missing\n", 2))
        (self.folder / "manifest.json").write_text('{"version": "0.6", "suite_revision": 1, "tests": [{}]}')
        done = self.conform(self.folder)
        self.assertEqual((done.stdout, done.stderr, done.returncode),
                         ("", f"rigy: '{self.folder}/manifest.json': test 0 has no 'id'\n", 3))

    def against(self, command, *ids, timeout=60):
        """The lines for the given cases when another program is judged, and the exit status."""
        target, _ = self.small_suite(*ids)
        done = self.conform(target, "--against", command, "--timeout", timeout)
        self.assertEqual(done.stderr, "")
        shutil.rmtree(target)
        return [line.split("  ")[-1].strip() for line in done.stdout.splitlines()[1:-1]], done.returncode

    def test_against_ourselves(self):
        command = SELF.format(rigy=shlex.quote(RIGY), suite=shlex.quote(str(suite.SUITE)))
        done = self.conform(suite.SUITE, "--against", command, "--filter", "[FGHL]*")
        passed, failed = done.stdout.splitlines()[-1].split(", ")
        self.assertEqual((failed, done.returncode), ("0 failed", 0), done.stdout)
        self.assertGreater(int(passed.split()[0]), 250)

    def test_against_a_command_without_a_pose(self):
        command = f"{shlex.quote(RIGY)} compile {{input}} -o {{output}}"
        self.assertEqual(self.against(command, "J01_box", "L01_single_bone_dqs_identity", "H30_bake_transforms"),
                         (["FAILED, not run: the command line has no {bake_transforms}", "passed",
                           "FAILED, not run: the command line has no {pose}"], 1))

    def test_against_programs_that_misbehave(self):
        cases = ("F01_duplicate_mesh", "J01_box")
        self.assertEqual(self.against("true {input} {output}", *cases),
                         (["FAILED, accepted: expected ValidationError, got exit status 0",
                           "FAILED, no output: exit status 0, but there is no output"], 1))
        self.assertEqual(self.against("sh -c 'echo Sorry; exit 4' {input} {output}", *cases),
                         (["FAILED, wrong class: expected ValidationError, got no class of error",
                           "FAILED, rejected: expected an output, got exit status 4; it printed: Sorry"], 1))
        self.assertEqual(self.against("sh -c 'echo half > \"$1\"; exit 1' {input} {output}", *cases),
                         (["FAILED, accepted: rejected, but it wrote an output",
                           "FAILED, rejected: expected an output, got exit status 1; it printed nothing"], 1))
        self.assertEqual(self.against("sh -c 'echo ParseError >&2; exit 1' {input} {output}", *cases)[0][0],
                         "FAILED, wrong class: expected ValidationError, got ParseError")
        self.assertEqual(self.against("sh -c 'kill -SEGV $$' {input} {output}", *cases),
                         (["FAILED, crashed: it was killed by signal 11"] * 2, 1))
        self.assertEqual(
            self.against("./no-such-program {input} {output}", *cases),
            (["FAILED, not run: './no-such-program' could not be started: No such file or directory"] * 2, 1))
        self.assertEqual(self.against("cp {input} {output}", *cases),
                         (["FAILED, accepted: expected ValidationError, got exit status 0",
                           "FAILED, differs: the output is not a GLB: it does not begin like a GLB"], 1))

    def test_against_a_program_that_compiles_something_else(self):
        other = shlex.quote(str(suite.SUITE / "J-tessellation/outputs/J03_cylinder.glb"))
        (line, ), _ = self.against(f"sh -c 'cp {other} \"$1\"' {{input}} {{output}}", "J01_box")
        self.assertTrue(line.startswith("FAILED, differs in positions, normals, indices: mesh "), line)

    def test_against_programs_that_know_no_class_or_all(self):
        """Nothing may pass a negative case without having read it."""
        negatives = sum(1 for test in suite.read_manifest()["tests"] if test["type"] == "negative")
        everything = " ".join(suite.CLASSES)
        for command in (
                "/bin/false {input} {output} {pose} {bake_transforms}",
                f"sh -c 'echo {everything}; exit 1' {{input}} {{output}} {{pose}} {{bake_transforms}}"):
            done = self.conform(suite.SUITE, "--against", command, "--format", "json")
            cases = [case for case in json.loads(done.stdout)["cases"] if case["type"] == "negative"]
            self.assertEqual([case["outcome"] for case in cases], ["wrong class"] * negatives)

    def test_against_a_program_that_does_not_warn(self):
        silent = f"sh -c '{shlex.quote(RIGY)} compile \"$0\" -o \"$1\" 2>/dev/null' {{input}} {{output}}"
        self.assertEqual(self.against(silent, "K02_root_not_at_origin"),
                         (["FAILED, wrong warnings: warnings: expected W03, got none"], 1))

    def test_against_a_program_that_never_ends(self):
        command = "sh -c 'exec >&- 2>&-; sleep 1000 & wait' {input} {output}"
        self.assertEqual(self.against(command, "J01_box", timeout=2), (["FAILED, timed out: timed out after 2 s"], 1))

    def test_against_a_program_that_leaves_a_process_behind(self):
        command = "sh -c 'echo ValidationError; sleep 1000 & exit 1' {input} {output}"
        self.assertEqual(self.against(command, "F01_duplicate_mesh"), (["passed"], 0))

    def test_signals_leave_nothing_behind(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGXCPU,
                       signal.SIGUSR1, signal.SIGRTMIN):
            marker = self.folder / "children"
            command = f"sh -c 'echo $$ >> {marker}; touch \"$1\"; sleep 1000' {{input}} {{output}}"
            run = subprocess.Popen([RIGY, "conform", suite.SUITE, "--against", command, "--jobs", "2"],
                                   stdout=subprocess.DEVNULL, env=self.environment())
            while not marker.exists() or len(marker.read_text().split()) < 2:
                self.assertIsNone(run.poll())
                time.sleep(0.01)
            run.send_signal(number)
            self.assertEqual(run.wait(timeout=60), -number)
            self.assertEqual(list(self.scratch.iterdir()), [])
            for child in map(int, marker.read_text().split()):
                self.assertTrue(has_ended(child), f"process {child} is left")
            marker.unlink()

    def test_a_signal_that_the_caller_ignores(self):
        marker, go_on = self.folder / "started", self.folder / "go_on"
        command = f"sh -c 'touch {marker}; until [ -e {go_on} ]; do sleep 0.01; done; echo ValidationError; exit 1' {{input}} {{output}}"
        run = subprocess.Popen(
            [RIGY, "conform", suite.SUITE, "--against", command, "--filter", "F01_duplicate_mesh"],
            stdout=subprocess.PIPE, env=self.environment(),
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        while not marker.exists():
            self.assertIsNone(run.poll())
            time.sleep(0.01)
        run.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        go_on.touch()
        printed = run.communicate(timeout=60)[0]
        self.assertEqual((run.returncode, printed.splitlines()[-1:]), (0, [b"1 passed, 0 failed"]))


def has_ended(process):
    """Killed processes whose parent is gone too may take a moment to disappear."""
    for _ in range(500):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


if __name__ == "__main__":
    RIGY = str(Path(sys.argv[sys.argv.index("--rigy") + 1]).resolve())
    unittest.main(argv=[sys.argv[0]])
