"""What is made of a document for a person to edit: poses, weights, shapes, skeletons and motions.

The text is the entry that the command of the same name prints; with `write` (of a shape: `mesh`) it is the document
with that entry, as the command would write it.
"""

from __future__ import annotations

import json
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from ._api import _call, _diagnostics, _files
from ._choices import Analysis, Unpack, _number
from ._files import Document, Files, source_of
from ._library import bytes_of, lib
from ._options import Axes, Type

Point = Sequence[float]


def _text(result: int) -> str:
    _diagnostics(result)
    return bytes_of(lib.rigy_result_text, result).decode()


def _point(name: str, value: Optional[Point]) -> Optional[str]:
    if value is None:
        return None
    if isinstance(value, str) or len(value) != 3:
        raise ValueError(f"{name} has three coordinates, such as (0, 1.2, -0.3)")
    return ",".join(repr(float(_number(name, one))) for one in value)


def _made(
    operation: str,
    values: Mapping[str, Any],
    of: tuple[Document, Optional[Files], Optional[str]],
    analysis: Analysis,
) -> str:
    return _call(operation, source_of(*of), values, analysis, _text)


def pose(
    document: Document,
    turns: Union[str, Iterable[str]] = (),
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    id: Optional[str] = None,  # pylint: disable=redefined-builtin
    pose: Optional[str] = None,  # pylint: disable=redefined-outer-name
    moves: Iterable[str] = (),
    reaches: Iterable[str] = (),
    axes: Axes = "asset",
    begin_as: Optional[str] = None,
    mirror: bool = False,
    on_ground: bool = False,
    replace: bool = False,
    write: bool = False,
    **analysis: Unpack[Analysis],
) -> str:
    """A pose made by turning bones, "elbow:z:70deg", moving them, "hips:0,-0.07,0", and having them reach for points,
    "hand:0.3,1.2,-0.4", as an entry of `poses`, as `rigy pose` prints it. It may begin as another pose; of a motion,
    `pose` is one of its poses, or a moment of a clip, "walk@0.25"."""
    values = {
        "turns": turns,
        "id": id,
        "pose": pose,
        "moves": ";".join(moves),
        "reaches": ";".join(reaches),
        "axes": axes,
        "from": begin_as,
        "mirror": mirror,
        "on_ground": on_ground,
        "replace": replace,
        "write": write,
    }
    return _made("pose", values, (document, files, entry), analysis)


def weights(
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    mesh: Optional[str] = None,
    primitive: Optional[str] = None,
    **analysis: Unpack[Analysis],
) -> dict[str, str]:
    """The weight file of each primitive of a mesh, by its id, made from the bones as `rigy weights` does."""

    def answer(result: int) -> dict[str, str]:
        _diagnostics(result)
        return {name: content.decode() for name, content in _files(result).items()}

    values = {"mesh": mesh, "primitive": primitive}
    return _call("weights", source_of(document, files, entry), values, analysis, answer)


def with_weights(
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    mesh: Optional[str] = None,
    primitive: Optional[str] = None,
    **analysis: Unpack[Analysis],
) -> tuple[str, dict[str, str]]:
    """The document with weights from its bones, as `rigy weights --write` writes it, and the weight files that it then
    names, by these names."""

    def answer(result: int) -> tuple[str, dict[str, str]]:
        return _text(result), {name: content.decode() for name, content in _files(result).items()}

    values = {"mesh": mesh, "primitive": primitive, "write": True}
    return _call("weights", source_of(document, files, entry), values, analysis, answer)


def shape(
    document: Document,
    type: Type = "capsule",  # pylint: disable=redefined-builtin
    *,
    radius: float,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    start: Optional[Point] = None,
    end: Optional[Point] = None,
    along: Optional[str] = None,
    id: Optional[str] = None,  # pylint: disable=redefined-builtin
    material: Optional[str] = None,
    mesh: Optional[str] = None,
    **analysis: Unpack[Analysis],
) -> str:
    """A capsule, box or cylinder from one point to another, or along a bone, as an entry of `primitives`; with `mesh`
    the document with the shape in that mesh."""
    values = {
        "type": type,
        "from": _point("start", start),
        "to": _point("end", end),
        "along": along,
        "radius": radius,
        "id": id,
        "material": material,
        "mesh": mesh,
    }
    return _made("shape", values, (document, files, entry), analysis)


def rig(
    document: Document,
    kind: str,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    write: bool = False,
    **analysis: Unpack[Analysis],
) -> str:
    """A skeleton that is fitted to the document, as an entry of `armatures`. The kind is biped, quadruped, bird, fish,
    snake or arm."""
    return _made("rig", {"kind": kind, "write": write}, (document, files, entry), analysis)


def motion(
    document: Document,
    gaits: Union[str, Iterable[str]],  # pylint: disable=redefined-outer-name
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    armature: Optional[str] = None,
    asset: Optional[str] = None,
    **analysis: Unpack[Analysis],
) -> str:
    """A motion document with a clip for each gait, as `rigy motion` writes it. `asset` is how it names the document, by
    default by the name of its file."""
    values = {"gaits": gaits, "armature": armature, "asset": asset}
    return _made("motion", values, (document, files, entry), analysis)


def gaits(
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    armature: Optional[str] = None,
    **analysis: Unpack[Analysis],
) -> list[dict[str, str]]:
    """The gaits that a skeleton can have, each with name, summary and view: from where it is seen best."""
    found: list[dict[str, str]] = json.loads(
        _made("gaits", {"armature": armature}, (document, files, entry), analysis)
    )
    return found
