#!/usr/bin/env python3
"""Documents and options that would make a picture, a measurement or a lint enormous: at most a second and 256 MiB, too.

    pictures_test.py --rigy PROGRAM [--any-cost]
"""

import hostile
from hostile import HEAD, MESH, numbered

BOX = "{{id: p{}, type: box, dimensions: {{x: 1, y: 1, z: 1}}}}"
BONES = ("armatures: [{id: r, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
         "bindings: [{mesh_id: m, armature_id: r}]\n")
REPEATED = """version: "0.13"
materials: {{red: {{base_color: [1, 0, 0, 1]}}}}
meshes:
- id: m
  primitives:
  - repeat: {{count: {}, as: i, body: {{id: "p${{i}}", type: capsule, material: red, dimensions: {{radius: 1, height: 2}}}}}}
"""
# Each fills the picture, and all lie over each other.
OVERLAPPING = """version: "0.13"
materials: {{red: {{base_color: [1, 0, 0, {alpha}]}}}}
meshes:
- id: m
  primitives:
  - repeat: {{count: {count}, as: i, body: {{id: "p${{i}}", material: red, {shape}, transform: {{translation: ["=${{i}}*0.0001", 0, 0]}}}}}}
"""
CAPSULE = "type: capsule, dimensions: {radius: 1, height: 1}"
SPHERE = "type: sphere, dimensions: {radius: 1}"
CUBE = "type: box, dimensions: {x: 1, y: 1, z: 1}"
TOO_MANY_TRIANGLES = "a.rigy.yaml: error[X53]: the picture has too many triangles that lie over each other"
QUIET = ("--suppress-warning", "all", "-j", "1")


class Pictures(hostile.Hostile):
    command = "render"

    def told(self, message, *options, status):
        """Checks the first line that the program prints, and that there is no picture."""
        code, text = self.run_cheaply("a.rigy.yaml", "-o", "out.png", *options, *QUIET)
        self.assertEqual((code, text.splitlines()[0]), (status, message))
        self.assertFalse((self.folder / "out.png").exists())

    def test_huge_pictures_and_animations(self):
        self.write("a.rigy.yaml", HEAD, MESH, BONES, "poses:\n", numbered(3_000, "- {{id: p{}, bones: {{b: {{}}}}}}\n"))
        pixels = "rigy: a picture has at least 16 pixels on each side and at most 33554432 in all, not "
        frames = "rigy: the frames of an animation have at most 134217728 pixels in all"
        for size, message in (("4294967295x4294967295", pixels + "4294967295 x 4294967295"),
                              ("40000x40000", pixels + "40000 x 40000"), ("16x8", pixels + "16 x 8"),
                              ("4294967296x16", "rigy: --size: '4294967296x16' is not a size like 800x600"),
                              ("nanxinf", "rigy: --size: 'nanxinf' is not a size like 800x600")):
            self.told(message, "--size", size, status=2)
        self.told(frames, "--turntable", "1000", status=2)
        self.told("rigy: --turntable: Value 100000 not in range 2 to 1000", "--turntable", "100000", status=2)
        self.told("rigy: an animation has 2 to 1000 frames, not 3001", "--all-poses", status=2)
        self.told("rigy: --section: 'x=nan' is not a plane like x=0.2", "--section", "x=nan", status=2)
        self.told("rigy: --section: 'x=1e999' is not a plane like x=0.2", "--section", "x=1e999", status=2)

    def test_many_views(self):
        self.write("a.rigy.yaml", HEAD, MESH)
        self.told("rigy: a picture has at most 64 views", "--view", ",".join(["iso"] * 1_000), status=2)

    def test_many_large_triangles_above_each_other(self):
        self.write("a.rigy.yaml", HEAD, "meshes:\n- id: m\n  primitives:\n", numbered(20_000, "  - " + BOX + "\n"))
        self.told("a.rigy.yaml: error[X53]: the picture has too many triangles that lie over each other",
                  "--size", "2000x2000", status=1)

    def test_as_many_over_each_other_as_can_be_drawn(self):
        for shape, alpha, most, too_many in ((CAPSULE, 1, 75, 80), (SPHERE, 1, 54, 60), (CUBE, 1, 122, 135), (SPHERE, 0.4, 11, 14)):
            with self.subTest(shape=shape, alpha=alpha):
                self.write("a.rigy.yaml", OVERLAPPING.format(count=most, shape=shape, alpha=alpha))
                code, text = self.run_cheaply("a.rigy.yaml", "-o", "out.png", *QUIET)
                self.assertEqual(code, 0, text[:300])
                (self.folder / "out.png").unlink()
                self.write("a.rigy.yaml", OVERLAPPING.format(count=too_many, shape=shape, alpha=alpha))
                self.told(TOO_MANY_TRIANGLES, status=1)

    def test_too_many_instances(self):
        self.write("a.rigy.yaml", HEAD, MESH, hostile.ANCHORS, "instances:\n",
                   numbered(50_000, "- {{id: i{}, mesh_id: m, attach3: {{from: [a, b, c], to: [a, b, c], mode: rigid}}}}\n"))
        code, text = self.run_cheaply("a.rigy.yaml", "-o", "out.png", *QUIET)
        self.assertEqual(code, 1)
        self.assertIn("error[X50]: the document and its instances have ", text.splitlines()[0])

    def test_repeated_capsules(self):
        self.write("a.rigy.yaml", REPEATED.format(9_000))
        self.told("a.rigy.yaml: error[X50]: the document and its instances have 7722000 vertices, more than 600000", status=1)

    def test_the_most_vertices(self):
        rows = (f"  - {{id: p{i}, type: capsule, dimensions: {{radius: 0.2, height: 0.5}}, transform: "
                f"{{translation: [{i % 27}, 0, {i // 27}]}}}}\n" for i in range(699))
        self.write("a.rigy.yaml", HEAD, "meshes:\n- id: m\n  primitives:\n", *rows)
        for options in ((), ("--section", "x=13"), ("--show", "skeleton,bounds,names")):
            with self.subTest(options=options):
                code, text = self.run_cheaply("a.rigy.yaml", "-o", "out.png", *options, *QUIET)
                self.assertEqual(code, 0, text[:300])

    def test_long_paths_of_many_anchors(self):
        name = "x" * 1000
        self.write("part.rigy.yaml", HEAD, "anchors:\n", numbered(2_000, "- {{id: a{}, translation: [0, 0, {}]}}\n".replace("{}]", "1]")),
                   "- {id: a, translation: [0, 0, 0]}\n- {id: b, translation: [1, 0, 0]}\n- {id: c, translation: [0, 1, 0]}\n")
        self.write("a.rigy.yaml", HEAD, hostile.ANCHORS, "imports: {i: {source: part.rigy.yaml}}\ninstances:\n",
                   (f"- {{id: {name}{i}, import: i, {hostile.ATTACH}}}\n" for i in range(90)))
        code, text = self.run_cheaply("a.rigy.yaml", "-o", "out.png", "--show", "anchors", *QUIET)
        self.assertEqual(code, 1)
        self.assertIn("bytes of names and paths, more than 16777216", text.splitlines()[0])

    def test_marks_of_many_errors(self):
        self.write("a.rigy.yaml", HEAD, "meshes:\n- id: m\n  primitives:\n",
                   numbered(20_000, "  - {{id: p{}, type: sphere, dimensions: {{radius: 0}}}}\n"))
        code, text = self.run_cheaply("a.rigy.yaml", "-o", "out.png", "--mark-diagnostics", "--size", "64x64", *QUIET)
        self.assertEqual((code, text.splitlines()[-1]),
                         (1, "20000 errors  (ValidationError)  (19900 more not shown)"))

    def test_numbers_at_the_end_of_their_range(self):
        self.write("a.rigy.yaml", HEAD, "meshes: [{id: m, primitives: [{id: p, type: box, dimensions: "
                   "{x: 3e38, y: 1e-300, z: 3e38}}, {id: q, type: sphere, dimensions: {radius: 1e-320}}]}]\n")
        code, _ = self.run_cheaply("a.rigy.yaml", "-o", "out.png", "--show",
                                   "axes,grid,bounds,dimensions,wireframe,names", "--size", "64x64", *QUIET)
        self.assertIn(code, (0, 1))


class Measurements(hostile.Hostile):
    command = "measure"

    def test_too_many_pairs(self):
        self.write("a.rigy.yaml", HEAD, *(f"{head}- id: {mesh}\n  primitives:\n" + "".join(
            numbered(3_000, "  - " + BOX + "\n")) for head, mesh in (("meshes:\n", "m"), ("", "n"))))
        code, text = self.run_cheaply("a.rigy.yaml", "m", "n", "--format", "json")
        self.assertIn(code, (0, 1), text[:300])

    def test_a_name_among_many(self):
        self.write("a.rigy.yaml", HEAD, "meshes:\n- id: m\n  primitives:\n", numbered(20_000, "  - " + BOX + "\n"))
        code, text = self.run_cheaply("a.rigy.yaml", "p19999x", "m")
        self.assertEqual((code, text.splitlines()[0]),
                         (1, "a.rigy.yaml: error[X65]: no primitive, mesh, instance or anchor is called 'p19999x'"))

    def test_repeated_capsules(self):
        self.write("a.rigy.yaml", REPEATED.format(9_000))
        code, text = self.run_cheaply("a.rigy.yaml", "p0", "p1")
        self.assertEqual(code, 1)
        self.assertIn("error[X50]: the document and its instances have 7722000 vertices, more than 600000", text)

    def test_the_most_vertices(self):
        self.write("a.rigy.yaml", REPEATED.format(699))
        code, text = self.run_cheaply("a.rigy.yaml", "p0", "p1")
        self.assertEqual(code, 0, text[:300])


class Lint(hostile.Hostile):
    command = "lint"

    def test_too_many_parts_in_one_place(self):
        self.write("a.rigy.yaml", HEAD, "meshes:\n- id: m\n  primitives:\n",
                   numbered(5_000, "  - " + BOX + "\n"))
        code, text = self.run_cheaply("a.rigy.yaml")
        self.assertEqual(code, 1)
        self.assertIn("error[X67]: too many parts are near each other to be compared", text)

    def test_as_many_parts_in_one_place_as_can_be_compared(self):
        for count, too_many in ((46, False), (50, True), (5_000, True)):
            with self.subTest(count=count):
                self.write("a.rigy.yaml", OVERLAPPING.format(count=count, shape=CUBE, alpha=1))
                code, text = self.run_cheaply("a.rigy.yaml")
                self.assertEqual(code, 1, text[:300])
                self.assertEqual("error[X67]: too many parts are near each other to be compared" in text, too_many)

    def test_many_poses(self):
        self.write("a.rigy.yaml", HEAD, MESH, BONES, "poses:\n", numbered(500, "- {{id: p{}, bones: {{b: {{}}}}}}\n"))
        code, _ = self.run_cheaply("a.rigy.yaml", "--all-poses")
        self.assertIn(code, (0, 1))

    def test_too_many_poses(self):
        spheres = (f"  - {{id: p{i}, type: sphere, dimensions: {{radius: 0.1}}, transform: {{translation: [{i}, 0, 0]}}}}\n"
                   for i in range(200))
        weights = (f"{{primitive_id: p{i}, bones: [{{bone_id: b, weight: 1}}]}}, " for i in range(200))
        for count, shapes, bound in ((20_000, spheres, weights), (20_000, ["  - " + hostile.CAPSULE.format(0) + "\n"], [])):
            self.write("a.rigy.yaml", HEAD, "meshes:\n- id: m\n  primitives:\n", *shapes,
                       BONES.replace("armature_id: r", "armature_id: r, weights: [" + "".join(bound) + "]"),
                       "poses:\n", numbered(count, "- {{id: q{}, bones: {{b: {{translation: [0, 1, 0]}}}}}}\n"))
            code, text = self.run_cheaply("a.rigy.yaml", "--all-poses", *QUIET)
            self.assertEqual(code, 1)
            self.assertIn("error[X67]: there are too many poses to look at", text)

    def test_repeated_capsules(self):
        self.write("a.rigy.yaml", REPEATED.format(9_000))
        code, text = self.run_cheaply("a.rigy.yaml")
        self.assertEqual(code, 1)
        self.assertIn("error[X50]: the document and its instances have 7722000 vertices, more than 600000", text)

    def test_the_most_vertices_in_a_pose(self):
        self.write("a.rigy.yaml", REPEATED.format(699), BONES, "poses: [{id: q, bones: {b: {translation: [0, 1, 0]}}}]\n")
        code, text = self.run_cheaply("a.rigy.yaml", "--all-poses", *QUIET)
        self.assertIn(code, (0, 1), text[:300])


if __name__ == "__main__":
    hostile.main()
