"""The shared library, and the structs of its C interface (include/rigy/rigy.h)."""

import ctypes
import ctypes.util
import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p
from pathlib import Path

_SONAME = "librigy.so.0"


def _find() -> str:
    given = os.environ.get("RIGY_LIBRARY")
    if given:
        return given
    bundled = Path(__file__).with_name(_SONAME)
    return str(bundled) if bundled.exists() else _SONAME


def _load() -> ctypes.CDLL:
    try:
        return ctypes.CDLL(_find())
    except OSError as error:
        raise ImportError(f"the library of Rigy is missing: {error}; set RIGY_LIBRARY to its path") from error


class Param(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("value", c_char_p)]


class File(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("path", c_char_p), ("data", c_char_p), ("data_size", c_size_t)]


class Options(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("pose", c_char_p),
        ("max_errors", c_size_t),
        ("winding", c_int),
        ("bake_transforms", c_int),
        ("threads", c_uint),
        ("outline", c_int),
        ("params", POINTER(Param)),
        ("param_count", c_size_t),
        ("list_params", c_int),
        ("expanded_yaml", c_int),
    ]


class ExportOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("pose", c_char_p),
        ("name", c_char_p),
        ("max_errors", c_size_t),
        ("scale", c_double),
        ("format", c_int),
        ("poses", c_int),
        ("colliders", c_int),
        ("no_anchors", c_int),
        ("threads", c_uint),
        ("face", c_int),
        ("params", POINTER(Param)),
        ("param_count", c_size_t),
    ]


class RenderOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("views", c_char_p),
        ("pose", c_char_p),
        ("focus", c_char_p),
        ("highlight", c_char_p),
        ("heat", c_char_p),
        ("max_errors", c_size_t),
        ("params", POINTER(Param)),
        ("param_count", c_size_t),
        ("section_at", c_double),
        ("width", c_uint),
        ("height", c_uint),
        ("projection", c_int),
        ("background", c_int),
        ("solver", c_int),
        ("section", c_int),
        ("show", c_uint),
        ("mark_diagnostics", c_int),
        ("turntable", c_uint),
        ("all_poses", c_int),
        ("threads", c_uint),
        ("fit", c_int),
    ]


class InspectOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("primitives", c_char_p),
        ("max_errors", c_size_t),
        ("params", POINTER(Param)),
        ("param_count", c_size_t),
        ("pairwise_gaps", c_int),
        ("intent_checks", c_int),
        ("expanded", c_int),
        ("threads", c_uint),
    ]


class MeasureOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("a", c_char_p),
        ("b", c_char_p),
        ("pose", c_char_p),
        ("max_errors", c_size_t),
        ("params", POINTER(Param)),
        ("param_count", c_size_t),
        ("threads", c_uint),
        ("reserved", c_uint),
    ]


Reader = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_size_t))

FILE_OK, FILE_NOT_FOUND, FILE_NOT_REGULAR, FILE_UNREADABLE, FILE_TOO_LARGE, FILE_OUTSIDE_ROOT = range(6)

lib = _load()


def _declare(name, result, *arguments):
    function = getattr(lib, name)
    function.restype = result
    function.argtypes = arguments


for _function, _options in (
    ("compile", Options),
    ("check", Options),
    ("export", ExportOptions),
    ("render", RenderOptions),
    ("inspect", InspectOptions),
    ("measure", MeasureOptions),
):
    _declare(f"rigy_{_function}_with_reader", c_void_p, c_char_p, Reader, c_void_p, POINTER(_options))
for _function, _options in (
    ("", Options),
    ("export_", ExportOptions),
    ("render_", RenderOptions),
    ("inspect_", InspectOptions),
    ("measure_", MeasureOptions),
):
    _declare(f"rigy_{_function}argument_error", c_char_p, c_char_p, POINTER(File), c_size_t, POINTER(_options))
for _function in ("rigy_version", "rigy_language_version"):
    _declare(_function, c_char_p)
for _function in ("glb", "diagnostics", "param_error", "inspection", "measurement"):
    _declare(f"rigy_result_{_function}", c_void_p, c_void_p, POINTER(c_size_t))
_declare("rigy_result_file_count", c_size_t, c_void_p)
_declare("rigy_result_file_name", c_char_p, c_void_p, c_size_t)
_declare("rigy_result_file", c_void_p, c_void_p, c_size_t, POINTER(c_size_t))
_declare("rigy_result_free", None, c_void_p)

__version__: str = lib.rigy_version().decode()
LANGUAGE_VERSION: str = lib.rigy_language_version().decode()


def bytes_of(reader, *arguments) -> bytes:
    """What a function of the interface points at, copied; empty if it returns NULL."""
    size = c_size_t()
    address = reader(*arguments, ctypes.byref(size))
    return ctypes.string_at(address, size.value) if address else b""
