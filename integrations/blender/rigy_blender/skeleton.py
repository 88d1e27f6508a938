"""Armatures of an import, and their actions."""

import hashlib
import json
from contextlib import contextmanager

import bpy

from . import compat, marks
from .model import basis_of

REST = "rigy_rest"
PARENTS = "rigy_parents"
PATHS = {"translation": ("location", 3), "rotation": ("rotation_quaternion", 4)}


def _rest_text(bones):
    return ";".join(f"{bone.name}<{bone.parent}:{bone.length!r}:{[*map(tuple, bone.rest)]!r}" for bone in bones)


def new_armature(name):
    armature = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    armature.data.display_type = "STICK"
    armature.show_in_front = True
    return armature


def update_bones(armature, bones):
    """Bones keep their poses, constraints and properties as long as they keep their names."""
    text = _rest_text(bones)
    armature.data[PARENTS] = json.dumps({bone.name: bone.parent for bone in bones})
    if armature.data.get(REST) == text:
        return
    before = set((armature.data.get(REST) or "").split(";"))
    known = {line.partition("<")[0] for line in before}
    with _edited(armature):
        edit_bones = armature.data.edit_bones
        for name in known - {bone.name for bone in bones}:
            if name in edit_bones:
                edit_bones.remove(edit_bones[name])
        for bone in bones:
            _set_bone(edit_bones, bone)
    armature.data[REST] = text
    for bone in bones:
        armature.data.bones[bone.name][marks.ID] = bone.name
        armature.pose.bones[bone.name].rotation_mode = "QUATERNION"


def parents_of(armature):
    """{id: id of the parent, or None} as the document has them; None if the armature does not come from one."""
    text = armature.data.get(PARENTS)
    return {name: parent or None for name, parent in json.loads(text).items()} if text else None


def _set_bone(edit_bones, bone):
    made = edit_bones.get(bone.name) or edit_bones.new(bone.name)
    head, along = bone.rest.translation, bone.rest.col[1].to_3d()
    made.use_connect = False
    made.parent = edit_bones.get(bone.parent) if bone.parent else None
    made.head, made.tail = head, head + along * bone.length
    made.align_roll(bone.rest.col[2].to_3d())


@contextmanager
def _edited(armature):
    """Edit mode, with the active object and its mode as before at the end."""
    layer = bpy.context.view_layer
    active = layer.objects.active
    mode = active.mode if active else "OBJECT"
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    hidden, armature.hide_viewport = armature.hide_viewport, False
    layer.objects.active = armature
    with compat.override(bpy.context, active_object=armature, object=armature):
        bpy.ops.object.mode_set(mode="EDIT")
        try:
            yield
        finally:
            bpy.ops.object.mode_set(mode="OBJECT")
    armature.hide_viewport = hidden
    layer.objects.active = active
    if active and mode != "OBJECT":
        bpy.ops.object.mode_set(mode=mode)


def frame_of(time, scene):
    """The first frame of a scene is usually 1."""
    return 1 + time * scene.render.fps / scene.render.fps_base


def time_of(frame, scene):
    return (frame - 1) * scene.render.fps_base / scene.render.fps


def update_action(found, link, clip, bones, scene, name):
    """The action of a clip or a pose. One that plays goes on: its curves are replaced."""
    key = f"action/{clip.armature}/{clip.name}"
    action = found.get(key)
    if action is None:
        action = bpy.data.actions.new(name)
        marks.mark(action, link, key)
        action.use_fake_user = True
    said = repr((clip.curves, clip.loop, scene.render.fps, scene.render.fps_base, _rest_text(bones)))
    digest = hashlib.sha256(said.encode()).hexdigest()
    action[marks.ID], action[marks.KIND] = clip.name, "pose" if clip.is_pose else "clip"
    if action.get("rigy_digest") == digest:
        return action
    compat.clear_curves(action)
    _fill(action, clip, {bone.name: bone for bone in bones}, scene)
    action["rigy_digest"], action["rigy_loop"], action["rigy_travel"] = digest, clip.loop, list(clip.travel)
    return action


def _fill(action, clip, bones, scene):
    last = 1.0
    for name, channels in clip.curves.items():
        for path, (times, rows) in channels.items():
            frames = [frame_of(time, scene) for time in times]
            last = max(last, frames[-1])
            _add_curves(action, name, path, frames, basis_of(bones[name], path, rows), clip.loop)
    if not clip.is_pose:
        action.use_frame_range = True
        action.frame_start, action.frame_end, action.use_cyclic = 1, last, clip.loop


def _add_curves(action, bone, path, frames, values, loop):
    property_name, width = PATHS[path]
    data_path = f'pose.bones["{bpy.utils.escape_identifier(bone)}"].{property_name}'
    for index in range(width):
        curve = compat.new_curve(action, data_path, index, bone)
        curve.keyframe_points.add(len(frames))
        curve.keyframe_points.foreach_set("co", [number for i, frame in enumerate(frames) for number in (frame, values[i][index])])
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
        if loop:
            curve.modifiers.new("CYCLES")
        curve.update()
