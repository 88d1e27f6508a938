"""The tools of `rigy mcp` as functions, for programs that write assets."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Union

from ._api import _answer, _files
from ._files import type_error
from ._library import bytes_of, lib
from ._results import Picture


@dataclass(frozen=True)
class ToolAnswer:
    """What a tool answers: the structured content of `rigy mcp`, pictures, and what it saved, by path."""

    answer: dict[str, Any]
    pictures: tuple[Picture, ...]
    files: dict[str, bytes]


def _tool_answer(result: int) -> ToolAnswer:
    answer = json.loads(bytes_of(lib.rigy_result_text, result))
    pictures = tuple(Picture(base64.b64decode(one["base64"]), ()) for one in answer.pop("pictures", ()))
    return ToolAnswer(answer, pictures, _files(result))


def call_tool(
    name: str, arguments: Optional[Mapping[str, Any]] = None, *, root: Union[str, os.PathLike[str], None] = None
) -> ToolAnswer:
    """Calls a tool of `rigy mcp` with its arguments, which are what JSON can say.

    Paths name files below the folder `root`; without it there are none, and documents come as texts. Nothing is written:
    what the tool saves is in `files` of the answer. Raises ValueError if something is wrong with the call, such as an
    argument that does not exist; what is wrong with a document is in the answer.
    """
    if not isinstance(name, str):
        raise type_error("name", name, "a str")
    if arguments is not None and not isinstance(arguments, Mapping):
        raise type_error("arguments", arguments, "a mapping")
    text = json.dumps(dict(arguments or {}), allow_nan=False)
    folder = os.fsencode(root) if root is not None else None
    return _answer(lib.rigy_call_tool(name.encode(), text.encode(), folder), _tool_answer)


def list_tools() -> list[dict[str, Any]]:
    """The tools: name, description, and the JSON Schemas of their arguments and answers."""
    return call_tool("list_tools").answer["tools"]
