"""The package over the shared library: RIGY_LIBRARY names it, RIGY the program that it is compared with."""

import base64
import gc
import gzip
import html
import json
import math
import os
import pickle
import re
import struct
import subprocess
import tempfile
import threading
import time
import unittest
import unittest.mock
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import rigy

ROOT = Path(__file__).resolve().parent.parent.parent
SUITE = ROOT / "conformance"
BOX = 'version: "0.6"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n'
WRONG = 'version: "0.6"\nmeshs: []\n'
SHELF = """version: "0.12"
params: {wide: 2, label: oak}
meshes: [{id: shelf, name: $label, primitives: [{id: p, type: box, dimensions: {x: $wide, y: 1, z: 1}}]}]
"""


def gltf_of(glb):
    length = struct.unpack_from("<I", glb, 12)[0]
    return json.loads(glb[20 : 20 + length])


def extent_x(glb):
    """The greatest x of the first accessor with bounds."""
    return next(one["max"][0] for one in gltf_of(glb)["accessors"] if "max" in one)


class Documents(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        before = os.getcwd()
        self.addCleanup(os.chdir, before)

    def test_text_path_and_mapping_are_the_same(self):
        path = self.folder / "box.rigy.yaml"
        path.write_text(BOX)
        expected = rigy.compile(BOX).glb
        self.assertEqual(expected[:4], b"glTF")
        self.assertEqual(rigy.compile(path).glb, expected)
        self.assertEqual(rigy.compile(str(path)).glb, expected)
        self.assertEqual(rigy.compile({"a.rigy.yaml": BOX}).glb, expected)
        self.assertEqual(rigy.compile({"a.rigy.yaml": BOX.encode()}).glb, expected)
        self.assertEqual(rigy.compile({"b.rigy.yaml": WRONG, "a.rigy.yaml": BOX}, entry="a.rigy.yaml").glb, expected)

    def test_the_suite(self):
        tests = json.loads((SUITE / "manifest.json").read_text())["tests"]
        compiled = 0
        for test in tests[::12]:
            if test.get("bake_transforms"):
                continue
            with self.subTest(test["id"]):
                document = SUITE / test["input"]
                if test["type"] == "positive":
                    result = rigy.compile(document, pose=test.get("pose_id"))
                    self.assertEqual(result.glb, (SUITE / test["expected_output"]).read_bytes())
                    compiled += 1
                else:
                    with self.assertRaises(rigy.Error) as caught:
                        rigy.compile(document, pose=test.get("pose_id"))
                    self.assertEqual(caught.exception.error_class, test["expected_error_type"])
        self.assertGreater(compiled, 20)

    def test_imports_from_folder_and_mapping(self):
        car = ROOT / "examples/car/car.rigy.yaml"
        expected = rigy.compile(car).glb
        self.assertEqual(rigy.compile(car.read_text(), files=car.parent).glb, expected)
        parts = {str(path.relative_to(car.parent)): path.read_text() for path in car.parent.rglob("*.yaml")}
        self.assertEqual(rigy.compile(parts, entry=car.name).glb, expected)
        self.assertEqual(rigy.compile(car.read_text(), files=parts).glb, expected)
        os.chdir(car.parent)
        self.assertEqual(rigy.compile(car.name).glb, expected)

    def test_nothing_outside_the_folder_is_read(self):
        (self.folder / "inside").mkdir()
        (self.folder / "box.rigy.yaml").write_text(BOX)
        (self.folder / "inside/link.rigy.yaml").symlink_to(self.folder / "box.rigy.yaml")
        for source in ("../box.rigy.yaml", "link.rigy.yaml"):
            document = f'version: "0.6"\nimports: {{box: {{source: {source}}}}}\n'
            with self.assertRaises(rigy.Error) as caught:
                rigy.compile(document, files=self.folder / "inside")
            self.assertIn("outside", str(caught.exception))

    def import_message(self, source):
        with self.assertRaises(rigy.Error) as caught:
            rigy.compile(f'version: "0.6"\nimports: {{a: {{source: {source}}}}}\n', files=self.folder)
        return str(caught.exception)

    def test_what_cannot_be_imported(self):
        (self.folder / "folder").mkdir()
        os.mkfifo(self.folder / "pipe")  # must not block
        (self.folder / "loop").symlink_to("loop")
        (self.folder / "file").write_text(BOX)
        with open(self.folder / "large", "wb") as large:
            large.truncate(1 << 38)  # must not be read
        descriptors = len(os.listdir("/proc/self/fd"))
        for source, why in (("folder", "it is not a regular file"), ("pipe", "it is not a regular file"),
                            ("loop", "it cannot be read"), ("large", "it is larger than 64 MiB")):
            self.assertEqual(self.import_message(source),
                             f"<text>:2:23: error[X20]: cannot read import '{source}': {why}")
        self.assertEqual(self.import_message("file/a"),
                         "<text>:2:23: error[X20]: cannot read import 'file/a': there is no such file\n"
                         "  help: paths are relative to the folder of <text>")
        self.assertEqual(len(os.listdir("/proc/self/fd")), descriptors)

    def test_missing_documents(self):
        missing = str(self.folder / "missing")
        file = str(self.folder / "file")
        Path(file).write_text(BOX)
        for error, message, arguments in (
            (FileNotFoundError, f"[Errno 2] No such file or directory: '{missing}'", {"document": missing}),
            (FileNotFoundError, "[Errno 2] No such file or directory: ''", {"document": ""}),
            (IsADirectoryError, f"[Errno 21] Is a directory: '{self.folder}'", {"document": self.folder}),
            (FileNotFoundError, f"[Errno 2] No such file or directory: '{missing}'",
             {"document": BOX, "files": missing}),
            (NotADirectoryError, f"[Errno 20] Not a directory: '{file}'", {"document": BOX, "files": file}),
            (ValueError, "document: the mapping is empty", {"document": {}}),
        ):
            with self.subTest(arguments), self.assertRaises(error) as caught:
                rigy.compile(**arguments)
            self.assertEqual(str(caught.exception), message)
        with self.assertRaises(rigy.Error):
            rigy.compile({"a.rigy.yaml": BOX}, entry="b.rigy.yaml")


class Answers(unittest.TestCase):
    def new_folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name).resolve()

    def test_rejected(self):
        with self.assertRaises(rigy.Error) as caught:
            rigy.compile(WRONG)
        error = caught.exception
        self.assertEqual(error.error_class, "ParseError")
        (one,) = [one for one in error.diagnostics if one.id == "V33"]
        self.assertEqual((one.severity, one.place.file, one.place.line, one.place.column), ("error", "<text>", 2, 1))
        self.assertEqual(one.help, "did you mean 'meshes'?")
        self.assertEqual((one.code, one.class_, error.class_), ("V33", "ParseError", "ParseError"))
        self.assertEqual(str(error), "<text>:2:1: error[V33]: unknown field 'meshs' in the document\n"
                         "  help: did you mean 'meshes'?")

    def test_the_text_of_what_concerns_no_line(self):
        with self.assertRaises(rigy.Error) as caught:
            rigy.measure(BOX, "p", "q")
        self.assertEqual(str(caught.exception),
                         "<text>: error[X65]: no primitive, mesh, instance or anchor is called 'q'\n"
                         "  help: name it as in the document, or with the path to it: mesh.primitive")

    def test_warnings(self):
        document = BOX.replace("{x: 1, y: 1, z: 1}", "{x: 1, y: 1, z: 1}, transform: {rotation_euler: [0, 90, 0]}")
        for diagnostics in (rigy.compile(document).diagnostics, rigy.check(document)):
            self.assertEqual([(one.id, one.severity, one.error_class) for one in diagnostics],
                             [("W06", "warning", None)])
        self.assertEqual(rigy.check(BOX), ())
        with self.assertRaises(rigy.Error):
            rigy.check(WRONG)

    def test_max_errors(self):
        with self.assertRaises(rigy.Error) as caught:
            rigy.compile('version: "0.6"\nmeshs: []\nbonez: []\n', max_errors=1)
        self.assertEqual((len(caught.exception.diagnostics), caught.exception.omitted), (1, 1))
        self.assertTrue(str(caught.exception).endswith("\nand 1 more"))

    def test_params(self):
        self.assertEqual(extent_x(rigy.compile(SHELF).glb), 1)
        for wide in (3, 3.0, Fraction(3)):
            self.assertEqual(extent_x(rigy.compile(SHELF, params={"wide": wide}).glb), 1.5)
        for label in ('7 "of" \\ 9', '"quoted"', "7", "Größe 大\tb\u2028c"):
            self.assertEqual(gltf_of(rigy.compile(SHELF, params={"label": label}).glb)["meshes"][0]["name"], label)
        with self.assertRaisesRegex(ValueError, "the document has no param 'wyde'; did you mean 'wide'?"):
            rigy.compile(SHELF, params={"wyde": 3})

    def test_invalid_arguments(self):
        uint = "is not in the range 1 to 4294967295"
        for function, error, message, arguments in (
            (rigy.compile, ValueError, "winding: 'inward' is none of 'canonical', 'outward'", {"winding": "inward"}),
            (rigy.compile, TypeError, "document: expected a path, a text or a mapping, not int", {"document": 7}),
            (rigy.compile, TypeError, "entry: only for documents in a mapping", {"entry": "a"}),
            (rigy.compile, TypeError, "pose: expected a str, not int", {"pose": 5}),
            (rigy.compile, ValueError, "pose: 'a\\x00b' has a NUL", {"pose": "a\0b"}),
            (rigy.compile, ValueError, "pose: 'a\\ud800' has half of a surrogate pair", {"pose": "a\ud800"}),
            (rigy.compile, TypeError, "document['a']: expected a str or bytes, not int", {"document": {"a": 7}}),
            (rigy.compile, TypeError, "document: expected names that are str, not int", {"document": {7: BOX}}),
            (rigy.compile, TypeError, "files: expected a mapping or a folder, not int", {"files": 7}),
            (rigy.compile, TypeError, "files['b']: expected a str or bytes, not NoneType", {"files": {"b": None}}),
            (rigy.compile, TypeError, "entry: expected a str, not int", {"document": {"a": BOX}, "entry": 7}),
            (rigy.compile, TypeError, "bake_transforms: expected a bool, not str", {"bake_transforms": "yes"}),
            (rigy.compile, ValueError, "bake_transforms: expected a bool, not 4294967296", {"bake_transforms": 2**32}),
            (rigy.export, TypeError, "anchors: expected a bool, not NoneType", {"anchors": None}),
            (rigy.render, ValueError, "all_poses: expected a bool, not 2", {"all_poses": 2}),
            (rigy.render, TypeError, "mark_diagnostics: expected a bool, not float", {"mark_diagnostics": 1.0}),
            (rigy.render, ValueError, "solver: 'cubic' is none of 'as_written', 'lbs', 'dqs', 'both'", {"solver": "cubic"}),
            (rigy.inspect, ValueError, "expanded: expected a bool, not -1", {"expanded": -1}),
            (rigy.export, ValueError, f"scale: {10**400} is not a finite number", {"scale": 10**400}),
            (rigy.compile, ValueError, f"threads: -1 {uint}", {"threads": -1}),
            (rigy.compile, ValueError, f"threads: 4294967296 {uint}", {"threads": 2**32}),
            (rigy.compile, TypeError, "threads: expected an int, not float", {"threads": 1.5}),
            (rigy.check, ValueError, "max_errors: -1 is not in the range 1 to 1000000", {"max_errors": -1}),
            (rigy.inspect, TypeError, "primitives: expected an iterable of str, not int", {"primitives": [1]}),
            (rigy.inspect, TypeError, "primitives: expected an iterable of str, not int", {"primitives": 1}),
            (rigy.export, ValueError, "scale: 0 is not above 0", {"scale": 0}),
            (rigy.export, ValueError, "scale: nan is not a finite number", {"scale": float("nan")}),
            (rigy.export, TypeError, "scale: expected a number, not str", {"scale": "2"}),
            (rigy.export, ValueError, "face: 'z' is none of '+z', '-z'", {"face": "z"}),
            (rigy.render, ValueError, "fit: 'all' is none of 'rest', 'pose'", {"fit": "all"}),
            (rigy.compile, TypeError, "params: expected a mapping, not list", {"params": [1]}),
            (rigy.compile, TypeError, "params: expected names that are str, not int", {"params": {1: 1}}),
            (rigy.compile, TypeError, "params['w']: expected a str, a number or a bool, not list",
             {"params": {"w": [1]}}),
            (rigy.compile, TypeError, "params['w']: expected a str, a number or a bool, not NoneType",
             {"params": {"w": None}}),
            (rigy.compile, ValueError, "params['w']: inf is not a finite number", {"params": {"w": float("inf")}}),
            (rigy.render, ValueError, f"size: 0 {uint}", {"size": (0, 0)}),
            (rigy.render, ValueError, f"size: 0 {uint}", {"size": (0, 5)}),
            (rigy.render, ValueError, f"size: -100 {uint}", {"size": (-100, 100)}),
            (rigy.render, ValueError, "size: expected a width and a height, not (100,)", {"size": (100,)}),
            (rigy.render, TypeError, "size: expected a width and a height, not int", {"size": 100}),
            (rigy.render, ValueError, "a picture has at least 16 pixels on each side and at most 33554432 in all, "
             "not 5 x 100", {"size": (5, 100)}),
            (rigy.render, TypeError, "show: expected an iterable of str, not str", {"show": "skeleton"}),
            (rigy.render, ValueError, "turntable: -1 is not in the range 0 to 4294967295", {"turntable": -1}),
            (rigy.render, ValueError, "section: expected an axis and a number, not ('x',)", {"section": ("x",)}),
            (rigy.render, ValueError, "section: inf is not a finite number", {"section": ("x", float("inf"))}),
            (rigy.render, ValueError, "the views are not names of views, or AZ,EL in degrees, separated by commas",
             {"views": "sideways"}),
            (rigy.measure, ValueError, "b is not given", {"a": "p", "b": ""}),
        ):
            with self.subTest(message, **arguments), self.assertRaises(error) as caught:
                function(**{"document": BOX, **arguments})
            self.assertEqual(str(caught.exception), message)

    def test_winding_differs(self):
        ball = BOX.replace("box, dimensions: {x: 1, y: 1, z: 1}", "sphere, dimensions: {radius: 1}")
        self.assertFalse(rigy.compile(ball, winding="outward").glb == rigy.compile(ball).glb)

    def test_export(self):
        painted = 'version: "0.6"\nmaterials: {clay: {base_color: [1, 0.5, 0, 1]}}\n' + BOX.split("\n")[1].replace(
            "type: box", "type: box, material: clay")
        exported = rigy.export(painted, format="obj", name="box", scale=4)
        self.assertEqual(list(exported.files), ["box.obj", "box.mtl"])
        self.assertIn(b"v 2 2 2\n", exported.files["box.obj"])
        with self.assertRaises(rigy.Error):
            rigy.export(WRONG)

    def test_exports_face_plus_z(self):
        tip = 'version: "0.6"\nmeshes: []\nanchors: [{id: tip, translation: [1, 2, 3]}]\n'
        for arguments, translation in (({}, b"[-1,2,-3]"), ({"face": "-z"}, b"[1,2,3]")):
            exported = rigy.export(tip, format="gltf", **arguments)
            self.assertIn(b'"translation":' + translation, exported.files["asset.gltf"])

    def test_pictures_fit_the_rest_shape_or_the_pose(self):
        posed = BOX + (
            "armatures: [{id: rig, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
            "bindings: [{mesh_id: m, armature_id: rig}]\n"
            "poses: [{id: up, bones: {b: {translation: [0, 1, 0]}}}]\n")
        rest, pose = (rigy.render(posed, size=(64, 64), pose="up", fit=fit).png for fit in ("rest", "pose"))
        self.assertNotEqual(rest, pose)

    def test_exports_are_named_after_the_document(self):
        self.assertEqual(list(rigy.export({"models/crate.rigy.yaml": BOX}, format="gltf").files),
                         ["crate.gltf", "crate.bin"])
        self.assertEqual(list(rigy.export(ROOT / "examples/car/car.rigy.yaml", format="stl").files), ["car.stl"])
        self.assertEqual(list(rigy.export(BOX).files), ["asset.glb"])
        self.assertEqual(list(rigy.export(BOX, name="crate").files), ["crate.glb"])

    def test_notebooks_show_pictures(self):
        for shown in (rigy.render(SHELF, params={"wide": 3}), rigy.compile(SHELF, params={"wide": 3}),
                      rigy.export(SHELF, params={"wide": 3})):
            self.assertEqual(shown._repr_png_(), rigy.render(SHELF, params={"wide": 3}).png)
        kept = pickle.loads(pickle.dumps(rigy.compile(BOX)))
        self.assertEqual(kept._repr_png_()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(rigy.Result(b"")._repr_png_(), None)

    def test_meshes_are_views_of_the_result(self):
        result = rigy.compile(ROOT / "examples/motion/walker.rigy.yaml")
        (body,) = result.meshes()
        self.assertEqual((body.id, body.bones[:2], len(body.places)), ("body", ("root", "hips"), 1))
        torso = body.primitives[0]
        self.assertEqual((torso.id, torso.material, torso.color), ("torso", "shirt", (0.1, 0.32, 0.6, 1.0)))
        self.assertIs(torso.positions.obj, result.glb)
        self.assertEqual(torso.positions.shape, torso.normals.shape)
        self.assertEqual((torso.joints.shape, torso.weights.format), ((torso.positions.shape[0], 4), "f"))
        self.assertLess(max(torso.indices.tolist()), torso.positions.shape[0])
        self.assertAlmostEqual(max(row[1] for row in torso.positions.tolist()), 1.51, 6)

    def test_meshes_of_exports(self):
        meshes = {one.id: one for one in rigy.export(ROOT / "examples/room/room.rigs.yaml").meshes()}
        self.assertEqual(len(meshes["chair"].places), 2)
        self.assertEqual(meshes["chair"].places[0][3], (0.0, 0.0, 0.0, 1.0))
        whole, small = (rigy.export(BOX, small=small).meshes()[0].primitives[0] for small in (False, True))
        self.assertEqual((whole.positions.format, small.positions.shape), ("f", whole.positions.shape))
        with self.assertRaisesRegex(ValueError, "format='glb'"):
            rigy.export(BOX, format="obj").meshes()

    def test_bound_meshes_are_where_their_armatures_are(self):
        def middles(result):
            found = {}
            for mesh in result.meshes():
                for rows in mesh.places if mesh.bones else ():
                    points = [[sum(row[i] * value for i, value in enumerate((*point, 1))) for row in rows[:3]]
                              for one in mesh.primitives for point in one.positions.tolist()]
                    found[mesh.id] = [(min(axis) + max(axis)) / 2 for axis in zip(*points)]
            return found

        village, mill = ROOT / "examples/gallery/village.rigs.yaml", ROOT / "examples/gallery/village/windmill.rigy.yaml"
        small = partial(rigy.export, small=True)
        for make, place in ((rigy.compile, (6.2, 0, 5.4)), (rigy.export, (-6.2, 0, -5.4)), (small, (-6.2, 0, -5.4))):
            alone, placed = middles(make(mill)), middles(make(village))
            self.assertEqual((len(alone), len(placed)), (2, 2))
            for expected, found in zip(alone.values(), placed.values()):
                self.assertLess(math.dist(found, [a + b for a, b in zip(expected, place)]), 1e-3)

    def test_dependencies(self):
        room = ROOT / "examples/room/room.rigs.yaml"
        found = rigy.compile(room).dependencies
        self.assertEqual(found[0], str(room))
        self.assertIn(str(room.parent / "parts/table.rigy.yaml"), found)
        self.assertEqual(rigy.compile(BOX).dependencies, ())
        folder = self.new_folder()
        path = folder / "a.rigy.yaml"
        path.write_text('version: "0.6"\nimports: {b: {source: b.rigy.yaml}}\n')
        with self.assertRaises(rigy.Error) as caught:
            rigy.check(path)
        self.assertEqual(caught.exception.dependencies, (str(path), str(folder / "b.rigy.yaml")))

    def test_the_view_of_notebooks_has_everything_in_it(self):
        room, folder = ROOT / "examples/room/room.rigs.yaml", self.new_folder()
        with unittest.mock.patch.dict(os.environ, {"RIGY_COMPONENT": str(folder)}):
            self.assertIsNone(rigy.compile(room)._repr_html_())
            (folder / "rigy-model.js").write_text("export {}")
            (folder / "rigy.wasm").write_bytes(b"\0asm")
            page = html.unescape(pickle.loads(pickle.dumps(rigy.compile(room, pose=None)))._repr_html_())
            files = json.loads(re.search(r"const files = (\{.*?\});", page)[1])
            texts = {name: gzip.decompress(base64.b64decode(text)) for name, text in files.items()}
            self.assertEqual(texts["rigy.wasm"], b"\0asm")
            entry = re.search(r'src="https://rigy.invalid/([^"]+)"', page)[1]
            self.assertEqual(texts[entry], room.read_bytes())
            self.assertEqual(sum(name.endswith("table.rigy.yaml") for name in texts), 1)
            odd = self.new_folder() / "a #1 100%20?.rigy.yaml"
            odd.write_text(BOX)
            self.assertIn('"https://rigy.invalid/a%20%231%20100%2520%3F.rigy.yaml"', html.unescape(rigy.compile(odd)._repr_html_()))
            text = rigy.export(SHELF)
            self.assertIn('src="https://rigy.invalid/document.rigy.yaml"', html.unescape(text._repr_html_()))
            self.assertIsNone(rigy.export(SHELF, params={"wide": 3})._repr_html_())

    def test_choices_are_literal_types(self):
        hints = get_type_hints(rigy.export)
        self.assertEqual(get_args(hints["format"]), ("glb", "gltf", "obj", "stl", "fbx", "vrm"))
        self.assertEqual(get_args(rigy.Overlay)[:2], ("skeleton", "names"))
        for function, names in ((rigy.compile, ("winding",)), (rigy.export, ("format", "poses", "colliders")),
                                (rigy.render, ("projection", "background")), (rigy.pose, ())):
            self.assertIn("document", get_type_hints(function))
            for name in names:
                self.assertEqual(get_origin(get_type_hints(function)[name]), Literal, name)

    def test_render(self):
        picture = rigy.render(BOX, size=(160, 120), views=["front", "30,15"], show=["grid"], section=("x", 0.1))
        self.assertEqual(picture.png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack_from(">II", picture.png, 16), (160, 120))
        with self.assertRaisesRegex(rigy.Error, "no mesh, primitive, instance or bone is called 'q'"):
            rigy.render(BOX, focus="q")

    def test_inspect(self):
        document = SHELF + "geometry_checks: {alignment: [{check: coplanar, a: p.+x, b: p.-x}]}\n"
        found = rigy.inspect(document, params={"wide": 3}, intent_checks=True, primitives=["shelf.p"])
        self.assertEqual(found["summary"]["bounds"], {"min": [-1.5, -0.5, -0.5], "max": [1.5, 0.5, 0.5]})
        self.assertEqual(found["checks"][0]["distance"], 3)
        self.assertFalse(found.intent_holds)
        self.assertTrue(rigy.inspect(BOX).intent_holds)
        with self.assertRaisesRegex(rigy.Error, "no primitive, mesh or instance is called 'q'"):
            rigy.inspect(BOX, primitives="q")
        with self.assertRaises(rigy.Error):
            rigy.inspect(WRONG)

    def test_inspect_is_that_of_the_program(self):
        car = ROOT / "examples/car/car.rigy.yaml"
        os.chdir(ROOT)
        told = subprocess.run([os.environ["RIGY"], "inspect", car.relative_to(ROOT), "--format", "json"],
                              capture_output=True, check=True).stdout
        self.assertEqual(rigy.inspect(car.relative_to(ROOT)).data, json.loads(told))

    def test_measure(self):
        spheres = SHELF.replace("primitives: [", "primitives: [{id: s, type: sphere, dimensions: {radius: 0.5}, "
                                "transform: {translation: [4, 0, 0]}}, ")
        found = rigy.measure(spheres, "p", "shelf.s", params={"wide": 4})
        self.assertEqual((found.a, found.b, found.status), ("shelf.p", "shelf.s", "apart"))
        self.assertAlmostEqual(found.distance, 1.5)
        self.assertAlmostEqual(found.direction[0], 1)
        self.assertAlmostEqual(found.points[1][0], 3.5)
        self.assertEqual(found.penetration, 0)
        with self.assertRaisesRegex(rigy.Error, "no primitive, mesh, instance or anchor is called 'q'"):
            rigy.measure(spheres, "p", "q")

    def test_versions(self):
        told = subprocess.run([os.environ["RIGY"], "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(told, f"rigy {rigy.__version__} (language {rigy.LANGUAGE_VERSION})\n")

    def test_lint(self):
        lamp = BOX.replace("}]}]", "}, {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 5, 0]}}]}]")
        self.assertIn("L01", [one.id for one in rigy.lint(lamp)])
        self.assertNotIn("L01", [one.id for one in rigy.lint(lamp, allowed=["L01"])])
        with self.assertRaises(rigy.Error):
            rigy.lint(WRONG)

    def test_format(self):
        arm = ROOT / "examples/arm.rigy.yaml"
        told = subprocess.run([os.environ["RIGY"], "fmt", arm], capture_output=True, text=True, check=True).stdout
        self.assertEqual(rigy.format(arm), told)
        self.assertEqual(rigy.format(told), told)
        self.assertEqual(rigy.format({"a.ricy.yaml": "contract_version:  '0.1'\n"}, entry="a.ricy.yaml"),
                         'contract_version: "0.1"\n')
        with self.assertRaises(rigy.Error):
            rigy.format("a: [1\n")
        with self.assertRaises(FileNotFoundError):
            rigy.format({"a.rigy.yaml": "a: 1"}, entry="b.rigy.yaml")

    def test_pose(self):
        arm = ROOT / "examples/arm.rigy.yaml"
        told = subprocess.run([os.environ["RIGY"], "pose", arm, "--turn", "elbow:z:70deg", "--id", "raised"],
                              capture_output=True, text=True, check=True).stdout
        self.assertEqual(rigy.pose(arm, ["elbow:z:70deg"], id="raised"), told)
        with self.assertRaisesRegex(ValueError, "turns: 'elbow' is not BONE:AXIS:ANGLE, like elbow:z:70deg"):
            rigy.pose(arm, "elbow")

    def test_weights(self):
        arm = ROOT / "examples/arm.rigy.yaml"
        files = rigy.weights(arm)
        self.assertEqual(sorted(json.loads(text)["primitive_id"] for text in files.values()), sorted(files))
        one = next(iter(files))
        told = subprocess.run([os.environ["RIGY"], "weights", arm, "--primitive", one, "-o", "-"],
                              capture_output=True, text=True, check=True).stdout
        self.assertEqual(rigy.weights(arm, primitive=one), {one: told})

    def told(self, *arguments):
        return subprocess.run([os.environ["RIGY"], *arguments], capture_output=True, text=True, check=True).stdout

    def test_poses_stand_on_the_ground_and_are_written(self):
        walker = ROOT / "examples/motion/walker.rigy.yaml"
        steps = {"moves": ["hips:0,0.2,0"], "reaches": ["R_shin:0.1,0.3,-0.2"], "axes": "parent", "id": "hop"}
        told = self.told("pose", walker, "--move", "hips:0,0.2,0", "--reach", "R_shin:0.1,0.3,-0.2", "--axes", "parent",
                         "--id", "hop", "--on-ground")
        self.assertEqual(rigy.pose(walker, on_ground=True, **steps), told)
        written = rigy.pose(walker, write=True, **steps)
        self.assertEqual(rigy.check(written, pose="hop"), rigy.check(walker))
        with self.assertRaisesRegex(ValueError, "there already is a pose 'hop'"):
            rigy.pose(written, **steps)
        self.assertIn("- id: hop\n", rigy.pose(written, replace=True, **steps))
        motion = ROOT / "examples/motion/walker.rigm.yaml"
        self.assertEqual(rigy.pose(motion, pose="walk@0.25"), self.told("pose", motion, "--pose", "walk@0.25"))

    def test_shapes_skeletons_and_weights(self):
        box = BOX.replace("0.6", "0.13")
        self.assertEqual(rigy.shape(box, start=(0, 0, 0), end=(1, 1, 0), radius=0.1),
                         self.told("shape", "capsule", "--from", "0,0,0", "--to", "1,1,0", "--radius", "0.1"))
        rigged = rigy.rig(box, "arm", write=True)
        self.assertEqual(rigged.count("{id: forearm, parent: upper_arm"), 1)
        shaped = rigy.shape(rigged, along="hand", radius=0.1, mesh="m")
        self.assertIn("{id: hand, type: capsule", shaped)
        document, files = rigy.with_weights(shaped)
        rigy.check({"document.rigy.yaml": document, **files})
        with self.assertRaisesRegex(ValueError, "'table' is not a kind of skeleton"):
            rigy.rig(box, "table")
        with self.assertRaisesRegex(ValueError, "start has three coordinates"):
            rigy.shape(box, start=(0, 0), end=(1, 1, 0), radius=0.1)

    def test_motions(self):
        fox = ROOT / "examples/motion/fox.rigy.yaml"
        self.assertEqual([gait["name"] for gait in rigy.gaits(fox)], ["idle", "walk", "trot", "gallop"])
        self.assertEqual(rigy.motion(fox, ["trot"]), self.told("motion", fox, "--gait", "trot"))
        with self.assertRaisesRegex(ValueError, "'swim' needs"):
            rigy.motion(fox, "swim")
        walker = ROOT / "examples/motion/walker.rigm.yaml"
        self.assertEqual(rigy.lint(walker, clip="greet"), ())
        with self.assertRaisesRegex(rigy.Error, "there is no clip 'stroll'"):
            rigy.lint(walker, clip="stroll")
        with self.assertRaisesRegex(ValueError, "this is a scene"):
            rigy.shape(ROOT / "examples/room/room.rigs.yaml", start=(0, 0, 0), end=(0, 1, 0), radius=0.1, mesh="m")

    def test_diff(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / "a.rigy.yaml", Path(folder) / "b.rigy.yaml"]
            for path, text in zip(paths, (BOX, BOX.replace("x: 1", "x: 2"))):
                path.write_text(text)
            told = subprocess.run([os.environ["RIGY"], "diff", *paths, "--format", "json"], capture_output=True, check=False)
            self.assertEqual(rigy.diff(*paths)["objects"], json.loads(told.stdout)["objects"])
        self.assertTrue(rigy.diff(BOX, BOX)["same"])
        with self.assertRaises(rigy.Error):
            rigy.diff(BOX, WRONG)


class Threads(unittest.TestCase):
    def test_other_threads_run_while_it_works(self):
        document = 'version: "0.13"\nmeshes:\n  - id: m\n    primitives:\n' + "".join(
            f"      - {{id: p{i}, type: sphere, dimensions: {{radius: 1}}}}\n" for i in range(3000))
        ticks = []
        done = threading.Event()

        def tick():
            while not done.wait(0.001):
                ticks.append(time.monotonic())

        other = threading.Thread(target=tick)
        other.start()
        start = time.monotonic()
        rigy.compile(document, threads=1)
        end = time.monotonic()
        done.set()
        other.join()
        during = [one for one in ticks if start < one < end]
        self.assertGreater(len(during), 2, f"{len(during)} ticks in {end - start:.3f} s")

    def test_many_at_the_same_time(self):
        expected = rigy.compile(SHELF).glb
        results = []
        threads = [threading.Thread(target=lambda: results.append(rigy.compile(SHELF).glb)) for _ in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(results, [expected] * 8)

    def test_memory_is_returned(self):
        gc.collect()
        for _ in range(20):
            rigy.compile(BOX)
        def resident():
            return int(Path("/proc/self/statm").read_text().split()[1])
        before = resident()
        for _ in range(300):
            rigy.compile(BOX)
        self.assertLess(resident() - before, 1000)  # pages; each result has a page or more

    def test_errors_of_the_caller_come_through(self):
        with self.assertRaises(UnicodeEncodeError):
            rigy.compile({"a.rigy.yaml": "\ud800"})


if __name__ == "__main__":
    unittest.main()
