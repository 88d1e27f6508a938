#!/usr/bin/env python3
"""--skip-unchanged: what is compiled again, and the state that the folder of outputs keeps.

    batch_state_test.py --rigy PROGRAM
"""

import fcntl
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import unittest
from pathlib import Path

import engines
from batch_case import RIGY, STATE, BatchCase


class State(BatchCase):
    def test_skip_unchanged(self):
        documents = engines.write_library(self.library, 60)
        self.assertEqual(self.compiled(), set(documents))
        times = {path: path.stat().st_mtime_ns for path in self.out.glob("*.glb")}
        self.assertEqual(self.compiled(), set())
        self.assertEqual({path: path.stat().st_mtime_ns for path in times}, times)
        self.assertEqual(self.report()["documents"], {"all": 60, "unchanged": 60})
        # Times do not matter.
        for path in self.library.rglob("*.yaml"):
            os.utime(path)
        self.assertEqual(self.compiled(), set())
        part = engines.popular_part(self.library, documents)
        engines.change(part)
        users = {str(path.relative_to(self.library)) for path in engines.imports_of(self.library, part.name)}
        self.assertEqual(self.compiled(), users)
        self.assertEqual(self.compiled("--winding", "outward"), set(documents))
        self.assertEqual(self.compiled(), set(documents))
        self.assertEqual(engines.digests(self.out), engines.plain_digests(RIGY, self.library, self.work / "plain"))

    def test_damaged_outputs_are_made_again(self):
        documents = engines.write_library(self.library, 10)
        self.compiled()
        expected = engines.digests(self.out)
        outputs = sorted(self.out.glob("*.glb"))
        outputs[0].unlink()
        outputs[1].write_bytes(outputs[1].read_bytes()[:-1])
        bytes_ = bytearray(outputs[2].read_bytes())
        bytes_[len(bytes_) // 2] ^= 1
        outputs[2].write_bytes(bytes_)
        self.assertEqual(self.compiled(), set(documents[:3]))
        self.assertEqual(engines.digests(self.out), expected)

    def test_damaged_state(self):
        documents = engines.write_library(self.library, 10)
        self.compiled()
        state = self.out / STATE
        text = state.read_text()
        for damaged in ("", "{", "[]", '{"state_version": 1, "outputs": {}}', '{"state_version": 2, "outputs": 3}',
                        text[: len(text) // 2], '{"state_version": 2, "outputs": {"asset_000000.glb": {"digest": "x"}}}'):
            state.write_text(damaged)
            self.assertEqual(self.compiled(), set(documents), damaged)
            self.assertEqual(state.read_text(), text)
        state.unlink()
        state.mkdir()
        done = self.compile("--skip-unchanged", status=3)
        self.assertIn(f"rigy: cannot write '{state}': Is a directory\n", done.stderr)

    def test_rejected_documents_are_tried_again(self):
        documents = engines.write_library(self.library, 10)
        broken = self.library / documents[4]
        sound = broken.read_text()
        broken.write_text(sound.replace("type:", "tipe:", 1))
        for _ in range(2):
            done = self.compile("--skip-unchanged", status=1)
            self.assertIn("error[", done.stderr)
        self.assertTrue(done.stderr.endswith("10 files: 0 compiled, 9 unchanged, 1 rejected\n"), done.stderr)
        broken.write_text(sound)
        self.assertEqual(self.compiled(), {documents[4]})

    def test_other_documents_of_the_folder_are_kept(self):
        documents = engines.write_library(self.library, 10)
        self.compiled()
        (self.library / "list.txt").write_text(documents[0] + "\n")
        self.assertEqual(self.compiled(), set())
        (self.library / "list.txt").write_text("\n".join(documents) + "\n")
        self.assertEqual(self.compiled(), set())

    def test_runs_at_the_same_time(self):
        engines.write_large_library(self.library, 40)
        documents = (self.library / "list.txt").read_text().split()
        runs = []
        for i in range(4):
            (self.library / f"list_{i}.txt").write_text("".join(f"{name}\n" for name in documents[i::4]))
            runs.append(subprocess.Popen([RIGY, "compile", f"@list_{i}.txt", "--out-dir", self.out, "--skip-unchanged", "--jobs", "1"],
                                         cwd=self.library, stderr=subprocess.DEVNULL))
        self.assertEqual([run.wait() for run in runs], [0] * 4)
        self.assertEqual(self.compiled(), set())
        self.assertEqual(sorted(path.name for path in self.out.iterdir() if path.suffix != ".glb"), [STATE])

    def test_another_program(self):
        documents = engines.write_library(self.library, 10)
        self.compiled()
        program = bytearray(Path(RIGY).read_bytes())
        note = struct.pack("<III", 4, 20, 3) + b"GNU\0"  # the linker's SHA-1 of the program
        if note in program:
            program[program.index(note) + len(note)] ^= 1
        else:
            program.append(0)
        other = self.work / "rigy"
        for contents, state in ((Path(RIGY).read_bytes(), "0 compiled, 10 unchanged"), (program, "10 compiled")):
            other.write_bytes(contents)
            other.chmod(0o755)
            done = engines.run(other, "compile", "@list.txt", "--out-dir", self.out, "--skip-unchanged", cwd=self.library)
            self.assertEqual(done.stderr, f"{len(documents)} files: {state}\n")

    def unprivileged(self):
        """Options for subprocess: root may write everything."""
        if os.geteuid() != 0:
            return {}
        self.work.chmod(0o755)
        return {"user": 65534, "group": 65534, "extra_groups": []}

    def test_a_folder_that_cannot_be_written(self):
        engines.write_library(self.library, 10)
        self.compiled()
        program = shutil.copy(RIGY, self.work / "rigy")
        state = (self.out / STATE).stat()
        self.out.chmod(0o555)
        self.addCleanup(self.out.chmod, 0o755)
        done = subprocess.run([program, "compile", "@list.txt", "--out-dir", self.out, "--skip-unchanged"], cwd=self.library,
                              capture_output=True, text=True, **self.unprivileged())
        self.assertEqual((done.returncode, done.stderr), (0, "10 files: 0 compiled, 10 unchanged\n"))
        self.assertEqual((self.out / STATE).stat().st_ino, state.st_ino)

    def test_waits_for_another_run(self):
        """Also if the state can only be read."""
        documents = engines.write_library(self.library, 10)
        self.compiled()
        program = shutil.copy(RIGY, self.work / "rigy")
        self.out.chmod(0o777)
        (self.out / STATE).chmod(0o444)
        (self.library / documents[0]).write_text('version: "0.6"\n')
        with open(self.out / STATE) as state:
            fcntl.flock(state, fcntl.LOCK_EX)
            run = subprocess.Popen([program, "compile", "@list.txt", "--out-dir", self.out, "--skip-unchanged"], cwd=self.library,
                                   stderr=subprocess.PIPE, text=True, **self.unprivileged())
            self.assertEqual(run.stderr.readline(), f"rigy: waiting for another run that uses '{self.out}'\n")
            self.assertIsNone(run.poll())
        self.assertEqual(run.communicate()[1], "10 files: 1 compiled, 9 unchanged\n")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(self.compiled(), set())

    def test_outputs_that_are_gone_are_forgotten(self):
        documents = engines.write_library(self.library, 10)
        self.compiled()
        (self.out / "asset_000003.glb").unlink()
        (self.library / documents[3]).unlink()
        (self.library / "list.txt").write_text("\n".join(documents[:2]) + "\n")
        self.assertEqual(self.compiled(), set())
        names = set(json.loads((self.out / STATE).read_text())["outputs"])
        self.assertEqual(names, {f"asset_{i:06}.glb" for i in range(10) if i != 3})

    def test_links_that_lead_elsewhere(self):
        """The old target is read under its own name too, and the new one holds the same text: only its imports differ."""
        bolt = 'version: "0.6"\nmeshes:\n  - {{id: m, primitives: [{{id: p, type: box, dimensions: {{x: {}, y: 1, z: 1}}}}]}}\n'
        wheel = 'version: "0.6"\nimports:\n  bolt: {source: bolt.rigy.yaml}\n'
        for folder, size in (("a", 1), ("b", 2)):
            (self.library / folder / "in").mkdir(parents=True)
            (self.library / folder / "bolt.rigy.yaml").write_text(bolt.format(size))
            (self.library / folder / "wheel.rigy.yaml").write_text(wheel)
        (self.library / "list.txt").write_text("car.rigy.yaml\n")
        cases = {"link.rigy.yaml": ("link.rigy.yaml", "a/wheel.rigy.yaml", "b/wheel.rigy.yaml"),  # a link to a file
                 "folder/wheel.rigy.yaml": ("folder", "a", "b"),  # through a folder
                 "folder/../wheel.rigy.yaml": ("folder", "a/in", "b/in")}  # a folder that is left again
        for name, (link, old, new) in cases.items():
            with self.subTest(name):
                shutil.rmtree(self.out, ignore_errors=True)
                (self.library / "car.rigy.yaml").write_text(
                    f'version: "0.6"\nimports:\n  old: {{source: a/wheel.rigy.yaml}}\n  new: {{source: {name}}}\n')
                (self.library / link).symlink_to(old)
                self.assertEqual(self.compiled(), {"car.rigy.yaml"})
                self.assertEqual(self.compiled(), set())
                (self.library / link).unlink()
                (self.library / link).symlink_to(new)
                self.assertEqual(self.compiled(), {"car.rigy.yaml"})
                self.assertEqual(engines.digests(self.out), engines.plain_digests(RIGY, self.library, self.work / "plain"))
                self.assertEqual(self.compiled(), set())
                (self.library / link).unlink()

    def test_killed_in_the_middle(self):
        engines.write_large_library(self.library, 40)
        run = subprocess.Popen([RIGY, "compile", "@list.txt", "--out-dir", self.out, "--skip-unchanged", "--jobs", "1"],
                               cwd=self.library, stderr=subprocess.DEVNULL)
        # It is empty from when it is locked until it is written.
        while run.poll() is None and not ((self.out / STATE).exists() and (self.out / STATE).stat().st_size):
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
        run.wait()
        self.assertTrue((self.out / STATE).exists())
        self.assertLess(len(self.compiled()), 40)
        self.assertEqual(engines.digests(self.out), engines.plain_digests(RIGY, self.library, self.work / "plain"))

    def test_root_is_part_of_the_state(self):
        documents = engines.write_library(self.library, 10)
        (self.library / "list.txt").write_text("".join(f"{self.library / document}\n" for document in documents))
        command = [RIGY, "compile", f"@{self.library / 'list.txt'}", "--out-dir", self.out, "--skip-unchanged"]
        engines.run(*command, cwd=self.library)
        # From there, imports of ../../parts are outside the root.
        done = engines.run(*command, status=1, cwd=self.library / "assets")
        self.assertIn("it is outside the root directory", done.stderr)
        self.assertNotIn("unchanged", done.stderr)
        engines.run(*command, "--root", self.library, cwd=self.library)
        done = engines.run(*command, "--root", self.library, cwd=self.library / "assets")
        self.assertEqual(done.stderr, "10 files: 0 compiled, 10 unchanged\n")
        (self.work / "root").symlink_to(self.library)
        engines.run(*command, "--root", self.work / "root", cwd=self.library)
        (self.work / "root").unlink()
        (self.work / "root").symlink_to(self.library / "assets")
        done = engines.run(*command, "--root", self.work / "root", status=1, cwd=self.library)
        self.assertIn("it is outside the root directory", done.stderr)

    def test_names_lead_to_the_files_that_were_read(self):
        documents = engines.write_library(self.library, 10)
        user = next(document for document in documents if "import_0" in (self.library / document).read_text())
        part = re.search(r"parts/(\S+),", (self.library / user).read_text())[1]
        (self.library / "entry.rigy.yaml").symlink_to(user)
        (self.library / "list.txt").write_text("entry.rigy.yaml\n")
        self.assertEqual(self.compiled("--depfile", self.work / "all.d"), {"entry.rigy.yaml"})
        names = [line.strip(" \\") for line in (self.work / "all.d").read_text().splitlines()[1:]]
        self.assertIn(str(self.library.resolve() / "parts" / part), names)
        for name in names:
            self.assertTrue((self.library / name).is_file(), name)
        self.assertEqual(self.compiled(), set())
        engines.change(self.library / "parts" / part)
        self.assertEqual(self.compiled(), {"entry.rigy.yaml"})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
