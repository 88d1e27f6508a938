#!/usr/bin/env python3
"""Interrupts batches at random moments, with random signals, sent to the program or to one of its threads: every output is then
that of the old document or that of the new one, the files of one output belong together, and no stray file remains.

    interruptions_test.py --rigy PROGRAM
    INTERRUPTIONS=5000 interruptions_test.py --rigy PROGRAM
"""

import ctypes
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from program import rigy_program  # noqa: E402  (needs the path)

RIGY = None
RUNS = int(os.environ.get("INTERRUPTIONS", "300"))  # of all formats together
FEWEST_INTERRUPTED = 0.4  # of the runs; the others ended before their signal
DOCUMENTS = 24
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM, signal.SIGUSR1, signal.SIGPIPE,
           signal.SIGXCPU, signal.SIGRTMIN, signal.SIGRTMAX]
LIBC = ctypes.CDLL(None, use_errno=True)
DOCUMENT = """\
version: "0.13"
materials:
  paint: {{base_color: [{shade}, 0.5, 0.5, 1]}}
meshes:
  - id: part
    material: paint
    primitives:
      - {{id: core, type: sphere, dimensions: {{radius: {radius}}}}}
"""
# The words of the command, and the endings of the files that belong together.
FORMATS = {
    "gltf": (["export", "--format", "gltf"], [".gltf", ".bin"]),
    "obj": (["export", "--format", "obj"], [".obj", ".mtl"]),
    "glb": (["export", "--format", "glb"], [".glb"]),
    "fbx": (["export", "--format", "fbx"], [".fbx"]),
    "stl": (["export", "--format", "stl"], [".stl"]),
    "canonical": (["compile", "--skip-unchanged"], [".glb"]),
}


def write_documents(folder, shade, radius):
    for i in range(DOCUMENTS):
        (folder / f"{i}.rigy.yaml").write_text(DOCUMENT.format(shade=shade, radius=f"{radius}.{i:02}"))


class Batch:
    """Documents of two versions, their outputs, and a folder that always has outputs of one or the other."""

    def __init__(self, words, endings):
        self.folder = Path(tempfile.mkdtemp(prefix="rigy-interruptions-"))
        self.out = self.folder / "out"
        self.words = words
        self.endings = endings
        self.versions = []
        self.lock = threading.Lock()
        for name, shade, radius in (("old", 0.1, 1), ("new", 0.9, 2)):
            (self.folder / name).mkdir()
            write_documents(self.folder / name, shade, radius)
            start = time.monotonic()
            subprocess.run(self.command(name), check=True, capture_output=True, timeout=120)
            self.duration = time.monotonic() - start
            self.versions.append(self.outputs())

    def command(self, version):
        documents = sorted(map(str, (self.folder / version).iterdir()))
        return [RIGY, *self.words, *documents, "--out-dir", str(self.out), "-j", "4"]

    def outputs(self):
        return [tuple((self.out / f"{i}{ending}").read_bytes() for ending in self.endings) for i in range(DOCUMENTS)]

    def strays(self):
        known = {f"{i}{ending}" for i in range(DOCUMENTS) for ending in self.endings} | {".rigy-state.json"}
        return sorted({path.name for path in self.out.iterdir()} - known)

    def interrupt(self, generator):
        """What is wrong after one run that may have been interrupted, and whether it was."""
        with self.lock:
            before = self.outputs()
            version = "new" if before[0] == self.versions[0][0] else "old"
            process = subprocess.Popen(self.command(version), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(generator.uniform(0.2, 1) * self.duration)
            send(process, generator)
            errors = process.communicate(timeout=120)[1].decode()
            problems = [f"stray file {name}" for name in self.strays()]
            for name in self.strays():
                (self.out / name).unlink()
            problems += [f"output {i} is neither old nor new" for i, output in enumerate(self.outputs())
                         if output not in (self.versions[0][i], self.versions[1][i])]
            if "cannot" in errors:
                problems.append(f"printed {errors!r}")
            return problems, process.returncode < 0


def send(process, generator):
    """A signal to the program, or to one of its threads."""
    number = generator.choice(SIGNALS)
    if generator.random() < 0.5:
        process.send_signal(number)
        return
    try:
        thread = int(generator.choice(os.listdir(f"/proc/{process.pid}/task")))
    except (FileNotFoundError, ProcessLookupError):
        return
    LIBC.tgkill(process.pid, thread, number)


class Interruptions(unittest.TestCase):
    def test_outputs_are_complete_or_untouched(self):
        generator = random.Random(27)
        batches = {name: Batch(*batch) for name, batch in FORMATS.items()}
        for batch in batches.values():
            self.addCleanup(shutil.rmtree, batch.folder, ignore_errors=True)
        # Formats of two files are what is hard.
        plan = [generator.choice(["gltf", "obj", *FORMATS]) for _ in range(RUNS)]
        seeds = [generator.random() for _ in plan]
        with ThreadPoolExecutor(max_workers=4) as pool:
            results = list(pool.map(lambda name, seed: batches[name].interrupt(random.Random(seed)), plan, seeds))
        problems = [f"{name}: {problem}" for name, (found, _) in zip(plan, results) for problem in found]
        self.assertEqual(problems, [])
        interrupted = sum(was for _, was in results)
        self.assertGreater(interrupted, FEWEST_INTERRUPTED * RUNS, "signals came too late to test anything")


if __name__ == "__main__":
    RIGY = rigy_program(__doc__)
    unittest.main()
