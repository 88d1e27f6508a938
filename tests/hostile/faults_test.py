#!/usr/bin/env python3
"""Faults around the program: outputs are replaced completely or not at all, and no stray file remains.

    faults_test.py --rigy PROGRAM
"""

import argparse
import contextlib
import fcntl
import hashlib
import itertools
import os
import re
import resource
import shutil
import signal
import stat
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
# A user without the rights of root.
SOMEONE = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
FORBIDDEN = re.compile("not permitted|denied|No space left on device")  # the last: no more name spaces
PIECE = 4096
ANCHORS = "[{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]"
CAPSULE_VERTICES = 858


def digest(data):
    return hashlib.sha256(data).hexdigest()


def chain_of_bones(name):
    """A document that is wrong when it ends early, and when one part is of chain A and another of chain B."""
    width = {"A": 1, "B": 2}[name]
    bones = [f"{{id: {name}0, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}},"]
    for i in range(1, 1500):
        bones.append(f"{{id: {name}{i}, parent: {name}{i - 1}, head: [0, {i}, 0], tail: [0, {i + 1}, 0]}},")
    return "\n".join([
        '{version: "0.6",',
        f"anchors: {ANCHORS},",
        f"meshes: [{{id: {name}, primitives: [{{id: core, type: box, dimensions: {{x: {width}, y: 2, z: 3}}}}]}}],",
        "armatures: [{id: rig, bones: [",
        *bones,
        "]}],",
        f"bindings: [{{mesh_id: {name}, armature_id: rig,",
        f"  weights: [{{primitive_id: core, bones: [{{bone_id: {name}9, weight: 1}}]}}]}}]}}\n",
    ]).encode()


def weights_of(vertices, bone):
    """A weight file that is wrong when it ends early, and when one part has the vertices in another order."""
    lines = [f'{{"vertex": {vertex}, "bones": [{{"bone_id": "{bone}", "weight": 1}}]}}' for vertex in vertices]
    return "\n".join([
        f'{{"primitive_id": "limb", "vertex_count": {CAPSULE_VERTICES}, "influences": [',
        ",\n".join(f"{line:100}" for line in lines),
        "]}\n",
    ]).encode()


def rewrite_in_pieces(path, versions, stop):
    """Writes over the old contents, and sometimes truncates the file first."""
    for number, version in enumerate(itertools.cycle(versions)):
        if stop.is_set():
            break
        if number % 3 == 0:
            os.truncate(path, 0)
        with open(path, "r+b", buffering=0) as file:
            for start in range(0, len(version), PIECE):
                file.write(version[start:start + PIECE])
                time.sleep(0.0005)
        time.sleep(0.02)


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
        stray = list(self.folder.rglob(".rigy-*"))
        for path in stray:
            path.unlink()
        self.assertEqual([path.name for path in stray], [])

    def expect_old(self, path):
        self.assertEqual((self.folder / path).read_bytes(), OLD)

    def run_command(self, *arguments, **options):
        return subprocess.run([RIGY, *arguments], cwd=self.folder, capture_output="stdout" not in options, timeout=120,
                              check=False, **options)

    def test_output_folder_is_missing(self):
        for command, name in (("compile", "new/deep/out.glb"), ("export", "new/deep/out.obj"), ("render", "new/deep/out.png")):
            done = self.run_command(command, "a.rigy.yaml", "-o", name)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertTrue((self.folder / name).is_file())
            shutil.rmtree(self.folder / "new")

    def test_a_folder_stays_only_if_something_is_in_it(self):
        (self.folder / "wrong.rigy.yaml").write_text("version: 7\n")
        (self.folder / "there").mkdir()

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        for command in (["compile", "a.rigy.yaml", "-o", "new/deep/out.glb"],
                        ["export", "a.rigy.yaml", "a.rigy.yaml", "--out-dir", "new/deep"],
                        ["export", "a.rigy.yaml", "--out-dir", "new/deep"],
                        ["export", "a.rigy.yaml", "-o", "new/out.gltf"],
                        ["init", "new/deep/room", "--template", "scene"],
                        ["compile", "a.rigy.yaml", "--out-dir", "there"]):
            done = self.run_command(*command, preexec_fn=limit)
            self.assertIn(done.returncode, (2, 3), command)
            self.assertFalse((self.folder / "new").exists(), command)
        done = self.run_command("compile", "wrong.rigy.yaml", "--out-dir", "new")
        self.assertEqual((done.returncode, (self.folder / "new").exists()), (1, False))
        self.assertEqual(list((self.folder / "there").iterdir()), [])

    def test_read_only_files_are_not_replaced(self):
        for command, name in ((["compile", "a.rigy.yaml", "-o", "out.glb"], "out.glb"),
                              (["export", "a.rigy.yaml", "-o", "out.gltf"], "out.bin"),
                              (["render", "a.rigy.yaml", "-o", "out.png"], "out.png")):
            (self.folder / name).write_bytes(OLD)
            (self.folder / name).chmod(0o444)
            self.expect_failure(self.run_command(*command), f"cannot write '{name}': Permission denied")
            self.expect_old(name)
        self.assertFalse((self.folder / "out.gltf").exists())
        document = self.folder / "a.rigy.yaml"
        before = document.read_bytes()
        document.chmod(0o444)
        self.expect_failure(self.run_command("pose", "a.rigy.yaml", "--turn", "spine:x:10deg", "--write"),
                            "cannot write 'a.rigy.yaml': Permission denied")
        self.assertEqual(document.read_bytes(), before)

    def test_output_folder_is_a_file(self):
        self.expect_failure(self.rigy("a.rigy.yaml", "-o", "a.rigy.yaml/out.glb"),
                            "cannot write 'a.rigy.yaml/out.glb': Not a directory")

    def test_output_folder_is_read_only(self):
        locked = self.folder / "locked"
        locked.mkdir()
        (locked / "out.glb").write_bytes(OLD)
        locked.chmod(0o555)
        self.addCleanup(locked.chmod, 0o755)
        self.expect_failure(self.rigy("a.rigy.yaml", "-o", "locked/out.glb", **SOMEONE),
                            "cannot write 'locked/out.glb': Permission denied")
        self.expect_old("locked/out.glb")

    def test_input_may_not_be_read(self):
        (self.folder / "a.rigy.yaml").chmod(0)
        done = self.rigy("a.rigy.yaml", "-o", "-", **SOMEONE)
        self.assertEqual((done.returncode, done.stderr.decode()), (
            3, "a.rigy.yaml: error[X25]: cannot read the document: it cannot be read\n1 error  (InputError)\n"))

    def test_output_is_a_folder(self):
        (self.folder / "out.glb").mkdir()
        self.expect_failure(self.rigy("a.rigy.yaml", "-o", "out.glb"), "cannot write 'out.glb': Is a directory")

    def test_a_file_that_is_replaced_keeps_its_mode(self):
        for mode in (0o600, 0o640, 0o777):
            (self.folder / "out.glb").write_bytes(OLD)
            (self.folder / "out.glb").chmod(mode)
            self.assertEqual(self.rigy("a.rigy.yaml", "-o", "out.glb").returncode, 0)
            self.assertEqual((self.folder / "out.glb").read_bytes(), self.good)
            self.assertEqual(oct((self.folder / "out.glb").stat().st_mode), oct(stat.S_IFREG | mode))
            (self.folder / "out.glb").unlink()
        for umask in (0o022, 0o077):
            self.assertEqual(self.rigy("a.rigy.yaml", "-o", "new.glb", umask=umask).returncode, 0)
            self.assertEqual(oct((self.folder / "new.glb").stat().st_mode), oct(stat.S_IFREG | 0o666 & ~umask))
            (self.folder / "new.glb").unlink()

    def test_output_is_a_link(self):
        (self.folder / "far").mkdir()
        (self.folder / "far" / "second.glb").symlink_to("third.glb")
        (self.folder / "first.glb").symlink_to("far/second.glb")
        for _ in range(2):  # the file is made, then replaced
            self.assertEqual(self.rigy("a.rigy.yaml", "-o", "first.glb").returncode, 0)
            self.assertEqual((os.readlink(self.folder / "first.glb"), os.readlink(self.folder / "far" / "second.glb")),
                             ("far/second.glb", "third.glb"))
            self.assertEqual((self.folder / "far" / "third.glb").read_bytes(), self.good)
        for target, message in (("none/out.glb", "No such file or directory"),
                                ("wrong.glb", "Too many levels of symbolic links")):
            (self.folder / "wrong.glb").symlink_to(target)
            self.expect_failure(self.rigy("a.rigy.yaml", "-o", "wrong.glb"), f"cannot write 'wrong.glb': {message}")
            self.assertEqual(os.readlink(self.folder / "wrong.glb"), target)
            (self.folder / "wrong.glb").unlink()

    def test_depfile_is_the_output_under_another_name(self):
        (self.folder / "link.d").symlink_to("out.glb")
        (self.folder / "here").symlink_to(".")
        for name in ("link.d", "here/out.glb", "here/link.d", "hard.d"):  # the first without an output
            done = self.rigy("a.rigy.yaml", "-o", "out.glb", "--depfile", name)
            self.assertEqual((done.returncode, done.stderr.decode()),
                             (2, f"rigy: --depfile: '{name}' is also an output and would be overwritten\n"))
            if name == "link.d":
                self.assertFalse((self.folder / "out.glb").exists())
                (self.folder / "out.glb").write_bytes(OLD)
                os.link(self.folder / "out.glb", self.folder / "hard.d")
            self.expect_old("out.glb")

    def test_files_may_not_grow_so_large(self):
        self.make_large_document()
        for document, size in (("a.rigy.yaml", 1000), ("large.rigy.yaml", 1000), ("large.rigy.yaml", 10_000_001)):
            (self.folder / "out.glb").write_bytes(OLD)

            def limit(size=size):
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            self.expect_failure(self.rigy(document, "-o", "out.glb", preexec_fn=limit),
                                "cannot write 'out.glb': File too large")
            self.expect_old("out.glb")

    def make_large_document(self):
        """A document whose output is written while it is made; returns the output."""
        capsules = "".join(f"      - {{id: p{i}, type: capsule, dimensions: {{radius: 1, height: {i + 1}}}}}\n" for i in range(400))
        (self.folder / "large.rigy.yaml").write_text(f'version: "0.6"\nmeshes:\n  - id: m\n    primitives:\n{capsules}')
        self.assertEqual(self.rigy("large.rigy.yaml", "-o", "large.glb").returncode, 0)
        large = (self.folder / "large.glb").read_bytes()
        self.assertGreater(len(large), 12_000_000)
        return large

    def test_an_output_that_is_written_while_it_is_made(self):
        large = self.make_large_document()
        manifest = self.rigy("large.rigy.yaml", "-o", "whole.glb", "--emit-manifest", "manifest.json")  # made in memory
        self.assertEqual(manifest.returncode, 0)
        self.assertEqual(digest((self.folder / "whole.glb").read_bytes()), digest(large))
        for threads in ("1", "2", "7"):
            self.assertEqual(digest(self.rigy("large.rigy.yaml", "-o", "-", "-j", threads).stdout), digest(large))
            self.assertEqual(self.rigy("large.rigy.yaml", "-o", "out.glb", "-j", threads).returncode, 0)
            self.assertEqual(digest((self.folder / "out.glb").read_bytes()), digest(large))
        with open("/dev/full", "wb") as full:
            self.expect_failure(self.rigy("large.rigy.yaml", "-o", "-", stdout=full),
                                "cannot write to standard output: No space left on device")
        self.expect_failure(self.rigy("large.rigy.yaml", "-o", "/dev/full"), "cannot write '/dev/full': No space left on device")
        # A pipe that is not read any more.
        run = subprocess.Popen([RIGY, "compile", "large.rigy.yaml", "-o", "-"], cwd=self.folder, stdout=subprocess.PIPE)
        self.assertEqual(run.stdout.read(100_000), large[:100_000])
        run.stdout.close()
        self.assertEqual(run.wait(timeout=60), -signal.SIGPIPE)

    def test_an_export_that_is_written_while_it_is_made(self):
        self.make_large_document()
        for extension, files in (("glb", ["glb"]), ("gltf", ["gltf", "bin"]), ("fbx", ["fbx"]), ("obj", ["obj"]), ("stl", ["stl"])):
            name = f"large.{extension}"
            self.assertEqual(self.run_command("export", "large.rigy.yaml", "-o", name, "-j", "1").returncode, 0)
            whole = [digest((self.folder / f"large.{file}").read_bytes()) for file in files]
            self.assertGreater(max((self.folder / f"large.{file}").stat().st_size for file in files), 5_000_000)
            for size in (1000, 4_000_001):
                for file in files:
                    (self.folder / f"out.{file}").write_bytes(OLD)

                def limit(size=size):
                    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
                done = self.run_command("export", "large.rigy.yaml", "-o", f"out.{extension}", preexec_fn=limit)
                self.assertEqual(done.returncode, 3)
                self.assertRegex(done.stderr.decode(), r"^rigy: cannot write 'out\.\w+': File too large\n$")
                self.expect_no_stray_files()
                for file in files:
                    self.expect_old(f"out.{file}")
            for threads in ("2", "7"):
                done = self.run_command("export", "large.rigy.yaml", "-o", f"out.{extension}", "-j", threads)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                if extension not in ("gltf", "obj"):
                    piped = self.run_command("export", "large.rigy.yaml", "--format", extension, "-o", "-", "-j", threads)
                    self.assertEqual(digest(piped.stdout), whole[0])
                if extension != "gltf":  # which names its data
                    self.assertEqual([digest((self.folder / f"out.{file}").read_bytes()) for file in files], whole)
            if extension not in ("gltf", "obj"):
                with open("/dev/full", "wb") as full:
                    done = self.run_command("export", "large.rigy.yaml", "--format", extension, "-o", "-", stdout=full, stderr=subprocess.PIPE)
                self.assertEqual((done.returncode, done.stderr), (3, b"rigy: cannot write to standard output: No space left on device\n"))

    def test_a_signal_while_an_export_is_written(self):
        self.make_large_document()
        for extension, files in (("glb", ["glb"]), ("gltf", ["gltf", "bin"]), ("fbx", ["fbx"])):
            self.assertEqual(self.run_command("export", "large.rigy.yaml", "-o", f"out.{extension}").returncode, 0)
            new = [(self.folder / f"out.{file}").read_bytes() for file in files]
            for delay in range(6):
                for file in files:
                    (self.folder / f"out.{file}").write_bytes(OLD)
                run = subprocess.Popen([RIGY, "export", "large.rigy.yaml", "-o", f"out.{extension}"], cwd=self.folder)
                deadline = time.monotonic() + 60
                while run.poll() is None and not list(self.folder.glob(".rigy-*")) and time.monotonic() < deadline:
                    pass
                time.sleep(delay / 500)
                run.send_signal(signal.SIGTERM)
                if run.wait(timeout=60) == -signal.SIGTERM:
                    self.assertIn([(self.folder / f"out.{file}").read_bytes() for file in files], ([OLD] * len(files), new))
                self.expect_no_stray_files()

    def test_a_signal_while_an_output_is_written(self):
        self.make_large_document()
        for delay in range(12):
            (self.folder / "out.glb").write_bytes(OLD)
            run = subprocess.Popen([RIGY, "compile", "large.rigy.yaml", "-o", "out.glb"], cwd=self.folder)
            deadline = time.monotonic() + 60
            while run.poll() is None and not list(self.folder.glob(".rigy-*")) and time.monotonic() < deadline:
                pass
            time.sleep(delay / 1000)
            run.send_signal(signal.SIGTERM)
            if run.wait(timeout=60) == -signal.SIGTERM:
                self.assertIn((self.folder / "out.glb").read_bytes(), (OLD, (self.folder / "large.glb").read_bytes()))
            self.expect_no_stray_files()

    def test_disk_is_full(self):
        disk = self.folder / "disk"
        disk.mkdir()
        alone = self.way_to_mount(disk)
        # In a separate mount namespace, so that nothing is left to unmount.
        script = """
            mount -t tmpfs -o size="$3" tmpfs disk && printf '%s' "$2" >disk/out.glb || exit 99
            "$1" compile "$4" -o disk/out.glb
            code=$?
            ls -A disk
            cat disk/out.glb
            exit $code
            """
        self.make_large_document()
        for size, document in (("64k", "a.rigy.yaml"), ("64k", "large.rigy.yaml"), ("9m", "large.rigy.yaml")):
            done = subprocess.run([*alone, "sh", "-c", script, "sh", RIGY, OLD, size, document], cwd=self.folder,
                                  capture_output=True, timeout=60, check=False)
            self.expect_failure(done, "cannot write 'disk/out.glb': No space left on device")
            self.assertEqual(done.stdout, b"out.glb\n" + OLD)

    def way_to_mount(self, disk):
        """What to put before a command that mounts."""
        complaints = []
        for way in (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"]):
            tried = subprocess.run([*way, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk],
                                   capture_output=True, text=True, check=False)
            if tried.returncode == 0:
                return way
            complaints.append(tried.stderr.strip())
        if os.environ.get("CI") and not all(FORBIDDEN.search(text) for text in complaints):
            self.fail(f"mounting is not forbidden here, but does not work: {complaints}")
        print(f"SKIPPED: test_disk_is_full: a small file system cannot be mounted here: {complaints}", file=sys.stderr)
        self.skipTest("needs to mount; test_files_may_not_grow_so_large is all there is")

    def test_standard_output_is_full_or_closed(self):
        with open("/dev/full", "wb") as full:
            self.expect_failure(self.rigy("a.rigy.yaml", "-o", "-", stdout=full),
                                "cannot write to standard output: No space left on device")
        manifest = ["-o", "out.glb", "--emit-manifest", "out.glb.manifest.json"]
        self.assertEqual(self.rigy("a.rigy.yaml", *manifest).returncode, 0)
        suite = self.folder / "conformance"
        suite.mkdir()
        (suite / "manifest.json").write_text(
            '{"version": "0.6", "suite_revision": 1, "tests": [{"id": "N", "category": "n", "type": "negative", '
            '"input": "../a.rigy.yaml", "expected_error_type": "ParseError"}]}')
        for command in (["--help"], ["--version"], ["help"], ["help", "export"], ["explain"], ["explain", "V11"],
                        ["explain", "--markdown"], ["init", "new"], ["init", "--guide", "1"], ["verify", "out.glb"], ["conform"],
                        ["check", "a.rigy.yaml", "--diagnostics", "sarif"], ["inspect", "a.rigy.yaml"],
                        ["diff", "a.rigy.yaml", "a.rigy.yaml"], ["measure", "a.rigy.yaml", "head", "torso"],
                        ["pose", "a.rigy.yaml", "--turn", "spine:x:10deg"]):
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                self.expect_failure(self.run_command(*command, stdout=full, stderr=subprocess.PIPE),
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

    def test_inputs_vanish_while_a_batch_runs(self):
        (self.folder / "part.rigy.yaml").write_text('version: "0.6"\n')
        imports = 'version: "0.6"\nimports:\n  part: {source: part.rigy.yaml}\n'
        out = self.make_batch(20, lambda i: imports if i == 19 else None)
        # The program blocks until this output is read; meanwhile the inputs after it vanish.
        (out / "10.glb").unlink()
        os.mkfifo(out / "10.glb")
        run = self.start_batch("-j", "1")
        self.wait_for(out / "9.glb")
        for name in ["part", *range(11, 19)]:
            (self.folder / f"{name}.rigy.yaml").unlink()
        self.assertEqual((out / "10.glb").read_bytes(), self.good)
        messages = run.communicate(timeout=60)[1].decode()
        gone = "".join(f"{i}.rigy.yaml: error[X25]: cannot read the document: there is no such file\n"
                       "1 error  (InputError)\n" for i in range(11, 19))
        self.assertEqual(run.returncode, 3)
        self.assertEqual(messages, gone + """\
19.rigy.yaml:3:18: error[X20]: cannot read import 'part.rigy.yaml': there is no such file
    3 |   part: {source: part.rigy.yaml}
      |                  ^^^^^^^^^^^^^^
      = help: paths are relative to the folder of 19.rigy.yaml
1 error  (CompositionError)
20 files: 11 compiled, 1 rejected, 8 could not be read or written
""")
        for i in range(10):
            self.assertEqual((out / f"{i}.glb").read_bytes(), self.good)
        for i in range(11, 20):
            self.expect_old(f"out/{i}.glb")
        self.expect_no_stray_files()

    def test_input_is_torn(self):
        self.expect_torn_files_refused("entry.rigy.yaml", chain_of_bones("A"), chain_of_bones("B"))

    def test_import_is_torn(self):
        (self.folder / "entry.rigy.yaml").write_text(f"""version: "0.6"
imports:
  part: {{source: part.rigy.yaml}}
anchors: {ANCHORS}
instances:
  - {{id: one, import: part, attach3: {{from: [part.a, part.b, part.c], to: [a, b, c], mode: rigid}}}}
""")
        self.expect_torn_files_refused("part.rigy.yaml", chain_of_bones("A"), chain_of_bones("B"))

    def test_weight_file_is_torn(self):
        (self.folder / "entry.rigy.yaml").write_text("""version: "0.6"
meshes:
  - {id: body, primitives: [{id: limb, type: capsule, dimensions: {radius: 1, height: 4}}]}
armatures:
  - id: rig
    bones:
      - {id: A, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: B, parent: A, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
  - {mesh_id: body, armature_id: rig, weight_maps: [{primitive_id: limb, source: limb.json}]}
""")
        self.expect_torn_files_refused("limb.json", weights_of(range(CAPSULE_VERTICES), "A"),
                                       weights_of(reversed(range(CAPSULE_VERTICES)), "B"))

    def expect_torn_files_refused(self, name, *versions):
        """One file turns from one version into the other, piece by piece, while entry.rigy.yaml is compiled."""
        path = self.folder / name
        good = []
        for version in versions:
            self.assertEqual((len(version), len(version) > 65536), (len(versions[0]), True))
            path.write_bytes(version)
            done = self.rigy("entry.rigy.yaml", "-o", "out.glb")
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            good.append((self.folder / "out.glb").read_bytes())
        self.assertNotEqual(*good)
        with self.running(lambda stop: rewrite_in_pieces(path, versions, stop)):
            seen = self.compile_until({"refused", *map(digest, good)})
        self.assertEqual(seen, {"refused", *map(digest, good)})

    def compile_until(self, wanted):
        """What many runs led to: the digest of the output, or it was refused."""
        seen = set()
        for run in range(3000):
            (self.folder / "out.glb").write_bytes(OLD)
            code = self.rigy("entry.rigy.yaml", "-o", "out.glb").returncode
            output = (self.folder / "out.glb").read_bytes()
            self.assertIn(code, (0, 1))
            if code == 1:
                self.assertEqual(output, OLD)
            seen.add("refused" if code == 1 else digest(output))
            self.assertLessEqual(seen, wanted)
            self.expect_no_stray_files()
            if run >= 30 and seen == wanted:
                break
        return seen

    @contextlib.contextmanager
    def running(self, work):
        """Does `work` in a thread meanwhile."""
        stop = threading.Event()
        worker = threading.Thread(target=work, args=[stop])
        worker.start()
        try:
            yield
        finally:
            stop.set()
            worker.join()

    def test_input_comes_and_goes(self):
        text = (self.folder / "a.rigy.yaml").read_text()

        def change(stop):
            while not stop.is_set():
                (self.folder / "a.rigy.yaml").write_text(text + "\n" + "# padding\n" * 50_000)
                os.truncate(self.folder / "a.rigy.yaml", len(text))
                (self.folder / "a.rigy.yaml").unlink()
                (self.folder / "a.rigy.yaml").write_text(text)
        seen = set()
        with self.running(change):
            for _ in range(3000):
                (self.folder / "out.glb").write_bytes(OLD)
                code = self.rigy("a.rigy.yaml", "-o", "out.glb").returncode
                self.assertIn(code, (0, 1, 3))
                self.assertEqual((self.folder / "out.glb").read_bytes(), self.good if code == 0 else OLD)
                seen.add(code)
                if seen == {0, 1, 3}:
                    break
        # Compiled, empty, missing: all three must occur, or the changes were never hit.
        self.assertEqual(seen, {0, 1, 3})
        self.expect_no_stray_files()

    def make_batch(self, count, text_of=None):
        """Documents 0 to count - 1, or what `text_of` says, each with an output of yesterday; @list names them."""
        out = self.folder / "out"
        out.mkdir()
        for i in range(count):
            document = self.folder / f"{i}.rigy.yaml"
            if text_of and text_of(i) is not None:
                document.write_text(text_of(i))
            else:
                os.link(self.folder / "a.rigy.yaml", document)
            (out / f"{i}.glb").write_bytes(OLD)
        (self.folder / "list").write_text("".join(f"{i}.rigy.yaml\n" for i in range(count)))
        return out

    def start_batch(self, *arguments, **options):
        options = {"stderr": subprocess.PIPE, **options}
        return subprocess.Popen([RIGY, "compile", "@list", "--out-dir", "out", *arguments], cwd=self.folder, **options)

    def wait_for(self, path):
        """Until the output of yesterday has been replaced."""
        deadline = time.monotonic() + 60
        while path.stat().st_size == len(OLD):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.001)

    def expect_old_or_good(self, out):
        """The numbers of outputs that are new. The others are those of yesterday, which all are afterwards."""
        fresh = set()
        for path in out.iterdir():
            self.assertRegex(path.name, r"^\d+\.glb$")
            data = path.read_bytes() if path.is_file() else OLD
            if data != OLD:
                self.assertEqual(digest(data), digest(self.good), path.name)
                fresh.add(int(path.stem))
                path.write_bytes(OLD)
        return fresh

    def test_a_signal_during_a_batch(self):
        out = self.make_batch(500)
        # Nothing reads this output, so the program cannot end before the signal arrives.
        (out / "499.glb").unlink()
        os.mkfifo(out / "499.glb")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGXCPU,
                       signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2, signal.SIGVTALRM, signal.SIGPROF,
                       signal.SIGIO, signal.SIGPWR, signal.SIGRTMIN, signal.SIGRTMAX):
            with self.subTest(signal=number.name):
                run = self.start_batch("-j", "4")
                self.wait_for(out / "10.glb")
                run.send_signal(number)
                run.communicate(timeout=60)
                self.assertEqual(run.returncode, -number)
                self.expect_no_stray_files()
                self.assertIn(10, self.expect_old_or_good(out))

    def test_a_signal_that_the_caller_ignores(self):
        out = self.make_batch(100)
        run = self.start_batch(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_for(out / "10.glb")
        run.send_signal(signal.SIGHUP)
        self.assertEqual((run.communicate(timeout=120)[1], run.returncode), (b"100 files: 100 compiled\n", 0))
        self.assertEqual(self.expect_old_or_good(out), set(range(100)))

    def test_the_reader_of_messages_goes_away_during_a_batch(self):
        count = 400
        text = (self.folder / "a.rigy.yaml").read_text()
        unknown = f"{text}\n{'x' * 70}: 1\n"
        out = self.make_batch(count, lambda i: unknown if i % 2 else None)
        for _ in range(10):
            reading, writing = os.pipe()
            # The messages exceed the pipe's capacity, so that the program cannot end before its reader.
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
            run = self.start_batch("-j", "4", stderr=writing)
            os.close(writing)
            os.read(reading, 1)
            self.wait_for(out / "0.glb")
            os.close(reading)
            self.assertEqual(run.wait(timeout=60), -signal.SIGPIPE)
            self.expect_no_stray_files()
            fresh = self.expect_old_or_good(out)
            self.assertIn(0, fresh)
            self.assertLessEqual(fresh, set(range(0, count, 2)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    arguments, rest = parser.parse_known_args()
    RIGY = os.path.abspath(arguments.rigy)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    unittest.main(argv=[sys.argv[0], *rest])
