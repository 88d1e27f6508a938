#!/usr/bin/env python3
"""Documents that make a comparison large: rigy diff stays within ten seconds of processor time, 1 GiB and 32 MiB of text.

    differences_test.py --rigy PROGRAM [--any-cost]
"""

import json
import os
import threading

import hostile
from hostile import HEAD, numbered

MAX_SECONDS = 10
MAX_KIB = 1 << 20
MAX_OUTPUT = 32 << 20
BOX = "  - {{id: {}{}, type: box, dimensions: {{x: {}, y: 1, z: 1}}}}\n"
MESH = "meshes:\n- id: m\n  primitives:\n"
ARMATURE = "armatures:\n- id: r\n  bones:\n"


def boxes(count, name, size):
    return (BOX.format(name, i, size + i) for i in range(count))


class Differences(hostile.Hostile):
    def compare(self, before, after, head=HEAD):
        """The JSON of a comparison of documents that differ."""
        self.write("a.rigy.yaml", head, *before)
        self.write("b.rigy.yaml", head, *after)
        os.chdir(self.folder)
        with open("out.json", "wb+") as out:
            pid = os.posix_spawn(hostile.RIGY, [hostile.RIGY, "diff", "a.rigy.yaml", "b.rigy.yaml", "--format", "json"], os.environ,
                                 file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)])
            watchdog = threading.Timer(600, os.kill, (pid, 9))
            watchdog.start()
            _, ended, usage = os.wait4(pid, 0)
            watchdog.cancel()
        self.assertEqual(os.waitstatus_to_exitcode(ended), 1)
        if not hostile.ANY_COST:
            self.assertLessEqual(usage.ru_utime + usage.ru_stime, MAX_SECONDS, "seconds")
            self.assertLessEqual(usage.ru_maxrss, MAX_KIB, "KiB")
        text = (self.folder / "out.json").read_text()
        self.assertLessEqual(len(text), MAX_OUTPUT)
        return json.loads(text)

    def test_everything_is_another_object(self):
        found = self.compare([MESH, *boxes(30_000, "a", 1)], [MESH, *boxes(30_000, "b", 50_000)])
        self.assertEqual((found["added"], found["removed"], found["omitted"]), (30_000, 30_000, 50_000))
        self.assertEqual(len(found["objects"]), 10_000)

    def test_everything_is_renamed(self):
        found = self.compare([MESH, *boxes(30_000, "a", 1)], [MESH, *boxes(30_000, "b", 1)])
        self.assertEqual((found["added"], found["removed"], found["changed"]), (0, 0, 30_000))

    def test_a_pose_of_many_bones(self):
        def document(height):
            return [ARMATURE, *numbered(60_000, "  - {{id: b{}, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}\n"),
                    "poses:\n- id: p\n  bones:\n", *(f"    b{i}: {{translation: [0, {height}, 0]}}\n" for i in range(60_000))]
        found = self.compare(document(1), document(2))
        self.assertEqual(found["changed"], 1)
        self.assertEqual(len(found["objects"][0]["changes"]) + found["objects"][0]["omitted"], 60_000)

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


if __name__ == "__main__":
    hostile.main()
