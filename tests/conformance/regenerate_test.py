#!/usr/bin/env python3
"""Tests of the tool that `./dev conformance --regenerate` runs, on a small copy of the suite.

    regenerate_test.py --rigy PROGRAM
"""

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import suite
from regenerate import regenerate

RIGY = None
CASES = ("F01_duplicate_mesh", "J01_box", "L01_single_bone_dqs_identity", "H30_bake_transforms")


class Regenerate(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="rigy-regenerate-test-")
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.manifest = suite.read_manifest()
        self.manifest["tests"] = [test for test in self.manifest["tests"] if test["id"] in CASES]
        suite.copy_some(self.manifest["tests"], self.folder)
        self.write()
        regenerate(RIGY, self.folder)
        self.manifest = suite.read_manifest(self.folder)

    def write(self):
        (self.folder / "manifest.json").write_text(suite.manifest_text(self.manifest), encoding="utf-8")

    def files(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def case(self, identifier):
        return next(test for test in self.manifest["tests"] if test["id"] == identifier)

    def test_makes_what_the_suite_holds(self):
        for test in self.manifest["tests"]:
            if test["type"] == "positive":
                self.assertEqual((self.folder / test["expected_output"]).read_bytes(),
                                 (suite.SUITE / test["expected_output"]).read_bytes())

    def test_a_second_run_changes_nothing(self):
        before = self.files()
        self.assertEqual(regenerate(RIGY, self.folder), [])
        self.assertEqual(self.files(), before)

    def test_a_correction_raises_the_revision(self):
        good = self.case("J01_box")["expected_sha256"]
        self.case("J01_box")["expected_sha256"] = "0" * 64
        self.write()
        revision = self.manifest["suite_revision"]
        self.assertEqual(regenerate(RIGY, self.folder),
                         [f"J01_box: {'0' * 64} becomes {good}", f"suite_revision is now {revision + 1}"])
        self.manifest = suite.read_manifest(self.folder)
        self.assertEqual(self.manifest["suite_revision"], revision + 1)
        self.assertEqual(self.case("J01_box")["expected_sha256"], good)

    def test_a_new_case_leaves_the_revision(self):
        before = self.files()
        good = self.case("J01_box").pop("expected_sha256")
        self.write()
        (self.folder / self.case("J01_box")["expected_output"]).unlink()
        self.assertEqual(regenerate(RIGY, self.folder), [f"J01_box: new, {good}"])
        self.assertEqual({path for path in self.files()}, set(before))
        self.assertEqual(suite.read_manifest(self.folder)["suite_revision"], self.manifest["suite_revision"])

    def test_a_damaged_output_and_a_stray_one(self):
        before = self.files()
        output = self.folder / self.case("J01_box")["expected_output"]
        output.write_bytes(b"glTF")
        output.with_name("Z99_old.glb").write_bytes(b"glTF")
        self.assertEqual(regenerate(RIGY, self.folder),
                         ["J01_box: the file was not what the manifest says", "Z99_old.glb: removed, no case has it"])
        self.assertEqual(self.files(), before)

    def test_pages_follow_the_manifest(self):
        self.case("J01_box")["description"] = "Words."
        self.write()
        self.assertEqual(regenerate(RIGY, self.folder), ["J-tessellation/README.md: tables and counts brought up to date"])
        self.assertIn("| `J01_box` | compiles | Words. |", (self.folder / "J-tessellation" / "README.md").read_text())
        self.assertIn("4 cases of the language Rigy 0.6 to 0.13: 3 documents", (self.folder / "README.md").read_text())

    def test_an_input_that_does_not_compile_stops_it(self):
        (self.folder / self.case("J01_box")["input"]).write_text("nonsense", encoding="utf-8")
        before = self.files()
        with self.assertRaisesRegex(RuntimeError, "^J01_box does not compile:\n"):
            regenerate(RIGY, self.folder)
        self.assertEqual(self.files(), before)


if __name__ == "__main__":
    RIGY = Path(sys.argv[sys.argv.index("--rigy") + 1]).resolve()
    unittest.main(argv=[sys.argv[0]])
