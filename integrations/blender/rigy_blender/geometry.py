"""Meshes and materials of an import."""

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
    mesh.clear_geometry()
    mesh.from_pydata(shape.vertices, [], shape.triangles)
    for number, corners in enumerate(shape.uvs):
        layer = mesh.uv_layers.new(name=f"UV{number}")
        layer.data.foreach_set("uv", [value for corner in corners for value in corner])
    compat.set_normals(mesh, shape.normals)
    mesh.update()


def has_shape_keys(mesh, shape, groups):
    """Whether the geometry must stay although the document has another: keys are made for its vertices."""
    return bool(mesh.shape_keys) and mesh.get(DIGEST) != shape.digest + " ".join(groups)


def set_slot(mesh, link, material):
    """The first slot has the document's material, unless an artist put another there."""
    if not mesh.materials:
        mesh.materials.append(material)
    elif mesh.materials[0] is None or marks.is_ours(mesh.materials[0], link):
        mesh.materials[0] = material


def set_weights(item, shape, groups):
    """The vertex groups of the document's bones; others stay."""
    weights = shape.weights
    for joint, name in enumerate(groups):
        if joint not in weights and name not in item.vertex_groups:
            continue
        group = item.vertex_groups.get(name) or item.vertex_groups.new(name=name)
        by_weight = {}
        for vertex, weight in weights.get(joint, ()):
            by_weight.setdefault(weight, []).append(vertex)
        for weight, vertices in by_weight.items():
            group.add(vertices, weight, "REPLACE")
