"""What the functions return and raise."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal, Mapping, Optional

from ._meshes import Mesh, meshes_of
from ._notebook import Draw, View, html_of, png_of

Severity = Literal["error", "warning"]
Status = Literal["apart", "touching", "overlapping", "containing", "contained"]


@dataclass(frozen=True)
class Place:
    """A range of a file. Lines and columns count from 1, columns in code points; line 0 is the file as a whole."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True)
class Edit:
    """A range of a file, also in bytes from its start, and the text that replaces it."""

    place: Place
    begin: int
    end: int
    text: str


@dataclass(frozen=True)
class Fix:
    """A change that makes a diagnostic go away. `reason` says why it is not safe; None if it is."""

    title: str
    safe: bool
    reason: Optional[str]
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Diagnostic:
    """An error or a warning. `rigy explain ID` describes its id."""

    id: str
    severity: Severity
    error_class: Optional[str]  # "ValidationError"; None for warnings
    message: str
    place: Place
    path: str  # "meshes[0].primitives[2].dimensions.radius"
    help: Optional[str]
    related: tuple[Place, ...] = ()
    fixes: tuple[Fix, ...] = ()  # of check(); the likeliest first

    @property
    def code(self) -> str:
        """Another name of `id`, which JavaScript and the JSON use."""
        return self.id

    @property
    def class_(self) -> Optional[str]:
        """Another name of `error_class`: `class` in JavaScript and in the JSON."""
        return self.error_class

    def __str__(self) -> str:
        text = f"{self.place}: {self.severity}[{self.id}]: {self.message}"
        if self.help:
            text += "\n  help: " + self.help.replace("\n", "\n        ")
        return text


class Error(Exception):
    """The document was rejected; `diagnostics` says why, errors and warnings together."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], error_class: str, omitted: int = 0) -> None:
        super().__init__(diagnostics, error_class, omitted)
        self.diagnostics = diagnostics
        self.error_class = error_class
        self.omitted = omitted  # how many diagnostics max_errors left out
        self.dependencies: tuple[str, ...] = ()  # the files that were read, as of a result

    @property
    def class_(self) -> str:
        """Another name of `error_class`."""
        return self.error_class

    def __str__(self) -> str:
        lines = [str(one) for one in self.diagnostics if one.severity == "error"]
        return "\n".join([*lines, *([f"and {self.omitted} more"] if self.omitted else [])])


@dataclass(frozen=True)
class Picture:
    """A drawn document: the bytes of a PNG file, which notebooks show, and the warnings."""

    png: bytes = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()

    def _repr_png_(self) -> bytes:
        return self.png


class _Shown:
    """How notebooks show a result: as a view that can be turned, or as a picture."""

    _draw: Draw = None
    _view: View = None

    def _repr_png_(self) -> Optional[bytes]:
        return png_of(self._draw, (Error, OSError, ValueError))

    def _repr_html_(self) -> Optional[str]:
        return html_of(self._view)


@dataclass(frozen=True)
class Result(_Shown):
    """A compiled document: the binary glTF, the warnings, the paths of the files that were read, and what was asked for
    besides. Notebooks show it."""

    glb: bytes = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()
    _draw: Draw = field(default=None, repr=False, compare=False)
    dependencies: tuple[str, ...] = field(default=(), repr=False, compare=False)
    _view: View = field(default=None, repr=False, compare=False)
    outline: Optional[dict[str, Any]] = field(default=None, repr=False, compare=False)
    expanded_yaml: Optional[str] = field(default=None, repr=False, compare=False)

    def meshes(self) -> tuple[Mesh, ...]:
        """The vertices and triangles, as buffers that NumPy takes without copying."""
        return meshes_of(self.glb)


@dataclass(frozen=True)
class Export(_Shown):
    """An exported document: its files by name, the one that was asked for first, the warnings, and the paths of the files
    that were read. Notebooks show it."""

    files: dict[str, bytes] = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()
    _draw: Draw = field(default=None, repr=False, compare=False)
    dependencies: tuple[str, ...] = field(default=(), repr=False, compare=False)
    _view: View = field(default=None, repr=False, compare=False)

    def meshes(self) -> tuple[Mesh, ...]:
        """The vertices and triangles of a `.glb`, as buffers that NumPy takes without copying."""
        content = next(iter(self.files.values()), b"")
        if content[:4] != b"glTF":
            raise ValueError("meshes: only of an export with format='glb'")
        return meshes_of(content)


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
    status: Status  # "containing": a contains b
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
        json_place["end_line"],
        json_place["end_column"],
        message,
    )


def _fix(one: Mapping[str, Any]) -> Fix:
    edits = tuple(Edit(_place(edit), edit["begin"], edit["end"], edit["text"]) for edit in one["edits"])
    return Fix(one["title"], one["safe"], one["reason"], edits)


def _diagnostic(one: Mapping[str, Any]) -> Diagnostic:
    related = tuple(_place(place, place["message"]) for place in one["related"])
    fixes = tuple(_fix(fix) for fix in one.get("fixes", ()))
    place = _place(one)
    return Diagnostic(
        one["code"], one["severity"], one["class"], one["message"], place, one["path"], one["help"], related, fixes
    )


def accepted(report_json: bytes) -> tuple[Diagnostic, ...]:
    """The warnings of a document; raises Error if it was rejected."""
    report = json.loads(report_json)
    diagnostics = tuple(_diagnostic(one) for one in report["diagnostics"])
    if not report["ok"]:
        raise Error(diagnostics, report["class"], report["omitted"])
    return diagnostics
