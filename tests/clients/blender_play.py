"""Runs inside Blender: plays a clip of each export, says where bones are at moments, and draws some of them with Cycles.

    blender -b --factory-startup --python blender_play.py -- REQUEST.json ANSWER.json

REQUEST has a list of {"id", "glb", "clip", "seconds", "shown", "camera", "pictures"}; pictures are what file names begin
with. "pixels" and "background" are the same for all.
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import blender_open  # noqa: E402
import bpy  # noqa: E402

FPS = 30


def y_up(vector):
    x, y, z = vector
    return [x, z, -y]


def show(seconds):
    frame = seconds * FPS
    bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
    bpy.context.view_layer.update()


def heads():
    return {bone.name: y_up(armature.matrix_world @ bone.head)
            for armature in blender_open.armatures() for bone in armature.pose.bones}


def play(request, common):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # The importer turns seconds into frames of the scene.
    bpy.context.scene.render.fps = FPS
    bpy.ops.import_scene.gltf(filepath=request["glb"], bone_heuristic="BLENDER")
    tracks = blender_open.tracks()
    if request["clip"] not in tracks:
        return {"names": sorted(tracks)}
    blender_open.mute_tracks()
    blender_open.stop_animations()
    ends = []
    for armature, action in tracks[request["clip"]]:
        armature.animation_data.action = action
        ends.append(action.frame_range[1] / FPS)
    seen = {"length": max(ends), "heads": []}
    for seconds in request["seconds"]:
        show(seconds)
        seen["heads"].append(heads())
    blender_open.set_stage(request["camera"], common["pixels"], common["background"])
    for number, seconds in enumerate(request["shown"]):
        show(seconds)
        blender_open.draw(f"{request['pictures']}.{number}.png")
    return seen


def main():
    request, answer = sys.argv[sys.argv.index("--") + 1:]
    common = json.loads(Path(request).read_text(encoding="utf-8"))
    seen = {one["id"]: play(one, common) for one in common["exports"]}
    seen["version"] = bpy.app.version_string
    Path(answer).write_text(json.dumps(seen), encoding="utf-8")


if __name__ == "__main__":
    main()
