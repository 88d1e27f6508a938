"""Runs inside Blender: installs the add-on, imports a document and renders it.

    blender -b --factory-startup --python example.py -- ADDON.zip DOCUMENT OUT.png [FRAME]
"""

import sys

import bpy
from mathutils import Vector

archive, document, output, *rest = sys.argv[sys.argv.index("--") + 1 :]
SIZE = (360, 420)
LOOK = Vector((-0.55, 0.78, -0.3))  # from the camera


def points():
    graph = bpy.context.evaluated_depsgraph_get()
    for item in bpy.context.scene.objects:
        if item.type == "MESH":
            shown = item.evaluated_get(graph)
            yield from (shown.matrix_world @ Vector(corner) for corner in shown.bound_box)


def add(name, data):
    item = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(item)
    item.rotation_euler = LOOK.to_track_quat("-Z", "Y").to_euler()
    return item


def add_camera(scene):
    corners = list(points())
    low, high = (Vector(pick(corner[axis] for corner in corners) for axis in range(3)) for pick in (min, max))
    camera = add("camera", bpy.data.cameras.new("camera"))
    camera.location = (low + high) / 2 - LOOK.normalized() * (high - low).length * 1.75
    scene.camera = camera
    bpy.ops.mesh.primitive_plane_add(size=200, location=(0, 0, low.z))


def add_light(scene):
    sun = add("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy, sun.data.angle = 2, 0.1
    sun.rotation_euler = Vector((-1, 1.2, -2)).to_track_quat("-Z", "Y").to_euler()
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.25, 0.28, 0.32, 1)


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_install(filepath=archive, overwrite=True)
    bpy.ops.preferences.addon_enable(module="rigy_blender")
    bpy.ops.rigy.import_document(filepath=document)
    scene = bpy.context.scene
    scene.frame_set(int(rest[0]) if rest else 1)
    add_camera(scene)
    add_light(scene)
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 64
    scene.cycles.use_denoising = False
    scene.view_settings.view_transform = "Standard"
    scene.render.resolution_x, scene.render.resolution_y = SIZE
    scene.render.filepath = output
    bpy.ops.render.render(write_still=True)


main()
