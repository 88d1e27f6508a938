"""An export as plain values in Blender's axes: objects, meshes, skeletons, clips. Nothing here changes a scene.

The files have y up, Blender has z up: (x, y, z) becomes (x, -z, y). The axes of a bone are its own in both, y from head to
tail, so what is relative to a bone stays as it is.
"""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property

from mathutils import Matrix, Quaternion, Vector

from .glb import Glb, local_matrix

Z_UP = Matrix(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
Y_UP = Z_UP.inverted()


@dataclass
class Shape:
    """The geometry of a shape, with vertices that share a place joined. An update often needs only the digest, so the rest is
    read when it is asked for."""

    key: str
    id: str
    tags: str
    material: int
    views: dict  # attribute -> values
    corners: memoryview  # numbers of vertices, three for each triangle

    @cached_property
    def digest(self):
        said = hashlib.sha256(self.corners.tobytes())
        for name in sorted(self.views):
            said.update(name.encode() + self.views[name].tobytes())
        return said.hexdigest()

    @cached_property
    def _joined(self):
        return _joined(self.views)

    @property
    def vertices(self):
        rows = self.views["POSITION"].tolist()
        return [_z_up(rows[first]) for first in self._joined[1]]

    @property
    def triangles(self):
        numbers = [self._joined[0][corner] for corner in self.corners.tolist()]
        return list(zip(numbers[::3], numbers[1::3], numbers[2::3]))

    @property
    def normals(self):
        """One for each corner."""
        rows = [_z_up(row) for row in self.views["NORMAL"].tolist()]
        return [rows[corner] for corner in self.corners.tolist()]

    @property
    def uvs(self):
        """Of each set, one for each corner."""
        sets = sorted((name for name in self.views if name.startswith("TEXCOORD_")), key=lambda name: int(name[9:]))
        rows = [[(u, 1 - v) for u, v in self.views[name].tolist()] for name in sets]
        return [[one[corner] for corner in self.corners.tolist()] for one in rows]

    @property
    def weights(self):
        """Number of a joint -> [(vertex, weight)]."""
        return _weights(self.views, self._joined[1])


@dataclass
class Item:
    """An object: of kind shape, armature, anchor or group."""

    key: str
    name: str
    kind: str
    id: str
    matrix: Matrix
    parent: str = ""
    parent_bone: str = ""
    mesh: str = ""  # the id of the mesh that the shape is part of
    shape: Shape = None
    armature: str = ""  # the key of the armature that the shape is bound to
    groups: list = field(default_factory=list)  # the ids of the bones that its joints are
    solver: str = "lbs"
    bones: list = field(default_factory=list)


@dataclass
class Bone:
    id: str
    parent: str  # its id
    rest: Matrix  # in the armature
    length: float
    local: Matrix  # relative to its parent


@dataclass
class Clip:
    """An animation of one armature: bone -> {path: (times, rows)}."""

    name: str
    armature: str
    curves: dict
    loop: bool
    travel: tuple
    is_pose: bool


@dataclass
class Material:
    name: str
    color: tuple


@dataclass
class Model:
    items: list
    materials: list
    clips: list


def _extra(thing, name, default=""):
    return thing.get("extras", {}).get(name, default)


def _z_up(row):
    return (row[0], -row[2], row[1])


class Reader:
    """Reads one export."""

    def __init__(self, data):
        self.glb = Glb(data)
        self.json = self.glb.json
        self.nodes = self.json.get("nodes", [])
        self.parents = {child: i for i, node in enumerate(self.nodes) for child in node.get("children", [])}
        self.joints = {joint for skin in self.json.get("skins", []) for joint in skin["joints"]}
        self.joints |= {i for i, node in enumerate(self.nodes) if "rigy_tail_x" in node.get("extras", {})}
        self.shapes = {}

    def model(self):
        items = [item for number in self._order() for item in self._items(number)]
        materials = [
            Material(one.get("name", ""), tuple(one["pbrMetallicRoughness"].get("baseColorFactor", (1, 1, 1, 1))))
            for one in self.json.get("materials", [])
        ]
        return Model(items, materials, self._clips())

    def _order(self):
        """The nodes that become objects, parents first."""
        waiting = list(reversed(self.json["scenes"][0].get("nodes", [])))
        while waiting:
            number = waiting.pop()
            if number not in self.joints:
                yield number
            waiting.extend(reversed(self.nodes[number].get("children", [])))

    def _name(self, number):
        return self.nodes[number].get("name", f"node_{number}")

    def _bone_id(self, number):
        """Ids are unique in their armature; names are so in the whole file, which would tell instances apart."""
        return _extra(self.nodes[number], "rigy_id", self._name(number))

    def _armature_of(self, joint):
        while joint in self.joints:
            joint = self.parents[joint]
        return joint

    def _items(self, number):
        node = self.nodes[number]
        kind = {"armature": "armature", "anchor": "anchor"}.get(_extra(node, "rigy_kind"), "group")
        item = Item(self._name(number), self._name(number), kind, _extra(node, "rigy_id"), self._matrix(number))
        self._place(item, number)
        if "mesh" in node:
            return self._shapes(item, node)
        if kind == "armature":
            item.bones = self._bones(number)
        return [item]

    def _matrix(self, number):
        turned = Matrix(local_matrix(self.nodes[number])) @ Y_UP
        return turned if self.parents.get(number) in self.joints else Z_UP @ turned

    def _place(self, item, number):
        parent = self.parents.get(number)
        if parent in self.joints:
            item.parent, item.parent_bone = self._name(self._armature_of(parent)), self._bone_id(parent)
        elif parent is not None:
            item.parent = self._name(parent)

    def _bones(self, armature):
        found = []
        waiting = [(child, Matrix.Identity(4), "") for child in reversed(self.nodes[armature].get("children", []))]
        while waiting:
            number, parent_rest, parent = waiting.pop()
            if number not in self.joints:
                continue
            local = Matrix(local_matrix(self.nodes[number]))
            rest = parent_rest @ local
            id_ = self._bone_id(number)
            tail = Vector([_extra(self.nodes[number], f"rigy_tail_{axis}", 0) for axis in "xyz"])
            found.append(Bone(id_, parent, Z_UP @ rest, (tail - rest.translation).length, local))
            waiting.extend((child, rest, id_) for child in reversed(self.nodes[number].get("children", [])))
        return found

    def _shapes(self, place, node):
        mesh = self.json["meshes"][node["mesh"]]
        skin = self.json["skins"][node["skin"]] if "skin" in node else None
        found = []
        for i, primitive in enumerate(mesh["primitives"]):
            shape = self._shape(node["mesh"], i, primitive)
            suffix = shape.id or (str(i) if len(mesh["primitives"]) > 1 else "")
            name = f"{place.name}.{suffix}" if suffix else place.name
            item = Item(name, name, "shape", shape.id or place.id, place.matrix, place.parent, place.parent_bone)
            item.shape, item.mesh, item.solver = shape, _extra(mesh, "rigy_id", mesh.get("name", "")), _extra(mesh, "rigy_solver", "lbs")
            if skin:
                # A bound mesh is where its bones are, whatever its own place.
                item.armature = item.parent = self._name(self._armature_of(skin["joints"][0]))
                item.matrix, item.groups = Matrix.Identity(4), [self._bone_id(joint) for joint in skin["joints"]]
            found.append(item)
        return found

    def _shape(self, mesh, i, primitive):
        if (mesh, i) not in self.shapes:
            self.shapes[mesh, i] = self._read_shape(self.json["meshes"][mesh], i, primitive)
        return self.shapes[mesh, i]

    def _read_shape(self, mesh, i, primitive):
        views = {name: self.glb.view(number) for name, number in primitive["attributes"].items()}
        id_ = _extra(primitive, "rigy_id")
        return Shape(f"{mesh.get('name', '')}/{id_ or i}", id_, ", ".join(_extra(primitive, "rigy_tags", [])),
                     primitive.get("material", -1), views, self.glb.view(primitive["indices"]))

    def _clips(self):
        found = []
        for animation in self.json.get("animations", []):
            armatures = {}
            for channel in animation["channels"]:
                joint = channel["target"]["node"]
                if joint in self.joints:
                    curves = armatures.setdefault(self._armature_of(joint), {})
                    curves.setdefault(self._bone_id(joint), {})[channel["target"]["path"]] = self._sampled(animation, channel)
            extras = animation.get("extras", {})
            for armature, curves in armatures.items():
                found.append(Clip(animation.get("name", ""), self._name(armature), curves, bool(extras.get("loop")),
                                  tuple(extras.get("travel", ())), "loop" not in extras))
        return found

    def _sampled(self, animation, channel):
        sampler = animation["samplers"][channel["sampler"]]
        return self.glb.view(sampler["input"]).tolist(), self.glb.view(sampler["output"]).tolist()


def _joined(views):
    """Vertices with one place and the same weights are one in Blender, which keeps normals and UVs at corners."""
    names = [name for name in ("POSITION", "JOINTS_0", "WEIGHTS_0") if name in views]
    rows = [(views[name].tobytes(), views[name].nbytes // views[name].shape[0]) for name in names]
    numbers, firsts, known = [], [], {}
    for i in range(views["POSITION"].shape[0]):
        key = tuple(data[i * size : (i + 1) * size] for data, size in rows)
        if key not in known:
            known[key] = len(firsts)
            firsts.append(i)
        numbers.append(known[key])
    return numbers, firsts


def _weights(views, firsts):
    if "JOINTS_0" not in views:
        return {}
    joints, weights = views["JOINTS_0"].tolist(), views["WEIGHTS_0"].tolist()
    found = {}
    for vertex, first in enumerate(firsts):
        for joint, weight in zip(joints[first], weights[first]):
            if weight > 0:
                found.setdefault(joint, []).append((vertex, weight))
    return found


def basis_of(bone, path, rows):
    """Values of a channel, relative to the rest of the bone, as Blender keeps them."""
    place, turn, _ = bone.local.decompose()
    if path == "translation":
        return [turn.inverted() @ (Vector(row) - place) for row in rows]
    found = []
    for x, y, z, w in rows:
        value = turn.inverted() @ Quaternion((w, x, y, z))
        if found and found[-1].dot(value) < 0:
            value.negate()
        found.append(value)
    return found


def read(data):
    return Reader(data).model()
