"""Runs inside Blender: imports FBX files and prints what it shows, in the coordinates of the files.

    blender -b --factory-startup --python blender_dump.py -- DUMP.json FILE.fbx...
"""
import json
import sys

import numpy

numpy.bool = bool  # Blender 3.4's importer still asks for it

import bpy  # noqa: E402  (only within Blender, and after the line above)


def y_up(vector):
    """Blender's z is up."""
    return [vector.x, vector.z, -vector.y]


def corner_of(mesh, world, loop):
    """Position, normal, and the UVs of the first two sets, in which Blender has v = 0 at the bottom."""
    uvs = [layer.data[loop.index].uv for layer in mesh.uv_layers[:2]]
    normal = (world.to_3x3() @ loop.normal).normalized()
    return (y_up(world @ mesh.vertices[loop.vertex_index].co) + y_up(normal)
            + [number for u, v in uvs for number in (u, 1 - v)])


def triangles_of(mesh_object, graph):
    evaluated = mesh_object.evaluated_get(graph)
    mesh = evaluated.to_mesh()
    mesh.calc_normals_split()
    mesh.calc_loop_triangles()
    names = [material.name if material else "" for material in mesh.materials] or [""]
    corners = [corner_of(mesh, evaluated.matrix_world, loop) for loop in mesh.loops]
    triangles = [{"corners": [corners[i] for i in triangle.loops], "material": names[triangle.material_index]}
                 for triangle in mesh.loop_triangles]
    evaluated.to_mesh_clear()
    return triangles


def all_triangles():
    graph = bpy.context.evaluated_depsgraph_get()
    return [triangle for item in bpy.data.objects if item.type == "MESH"
            for triangle in triangles_of(item, graph)]


def bones_of(armature):
    def entry(bone):
        matrix = armature.matrix_world @ bone.matrix
        axes = [matrix.col[axis].to_3d().normalized() for axis in (1, 0)]
        return {"parent": bone.parent.name if bone.parent else None,
                "numbers": sum((y_up(vector) for vector in [matrix.to_translation(), *axes]), [])}

    return {bone.name: entry(bone) for bone in armature.pose.bones}


def all_bones():
    return {name: bone for item in bpy.data.objects if item.type == "ARMATURE"
            for name, bone in bones_of(item).items()}


def materials():
    found = {}
    for material in bpy.data.materials:
        shader = material.node_tree.nodes["Principled BSDF"]
        found[material.name] = [*shader.inputs["Base Color"].default_value[:3],
                                shader.inputs["Alpha"].default_value]
    return found


def set_actions(armatures, stack):
    """The importer names actions OBJECT|STACK, in at most 63 bytes."""
    for armature in armatures:
        armature.animation_data.action = None
        for bone in armature.pose.bones:
            bone.matrix_basis.identity()
        for action in bpy.data.actions:
            if action.name == f"{armature.name}|{stack}"[:63]:
                armature.animation_data.action = action


def in_poses():
    armatures = [item for item in bpy.data.objects if item.type == "ARMATURE" and item.animation_data]
    poses = {}
    for stack in sorted({action.name.split("|", 1)[1] for action in bpy.data.actions}):
        set_actions(armatures, stack)
        bpy.context.scene.frame_set(int(bpy.context.scene.frame_start))
        bpy.context.view_layer.update()
        poses[stack] = {"triangles": all_triangles(), "bones": all_bones()}
    return poses


def empties():
    """Armatures too, and their bones: all_bones() decides whether a node is a bone."""
    nodes = {item.name: y_up(item.matrix_world.to_translation())
             for item in bpy.data.objects if item.type in ("EMPTY", "ARMATURE")}
    return {**nodes, **{name: bone["numbers"][:3] for name, bone in all_bones().items()}}


def at_rest():
    for item in bpy.data.objects:
        if item.type == "ARMATURE":
            item.data.pose_position = "REST"
    bpy.context.view_layer.update()
    seen = {"triangles": all_triangles(), "bones": all_bones(), "materials": materials(),
            "empties": empties()}
    for item in bpy.data.objects:
        if item.type == "ARMATURE":
            item.data.pose_position = "POSE"
    return seen


def use_dual_quaternions():
    """The importer does not look at the skinning type of the file."""
    for item in bpy.data.objects:
        for modifier in item.modifiers:
            modifier.use_deform_preserve_volume = True


def dump(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.fbx(filepath=path)
    with open(path, "rb") as file:
        if b"DualQuaternion" in file.read():
            use_dual_quaternions()
    seen = at_rest()
    seen["poses"] = in_poses()
    return seen


def main():
    output, *paths = sys.argv[sys.argv.index("--") + 1:]
    seen = {}
    for path in paths:
        try:
            seen[path] = dump(path)
        except Exception as problem:  # of any kind: the others go on
            seen[path] = {"problem": f"{type(problem).__name__}: {problem}"}
    with open(output, "w", encoding="utf-8") as file:
        json.dump(seen, file)


if __name__ == "__main__":
    main()
