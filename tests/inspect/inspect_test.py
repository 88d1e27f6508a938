#!/usr/bin/env python3
"""What `rigy inspect` says about the examples and the conformance suite: it follows its schema, agrees with itself
and with the compiled file.

    inspect_test.py --rigy build/rigy [NAME...]
"""

import argparse
import concurrent.futures
import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "tests/golden"))

import schema  # noqa: E402  (needs the path)

SCHEMA = json.loads((REPOSITORY / "docs/inspect.schema.json").read_text())
OPTIONS = ["--pairwise-gaps", "--intent-checks", "--expanded", "--suppress-warning", "all"]


def inputs():
    found = [path for ending in ("*.rigy.yaml", "*.rigs.yaml") for path in (REPOSITORY / "examples").rglob(ending)]
    manifest = json.loads((REPOSITORY / "conformance/manifest.json").read_text())
    found += [REPOSITORY / "conformance" / test["input"] for test in manifest["tests"] if test["type"] == "positive"]
    return sorted(set(found))


def run(rigy, *arguments):
    return subprocess.run([rigy, *map(str, arguments)], capture_output=True, check=False)


def is_close(a, b):
    return all(abs(x - y) <= 1e-6 * max(1, abs(x), abs(y)) for x, y in zip(a, b))


def union(boxes):
    boxes = [box for box in boxes if box is not None]
    if not boxes:
        return None
    return {"min": [min(box["min"][i] for box in boxes) for i in range(3)],
            "max": [max(box["max"][i] for box in boxes) for i in range(3)]}


def self_complaints(found):
    """Where the parts of an inspection disagree."""
    summary, primitives, meshes = found["summary"], found["primitives"], found["meshes"]
    for key in ("vertex_count", "triangle_count", "inward_triangle_count"):
        if sum(one[key] for one in primitives) != summary[key] or sum(one[key] for one in meshes) != summary[key]:
            yield f"the {key} of the parts do not add up to that of the summary"
    if len(primitives) != summary["primitive_count"] or len(meshes) != summary["mesh_count"]:
        yield "not everything is listed"
    if union(one["aabb"] for one in primitives) != summary["bounds"]:
        yield "the bounds are not those of the primitives"
    if len({one["ref"] for one in primitives}) != len(primitives):
        yield "a ref names two primitives"
    for one in primitives + meshes:
        if one["aabb"] and one["extents"] != [b - a for a, b in zip(one["aabb"]["min"], one["aabb"]["max"])]:
            yield f"the extents of {one['ref']} are not those of its box"
    for armature in found["armatures"]:
        share = sum(bone["weights"]["share"] for bone in armature["bones"])
        if abs(share - (1 if armature["meshes"] else 0)) > 1e-9:
            yield f"the shares of armature {armature['ref']} add up to {share}"
    for face in found["faces"]:
        if abs(sum(n * n for n in face["normal"]) - 1) > 1e-9:
            yield f"the normal of {face['primitive_id']}.{face['surface_key']} is not of unit length"
    count = sum(one["aabb"] is not None for one in primitives)
    if len(found["pairs"]) != count * (count - 1) // 2:
        yield "there are not all pairs"
    for pair in found["pairs"]:
        if pair["gap"]["overall"] != max(pair["gap"][axis] for axis in "xyz"):
            yield f"overall of {pair['a']}, {pair['b']} is not the largest gap"


def gltf_of(glb):
    length = struct.unpack_from("<I", glb, 12)[0]
    return json.loads(glb[20:20 + length])


def file_complaints(found, gltf):
    """Where an inspection disagrees with the file; of a document whose nodes do not move anything."""
    if any("matrix" in node for node in gltf.get("nodes", ())):
        return
    accessors = gltf.get("accessors", [])
    used = [gltf["meshes"][node["mesh"]] for node in gltf.get("nodes", ()) if "mesh" in node]
    parts = [part for mesh in used for part in mesh["primitives"]]
    positions = [accessors[part["attributes"]["POSITION"]] for part in parts]
    if sum(one["count"] for one in positions) != found["summary"]["vertex_count"]:
        yield "the file has another number of vertices"
    if sum(accessors[part["indices"]]["count"] for part in parts) != 3 * found["summary"]["triangle_count"]:
        yield "the file has another number of triangles"
    bounds = union(positions)
    if (bounds is None) != (found["summary"]["bounds"] is None):
        yield "the file is empty, or the inspection is"
    elif bounds and not all(is_close(bounds[key], found["summary"]["bounds"][key]) for key in ("min", "max")):
        yield "the file has other bounds"
    if len(gltf.get("materials", ())) != len(found["materials"]):
        yield "the file has other materials"
    if len(gltf.get("skins", ())) != len(found["skins"]):
        yield "the file has other skins"


def text_complaints(text):
    for line in text.split("\n"):
        if line.endswith(" ") or "nan" in line.split() or "\x1b" in line:
            yield f"the line {line!r} of the text"


def complaints_of(rigy, path):
    done = run(rigy, "inspect", path, "--format", "json", *OPTIONS)
    if done.returncode != 0:
        return [f"exit status {done.returncode}: {done.stderr.decode()}"]
    found = json.loads(done.stdout)
    wrong = schema.errors(found, SCHEMA)
    wrong += self_complaints(found)
    text = run(rigy, "inspect", path, *OPTIONS[:2], *OPTIONS[3:])
    wrong += text_complaints(text.stdout.decode())
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out.glb"
        compiled = run(rigy, "compile", path, "-o", output, "--suppress-warning", "all")
        if compiled.returncode != 0:
            return wrong + ["it does not compile"]
        return wrong + list(file_complaints(found, gltf_of(output.read_bytes())))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rigy", default=REPOSITORY / "build/rigy")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    paths = [path for path in inputs() if not arguments.names or any(name in str(path) for name in arguments.names)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        results = list(workers.map(lambda path: complaints_of(arguments.rigy, path), paths))
    failed = [(path, wrong) for path, wrong in zip(paths, results) if wrong]
    for path, wrong in failed:
        print(path.relative_to(REPOSITORY), *wrong[:10], sep="\n  ")
    print(f"{len(paths)} documents inspected, {len(failed)} wrong")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
