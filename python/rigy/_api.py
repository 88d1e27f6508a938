"""The functions of the package. While the library works, the GIL is released."""

from __future__ import annotations

import ctypes
import json
import math
import os
import re
from functools import partial
from numbers import Integral, Real
from typing import Any, Callable, Iterable, Literal, Mapping, Optional, TypeVar, Union, get_args

from . import _library
from ._files import TEXT_NAME, Document, Files, Source, source_of, type_error
from ._library import bytes_of, lib
from ._results import Diagnostic, Export, Inspection, Measurement, Picture, Result, accepted, measurement

Params = Mapping[str, Union[str, int, float, bool]]
_Answer = TypeVar("_Answer")

# In the order of their numbers in the C interface.
Winding = Literal["canonical", "outward"]
Format = Literal["glb", "gltf", "obj", "stl", "fbx"]
Poses = Literal["stills", "loops", "none"]
Colliders = Literal["none", "godot", "unreal"]
Face = Literal["+z", "-z"]
Projection = Literal["perspective", "orthographic"]
Background = Literal["light", "dark", "transparent"]
Solver = Literal["lbs", "dqs", "both"]
Fit = Literal["rest", "pose"]
Overlay = Literal["skeleton", "names", "axes", "grid", "anchors", "bounds", "dimensions", "wireframe"]
Axis = Literal["x", "y", "z"]
_UINT_MAX = 2 ** (8 * ctypes.sizeof(ctypes.c_uint)) - 1


def _index(name: str, value: Any, choices: Any) -> int:
    known = get_args(choices)
    if value not in known:
        raise ValueError(f"{name}: {value!r} is none of {', '.join(repr(one) for one in known)}")
    return known.index(value)


def _flag(name: str, value: bool) -> int:
    if not isinstance(value, Integral):
        raise type_error(name, value, "a bool")
    if value not in (0, 1):
        raise ValueError(f"{name}: expected a bool, not {value}")
    return int(value)


def _text(name: str, value: Optional[str]) -> Optional[bytes]:
    if value is None:
        return None
    if not isinstance(value, str):
        raise type_error(name, value, "a str")
    if "\0" in value:
        raise ValueError(f"{name}: {value!r} has a NUL")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name}: {value!r} has half of a surrogate pair") from None


def _count(name: str, value: int, least: int, most: int) -> int:
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise type_error(name, value, "an int")
    if not least <= value <= most:
        raise ValueError(f"{name}: {value} is not in the range {least} to {most}")
    return int(value)


def _number(name: str, value: float) -> float:
    if not isinstance(value, Real) or isinstance(value, bool):
        raise type_error(name, value, "a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{name}: {value} is not a finite number")
    return number


def _scale(value: float) -> float:
    scale = _number("scale", value)
    if scale <= 0:
        raise ValueError(f"scale: {value} is not above 0")
    return scale


def _pair(name: str, value: Any, expected: str) -> tuple[Any, Any]:
    if not isinstance(value, (tuple, list)):
        raise type_error(name, value, expected)
    if len(value) != 2:
        raise ValueError(f"{name}: expected {expected}, not {value!r}")
    return value[0], value[1]


def _param_value(name: str, value: Union[str, int, float, bool]) -> str:
    """As the library takes it: quotes make it text, even if it looks like a number. Nothing inside them is escaped."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return repr(_number(name, value))
    raise type_error(name, value, "a str, a number or a bool")


def _param(name: str, value: Union[str, int, float, bool]) -> _library.Param:
    if not isinstance(name, str):
        raise type_error("params", name, "names that are str")
    full = f"params[{name!r}]"
    size = ctypes.sizeof(_library.Param)
    return _library.Param(size, _text("params", name), _text(full, _param_value(full, value)))


def _give_params(options: Any, params: Optional[Params]) -> None:
    if params is not None and not isinstance(params, Mapping):
        raise type_error("params", params, "a mapping")
    given = [_param(name, value) for name, value in (params or {}).items()]
    options.params = (_library.Param * len(given))(*given)
    options.param_count = len(given)


def _strings(name: str, values: Iterable[str]) -> list[str]:
    try:
        strings = list(values)
    except TypeError:
        raise type_error(name, values, "an iterable of str") from None
    for one in strings:
        if not isinstance(one, str):
            raise type_error(name, one, "an iterable of str")
    return strings


def _ids(name: str, ids: Union[str, Iterable[str], None]) -> Optional[bytes]:
    return _text(name, ids if isinstance(ids, str) or ids is None else ",".join(_strings(name, ids)))


def _overlays(show: Iterable[str]) -> int:
    if isinstance(show, str):
        raise type_error("show", show, "an iterable of str")
    return sum(1 << _index("show", one, Overlay) for one in set(_strings("show", show)))


def _max_errors(value: int) -> int:
    return _count("max_errors", value, 1, 1_000_000)


def _threads(threads: Optional[int]) -> int:
    if threads is None:
        return min(os.cpu_count() or 1, 256)
    return _count("threads", threads, 1, _UINT_MAX)


def _in_python(error: str) -> str:
    """A message of the library about its struct, about the argument of the function here."""
    return re.sub(r" of the rigy_\w+_options\b", "", error)


def _call(
    function: str, argument_error: str, source: Source, options: Any, answer: Callable[[int], _Answer]
) -> _Answer:
    """Calls the library; `answer` reads what it returns. Raises what is wrong with arguments or document."""
    options.size = ctypes.sizeof(options)
    entry = _text("entry", source.entry)
    result = getattr(lib, f"rigy_{function}_with_reader")(entry, source.reader, None, ctypes.byref(options))
    if source.error is not None:
        lib.rigy_result_free(result)
        raise source.error
    if not result:
        error = getattr(lib, argument_error)(entry, None, 0, ctypes.byref(options))
        raise ValueError(_in_python(error.decode())) if error else MemoryError()
    try:
        if fault := bytes_of(lib.rigy_result_param_error, result):
            raise ValueError(fault.decode())
        return answer(result)
    finally:
        lib.rigy_result_free(result)


def _diagnostics(result: int) -> tuple[Diagnostic, ...]:
    return accepted(bytes_of(lib.rigy_result_diagnostics, result))


def _files(result: int) -> dict[str, bytes]:
    return {
        lib.rigy_result_file_name(result, i).decode(): bytes_of(lib.rigy_result_file, result, i)
        for i in range(lib.rigy_result_file_count(result))
    }


def _compile_options(
    pose: Optional[str],
    winding: Winding,
    bake_transforms: bool,
    params: Optional[Params],
    max_errors: int,
    threads: Optional[int],
) -> _library.Options:
    options = _library.Options(
        pose=_text("pose", pose),
        winding=_index("winding", winding, Winding),
        bake_transforms=_flag("bake_transforms", bake_transforms),
        max_errors=_max_errors(max_errors),
        threads=_threads(threads),
    )
    _give_params(options, params)
    return options


def compile(  # pylint: disable=redefined-builtin
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    pose: Optional[str] = None,
    winding: Winding = "canonical",
    bake_transforms: bool = False,
    params: Optional[Params] = None,
    max_errors: int = 100,
    threads: Optional[int] = None,
) -> Result:
    """Compiles a document to canonical binary glTF, byte for byte as `rigy compile` does.

    `document` is a path, a text (a str with a line break), or a mapping of names to texts, whose first (or `entry`) is
    compiled. `files` has what it refers to: a mapping, or a folder, out of which no path may lead. Of a path it is the
    working directory if that contains the document, else the document's folder.
    """
    options = _compile_options(pose, winding, bake_transforms, params, max_errors, threads)
    draw = partial(render, document, files=files, entry=entry, pose=pose, params=params)

    def answer(result: int) -> Result:
        diagnostics = _diagnostics(result)
        return Result(bytes_of(lib.rigy_result_glb, result), diagnostics, draw)

    return _call("compile", "rigy_argument_error", source_of(document, files, entry), options, answer)


def check(
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    pose: Optional[str] = None,
    params: Optional[Params] = None,
    max_errors: int = 100,
    threads: Optional[int] = None,
) -> tuple[Diagnostic, ...]:
    """The warnings that compile() would find, without making the output; raises Error as it does."""
    options = _compile_options(pose, "canonical", False, params, max_errors, threads)
    return _call("check", "rigy_argument_error", source_of(document, files, entry), options, _diagnostics)


def export(
    document: Document,
    *,
    format: Format = "glb",  # pylint: disable=redefined-builtin
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    name: Optional[str] = None,
    pose: Optional[str] = None,
    poses: Poses = "stills",
    colliders: Colliders = "none",
    anchors: bool = True,
    scale: float = 1,
    face: Face = "+z",
    params: Optional[Params] = None,
    max_errors: int = 100,
    threads: Optional[int] = None,
) -> Export:
    """Writes a document as other programs expect it, as `rigy export` does. `name` is that of its files: by default that
    of the document, and of a text `asset`. The model is turned to face +z; with `face="-z"` it stays as the document
    has it."""
    source = source_of(document, files, entry)
    if name is None and source.entry == TEXT_NAME:
        name = "asset"
    options = _library.ExportOptions(
        pose=_text("pose", pose),
        name=_text("name", name),
        max_errors=_max_errors(max_errors),
        scale=_scale(scale),
        format=_index("format", format, Format),
        poses=_index("poses", poses, Poses),
        colliders=_index("colliders", colliders, Colliders),
        no_anchors=1 - _flag("anchors", anchors),
        face=_index("face", face, Face),
        threads=_threads(threads),
    )
    _give_params(options, params)
    draw = partial(render, document, files=files, entry=entry, pose=pose, params=params)

    def answer(result: int) -> Export:
        diagnostics = _diagnostics(result)
        return Export(_files(result), diagnostics, draw)

    return _call("export", "rigy_export_argument_error", source, options, answer)


def render(
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    size: tuple[int, int] = (800, 600),
    views: Union[str, Iterable[str]] = "iso",
    pose: Optional[str] = None,
    show: Iterable[Overlay] = (),
    focus: Union[str, Iterable[str], None] = None,
    highlight: Union[str, Iterable[str], None] = None,
    heat: Optional[str] = None,
    section: Optional[tuple[Axis, float]] = None,
    projection: Projection = "perspective",
    background: Background = "light",
    solver: Optional[Solver] = None,
    fit: Fit = "rest",
    mark_diagnostics: bool = False,
    turntable: int = 0,
    all_poses: bool = False,
    params: Optional[Params] = None,
    max_errors: int = 100,
    threads: Optional[int] = None,
) -> Picture:
    """Draws a document, as `rigy render` does. `section` is an axis and where the plane is: ("x", 0.2).

    The camera fits the rest shape, so that poses can be compared; with `fit="pose"` it fits the pose.
    """
    width, height = _pair("size", size, "a width and a height")
    options = _library.RenderOptions(
        views=_ids("views", views),
        pose=_text("pose", pose),
        focus=_ids("focus", focus),
        highlight=_ids("highlight", highlight),
        heat=_text("heat", heat),
        max_errors=_max_errors(max_errors),
        width=_count("size", width, 1, _UINT_MAX),
        height=_count("size", height, 1, _UINT_MAX),
        projection=_index("projection", projection, Projection),
        background=_index("background", background, Background),
        solver=0 if solver is None else 1 + _index("solver", solver, Solver),
        fit=_index("fit", fit, Fit),
        show=_overlays(show),
        mark_diagnostics=_flag("mark_diagnostics", mark_diagnostics),
        turntable=_count("turntable", turntable, 0, _UINT_MAX),
        all_poses=_flag("all_poses", all_poses),
        threads=_threads(threads),
    )
    if section is not None:
        axis, at = _pair("section", section, "an axis and a number")
        options.section = 1 + _index("section", axis, Axis)
        options.section_at = _number("section", at)
    _give_params(options, params)

    def answer(result: int) -> Picture:
        diagnostics = _diagnostics(result)
        return Picture(next(iter(_files(result).values())), diagnostics)

    return _call("render", "rigy_render_argument_error", source_of(document, files, entry), options, answer)


def inspect(
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    primitives: Union[str, Iterable[str], None] = None,
    pairwise_gaps: bool = False,
    intent_checks: bool = False,
    expanded: bool = False,
    params: Optional[Params] = None,
    max_errors: int = 100,
    threads: Optional[int] = None,
) -> Inspection:
    """Says what a document is, in numbers, as `rigy inspect --format json` does."""
    options = _library.InspectOptions(
        primitives=_ids("primitives", primitives),
        max_errors=_max_errors(max_errors),
        pairwise_gaps=_flag("pairwise_gaps", pairwise_gaps),
        intent_checks=_flag("intent_checks", intent_checks),
        expanded=_flag("expanded", expanded),
        threads=_threads(threads),
    )
    _give_params(options, params)

    def answer(result: int) -> Inspection:
        diagnostics = _diagnostics(result)
        return Inspection(json.loads(bytes_of(lib.rigy_result_inspection, result)), diagnostics)

    return _call("inspect", "rigy_inspect_argument_error", source_of(document, files, entry), options, answer)


def measure(
    document: Document,
    a: str,
    b: str,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    pose: Optional[str] = None,
    params: Optional[Params] = None,
    max_errors: int = 100,
    threads: Optional[int] = None,
) -> Measurement:
    """Measures how two primitives, meshes, instances or anchors lie relative to each other, as `rigy measure` does."""
    options = _library.MeasureOptions(
        a=_text("a", a),
        b=_text("b", b),
        pose=_text("pose", pose),
        max_errors=_max_errors(max_errors),
        threads=_threads(threads),
    )
    _give_params(options, params)

    def answer(result: int) -> Measurement:
        diagnostics = _diagnostics(result)
        return measurement(bytes_of(lib.rigy_result_measurement, result), diagnostics)

    return _call("measure", "rigy_measure_argument_error", source_of(document, files, entry), options, answer)
