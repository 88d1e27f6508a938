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
LONGEST = 63  # bytes of a name in Blender


def _name_for(id_):
    """The name of a new bone: its id, or what Blender has room for, with a digest, since long ids often begin alike."""
    if len(id_.encode()) <= LONGEST:
        return id_
    end = f"~{hashlib.sha256(id_.encode()).hexdigest()[:6]}"
    return id_.encode()[: LONGEST - len(end)].decode(errors="ignore") + end


class Names(dict):
    """{id: name} of the bones that came from a document, under the names that an artist gave them. Ids of bones that are not
    there have the names that such bones would get."""

    def __init__(self, armature=None):
        super().__init__()
        for bone in armature.data.bones if armature else ():
            id_ = bone.get(marks.ID)
            if id_ and (id_ not in self or bone.name == _name_for(id_)):  # copies that an artist made have the same id
                self[id_] = bone.name

    def __missing__(self, id_):
        return _name_for(id_)


def _rest_text(bones):
    return ";".join(f"{bone.id}<{bone.parent}:{bone.length!r}:{[*map(tuple, bone.rest)]!r}" for bone in bones)


def new_armature(name):
    armature = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    armature.data.display_type = "STICK"
    armature.show_in_front = True
    return armature


def update_bones(armature, bones):
    """Bones keep their names, poses, constraints and properties as long as they keep their ids."""
    text = _rest_text(bones)
    armature.data[PARENTS] = json.dumps({bone.id: bone.parent for bone in bones})
    if armature.data.get(REST) == text:
        return
    names = Names(armature)
    with _edited(armature):
        edit_bones = armature.data.edit_bones
        for id_ in names.keys() - {bone.id for bone in bones}:
            edit_bones.remove(edit_bones[names.pop(id_)])
        new = [bone.id for bone in bones if bone.id not in names]
        for bone in bones:
            _set_bone(edit_bones, bone, names)
    armature.data[REST] = text
    for id_ in new:
        armature.data.bones[names[id_]][marks.ID] = id_
        armature.pose.bones[names[id_]].rotation_mode = "QUATERNION"


def parents_of(armature):
    """{id: id of the parent, or None} as the document has them; None if the armature does not come from one."""
    text = armature.data.get(PARENTS)
    return {name: parent or None for name, parent in json.loads(text).items()} if text else None


def _set_bone(edit_bones, bone, names):
    made = edit_bones[names[bone.id]] if bone.id in names else edit_bones.new(names[bone.id])
    names[bone.id] = made.name
    head, along = bone.rest.translation, bone.rest.col[1].to_3d()
    made.use_connect = False
    made.parent = edit_bones[names[bone.parent]] if bone.parent else None
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
    """The first frame of a scene is usually 1. Times are rounded in documents and exports, so that a key beside a whole frame
    was on it."""
    frame = 1 + time * scene.render.fps / scene.render.fps_base
    return round(frame) if abs(frame - round(frame)) < 1e-4 + 1e-7 * frame else frame


def time_of(frame, scene):
    return (frame - 1) * scene.render.fps_base / scene.render.fps


def update_action(found, link, clip, armature, bones, scene, name):
    """The action of a clip or a pose. One that plays goes on: its curves are replaced."""
    key = f"action/{clip.armature}/{clip.name}"
    action = found.get(key)
    if action is None:
        action = bpy.data.actions.new(name)
        marks.mark(action, link, key)
        action.use_fake_user = True
    names = Names(armature)
    said = repr((clip.curves, clip.loop, scene.render.fps, scene.render.fps_base, _rest_text(bones), names))
    digest = hashlib.sha256(said.encode()).hexdigest()
    action[marks.ID], action[marks.KIND] = clip.name, "pose" if clip.is_pose else "clip"
    if action.get("rigy_digest") == digest:
        return action
    compat.clear_curves(action)
    _fill(action, clip, {bone.id: bone for bone in bones}, names, scene)
    action["rigy_digest"], action["rigy_loop"], action["rigy_travel"] = digest, clip.loop, list(clip.travel)
    return action


def _fill(action, clip, bones, names, scene):
    last = 1.0
    for id_, channels in clip.curves.items():
        for path, (times, rows) in channels.items():
            frames = [frame_of(time, scene) for time in times]
            last = max(last, frames[-1])
            _add_curves(action, names[id_], path, frames, basis_of(bones[id_], path, rows), clip.loop)
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
