"""The tools of rigy mcp as functions: RIGY_LIBRARY names the library, RIGY the program that it is compared with."""

import base64
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import rigy

ROOT = Path(__file__).resolve().parent.parent.parent
BOX = """version: "0.13"
meshes:
  - id: m
    primitives:
      - {id: a, type: box, dimensions: {x: 1, y: 1, z: 1}}
      - {id: b, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [3, 0, 0]}}
"""


def served(tool, arguments):
    """What the program answers to the same call."""
    request = json.dumps({"id": 1, "tool": tool, "arguments": arguments}) + "\n"
    done = subprocess.run([os.environ["RIGY"], "serve", "--stdio", "--root", ROOT / "examples"], input=request, text=True,
                          capture_output=True, check=True)
    return json.loads(done.stdout)["result"]


class Tools(unittest.TestCase):
    def test_the_tools_are_those_of_the_program(self):
        self.assertEqual(rigy.list_tools(), served("list_tools", {})["tools"])

    def test_calls_are_answered_as_by_the_program(self):
        for tool, arguments in [
            ("write_asset", {"document": BOX, "size": 64}),
            ("look", {"path": "arm.rigy.yaml", "pose": "bent", "show": ["numbers"], "size": 64}),
            ("measure", {"document": BOX, "pairs": [{"a": "a", "b": "b"}]}),
            ("inspect", {"path": "arm.rigy.yaml"}),
            ("motion", {"path": "motion/walker.rigy.yaml", "gaits": ["walk"], "picture": False}),
            ("explain", {"search": "capsule"}),
            ("template", {"name": "arm"}),
        ]:
            with self.subTest(tool):
                expected = served(tool, arguments)
                pictures = [base64.b64decode(one["base64"]) for one in expected.pop("pictures", [])]
                given = rigy.call_tool(tool, arguments, root=ROOT / "examples")
                self.assertEqual(given.answer, expected)
                self.assertEqual([one.png for one in given.pictures], pictures)

    def test_what_is_saved_comes_back_and_is_not_written(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "box.rigy.yaml").write_text(BOX)
            edits = [{"find": "[3, 0, 0]", "replace": "[1, 0, 0]"}]
            made = rigy.call_tool("write_asset", {"path": "box.rigy.yaml", "edits": edits, "picture": False}, root=folder)
            self.assertEqual(made.files, {"box.rigy.yaml": BOX.replace("[3,", "[1,").encode()})
            self.assertEqual((Path(folder) / "box.rigy.yaml").read_text(), BOX)
            with self.assertRaisesRegex(ValueError, "no plain path below the root"):
                rigy.call_tool("write_asset", {"document": BOX, "save_as": "../box.rigy.yaml"}, root=folder)
        glb = rigy.call_tool("export", {"document": BOX, "format": "canonical", "save_as": "box.glb"}).files["box.glb"]
        self.assertEqual(glb, rigy.compile(BOX).glb)

    def test_what_is_wrong_with_a_call_is_raised(self):
        for name, arguments, message in [
            ("lok", {}, "did you mean 'look'"),
            ("look", {"veiws": []}, "did you mean 'views'"),
            ("look", {"path": "arm.rigy.yaml"}, "needs a root folder"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                rigy.call_tool(name, arguments)
        with self.assertRaises(TypeError):
            rigy.call_tool("look", [])
        self.assertFalse(rigy.call_tool("write_asset", {"document": "meshs: []"}).answer["ok"])
