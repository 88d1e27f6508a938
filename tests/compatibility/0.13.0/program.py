"""A program that uses the Python package of 0.13.0. Prints one JSON value per line."""

import hashlib
import json
import sys
from pathlib import Path

import rigy


def show(**values):
    print(json.dumps(values))


def show_diagnostics(diagnostics):
    for one in diagnostics:
        show(id=one.id, severity=one.severity, error_class=one.error_class, file=one.place.file, line=one.place.line,
             column=one.place.column, end_line=one.place.end_line, end_column=one.place.end_column, path=one.path,
             has_help=one.help is not None, related=[[place.file, place.line, place.message != ""] for place in one.related])


def show_error(call):
    try:
        call()
        show(error=None)
    except rigy.Error as error:
        show(error=type(error).__name__, count=len(error.diagnostics))
        show_diagnostics(error.diagnostics)
    except (TypeError, ValueError, OSError) as error:
        show(error=type(error).__name__)


def main():
    documents = Path(sys.argv[1])
    arm = documents / "arm.rigy.yaml"
    boxes = (documents / "boxes.rigy.yaml").read_text()
    show(language=rigy.LANGUAGE_VERSION)

    result = rigy.compile(str(arm), pose="bent", threads=2)
    show(glb=hashlib.sha256(result.glb).hexdigest())
    show_diagnostics(result.diagnostics)
    texts = {name: (documents / name).read_text() for name in ("camp.rigy.yaml", "07-flag.weights.json")}
    show(glb=hashlib.sha256(rigy.compile(texts).glb).hexdigest())
    reversed_texts = dict(reversed(texts.items()))
    other = rigy.compile(reversed_texts, entry="camp.rigy.yaml", winding="canonical", bake_transforms=True, max_errors=5)
    show(glb=hashlib.sha256(other.glb).hexdigest())
    other = rigy.compile(texts["camp.rigy.yaml"], files=documents)
    show(glb=hashlib.sha256(other.glb).hexdigest())
    show(glb=hashlib.sha256(rigy.compile(boxes, params={"side": 2, "name": "star", "open": False}).glb).hexdigest())

    show_diagnostics(rigy.check(boxes))
    show_error(lambda: rigy.check(documents / "wrong.rigy.yaml", max_errors=3))
    show_error(lambda: rigy.compile(boxes, params={"wide": 1}))
    show_error(lambda: rigy.compile(documents / "nothing.rigy.yaml"))
    show_error(lambda: rigy.compile(boxes, pose=3))
    show_error(lambda: rigy.export(boxes, format="dae"))

    for kind in ("glb", "gltf", "obj", "stl", "fbx"):
        exported = rigy.export(arm, format=kind, name="thing", poses="loops", colliders="godot", anchors=False, scale=2)
        show(format=kind, files=sorted(exported.files))
    posed = rigy.export(arm, format="obj", name="thing", pose="bent")
    show(format="obj", files=sorted(posed.files))

    picture = rigy.render(arm, size=(64, 48), views=["front", "30,15"], pose="bent", show=["skeleton", "grid"], focus="upper",
                          highlight=["lower"], heat=None, section=("x", 0.02), projection="orthographic", background="dark",
                          solver="both", mark_diagnostics=True)
    show(png=picture.png[:8].hex())
    show(png=rigy.render(arm, size=(32, 32), turntable=2).png[:8].hex())
    show(png=rigy.render(arm, size=(32, 32), all_poses=True).png[:8].hex())

    inspection = rigy.inspect(boxes, primitives=["p", "q"], pairwise_gaps=True, intent_checks=True, expanded=True)
    show(inspection=inspection.data)
    between = rigy.measure(boxes, "p", "q")
    show(a=between.a, b=between.b, status=between.status, distance=between.distance, penetration=between.penetration,
         direction=between.direction, points=between.points)


main()
