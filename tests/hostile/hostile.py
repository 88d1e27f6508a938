"""Shared by the tests with hostile documents: writes them, and runs the program within a second and 256 MiB."""

import argparse
import os
import resource
import sys
import tempfile
import threading
import unittest
from pathlib import Path

RIGY = None
ANY_COST = False
# On a busy machine the same work takes up to twice the processor time: threads share a core, and all share the caches.
MAX_SECONDS = 1.0 if os.getloadavg()[0] < os.cpu_count() / 2 else 2.0
MAX_KIB = 256 * 1024
MIB = 1 << 20

HEAD = 'version: "0.6"\n'
TOO_MANY_NODES = "error[P09]: more than 2000000 nodes in the document and its imports, aliases counted in full"
EXPORT_ERROR = "1 error  (ExportError)"
TOO_LARGE = " error[X18]: the output would exceed 4 GiB - 1 byte"
CAPSULE = "{{id: p{}, type: capsule, dimensions: {{radius: 1, height: 4}}}}"
BONE = "  - {{id: b{}, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}\n"
MESH = "meshes:\n- id: m\n  primitives:\n  - " + CAPSULE.format(0) + "\n"
ANCHORS = ("anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, "
           "{id: c, translation: [0, 1, 0]}]\n")
BOUND_TO = ("armatures: [{{id: r, bones: [{{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}]}}]\n"
            "bindings: [{{mesh_id: m, armature_id: r, weight_maps: [{{primitive_id: p0, source: {}}}]}}]\n")
ATTACH = "attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}"


def times(count, text):
    """`text` repeated `count` times, in pieces, so that this program needs less memory than it measures."""
    piece = max(1, min(count, 65536 // len(text)))
    for _ in range(count // piece):
        yield text * piece
    yield text * (count % piece)


def numbered(count, form, start=0):
    for i in range(start, count):
        yield form.format(i)


class Hostile(unittest.TestCase):
    command = "compile"

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="rigy-hostile-")
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def write(self, name, *parts):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            for part in parts:
                for piece in [part] if isinstance(part, (str, bytes)) else part:
                    file.write(piece.encode() if isinstance(piece, str) else piece)

    def run_rigy(self, *arguments):
        """(exit status, standard error, seconds of processor time, peak KiB); what it prints is in the file `printed`."""
        with open(self.folder / "messages", "wb+") as messages, open(self.folder / "printed", "wb") as printed:
            pid = os.posix_spawn(RIGY, [RIGY, self.command, *arguments], os.environ, file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, printed.fileno(), 1), (os.POSIX_SPAWN_DUP2, messages.fileno(), 2)])
            watchdog = threading.Timer(120, os.kill, (pid, 9))
            watchdog.start()
            _, status, usage = os.wait4(pid, 0)
            watchdog.cancel()
            messages.seek(0)
            text = messages.read(1 << 20).decode()
        return os.waitstatus_to_exitcode(status), text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss

    def run_cheaply(self, *arguments):
        """(exit status, standard error) of a run within the limits."""
        os.chdir(self.folder)
        for _ in range(3):
            code, text, seconds, kib = self.run_rigy(*arguments)
            if ANY_COST or seconds <= MAX_SECONDS:
                break
        self.assertLess(len(text), 100_000, "too much output")
        if not ANY_COST:
            self.assertLessEqual(seconds, MAX_SECONDS, "seconds")
            self.assertLessEqual(kib, MAX_KIB, "KiB")
        return code, text

    def expect(self, first, *options, last="1 error  (ParseError)", entry="a.rigy.yaml", status=1):
        """Checks the first and the last line of the messages."""
        code, text = self.run_cheaply(entry, "-o", "out.glb", *options)
        self.assertEqual(code, status, text[:400])
        lines = text.splitlines()
        self.assertEqual((lines[0], lines[-1]), (first, last))
        self.assertFalse((self.folder / "out.glb").exists())

    def refuse(self, first, *parts, last="1 error  (ParseError)"):
        self.write("a.rigy.yaml", HEAD, *parts)
        self.expect("a.rigy.yaml:" + first, last=last)

    def accept(self, *parts, options=()):
        """Checks that a document of these parts compiles; returns the messages."""
        self.write("a.rigy.yaml", HEAD, *parts)
        code, text = self.run_cheaply("a.rigy.yaml", "-o", "out.glb", *options)
        self.assertEqual(code, 0, text[:400])
        return text


def main():
    global RIGY, ANY_COST
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    parser.add_argument("--any-cost", action="store_true",
                        help="do not check time and memory (a program with sanitizers needs more of both)")
    arguments, rest = parser.parse_known_args()
    RIGY, ANY_COST = os.path.abspath(arguments.rigy), arguments.any_cost
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if MAX_SECONDS > 1 and not ANY_COST:
        print(f"the machine is busy: {MAX_SECONDS:.0f} seconds are allowed instead of one", file=sys.stderr)
    unittest.main(module="__main__", argv=[sys.argv[0], *rest])
