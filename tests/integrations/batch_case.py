"""Many documents in one command, for the tests of it."""

import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import engines

RIGY = str(Path(sys.argv[sys.argv.index("--rigy") + 1]).resolve())
STATE = ".rigy-state.json"


class BatchCase(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="rigy-batch-"))
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)
        self.library = self.work / "library"
        self.out = self.work / "out"

    def compile(self, *options, status=0, inputs="@list.txt"):
        return engines.run(RIGY, "compile", inputs, "--out-dir", self.out, *options, status=status, cwd=self.library)

    def report(self):
        return json.loads((self.work / "report.json").read_text())

    def compiled(self, *options):
        """The documents that a run with --skip-unchanged compiles."""
        self.compile("--skip-unchanged", "--report", self.work / "report.json", *options)
        return {job["input"] for job in self.report()["jobs"] if job["status"] == "compiled"}
