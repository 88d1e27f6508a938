#!/usr/bin/env python3
"""Control characters of documents, suites, manifests and file names never reach a terminal: every command, with and without colors.

    terminal_test.py --rigy PROGRAM
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from program import rigy_program  # noqa: E402  (needs the path)

RIGY = None
# Titles and clears the terminal, reorders text, and moves the cursor with a control character of two bytes in UTF-8.
EVIL = "\x1b]0;owned\x07\x1b[2J\u202e\x9b\r"
YAML_EVIL = "\\e]0;owned\\a\\e[2J\\u202e\\x9b\\r"
OUR_COLORS = re.compile("\x1b\\[[0-9;]*m")
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
DOCUMENT = """\
version: "0.13"
materials:
  "paint{evil}": {{base_color: [1, 0, 0, 1]}}
meshes:
  - id: "m{evil}"
    material: "paint{evil}"
    primitives:
      - {{id: "a{evil}", type: box, dimensions: {{x: {size}, y: 1, z: 1}}}}
      - {{id: "b{evil}", type: box, dimensions: {{x: 1, y: 1, z: 1}}, transform: {{translation: [0.1, 0, 0]}}}}
armatures:
  - id: "rig{evil}"
    bones: [{{id: "bone{evil}", parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}]
bindings:
  - {{mesh_id: "m{evil}", armature_id: "rig{evil}"}}
poses:
  - {{id: "pose{evil}", bones: {{"bone{evil}": {{translation: [0, 0, 0]}}}}}}
anchors:
  - {{id: "here{evil}", translation: [0, 0, 0]}}
{more}"""


def document(size=1, more="", evil=YAML_EVIL):
    return DOCUMENT.format(evil=evil, size=size, more=more)


class Terminal(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="rigy-terminal-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        for name, text in (("a", document()), ("b", document(2)), ("wrong", document(1, f'"extra{YAML_EVIL}": 1\n'))):
            (self.folder / f"{name}{EVIL}.rigy.yaml").write_text(text)
        self.name = f"a{EVIL}.rigy.yaml"

    def run_safely(self, *words, status=0):
        done = subprocess.run([RIGY, *words], cwd=self.folder, capture_output=True, timeout=60, check=False)
        for stream in (done.stdout, done.stderr):
            text = OUR_COLORS.sub("", stream.decode())
            self.assertIsNone(UNSAFE.search(text), f"{words}: {text!r}")
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_commands_on_documents(self):
        part, other, bone, pose = (f"{word}{EVIL}" for word in ("a", "b", "bone", "pose"))
        wrong = f"wrong{EVIL}.rigy.yaml"
        for color in ([], ["--color", "always"]):
            self.run_safely("check", self.name, "--timings", *color)
            self.run_safely("check", wrong, *color, status=1)
            self.run_safely("check", self.name, wrong, *color, status=1)
            self.run_safely("inspect", self.name, *color)
            self.run_safely("lint", self.name, *color, status=1)
            self.run_safely("measure", self.name, part, other, *color)
            self.run_safely("measure", self.name, part, f"none{EVIL}", *color, status=1)
            self.run_safely("diff", self.name, f"b{EVIL}.rigy.yaml", *color, status=1)
        self.run_safely("pose", self.name, "--turn", f"{bone}:x:10deg", "--id", f"new{EVIL}")
        self.run_safely("pose", self.name, "--turn", f"{EVIL}:x:10deg", status=2)
        self.run_safely("render", self.name, "-o", "a.png", "--pose", pose)
        self.run_safely("export", self.name, "-o", f"out{EVIL}.glb")
        self.run_safely("export", self.name, "--pose", f"none{EVIL}", "-o", "out.obj", status=1)
        self.run_safely("compile", self.name, "-o", f"none{EVIL}", "--param", f"x{EVIL}=1", status=2)

    def test_names_of_files_and_options(self):
        self.run_safely("check", f"none{EVIL}.rigy.yaml", status=3)
        self.run_safely("check", f"@{EVIL}", status=3)
        self.run_safely("compile", self.name, "-o", f"{self.name}/x.glb", status=3)
        self.run_safely("compile", self.name, "-o", self.name, status=2)
        self.run_safely(EVIL, status=2)
        self.run_safely("help", EVIL, status=2)
        self.run_safely("check", f"--{EVIL}", status=2)
        self.run_safely("explain", EVIL, status=2)
        self.run_safely("init", f"new{EVIL}")
        self.run_safely("init", f"new{EVIL}", status=3)
        self.run_safely("verify", f"none{EVIL}", status=3)

    def test_manifests(self):
        self.run_safely("compile", self.name, "-o", f"o{EVIL}.glb", "--emit-manifest", f"o{EVIL}.glb.manifest.json")
        self.run_safely("verify", f"o{EVIL}.glb")
        manifest = self.folder / f"o{EVIL}.glb.manifest.json"
        contents = json.loads(manifest.read_text())
        contents["files"].append({"path": f"gone{EVIL}", "sha256": EVIL})
        manifest.write_text(json.dumps(contents))
        self.run_safely("verify", f"o{EVIL}.glb", status=1)
        contents["options"]["params"] = {f"p{EVIL}": EVIL}
        manifest.write_text(json.dumps(contents))
        self.run_safely("verify", f"o{EVIL}.glb", status=1)
        contents["input"]["path"] = f"../{EVIL}"
        manifest.write_text(json.dumps(contents))
        self.run_safely("verify", f"o{EVIL}.glb", status=3)

    def test_suites(self):
        suite = self.folder / "conformance"
        suite.mkdir()
        case = {"category": EVIL, "description": EVIL}
        cases = [{**case, "id": f"N{EVIL}", "type": "negative", "input": self.name, "expected_error_type": f"Parse{EVIL}"},
                 {**case, "id": f"P{EVIL}", "type": "positive", "input": f"wrong{EVIL}.rigy.yaml",
                  "expected_output": f"x{EVIL}.glb", "expected_sha256": EVIL}]
        for name in (self.name, f"wrong{EVIL}.rigy.yaml"):
            shutil.copy(self.folder / name, suite / name)
        (suite / f"x{EVIL}.glb").write_bytes(b"")
        contents = {"version": f"0.6{EVIL}", "suite_revision": 1, "tests": cases}
        (suite / "manifest.json").write_text(json.dumps(contents))
        done = self.run_safely("conform", status=1)
        self.assertIn(b"0 passed, 2 failed", done.stdout)
        self.run_safely("conform", "--against", "printf {input} {output}", status=1)
        contents["tests"][0]["type"] = EVIL
        (suite / "manifest.json").write_text(json.dumps(contents))
        self.run_safely("conform", status=3)


if __name__ == "__main__":
    RIGY = rigy_program(__doc__)
    unittest.main()
