"""The way back: the pose of an armature as an entry of `poses`, and an action as a motion document.

A document faces -z and has y up, so (x, y, z) of Blender is (-x, z, y) there. In a pose every bone has its rotation in the
asset, relative to the rest, and the place of its head; in a motion it has them relative to its parent.
"""

import math
import os
import re

from mathutils import Matrix, Quaternion, Vector

from . import compat, marks, skeleton
from .document import Refused

TO_DOCUMENT = Matrix(((-1, 0, 0, 0), (0, 0, 1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
FROM_DOCUMENT = TO_DOCUMENT.inverted()
DECIMALS = 6
STILL = 1e-6  # below this a bone neither turns nor moves
EVEN = 4e-6  # below this a bone is where a motion has it between two keys
MOTION = (".rigm.yaml", ".rigm.yml")


def armatures_with(armature, objects):
    """The armatures that one document poses together: those of the same import in the same place."""
    link = armature.get(marks.LINK)
    if link is None:
        return [armature]
    return [one for one in objects if one.type == "ARMATURE" and one.get(marks.LINK) == link and one.parent is armature.parent]


def placed_bones(armature):
    """{id: (rotation, head, head at rest, parent's id)} of every bone that the document has, in its axes. A bone that an
    artist added is left out; one whose parent was removed follows the next ancestor."""
    parents = skeleton.parents_of(armature)
    if parents is None:
        bones = {bone.name: bone for bone in armature.pose.bones}
    else:
        names = skeleton.Names(armature)
        bones = {id_: armature.pose.bones[name] for id_, name in names.items() if id_ in parents}
    return {name: (*_placed(bone), _ancestor(name, bone, parents, bones)) for name, bone in bones.items()}


def _placed(bone):
    rest = bone.bone.matrix_local
    change = TO_DOCUMENT @ bone.matrix @ rest.inverted() @ FROM_DOCUMENT
    head = TO_DOCUMENT @ rest.translation
    turn = change.decompose()[1]  # without the scale, which documents do not have
    if turn.w < 0:
        turn.negate()
    return turn, change @ head, head


def _ancestor(name, bone, parents, bones):
    if parents is None:
        return bone.parent.name if bone.parent else None
    parent = parents[name]
    while parent is not None and parent not in bones:
        parent = parents.get(parent)
    return parent


def is_moved(armature):
    """Whether what it plays moves the object itself, which a motion does not have."""
    data = armature.animation_data
    actions = [data.action] if data.action else [strip.action for strip in _strips(data)]
    places = re.compile(r"location|rotation_\w+|scale|delta_\w+")
    return any(places.fullmatch(curve.data_path) for action in actions if action for curve in compat.curves(action))


def is_scaled(armature):
    return any(abs(size - 1) > 1e-4 for bone in armature.pose.bones for size in bone.matrix.to_scale())


def _text(number):
    if not math.isfinite(number):
        raise Refused("a bone has no direction: it is scaled to nothing, or a value is not a number")
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
    if len(lines) == 2:
        raise Refused("the armature has no bones of a document")
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
        is_turned = Vector((own.x, own.y, own.z)).length > STILL  # w would not tell a small angle from none
        if is_turned or move.length > STILL:
            found[name] = (own if is_turned else None, move if move.length > STILL else None)
    return found


def _pose_line(bones):
    turns = [f"{_word(name)}: {{quat: {_list((turn.x, turn.y, turn.z, turn.w))}}}" for name, (turn, _) in bones.items() if turn]
    moves = [f"{_word(name)}: {_list(move)}" for name, (_, move) in bones.items() if move]
    parts = ([f"turn: {{{', '.join(turns)}}}"] if turns else []) + ([f"move: {{{', '.join(moves)}}}"] if moves else [])
    return f"{{{', '.join(parts)}}}"


def played(armature):
    """What an armature plays: its action, or what the strips of its tracks play together. Nothing if that is nothing."""
    data = armature.animation_data
    if data is None:
        return None
    return data.action or (armature if _strips(data) else None)


def _strips(data):
    return [strip for track in data.nla_tracks if not track.mute for strip in track.strips if not strip.mute]


def _range_of(armature, action):
    if action is not armature:
        return tuple(action.frame_range)
    strips = _strips(armature.animation_data)
    return min(one.frame_start for one in strips), max(one.frame_end for one in strips)


def frames_of(armature, every_frame):
    """The frames that become keys: where the action has keys, and where it begins and ends, or all."""
    action = played(armature)
    first, last = _range_of(armature, action)
    if every_frame or action is armature:
        return sorted({first, last, *map(float, range(math.ceil(first), math.floor(last) + 1))})
    found = {point.co[0] for curve in compat.curves(action) for point in curve.keyframe_points}
    return sorted({first, last, *(frame for frame in found if first <= frame <= last)}) if found else []


def _is_even(times, samples, keys):
    """Whether a motion with only these keys has the bones where Blender has them at all of the times."""
    last = 0
    for i in range(1, len(times)):
        if times[i] not in keys:
            continue
        begin, end = float(times[last]), float(times[i])
        for between in range(last + 1, i):
            share = (float(times[between]) - begin) / (end - begin)
            if not _is_between(samples[last], samples[i], share, samples[between]):
                return False
        last = i
    return True


def _is_between(before, after, share, found):
    """Whether bones are so far on the way: turned about one axis, moved along a line."""
    for name in before.keys() | after.keys() | found.keys():
        (turn, move), (next_turn, next_move), (own_turn, own_move) = (_whole(one.get(name)) for one in (before, after, found))
        turn = turn.slerp(next_turn, share)
        off = min(max(map(abs, turn - own_turn)), max(map(abs, turn + own_turn)))
        if off > EVEN or (move.lerp(next_move, share) - own_move).length > EVEN:
            return False
    return True


def _whole(bone):
    turn, move = bone or (None, None)
    return turn or Quaternion(), move or Vector((0, 0, 0))


def _sampled(scene, armature, frames):
    """The relative bones at each frame, and whether one is scaled. The current frame is as before at the end."""
    before = scene.frame_current, scene.frame_subframe
    found, scaled = [], False
    try:
        for frame in frames:
            scene.frame_set(math.floor(frame), subframe=frame % 1)
            found.append(relative_bones(armature))
            scaled = scaled or is_scaled(armature)
    finally:
        scene.frame_set(before[0], subframe=before[1])
    return found, scaled


def asset_of(source):
    """The path of the asset, as a motion beside the document names it."""
    if not source.lower().endswith(MOTION):
        return os.path.basename(source)
    with open(source, encoding="utf-8") as file:
        found = re.search(r"^asset:\s*[\"']?([^\"'#\n]+?)[\"']?\s*(#.*)?$", file.read(), re.MULTILINE)
    return found[1] if found else "asset.rigy.yaml"


def _times_of(scene, frames, start):
    """{time as text: frame}, from 0 on and each once."""
    return {_text(skeleton.time_of(frame, scene) - start): frame for frame in reversed(frames)}


def _keys(scene, armature, every_frame):
    """The times of keys as text, their bones, and whether one is scaled. Without `every_frame` those of the action are
    enough if that shows the same at every frame."""
    keys = frames_of(armature, every_frame)
    if not keys:
        raise Refused("the action has no keys")
    frames = sorted({*keys, *frames_of(armature, True)}) if every_frame is None else keys
    start = skeleton.time_of(frames[0], scene)
    by_time, needed = _times_of(scene, frames, start), _times_of(scene, keys, start).keys()
    times = sorted(by_time, key=float)
    samples, scaled = _sampled(scene, armature, [by_time[time] for time in times])
    if every_frame is None and _is_even(times, samples, needed):
        kept = [i for i, time in enumerate(times) if time in needed]
        times, samples = [times[i] for i in kept], [samples[i] for i in kept]
    return times, samples, scaled


def _clip_name(action):
    return re.sub(r"[^A-Za-z0-9_]", "_", action.get(marks.ID, action.name)) or "clip"


def motion_text(scene, armature, asset, every_frame=None):
    """What an armature plays, as a motion of this asset; and notes about what a motion does not have. Raises Refused."""
    action = played(armature)
    times, samples, scaled = _keys(scene, armature, every_frame)
    clip = _clip_name(action)
    lines = ['rigm_version: "0.1"', f"asset: {_word(asset)}"]
    if marks.LINK in armature:
        lines.append(f"armature: {_word(armature.get(marks.ID, armature.name))}")
    lines += ["", "poses:", *(f"  {_word(f'{clip}_{i}')}: {_pose_line(bones)}" for i, bones in enumerate(samples))]
    lines += ["", "clips:", f"  {_word(clip)}:", f"    length: {_text(max(float(times[-1]), 1 / 30))}", "    ease: linear"]
    if action.get("rigy_loop", getattr(action, "use_cyclic", False)):
        lines.append("    loop: true")
    if len(action.get("rigy_travel", ())) == 3:
        x, y, z = action["rigy_travel"]
        lines.append(f"    travel: {_list((-x, y, -z))}")
    lines += ["    keys:", *(f"      - {{at: {time}, pose: {_word(f'{clip}_{i}')}}}" for i, time in enumerate(times))]
    notes = ["bones have no scale in documents, so it is left out"] if scaled else []
    if is_moved(armature):
        notes.append("the armature itself moves; motions only have bones, so that is left out")
    return "\n".join(lines) + "\n", notes
