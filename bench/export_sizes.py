#!/usr/bin/env python3
"""Prints how large exports of examples are, and how often an engine draws to show them, as a table of docs/performance.md.

    export_sizes.py [--rigy PROGRAM]
"""

import argparse
import json
import struct
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("humanoid", "robot", "mug", "rock", "house")
CHOICES = (
    ("default", ()),
    ("`--merge armature`", ("--merge", "armature")),
    ("and `--small`", ("--merge", "armature", "--small")),
    ("and `--colors vertex`", ("--merge", "armature", "--small", "--colors", "vertex")),
)


def document_of(glb):
    """The JSON of a binary glTF."""
    (size,) = struct.unpack_from("<I", glb, 12)
    return json.loads(glb[20 : 20 + size])


def draw_calls(document):
    """Every primitive of every mesh that a node shows is drawn by itself."""
    meshes = document.get("meshes", [])
    shown = [node["mesh"] for node in document.get("nodes", []) if "mesh" in node]
    return sum(len(meshes[mesh]["primitives"]) for mesh in shown)


def cell(rigy, example, options, output):
    document = ROOT / "examples" / f"{example}.rigy.yaml"
    subprocess.run([rigy, "export", document, *options, "-o", output, "--suppress-warning", "all"], check=True,
                   stdout=subprocess.DEVNULL)
    glb = output.read_bytes()
    return f"{len(glb):,} / {draw_calls(document_of(glb))}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigy", default=str(ROOT / "build" / "rigy"))
    rigy = parser.parse_args().rigy
    print("| bytes / draw calls | " + " | ".join(name for name, _ in CHOICES) + " |")
    print("|---" * (len(CHOICES) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for example in EXAMPLES:
            cells = [cell(rigy, example, options, Path(folder) / "export.glb") for _, options in CHOICES]
            print(f"| {example} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
