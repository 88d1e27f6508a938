"""Reads binary glTF in place: what accessors have are views of the file's bytes. This module needs neither the library nor
the rest of the package, so that the add-on for Blender can carry it alone."""

from __future__ import annotations

import json
import struct
import sys
from array import array
from typing import Any

_LETTERS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
_HEADER = 20  # of the file and its first chunk
_CHUNK = 8


class Glb:
    """A file: `json` is its first chunk, `binary` the second."""

    def __init__(self, data: bytes) -> None:
        if data[:4] != b"glTF":
            raise ValueError("this is no binary glTF")
        length = struct.unpack_from("<I", data, 12)[0]
        self.json: dict[str, Any] = json.loads(bytes(data[_HEADER : _HEADER + length]))
        self.binary = memoryview(data)[_HEADER + length + _CHUNK :]

    def view(self, number: int) -> memoryview:
        """The values of an accessor, one row for each element. Rows of scalars are the numbers themselves."""
        accessor = self.json["accessors"][number]
        letter, width = _LETTERS[accessor["componentType"]], _WIDTHS[accessor["type"]]
        packed = self._packed(accessor, struct.calcsize(letter) * width)
        if sys.byteorder == "big":
            packed = _swapped(packed, letter)
        return packed.cast(letter, [accessor["count"], width] if width > 1 else [accessor["count"]])

    def _packed(self, accessor: dict[str, Any], size: int) -> memoryview:
        """The bytes of an accessor. Only where there is something between its elements are they copied."""
        view = self.json["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride, count = view.get("byteStride", size), accessor["count"]
        if stride == size:
            return self.binary[start : start + count * size]
        rows = (self.binary[start + i * stride : start + i * stride + size] for i in range(count))
        return memoryview(b"".join(rows))


def _swapped(packed: memoryview, letter: str) -> memoryview:
    values = array(letter, bytes(packed))
    values.byteswap()
    return memoryview(values).cast("B")


Matrix = tuple[tuple[float, ...], ...]  # four rows
IDENTITY: Matrix = tuple(tuple(float(i == k) for k in range(4)) for i in range(4))


def product(a: Matrix, b: Matrix) -> Matrix:
    return tuple(tuple(sum(a[i][n] * b[n][k] for n in range(4)) for k in range(4)) for i in range(4))


def _rotation(x: float, y: float, z: float, w: float) -> tuple[tuple[float, float, float], ...]:
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )


def local_matrix(node: dict[str, Any]) -> Matrix:
    """Where a node is, relative to its parent."""
    if "matrix" in node:
        return tuple(tuple(node["matrix"][4 * column + row] for column in range(4)) for row in range(4))
    place = node.get("translation", (0, 0, 0))
    scale = node.get("scale", (1, 1, 1))
    turn = _rotation(*node.get("rotation", (0, 0, 0, 1)))
    rows = (tuple(turn[i][k] * scale[k] for k in range(3)) + (float(place[i]),) for i in range(3))
    return (*rows, (0.0, 0.0, 0.0, 1.0))


def world_matrices(json_chunk: dict[str, Any]) -> dict[int, Matrix]:
    """Where the nodes of the scene are, by their numbers. Parents come before their children."""
    nodes = json_chunk.get("nodes", [])
    roots = json_chunk["scenes"][json_chunk.get("scene", 0)].get("nodes", []) if json_chunk.get("scenes") else []
    found: dict[int, Matrix] = {}
    waiting = [(number, IDENTITY) for number in reversed(roots)]
    while waiting:
        number, parent = waiting.pop()
        found[number] = product(parent, local_matrix(nodes[number]))
        waiting.extend((child, found[number]) for child in reversed(nodes[number].get("children", [])))
    return found
