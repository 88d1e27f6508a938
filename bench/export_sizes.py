#!/usr/bin/env python3
"""Prints how large exports of examples are, and how often an engine draws to show them, as a table of docs/performance.md.

    export_sizes.py [--rigy PROGRAM] [--modules DIR]

With the npm packages of ./dev clients (default: build/clients) the last column is what gltfpack -cc makes of the default export.
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
    ("`--merge armature --small --compress`", ("--merge", "armature", "--small", "--compress")),
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


def cell(output):
    glb = output.read_bytes()
    return f"{len(glb):,} / {draw_calls(document_of(glb))}"


def export(rigy, example, options, output):
    document = ROOT / "examples" / f"{example}.rigy.yaml"
    subprocess.run([rigy, "export", document, *options, "-o", output, "--suppress-warning", "all"], check=True,
                   stdout=subprocess.DEVNULL)


def pack(program, glb, output):
    subprocess.run(["node", program, "-cc", "-i", glb, "-o", output], check=True, stdout=subprocess.DEVNULL)


def line(arguments, example, folder):
    """The cells of one example; the ratio is that of our smallest to gltfpack's."""
    program = arguments.modules / "node_modules/gltfpack/cli.js"
    outputs = [folder / f"{number}.glb" for number, _ in enumerate(CHOICES)]
    for (_, options), output in zip(CHOICES, outputs):
        export(arguments.rigy, example, options, output)
    cells = [cell(output) for output in outputs]
    if program.exists():
        packed = folder / "packed.glb"
        pack(program, outputs[0], packed)
        ratio = outputs[-1].stat().st_size / packed.stat().st_size
        cells += [cell(packed), f"{ratio:.2f}"]
    else:
        cells += ["not run", ""]
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigy", default=str(ROOT / "build" / "rigy"))
    parser.add_argument("--modules", default=ROOT / "build/clients", type=Path)
    arguments = parser.parse_args()
    titles = [*(name for name, _ in CHOICES), "gltfpack -cc", "ratio"]
    print("| bytes / draw calls | " + " | ".join(titles) + " |")
    print("|---" * (len(titles) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for example in EXAMPLES:
            print(f"| {example} | " + " | ".join(line(arguments, example, Path(folder))) + " |")


if __name__ == "__main__":
    main()
