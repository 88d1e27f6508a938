#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets: DIR/TARGET/NAME, from the conformance inputs and the examples.

    seeds.py DIR
"""

import json
import random
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "conformance/oracle"))
import random_motions  # noqa: E402

SUITE = ROOT / "conformance"
FILE_NAMED = re.compile(rb":\s*[\"']?([^\s\"',}]+\.(?:yaml|yml|json))")
RANDOM_SEEDS = 64


def files_of(entry):
    """The entry and every existing file that it refers to, directly or indirectly."""
    found = [entry]
    for path in found:
        if not path.name.endswith(".yaml"):
            continue
        for name in FILE_NAMED.findall(path.read_bytes()):
            try:
                named = (path.parent / name.decode()).resolve()
            except (UnicodeDecodeError, ValueError):
                continue
            if named.is_file() and named.is_relative_to(ROOT) and named not in found:
                found.append(named)
    return found


def file_set(entry, folder, options):
    """The container that fuzz/file_set.hpp describes."""
    text = f"=== options:{options}\n".encode() if options else b""
    for path in files_of(entry):
        if not path.is_relative_to(folder):
            continue
        contents = path.read_bytes()
        text += f"=== {path.relative_to(folder)}\n".encode() + contents
        if not contents.endswith(b"\n"):
            text += b"\n"
    return text


def options_of(test):
    options = " bake" if test.get("bake_transforms") else ""
    if test.get("baked"):
        options += f" pose={test['pose_id']}"
    return options


def pipeline_seeds():
    for test in json.loads((SUITE / "manifest.json").read_bytes())["tests"]:
        entry = (SUITE / test["input"]).resolve()
        yield test["id"], file_set(entry, entry.parent, options_of(test))
    for entry in sorted((ROOT / "examples").rglob("*.rig[ys].yaml")):
        yield entry.name, file_set(entry, ROOT / "examples", " outward")


def file_seeds(pattern):
    for path in sorted(SUITE.glob(f"*/inputs/**/{pattern}")):
        yield "_".join(path.relative_to(SUITE).parts), path.read_bytes()


def scene_seeds():
    """The scenes of the suite, over the assets that the target has."""
    for name, text in file_seeds("*.rigs.y*ml"):
        text = re.sub(rb"parts/[\w/]+\.rigy\.yaml", b"room.rigy.yaml", text)
        text = re.sub(rb"parts/[\w/]+\.ricy\.yaml", b"room.ricy.yaml", text)
        yield name, re.sub(rb"anchors: \[\w+, \w+, \w+\]", b"anchors: [a, b, c]", text)
    child = "{{id: c{0}, base: {1}, place: {{slot: {{{2}}}, mount: {{anchors: [a, b, c]}}, rotate: {3}deg}}{4}}}"
    inner = child.format(2, "lamp", "anchors: [a, b, c]", 270, "")
    outer = child.format(1, "cart", "name: middle", 90, f", children: [{inner}]")
    yield "all_assets", f"""rigs_version: "0.1"
imports: {{room: {{source: room.rigy.yaml, contract: room.ricy.yaml}}, cart: cart.rigy.yaml, lamp: lamp.rigy.yaml}}
scene: {{base: room, children: [{outer}, {child.format(3, "lamp", "name: side", 0, "")}]}}
""".encode()


def motion_seeds():
    """The motions of the examples, over the asset that the target has, and those that the oracle judges."""
    for path in sorted((ROOT / "examples/motion").glob("*.rigm.yaml")):
        yield path.name, re.sub(rb"asset: \S+", b"asset: fox.rigy.yaml", path.read_bytes())
    for seed in range(RANDOM_SEEDS):
        motion = json.dumps(random_motions.random_motion(random.Random(seed)))
        for name, other in (("_arm", "_upper_arm"), ("_hand", "_forearm")):
            motion = motion.replace(name, other)
        yield f"random_{seed}", motion.encode()


def random_seeds():
    for seed in range(RANDOM_SEEDS):
        source = random.Random(seed)
        yield f"random_{seed}", source.randbytes(source.randrange(20, 800))


def editor_seeds():
    """Small documents, and the same while they are being written: each cut off in the middle of a line."""
    for name, text in file_seeds("*.rigy.yaml"):
        if len(text) > 3000:
            continue
        yield name, text
        yield f"cut_{name}", text[:len(text) * 2 // 3]


def import_seeds():
    """Assets of the suite, with the anchors by which the target places them."""
    frame = b"anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]\n"
    for name, text in file_seeds("*.rigy.yaml"):
        if len(text) < 3000:
            yield name, text if b"anchors:" in text else text.rstrip(b"\n") + b"\n" + frame


def message_seeds():
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "call", "params": {"a": [1, -2.5, None, True, "\u00e4"]}})
    yield "call", call.encode()
    yield "lines", f"{call}\n\n{call}\r\n{'x' * 400}\n{{".encode()
    yield "counted", f"Content-Length: {len(call)}\r\n\r\n{call}Content-Length: 400\r\n\r\nx".encode()
    yield "surrogate", rb'{"jsonrpc":"2.0","id":"\ud800","method":"ping"}'
    yield "deep", b"[" * 100


def tool_seeds():
    box = 'version: "0.13"\nmeshes: [{id: m, primitives: [{id: a, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n'
    arguments = {
        "document": {"document": box, "size": 64},
        "files": {"files": {"a.rigy.yaml": box, "b/c.rigy.yaml": ""}, "entry": "a.rigy.yaml", "params": {"x": 1}},
        "pairs": {"document": box, "pairs": [{"a": "a", "b": "m"}], "ground": ["a"], "bones": []},
        "turns": {"document": box, "turns": [{"bone": "b", "axis": "x", "degrees": 1e300}]},
        "sides": {"before": {"document": box}, "after": {"document": box.replace("x: 1", "x: 2")}, "size": 64},
        "search": {"search": "box", "limit": 2, "next": 1}, "path": {"path": "../x"}, "unknown": {"documnt": box}}
    for name, value in arguments.items():
        yield name, json.dumps(value).encode()
    yield "text", box.encode()


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    folder = Path(sys.argv[1])
    seeds = {"compile": pipeline_seeds(), "yaml": file_seeds("*.yaml"), "reader": file_seeds("*.yaml"),
             "format": file_seeds("*.yaml"),
             "weights": file_seeds("*.json"),
             "contract": file_seeds("*.ricy.yaml"), "scene": scene_seeds(), "motion": motion_seeds(),
             "inspect": pipeline_seeds(), "measure": pipeline_seeds(), "render": pipeline_seeds(),
             "rigging": ((name, text) for name, text in pipeline_seeds() if b"armatures" in text),
             "messages": message_seeds(), "tools": tool_seeds(),
             "edit": file_seeds("*.yaml"), "fix": pipeline_seeds(), "editor": editor_seeds(),
             "lsp": random_seeds(), "mcp": random_seeds(), "import": import_seeds(),
             "generate": random_seeds(), "diff": random_seeds(), "export": pipeline_seeds()}
    for target, files in seeds.items():
        shutil.rmtree(folder / target, ignore_errors=True)
        (folder / target).mkdir(parents=True)
        for name, contents in files:
            (folder / target / name).write_bytes(contents)
    return 0


if __name__ == "__main__":
    sys.exit(main())
