"""The way back: the pose of an armature as an entry of `poses`, and an action as a motion document.

A document faces -z and has y up, so (x, y, z) of Blender is (-x, z, y) there. In a pose every bone has its rotation in the
asset, relative to the rest, and the place of its head; in a motion it has them relative to its parent.
"""

import os
import re

from mathutils import Matrix, Vector

from . import compat, marks, skeleton

TO_DOCUMENT = Matrix(((-1, 0, 0, 0), (0, 0, 1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
FROM_DOCUMENT = TO_DOCUMENT.inverted()
DECIMALS = 6
STILL = 1e-6  # below this a bone neither turns nor moves
MOTION = (".rigm.yaml", ".rigm.yml")


def armatures_with(armature, objects):
    """The armatures that one document poses together: those of the same import in the same place."""
    link = armature.get(marks.LINK)
    if link is None:
        return [armature]
    return [one for one in objects if one.type == "ARMATURE" and one.get(marks.LINK) == link and one.parent is armature.parent]


def placed_bones(armature):
    """{id: (rotation, head, head at rest, parent's id)} of every bone, in the axes of the document."""
    found = {}
    for bone in armature.pose.bones:
        rest = bone.bone.matrix_local
        change = TO_DOCUMENT @ bone.matrix @ rest.inverted() @ FROM_DOCUMENT
        head = TO_DOCUMENT @ rest.translation
        turn = change.to_quaternion().normalized()
        if turn.w < 0:
            turn.negate()
        found[_id_of(bone)] = (turn, change @ head, head, _id_of(bone.parent) if bone.parent else None)
    return found


def _id_of(bone):
    return bone.bone.get(marks.ID, bone.name)


def _text(number):
    rounded = round(number, DECIMALS)
    return f"{rounded + 0.0:.{DECIMALS}f}".rstrip("0").rstrip(".") if rounded else "0"


def _list(numbers):
    return f"[{', '.join(map(_text, numbers))}]"


def _word(text):
    """A YAML key or text, in quotes where it could be something else."""
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]*", text) and text.lower() not in ("true", "false", "null", "yes", "no", "on", "off")
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def pose_text(armatures, pose_id):
    """The pose that armatures have now, as an entry of `poses`."""
    lines = [f"  - id: {_word(pose_id)}", "    bones:"]
    for armature in armatures:
        for name, (turn, head, _, _) in placed_bones(armature).items():
            lines.append(f"      {_word(name)}: {{rotation: {_list(turn)}, translation: {_list(head)}}}")
    return "\n".join(lines) + "\n"


def relative_bones(armature):
    """{id: (turn, move)} of the bones that are not at rest relative to their parents."""
    placed = placed_bones(armature)
    found = {}
    for name, (turn, head, rest, parent) in placed.items():
        frame, origin, rest_origin = (placed[parent][:3]) if parent else (None, Vector((0, 0, 0)), Vector((0, 0, 0)))
        back = frame.inverted() if frame else None
        own = back @ turn if back else turn
        offset = head - origin
        move = (back @ offset if back else offset) - (rest - rest_origin)
        is_turned = own.rotation_difference(own.__class__()).angle > STILL and abs(own.w) < 1 - 1e-12
        if is_turned or move.length > STILL:
            found[name] = (own if is_turned else None, move if move.length > STILL else None)
    return found


def _pose_line(bones):
    turns = [f"{_word(name)}: {{quat: {_list((turn.x, turn.y, turn.z, turn.w))}}}" for name, (turn, _) in bones.items() if turn]
    moves = [f"{_word(name)}: {_list(move)}" for name, (_, move) in bones.items() if move]
    parts = ([f"turn: {{{', '.join(turns)}}}"] if turns else []) + ([f"move: {{{', '.join(moves)}}}"] if moves else [])
    return f"{{{', '.join(parts)}}}"


def frames_of(action, every_frame):
    """The frames of an action that become keys: where it has keys, or all."""
    first, last = action.frame_range
    if every_frame:
        whole = range(int(first), int(last) + 1)
        return sorted({first, last, *map(float, whole)})
    found = {point.co[0] for curve in compat.curves(action) for point in curve.keyframe_points}
    return sorted(frame for frame in found if first <= frame <= last)


def is_linear(action):
    points = (point for curve in compat.curves(action) for point in curve.keyframe_points)
    return all(point.interpolation == "LINEAR" for point in points)


def _sampled(scene, armature, frames):
    """The relative bones at each frame. The current frame is as before at the end."""
    before = scene.frame_current, scene.frame_subframe
    found = []
    try:
        for frame in frames:
            scene.frame_set(int(frame // 1), subframe=frame % 1)
            found.append(relative_bones(armature))
    finally:
        scene.frame_set(before[0], subframe=before[1])
    return found


def asset_of(source):
    """The path of the asset, as a motion beside the document names it."""
    if not source.lower().endswith(MOTION):
        return os.path.basename(source)
    with open(source, encoding="utf-8") as file:
        found = re.search(r"^asset:\s*[\"']?([^\"'#\n]+?)[\"']?\s*(#.*)?$", file.read(), re.MULTILINE)
    return found[1] if found else "asset.rigy.yaml"


def motion_text(scene, armature, source, every_frame=None):
    """The action that an armature plays, as a motion document."""
    action = armature.animation_data.action
    frames = frames_of(action, not is_linear(action) if every_frame is None else every_frame)
    samples = _sampled(scene, armature, frames)
    clip = re.sub(r"[^A-Za-z0-9_]", "_", action.get(marks.ID, action.name))
    start = skeleton.time_of(frames[0], scene)
    times = [skeleton.time_of(frame, scene) - start for frame in frames]
    lines = ['rigm_version: "0.1"', f"asset: {_word(asset_of(source)) if source else 'asset.rigy.yaml'}"]
    if source and len(armatures_with(armature, scene.objects)) > 1:
        lines.append(f"armature: {_word(armature.get(marks.ID, armature.name))}")
    lines += ["", "poses:", *(f"  {clip}_{i}: {_pose_line(bones)}" for i, bones in enumerate(samples))]
    lines += ["", "clips:", f"  {clip}:", f"    length: {_text(max(times[-1], 1 / 30))}", "    ease: linear"]
    if action.get("rigy_loop"):
        lines.append("    loop: true")
    if len(action.get("rigy_travel", ())) == 3:
        x, y, z = action["rigy_travel"]
        lines.append(f"    travel: {_list((-x, y, -z))}")
    lines += ["    keys:", *(f"      - {{at: {_text(time)}, pose: {clip}_{i}}}" for i, time in enumerate(times))]
    return "\n".join(lines) + "\n"
