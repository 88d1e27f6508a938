"""The vertices of a result as buffers that NumPy takes as they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

from ._glb import Glb, Matrix, product, world_matrices

Color = tuple[float, float, float, float]


@dataclass(frozen=True)
class Primitive:
    """The triangles of a shape, or of a mesh from before 0.12. All buffers are views of the file, one row for each vertex."""

    id: Optional[str]
    material: Optional[str]
    color: Color  # of the material: linear, with alpha
    positions: memoryview = field(repr=False)  # float, 3 in a row
    normals: Optional[memoryview] = field(repr=False)
    uvs: tuple[memoryview, ...] = field(repr=False)  # the sets
    joints: Optional[memoryview] = field(repr=False)  # 4 in a row: numbers of bones
    weights: Optional[memoryview] = field(repr=False)
    indices: memoryview = field(repr=False)  # three for each triangle


@dataclass(frozen=True)
class Mesh:
    """A mesh, and everywhere it is shown: a matrix of four rows for each place, in the space of the whole."""

    id: Optional[str]
    bones: tuple[str, ...]  # what joints count; empty if the mesh is not bound
    places: tuple[Matrix, ...]
    primitives: tuple[Primitive, ...]


def _material(json_chunk: dict[str, Any], number: Optional[int]) -> tuple[Optional[str], Color]:
    if number is None:
        return None, (1.0, 1.0, 1.0, 1.0)
    material = json_chunk["materials"][number]
    factor = material.get("pbrMetallicRoughness", {}).get("baseColorFactor", (1, 1, 1, 1))
    red, green, blue, alpha = (float(one) for one in factor)
    return material.get("name"), (red, green, blue, alpha)


def _primitive(glb: Glb, primitive: dict[str, Any]) -> Primitive:
    attributes = primitive["attributes"]

    def view(name: str) -> Optional[memoryview]:
        return glb.view(attributes[name]) if name in attributes else None

    sets = sorted((name for name in attributes if name.startswith("TEXCOORD_")), key=lambda name: int(name[9:]))
    return Primitive(
        primitive.get("extras", {}).get("rigy_id"),
        *_material(glb.json, primitive.get("material")),
        positions=glb.view(attributes["POSITION"]),
        normals=view("NORMAL"),
        uvs=tuple(glb.view(attributes[name]) for name in sets),
        joints=view("JOINTS_0"),
        weights=view("WEIGHTS_0"),
        indices=glb.view(primitive["indices"]),
    )


def _bone_names(json_chunk: dict[str, Any], skin: Optional[int]) -> tuple[str, ...]:
    if skin is None:
        return ()
    nodes = (json_chunk["nodes"][joint] for joint in json_chunk["skins"][skin]["joints"])
    return tuple(node.get("extras", {}).get("rigy_id", node.get("name", "")) for node in nodes)


class _Places:
    """Where nodes show their meshes. A bound mesh is where its armature is, whatever its own node says."""

    def __init__(self, glb: Glb) -> None:
        self._glb = glb
        self._nodes = glb.json.get("nodes", [])
        self._worlds = world_matrices(glb.json)
        self._parents = {child: i for i, node in enumerate(self._nodes) for child in node.get("children", [])}
        self._is_packed = "KHR_mesh_quantization" in glb.json.get("extensionsRequired", [])

    def nodes_of(self, mesh: int) -> list[tuple[Matrix, dict[str, Any]]]:
        shown = ((number, self._nodes[number]) for number in sorted(self._worlds))
        return [(self._place(number, node), node) for number, node in shown if node.get("mesh") == mesh]

    def _place(self, number: int, node: dict[str, Any]) -> Matrix:
        if "skin" not in node:
            return self._worlds[number]
        skin = self._glb.json["skins"][node["skin"]]
        first = skin["joints"][0]
        if self._is_packed:  # what makes meters of its whole numbers is in the bind matrices
            columns = self._glb.view(skin["inverseBindMatrices"]).tolist()[0]
            return product(self._worlds[first], tuple(tuple(columns[4 * k + i] for k in range(4)) for i in range(4)))
        joints = set(skin["joints"])
        while first in joints and first in self._parents:
            first = self._parents[first]
        return self._worlds[first]


def meshes_of(data: bytes) -> tuple[Mesh, ...]:
    """The meshes of a binary glTF, in the order of the file."""
    glb = Glb(data)
    if "EXT_meshopt_compression" in glb.json.get("extensionsRequired", []):
        raise ValueError("meshes() cannot read what is exported with compress=True")
    all_places = _Places(glb)
    found = []
    for number, mesh in enumerate(glb.json.get("meshes", [])):
        shown = all_places.nodes_of(number)
        first = shown[0][1] if shown else {}
        name = mesh.get("extras", {}).get("rigy_id", first.get("name", mesh.get("name")))
        primitives = tuple(_primitive(glb, one) for one in mesh["primitives"])
        places = tuple(place for place, _ in shown)
        found.append(Mesh(name, _bone_names(glb.json, first.get("skin")), places, primitives))
    return tuple(found)
