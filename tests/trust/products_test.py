#!/usr/bin/env python3
"""Documents whose parts multiply although each of them is within its limit: within a second and 256 MiB as well.

    products_test.py --rigy PROGRAM [--any-cost]
"""

import hostile
from hostile import ATTACH, BONE, EXPORT_ERROR, HEAD, TOO_LARGE, numbered, times

BOX = "{{id: {}, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}"
TURNED_CAPSULE = ("{{id: p{}, type: capsule, dimensions: {{radius: 1, height: 4}}, "
                  "transform: {{rotation_euler: [0.3, 0.7, 0.1]}}}}")
MAPS = "bindings:\n- mesh_id: m\n  armature_id: r\n  weight_maps:\n"


def bones(count, name="b"):
    yield "armatures:\n- id: r\n  bones:\n"
    yield from numbered(count, BONE.replace("b{}", name + "{}"))


def influences(count, name="b", step=7919):
    """A list of influences of all bones, hardly two of them alike."""
    return ", ".join(f"{{bone_id: {name}{i}, weight: 0.{1 + i * step % 9973:04}}}" for i in range(count))


class Products(hostile.Hostile):
    # --- texts ------------------------------------------------------------------------------------

    def test_many_errors_in_one_long_line(self):
        self.refuse("2:10: error[V34]: missing field 'id' in mesh", "meshes: [", "{}," * 100, "] # ",
                    times(57 << 20, "x"), last="200 errors  (ParseError)  (100 more not shown)")

    def test_long_paths_of_imports_before_many_names(self):
        name = "x" * 1000
        for i in range(31):
            self.write(f"{i}.rigy.yaml", HEAD, f"imports: {{{name}: {{source: {i + 1}.rigy.yaml}}}}\n",
                       hostile.ANCHORS, f"instances: [{{id: {name}, import: {name}, {ATTACH}}}]\n")
        self.write("31.rigy.yaml", HEAD, hostile.ANCHORS, "meshes:\n",
                   (f"- {{id: m{i}, primitives: [{BOX.format('p')}]}}\n" for i in range(70_000)))
        self.expect("0.rigy.yaml:" + TOO_LARGE, last=EXPORT_ERROR, entry="0.rigy.yaml")

    def test_many_imports_of_one_material(self):
        self.write("p.rigy.yaml", HEAD, "materials: {m: {base_color: [1, 1, 1, 1]}}\n")
        box = BOX.format("p").replace("box,", "box, material: i0.m,")
        self.accept("imports:\n", numbered(20_000, "  i{}: {{source: p.rigy.yaml}}\n"), "meshes:\n",
                    (f"- {{id: m{i}, primitives: [{box}]}}\n" for i in range(20_000)))

    # --- influences -------------------------------------------------------------------------------

    def test_an_override_of_one_vertex_again_and_again(self):
        said = self.accept("meshes:\n- id: m\n  primitives: [", BOX.format("p0"), "]\n", bones(20_000), MAPS,
                           "  - primitive_id: p0\n    overrides:\n    - vertices: [", times(400_000, "0,"),
                           "]\n      bones: [", influences(20_000), "]\n")
        self.assertIn("warning[W01]: more than four influences on vertex 0 of primitive 'p0'; dropped: ", said)

    def test_a_gradient_of_many_bones_on_turned_vertices(self):
        self.accept("meshes:\n- id: m\n  primitives: [", TURNED_CAPSULE.format(0), "]\n", bones(40_000), MAPS,
                    "  - primitive_id: p0\n    gradients:\n    - axis: x\n      range: [-1, 1]\n      from: [",
                    influences(40_000), "]\n      to: [", influences(40_000, step=104_729), "]\n")

    def test_long_names_of_dropped_bones(self):
        count = 200
        name = "x" * 1000
        ends = (f"      from: [{influences(count, '*b')}]\n      to: [{influences(count, '*b', 104_729)}]\n")
        bone = "  - {{id: &b{0} " + name + "{0}, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}\n"
        said = self.accept(
            "armatures:\n- id: r\n  bones:\n", numbered(count, bone), "meshes:\n- id: m\n  primitives:\n",
            numbered(count, "  - " + TURNED_CAPSULE + "\n"), MAPS,
            (f"  - primitive_id: p{i}\n    gradients:\n    - axis: x\n      range: [-3, 3]\n{ends}"
             for i in range(count)))
        self.assertIn(" and 195 more\n", said)

    def test_one_weight_file_for_many_primitives(self):
        bones_of_vertex = ", ".join(f'{{"bone_id": "b{i}", "weight": 0.{1 + i % 9:}}}' for i in range(2_000))
        self.write("w.json", '{"primitive_id": "p", "vertex_count": 24, "influences": [',
                   (f'{"," if i else ""}{{"vertex": {i}, "bones": [{bones_of_vertex}]}}' for i in range(24)), "]}")
        self.refuse("4423:75: error[V20]: weight files give more than 20000000 influences, each file counted for every "
                    "weight map that uses it", bones(2_000), "meshes:\n",
                    (f"- {{id: m{i}, primitives: [{BOX.format('p')}]}}\n" for i in range(2_000)), "bindings:\n",
                    numbered(2_000, "- {{mesh_id: m{}, armature_id: r, weight_maps: "
                                    "[{{primitive_id: p, source: w.json}}]}}\n"),
                    last="1 error  (ValidationError)")

    def test_one_pose_for_many_meshes(self):
        self.accept(bones(20_000), "poses: [{id: p, bones: {b1: {translation: [0, 0, 1]}}}]\nmeshes:\n",
                    (f"- {{id: m{i}, primitives: [{BOX.format('p')}]}}\n" for i in range(60)), "bindings:\n",
                    numbered(60, "- {{mesh_id: m{}, armature_id: r}}\n"), options=("--bake-skin", "--pose", "p"))


if __name__ == "__main__":
    hostile.main()
