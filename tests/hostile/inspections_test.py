#!/usr/bin/env python3
"""Documents of which an inspection would be enormous, or take forever: at most a second and 256 MiB, too.

    inspections_test.py --rigy PROGRAM [--any-cost]
"""

import json

import hostile
from hostile import HEAD, MESH, numbered

BOX = "{{id: p{}, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}"


class Inspections(hostile.Hostile):
    command = "inspect"

    def test_too_many_instances(self):
        self.write("a.rigy.yaml", HEAD, "meshes: [{id: m, primitives: [", BOX.format(0), "]}]\ninstances:\n",
                   numbered(70_000, "- {{id: i{}, mesh_id: m}}\n"))
        self.expect("a.rigy.yaml: error[X50]: the document and its instances have 1680024 vertices, more than 600000",
                    last="1 error  (ExportError)")

    def test_too_much_to_list(self):
        self.write("a.rigy.yaml", HEAD, "meshes: [{id: m, primitives: [", BOX.format(0), "]}]\nanchors:\n",
                   numbered(205_000, "- {{id: a{}, translation: [0, 0, 0]}}\n"))
        self.expect("a.rigy.yaml: error[X50]: there are 205002 meshes, primitives, ops, UV sets, bones, anchors and "
                    "instances to list, more than 200000", last="1 error  (ExportError)")

    def test_too_many_pairs(self):
        self.write("a.rigy.yaml", HEAD, "meshes:\n- id: m\n  primitives:\n", numbered(2_000, "  - " + BOX + "\n"))
        code, text = self.run_cheaply("a.rigy.yaml", "-o", "out", "--pairwise-gaps")
        self.assertEqual(code, 2)
        self.assertEqual(text, "rigy: the primitives form 1999000 pairs, more than 500000; choose some of the "
                               "primitives\n")

    def test_a_long_chain_of_bones(self):
        bone = "  - {{id: b{0}, parent: {1}, head: [0, {0}, 0], tail: [0, 1e9, 0]}}\n"
        chain = (bone.format(i, f"b{i - 1}" if i else "none") for i in range(20_000))
        self.accept(MESH, "armatures:\n- id: r\n  bones:\n", chain, options=("--suppress-warning", "all"))
        self.assertLess((self.folder / "out.glb").stat().st_size, 4 * hostile.MIB)

    def test_many_poses_of_many_vertices(self):
        self.accept("meshes:\n- id: m\n  primitives:\n", numbered(500, "  - " + hostile.CAPSULE + "\n"),
                    "armatures: [{id: r, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n",
                    "bindings: [{mesh_id: m, armature_id: r}]\nposes:\n",
                    numbered(5_000, "- {{id: p{}, bones: {{b: {{}}}}}}\n"), options=("--suppress-warning", "all"))

    def checks_of(self, *parts):
        self.accept(*parts, options=("--intent-checks", "--format", "json", "--suppress-warning", "all"))
        return json.loads((self.folder / "out.glb").read_text())["checks"]

    def test_checks_that_compare_too_much(self):
        checks = self.checks_of(
            "meshes:\n- id: m\n  primitives:\n", numbered(600, "  - " + hostile.CAPSULE + "\n"),
            "geometry_checks:\n  alignment:\n",
            numbered(5_000, "  - {{check: symmetric, a: m, b: m, tolerance: {}}}\n"))
        self.assertEqual(len(checks), 5_000)
        self.assertEqual((checks[-1]["pass"], checks[-1]["error"]),
                         (None, "the checks up to this one take too much work"))

    def test_many_names_that_are_unknown(self):
        checks = self.checks_of(
            "meshes:\n- id: m\n  primitives:\n", numbered(20_000, "  - " + BOX + "\n"),
            "geometry_checks:\n  alignment:\n", numbered(50_000, "  - {{check: above, a: q{}, b: m}}\n"))
        self.assertEqual(checks[0]["error"], "no primitive, mesh, instance or anchor is called 'q0'")
        self.assertIsNone(checks[-1]["pass"])


if __name__ == "__main__":
    hostile.main()
