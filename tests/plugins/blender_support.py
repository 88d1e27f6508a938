"""What the tests inside Blender share: a document, and where its vertices should be. Shapes are compared with what the
compiler computes, in meters."""

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import bpy
from mathutils import Vector, kdtree

ZIP, REPOSITORY, RIGY = map(Path, sys.argv[sys.argv.index("--") + 1 :][:3])
EXAMPLES = REPOSITORY / "examples"
NEAR = 1e-5

ARM = """version: "0.13"
materials: {skin: {base_color: [0.8, 0.55, 0.42, 1]}, glass: {base_color: [0.1, 0.2, 0.9, 0.5]}}
meshes:
  - id: arm
    primitives:
      - {id: upper, type: capsule, material: skin, tags: [limb], dimensions: {radius: 0.1, height: 0.5}, transform: {translation: [0, 0.35, 0]}}
      - {id: lower, type: capsule, material: glass, dimensions: {radius: 0.08, height: 0.4}, transform: {translation: [0, 0.9, 0]}}
armatures:
  - id: rig
    bones:
      - {id: shoulder, parent: none, head: [0, 0, 0], tail: [0, 0.6, 0], roll: 0.4}
      - {id: elbow, parent: shoulder, head: [0, 0.6, 0], tail: [0.3, 1.1, 0.2]}
bindings:
  - mesh_id: arm
    armature_id: rig
    weights:
      - {primitive_id: upper, bones: [{bone_id: shoulder, weight: 1}]}
      - {primitive_id: lower, bones: [{bone_id: elbow, weight: 1}]}
anchors:
  - {id: hand, translation: [0.3, 1.1, 0.2]}
poses:
  - id: bent
    bones:
      shoulder: {rotation: [1, 0, 0, 0], translation: [0, 0, 0]}
      elbow: {rotation: [0.819152, 0, 0, 0.573576], translation: [0, 0.6, 0]}
"""


def to_blender(point):
    """From the axes of a document: it faces -z, Blender's front is -y."""
    x, y, z = point
    return Vector((-x, z, y))


def new_file():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="rigy_blender")


def shown_points(collection):
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    found = []
    for item in collection.all_objects:
        if item.type == "MESH":
            evaluated = item.evaluated_get(graph)
            found += [evaluated.matrix_world @ vertex.co for vertex in evaluated.data.vertices]
    return found


def tree_of(points):
    tree = kdtree.KDTree(len(points))
    for i, point in enumerate(points):
        tree.insert(point, i)
    tree.balance()
    return tree


def distance(a, b):
    """How far the farthest point of either is from the other."""
    in_a, in_b = tree_of(a), tree_of(b)
    return max(*(in_b.find(point)[2] for point in a), *(in_a.find(point)[2] for point in b))


def compiled_points(package, document, **options):
    """The vertices that triangles use, in Blender's axes."""
    meshes = package.export(document, files=Path(document).parent, face="-z", anchors=False, poses="none", **options).meshes()
    found = []
    for mesh in meshes:
        for place in mesh.places:
            for primitive in mesh.primitives:
                for row in primitive.positions.tolist():
                    world = [sum(place[i][k] * value for k, value in enumerate((*row, 1))) for i in range(3)]
                    found.append(to_blender(world))
    return found


class Case(unittest.TestCase):
    def setUp(self):
        new_file()
        import rigy_blender

        self.addon = rigy_blender
        self.package = rigy_blender.ui.engine.package
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def open(self, path, **options):
        before = set(self.addon.ui.importer.imports())
        self.assertEqual(bpy.ops.rigy.import_document(filepath=str(path), **options), {"FINISHED"})
        (made,) = set(self.addon.ui.importer.imports()) - before
        return made

    def named(self, collection, name):
        return next(one for one in collection.all_objects if one["rigy_key"] == name)

    def action(self, name):
        return next(one for one in bpy.data.actions if one.get("rigy_id") == name)
