#!/usr/bin/env python3
"""Tests prove.py in a repository of its own, with a ./dev that does as it is told."""

import contextlib
import io
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import prove


class Prove(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "src").mkdir()
        (self.folder / "src/a.cpp").write_text("int a;\n")
        (self.folder / "README.md").write_text("text\n")
        (self.folder / "dev").write_text('#!/bin/sh\necho "$1" >> runs\n[ "$1" != wrong ]\n')
        (self.folder / "dev").chmod(0o755)
        for command in (["init", "-q"], ["add", "-A"],
                        ["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "first"]):
            subprocess.run(["git", *command], cwd=self.folder, check=True)
        self.rows = [prove.Row("one", "a thing", "right", ("src",)), prove.Row("two", "another", "wrong", ("src",))]
        self.record = self.folder / "prove.md"

    def prove(self, again=False):
        with contextlib.redirect_stdout(io.StringIO()):
            return prove.prove(self.rows, again, self.folder / "state.json", self.folder)

    def runs(self):
        return (self.folder / "runs").read_text().split()

    def test_what_passed_is_not_run_again_until_its_files_change(self):
        state, failed = self.prove()
        self.assertEqual((sorted(state), failed), (["one"], ["two"]))
        self.prove()
        self.assertEqual(self.runs(), ["right", "wrong", "wrong"])
        (self.folder / "README.md").write_text("other text\n")
        self.prove()
        self.assertEqual(self.runs().count("right"), 1)
        (self.folder / "src/a.cpp").write_text("int b;\n")
        self.prove()
        self.assertEqual(self.runs().count("right"), 2)
        self.prove(again=True)
        self.assertEqual(self.runs().count("right"), 3)

    def stale(self):
        return [(row.name, why) for row, why in prove.stale_rows(self.rows, self.record, self.folder)]

    def test_a_record_tells_what_is_stale_and_keeps_what_was_not_run(self):
        self.assertEqual(self.stale(), [("one", "never recorded"), ("two", "never recorded")])
        state, _ = self.prove()
        prove.write_record(self.rows, state, self.record)
        self.assertEqual(self.stale(), [("two", "never recorded")])
        (self.folder / "src/a.cpp").write_text("int b;\n")
        self.assertEqual(self.stale()[0], ("one", "its files have changed"))
        before = self.record.read_text()
        prove.write_record(self.rows, {}, self.record)
        self.assertEqual(self.record.read_text(), before)

    def test_a_record_names_commit_and_machine(self):
        (self.folder / "src/a.cpp").write_text("int c;\n")
        state, _ = self.prove()
        self.assertRegex(state["one"]["commit"], r"^[0-9a-f]{7,} and changes$")
        prove.write_record(self.rows, state, self.record)
        self.assertRegex(self.record.read_text(), r"\| passed \| \d+:\d\d \| \d+ [^|]+ \| \d{4}-\d\d-\d\d \|")

    def test_what_changes_its_own_files_is_not_proven(self):
        (self.folder / "dev").write_text("#!/bin/sh\necho 'int d;' > src/a.cpp\n")
        state, failed = self.prove()
        self.assertEqual((sorted(state), failed[0]), (["two"], "one"))

    def test_every_record_has_a_row(self):
        """What a page of records/ says was measured is said by a row, too."""
        page = (prove.REPOSITORY / "records/README.md").read_text(encoding="utf-8")
        written = set(re.findall(r"^\| `[^|]*\| `\./dev (\w+)[^`]*--record` \|", page, re.MULTILINE)) - {"lint", "prove"}
        self.assertGreater(len(written), 7)
        self.assertEqual(written - {row.command.split()[0] for row in prove.ROWS if "--record" in row.command}, set())

    def test_every_row_is_a_command(self):
        commands = (prove.REPOSITORY / "dev").read_text(encoding="utf-8")
        for row in prove.ROWS:
            self.assertIn(f"command_{row.command.split()[0]}()", commands)
            for name in row.depends:
                self.assertTrue((prove.REPOSITORY / name).exists(), name)


if __name__ == "__main__":
    unittest.main()
