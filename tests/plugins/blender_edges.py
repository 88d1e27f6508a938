"""Inside Blender: long names, bones that an artist renamed, geometry that is worked on, files that change meanwhile, and motions
with small turns. blender_inside.py runs these tests."""

from pathlib import Path
from types import SimpleNamespace

import bpy
from blender_support import ARM, EXAMPLES, NEAR, Case, compiled_points, distance, shown_points
from mathutils import Quaternion

LONG = "a_very_long_id_of_a_bone_that_nobody_would_want_to_read_twice_"  # the ids begin alike


class Edges(Case):
    def edit(self, before, after):
        path = self.folder / "arm.rigy.yaml"
        text = path.read_text(encoding="utf-8")
        self.assertIn(before, text)
        path.write_text(text.replace(before, after), encoding="utf-8")

    def refresh(self):
        return self.addon.link.refresh(bpy.context)

    def show(self, rig, pose):
        self.addon.ui.importer.compat.assign(rig, self.action(pose))
        bpy.context.scene.frame_set(1)

    def assert_shows(self, made, path, pose):
        self.assertLess(distance(shown_points(made), compiled_points(self.package, path, pose=pose)), NEAR)

    def problems(self, made):
        return [one.message for one in self.addon.link.problems[made["rigy_link"]]]


class LongIds(Edges):
    def test_ids_that_are_longer_than_names_in_blender(self):
        text = ARM.replace("shoulder", f"{LONG}shoulder").replace("elbow", f"{LONG}äöü" * 2)
        path = self.write("arm.rigy.yaml", text)
        made = self.open(path, anchors="follow")
        rig = self.named(made, "rig")
        self.assertEqual(len({bone.name for bone in rig.data.bones}), 2)
        self.assertEqual({bone["rigy_id"] for bone in rig.data.bones}, {f"{LONG}shoulder", f"{LONG}äöü" * 2})
        self.show(rig, "bent")
        self.assert_shows(made, path, "bent")
        bpy.context.view_layer.objects.active = rig
        self.assertEqual(bpy.ops.rigy.write_pose(pose_id="again"), {"FINISHED"})
        self.assertEqual(self.refresh(), 1)
        self.show(rig, "again")
        self.assert_shows(made, path, "bent")

    def test_an_import_that_fails_leaves_nothing(self):
        importer = self.addon.ui.importer
        before, importer.skeleton.update_bones = importer.skeleton.update_bones, None
        try:
            with self.assertRaises(RuntimeError):
                bpy.ops.rigy.import_document(filepath=self.write("arm.rigy.yaml", ARM))
        finally:
            importer.skeleton.update_bones = before
        for group in (bpy.data.objects, bpy.data.meshes, bpy.data.armatures, bpy.data.materials, bpy.data.collections):
            self.assertEqual(len(group), 0, group)


class RenamedBones(Edges):
    def test_bones_keep_the_names_that_an_artist_gave_them(self):
        path = self.write("arm.rigy.yaml", ARM)
        made = self.open(path, anchors="follow")
        rig = self.named(made, "rig")
        rig.data.bones["elbow"].name = "Ellbogen"
        self.edit("tail: [0.3, 1.1, 0.2]", "tail: [0.3, 1.2, 0.2]")
        self.edit("radius: 0.08,", "radius: 0.09,")
        self.edit("[0.819152, 0, 0, 0.573576]", "[0.573576, 0, 0, 0.819152]")
        self.assertEqual(self.refresh(), 1)
        self.assertEqual([bone.name for bone in rig.data.bones], ["shoulder", "Ellbogen"])
        self.assertEqual([group.name for group in self.named(made, "arm.lower").vertex_groups], ["Ellbogen"])
        self.assertEqual(self.named(made, "hand").parent_bone, "Ellbogen")
        self.show(rig, "bent")
        self.assert_shows(made, path, "bent")

    def test_copies_of_bones_are_not_written(self):
        rig = self.named(self.open(self.write("arm.rigy.yaml", ARM)), "rig")
        bpy.context.view_layer.objects.active = rig
        bpy.ops.object.mode_set(mode="EDIT")
        copy = rig.data.edit_bones.new("elbow.001")
        copy.head, copy.tail = (0, 0, 0), (0, 0, 1)
        bpy.ops.object.mode_set(mode="OBJECT")
        rig.data.bones["elbow.001"]["rigy_id"] = "elbow"
        rig.pose.bones["elbow.001"].location = (9, 9, 9)
        poses = self.addon.ui.poses
        self.assertNotIn("9", poses.pose_text([rig], "a").partition("elbow:")[2])


class GeometryOfAnArtist(Edges):
    def worked_on(self):
        """The upper arm, with a second material on some faces and a group of its own."""
        made = self.open(self.write("arm.rigy.yaml", ARM))
        upper = self.named(made, "arm.upper")
        upper.data.materials.append(bpy.data.materials.new("gold"))
        for face in upper.data.polygons:
            face.material_index = face.index % 2
        upper.data.edges[3].use_seam = True
        upper.vertex_groups.new(name="mine").add([0, 1], 0.5, "REPLACE")
        return made, upper

    def test_faces_and_weights_stay_where_the_triangles_are_the_same(self):
        made, upper = self.worked_on()
        self.edit("radius: 0.1,", "radius: 0.2,")
        self.assertEqual(self.refresh(), 1)
        self.assertEqual([face.material_index for face in upper.data.polygons][:4], [0, 1, 0, 1])
        self.assertTrue(upper.data.edges[3].use_seam)
        self.assertEqual(upper.vertex_groups["mine"].weight(1), 0.5)
        self.assertEqual(upper.vertex_groups["shoulder"].weight(1), 1)
        path = self.folder / "arm.rigy.yaml"
        self.assertLess(distance(shown_points(made), compiled_points(self.package, path)), NEAR)

    def test_weights_of_the_document_are_its_own(self):
        made, upper = self.worked_on()
        self.edit("primitive_id: upper, bones: [{bone_id: shoulder, weight: 1}]", "primitive_id: upper, bones: [{bone_id: elbow, weight: 1}]")
        self.assertEqual(self.refresh(), 1)
        path = self.folder / "arm.rigy.yaml"
        self.show(self.named(made, "rig"), "bent")
        self.assert_shows(made, path, "bent")

    def test_names_of_groups_stay_with_new_triangles(self):
        _, upper = self.worked_on()
        self.edit("type: capsule, material: skin, tags: [limb], dimensions: {radius: 0.1, height: 0.5}",
                  "type: sphere, material: skin, tags: [limb], dimensions: {radius: 0.3}")
        self.assertEqual(self.refresh(), 1)
        self.assertEqual(sorted(group.name for group in upper.vertex_groups), ["mine", "shoulder"])
        self.assertEqual([one.name for one in upper.data.materials], ["skin", "gold"])

    def test_only_sets_of_the_document_leave(self):
        geometry = self.addon.ui.importer.geometry
        mesh = bpy.data.meshes.new("mesh")
        corners = [(0, 0), (1, 0), (0, 1)]
        shape = SimpleNamespace(vertices=[(0, 0, 0), (1, 0, 0), (0, 1, 0)], triangles=[(0, 1, 2)], uvs=[corners] * 3, normals=[(0, 0, 1)] * 3)
        geometry._fill(mesh, shape)
        mine = mesh.uv_layers.new(name="mine")
        mine.data.foreach_set("uv", [0.25] * 6)
        mesh.uv_layers.new(name="UV3")
        shape.uvs = [corners]
        geometry._fill(mesh, shape)
        self.assertEqual([one.name for one in mesh.uv_layers], ["UV0", "mine"])
        self.assertEqual([tuple(one.uv) for one in mesh.uv_layers["mine"].data], [(0.25, 0.25)] * 3)
        self.assertEqual([tuple(one.uv) for one in mesh.uv_layers["UV0"].data], corners)


class Timer(Edges):
    def test_an_update_that_fails_is_told_and_does_not_end_the_timer(self):
        made = self.open(self.write("arm.rigy.yaml", ARM))
        importer = self.addon.ui.importer
        before, importer.update = importer.update, None
        try:
            self.edit("radius: 0.1,", "radius: 0.2,")
            self.assertEqual(self.addon.link.poll(), self.addon.link.SECONDS)
        finally:
            importer.update = before
        self.assertIn("the update failed", self.problems(made)[0])
        self.assertEqual(self.refresh(), 0)
        self.edit("radius: 0.2,", "radius: 0.25,")
        self.assertEqual(self.refresh(), 1)
        self.assertEqual(self.problems(made), [])

    def test_a_file_that_changes_while_it_is_read(self):
        made = self.open(self.write("arm.rigy.yaml", ARM))
        engine = self.addon.ui.importer.engine
        export = engine.export

        def export_and_edit(*arguments):
            answer = export(*arguments)
            engine.export = export
            self.edit("radius: 0.2,", "radius: 0.333,")
            return answer

        self.edit("radius: 0.1,", "radius: 0.2,")
        engine.export = export_and_edit
        self.assertEqual([self.refresh(), self.refresh(), self.refresh()], [1, 1, 0])
        self.assertAlmostEqual(max(vertex.co.x for vertex in self.named(made, "arm.upper").data.vertices), 0.333, 5)

    def test_updates_wait_for_renders(self):
        self.open(self.write("arm.rigy.yaml", ARM))
        self.edit("radius: 0.1,", "radius: 0.2,")
        link = self.addon.link
        link.bpy, before = SimpleNamespace(app=SimpleNamespace(is_job_running=lambda job: job == "RENDER")), link.bpy
        try:
            self.assertEqual(self.refresh(), 0)
        finally:
            link.bpy = before
        self.assertEqual(self.refresh(), 1)


class Motions(Edges):
    def rig_with(self, *keys, path="rotation_quaternion", rate=24):
        bpy.context.scene.render.fps = rate
        rig = self.named(self.open(self.write("arm.rigy.yaml", ARM)), "rig")
        for frame, value in keys:
            setattr(rig.pose.bones["elbow"], path, value)
            rig.pose.bones["elbow"].keyframe_insert(path, frame=frame)
        bpy.context.view_layer.objects.active = rig
        return rig

    def written(self):
        path = str(self.folder / "back.rigm.yaml")
        self.assertEqual(bpy.ops.rigy.export_motion(filepath=path), {"FINISHED"})
        return path

    def elbow_at(self, rig, frame):
        bpy.context.scene.frame_set(frame)
        bpy.context.view_layer.update()
        return [number for row in rig.pose.bones["elbow"].matrix for number in row]

    def test_small_turns(self):
        rig = self.rig_with(*((frame, Quaternion((1, 0, 0), angle)) for frame, angle in ((1, 0.0004), (9, 0.00003), (17, 0.9))))
        again = self.named(self.open(self.written()), "rig")
        for frame in (1, 5, 9, 17):
            for a, b in zip(self.elbow_at(rig, frame), self.elbow_at(again, frame)):
                self.assertAlmostEqual(a, b, delta=NEAR)

    def test_the_last_frame_of_a_loop_that_jumps(self):
        # 7 frames at 12 per second are 0.583333 s, which is a little before the eighth frame.
        rig = self.rig_with((1, Quaternion()), (8, Quaternion((1, 0, 0), 1)), rate=12)
        rig.animation_data.action.use_cyclic = True
        again = self.named(self.open(self.written()), "rig")
        action = again.animation_data.action
        self.assertEqual({point.co[0] % 1 for curve in action.fcurves for point in curve.keyframe_points}, {0})
        for frame in (1, 4, 8):
            for a, b in zip(self.elbow_at(rig, frame), self.elbow_at(again, frame)):
                self.assertAlmostEqual(a, b, delta=NEAR)

    def test_an_armature_that_moves_itself(self):
        rig = self.rig_with((1, Quaternion()), (9, Quaternion((1, 0, 0), 1)))
        motion_text = self.addon.ui.poses.motion_text
        self.assertEqual(motion_text(bpy.context.scene, rig, "arm.rigy.yaml")[1], [])
        rig.keyframe_insert("location", frame=1)
        self.assertIn("the armature itself moves", motion_text(bpy.context.scene, rig, "arm.rigy.yaml")[1][0])
        self.written()

    def test_a_long_recording(self):
        made = self.open(EXAMPLES / "motion/walker.rigy.yaml", live=False)
        self.assertIsNotNone(made)
        path = self.folder / "walker.rigy.yaml"
        path.write_bytes((EXAMPLES / "motion/walker.rigy.yaml").read_bytes())
        rig = self.named(self.open(path), "rig")
        action = bpy.data.actions.new("recording")
        for number, bone in enumerate(rig.pose.bones):
            curve = action.fcurves.new(f'pose.bones["{bone.name}"].rotation_quaternion', index=1 + number % 3)
            curve.keyframe_points.add(600)
            frames = [value for frame in range(600) for value in (frame + 1, ((frame * (number + 3)) % 17 - 8) / 40)]
            curve.keyframe_points.foreach_set("co", frames)
            curve.update()
        rig.animation_data_create().action = action
        bpy.context.view_layer.objects.active = rig
        self.assertEqual(Path(self.written()).read_text(encoding="utf-8").count("- {at: "), 600)
