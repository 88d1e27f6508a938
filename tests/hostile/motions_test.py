#!/usr/bin/env python3
"""Motions that would take forever: every command that moves bones needs at most a second and 256 MiB.

    motions_test.py --rigy PROGRAM [--any-cost]
"""

import hostile
from hostile import numbered, times

BOX = "meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n"
BONES = "armatures:\n- id: r\n  bones:\n"
BOUND = "bindings: [{mesh_id: m, armature_id: r, weights: [{primitive_id: p, bones: [{bone_id: b0, weight: 1}]}]}]\n"
REACH = "{bone: b0, bones: 1, to: [0.1, 1, 0]}"
TWO_POSES = "poses: {a: {}, b: {turn: {b0: {x: 30}}}}\n"
TOO_MUCH = " error[M14]: {} with more than 2000000 samples of bones and reaches"
QUIET = ("--suppress-warning", "all")


def clip(name, length=1, rate=1, keys="{at: 0, pose: a}, {at: 1, pose: b}"):
    return f"  {name}: {{length: {length}, rate: {rate}, travel: [0, 0, 1], keys: [{keys}]}}\n"


class Motions(hostile.Hostile):
    def write_motion(self, *parts, bones=1):
        """A motion of a chain of bones."""
        chain = (f"  - {{id: b{i}, parent: {f'b{i - 1}' if i else 'none'}, head: [0, {i}, 0], "
                 f"tail: [0, {i + 1}, 0.1]}}\n" for i in range(bones))
        self.write("a.rigy.yaml", 'version: "0.13"\n', BOX, BONES, chain, BOUND)
        self.write("a.rigm.yaml", 'rigm_version: "0.1"\nasset: a.rigy.yaml\n', *parts)

    def run_all(self, status, check):
        """Runs every command that moves bones; each is checked."""
        for command, options in (
                ("check", QUIET), ("inspect", ("-o", "out", *QUIET)), ("lint", QUIET),
                ("export", ("-o", "out.glb", *QUIET)), ("render", ("-o", "out.png", "--size", "64x64", *QUIET)),
                ("diff", ("a.rigm.yaml",))):
            # An export takes time in proportion to its output.
            if status == 0 and command == "export":
                continue
            with self.subTest(command=command):
                self.command = command
                code, text = self.run_cheaply("a.rigm.yaml", *options)
                self.assertEqual(code, status, text[:400])
                check(text)

    def refuse(self, what, *parts, at="a.rigm.yaml:2:8:", bones=1):
        self.write_motion(*parts, bones=bones)
        self.run_all(1, lambda text: self.assertEqual(
            text.splitlines()[0], at + TOO_MUCH.format(what)))

    def accept(self, *parts, bones=1):
        self.write_motion(*parts, bones=bones)
        self.run_all(0, lambda text: None)

    def test_one_pose_with_many_reaches(self):
        self.refuse("poses", "poses: {a: {reach: [", times(20_000, REACH + ", "), REACH, "]}}\n")

    def test_many_poses(self):
        self.refuse("poses", "poses:\n", numbered(100_000, "  p{}: {{}}\n"))

    def test_a_long_chain_of_poses(self):
        self.refuse("poses", "poses:\n  p0: {}\n", (f"  p{i}: {{from: p{i - 1}}}\n" for i in range(1, 50_000)))

    def test_long_chains_that_reach(self):
        reach = "{bone: b1999, bones: 2000, to: [0.1, 1, 0]}, "
        self.refuse("poses", "poses: {a: {reach: [", times(2_000, reach), REACH, "]}}\n", bones=2_000)

    def test_a_rate_without_bounds(self):
        self.refuse("a clip", TWO_POSES, "clips:\n", clip("c", length="1e300", rate="1e300"), at="a.rigm.yaml:5:6:")

    def test_many_keys(self):
        self.refuse("a clip", "poses: {a: {}}\nclips: {c: {length: 1000001, keys: [{repeat: {count: 100000, as: i, "
                    "body: {at: \"${i}\", pose: a}}}]}}\n", at="a.rigm.yaml:4:12:")

    def test_clips_that_are_each_just_below_the_limit(self):
        self.refuse("poses and clips", TWO_POSES, "clips:\n", (clip(f"c{i}", rate=900_000) for i in range(300)))

    def test_a_clip_at_the_limit(self):
        self.accept(TWO_POSES, "clips:\n", clip("c", rate=990_000))

    def test_many_bones_at_the_limit(self):
        self.accept(TWO_POSES, "clips:\n", clip("c", rate=19_000), bones=100)

    def test_poses_and_clips_at_the_limit(self):
        self.accept("poses:\n", numbered(9_000, "  p{}: {{turn: {{b0: {{x: 1}}}}}}\n"), "clips:\n",
                    (clip(f"c{i}", keys=f"{{at: 0, pose: p{i}}}, {{at: 1, pose: p8999}}") for i in range(200)))


if __name__ == "__main__":
    hostile.main()
