#!/usr/bin/env python3
"""Documents of languages 0.10 to 0.13 that ask for too much: each is refused within a second and 256 MiB.

    languages_test.py --rigy PROGRAM [--any-cost]
"""

import hostile
from hostile import times

HEAD = 'version: "0.13"\n'
BOX = '{id: "b${i}", type: box, dimensions: {x: 1, y: 1, z: 1}}'
MESH = "meshes:\n- id: m\n  primitives:\n  - "
OP = "{op: add, field: metaball_sphere@1, radius: 1, strength: 1}"
VALIDATION_ERROR = "1 error  (ValidationError)"
TOO_MUCH_TEXT = ("error[P09]: more than 2000000 nodes in the document and its imports, or more than 67108864 bytes of "
                 "text in repetitions")
TOO_MUCH_WORK = ("the surfaces have more than 200000000 grid points, each counted once per op")


def repeat(count, body, name="i"):
    return f"{{repeat: {{count: {count}, as: {name}, body: {body}}}}}"


def box_of(width):
    return f'{{id: b, type: box, dimensions: {{x: "{width}", y: 1, z: 1}}}}\n'


def surface(grid, ops, name="s"):
    nx, ny, nz = grid
    return (f"{{id: {name}, type: implicit_surface, iso: 0.2, domain: {{aabb: {{min: [-1, -1, -1], max: [1, 1, 1]}}, "
            f"grid: {{nx: {nx}, ny: {ny}, nz: {nz}}}}}, ops: [{ops}]}}")


class Languages(hostile.Hostile):
    def refuse(self, first, *parts, last="1 error  (ParseError)"):
        self.write("a.rigy.yaml", HEAD, *parts)
        self.expect("a.rigy.yaml:" + first, last=last)

    # --- repeat ---------------------------------------------------------------------------------

    def test_a_billion_repetitions(self):
        for count, shown in ((10**9, "1000000000"), (10**20, "9223372036854775807")):
            with self.subTest(count=count):
                self.refuse(f"5:22: error[P09]: {shown} repetitions create more than 2000000 nodes in the document and "
                            "its imports", MESH, repeat(count, BOX), "\n")

    def test_a_billion_empty_bodies(self):
        self.refuse("3:20: error[P09]: 1000000000 repetitions create more than 2000000 nodes in the document and its "
                    "imports", "meshes:\n- ", repeat(10**9, "{}"), "\n")

    def test_nested_repetitions(self):
        inner = repeat(40_000, BOX)
        self.refuse(f"3:124: {TOO_MUCH_TEXT} (in repetition 33844 of 'i', in repetition 3 of 'm')", "meshes:\n- ",
                    repeat(40_000, f'{{id: "m${{m}}", primitives: [{inner}]}}', "m"), "\n")

    def test_long_texts_in_repetitions(self):
        self.refuse(f"3:41: {TOO_MUCH_TEXT} (in repetition 66467 of 'i')", "meshes:\n- ",
                    repeat(200_000, '{id: "' + "x" * 1000 + '${i}"}'), "\n")

    def test_many_aliases_of_a_repetition(self):
        self.write("a.rigy.yaml", HEAD, "meshes:\n- &x ", repeat(1000, "{id: a}"), "\n", times(5000, "- *x\n"))
        self.expect("a.rigy.yaml:3:23: error[P09]: 1000 repetitions create more than 2000000 nodes in the document and its "
                    "imports")

    def test_many_repetitions_of_nothing(self):
        self.write("a.rigy.yaml", HEAD, MESH, "{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}}\n",
                   times(60_000, "  - " + repeat(0, "{}") + "\n"))
        self.assertEqual(self.run_cheaply("a.rigy.yaml", "-o", "out.glb"), (0, ""))

    def test_many_cutouts(self):
        cutout = '{id: "c${i}", span: ["=2*${i}", "=2*${i}+1"], bottom: 1, top: 2}'
        self.refuse("5:116: error[P09]: 400000 repetitions create more than 2000000 nodes in the document and its "
                    "imports", MESH, "{macro: box_decompose, id: w, axis: x, span: [0, 1000000], height: 3, "
                    "thickness: 1, cutouts: [", repeat(400_000, cutout), "]}\n")

    # --- expressions ----------------------------------------------------------------------------

    def test_deep_brackets(self):
        self.refuse("5:106: error[V68]: brackets are nested more than 64 levels deep", MESH,
                    box_of("=" + "(" * 30_000 + "1" + ")" * 30_000), last=VALIDATION_ERROR)

    def test_many_signs(self):
        self.refuse("5:40: error[V07]: x of box 'b' is -1.0; it must be greater than 0 (from "
                    f"'={'-' * 79}…')", MESH,
                    box_of("=" + "-" * 60_001 + "1"), last=VALIDATION_ERROR)

    def test_a_long_expression(self):
        self.refuse("5:40: error[P09]: text of 80002 bytes; the maximum is 65536", MESH, box_of("=" + "1+" * 40_000 + "1"))

    def test_a_long_expression_in_many_repetitions(self):
        body = '{id: "m${k}", primitives: [' + box_of("=" + "sin(1e300)+" * 5000 + "1").strip() + "]}"
        self.refuse("3:101: error[V07]: x of box 'b' is -4088.4095605790003; it must be greater than 0 (from "
                    f"'={'sin(1e300)+' * 7}si…', in repetition 0 of 'k')", "meshes:\n- ",
                    repeat(3000, body, "k"), "\n", last=VALIDATION_ERROR)

    # --- implicit surfaces ----------------------------------------------------------------------

    def test_huge_grids(self):
        for grid, shown in (((2000, 2000, 2000), "8000000000"), ((2**32 + 1, 2, 2), "17179869188"),
                            ((10**20, 2, 2), "3.6893488147419103e+19")):
            with self.subTest(grid=grid):
                self.refuse(f"5:105: error[V86]: the grid of 's' has {shown} points; the maximum is 2000000",
                            MESH, surface(grid, OP), "\n", last=VALIDATION_ERROR)

    def test_many_ops_on_a_grid(self):
        self.refuse(f"5:5: error[X37]: up to implicit surface 's', {TOO_MUCH_WORK}", MESH,
                    surface((100, 100, 100), repeat(201, OP)), "\n", last=VALIDATION_ERROR)

    def test_many_surfaces(self):
        self.refuse(f"5:40: error[X37]: up to implicit surface 's100', {TOO_MUCH_WORK} (in repetition 100 of 'i')",
                    MESH, repeat(101, surface((100, 100, 200), OP, '"s${i}"')), "\n", last=VALIDATION_ERROR)

    def test_ops_are_counted_after_symmetry(self):
        self.refuse(f"6:5: error[X37]: up to implicit surface 'L_s', {TOO_MUCH_WORK}",
                    "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n", MESH,
                    surface((100, 100, 100), repeat(101, OP), "L_s"), "\n",
                    last="1 error, 1 warning  (ValidationError)")

    def test_surfaces_of_imports_count(self):
        self.write("b.rigy.yaml", HEAD, MESH, surface((100, 100, 100), repeat(150, OP)), "\n")
        self.write("a.rigy.yaml", HEAD, "imports: {b: {source: b.rigy.yaml}}\n", MESH,
                   surface((100, 100, 100), repeat(51, OP)), "\n")
        self.expect(f"b.rigy.yaml:5:5: error[X37]: up to implicit surface 's', {TOO_MUCH_WORK}", last=VALIDATION_ERROR)


if __name__ == "__main__":
    hostile.main()
