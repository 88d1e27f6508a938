#!/usr/bin/env python3
"""Documents that make a comparison large: rigy diff stays within a second of processor time, 256 MiB and 32 MiB of text.

    differences_test.py --rigy PROGRAM [--any-cost]
"""

import json

import hostile
from hostile import HEAD, numbered

MAX_OUTPUT = 32 << 20
BOX = "  - {{id: {}{}, type: box, dimensions: {{x: {}, y: 1, z: 1}}}}\n"
MESH = "meshes:\n- id: m\n  primitives:\n"
ARMATURE = "armatures:\n- id: r\n  bones:\n"


def boxes(count, name, size):
    return (BOX.format(name, i, size + i) for i in range(count))


class Differences(hostile.Hostile):
    command = "diff"

    def told(self, before, after, *options, head=HEAD, status=1):
        """What is said about two documents."""
        self.write("a.rigy.yaml", head, *before)
        self.write("b.rigy.yaml", head, *after)
        code, text = self.run_cheaply("a.rigy.yaml", "b.rigy.yaml", "-j", "1", *options)
        self.assertEqual(code, status, text[:400])
        return text

    def compare(self, before, after, head=HEAD):
        """The JSON of a comparison of documents that differ."""
        self.told(before, after, "--format", "json", head=head, status=1)
        text = (self.folder / "printed").read_text()
        self.assertLessEqual(len(text), MAX_OUTPUT)
        return json.loads(text)

    def test_everything_is_another_object(self):
        found = self.compare([MESH, *boxes(20_000, "a", 1)], [MESH, *boxes(20_000, "b", 50_000)])
        self.assertEqual((found["added"], found["removed"], found["omitted"]), (20_000, 20_000, 30_000))
        self.assertEqual(len(found["objects"]), 10_000)

    def test_everything_is_renamed(self):
        found = self.compare([MESH, *boxes(20_000, "a", 1)], [MESH, *boxes(20_000, "b", 1)])
        self.assertEqual((found["added"], found["removed"], found["changed"]), (0, 0, 20_000))

    def test_a_pose_of_many_bones(self):
        def document(height):
            return [ARMATURE, *numbered(20_000, "  - {{id: b{}, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}\n"),
                    "poses:\n- id: p\n  bones:\n", *(f"    b{i}: {{translation: [0, {height}, 0]}}\n" for i in range(20_000))]
        found = self.compare(document(1), document(2))
        self.assertEqual(found["changed"], 1)
        self.assertEqual(len(found["objects"][0]["changes"]) + found["objects"][0]["omitted"], 20_000)

    def test_many_poses_of_a_large_mesh(self):
        def document(radius):
            sphere = f"type: sphere, dimensions: {{radius: {radius}}}"
            return [MESH, *(f"  - {{id: s{i}, {sphere}}}\n" for i in range(500)),
                    ARMATURE, "  - {id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n",
                    "bindings: [{mesh_id: m, armature_id: r, weights: [{primitive_id: s0, bones: [{bone_id: b, weight: 1}]}]}]\n",
                    "poses:\n", *(f"- {{id: p{i}, bones: {{b: {{translation: [0, {i}, 0]}}}}}}\n" for i in range(2000))]
        found = self.compare(document(1), document(2))
        self.assertEqual(len(found["poses"]) + found["poses_omitted"], 2000)
        self.assertGreater(found["poses_omitted"], 1000)

    def test_imports_that_pair_in_all_ways(self):
        # Three layers of files; each imports the whole next layer, in another order on each side, so that every file of one side
        # meets every file of the other.
        count = 100
        def layer(side, name, below):
            for i in range(count):
                step = i if side == "a" else -i
                imports = (f"  i{k}: {{source: {side}{below}{(k + step) % count}.rigy.yaml}}\n" for k in range(count))
                self.write(f"{side}{name}{i}.rigy.yaml", HEAD, "imports:\n", *imports)
        for side in "ab":
            for i in range(count):
                self.write(f"{side}z{i}.rigy.yaml", HEAD, f"anchors: [{{id: {side}, translation: [{i}, 0, 0]}}]\n")
            layer(side, "y", "z")
        top = ["imports:\n", *(f"  i{k}: {{source: ay{k}.rigy.yaml}}\n" for k in range(count))]
        found = self.compare(top, [line.replace("ay", "by") for line in top])
        self.assertGreater(found["files_omitted"], 1000)

    def test_a_dense_implicit_surface(self):
        def document(radius):
            return ["materials: {clay: {base_color: [1, 1, 1, 1]}}\n", MESH,
                    "  - id: s\n    type: implicit_surface\n    material: clay\n    iso: 0.5\n"
                    "    domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 120, ny: 120, nz: 120}}\n"
                    f"    ops: [{{op: add, field: metaball_sphere@1, radius: {radius}, strength: 1}}]\n"]
        found = self.compare(document(0.5), document(0.75), head='version: "0.13"\n')
        self.assertGreater(found["displacement"]["distance"], 0.05)

    def test_surfaces_as_far_from_each_other_everywhere(self):
        # Every vertex of one is equally near to all triangles of the other.
        def document(shape, count=300):
            return [MESH, *(f"  - {{id: p{i}, type: {shape}}}\n" for i in range(count))]
        found = self.compare(document("sphere, dimensions: {radius: 1}"), document("capsule, dimensions: {radius: 1e-6, height: 1e-6}"))
        self.assertGreater(found["surfaces_omitted"], 0)
        self.assertEqual(found["changed"], 300)

    def test_many_weights_of_many_bones(self):
        bones = 3_000
        def file_with(step):
            entries = (f'{"," if i else ""}{{"vertex": {i}, "bones": [' +
                       ", ".join(f'{{"bone_id": "b{(4 * i + k) * step % bones}", "weight": 0.25}}' for k in range(4)) + "]}"
                       for i in range(561))
            return ['{"primitive_id": "p", "vertex_count": 561, "influences": [', *entries, "]}"]
        self.write("a.json", *file_with(1))
        self.write("b.json", *file_with(7))
        def document(name):
            sphere = "primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]"
            return ["meshes:\n", *(f"- {{id: m{i}, {sphere}}}\n" for i in range(60)),
                    ARMATURE, *numbered(bones, "  - {{id: b{}, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}\n"), "bindings:\n",
                    *(f"- {{mesh_id: m{i}, armature_id: r, weight_maps: [{{primitive_id: p, source: {name}.json}}]}}\n"
                      for i in range(60))]
        found = self.compare(document("a"), document("b"))
        self.assertEqual(found["changed"], 60)
        self.assertGreater(found["objects"][-1]["omitted"], 1000)

    def test_versions_of_many_imports_with_many_parts(self):
        count = 60
        for side, size in ("a", 1), ("b", 2):
            for i in range(count):
                parts = "".join(BOX.format("p", k, size) for k in range(100))
                imports = "".join(f"  i{k}: {{source: {side}z{(k + (i if side == 'a' else -i)) % count}.rigy.yaml}}\n" for k in range(count))
                self.write(f"{side}z{i}.rigy.yaml", HEAD, MESH, parts)
                self.write(f"{side}y{i}.rigy.yaml", HEAD, "imports:\n", imports)
        top = ["imports:\n", *(f"  i{k}: {{source: ay{k}.rigy.yaml}}\n" for k in range(count))]
        found = self.compare(top, [line.replace("ay", "by") for line in top])
        self.assertGreater(found["files_omitted"], 1000)

    def test_documents_of_very_many_nodes(self):
        large = [MESH, *boxes(120_000, "a", 1)]
        said = self.told(large, large)
        self.assertIn("a.rigy.yaml: error[X50]: the document and its imports have ", said)
        self.assertIn("b.rigy.yaml: error[X50]: the document and its imports have ", self.told([MESH, *boxes(10, "a", 1)], large))
        checks = ["geometry_checks: [", *hostile.times(1_900_000, "1,"), "]\n"]
        self.assertIn("too many to be compared", self.told(checks, checks))

    def test_checks_that_repeat_a_long_text(self):
        def document(text):
            return ["geometry_checks: {text: &t ", text, ", alignment: [", *hostile.times(200_000, "*t,"), "]}\n"]
        self.assertEqual(self.compare(document("x" * 1000), document("\u00e9" * 500))["changed"], 1)

    def test_many_lists_of_checks(self):
        def document(number):
            return ["geometry_checks:\n", *(f"  k{i}: [" + f"{number}," * 9_000 + "]\n" for i in range(60))]
        found = self.compare(document(1), document(2))
        self.assertLess(len(found["objects"][0]["changes"]), 10_000)

    def test_pictures_of_repeated_capsules(self):
        def document(count, height):
            return ["materials: {red: {base_color: [1, 0, 0, 1]}}\nmeshes:\n- id: m\n  primitives:\n  - repeat: {count: ", str(count),
                    ', as: i, body: {id: "p${i}", type: capsule, material: red, dimensions: {radius: 1, height: ', str(height), "}}}\n"]
        def refused(count, status):
            return self.told(document(count, 2), document(count, 3), "--image", "out.png", head='version: "0.13"\n', status=status)
        self.assertIn("error[X50]: the document and its instances have 7722000 vertices, more than 600000", refused(9_000, 1))
        # These are compared; only the picture is not written.
        self.assertIn("error[X50]: both documents together have 686400 vertices, more than 380000 to draw", refused(400, 3))
        self.assertFalse((self.folder / "out.png").exists())

    def test_the_largest_picture(self):
        def document(height):
            rows = (f"  - {{id: p{i}, type: capsule, dimensions: {{radius: 0.2, height: {height}}}, transform: "
                    f"{{translation: [{i % 17}, 0, {i // 17}]}}}}\n" for i in range(220))
            return [MESH, *rows]
        self.told(document(1), document(1.5), "--image", "out.png", status=1)
        self.assertTrue((self.folder / "out.png").exists())

    def test_pictures_of_what_lies_over_each_other(self):
        def document(count, radius):
            return ["materials: {red: {base_color: [1, 0, 0, 1]}}\nmeshes:\n- id: m\n  primitives:\n  - repeat: {count: ", str(count),
                    ', as: i, body: {id: "p${i}", type: capsule, material: red, dimensions: {radius: ', str(radius),
                    ', height: 1}, transform: {translation: ["=${i}*0.0001", 0, 0]}}}\n']
        def said(count, status):
            return self.told(document(count, 1), document(count, 1.5), "--image", "out.png", head='version: "0.13"\n', status=status)
        self.assertIn("error[X53]: the picture has too many triangles that lie over each other", said(20, 3))
        self.assertIn("error[X53]: the picture has too many triangles that lie over each other", said(200, 3))
        self.assertFalse((self.folder / "out.png").exists())
        said(17, 1)
        self.assertTrue((self.folder / "out.png").exists())


if __name__ == "__main__":
    hostile.main()
