"""The functions of the package. While the library works, the GIL is released."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from functools import partial
from typing import Any, Callable, Iterable, Iterator, Literal, Mapping, Optional, TypeVar, Union

from ._choices import (
    _UINT_MAX,
    Analysis,
    Params,
    Unpack,
    _analysis_choices,
    _array,
    _choices,
    _count,
    _max_errors,
    _number,
    _pair,
    _scale,
    _text,
    _word,
)
from ._files import TEXT_NAME, Document, Files, Source, source_of
from ._library import bytes_of, lib
from ._options import (
    PATHS,
    Background,
    Bones,
    Colliders,
    Colors,
    ExpandedYaml,
    Face,
    Fit,
    Format,
    Merge,
    Names,
    Poses,
    Preset,
    Projection,
    Shading,
    Show,
    Sockets,
    Solver,
    Unit,
    Up,
    Winding,
)
from ._notebook import View
from ._results import Diagnostic, Error, Export, Inspection, Measurement, Picture, Result, accepted, measurement

_Answer = TypeVar("_Answer")

Overlay = Show
Axis = Literal["x", "y", "z"]


def _named_files(source: Source, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that name files, as the library calls them."""
    named: dict[str, Any] = {}
    for option in PATHS:
        value = given.get(option)
        if isinstance(value, (str, os.PathLike)):
            named[option] = source.name_of(value)
        elif isinstance(value, Iterable):
            named[option] = [source.name_of(one) if isinstance(one, (str, os.PathLike)) else one for one in value]
    return named


@contextmanager
def _analysis(source: Source, given: Analysis, find_bone_map: bool = False) -> Iterator[int]:
    """A document that was read and checked."""
    choices = _analysis_choices({"find_bone_map": find_bone_map, **given, **_named_files(source, given)})
    handle = lib.rigy_analyze_with_reader(_text("entry", source.entry), source.reader, None, *_array(choices))
    try:
        if source.error is not None:
            raise source.error
        if not handle:
            raise MemoryError()
        yield handle
    finally:
        lib.rigy_analysis_free(handle)


def _answer(result: int, answer: Callable[[int], _Answer]) -> _Answer:
    """What `answer` reads of a result. Raises what is wrong with arguments or document."""
    if not result:
        raise MemoryError()
    try:
        if fault := bytes_of(lib.rigy_result_param_error, result):
            raise ValueError(fault.decode())
        return answer(result)
    finally:
        lib.rigy_result_free(result)


def _call(
    operation: str,
    source: Source,
    values: Mapping[str, Any],
    analysis: Analysis,
    answer: Callable[[int], _Answer],
) -> _Answer:
    """Calls the library."""
    choices = _array(_choices(operation, values))
    try:
        with _analysis(source, analysis, operation in ("export", "motion", "gaits")) as handle:
            return _answer(getattr(lib, f"rigy_analysis_{operation}")(handle, *choices), answer)
    except Error as error:
        error.dependencies = source.dependencies
        raise


def _diagnostics(result: int) -> tuple[Diagnostic, ...]:
    return accepted(bytes_of(lib.rigy_result_diagnostics, result))


def _viewed(document: Document, files: Optional[Files], entry: Optional[str], pose: Optional[str], names: tuple[str, ...]):
    """The document, the pose and the files of these names, for a notebook."""
    source = source_of(document, files, entry)
    first = "document.rigy.yaml" if source.entry == TEXT_NAME else source.entry
    return first, pose, {first if name == TEXT_NAME else name: text for name, text in source.texts(names).items()}


def _view(source: Source, of: tuple[Any, ...], analysis: Analysis) -> View:
    """The web component takes neither params nor motions."""
    is_motion = source.entry.endswith((".rigm.yaml", ".rigm.yml"))
    has_others = analysis.get("params") or analysis.get("motions")
    return None if has_others or is_motion else partial(_viewed, *of, source.names)


def _files(result: int) -> dict[str, bytes]:
    return {
        lib.rigy_result_file_name(result, i).decode(): bytes_of(lib.rigy_result_file, result, i)
        for i in range(lib.rigy_result_file_count(result))
    }


def compile(  # pylint: disable=redefined-builtin
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    pose: Optional[str] = None,
    winding: Winding = "canonical",
    bake_transforms: bool = False,
    outline: bool = False,
    expanded_yaml: ExpandedYaml = "none",
    **analysis: Unpack[Analysis],
) -> Result:
    """Compiles a document to canonical binary glTF, byte for byte as `rigy compile` does.

    `document` is a path, a text (a str with a line break), or a mapping of names to texts, whose first (or `entry`) is
    compiled. `files` has what it refers to: a mapping, or a folder, out of which no path may lead. Of a path it is the
    working directory if that contains the document, else the document's folder. `outline` says which lines each part of
    the output comes from; `expanded_yaml` is the document after preprocessing.
    """
    values = {
        "pose": pose,
        "winding": winding,
        "bake_transforms": bake_transforms,
        "outline": outline,
        "expanded_yaml": expanded_yaml,
    }
    source = source_of(document, files, entry)
    draw = partial(render, document, files=files, entry=entry, pose=pose, **analysis)
    of = (document, files, entry, pose)

    def answer(result: int) -> Result:
        diagnostics = _diagnostics(result)
        return Result(
            bytes_of(lib.rigy_result_glb, result),
            diagnostics,
            draw,
            source.dependencies,
            _view(source, of, analysis),
            json.loads(bytes_of(lib.rigy_result_outline, result) or "null"),
            bytes_of(lib.rigy_result_expanded_yaml, result).decode() or None,
        )

    return _call("compile", source, values, analysis, answer)


def check(
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    pose: Optional[str] = None,
    **analysis: Unpack[Analysis],
) -> tuple[Diagnostic, ...]:
    """The warnings that compile() would find, without making the output; raises Error as it does."""
    return _call("check", source_of(document, files, entry), {"pose": pose}, analysis, _diagnostics)


# What presets may set. Values that are the default say nothing against them.
_EXPORT_DEFAULTS = {
    "format": "glb",
    "poses": "stills",
    "colliders": "none",
    "names": "unique",
    "unit": "m",
    "merge": "none",
    "sockets": "none",
    "rest_clip": False,
    "t_pose": False,
}


def export(
    document: Document,
    *,
    preset: Preset = "none",
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
    root_motion: bool = False,
    names: Names = "unique",
    unit: Unit = "m",
    up: Up = "usual",
    merge: Merge = "none",
    bones: Bones = "ids",
    sockets: Sockets = "none",
    colors: Colors = "material",
    shading: Shading = "smooth",
    small: bool = False,
    compress: bool = False,
    rest_clip: bool = False,
    detail: float = 1,
    lods: int = 1,
    t_pose: bool = False,
    vrm_name: Optional[str] = None,
    vrm_authors: Optional[Iterable[str]] = None,
    vrm_license: Optional[str] = None,
    **analysis: Unpack[Analysis],
) -> Export:
    """Writes a document as other programs expect it, as `rigy export` does. `name` is that of its files: by default that
    of the document, and of a text `asset`. The model is turned to face +z; with `face="-z"` it stays as the document
    has it. A motion (`.rigm.yaml`) is written as its asset with its clips: `root_motion` moves the root bones as far as
    clips travel. A `preset` sets the options that suit a program; what is given and is not the default wins. `NAME.bones.yaml`
    beside the document is its bone map."""
    source = source_of(document, files, entry)
    if name is None and source.entry == TEXT_NAME:
        name = "asset"
    values = {
        "pose": pose,
        "name": name,
        "scale": _scale(scale),
        "format": format,
        "poses": poses,
        "colliders": colliders,
        "anchors": anchors,
        "face": face,
        "root_motion": root_motion,
        "names": names,
        "unit": unit,
        "up": up,
        "merge": merge,
        "bones": bones,
        "sockets": sockets,
        "colors": colors,
        "shading": shading,
        "small": small,
        "compress": compress,
        "rest_clip": rest_clip,
        "detail": detail,
        "lods": lods,
        "t_pose": t_pose,
        "vrm_name": vrm_name,
        "vrm_authors": vrm_authors,
        "vrm_license": vrm_license,
    }
    if preset != "none":
        values = {name: value for name, value in values.items() if value != _EXPORT_DEFAULTS.get(name)}
    values["preset"] = preset
    draw = partial(render, document, files=files, entry=entry, pose=pose, **analysis)
    of = (document, files, entry, pose)

    def answer(result: int) -> Export:
        diagnostics = _diagnostics(result)
        return Export(_files(result), diagnostics, draw, source.dependencies, _view(source, of, analysis))

    return _call("export", source, values, analysis, answer)


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
    clip: Optional[str] = None,
    strip: int = 0,
    at: Optional[float] = None,
    **analysis: Unpack[Analysis],
) -> Picture:
    """Draws a document, as `rigy render` does. `section` is an axis and where the plane is: ("x", 0.2).

    The camera fits the rest shape, so that poses can be compared; with `fit="pose"` it fits the pose. Of a motion
    (`.rigm.yaml`) `clip` is animated; `strip` shows that many moments of it, `at` one, in seconds.
    """
    width, height = _pair("size", size, "a width and a height")
    values = {
        "views": views,
        "pose": pose,
        "focus": focus,
        "highlight": highlight,
        "heat": heat,
        "width": _count("size", width, 1, _UINT_MAX),
        "height": _count("size", height, 1, _UINT_MAX),
        "projection": projection,
        "background": background,
        "solver": solver,
        "fit": fit,
        "show": show,
        "mark_diagnostics": mark_diagnostics,
        "turntable": turntable,
        "all_poses": all_poses,
        "clip": clip,
        "strip": strip,
    }
    if at is not None:
        values["at"] = at
    if section is not None:
        axis, place = _pair("section", section, "an axis and a number")
        values["section"] = f"{_word('section', axis, Axis)}={_number('section', place)!r}"

    def answer(result: int) -> Picture:
        diagnostics = _diagnostics(result)
        return Picture(next(iter(_files(result).values())), diagnostics)

    return _call("render", source_of(document, files, entry), values, analysis, answer)


def inspect(
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    primitives: Union[str, Iterable[str], None] = None,
    pairwise_gaps: bool = False,
    intent_checks: bool = False,
    humanoid: bool = False,
    expanded: bool = False,
    pose: Optional[str] = None,
    **analysis: Unpack[Analysis],
) -> Inspection:
    """Says what a document is, in numbers, as `rigy inspect --format json` does."""
    values = {
        "primitives": primitives,
        "pairwise_gaps": pairwise_gaps,
        "intent_checks": intent_checks,
        "humanoid": humanoid,
        "expanded": expanded,
        "pose": pose,
    }

    def answer(result: int) -> Inspection:
        diagnostics = _diagnostics(result)
        return Inspection(json.loads(bytes_of(lib.rigy_result_inspection, result)), diagnostics)

    return _call("inspect", source_of(document, files, entry), values, analysis, answer)


def measure(
    document: Document,
    a: str,
    b: str,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    pose: Optional[str] = None,
    **analysis: Unpack[Analysis],
) -> Measurement:
    """Measures how two primitives, meshes, instances or anchors lie relative to each other, as `rigy measure` does."""
    values = {"a": a, "b": b, "pose": pose}

    def answer(result: int) -> Measurement:
        diagnostics = _diagnostics(result)
        return measurement(bytes_of(lib.rigy_result_measurement, result), diagnostics)

    return _call("measure", source_of(document, files, entry), values, analysis, answer)


def lint(
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    pose: Optional[str] = None,
    clip: Optional[str] = None,
    all_poses: bool = False,
    allowed: Union[str, Iterable[str]] = (),
    **analysis: Unpack[Analysis],
) -> tuple[Diagnostic, ...]:
    """Mistakes that the language allows, as `rigy lint` finds them, among the other warnings: L01, L02 and so on. `allowed`
    are ids of rules not to apply."""
    values = {"pose": pose, "clip": clip, "all_poses": all_poses, "allowed": allowed}
    return _call("lint", source_of(document, files, entry), values, analysis, _diagnostics)


def diff(
    before: Document,
    after: Document,
    **analysis: Unpack[Analysis],
) -> dict[str, Any]:
    """What changed between two documents: the object of docs/diff.schema.json, as `rigy diff --format json` prints it."""

    def answer(result: int) -> dict[str, Any]:
        _diagnostics(result)
        changes: dict[str, Any] = json.loads(bytes_of(lib.rigy_result_diff, result))
        return changes

    sources = (source_of(before, None, None), source_of(after, None, None))
    with _analysis(sources[0], analysis) as one, _analysis(sources[1], analysis) as other:
        return _answer(lib.rigy_analysis_diff(one, other, *_array([])), answer)


def format(  # pylint: disable=redefined-builtin
    document: Document,
    *,
    files: Optional[Files] = None,
    entry: Optional[str] = None,
    max_errors: int = 100,
) -> str:
    """The document in the one style, as `rigy fmt` writes it. Raises Error if it is not YAML."""

    def answer(result: int) -> str:
        _diagnostics(result)
        return bytes_of(lib.rigy_result_text, result).decode()

    choices = _array(_choices("format", {"max_errors": _max_errors(max_errors)}))
    text = source_of(document, files, entry).read()
    return _answer(lib.rigy_format(text, len(text), *choices), answer)
