"""Puts a pose into the document that an armature came from. Everything else stays as it is written."""

import os
import re
import shutil
import tempfile

from . import engine


class Refused(Exception):
    """The document cannot be written; the text says why."""


def with_pose(text, entry, pose_id):
    """The text of a document with an entry of `poses`, in the place of one of the same id, or as the last one."""
    lines = text.split("\n")
    start = next((i for i, line in enumerate(lines) if re.match(r"poses\s*:", line)), None)
    if start is None:
        return text.rstrip("\n") + "\n\nposes:\n" + entry
    if not re.fullmatch(r"poses\s*:\s*(#.*)?", lines[start]):
        raise Refused("the poses of the document are in brackets; write them below each other first")
    end = next((i for i in range(start + 1, len(lines)) if re.match(r"[^\s#-]", lines[i])), len(lines))
    while end > start + 1 and re.fullmatch(r"\s*(#.*)?", lines[end - 1]):
        end -= 1
    first, last = _place_of(lines, start + 1, end, pose_id)
    dash = next((line for line in lines[start + 1 : end] if re.match(r"\s*-", line)), "  -")
    indent = dash[: len(dash) - len(dash.lstrip())]
    new = [indent + line[2:] for line in entry.rstrip("\n").split("\n")]
    return "\n".join(lines[:first] + new + lines[last:])


def _place_of(lines, start, end, pose_id):
    """The lines of the entry with this id, or the place after all of them."""
    starts = [i for i in range(start, end) if re.match(r"\s*- ", lines[i])]
    for i, first in enumerate(starts):
        last = starts[i + 1] if i + 1 < len(starts) else end
        while last > first + 1 and re.fullmatch(r"\s*(#.*)?", lines[last - 1]):
            last -= 1
        if any(re.match(rf"\s*(- *\{{? *)?id: *[\"']?{re.escape(pose_id)}[\"']?\s*([,}}#]|$)", line) for line in lines[first:last]):
            return first, last
    return end, end


def write_pose(path, entry, pose_id, root):
    """Replaces the document at once, and only if it is valid with the pose. Raises Refused or OSError."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    if "\r\n" in text:
        raise Refused("the document has line ends of Windows; paste the pose instead")
    write(path, with_pose(text, entry, pose_id), root)


def write(path, text, root):
    """Writes a document at once, and only if it is valid. Raises Refused or OSError."""
    handle, temporary = tempfile.mkstemp(suffix=os.path.basename(path), dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        errors = [one for one in engine.export(temporary, root=root).problems if one.severity == "error"]
        if errors:
            raise Refused(f"the document would have an error: {errors[0].message}")
        _set_mode(temporary, path)
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


def _set_mode(made, path):
    """That of the file which is replaced, or what a new file has."""
    if os.path.exists(path):
        return shutil.copymode(path, made)
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(made, 0o666 & ~mask)
