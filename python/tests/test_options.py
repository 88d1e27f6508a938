"""The keywords of the functions are the options that the library describes, and no others."""

import inspect
import os
import tempfile
import unittest
from pathlib import Path

import rigy
from rigy._choices import Analysis
from rigy._options import OPTIONS

ROOT = Path(__file__).resolve().parent.parent.parent
BOX = 'version: "0.6"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n'
DOCUMENTS = {"document", "before", "after", "files", "entry", "analysis"}
# What has another name or form here.
RENAMED = {
    "pose": {"begin_as": "from"},
    "shape": {"start": "from", "end": "to"},
    "render": {"size": "width"},
}
# What a function gives in another way: with_weights; or does not need, because it makes no output.
LEFT_OUT = {
    "render": {"height"},
    "weights": {"write"},
    "check": {"winding", "bake_transforms", "outline", "expanded_yaml"},
}


class Options(unittest.TestCase):
    def test_functions_have_all_options(self):
        for operation, options in OPTIONS.items():
            if operation == "analyze":
                continue
            keywords = inspect.signature(getattr(rigy, operation)).parameters.keys() - DOCUMENTS
            names = {RENAMED.get(operation, {}).get(keyword, keyword) for keyword in keywords}
            self.assertEqual(names, options.keys() - LEFT_OUT.get(operation, set()), operation)

    def test_all_functions_have_the_options_of_the_analysis(self):
        self.assertEqual(Analysis.__annotations__.keys(), OPTIONS["analyze"].keys() - {"list_params"} | {"params"})
        for operation in OPTIONS.keys() - {"analyze", "format"}:
            self.assertIn("analysis", inspect.signature(getattr(rigy, operation)).parameters, operation)

    def test_an_unknown_option(self):
        with self.assertRaisesRegex(TypeError, "there is no option 'max_error'"):
            rigy.compile(BOX, max_error=1)

    def test_warnings(self):
        warned = BOX.replace("1}}", "1}}, {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}}")
        codes = [one.code for one in rigy.lint(warned)]
        self.assertTrue(codes)
        self.assertEqual(rigy.lint(warned, suppressed_warnings="all"), ())
        with self.assertRaises(rigy.Error):
            rigy.lint(warned, warnings_as_errors=codes)

    def test_motions_of_an_asset(self):
        asset = ROOT / "examples/motion/horse.rigy.yaml"
        still = rigy.export(asset, motions=[])
        moving = rigy.export(asset, motions=["horse.rigm.yaml"])
        has_clip = [b'"name":"trot"' in next(iter(one.files.values())) for one in (still, moving)]
        self.assertEqual(has_clip, [False, True])

    def test_motions_are_named_like_documents(self):
        folder = ROOT / "examples/motion"
        wanted = rigy.export(folder / "horse.rigm.yaml").files["horse.glb"]
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        for place, motion in (
            (folder, "horse.rigm.yaml"),
            (folder.parent, Path("motion/horse.rigm.yaml")),
            (folder.parent.parent, folder / "horse.rigm.yaml"),
            (tempfile.gettempdir(), str(folder / "horse.rigm.yaml")),
            (tempfile.gettempdir(), "horse.rigm.yaml"),
        ):
            os.chdir(place)
            with self.subTest(motion=motion):
                self.assertEqual(rigy.export(folder / "horse.rigy.yaml", motions=motion).files["horse.glb"], wanted)

    def test_a_motion_that_is_not_there(self):
        with self.assertRaisesRegex(rigy.Error, "nothing.rigm.yaml"):
            rigy.export(BOX, motions="nothing.rigm.yaml")

    def test_outline_and_expanded_text(self):
        result = rigy.compile(BOX, outline=True, expanded_yaml="plain")
        self.assertEqual(result.outline["meshes"][0]["id"], "m")
        self.assertIn("meshes:", result.expanded_yaml)
        self.assertIsNone(rigy.compile(BOX).outline)


if __name__ == "__main__":
    unittest.main()
