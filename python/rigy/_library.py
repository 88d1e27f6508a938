"""The shared library and its C interface (include/rigy/rigy.h): operations on an analysis, with options by name."""

import ctypes
import ctypes.util
import os
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_void_p
from pathlib import Path

from ._options import OPTIONS, RESULTS

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


Reader = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_size_t))

FILE_OK, FILE_NOT_FOUND, FILE_NOT_REGULAR, FILE_UNREADABLE, FILE_TOO_LARGE, FILE_OUTSIDE_ROOT = range(6)

lib = _load()


def _declare(name, result, *arguments):
    function = getattr(lib, name)
    function.restype = result
    function.argtypes = arguments


_CHOICES = (POINTER(Param), c_size_t)
_declare("rigy_analyze_with_reader", c_void_p, c_char_p, Reader, c_void_p, *_CHOICES)
_declare("rigy_analysis_free", None, c_void_p)
for _function in OPTIONS.keys() - {"analyze", "diff", "format"}:
    _declare(f"rigy_analysis_{_function}", c_void_p, c_void_p, *_CHOICES)
_declare("rigy_analysis_diff", c_void_p, c_void_p, c_void_p, *_CHOICES)
_declare("rigy_call_tool", c_void_p, c_char_p, c_char_p, c_char_p)
_declare("rigy_format", c_void_p, c_char_p, c_size_t, *_CHOICES)
for _function in ("rigy_version", "rigy_language_version"):
    _declare(_function, c_char_p)
for _function in {"diagnostics", "param_error"}.union(*RESULTS.values()) - {"files"}:
    _declare(f"rigy_result_{_function}", c_void_p, c_void_p, POINTER(c_size_t))
_declare("rigy_result_file_count", c_size_t, c_void_p)
_declare("rigy_result_file_name", c_char_p, c_void_p, c_size_t)
_declare("rigy_result_file", c_void_p, c_void_p, c_size_t, POINTER(c_size_t))
_declare("rigy_result_finding_count", c_size_t, c_void_p)
_declare("rigy_result_free", None, c_void_p)

__version__: str = lib.rigy_version().decode()
LANGUAGE_VERSION: str = lib.rigy_language_version().decode()


def bytes_of(reader, *arguments) -> bytes:
    """What a function of the interface points at, copied; empty if it returns NULL."""
    size = c_size_t()
    address = reader(*arguments, ctypes.byref(size))
    return ctypes.string_at(address, size.value) if address else b""
