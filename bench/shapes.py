"""Documents that are large in one respect each, to show that time grows linearly with it."""

import json


def chain_of_bones(count):
    lines = ['version: "0.6"', "meshes:", "  - id: m", "    primitives:",
             "      - { id: p, type: box, dimensions: { x: 1, y: 1, z: 1 } }",
             "armatures:", "  - id: rig", "    bones:"]
    for i in range(count):
        parent = f"b{i - 1}" if i else "none"
        lines.append(f"      - {{ id: b{i}, parent: {parent}, head: [0, {i}, 0], tail: [0, {i + 1}, 0] }}")
    lines += ["bindings:", "  - { mesh_id: m, armature_id: rig }"]
    return {"bones.rigy.yaml": "\n".join(lines) + "\n"}


def overrides(count):
    lines = ['version: "0.6"', "meshes:", "  - id: m", "    primitives:",
             "      - { id: p, type: capsule, dimensions: { radius: 1, height: 1 } }",
             "armatures:", "  - id: rig", "    bones:",
             "      - { id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0] }",
             "      - { id: b, parent: a, head: [0, 1, 0], tail: [0, 2, 0] }",
             "bindings:", "  - mesh_id: m", "    armature_id: rig", "    weight_maps:",
             "      - primitive_id: p", "        overrides:"]
    for i in range(count):
        bone = "ab"[i % 2]
        lines.append(f"          - {{ vertices: [{i % 858}], bones: [{{ bone_id: {bone}, weight: 1 }}] }}")
    return {"overrides.rigy.yaml": "\n".join(lines) + "\n"}


def weight_file(megabytes):
    """A weight file padded with blanks to the given size: it has 858 entries, one per vertex of a capsule."""
    entries = [{"vertex": i, "bones": [{"bone_id": "a", "weight": 0.5}, {"bone_id": "b", "weight": 0.5}]}
               for i in range(858)]
    padding = " " * (megabytes * 1_000_000 // 858)
    body = (",\n" + padding).join(json.dumps(entry) for entry in entries)
    text = '{"primitive_id": "p", "vertex_count": 858, "influences": [' + body + "]}\n"
    document = ['version: "0.6"', "meshes:", "  - id: m", "    primitives:",
                "      - { id: p, type: capsule, dimensions: { radius: 1, height: 1 } }",
                "armatures:", "  - id: rig", "    bones:",
                "      - { id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0] }",
                "      - { id: b, parent: a, head: [0, 1, 0], tail: [0, 2, 0] }",
                "bindings:", "  - mesh_id: m", "    armature_id: rig", "    weight_maps:",
                "      - { primitive_id: p, source: weights.json }"]
    return {"weights.rigy.yaml": "\n".join(document) + "\n", "weights.json": text}


def instances(count):
    part = ['version: "0.6"', "meshes:", "  - id: m", "    primitives:",
            "      - { id: p, type: box, dimensions: { x: 1, y: 1, z: 1 } }", "anchors:",
            "  - { id: a, translation: [0, 0, 0] }", "  - { id: b, translation: [1, 0, 0] }",
            "  - { id: c, translation: [0, 1, 0] }"]
    lines = ['version: "0.6"', "imports:", "  part: { source: part.rigy.yaml }", "anchors:"]
    for i in range(count):
        for name, x, y in (("a", 0, 0), ("b", 1, 0), ("c", 0, 1)):
            lines.append(f"  - {{ id: {name}{i}, translation: [{x + 2 * i}, {y}, 0] }}")
    lines.append("instances:")
    for i in range(count):
        lines.append(f"  - {{ id: i{i}, import: part, "
                     f"attach3: {{ from: [a, b, c], to: [a{i}, b{i}, c{i}], mode: rigid }} }}")
    return {"instances.rigy.yaml": "\n".join(lines) + "\n", "part.rigy.yaml": "\n".join(part) + "\n"}


def centipede(grid):
    """One implicit surface on 30 bones: ten in a row, with ten pairs of legs."""
    ops = ["{op: add, field: metaball_capsule@1, radius: 0.16, height: 2, strength: 1, "
           "transform: {translation: [0, 0.4, 0], rotation_degrees: [90, 0, 0]}}"]
    bones = []
    for i in range(10):
        z = -1 + 0.2 * i
        parent = f"spine{i - 1}" if i else "none"
        bones.append(f"{{id: spine{i}, parent: {parent}, head: [0, 0.4, {z:.1f}], tail: [0, 0.4, {z + 0.2:.1f}]}}")
        for side, x in (("L", -1), ("R", 1)):
            ops.append(f"{{op: add, field: metaball_capsule@1, radius: 0.07, height: 0.3, strength: 1, "
                       f"transform: {{translation: [{0.25 * x}, 0.2, {z + 0.1:.1f}], rotation_degrees: [0, 0, {40 * x}]}}}}")
            bones.append(f"{{id: {side}_leg{i}, parent: spine{i}, head: [{0.1 * x}, 0.35, {z + 0.1:.1f}], "
                         f"tail: [{0.38 * x}, 0.05, {z + 0.1:.1f}]}}")
    return {"centipede.rigy.yaml": "\n".join([
        'version: "0.13"', "meshes:", "  - id: m", "    primitives:", "      - id: body", "        type: implicit_surface",
        "        iso: 0.3", "        domain:", "          aabb: {min: [-0.6, -0.1, -1.3], max: [0.6, 0.7, 1.3]}",
        f"          grid: {{nx: {grid}, ny: {grid}, nz: {2 * grid}}}", "        ops:", *(f"          - {op}" for op in ops),
        "armatures:", "  - id: rig", "    bones:", *(f"      - {bone}" for bone in bones),
        "bindings:", "  - {mesh_id: m, armature_id: rig}", ""])}


def styles(count):
    """One document with `count` meshes of four boxes, as block collections and as JSON."""
    block = ['version: "0.12"', "meshes:"]
    meshes = []
    for i in range(count):
        block += [f"  - id: mesh_{i}", "    primitives:"]
        boxes = []
        for j in range(4):
            box = {"id": f"part_{j}", "type": "box", "material": "wood",
                   "dimensions": {"x": 0.125 + j, "y": 1.5, "z": 0.25},
                   "transform": {"translation": [i / 8, j / 4, -1.75]}}
            block += [f"      - id: {box['id']}", "        type: box", "        material: wood", "        dimensions:",
                      *(f"          {axis}: {length}" for axis, length in box["dimensions"].items()),
                      "        transform:", f"          translation: {box['transform']['translation']}"]
            boxes.append(box)
        meshes.append({"id": f"mesh_{i}", "primitives": boxes})
    return {"block": "\n".join(block) + "\n", "JSON": json.dumps({"version": "0.12", "meshes": meshes})}


def repeated_boxes(count):
    """A grid of boxes as one repeat, and the same document written out."""
    head = 'version: "0.12"\nmeshes:\n  - id: m\n    primitives:\n'
    box = ('{{ id: "box{0}", type: box, dimensions: {{ x: 0.5, y: 1, z: 0.5 }}, '
           "transform: {{ translation: [{1}, 0, 1] }} }}")
    body = box.format("${i}", '"${i}"')
    repeated = f"{head}      - repeat:\n          count: {count}\n          as: i\n          body: {body}\n"
    written = head + "".join(f"      - {box.format(i, i)}\n" for i in range(count))
    return {"repeated.rigy.yaml": repeated, "written.rigy.yaml": written}


def scene(count, assets=10):
    """A scene of `count` children of ten assets, in chains of three."""
    part = ['version: "0.13"', "meshes:", "  - id: m", "    primitives:",
            "      - { id: p, type: capsule, dimensions: { radius: 1, height: 1 } }", "anchors:",
            "  - { id: a, translation: [0, 0, 0] }", "  - { id: b, translation: [1, 0, 0] }",
            "  - { id: c, translation: [0, 1, 0] }"]
    lines = ['rigs_version: "0.1"', "imports:", *(f"  part{i}: part{i}.rigy.yaml" for i in range(assets)),
             "scene:", "  base: part0", "  children:"]
    for i in range(count):
        indent = "    " * (i % 3 + 1)
        if i % 3:
            lines.append(f"{indent[2:]}children:")
        lines += [f"{indent}- id: c{i}", f"{indent}  base: part{i % assets}", f"{indent}  place:",
                  f"{indent}    slot: {{ anchors: [a, b, c] }}", f"{indent}    mount: {{ anchors: [a, b, c] }}",
                  f"{indent}    nudge: {{ east: {i}cm }}"]
    return {"scene.rigs.yaml": "\n".join(lines) + "\n",
            **{f"part{i}.rigy.yaml": "\n".join(part) + "\n" for i in range(assets)}}


def field_of_balls(side):
    """A square of spheres that do not touch."""
    ball = "  - {{id: b{0}_{1}, type: sphere, dimensions: {{radius: 0.4}}, transform: {{translation: [{0}, 0.4, {1}]}}}}\n"
    balls = "".join(ball.format(x, z) for x in range(side) for z in range(side))
    return f'version: "0.6"\nmeshes:\n- id: field\n  primitives:\n{balls}'
