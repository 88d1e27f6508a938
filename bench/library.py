#!/usr/bin/env python3
"""Writes a library of assets like that of a studio, to measure batches and farms: N assets, and the parts that they import.

    bench/library.py DIR N

There are N/50 parts, at least 8, in three layers: bolts that import nothing, joints that import up to three bolts under one
contract, and modules that import joints. Most assets import one to six parts; few parts are used by very many assets and most
by few (the k-th in proportion to 1/k). Sizes spread like those of real files: half of the assets have up to 8 primitives,
one in a hundred more than 60; most primitives are boxes. DIR/list.txt names the assets. The same N gives the same files everywhere.
"""

import random
import sys
from pathlib import Path

CONTRACT = """\
contract_version: "0.1"
required_anchors: [at, right, up]
required_frame3_sets: [mount]
frame3_sets: {mount: [at, right, up]}
"""
ANCHORS = """\
anchors:
  - {id: at, translation: [0, 0, 0]}
  - {id: right, translation: [1, 0, 0]}
  - {id: up, translation: [0, 1, 0]}
"""
SHAPES = [
    ("box", "x: {0}, y: {1}, z: {2}"),
    ("sphere", "radius: {0}"),
    ("cylinder", "radius: {0}, height: {1}"),
    ("capsule", "radius: {0}, height: {1}"),
]


def number(value):
    return f"{value:.3f}"


def primitive(rng, index):
    kind, form = rng.choices(SHAPES, (90, 1, 8, 1))[0]
    dimensions = form.format(*(number(rng.uniform(0.05, 1.5)) for _ in range(3)))
    place = ", ".join(number(rng.uniform(-4, 4)) for _ in range(3))
    return (f"      - id: part_{index}\n        type: {kind}\n        dimensions: {{{dimensions}}}\n"
            f"        transform: {{translation: [{place}]}}\n")


def document(rng, primitives, imports, contract):
    text = 'version: "0.6"\n'
    if imports:
        text += "imports:\n"
        for index, source in enumerate(imports):
            text += f"  import_{index}: {{source: {source}, contract: {contract}}}\n"
    text += ANCHORS
    for index in range(len(imports)):
        x, y, z = (rng.uniform(-5, 5) for _ in range(3))
        for name, dx, dy in (("at", 0, 0), ("right", 1, 0), ("up", 0, 1)):
            text += f"  - {{id: {name}_{index}, translation: [{number(x + dx)}, {number(y + dy)}, {number(z)}]}}\n"
    text += "meshes:\n"
    for first in range(0, primitives, 10):
        text += f"  - id: mesh_{first // 10}\n    primitives:\n"
        text += "".join(primitive(rng, i) for i in range(first, min(first + 10, primitives)))
    if imports:
        text += "instances:\n"
    for index in range(len(imports)):
        text += (f"  - id: placed_{index}\n    import: import_{index}\n    attach3:\n      from: [at, right, up]\n"
                 f"      to: [at_{index}, right_{index}, up_{index}]\n      mode: rigid\n")
    return text


def sizes(rng):
    return max(1, min(400, int(rng.lognormvariate(2.0, 0.9))))


def popular(rng, names, count):
    weights = [1 / (rank + 1) for rank in range(len(names))]
    return sorted(set(rng.choices(names, weights, k=count)))


def write(folder, count):
    rng = random.Random(22)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "parts").mkdir(exist_ok=True)
    (folder / "parts/mount.ricy.yaml").write_text(CONTRACT)
    parts = max(8, count // 50)
    layers = [parts // 2, parts // 4, parts - parts // 2 - parts // 4]
    names = []
    for layer, amount in enumerate(layers):
        below = [name for name in names if name.startswith(("bolt", "joint")[layer - 1])] if layer else []
        for index in range(amount):
            name = f"{('bolt', 'joint', 'module')[layer]}_{index:04}.rigy.yaml"
            imports = popular(rng, below, rng.randint(1, 3)) if below else []
            (folder / "parts" / name).write_text(document(rng, sizes(rng), imports, "mount.ricy.yaml"))
            names.append(name)
    rng.shuffle(names)
    paths = []
    for index in range(count):
        group = folder / f"assets/{index // 500:03}"
        group.mkdir(parents=True, exist_ok=True)
        imports = popular(rng, names, rng.choice((0, 1, 1, 2, 2, 3, 4, 6)))
        sources = [f"../../parts/{name}" for name in imports]
        path = group / f"asset_{index:06}.rigy.yaml"
        path.write_text(document(rng, sizes(rng), sources, "../../parts/mount.ricy.yaml"))
        paths.append(path)
    (folder / "list.txt").write_text("".join(f"{path.relative_to(folder)}\n" for path in paths))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    write(Path(sys.argv[1]), int(sys.argv[2]))
