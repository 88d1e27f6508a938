"""What the functions return and raise."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional


@dataclass(frozen=True)
class Place:
    """A range of a file. Lines and columns count from 1, columns in code points; line 0 is the file as a whole."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str = ""


@dataclass(frozen=True)
class Diagnostic:
    """An error or a warning. `rigy explain ID` describes its id."""

    id: str
    severity: str  # "error" or "warning"
    error_class: Optional[str]  # "ValidationError"; None for warnings
    message: str
    place: Place
    path: str  # "meshes[0].primitives[2].dimensions.radius"
    help: Optional[str]
    related: tuple[Place, ...] = ()

    def __str__(self) -> str:
        where = f"{self.place.file}:{self.place.line}:{self.place.column}"
        return f"{where}: {self.severity}[{self.id}]: {self.message}"


class Error(Exception):
    """The document was rejected; `diagnostics` says why, errors and warnings together."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], error_class: str, omitted: int = 0) -> None:
        super().__init__(diagnostics, error_class, omitted)
        self.diagnostics = diagnostics
        self.error_class = error_class
        self.omitted = omitted  # how many diagnostics max_errors left out

    def __str__(self) -> str:
        lines = [str(one) for one in self.diagnostics if one.severity == "error"]
        return "\n".join([*lines, *([f"and {self.omitted} more"] if self.omitted else [])])


@dataclass(frozen=True)
class Result:
    """A compiled document: the binary glTF, and the warnings."""

    glb: bytes = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Export:
    """An exported document: its files by name, the one that was asked for first, and the warnings."""

    files: dict[str, bytes] = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A drawn document: the bytes of a PNG file, and the warnings."""

    png: bytes = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Inspection:
    """An inspected document: `data` is the object of docs/inspect.schema.json, and the warnings."""

    data: dict[str, Any] = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    @property
    def intent_holds(self) -> bool:
        """Whether every check passes; one that cannot be evaluated does not."""
        return all(one["pass"] for one in self.data.get("checks", ()))


Vector = tuple[float, float, float]


@dataclass(frozen=True)
class Measurement:
    """How two things lie relative to each other. Lengths are in meters."""

    a: str  # the full ids
    b: str
    status: str  # "apart", "touching", "overlapping", "containing" (a contains b), "contained"
    distance: float  # 0 unless they are apart
    penetration: Optional[float]  # None if they overlap and one of them is not convex
    direction: Optional[Vector]  # of unit length, from a to b
    points: tuple[Vector, Vector]  # the nearest ones of a and b, or the deepest
    diagnostics: tuple[Diagnostic, ...] = ()


def measurement(text: bytes, diagnostics: tuple[Diagnostic, ...]) -> Measurement:
    values = json.loads(text)
    values["direction"] = values["direction"] and tuple(values["direction"])
    values["points"] = tuple(tuple(point) for point in values["points"])
    return Measurement(**values, diagnostics=diagnostics)


def _place(json_place: Mapping[str, Any], message: str = "") -> Place:
    return Place(
        json_place["file"],
        json_place["line"],
        json_place["column"],
        json_place["endLine"],
        json_place["endColumn"],
        message,
    )


def _diagnostic(one: Mapping[str, Any]) -> Diagnostic:
    related = tuple(_place(place, place["message"]) for place in one["related"])
    return Diagnostic(
        one["code"], one["severity"], one["class"], one["message"], _place(one), one["path"], one["help"], related
    )


def accepted(report_json: bytes) -> tuple[Diagnostic, ...]:
    """The warnings of a document; raises Error if it was rejected."""
    report = json.loads(report_json)
    diagnostics = tuple(_diagnostic(one) for one in report["diagnostics"])
    if not report["ok"]:
        raise Error(diagnostics, report["class"], report["omitted"])
    return diagnostics
