"""Runs inside Blender: opens exports as GLB and as FBX, says what it shows, and draws them with Cycles.

    blender -b --factory-startup --python blender_open.py -- REQUEST.json ANSWER.json

REQUEST has a list of {"id", "glb", "camera", "pictures"}, some with "fbx"; pictures is what their file names begin
with. "pixels" and "background" are the same for all.
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "fbx_readers"))

import blender_dump  # noqa: E402  (it prepares numpy for Blender)
import bpy  # noqa: E402
from mathutils import Vector  # noqa: E402

SAMPLES = 24


def z_up(vector):
    """From the coordinates of files to Blender's."""
    x, y, z = vector
    return Vector((x, -z, y))


def import_glb(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # As docs/export.md says: the default guesses the directions of bones from their children.
    bpy.ops.import_scene.gltf(filepath=path, bone_heuristic="BLENDER")


def armatures():
    return [item for item in bpy.data.objects if item.type == "ARMATURE"]


def at_rest():
    """What the file shows before an animation is chosen: its nodes, not Blender's rest position, which is the same."""
    bpy.context.view_layer.update()
    return {"triangles": blender_dump.all_triangles(), "bones": blender_dump.all_bones(),
            "skeletons": len([item for item in armatures() if is_skin(item)])}


def is_skin(armature):
    return any(modifier.object is armature for item in bpy.data.objects for modifier in item.modifiers)


def stop_animations():
    """The importer keeps one of the animations as the active action, and all of them as muted tracks."""
    for armature in armatures():
        if armature.animation_data:
            armature.animation_data.action = None
        for bone in armature.pose.bones:
            bone.matrix_basis.identity()


def tracks():
    """{animation: [(armature, action)]}."""
    found = {}
    for armature in armatures():
        for track in armature.animation_data.nla_tracks if armature.animation_data else []:
            found.setdefault(track.name, []).append((armature, track.strips[0].action))
    return found


def in_poses():
    poses = {}
    for name, actions in sorted(tracks().items()):
        stop_animations()
        for armature, action in actions:
            armature.animation_data.action = action
        bpy.context.scene.frame_set(int(actions[0][1].frame_range[0]))
        bpy.context.view_layer.update()
        poses[name] = {"triangles": blender_dump.all_triangles()}
    stop_animations()
    return poses


def mute_tracks():
    for armature in armatures():
        for track in armature.animation_data.nla_tracks if armature.animation_data else []:
            track.mute = True


def add_sun():
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy = 2
    item = bpy.data.objects.new("sun", sun)
    item.rotation_euler = Vector((-1, 1.5, -2)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(item)


def add_camera(camera):
    data = bpy.data.cameras.new("camera")
    data.angle = camera["degrees"] * 3.141592653589793 / 180
    data.clip_start, data.clip_end = camera["near"], camera["far"]
    item = bpy.data.objects.new("camera", data)
    eye, target = z_up(camera["eye"]), z_up(camera["target"])
    item.location = eye
    item.rotation_euler = (target - eye).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(item)
    bpy.context.scene.camera = item


def add_world(background):
    """Cameras see the background; everything else is lit by a gray sky."""
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    sky, shown, mix, path = (nodes["Background"], nodes.new("ShaderNodeBackground"), nodes.new("ShaderNodeMixShader"),
                             nodes.new("ShaderNodeLightPath"))
    sky.inputs["Color"].default_value = (0.4, 0.4, 0.4, 1)
    shown.inputs["Color"].default_value = (*background, 1)
    links.new(path.outputs["Is Camera Ray"], mix.inputs[0])
    links.new(sky.outputs[0], mix.inputs[1])
    links.new(shown.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes["World Output"].inputs["Surface"])
    bpy.context.scene.world = world


def set_stage(camera, pixels, background):
    scene = bpy.context.scene
    add_camera(camera)
    add_sun()
    add_world(background)
    scene.render.engine = "CYCLES"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_denoising = False
    scene.render.resolution_x = scene.render.resolution_y = pixels
    scene.view_settings.view_transform = "Standard"
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"


def draw(path):
    bpy.context.scene.render.filepath = path
    bpy.ops.render.render(write_still=True)


def open_one(request, common):
    import_glb(request["glb"])
    mute_tracks()
    stop_animations()
    seen = at_rest()
    set_stage(request["camera"], common["pixels"], common["background"])
    draw(request["pictures"] + ".png")
    seen["poses"] = in_poses()
    return {"glb": seen, "fbx": blender_dump.dump(request["fbx"]) if "fbx" in request else {}}


def main():
    request, answer = sys.argv[sys.argv.index("--") + 1:]
    common = json.loads(Path(request).read_text(encoding="utf-8"))
    seen = {"version": bpy.app.version_string}
    for one in common["exports"]:
        try:
            seen[one["id"]] = open_one(one, common)
        except Exception as problem:  # of any kind: the others go on
            seen[one["id"]] = {"problem": f"{type(problem).__name__}: {problem}"}
    Path(answer).write_text(json.dumps(seen), encoding="utf-8")


if __name__ == "__main__":
    main()
