#!/usr/bin/env python3
"""Whether the suite is complete: its files, its manifest and its pages agree, and every rule has a case."""

import collections
import re
import unittest

import suite

NAMED = ("E01", "I01", "L01", "L02", "M01", "M02", "N01", "N02", "O01", "O02", "O03")
SCENE_ENDINGS = (".rigs.yaml", ".rigs.yml", ".rigy.yaml")  # the last for a scene under the name of an asset
PARTS = ("inputs/parts/", "inputs/weights/")


class Suite(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.manifest = suite.read_manifest()
        cls.tests = cls.manifest["tests"]

    def test_the_manifest_is_sorted_and_written_as_the_tool_writes_it(self):
        self.assertEqual((suite.SUITE / "manifest.json").read_text(encoding="utf-8"), suite.manifest_text(self.manifest))
        ids = [test["id"] for test in self.tests]
        self.assertEqual(self.tests, sorted(self.tests, key=suite.order))
        self.assertEqual(len(ids), len(set(ids)))

    def test_fields(self):
        common = {"id", "category", "type", "input", "description"}
        positive = {"expected_output", "expected_sha256", "digests", "vertices", "joints"}
        optional = {"baked", "pose_id", "bake_transforms"}
        for test in self.tests:
            with self.subTest(test["id"]):
                self.assertEqual(test["category"], test["id"][0])
                endings = SCENE_ENDINGS if test["category"] == "R" else (".rigy.yaml",)
                self.assertIn(test["input"], [f"inputs/{test['id']}{ending}" for ending in endings])
                self.assertEqual(bool(test.get("baked")), "pose_id" in test)
                own = set(test) - common - optional
                if test["type"] == "positive":
                    self.assertEqual(own - {"allowed_warnings", "expected_warnings"}, positive)
                    warnings = test.get("expected_warnings", [])
                    self.assertEqual(warnings, sorted(set(warnings)))
                    self.assertEqual(test["expected_output"], f"outputs/{test['id']}.glb")
                else:
                    self.assertEqual(own - {"expected_code"}, {"expected_error_type"})
                    self.assertIn(test["expected_error_type"], suite.CLASSES)

    def test_files(self):
        positive = [test for test in self.tests if test["type"] == "positive"]
        self.assertEqual({f"inputs/{path.name}" for path in (suite.SUITE / "inputs").iterdir() if path.is_file()},
                         {test["input"] for test in self.tests})
        self.assertEqual({path.name for path in (suite.SUITE / "outputs").iterdir()},
                         {f"{test['id']}.glb" for test in positive})
        for test in positive:
            with self.subTest(test["id"]):
                glb = (suite.SUITE / test["expected_output"]).read_bytes()
                self.assertEqual(suite.digest(glb), test["expected_sha256"])
                self.assertEqual(suite.digests(glb), test["digests"])
                self.assertEqual(suite.counts(glb), {"vertices": test["vertices"], "joints": test["joints"]})

    def test_every_part_is_used(self):
        texts = "".join(path.read_text(encoding="utf-8", errors="replace")
                        for path in (suite.SUITE / "inputs").rglob("*.yaml"))
        for folder in PARTS:
            for path in (suite.SUITE / folder).rglob("*"):
                if path.is_file():
                    self.assertIn(path.name, texts)

    def test_comments_say_what_the_manifest_says(self):
        for test in self.tests:
            data = (suite.SUITE / test["input"]).read_bytes()
            text = data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
            comment = " ".join(re.match(r"(?:# ?.*\n)*", text)[0].replace("# ", "").split())
            if comment:  # a few inputs cannot have one: they are empty, or begin with what is being tested
                self.assertTrue(comment.startswith(test["description"]), f"{test['id']}: {comment}")

    def test_pages(self):
        for path, text in suite.pages(self.manifest):
            self.assertEqual(path.read_text(encoding="utf-8"), text, f"{path.name}: run ./dev conformance --regenerate")

    def test_every_category_has_both_kinds(self):
        for category in "ABCDEFGHIJKLMNOPQRST":
            for kind in ("positive", "negative"):
                self.assertTrue(any(test["category"] == category and test["type"] == kind for test in self.tests),
                                f"{category} {kind}")

    def test_every_class_has_a_case(self):
        classes = {test["expected_error_type"] for test in self.tests if test["type"] == "negative"}
        self.assertEqual(classes, set(suite.CLASSES))

    def test_every_rule_has_several_cases(self):
        codes = collections.Counter(test.get("expected_code") for test in self.tests)
        table = (suite.REPOSITORY / "src/language/diagnostics/diagnostics.def").read_text(encoding="utf-8")
        rules = re.findall(r'"([FV]\d+)", error', table)
        self.assertIn("V87", rules)
        self.assertEqual([rule for rule in rules if codes[rule] < 3], [])

    def test_every_warning_is_expected_somewhere(self):
        table = (suite.REPOSITORY / "src/language/diagnostics/diagnostics.def").read_text(encoding="utf-8")
        expected = {warning for test in self.tests for warning in test.get("expected_warnings", [])}
        self.assertEqual(set(re.findall(r'"(W\d\d)"', table)) - expected, set())
        self.assertTrue(any(test.get("expected_warnings") == [] for test in self.tests))

    def test_the_cases_of_the_specification_are_there(self):
        ids = {test["id"].partition("_")[0] for test in self.tests}
        self.assertEqual(set(NAMED) - ids, set())

    def test_every_ruling_names_cases_that_are_there(self):
        ids = {test["id"].partition("_")[0] for test in self.tests}
        page = (suite.REPOSITORY / "docs" / "decisions.md").read_text(encoding="utf-8")
        rulings = [line for line in page.partition("## Languages")[2].splitlines() if line.startswith("| ")]
        cases = [line.rstrip(" |").rpartition(" | ")[2].split(", ") for line in rulings if line != "| ruling | cases |"]
        self.assertGreater(len(cases), 50)
        self.assertEqual({case for row in cases for case in row} - ids, set())

    def test_the_fixtures_of_appendix_b_give_the_published_bytes(self):
        digests = {test["id"].partition("_")[0]: test.get("expected_sha256") for test in self.tests}
        self.assertEqual((digests["I46"], digests["E22"]), (digests["I01"], digests["E01"]))


if __name__ == "__main__":
    unittest.main()
