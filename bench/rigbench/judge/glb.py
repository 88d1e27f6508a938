"""Reads what the judge needs of binary glTF: vertices, and the motion of nodes."""
import array
import json
import struct
import sys

WIDTH = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
TYPE = {5126: "f", 5125: "I", 5123: "H", 5121: "B"}


def matrix(translation, rotation):
    """Three rows of a rigid transform; the rotation is x, y, z, w."""
    x, y, z, w = rotation
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), translation[0]],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), translation[1]],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), translation[2]]]


def product(a, b):
    """Two transforms of three rows each, the second first."""
    return [[sum(row[k] * b[k][j] for k in range(3)) + (row[3] if j == 3 else 0) for j in range(4)] for row in a]


def transformed(rows, point):
    return [row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + row[3] for row in rows]


class Glb:
    def __init__(self, data):
        size = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20:20 + size])
        self.binary = data[28 + size:]

    def numbers(self, index):
        """The numbers of an accessor, one after the other, as they are stored."""
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        count = accessor["count"] * WIDTH[accessor["type"]]
        kind = TYPE[accessor["componentType"]]
        numbers = array.array(kind, self.binary[start:start + array.array(kind).itemsize * count])
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers

    def vectors(self, index):
        """The same, in groups: vectors, quaternions or matrices."""
        numbers = self.numbers(index)
        width = WIDTH[self.json["accessors"][index]["type"]]
        return [list(numbers[i:i + width]) for i in range(0, len(numbers), width)]

    def skinned_vertices(self):
        """Of every mesh by name, its vertices: position, and the names of bones with their weights."""
        meshes = {}
        for node in self.json.get("nodes", []):
            if "mesh" not in node:
                continue
            joints = self.json["skins"][node["skin"]]["joints"] if "skin" in node else []
            names = [self.json["nodes"][joint]["name"] for joint in joints]
            mesh = self.json["meshes"][node["mesh"]]
            meshes[mesh["name"]] = [vertex for primitive in mesh["primitives"] for vertex in self.influenced(primitive, names)]
        return meshes

    def influenced(self, primitive, names):
        attributes = primitive["attributes"]
        positions = self.vectors(attributes["POSITION"])
        if "JOINTS_0" not in attributes:
            return [(position, []) for position in positions]
        rows = zip(positions, self.vectors(attributes["JOINTS_0"]), self.vectors(attributes["WEIGHTS_0"]))
        return [(position, [(names[joint], weight) for joint, weight in zip(joints, weights) if weight > 0])
                for position, joints, weights in rows]

    def mesh_positions(self):
        """Of every mesh by name, the coordinates of its vertices in the order of its primitives."""
        meshes = {}
        for mesh in self.json.get("meshes", []):
            numbers = array.array("f")
            for primitive in mesh["primitives"]:
                numbers.extend(self.numbers(primitive["attributes"]["POSITION"]))
            meshes[mesh["name"]] = numbers
        return meshes
