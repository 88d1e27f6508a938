"""Runs inside Blender: installs the add-on from its zip, and uses it as an artist would.

    blender -b --factory-startup --python blender_inside.py -- ADDON.zip REPOSITORY RIGY
"""

import os
import shutil
import sys
import unittest
from pathlib import Path

import bpy
from mathutils import Quaternion, Vector

sys.path.insert(0, str(Path(__file__).resolve().parent))

import blender_edges  # noqa: E402  (Blender does not look in the folder of a script)
from blender_support import (  # noqa: E402
    ARM,
    EXAMPLES,
    NEAR,
    RIGY,
    ZIP,
    Case,
    compiled_points,
    distance,
    new_file,
    shown_points,
    to_blender,
)

NORMALS = 2e-3  # Blender keeps custom normals as two numbers of 16 bits


class Imports(Case):
    def test_an_asset(self):
        made = self.open(self.write("arm.rigy.yaml", ARM))
        self.assertEqual([one["rigy_id"] for one in made.children], ["arm", "anchors"])
        self.assertEqual({one["rigy_key"]: one["rigy_kind"] for one in made.all_objects}, {
            "rig": "armature", "arm.upper": "shape", "arm.lower": "shape", "hand": "anchor"})
        upper = self.named(made, "arm.upper")
        self.assertEqual((upper["rigy_id"], upper["rigy_tags"]), ("upper", "limb"))
        self.assertLess((self.named(made, "hand").matrix_world.translation - to_blender((0.3, 1.1, 0.2))).length, NEAR)

    def test_materials(self):
        made = self.open(self.write("arm.rigy.yaml", ARM))
        glass = self.named(made, "arm.lower").data.materials[0]
        shader = glass.node_tree.nodes["Principled BSDF"]
        self.assertEqual([round(value, 5) for value in shader.inputs["Base Color"].default_value], [0.1, 0.2, 0.9, 0.5])
        self.assertEqual(glass.blend_method, "BLEND")

    def test_bones_have_the_authored_directions_and_rolls(self):
        armature = self.named(self.open(self.write("arm.rigy.yaml", ARM)), "rig")
        shoulder, elbow = (armature.data.bones[name] for name in ("shoulder", "elbow"))
        self.assertLess((elbow.head_local - to_blender((0, 0.6, 0))).length, NEAR)
        self.assertLess((elbow.tail_local - to_blender((0.3, 1.1, 0.2))).length, NEAR)
        self.assertEqual(elbow.parent, shoulder)
        # A bone that points up has the axes of the armature, turned about itself by the roll.
        expected = to_blender(Quaternion((0, 1, 0), 0.4) @ Vector((-1, 0, 0)))
        self.assertLess((shoulder.matrix_local.col[0].to_3d() - expected).length, NEAR)

    def test_normals_are_those_of_the_document(self):
        path = self.write("arm.rigy.yaml", ARM)
        made = self.open(path)
        primitive = self.package.export(path).meshes()[0].primitives[0]
        mesh = self.named(made, "arm.upper").data
        found = self.addon.ui.importer.compat.corner_normals(mesh)
        expected = [primitive.normals.tolist()[corner] for corner in primitive.indices.tolist()]
        self.assertEqual(len(found), len(expected))
        worst = max((Vector(a) - Vector((x, -z, y))).length for a, (x, y, z) in zip(found, expected))
        self.assertLess(worst, NORMALS)
        self.assertLess(len(mesh.vertices), primitive.positions.shape[0])  # what only normals divide is joined

    def test_shapes_at_rest_and_in_poses(self):
        for name in ("humanoid", "robot", "armatures", "twist"):
            with self.subTest(name):
                new_file()
                path = EXAMPLES / f"{name}.rigy.yaml"
                made = self.open(path)
                self.assertLess(distance(shown_points(made), compiled_points(self.package, path)), NEAR)
                if name == "twist":
                    continue  # dual quaternions, which Blender computes in its own way
                poses = {one["rigy_id"] for one in bpy.data.actions if one.get("rigy_kind") == "pose"}
                self.assertGreater(len(poses), 0)
                for pose in poses:
                    for action in bpy.data.actions:
                        if action.get("rigy_id") == pose:
                            armature = self.named(made, action["rigy_key"].split("/")[1])
                            self.addon.ui.importer.compat.assign(armature, action)
                    bpy.context.scene.frame_set(1)
                    self.assertLess(distance(shown_points(made), compiled_points(self.package, path, pose=pose)), NEAR, pose)

    def test_dual_quaternions_preserve_volume(self):
        made = self.open(EXAMPLES / "twist.rigy.yaml")
        modifiers = [one.modifiers["Rigy"] for one in made.all_objects if one.type == "MESH"]
        self.assertTrue(modifiers and all(one.use_deform_preserve_volume for one in modifiers))

    def test_a_scene(self):
        path = EXAMPLES / "room/room.rigs.yaml"
        made = self.open(path)
        self.assertLess(distance(shown_points(made), compiled_points(self.package, path)), NEAR)
        chairs = [one for one in made.all_objects if one.type == "MESH" and one.data.name.startswith("chair")]
        self.assertEqual(len(chairs), 2)
        self.assertIs(chairs[0].data, chairs[1].data)

    def test_a_motion(self):
        path = EXAMPLES / "motion/walker.rigm.yaml"
        made = self.open(path)
        walk = self.action("walk")
        self.assertIs(self.named(made, "rig").animation_data.action, walk)
        self.assertTrue(walk.use_cyclic)
        for time in (0, 0.25, 0.5):
            bpy.context.scene.frame_set(1 + int(time * 24))
            expected = compiled_points(self.package, path, pose=f"walk@{time}")
            self.assertLess(distance(shown_points(made), expected), 2e-5, time)

    def test_anchors_may_follow_bones(self):
        made = self.open(self.write("arm.rigy.yaml", ARM), anchors="follow")
        hand = self.named(made, "hand")
        self.assertEqual((hand.parent_type, hand.parent_bone), ("BONE", "elbow"))
        bpy.context.view_layer.update()
        self.assertLess((hand.matrix_world.translation - to_blender((0.3, 1.1, 0.2))).length, NEAR)
        self.assertNotIn("hand", {one["rigy_key"] for one in self.open(self.write("b.rigy.yaml", ARM), anchors="none").all_objects})

    def test_a_wrong_document_is_refused_with_line_and_help(self):
        path = self.write("wrong.rigy.yaml", ARM.replace("bone_id: elbow", "bone_id: elbo"))
        with self.assertRaisesRegex(RuntimeError, "wrong.rigy.yaml:18: "):
            bpy.ops.rigy.import_document(filepath=path)
        (problem,) = self.addon.link.problems[""]
        self.assertEqual((problem.file, problem.line, problem.severity), (path, 18, "error"))
        self.assertIn("elbow", problem.help)
        self.assertEqual(self.addon.ui.importer.imports(), [])
        self.assertEqual(bpy.ops.rigy.show_line(file=path, line=18), {"FINISHED"})
        self.assertEqual(bpy.data.texts["wrong.rigy.yaml"].current_line_index, 17)

    def test_the_program_gives_the_same_as_the_package(self):
        engine, path = self.addon.ui.engine, str(EXAMPLES / "room/room.rigs.yaml")
        by_package = engine.export(path)
        before = os.environ["PATH"]
        os.environ["PATH"] = f"{RIGY.parent}:{before}"
        engine.package = None
        try:
            by_program = engine.export(path)
            broken = engine.export(self.write("a.rigy.yaml", 'version: "0.13"\nmeshs: []\n'))
            os.environ["PATH"] = "/nowhere"
            with self.assertRaises(engine.Missing):
                engine.export(path)
        finally:
            engine.package, os.environ["PATH"] = self.package, before
        self.assertEqual(by_program.glb, by_package.glb)
        self.assertEqual(set(by_program.files), set(by_package.files))
        problem = broken.problems[0]
        self.assertEqual((broken.glb, problem.file, problem.line), (None, str(self.folder / "a.rigy.yaml"), 2))

    def test_removing_an_import_leaves_nothing(self):
        bpy.ops.rigy.remove(name=self.open(EXAMPLES / "motion/walker.rigm.yaml").name)
        for group in (bpy.data.objects, bpy.data.meshes, bpy.data.armatures, bpy.data.actions, bpy.data.materials, bpy.data.collections):
            self.assertEqual(len(group), 0, group)


class LiveLink(Case):
    def edit(self, name, before, after):
        text = (self.folder / name).read_text(encoding="utf-8")
        self.assertIn(before, text)
        self.write(name, text.replace(before, after))

    def refresh(self):
        return self.addon.link.refresh(bpy.context)

    def test_what_an_artist_did_stays_when_the_document_changes(self):
        made = self.open(self.write("arm.rigy.yaml", ARM))
        upper, rig = self.named(made, "arm.upper"), self.named(made, "rig")
        upper.modifiers.new("Smooth", "SUBSURF")
        gold = bpy.data.materials.new("gold")
        upper.data.materials[0] = gold
        upper.name = "my arm"
        hand = self.named(made, "hand")
        hand.location.x += 1
        rig.pose.bones["elbow"].location = (0.1, 0.2, 0.3)
        rig.pose.bones["elbow"].constraints.new("COPY_ROTATION")
        self.addon.ui.importer.compat.assign(rig, self.action("bent"))
        bpy.context.scene.frame_current = 7
        objects, place = set(bpy.data.objects), tuple(hand.location)

        self.assertEqual(self.refresh(), 0)
        self.edit("arm.rigy.yaml", "radius: 0.1,", "radius: 0.2,")
        self.edit("arm.rigy.yaml", "tail: [0, 0.6, 0]", "tail: [0, 0.5, 0]")
        self.edit("arm.rigy.yaml", "[0.1, 0.2, 0.9, 0.5]", "[0.9, 0.2, 0.1, 1]")
        self.assertEqual(self.refresh(), 1)
        self.assertEqual(set(bpy.data.objects), objects)
        self.assertAlmostEqual(max(vertex.co.x for vertex in upper.data.vertices), 0.2, 5)
        self.assertEqual([one.name for one in upper.modifiers], ["Rigy", "Smooth"])
        self.assertIs(upper.data.materials[0], gold)
        self.assertEqual(tuple(hand.location), place)
        self.assertEqual(bpy.context.scene.frame_current, 7)
        self.assertIs(rig.animation_data.action, self.action("bent"))
        self.assertEqual(len(rig.pose.bones["elbow"].constraints), 1)
        self.assertAlmostEqual(rig.data.bones["shoulder"].length, 0.5, 6)
        glass = self.named(made, "arm.lower").data.materials[0]
        self.assertAlmostEqual(glass.diffuse_color[0], 0.9, 6)

    def test_an_import_that_changes(self):
        made = self.open(EXAMPLES / "car/car.rigy.yaml", live=False)
        self.assertGreater(len(made["rigy_files"].split("\n")), 1)
        shutil.copytree(EXAMPLES / "car", self.folder / "car")
        made = self.open(self.folder / "car/car.rigy.yaml")
        before = shown_points(made)
        part = next(Path(one) for one in made["rigy_files"].split("\n")[1:])
        text = part.read_text(encoding="utf-8")
        part.write_text(text.replace("radius: ", "radius: 1"), encoding="utf-8")
        self.assertEqual(self.refresh(), 1)
        self.assertGreater(distance(before, shown_points(made)), 0.1)
        self.break_and_correct(made, part, text)
        by_package, engine = self.addon.ui.engine.package, self.addon.ui.engine
        before_path, os.environ["PATH"], engine.package = os.environ["PATH"], f"{RIGY.parent}:{os.environ['PATH']}", None
        try:
            self.break_and_correct(made, part, text)
        finally:
            engine.package, os.environ["PATH"] = by_package, before_path

    def break_and_correct(self, made, part, text):
        """What is wrong with a dependency is told, and its correction is noticed."""
        part.write_text(text.replace("radius: ", "radus: "), encoding="utf-8")
        self.assertEqual(self.refresh(), 1)
        self.assertIn("radus", self.addon.link.problems[made["rigy_link"]][0].message)
        part.write_text(text, encoding="utf-8")
        self.assertEqual(self.refresh(), 1)
        self.assertEqual([one for one in self.addon.link.problems[made["rigy_link"]] if one.severity == "error"], [])
        part.unlink()
        self.assertEqual(self.refresh(), 1)
        self.assertIn("cannot read", self.addon.link.problems[made["rigy_link"]][0].message)
        part.write_text(text, encoding="utf-8")
        self.assertEqual(self.refresh(), 1)
        self.assertEqual([one for one in self.addon.link.problems[made["rigy_link"]] if one.severity == "error"], [])

    def test_shapes_and_bones_that_come_and_go(self):
        made = self.open(self.write("arm.rigy.yaml", ARM))
        self.edit("arm.rigy.yaml", "id: lower", "id: forearm")
        self.write("arm.rigy.yaml", (self.folder / "arm.rigy.yaml").read_text().replace("elbow", "joint"))
        self.refresh()
        self.assertEqual({one["rigy_key"] for one in made.all_objects}, {"rig", "arm.upper", "arm.forearm", "hand"})
        self.assertEqual([one.name for one in self.named(made, "rig").data.bones], ["shoulder", "joint"])
        self.assertLess(distance(shown_points(made), compiled_points(self.package, self.folder / "arm.rigy.yaml")), NEAR)

    def test_a_broken_file_changes_nothing_and_is_told(self):
        made = self.open(self.write("arm.rigy.yaml", ARM))
        before = shown_points(made)
        self.edit("arm.rigy.yaml", "type: capsule", "type: capsul")
        self.assertEqual(self.refresh(), 1)
        self.assertEqual(self.refresh(), 0)
        problem = self.addon.link.problems[made["rigy_link"]][0]
        self.assertEqual((problem.line, problem.severity), (6, "error"))
        self.assertIn("capsule", problem.help)
        self.assertEqual(distance(before, shown_points(made)), 0)
        self.edit("arm.rigy.yaml", "type: capsul,", "type: capsule,")
        self.refresh()
        self.assertEqual(self.addon.link.problems[made["rigy_link"]], ())

    def test_shape_keys_are_not_destroyed(self):
        made = self.open(self.write("arm.rigy.yaml", ARM))
        upper = self.named(made, "arm.upper")
        upper.shape_key_add(name="Basis")
        count = len(upper.data.vertices)
        self.edit("arm.rigy.yaml", "type: capsule, material: skin", "type: sphere, material: skin")
        self.edit("arm.rigy.yaml", "tags: [limb], dimensions: {radius: 0.1, height: 0.5}", "tags: [limb], dimensions: {radius: 0.3}")
        self.refresh()
        self.assertEqual((len(upper.data.vertices), len(upper.data.shape_keys.key_blocks)), (count, 1))
        self.assertIn("shape keys", self.addon.link.problems[made["rigy_link"]][-1].message)

    def test_nothing_happens_in_edit_mode_or_without_the_link(self):
        made = self.open(self.write("arm.rigy.yaml", ARM))
        bpy.context.view_layer.objects.active = self.named(made, "arm.upper")
        self.edit("arm.rigy.yaml", "radius: 0.1,", "radius: 0.2,")
        bpy.ops.object.mode_set(mode="EDIT")
        self.assertEqual(self.refresh(), 0)
        bpy.ops.object.mode_set(mode="OBJECT")
        bpy.ops.rigy.toggle_live(name=made.name)
        self.assertEqual(self.refresh(), 0)
        self.assertEqual(bpy.ops.rigy.update(name=made.name), {"FINISHED"})
        self.assertAlmostEqual(max(vertex.co.x for vertex in self.named(made, "arm.upper").data.vertices), 0.2, 5)


class TheWayBack(Case):
    def bones(self, armature):
        bpy.context.view_layer.update()
        return {bone.name: [number for row in bone.matrix for number in row] for bone in armature.pose.bones}

    def assert_near(self, first, second):
        self.assertEqual(first.keys(), second.keys())
        for name, numbers in first.items():
            self.assertLess(max(abs(a - b) for a, b in zip(numbers, second[name])), NEAR, name)

    def test_a_pose(self):
        text = (EXAMPLES / "humanoid.rigy.yaml").read_text(encoding="utf-8")
        rig = self.named(self.open(self.write("man.rigy.yaml", text)), "PersonRig")
        for i, bone in enumerate(rig.pose.bones):
            bone.rotation_quaternion = Quaternion((1 + i % 3, 2, -i), 0.3 + 0.2 * i)
            bone.location = (0.01 * i, -0.02, 0.03)
        expected = self.bones(rig)
        poses = self.addon.ui.poses
        entry = poses.pose_text(poses.armatures_with(rig, bpy.context.scene.objects), "mine")
        again = self.named(self.open(self.write("again.rigy.yaml", text.rstrip() + "\n" + entry)), "PersonRig")
        self.addon.ui.importer.compat.assign(again, self.action("mine"))
        bpy.context.scene.frame_set(1)
        self.assert_near(expected, self.bones(again))

    def test_a_pose_is_written_to_the_document(self):
        path = self.write("arm.rigy.yaml", ARM.replace("poses:", "# by hand\nposes:  # of the arm") + "# the end\n")
        rig = self.named(self.open(path), "rig")
        bpy.context.view_layer.objects.active = rig
        for pose_id, angle in (("high", 0.7), ("low", -0.4), ("high", 0.9), ("bent", 0.2)):
            rig.pose.bones["elbow"].rotation_quaternion = Quaternion((1, 0, 0), angle)
            expected = self.bones(rig)
            self.assertEqual(bpy.ops.rigy.write_pose(pose_id=pose_id), {"FINISHED"})
            self.assertEqual(self.addon.link.refresh(bpy.context), 1)
            self.addon.ui.importer.compat.assign(rig, self.action(pose_id))
            bpy.context.scene.frame_set(1)
            self.assert_near(expected, self.bones(rig))
            self.addon.ui.importer.compat.assign(rig, None)
        text = Path(path).read_text(encoding="utf-8")
        self.assertEqual([line.split()[-1] for line in text.split("\n") if "- id: " in line][-3:], ["bent", "high", "low"])
        self.assertTrue(text.startswith(ARM.partition("poses:")[0] + "# by hand\nposes:  # of the arm\n"))
        self.assertTrue(text.endswith("}\n# the end\n"))
        self.assertEqual(sorted(one.name for one in self.folder.iterdir()), ["arm.rigy.yaml"])

    def test_a_pose_that_cannot_be_written(self):
        path = self.write("arm.rigy.yaml", ARM.partition("poses:")[0] + "poses: []\n")
        rig = self.named(self.open(path), "rig")
        bpy.context.view_layer.objects.active = rig
        with self.assertRaisesRegex(RuntimeError, "brackets"):
            bpy.ops.rigy.write_pose(pose_id="a")
        self.write("arm.rigy.yaml", ARM.replace("elbow", "joint"))
        with self.assertRaisesRegex(RuntimeError, "would have an error|elbow"):
            bpy.ops.rigy.write_pose(pose_id="a")
        self.assertEqual(Path(path).read_text(encoding="utf-8"), ARM.replace("elbow", "joint"))
        self.write("arm.rigy.yaml", ARM.partition("poses:")[0])
        self.assertEqual(bpy.ops.rigy.write_pose(pose_id="first"), {"FINISHED"})
        self.assertEqual(self.package.check(path), ())

    def test_two_armatures_are_posed_together(self):
        made = self.open(EXAMPLES / "armatures.rigy.yaml")
        rig, poses = self.named(made, "lamp_rig"), self.addon.ui.poses
        entry = poses.pose_text(poses.armatures_with(rig, bpy.context.scene.objects), "mine")
        text = (EXAMPLES / "armatures.rigy.yaml").read_text(encoding="utf-8")
        warnings = self.package.check(self.write("two.rigy.yaml", text.rstrip() + "\n" + entry))
        self.assertEqual([one.id for one in warnings], [one.id for one in self.package.check(EXAMPLES / "armatures.rigy.yaml")])

    def test_an_action_as_a_motion(self):
        for name in ("walker", "crane"):
            with self.subTest(name):
                new_file()
                shutil.copy(EXAMPLES / f"motion/{name}.rigy.yaml", self.folder)
                shutil.copy(EXAMPLES / f"motion/{name}.rigm.yaml", self.folder)
                rig = next(one for one in self.open(self.folder / f"{name}.rigm.yaml").all_objects if one.type == "ARMATURE")
                bpy.context.view_layer.objects.active = rig
                bpy.context.scene.frame_set(5)
                written = str(self.folder / "back.rigm.yaml")
                self.assertEqual(bpy.ops.rigy.export_motion(filepath=written), {"FINISHED"})
                self.assertEqual(bpy.context.scene.frame_current, 5)
                clip = rig.animation_data.action["rigy_id"]
                again = next(one for one in self.open(written).all_objects if one.type == "ARMATURE")
                self.assertEqual(again.animation_data.action["rigy_id"], clip)
                self.assertEqual(again.animation_data.action["rigy_loop"], rig.animation_data.action["rigy_loop"])
                for frame in (1, 6, 7, 13, 20):
                    bpy.context.scene.frame_set(frame)
                    self.assert_near(self.bones(rig), self.bones(again))

    def test_curves_of_an_artist_are_sampled(self):
        rig = self.named(self.open(self.write("arm.rigy.yaml", ARM)), "rig")
        elbow = rig.pose.bones["elbow"]
        for frame, angle in ((1, 0), (13, 1.2), (25, 0.3)):
            elbow.rotation_quaternion = Quaternion((1, 0, 0), angle)
            elbow.keyframe_insert("rotation_quaternion", frame=frame)
        self.assert_comes_back(rig, (1, 5, 13, 19, 25))

    def write_motion(self, rig, **options):
        """The path of what *Action as Rigy Motion* writes."""
        bpy.context.view_layer.objects.active = rig
        written = str(self.folder / "back.rigm.yaml")
        self.assertEqual(bpy.ops.rigy.export_motion(filepath=written, **options), {"FINISHED"})
        self.assertEqual([one for one in self.package.check(written) if one.severity == "error"], [])
        return written

    def assert_comes_back(self, rig, frames, **options):
        """The written motion shows the same bones; `frames` count from the first key of the action."""
        first = min(self.addon.ui.poses.frames_of(rig, False))
        again = self.named(self.open(self.write_motion(rig, **options)), "rig")
        for frame in frames:
            bpy.context.scene.frame_set(int(first) - 1 + frame)
            expected = self.bones(rig)
            bpy.context.scene.frame_set(frame)
            found = self.bones(again)
            self.assert_near({name: expected[name] for name in found if name in expected}, found)

    def rig_with(self, *keys, bone="elbow", path="rotation_quaternion", interpolation="LINEAR"):
        """An arm with an action of these (frame, value) keys of a bone."""
        rig = self.named(self.open(self.write("arm.rigy.yaml", ARM)), "rig")
        posed = rig.pose.bones[bone]
        for frame, value in keys:
            setattr(posed, path, value)
            posed.keyframe_insert(path, frame=frame)
        for curve in self.addon.ui.importer.compat.curves(rig.animation_data.action):
            for point in curve.keyframe_points:
                point.interpolation = interpolation
        return rig

    def test_angles_of_other_modes(self):
        for mode, path, values in (("XYZ", "rotation_euler", ((0, 0, 0), (1.2, 0.4, -2), (0.3, 2, 0))),
                                   ("ZYX", "rotation_euler", ((0, 0, 0), (1.2, 0.4, -2), (0.3, 2, 0))),
                                   ("AXIS_ANGLE", "rotation_axis_angle", ((0, 0, 1, 0), (1, 0.6, 0, 0.8), (2, 0, 0, 1)))):
            with self.subTest(mode):
                new_file()
                rig = self.named(self.open(self.write("arm.rigy.yaml", ARM)), "rig")
                rig.pose.bones["elbow"].rotation_mode = mode
                for frame, value in zip((1, 11, 21), values):
                    setattr(rig.pose.bones["elbow"], path, value)
                    rig.pose.bones["elbow"].keyframe_insert(path, frame=frame)
                for curve in self.addon.ui.importer.compat.curves(rig.animation_data.action):
                    for point in curve.keyframe_points:
                        point.interpolation = "LINEAR"
                self.assert_comes_back(rig, (1, 4, 11, 17, 21))

    def test_steps_one_key_and_keys_before_the_first_frame(self):
        turned = Quaternion((1, 0, 0), 1.1)
        self.assert_comes_back(self.rig_with((1, Quaternion()), (9, turned), interpolation="CONSTANT"), (1, 8, 9))
        new_file()
        self.assert_comes_back(self.rig_with((7, turned)), (1, 2))
        new_file()
        self.assert_comes_back(self.rig_with((-10, Quaternion()), (0, turned), (4.5, Quaternion())), (1, 6, 11))
        new_file()
        self.assert_comes_back(self.rig_with((1, Quaternion()), (1.0000001, turned), (5, Quaternion())), (3, 5))

    def test_keys_on_the_other_side_of_the_sphere(self):
        far = -Quaternion((1, 0, 0), 0.5)  # the same turn, but Blender goes there the long way
        self.assert_comes_back(self.rig_with((1, Quaternion()), (11, far), (21, Quaternion((1, 0, 0), 1))), (1, 4, 6, 11, 15, 21))
        new_file()
        long = Quaternion((0, 1, 0), 6)  # nearly all around
        self.assert_comes_back(self.rig_with((1, Quaternion()), (11, long), (21, Quaternion())), (1, 3, 6, 11, 17, 21))
        new_file()
        short = Quaternion((2, 0.1, 0, 0))  # not of length 1
        self.assert_comes_back(self.rig_with((1, Quaternion()), (11, short), (21, Quaternion((0, 0, 1), 2))), (1, 6, 11, 16, 21))

    def test_keys_are_enough_where_the_rest_follows(self):
        def keys():
            return Path(self.folder / "back.rigm.yaml").read_text(encoding="utf-8").count("- {at: ")

        self.assert_comes_back(self.rig_with((1, (0, 0, 0)), (25, (0.1, 0, 0.2)), path="location"), (1, 5, 13, 25))
        self.assertEqual(keys(), 2)
        new_file()  # Blender does not turn evenly from quaternion to quaternion
        self.assert_comes_back(self.rig_with((1, Quaternion()), (25, Quaternion((1, 0, 0), 2.5))), (1, 5, 13, 20, 25))
        self.assertEqual(keys(), 25)

    def test_armatures_without_what_a_motion_needs(self):
        rig = self.rig_with((1, Quaternion()), (9, Quaternion((1, 0, 0), 1)))
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        for bone in list(rig.data.edit_bones):
            rig.data.edit_bones.remove(bone)
        bpy.ops.object.mode_set(mode="OBJECT")
        self.write_motion(rig)
        with self.assertRaisesRegex(RuntimeError, "no bones"):
            bpy.ops.rigy.copy_pose(pose_id="none")
        with self.assertRaisesRegex(RuntimeError, "no bones"):
            bpy.ops.rigy.write_pose(pose_id="none")
        self.assertEqual((self.folder / "arm.rigy.yaml").read_text(encoding="utf-8"), ARM)

    def test_curves_of_bones_that_are_not_there(self):
        rig = self.rig_with((1, Quaternion()), (9, Quaternion((1, 0, 0), 1)))
        curve = self.addon.ui.importer.compat.new_curve(rig.animation_data.action, 'pose.bones["gone"].location', 0, "gone")
        curve.keyframe_points.insert(40, 2)
        muted = self.addon.ui.importer.compat.new_curve(rig.animation_data.action, 'pose.bones["shoulder"].location', 0, "shoulder")
        muted.keyframe_points.insert(3, 2)
        muted.mute = True
        self.assert_comes_back(rig, (1, 5, 9))

    def test_other_frame_rates(self):
        for rate, base in ((24, 1), (30, 1), (30, 1.001), (7, 1)):
            with self.subTest(rate=rate, base=base):
                new_file()
                bpy.context.scene.render.fps, bpy.context.scene.render.fps_base = rate, base
                rig = self.rig_with((1, Quaternion()), (8, Quaternion((1, 0, 0), 0.5)), (10, Quaternion()))
                self.assert_comes_back(rig, (1, 8, 10))

    def test_bones_that_an_artist_renamed_added_or_removed(self):
        rig = self.rig_with((1, Quaternion()), (11, Quaternion((1, 0, 0), 0.8)))
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        twist = rig.data.edit_bones.new("twist: a")
        twist.head, twist.tail = (0, 0, 0.3), (0, 0, 0.6)
        twist.parent = rig.data.edit_bones["shoulder"]
        rig.data.edit_bones["elbow"].parent = twist
        bpy.ops.object.mode_set(mode="OBJECT")
        rig.data.bones["elbow"].name = "my elbow"
        rig.pose.bones["twist: a"].rotation_quaternion = Quaternion((0, 1, 0), 0.3)
        written = Path(self.write_motion(rig)).read_text(encoding="utf-8")
        self.assertIn("elbow", written)
        self.assertNotIn("twist", written)
        again = self.named(self.open(self.folder / "back.rigm.yaml"), "rig")
        for frame in (1, 6, 11):
            bpy.context.scene.frame_set(frame)
            expected, found = self.bones(rig), self.bones(again)
            self.assert_near({"elbow": expected["my elbow"]}, {"elbow": found["elbow"]})
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        rig.data.edit_bones.remove(rig.data.edit_bones["shoulder"])
        bpy.ops.object.mode_set(mode="OBJECT")
        self.write_motion(rig)

    def test_scales_are_left_out_and_told(self):
        rig = self.rig_with((1, (1, 1, 1)), (11, (2, 0.5, 1)), bone="shoulder", path="scale")
        self.write_motion(rig)
        _, notes = self.addon.ui.poses.motion_text(bpy.context.scene, rig, "arm.rigy.yaml")
        self.assertEqual(notes, ["bones have no scale in documents, so it is left out"])
        for flat in ((0, 0, 0), (-1, 1, 1)):
            new_file()
            self.write_motion(self.rig_with((1, (1, 1, 1)), (11, flat), bone="shoulder", path="scale"))

    def test_names_of_actions(self):
        for name in ("true", "1", "Ärmel: *x", "null", "walk@0.5", "#", "-"):
            with self.subTest(name):
                new_file()
                rig = self.rig_with((1, Quaternion()), (9, Quaternion((1, 0, 0), 1)))
                rig.animation_data.action.name = name
                self.write_motion(rig)

    def test_cycles_constraints_and_tracks(self):
        rig = self.rig_with((1, Quaternion()), (6, Quaternion((1, 0, 0), 1)), (11, Quaternion()))
        rig.animation_data.action.use_cyclic = True
        self.assertIn("loop: true", Path(self.write_motion(rig)).read_text(encoding="utf-8"))
        turned = rig.pose.bones["shoulder"].constraints.new("LIMIT_ROTATION")
        turned.use_limit_x, turned.max_x, turned.min_x, turned.owner_space = True, 0.2, 0.2, "LOCAL"
        self.assert_comes_back(rig, (1, 6, 9))

    def test_strips_of_tracks(self):
        rig = self.rig_with((1, Quaternion()), (11, Quaternion((1, 0, 0), 1)))
        action = rig.animation_data.action
        rig.animation_data.nla_tracks.new().strips.new("swing", 5, action)
        self.addon.ui.importer.compat.assign(rig, None)
        rig.pose.bones["elbow"].rotation_quaternion = Quaternion()
        self.assert_comes_back(rig, (1, 4, 11))

    def test_motions_that_cannot_be_written(self):
        rig = self.rig_with((1, Quaternion()), (9, Quaternion((1, 0, 0), 1)))
        bpy.context.view_layer.objects.active = rig
        inside = self.folder / "inside"
        inside.mkdir()
        with self.assertRaisesRegex(RuntimeError, "save it in"):
            bpy.ops.rigy.export_motion(filepath=str(inside / "a.rigm.yaml"))
        self.write("arm.rigy.yaml", ARM.replace("id: rig", "id: other").replace("armature_id: rig", "armature_id: other"))
        written = self.folder / "a.rigm.yaml"
        written.write_text("as it was", encoding="utf-8")
        with self.assertRaisesRegex(RuntimeError, "would have an error"):
            bpy.ops.rigy.export_motion(filepath=str(written))
        self.assertEqual(written.read_text(encoding="utf-8"), "as it was")
        self.addon.ui.importer.compat.clear_curves(rig.animation_data.action)
        with self.assertRaisesRegex(RuntimeError, "no keys"):
            bpy.ops.rigy.export_motion(filepath=str(written))
        new_file()
        own = self.addon.ui.importer.skeleton.new_armature("own")
        bpy.context.scene.collection.objects.link(own)
        bpy.context.view_layer.objects.active = own
        own.animation_data_create().action = bpy.data.actions.new("a")
        with self.assertRaisesRegex(RuntimeError, "does not come from"):
            bpy.ops.rigy.export_motion(filepath=str(written))
        self.assertEqual(sorted(one.name for one in self.folder.iterdir()), ["a.rigm.yaml", "arm.rigy.yaml", "inside"])

    def test_a_motion_of_a_scene_is_refused(self):
        made = self.open(EXAMPLES / "armatures.rigy.yaml")
        rig = next(one for one in made.all_objects if one.type == "ARMATURE")
        self.write("s.rigs.yaml", 'rigs_version: "0.1"\nimports: {b: arm.rigy.yaml}\nscene: {base: b}\n')
        self.write("arm.rigy.yaml", ARM)
        rig = next(one for one in self.open(self.folder / "s.rigs.yaml").all_objects if one.type == "ARMATURE")
        rig.animation_data_create().action = bpy.data.actions.new("a")
        bpy.context.view_layer.objects.active = rig
        with self.assertRaisesRegex(RuntimeError, "part of a scene"):
            bpy.ops.rigy.export_motion(filepath=str(self.folder / "a.rigm.yaml"))


class Leaving(unittest.TestCase):
    def traces(self):
        menus = [bpy.types.TOPBAR_MT_file_import, bpy.types.TOPBAR_MT_file_export]
        lists = (getattr(bpy.app.handlers, name) for name in dir(bpy.app.handlers))
        handlers = [one for group in lists if isinstance(group, list) for one in group if "rigy" in one.__module__]
        return (sorted(name for name in dir(bpy.types) if "rigy" in name.lower()), dir(bpy.ops.rigy),
                [len(menu._dyn_ui_initialize()) for menu in menus], handlers)

    def test_unregistering_leaves_nothing(self):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.preferences.addon_disable(module="rigy_blender")
        before = self.traces()
        new_file()
        import rigy_blender

        self.assertTrue(bpy.app.timers.is_registered(rigy_blender.link.poll))
        self.assertNotEqual(self.traces(), before)
        bpy.ops.preferences.addon_disable(module="rigy_blender")
        self.assertEqual(self.traces(), before)
        self.assertFalse(bpy.app.timers.is_registered(rigy_blender.link.poll))


def main():
    bpy.ops.preferences.addon_install(filepath=str(ZIP), overwrite=True)
    loader = unittest.defaultTestLoader
    suite = unittest.TestSuite(map(loader.loadTestsFromModule, (blender_edges, sys.modules["__main__"])))
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0 if result.wasSuccessful() else 1)


main()
