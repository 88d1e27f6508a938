"""Arguments as the library takes them: checked, and as text under the name of an option."""

from __future__ import annotations

import ctypes
import math
import os
import sys
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Iterable, Literal, Mapping, Optional, Union, get_args, get_origin

from . import _library
from ._files import type_error
from ._options import OPTIONS, AnalyzeOptions, Solver

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack
else:

    class Unpack:
        """Older versions of Python only have it for type checkers."""

        def __class_getitem__(cls, _: Any) -> Any:
            return Any


Params = Mapping[str, Union[str, int, float, bool]]


class Analysis(AnalyzeOptions, total=False):
    """What all functions take: options of the analysis, and values for params."""

    params: Optional[Params]


_UINT_MAX = 2 ** (8 * ctypes.sizeof(ctypes.c_uint)) - 1


def _word(name: str, value: Any, words: Any) -> str:
    known = get_args(words)
    if value not in known:
        raise ValueError(f"{name}: {value!r} is none of {', '.join(repr(one) for one in known)}")
    return str(value)


def _flag(name: str, value: bool) -> str:
    if not isinstance(value, Integral):
        raise type_error(name, value, "a bool")
    if value not in (0, 1):
        raise ValueError(f"{name}: expected a bool, not {value}")
    return "true" if value else "false"


def _text(name: str, value: str) -> bytes:
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
    return value


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


def _choice(name: str, value: str, text_name: str) -> _library.Param:
    return _library.Param(ctypes.sizeof(_library.Param), _text(text_name, name), _text(text_name, value))


def _params(params: Optional[Params]) -> list[_library.Param]:
    if params is not None and not isinstance(params, Mapping):
        raise type_error("params", params, "a mapping")
    choices = []
    for name, value in (params or {}).items():
        if not isinstance(name, str):
            raise type_error("params", name, "names that are str")
        full = f"params[{name!r}]"
        choices.append(_choice(f"param.{name}", _param_value(full, value), full))
    return choices


def _strings(name: str, values: Iterable[str]) -> list[str]:
    try:
        strings = list(values)
    except TypeError:
        raise type_error(name, values, "an iterable of str") from None
    for one in strings:
        if not isinstance(one, str):
            raise type_error(name, one, "an iterable of str")
    return strings


def _words(name: str, values: Iterable[str], words: Any) -> str:
    if isinstance(values, str):
        raise type_error(name, values, "an iterable of str")
    return ",".join(_word(name, one, words) for one in _strings(name, values))


def _value(name: str, kind: Any, value: Any) -> str:
    """As the library takes it; `kind` is that of _options.OPTIONS."""
    if get_origin(kind) is Literal:
        return _word(name, value, kind)
    if get_origin(kind) is list:
        return _words(name, value, get_args(kind)[0])
    if kind == "flag":
        return _flag(name, value)
    if kind == "count":
        return str(_count(name, value, 0, _UINT_MAX))
    if kind == "number":
        return repr(_number(name, value))
    if kind == "texts":
        return value if isinstance(value, str) else ",".join(_strings(name, value))
    if not isinstance(value, str):
        raise type_error(name, value, "a str")
    return str(value)


def _may_be_none(kind: Any) -> bool:
    return kind in ("text", "texts", Solver)


def _choices(operation: str, values: Mapping[str, Any]) -> list[_library.Param]:
    """The values that are given, by the names and kinds of the library."""
    kinds = OPTIONS[operation]
    given = {name: value for name, value in values.items() if value is not None or not _may_be_none(kinds[name])}
    return [_choice(name, _value(name, kinds[name], value), name) for name, value in given.items()]


def _max_errors(value: int) -> int:
    return _count("max_errors", value, 1, 1_000_000)


def _threads(threads: Optional[int]) -> int:
    if threads is None:
        return min(os.cpu_count() or 1, 256)
    return _count("threads", threads, 1, _UINT_MAX)


def _analysis_choices(given: Mapping[str, Any]) -> list[_library.Param]:
    """The options of the analysis, with the params."""
    for name in given:
        if name not in Analysis.__annotations__:
            raise TypeError(f"there is no option {name!r}")
    values: dict[str, Any] = {"max_errors": 100, "threads": None, **given}
    params = values.pop("params", None)
    values["max_errors"] = _max_errors(values["max_errors"])
    values["threads"] = _threads(values["threads"])
    return [*_choices("analyze", values), *_params(params)]


def _array(choices: list[_library.Param]) -> tuple[Any, int]:
    return (_library.Param * len(choices))(*choices), len(choices)
