#!/usr/bin/env python3
"""Fails when a scene of 10,000 children of ten assets takes more than 2.2 times the instructions of one of 5,000, or stores
more than the geometry of ten assets.

usage: bench/scenes.py --rigy PROGRAM
"""

import argparse
import shutil
import struct
import sys
import tempfile
from pathlib import Path

import check
import shapes

HALF, FULL = 5_000, 10_000
MOST_GROWTH = 2.2


def binary_size(glb):
    """The length of the binary chunk."""
    json_size, = struct.unpack_from("<I", glb, 12)
    return struct.unpack_from("<I", glb, 20 + json_size)[0]


def measure(rigy, folder, children):
    """(instructions, bytes of geometry)."""
    for name, text in shapes.scene(children).items():
        (folder / name).write_text(text)
    output = folder / "scene.glb"
    counted = check.instructions(rigy, "compile", folder / "scene.rigs.yaml", "-o", output, *check.OPTIONS)
    return counted, binary_size(output.read_bytes())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    rigy = parser.parse_args().rigy
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed")
    with tempfile.TemporaryDirectory() as folder:
        ten, stored = measure(rigy, Path(folder), 10)
        half, stored_half = measure(rigy, Path(folder), HALF)
        full, stored_full = measure(rigy, Path(folder), FULL)
    growth = (full - ten) / (half - ten)
    print(f"{FULL:,} children: {full:,} instructions, {growth:.2f} times those of {HALF:,}; "
          f"{stored_full:,} bytes of geometry, {stored:,} with ten children")
    failed = (growth > MOST_GROWTH) + (not stored == stored_half == stored_full)
    print(f"{2 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
