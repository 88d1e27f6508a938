#!/usr/bin/env python3
"""Documents within every single limit whose parts multiply: they too take at most a second and 256 MiB.

    amplification_test.py --rigy PROGRAM [--any-cost]
"""

import hostile
from hostile import ATTACH, BONE, EXPORT_ERROR, HEAD, MESH, TOO_LARGE, numbered, times

BOX = "{{id: {}, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}"
TURNED_CAPSULE = ("{{id: p{}, type: capsule, dimensions: {{radius: 1, height: 4}}, "
                  "transform: {{rotation_euler: [0.3, 0.7, 0.1]}}}}")
MIRROR = "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
LONG_MIRROR = "symmetry: {mirror_x: {prefix_from: L, prefix_to: " + "R" * 1000 + "}}\n"
TOO_MANY_NAMES = "error[P09]: the names created by symmetry exceed 16 MiB in total"
SPHERE = "{{{{id: {}, type: sphere, dimensions: {{{{radius: 1}}}}}}}}"
MAPS = "bindings:\n- mesh_id: m\n  armature_id: r\n  weight_maps:\n"


def bones(count, name="b"):
    yield "armatures:\n- id: r\n  bones:\n"
    yield from numbered(count, BONE.replace("b{}", name + "{}"))


def influences(count, name="b", step=7919):
    """A list of influences of all bones, hardly two of them alike."""
    return ", ".join(f"{{bone_id: {name}{i}, weight: 0.{1 + i * step % 9973:04}}}" for i in range(count))


class Amplification(hostile.Hostile):
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
        self.refuse("4423:75: error[V20]: weight files contain more than 20000000 influences, each file counted once per "
                    "weight map that uses it", bones(2_000), "meshes:\n",
                    (f"- {{id: m{i}, primitives: [{BOX.format('p')}]}}\n" for i in range(2_000)), "bindings:\n",
                    numbered(2_000, "- {{mesh_id: m{}, armature_id: r, weight_maps: "
                                    "[{{primitive_id: p, source: w.json}}]}}\n"),
                    last="1 error  (ValidationError)")

    def test_one_pose_for_many_meshes(self):
        self.accept(bones(20_000), "poses: [{id: p, bones: {b1: {translation: [0, 0, 1]}}}]\nmeshes:\n",
                    (f"- {{id: m{i}, primitives: [{BOX.format('p')}]}}\n" for i in range(60)), "bindings:\n",
                    numbered(60, "- {{mesh_id: m{}, armature_id: r}}\n"), options=("--bake-skin", "--pose", "p"))

    def test_many_poses_without_the_places_of_many_bones(self):
        text = self.accept("armatures:\n- id: r\n  bones:\n",
                           numbered(60_000, "  - {{id: b{}, parent: none, head: [0, 1, 0], tail: [0, 2, 0]}}\n"),
                           f"meshes: [{{id: m, primitives: [{BOX.format('p')}]}}]\n",
                           "bindings: [{mesh_id: m, armature_id: r}]\nposes:\n",
                           numbered(60_000, "- {{id: p{}, bones: {{b1: {{}}}}}}\n"),
                           options=("--suppress-warning", "W03"))
        self.assertTrue(text.endswith("\n120000 warnings\n"))

    def test_many_gradients_that_miss_a_turned_primitive(self):
        text = self.accept("meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}, ",
                           "transform: {translation: [9, 9, 9], rotation_euler: [1, 2, 3]}}]}]\n",
                           "armatures: [{id: r, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n",
                           "bindings:\n- mesh_id: m\n  armature_id: r\n  weight_maps:\n  - primitive_id: p\n",
                           "    gradients:\n", times(100_000, "    - {axis: x, range: [0, 1], from: {bone_id: b, "
                                                              "weight: 1}, to: {bone_id: b, weight: 1}}\n"))
        self.assertTrue(text.endswith("\n100000 warnings\n"))

    # --- names and files ----------------------------------------------------------------------------

    def test_mirrored_weight_maps_of_a_mesh_that_is_not_there(self):
        self.refuse("40005:12: error[V08]: binding refers to mesh 'n', which is not defined", MIRROR,
                    "meshes:\n", numbered(40_000, "- {{id: m{}, primitives: [" + SPHERE.format("p") + "]}}\n"),
                    "bindings:\n- mesh_id: n\n  armature_id: r\n  weight_maps:\n",
                    times(60_000, "  - {primitive_id: L_a}\n"), "anchors: [{id: L_a, translation: [0, 0, 0]}]\n",
                    last="120001 errors  (ValidationError)  (119901 more not shown)")

    def test_mirrored_weight_maps_of_many_meshes(self):
        self.refuse("40005:34: error[V09]: binding refers to armature 'r', which is not defined", MIRROR,
                    "meshes:\n", numbered(40_000, "- {{id: m{}, primitives: [" + SPHERE.format("L_a") + "]}}\n"),
                    "bindings:\n",
                    (f"- {{mesh_id: m{39_999 - i}, armature_id: r, weight_maps: [{{primitive_id: L_a}}]}}\n"
                     for i in range(40_000)), last="80000 errors  (ValidationError)  (79900 more not shown)")

    def test_mirrored_weight_maps_of_a_mesh_with_many_primitives(self):
        self.refuse("40007:29: error[V09]: binding refers to armature 'r', which is not defined", MIRROR,
                    "meshes:\n- id: m\n  primitives:\n", numbered(40_000, "  - " + SPHERE.format("L_{}") + "\n"),
                    "bindings:\n",
                    times(40_000, "- {mesh_id: m, armature_id: r, weight_maps: [{primitive_id: L_0}]}\n"),
                    last="119999 errors  (ValidationError)  (119899 more not shown)")

    def test_a_long_prefix_for_many_mirrored_bones(self):
        bone = "  - {{id: L{}, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}\n"
        for bones in (20_000, 40_000):
            self.refuse("2:50: " + TOO_MANY_NAMES, LONG_MIRROR, "armatures:\n- id: r\n  bones:\n",
                        numbered(bones, bone), last="1 error, 1 warning  (ParseError)")

    def test_aliases_of_a_long_id_that_symmetry_renames(self):
        self.refuse("2:51: " + TOO_MANY_NAMES, MIRROR, "meshes: [{id: m}, {id: &long L_", "x" * 1000,
                    "}]\nbindings:\n- weight_maps:\n", times(100_000, "  - {primitive_id: *long}\n"),
                    last="200004 errors, 1 warning  (ParseError)  (199904 more not shown)")

    def test_a_long_prefix_for_symmetry_in_many_imports(self):
        for i in range(50):
            self.write(f"{i}.rigy.yaml", HEAD, LONG_MIRROR, "anchors:\n",
                       numbered(1000, "- {{id: L{}, translation: [0, 0, 0]}}\n"))
        self.write("a.rigy.yaml", HEAD, "imports:\n", numbered(50, "  i{0}: {{source: {0}.rigy.yaml}}\n"))
        self.expect("16.rigy.yaml:2:50: " + TOO_MANY_NAMES, last="34 errors  (ParseError)")

    def test_many_contracts_for_an_asset_of_many_anchors(self):
        self.write("p.rigy.yaml", HEAD, "anchors:\n", numbered(100_000, "- {{id: a{}, translation: [0, 0, 0]}}\n"))
        for i in range(2000):
            self.write(f"c{i}.ricy.yaml", 'contract_version: "0.1"\nrequired_anchors: [a7]\n')
        self.accept("imports:\n", numbered(2000, "  i{0}: {{source: p.rigy.yaml, contract: c{0}.ricy.yaml}}\n"))

    def test_many_assets_under_a_contract_of_many_anchors(self):
        for i in range(2000):
            self.write(f"{i}.rigy.yaml", HEAD, "anchors: [{id: a, translation: [0, 0, 0]}]\n")
        self.write("c.ricy.yaml", 'contract_version: "0.1"\nrequired_anchors: [', times(1_500_000, "a,"), "]\n")
        self.accept("imports:\n", numbered(2000, "  i{0}: {{source: {0}.rigy.yaml, contract: c.ricy.yaml}}\n"))

    def test_many_contracts_for_many_assets(self):
        for i in range(100):
            self.write(f"{i}.rigy.yaml", HEAD, "anchors:\n", numbered(500, "- {{id: a{}, translation: [0, 0, 0]}}\n"))
        for i in range(500):
            self.write(f"c{i}.ricy.yaml", 'contract_version: "0.1"\nrequired_anchors: [', numbered(500, "a{},"), "]\n")
        self.write("a.rigy.yaml", HEAD, "imports:\n",
                   (f"  i{i}: {{source: {i % 100}.rigy.yaml, contract: c{i // 100}.ricy.yaml}}\n"
                    for i in range(50_000)))
        self.expect("a.rigy.yaml:2003:42: error[V31]: contracts require more than 1000000 anchors, counted once per "
                    "asset", last="48000 errors  (ContractError)  (47900 more not shown)")

    def test_a_large_weight_file_whose_last_bone_is_unknown(self):
        bones = ",".join(f'{{"bone_id":"b{i}","weight":0}}' for i in range(1000))
        self.write("w.json", '{"primitive_id":"p0","vertex_count":858,"influences":[',
                   (f'{{"vertex":{i},"bones":[{bones}]}},' for i in range(800)),
                   '{"vertex":800,"bones":[{"bone_id":"z","weight":0}]}]}')
        self.refuse("1013:32: error[V20]: weight file 'w.json' names a bone that armature 'r' does not have", MESH,
                    "armatures:\n- id: r\n  bones:\n", numbered(1000, BONE),
                    "bindings:\n- mesh_id: m\n  armature_id: r\n  weight_maps:\n",
                    times(100_000, "  - {primitive_id: p0, source: w.json}\n"),
                    last="200000 errors  (ValidationError)  (199900 more not shown)")

    def write_weight_file(self, bones, name):
        self.write("w.json", '{"primitive_id":"p0","vertex_count":858,"influences":[{"vertex":0,"bones":[',
                   (f'{"," if i else ""}{{"bone_id":"{name}{i}","weight":0}}' for i in range(bones)), "]}]}")

    def test_a_weight_file_for_many_armatures(self):
        self.write_weight_file(60_000, "b")
        self.refuse("3008:74: error[V20]: weight file 'w.json' names 60000 bones that armature 'r0' does not have",
                    MESH, "armatures:\n", numbered(3000, "- {{id: r{}, bones: [{{id: b, parent: none, head: [0, 0, 0], "
                                                  "tail: [0, 1, 0]}}]}}\n"),
                    "bindings:\n", numbered(3000, "- {{mesh_id: m, armature_id: r{}, weight_maps: [{{primitive_id: p0, "
                                                  "source: w.json}}]}}\n"),
                    last="6000 errors  (ValidationError)  (5900 more not shown)")

    def test_a_long_prefix_for_a_weight_file(self):
        self.write_weight_file(60_000, "L")
        self.refuse("5:81: error[V20]: weight file 'w.json' names 59999 bones that armature 'r' does not have",
                    LONG_MIRROR,
                    "meshes: [{id: m, primitives: [{id: L, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n"
                    "armatures: [{id: r, bones: [{id: L1, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
                    "bindings: [{mesh_id: m, armature_id: r, weight_maps: [{primitive_id: L, source: w.json}]}]\n",
                    last="3 errors  (ValidationError)")

    def test_a_slip_among_many_long_names(self):
        name = "abcdefghij" * 4 + "{:024}"
        slip = name.format(10 ** 24 - 1)
        self.refuse(f"5:84: error[X01]: bone '{name.format(0)}' has parent '{slip}', which armature 'r' does not have",
                    "armatures:\n- id: r\n  bones:\n",
                    numbered(65_000, "  - {{id: " + name + f", parent: {slip}, head: [0, 0, 0], tail: [0, 1, 0]}}}}\n"),
                    f"meshes: [{{id: m, primitives: [{BOX.format('p')}]}}]\n",
                    "bindings: [{mesh_id: m, armature_id: r}]\n",
                    last="65000 errors  (ValidationError)  (64900 more not shown)")
        self.refuse(f"150003:92: error[V38]: primitive 'p' refers to material '{slip}', which is not defined",
                    "materials:\n", numbered(150_000, "  " + name + ": {{base_color: [1, 1, 1, 1]}}\n"),
                    "meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}, material: ", slip,
                    "}]}]\n", last="1 error  (ValidationError)")


class AmplifiedExports(hostile.Hostile):
    command = "export"

    def test_equal_shapes_that_follow_different_bones(self):
        sphere = SPHERE.format("p").format()
        self.accept("meshes:\n", (f"- {{id: m{i}, primitives: [{sphere}]}}\n" for i in range(2_000)),
                    bones(2_000), "bindings:\n",
                    (f"- {{mesh_id: m{i}, armature_id: r, weights: [{{primitive_id: p, bones: [{{bone_id: b{i}, weight: 1}}]}}]}}\n"
                     for i in range(2_000)))


if __name__ == "__main__":
    hostile.main()
