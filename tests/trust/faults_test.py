#!/usr/bin/env python3
"""What may go wrong around the program: outputs are replaced whole or not at all, nothing is left behind.

    faults_test.py --rigy PROGRAM
"""

import argparse
import hashlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

RIGY = None
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
OLD = b"the output of yesterday"
NOBODY = 65534


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Faults(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="rigy-faults-")
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.folder.chmod(0o755)
        shutil.copy(EXAMPLES / "humanoid.rigy.yaml", self.folder / "a.rigy.yaml")
        done = self.rigy("a.rigy.yaml", "-o", "good.glb")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.good = (self.folder / "good.glb").read_bytes()

    def rigy(self, *arguments, **options):
        options = {"stdout": subprocess.PIPE, **options}
        return subprocess.run([RIGY, "compile", *arguments], cwd=self.folder, stderr=subprocess.PIPE, timeout=120,
                              check=False, **options)

    def expect_failure(self, done, message):
        self.assertEqual((done.returncode, done.stderr.decode()), (3, f"rigy: {message}\n"))
        self.expect_no_stray_files()

    def expect_no_stray_files(self):
        self.assertEqual([path.name for path in self.folder.rglob(".rigy-*")], [])

    def expect_old(self, path):
        self.assertEqual((self.folder / path).read_bytes(), OLD)

    def test_output_folder_is_missing(self):
        self.expect_failure(self.rigy("a.rigy.yaml", "-o", "no/out.glb"),
                            "cannot write 'no/out.glb': No such file or directory")
        self.assertFalse((self.folder / "no").exists())

    def test_output_folder_is_a_file(self):
        self.expect_failure(self.rigy("a.rigy.yaml", "-o", "a.rigy.yaml/out.glb"),
                            "cannot write 'a.rigy.yaml/out.glb': Not a directory")

    def test_output_folder_is_read_only(self):
        locked = self.folder / "locked"
        locked.mkdir()
        (locked / "out.glb").write_bytes(OLD)
        locked.chmod(0o555)
        self.addCleanup(locked.chmod, 0o755)
        # Nothing is read-only for root.
        someone = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
        self.expect_failure(self.rigy("a.rigy.yaml", "-o", "locked/out.glb", **someone),
                            "cannot write 'locked/out.glb': Permission denied")
        self.expect_old("locked/out.glb")

    def test_input_may_not_be_read(self):
        (self.folder / "a.rigy.yaml").chmod(0)
        someone = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
        done = self.rigy("a.rigy.yaml", "-o", "-", **someone)
        self.assertEqual((done.returncode, done.stderr.decode()), (
            3, "a.rigy.yaml: error[X25]: cannot read the document: it cannot be read\n1 error  (ParseError)\n"))

    def test_output_is_a_folder(self):
        (self.folder / "out.glb").mkdir()
        self.expect_failure(self.rigy("a.rigy.yaml", "-o", "out.glb"), "cannot write 'out.glb': Is a directory")

    def test_files_may_not_grow_so_large(self):
        (self.folder / "out.glb").write_bytes(OLD)

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        self.expect_failure(self.rigy("a.rigy.yaml", "-o", "out.glb", preexec_fn=limit),
                            "cannot write 'out.glb': File too large")
        self.expect_old("out.glb")

    def test_disk_is_full(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True,
                                 check=False)
        if mounted.returncode != 0:
            print("SKIPPED: test_disk_is_full: a small file system cannot be mounted here", file=sys.stderr)
            self.skipTest("needs to mount")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        (disk / "out.glb").write_bytes(OLD)
        self.expect_failure(self.rigy("a.rigy.yaml", "-o", "disk/out.glb"),
                            "cannot write 'disk/out.glb': No space left on device")
        self.expect_old("disk/out.glb")

    def test_standard_output_is_full_or_closed(self):
        with open("/dev/full", "wb") as full:
            self.expect_failure(self.rigy("a.rigy.yaml", "-o", "-", stdout=full),
                                "cannot write to standard output: No space left on device")
        for options in (["-o", "-"], ["-o", "out.glb", "--diagnostics", "json"]):
            self.expect_failure(self.rigy("a.rigy.yaml", *options, preexec_fn=lambda: os.close(1)),
                                "cannot write to standard output: Bad file descriptor")

    def test_nobody_reads_standard_output(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = self.rigy("a.rigy.yaml", "-o", "-", stdout=writing)
        os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""))

    def test_standard_error_is_closed(self):
        done = subprocess.run([RIGY, "compile", "none.rigy.yaml"], cwd=self.folder, check=False, timeout=60,
                              preexec_fn=lambda: os.close(2))
        self.assertEqual(done.returncode, 3)

    def test_one_input_vanishes_from_a_batch(self):
        names = [f"{i}.rigy.yaml" for i in range(20)]
        for name in names:
            shutil.copy(self.folder / "a.rigy.yaml", self.folder / name)
        (self.folder / "list.txt").write_text("\n".join(names))
        (self.folder / "7.rigy.yaml").unlink()
        (self.folder / "out").mkdir()
        (self.folder / "out" / "7.glb").write_bytes(OLD)
        done = self.rigy("@list.txt", "--out-dir", "out")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"7.rigy.yaml: error[X25]: cannot read the document: there is no such file\n", done.stderr)
        self.expect_old("out/7.glb")
        for name in names:
            if name != "7.rigy.yaml":
                self.assertEqual((self.folder / "out" / name.replace(".rigy.yaml", ".glb")).read_bytes(), self.good)

    def test_input_changes_while_it_is_read(self):
        text = (self.folder / "a.rigy.yaml").read_text()
        other = text + "\n" + "# padding\n" * 50_000
        done = threading.Event()

        def change():
            while not done.is_set():
                (self.folder / "a.rigy.yaml").write_text(other)
                os.truncate(self.folder / "a.rigy.yaml", len(text))
                (self.folder / "a.rigy.yaml").unlink()
                (self.folder / "a.rigy.yaml").write_text(text)
        worker = threading.Thread(target=change)
        worker.start()
        try:
            seen = self.compile_until({0, 1, 3}, runs=3000)
        finally:
            done.set()
            worker.join()
        # Compiled, cut off in the middle, not there: only so is it shown that changes were met.
        self.assertEqual(seen, {0, 1, 3})
        self.expect_no_stray_files()

    def compile_until(self, wanted, runs):
        """The exit codes of some runs; an output is the right one, or the old one stays."""
        seen = set()
        for _ in range(runs):
            (self.folder / "out.glb").write_bytes(OLD)
            code = self.rigy("a.rigy.yaml", "-o", "out.glb").returncode
            self.assertIn(code, wanted)
            self.assertEqual((self.folder / "out.glb").read_bytes(), self.good if code == 0 else OLD)
            seen.add(code)
            if seen == wanted:
                break
        return seen

    def interrupt_batch(self, number):
        names = [f"{i}.rigy.yaml" for i in range(3000)]
        for name in names:
            os.link(self.folder / "a.rigy.yaml", self.folder / name)
        (self.folder / "list.txt").write_text("\n".join(names))
        out = self.folder / "out"
        out.mkdir()
        run = subprocess.Popen([RIGY, "compile", "@list.txt", "--out-dir", "out", "-j", "2"], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while len(list(out.glob("*.glb"))) < 20 and time.monotonic() < deadline:
            time.sleep(0.001)
        run.send_signal(number)
        run.communicate(timeout=60)
        written = list(out.iterdir())
        self.assertEqual(run.returncode, -number)
        self.assertGreaterEqual(len(written), 20)
        self.assertLess(len(written), len(names), "the signal came too late to test anything")
        return written

    def test_a_signal_during_a_batch(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number.name):
                for path in self.interrupt_batch(number):
                    self.assertEqual((path.suffix, digest(path.read_bytes())), (".glb", digest(self.good)), path.name)
                self.expect_no_stray_files()
                shutil.rmtree(self.folder / "out")
                for path in self.folder.glob("[0-9]*.rigy.yaml"):
                    path.unlink()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    arguments, rest = parser.parse_known_args()
    RIGY = os.path.abspath(arguments.rigy)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    unittest.main(argv=[sys.argv[0], *rest])
