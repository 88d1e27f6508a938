"""The compiler of Rigy, a language for rigged 3D assets.

    >>> import rigy
    >>> result = rigy.compile("arm.rigy.yaml", pose="wave")
    >>> open("arm.glb", "wb").write(result.glb)

A document is a path, a text (a str with a line break) or a mapping of file names to texts, of which the first is the
document. A rejected document raises rigy.Error, which carries the diagnostics.
"""

from ._api import (
    Axis,
    Background,
    Colliders,
    Document,
    Face,
    Files,
    Fit,
    Format,
    Overlay,
    Params,
    Poses,
    Projection,
    Solver,
    Winding,
    check,
    compile,
    diff,
    export,
    format,
    inspect,
    lint,
    measure,
    render,
)
from ._library import LANGUAGE_VERSION, __version__
from ._making import gaits, motion, pose, rig, shape, weights, with_weights
from ._meshes import Mesh, Primitive
from ._results import (
    Diagnostic,
    Edit,
    Error,
    Export,
    Fix,
    Inspection,
    Measurement,
    Picture,
    Place,
    Result,
    Severity,
    Status,
)
from ._tools import ToolAnswer, call_tool, list_tools

__all__ = [
    "Axis",
    "Background",
    "Colliders",
    "LANGUAGE_VERSION",
    "Diagnostic",
    "Document",
    "Edit",
    "Error",
    "Export",
    "Face",
    "Files",
    "Fit",
    "Fix",
    "Format",
    "Inspection",
    "Measurement",
    "Mesh",
    "Overlay",
    "Params",
    "Picture",
    "Place",
    "Poses",
    "Primitive",
    "Projection",
    "Result",
    "Severity",
    "Solver",
    "Status",
    "ToolAnswer",
    "Winding",
    "__version__",
    "call_tool",
    "check",
    "compile",
    "diff",
    "export",
    "format",
    "gaits",
    "inspect",
    "lint",
    "list_tools",
    "measure",
    "motion",
    "pose",
    "render",
    "rig",
    "shape",
    "weights",
    "with_weights",
]
