#!/usr/bin/env python3
"""rigy-farm on a real Slurm cluster with two nodes: outputs are those of a plain run; failed shards are listed and can be
repeated alone; a node that dies in the middle loses nothing and leaves no half-written file.

    slurm_test.py --rigy PROGRAM
"""

import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import engines
import slurm_engine

engines.require("slurmctld", "slurmd", "munged")
if os.geteuid() != 0:
    print("NOT RUN: a Slurm cluster on this machine needs root", file=sys.stderr)
    sys.exit(77)
RIGY = str(Path(sys.argv[sys.argv.index("--rigy") + 1]).resolve())
FARM = engines.SOURCE / "integrations/slurm/rigy-farm"
COUNT = 60


class Farm(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="rigy-slurm-"))
        self.work.chmod(0o755)  # munged runs as another user
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)
        self.cluster = slurm_engine.Cluster(self.work / "cluster")
        self.addCleanup(self.cluster.close)
        self.library = self.work / "library"
        self.out = self.work / "out"
        self.plan = self.work / "plan"

    def farm(self, *arguments, status=0):
        return engines.run(sys.executable, FARM, *arguments, status=status, cwd=self.library,
                           env=self.cluster.environment).stdout

    def check_outputs(self):
        expected = engines.plain_digests(RIGY, self.library, self.work / "plain")
        self.assertEqual(engines.digests(self.out), expected)
        self.assertEqual([path.name for path in self.out.iterdir() if path.suffix != ".glb"], [])

    def test_shards_and_failures(self):
        documents = engines.write_library(self.library, COUNT)
        broken = self.library / documents[7]
        sound = broken.read_text()
        broken.write_text(sound.replace("type: box", "type: bx", 1))
        text = self.farm("plan", self.plan, "--out-dir", self.out, "--shards", 4, "--rigy", RIGY, "@list.txt")
        self.assertRegex(text, r"^60 documents in 4 shards; the largest has 1\.\d\d of the mean\n$")
        lists = [path.read_text().split() for path in sorted((self.plan / "shards").iterdir())]
        self.assertEqual(sorted(sum(lists, [])), sorted(documents))
        self.farm("submit", self.plan, "--wait")
        text = self.farm("collect", self.plan, status=1)
        failed = next(i for i, one in enumerate(lists) if documents[7] in one)
        self.assertIn("4 shards, 60 documents: 59 compiled, 1 rejected", text)
        self.assertIn(f"  rejected: {documents[7]} (shard {failed})\nfailed shards: {failed}\n", text)
        log = (self.plan / f"logs/{failed}.log").read_text()
        self.assertIn("error[", log)
        self.assertEqual(len(engines.digests(self.out)), COUNT - 1)
        # Only the shard that failed runs again.
        broken.write_text(sound)
        others = {path: path.stat().st_mtime_ns for path in (self.plan / "reports").iterdir()
                  if path.name != f"{failed:05}.json"}
        self.farm("repeat", self.plan, "--wait")
        self.assertIn("60 compiled", self.farm("collect", self.plan))
        self.assertEqual({path: path.stat().st_mtime_ns for path in others}, others)
        self.assertEqual(self.farm("repeat", self.plan), "nothing to repeat\n")
        self.assertEqual(json.loads((self.plan / "summary.json").read_text())["failed_shards"], [])
        nodes = {line.split("=")[1] for line in self.cluster.command("scontrol", "show", "job").stdout.split()
                 if line.startswith("BatchHost=")}
        self.assertEqual(nodes, {"node1", "node2"})
        self.check_outputs()

    def test_same_name_twice(self):
        self.library.mkdir()
        text = self.farm_error("plan", self.plan, "--out-dir", self.out, "--shards", 2, "a/arm.rigy.yaml", "b/arm.rigy.yaml")
        self.assertEqual(text, "rigy-farm: 'a/arm.rigy.yaml' and 'b/arm.rigy.yaml' would both be written to 'arm.glb'\n")

    def farm_error(self, *arguments):
        return engines.run(sys.executable, FARM, *arguments, status=1, cwd=self.library,
                           env=self.cluster.environment).stderr

    def test_a_node_dies(self):
        engines.write_large_library(self.library, 40)
        self.farm("plan", self.plan, "--out-dir", self.out, "--shards", 2, "--rigy", RIGY, "@list.txt")
        self.farm("submit", self.plan)
        # In the middle: both shards have written something, and neither is finished.
        lists = [path.read_text().split() for path in sorted((self.plan / "shards").iterdir())]
        begun = lambda shard: any((self.out / Path(one).name.replace(".rigy.yaml", ".glb")).exists() for one in shard)
        self.cluster.wait(lambda: all(map(begun, lists)), "outputs", 240)
        self.cluster.kill_node("node2")
        self.assertLess(len(list((self.plan / "reports").iterdir())), 2, "the shards were too quick to be killed")
        expected = engines.plain_digests(RIGY, self.library, self.work / "plain")
        for name, digest in engines.digests(self.out).items():
            self.assertEqual(digest, expected[name], f"{name} is half-written")
        # The controller notices, and gives the shard to the other node.
        self.cluster.wait(lambda: len(list((self.plan / "reports").iterdir())) == 2, "the other node", 300)
        self.farm("collect", self.plan)
        self.check_outputs()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
