#!/usr/bin/env python3
"""rigy-farm without a cluster: what it removes, what it refuses, and what it says. slurm_test.py runs it on a real one.

    farm_test.py --rigy PROGRAM
"""

import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import engines

RIGY = str(Path(sys.argv[sys.argv.index("--rigy") + 1]).resolve())
FARM = engines.SOURCE / "integrations/slurm/rigy-farm"
# Stands in for sbatch: says what it was asked for, and runs no job.
SBATCH = '#!/bin/sh\necho "$@" >>"$0.calls"\necho 7\n'


class Farm(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="rigy-farm-")).resolve()
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)
        self.library = self.work / "library"
        self.documents = engines.write_library(self.library, 6)
        self.plan = self.work / "plan"
        sbatch = self.work / "bin/sbatch"
        sbatch.parent.mkdir()
        sbatch.write_text(SBATCH)
        sbatch.chmod(0o755)
        self.calls = self.work / "bin/sbatch.calls"

    def farm(self, *arguments, status=0):
        environment = os.environ | {"PATH": f"{self.work / 'bin'}:{os.environ['PATH']}"}
        return engines.run(sys.executable, FARM, *arguments, status=status, cwd=self.library, env=environment)

    def make_plan(self, *more, shards=3, status=0):
        return self.farm("plan", self.plan, "--out-dir", self.work / "out", "--shards", shards, "--rigy", RIGY,
                         "@list.txt", *more, status=status)

    def run_shard(self, shard):
        environment = os.environ | {"SLURM_ARRAY_TASK_ID": str(shard)}
        engines.run("sh", self.plan / "job.sh", env=environment)

    def files(self):
        return {str(path.relative_to(self.plan)) for path in self.plan.rglob("*") if path.is_file()}

    def test_a_new_plan_removes_only_the_old_one(self):
        self.make_plan()
        for shard in range(3):
            self.run_shard(shard)
            (self.plan / f"logs/{shard}.log").write_text("")
        kept = {"shards/notes.list", "reports/summary.json", "logs/slurmctld.log", "logs/old/0.log"}
        (self.plan / "logs/old").mkdir()
        for name in kept:
            (self.plan / name).write_text("kept")
        self.make_plan(shards=2)
        self.assertEqual(self.files(), kept | {"plan.json", "job.sh", "shards/00000.list", "shards/00001.list"})

    def test_a_folder_of_something_else(self):
        for name in ("logs/server.log", "logs/0.log", "reports/2024.json"):
            path = self.plan / name
            path.parent.mkdir(parents=True)
            path.write_text("kept")
            done = self.make_plan(status=1)
            self.assertEqual(done.stderr, f"rigy-farm: '{path}' is in the way and '{self.plan}' has no plan; name a folder of "
                                          "its own\n")
            self.assertEqual(self.files(), {name})
            shutil.rmtree(self.plan)

    def test_files_that_cannot_be_read(self):
        rest = ("--out-dir", self.work / "out", "--shards", 2)
        done = self.farm("plan", self.plan, *rest, "@missing.txt", status=1)
        self.assertEqual(done.stderr, "rigy-farm: cannot read 'missing.txt': No such file or directory\n")
        done = self.make_plan("--sizes", "missing.json", status=1)
        self.assertEqual(done.stderr, "rigy-farm: cannot read 'missing.json': No such file or directory\n")
        (self.library / "binary").write_bytes(b"\xff\xfe")
        done = self.farm("plan", self.plan, *rest, "@binary", status=1)
        self.assertEqual(done.stderr, "rigy-farm: cannot read 'binary': it is not UTF-8 text\n")
        for text in ("{", "[]", '{"jobs": 3}', '{"jobs": [{"input": "a"}]}'):
            (self.library / "sizes.json").write_text(text)
            done = self.make_plan("--sizes", "sizes.json", status=1)
            self.assertEqual(done.stderr, "rigy-farm: 'sizes.json' is not a report of rigy compile\n", text)
        self.assertFalse(self.plan.exists())

    def test_commands_without_a_plan(self):
        for command in ("submit", "collect", "repeat"):
            done = self.farm(command, self.plan, status=1)
            self.assertEqual(done.stderr, f"rigy-farm: '{self.plan}' has no plan; run rigy-farm plan first\n")
        self.assertFalse(self.calls.exists())

    def test_repeat_forgets_the_old_reports(self):
        self.make_plan()
        self.farm("submit", self.plan)
        for shard in (0, 1):
            self.run_shard(shard)
        report = self.plan / "reports/00001.json"
        failed = json.loads(report.read_text())
        failed["jobs"][0]["status"] = "rejected"
        report.write_text(json.dumps(failed))
        self.assertIn("failed shards: 1\nunfinished shards: 2\n", self.farm("collect", self.plan, status=1).stdout)
        self.farm("repeat", self.plan)
        self.assertIn("--array=1,2", self.calls.read_text().splitlines()[1])
        self.assertEqual([path.name for path in (self.plan / "reports").iterdir()], ["00000.json"])
        self.assertIn("\nunfinished shards: 1 2\n", self.farm("collect", self.plan, status=1).stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
