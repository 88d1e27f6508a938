"""Meshes and materials of an import."""

import re

import bpy

from . import compat, marks

DIGEST = "rigy_digest"
COLOR = "rigy_color"


def update_material(found, link, source):
    """A material for one of the document. What an artist changes in it stays until the document has another color."""
    key = f"material/{source.name}"
    material = found.get(key)
    if material is None:
        material = bpy.data.materials.new(source.name or "material")
        marks.mark(material, link, key)
        material[marks.ID] = source.name
        compat.use_nodes(material)
    color = list(source.color)
    if list(material.get(COLOR, ())) != color:
        material[COLOR] = color
        _paint(material, color)
    return material


def _paint(material, color):
    material.diffuse_color = color
    compat.set_transparent(material, color[3] < 1)
    shader = next((node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED"), None)
    if shader:
        shader.inputs["Base Color"].default_value = color
        shader.inputs["Alpha"].default_value = color[3]
        shader.inputs["Metallic"].default_value = 0
        shader.inputs["Roughness"].default_value = 0.6


def update_mesh(found, link, shape, groups):
    """The mesh of a shape. Returns it, and whether it was filled."""
    mesh = found.get(shape.key)
    if mesh is None:
        mesh = bpy.data.meshes.new(shape.key.replace("/", "."))
        marks.mark(mesh, link, shape.key)
    digest = shape.digest + " ".join(groups)
    if mesh.get(DIGEST) == digest or mesh.shape_keys:
        return mesh, False
    _fill(mesh, shape)
    mesh[DIGEST] = digest
    return mesh, True


def _fill(mesh, shape):
    """Where the triangles are the same, only vertices move, and whatever an artist gave them and their faces stays."""
    vertices, triangles = shape.vertices, shape.triangles
    if _has_triangles(mesh, triangles, len(vertices)):
        mesh.vertices.foreach_set("co", [number for vertex in vertices for number in vertex])
    else:
        mesh.clear_geometry()
        mesh.from_pydata(vertices, [], triangles)
    sets = [f"UV{number}" for number in range(len(shape.uvs))]
    # By name, because Blender moves the other layers when one is removed.
    for name in [one.name for one in mesh.uv_layers if re.fullmatch(r"UV\d+", one.name) and one.name not in sets]:
        mesh.uv_layers.remove(mesh.uv_layers[name])
    for name, corners in zip(sets, shape.uvs):
        layer = mesh.uv_layers.get(name) or mesh.uv_layers.new(name=name)
        layer.data.foreach_set("uv", [value for corner in corners for value in corner])
    compat.set_normals(mesh, shape.normals)
    mesh.update()


def _has_triangles(mesh, triangles, vertex_count):
    if (len(mesh.vertices), len(mesh.polygons), len(mesh.loops)) != (vertex_count, len(triangles), 3 * len(triangles)):
        return False
    corners = [0] * len(mesh.loops)
    mesh.loops.foreach_get("vertex_index", corners)
    return corners == [vertex for triangle in triangles for vertex in triangle]


def has_shape_keys(mesh, shape, groups):
    """Whether the geometry must stay although the document has another: keys are made for its vertices."""
    return bool(mesh.shape_keys) and mesh.get(DIGEST) != shape.digest + " ".join(groups)


def set_slot(mesh, link, material):
    """The first slot has the document's material, unless an artist put another there."""
    if not mesh.materials:
        mesh.materials.append(material)
    elif mesh.materials[0] is None or marks.is_ours(mesh.materials[0], link):
        mesh.materials[0] = material


def set_weights(item, shape, groups, known):
    """The vertex groups of the document's bones. Of others the names stay, and also their weights if the triangles are the same."""
    weights = shape.weights
    for name in known:  # new geometry has none
        if name not in item.vertex_groups:
            item.vertex_groups.new(name=name)
    for name in groups:
        if name in item.vertex_groups:
            item.vertex_groups[name].remove(range(len(item.data.vertices)))
    for joint, name in enumerate(groups):
        if joint not in weights and name not in item.vertex_groups:
            continue
        group = item.vertex_groups.get(name) or item.vertex_groups.new(name=name)
        by_weight = {}
        for vertex, weight in weights.get(joint, ()):
            by_weight.setdefault(weight, []).append(vertex)
        for weight, vertices in by_weight.items():
            group.add(vertices, weight, "REPLACE")
