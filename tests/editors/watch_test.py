#!/usr/bin/env python3
"""rigy watch: sees changes of documents and imports, once each, and survives broken ones.

    watch_test.py --rigy PATH
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from program import rigy_program  # noqa: E402  (needs the path)

RIGY = None
WHEEL = """version: "0.13"
meshes: [{id: tire, primitives: [{id: ring, type: sphere, dimensions: {radius: 0.3}}]}]
anchors: [{id: hub, translation: [0, 0, 0]}, {id: rim, translation: [1, 0, 0]}, {id: top, translation: [0, 1, 0]}]
"""
CAR = """version: "0.13"
imports: {wheel: {source: wheel.rigy.yaml}}
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
instances: [{id: front, import: wheel, attach3: {from: [hub, rim, top], to: [a, b, c], mode: rigid}}]
"""


class Watch(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        (self.folder / "wheel.rigy.yaml").write_text(WHEEL)
        (self.folder / "car.rigy.yaml").write_text(CAR)
        self.lines = []
        self.changed = threading.Condition()
        self.process = None

    def tearDown(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.reader.join()
            self.process.stdout.close()
        self.temporary.cleanup()

    def start(self, *arguments):
        self.process = subprocess.Popen([RIGY, "watch", *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()
        self.await_runs(1)

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line)
                self.changed.notify_all()

    def runs(self):
        return [line for line in self.lines if line.startswith("watched:")]

    def await_runs(self, count):
        with self.changed:
            self.assertTrue(self.changed.wait_for(lambda: len(self.runs()) >= count, timeout=20), "".join(self.lines))

    def replace(self, name, text):
        """As editors do: a new file takes the place of the old one."""
        (self.folder / "new").write_text(text)
        os.replace(self.folder / "new", self.folder / name)

    def test_a_change_of_an_import_is_seen(self):
        self.start("car.rigy.yaml")
        self.replace("wheel.rigy.yaml", WHEEL.replace("radius: 0.3", "radius: -1"))
        self.await_runs(2)
        self.assertIn("V07", "".join(self.lines))
        self.assertIsNone(self.process.poll())
        self.replace("wheel.rigy.yaml", WHEEL)
        self.await_runs(3)

    def test_only_what_depends_on_the_change_is_done_again(self):
        (self.folder / "other.rigy.yaml").write_text(WHEEL)
        self.start("car.rigy.yaml", "other.rigy.yaml")
        self.replace("other.rigy.yaml", WHEEL + "# a comment\n")
        self.await_runs(2)
        self.assertIn("watched: 1 of 2 documents", self.runs()[1])

    def test_documents_of_a_folder_come_and_go(self):
        self.start(".")
        (self.folder / "new.rigy.yaml").write_text("version: 0.13\nmeshes: []\n")
        self.await_runs(2)
        self.assertIn("watched: 1 of 3 documents", self.runs()[1])
        self.assertIn("P08", "".join(self.lines))
        (self.folder / "parts").mkdir()
        (self.folder / "parts" / "deep.rigy.yaml").write_text(WHEEL)
        self.await_runs(3)
        (self.folder / "new.rigy.yaml").unlink()
        (self.folder / "parts" / "deep.rigy.yaml").rename(self.folder / "parts" / "other.rigy.yaml")
        self.await_runs(4)
        self.replace("car.rigy.yaml", CAR + "# a comment\n")
        self.await_runs(5)
        self.assertIn("watched: 1 of 3 documents", self.runs()[4])

    def test_broken_and_missing_documents_do_not_end_it(self):
        self.start("car.rigy.yaml")
        (self.folder / "car.rigy.yaml").write_bytes(b"\xff\xfe{[")
        self.await_runs(2)
        (self.folder / "car.rigy.yaml").unlink()
        self.await_runs(3)
        self.replace("car.rigy.yaml", CAR)
        self.await_runs(4)
        self.assertIsNone(self.process.poll())

    def save_often(self, pause):
        """Five saves, each with an event that changes nothing; the longest time between two of them."""
        car = self.folder / "car.rigy.yaml"
        times = []
        for i in range(5):
            times.append(time.monotonic())
            car.write_text(CAR + "#" * (i + 1))
            car.chmod(0o644)
            times.append(time.monotonic())
            time.sleep(pause)
        return max(after - before for before, after in zip(times, times[1:]))

    def check_seen_once(self, pause):
        """Only saves within 50 ms count as one: a machine that was busy with something else does not count."""
        self.start("car.rigy.yaml")
        for _ in range(20):
            before = len(self.runs())
            longest = self.save_often(pause)
            self.await_runs(before + 1)
            time.sleep(0.3)
            if longest < 0.05:
                self.assertEqual(len(self.runs()), before + 1, "".join(self.lines))
                return
        self.fail("the machine is too busy to save twice within 50 ms")

    def test_saves_that_follow_each_other_are_seen_once(self):
        self.check_seen_once(0)

    def test_saves_with_pauses_are_seen_once(self):
        self.check_seen_once(0.015)

    def test_the_export_follows(self):
        self.start("car.rigy.yaml", "--export", "car.glb")
        before = (self.folder / "car.glb").read_bytes()
        self.replace("wheel.rigy.yaml", WHEEL.replace("0.3", "oops"))
        self.await_runs(2)
        self.assertEqual((self.folder / "car.glb").read_bytes(), before)
        self.replace("wheel.rigy.yaml", WHEEL.replace("0.3", "0.5"))
        self.await_runs(3)
        self.assertNotEqual((self.folder / "car.glb").read_bytes(), before)

    def test_a_picture_of_a_broken_document_is_the_last_one_with_the_errors(self):
        self.start("car.rigy.yaml", "--render", "car.png")
        if any("built without the renderer" in line for line in self.lines):
            self.skipTest("this program was built without the renderer")
        fine = (self.folder / "car.png").read_bytes()
        self.replace("car.rigy.yaml", "{[")
        self.await_runs(2)
        broken = (self.folder / "car.png").read_bytes()
        self.assertNotEqual(broken, fine)
        self.replace("car.rigy.yaml", "{[ # still\n")
        self.await_runs(3)
        self.replace("car.rigy.yaml", CAR)
        self.await_runs(4)
        self.assertEqual((self.folder / "car.png").read_bytes(), fine)

    def test_usage(self):
        for arguments in (["-"], ["car.rigy.yaml", "wheel.rigy.yaml", "--export", "a.glb"], ["car.rigy.yaml", "--export", "a.png"]):
            done = subprocess.run([RIGY, "watch", *arguments], cwd=self.folder, capture_output=True, check=False, timeout=20)
            self.assertEqual(done.returncode, 2, arguments)


if __name__ == "__main__":
    RIGY = rigy_program(__doc__)
    unittest.main()
