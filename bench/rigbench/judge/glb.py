"""Reads what the judge needs of binary glTF: vertices, and the motion of nodes."""
import array
import json
import struct
import sys

WIDTH = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Glb:
    def __init__(self, data):
        size = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20:20 + size])
        self.binary = data[28 + size:]

    def floats(self, index):
        """The numbers of an accessor, one after the other."""
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        count = accessor["count"] * WIDTH[accessor["type"]]
        numbers = array.array("f", self.binary[start:start + 4 * count])
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers

    def mesh_positions(self):
        """Of every mesh by name, the coordinates of its vertices in the order of its primitives."""
        meshes = {}
        for mesh in self.json.get("meshes", []):
            numbers = array.array("f")
            for primitive in mesh["primitives"]:
                numbers.extend(self.floats(primitive["attributes"]["POSITION"]))
            meshes[mesh["name"]] = numbers
        return meshes
