"""Asks Rigy: the Python package that the add-on carries, or else the program on the PATH."""

import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

try:
    from . import rigy as package
except ImportError:  # the zip has no library for this system
    package = None

ENDINGS = (".rigy.yaml", ".rigs.yaml", ".rigm.yaml", ".rigy.yml", ".rigs.yml", ".rigm.yml")


@dataclass(frozen=True)
class Problem:
    """A diagnostic, as the panel shows it."""

    id: str
    severity: str
    message: str
    file: str
    line: int
    column: int
    help: str


@dataclass(frozen=True)
class Answer:
    """An export: the binary glTF (None if the document was rejected), what Rigy says, and every file that was read."""

    glb: bytes
    problems: tuple
    files: tuple


class Missing(Exception):
    """There is no Rigy on this machine."""


def name_of(path):
    """The document's name without its ending."""
    name = os.path.basename(path)
    return next((name[: -len(ending)] for ending in ENDINGS if name.lower().endswith(ending)), name)


def version():
    if package:
        return f"Rigy {package.__version__} (package)"
    program = shutil.which("rigy")
    return f"Rigy ({program})" if program else "Rigy is missing"


def export(path, anchors="place", root=""):
    """The document as Blender gets it. Nothing outside `root`, by default the document's folder, is read. Raises Missing,
    or OSError if the document is not there."""
    root = root or os.path.dirname(os.path.abspath(path))
    if package:
        return _placed(_by_package(path, anchors, root), root)
    if program := shutil.which("rigy"):
        return _placed(_by_program(program, path, anchors, root), root)
    raise Missing("this zip has no library for your system; put the program rigy on the PATH")


def _placed(answer, root):
    """With whole paths; Rigy names files below the root."""
    problems = (replace(one, file=os.path.join(root, one.file)) for one in answer.problems)
    return replace(answer, problems=tuple(problems))


def _problem(one):
    return Problem(one.id, one.severity, one.message, one.place.file, one.place.line, one.place.column, one.help or "")


def _by_package(path, anchors, root):
    try:
        result = package.export(path, files=root, format="glb", anchors=anchors != "none", sockets=_SOCKETS[anchors])
    except package.Error as error:
        return Answer(None, tuple(map(_problem, error.diagnostics)), _with(path, error.dependencies))
    glb = next(iter(result.files.values()))
    return Answer(glb, tuple(map(_problem, result.diagnostics)), _with(path, result.dependencies))


_SOCKETS = {"place": "none", "follow": "follow", "none": "none"}


def _with(path, files):
    return tuple(dict.fromkeys((os.path.abspath(path), *map(os.path.abspath, files))))


def _by_program(program, path, anchors, root):
    os.stat(path)
    with tempfile.TemporaryDirectory() as folder:
        out, depfile = os.path.join(folder, "out.glb"), os.path.join(folder, "out.d")
        options = ["--no-anchors"] if anchors == "none" else ["--anchors", anchors]
        command = [program, "export", path, "-o", out, "--root", root, "--depfile", depfile, "--depfile-phony", "--diagnostics", "json", *options]
        done = subprocess.run(command, capture_output=True, check=False)
        problems = _problems_in(done, path)
        glb = Path(out).read_bytes() if done.returncode == 0 else None
        return Answer(glb, problems, _with(path, _files_in(depfile)))


def _problems_in(done, path):
    try:
        report = json.loads(done.stdout)
    except ValueError:
        if done.returncode == 0:
            return ()
        return (Problem("", "error", done.stderr.decode(errors="replace").strip(), path, 0, 0, ""),)
    return tuple(
        Problem(one["code"], one["severity"], one["message"], one["file"], one["line"], one["column"], one["help"] or "")
        for one in report["diagnostics"]
    )


def _files_in(depfile):
    """The files of the first make rule, in which spaces are escaped; also those that were looked for in vain."""
    if not os.path.exists(depfile):
        return ()
    rule = Path(depfile).read_text(encoding="utf-8").partition("\n\n")[0]
    text = rule.replace("\\\n", " ")
    names = text.partition(": ")[2].replace("\\ ", "\0").split()
    return tuple(name.replace("\0", " ").replace("$$", "$").replace("\\#", "#") for name in names)
