#!/usr/bin/env python3
"""rigy git-setup in real git repositories: what git then shows, running it twice, and that nothing of it is left."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from program import git_environment, rigy_program  # noqa: E402  (needs the path)

RIGY = None
BOX = """version: "0.6"
meshes:
  - id: body
    primitives:
      - {id: core, type: box, dimensions: {x: 1, y: 1, z: 1}}
"""
SCENE = """rigs_version: "0.1"
imports: {box: {source: box.rigy.yaml}}
scene: {base: box}
"""
RIG = """version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures: [{id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: rig, weights: [{primitive_id: p, bones: [{bone_id: root, weight: 1}]}]}]
"""
MOTION = """rigm_version: "0.1"
asset: rig.rigy.yaml
poses: {lean: {turn: {root: {x: 10}}}}
"""
# Every kind of file that there may have been before.
ATTRIBUTES = {"nothing": None, "empty": b"", "lines": b"*.png binary\n", "no last line break": b"# Mine.\n*.png binary",
              "line breaks of Windows": b"*.png binary\r\n*.txt text\r\n", "byte order mark": b"\xef\xbb\xbf*.png binary\n",
              "one of ours, by hand": b"*.rigy.yaml   diff=rigy\n*.png binary\n", "another": b"*.rigy.yaml -diff\n"}


class Setup(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="rigy-git-setup-")).resolve()
        self.addCleanup(shutil.rmtree, self.home)
        self.folder = self.home / "work"
        self.folder.mkdir()
        self.environment = git_environment({"HOME": str(self.home)}, without=("GIT_", "XDG_CONFIG_HOME"))
        self.git("init", "-q", "-b", "main")
        self.attributes = self.folder / ".gitattributes"
        self.config = self.folder / ".git/config"

    def run_in(self, folder, *words, status=0):
        done = subprocess.run(words, cwd=folder, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def git(self, *arguments):
        return self.run_in(self.folder, "git", *arguments)

    def setup_git(self, *arguments, folder=None, status=0):
        return self.run_in(folder or self.folder, RIGY, "git-setup", *arguments, status=status)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def changed_box(self):
        self.write("box.rigy.yaml", BOX)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "box")
        self.write("box.rigy.yaml", BOX.replace("x: 1", "x: 2"))

    def state(self):
        return [path.read_bytes() if path.exists() else None for path in (self.attributes, self.config)]

    def test_git_shows_what_changed(self):
        self.changed_box()
        self.assertIn("+      - {id: core", self.git("diff"))
        self.assertEqual(self.setup_git(), f"wrote {self.attributes}\nset diff.rigy.command to '{RIGY}' diff --git-driver\n")
        shown = self.git("diff", "box.rigy.yaml")
        self.assertIn("resized: x 1 -> 2\n", shown)
        self.assertNotIn("+      - {id: core", shown)

    def test_scenes_and_motions(self):
        for name, text in {"box.rigy.yaml": BOX, "room.rigs.yaml": SCENE, "rig.rigy.yaml": RIG, "lean.rigm.yaml": MOTION}.items():
            self.write(name, text)
        self.setup_git()
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "all")
        self.write("room.rigs.yaml", SCENE.replace("box: {", "crate: {").replace("base: box", "base: crate"))
        self.write("lean.rigm.yaml", MOTION.replace("x: 10", "x: 20"))
        shown = self.git("diff")
        self.assertIn("import crate", shown)
        self.assertIn("+++ b/lean.rigm.yaml\n", shown)
        self.assertNotIn("error", shown)
        self.assertNotIn("@@", shown)

    def test_twice_is_once_and_remove_leaves_every_byte(self):
        for name, before in ATTRIBUTES.items():
            with self.subTest(name):
                if before is not None:
                    self.attributes.write_bytes(before)
                earlier = self.state()
                self.setup_git()
                once = self.state()
                self.assertNotEqual(once, earlier)
                self.assertEqual(self.setup_git(), "nothing to do\n")
                self.assertEqual(self.state(), once)
                self.setup_git("--remove")
                self.assertEqual(self.state(), earlier)
                self.assertEqual(self.setup_git("--remove"), "nothing to do\n")
                self.attributes.unlink(missing_ok=True)

    def test_lines_written_by_hand_are_used_and_stay(self):
        self.attributes.write_text("*.rigy.yaml diff=rigy\n*.rigs.yaml\tdiff=rigy\n*.rigm.yaml diff=rigy\n")
        before = self.attributes.read_bytes()
        self.assertNotIn("wrote", self.setup_git())
        self.assertEqual(self.attributes.read_bytes(), before)
        self.setup_git("--remove")
        self.assertEqual(self.attributes.read_bytes(), before)

    def test_what_is_added_later_stays(self):
        self.setup_git()
        self.attributes.write_bytes(self.attributes.read_bytes() + b"*.png binary\n")
        self.git("config", "diff.rigy.xfuncname", "^id")
        self.setup_git("--remove")
        self.assertEqual(self.attributes.read_bytes(), b"*.png binary\n")
        self.assertEqual(self.git("config", "diff.rigy.xfuncname"), "^id\n")

    def test_an_older_path_of_the_program_is_replaced(self):
        self.git("config", "diff.rigy.command", "'/old/rigy' diff --git-driver")
        self.setup_git()
        self.assertEqual(self.git("config", "--get-all", "diff.rigy.command"), f"'{RIGY}' diff --git-driver\n")

    def test_another_driver_of_that_name_is_left_alone(self):
        self.git("config", "diff.rigy.command", "my-viewer")
        before = self.state()
        self.assertIn("rigy: diff.rigy.command is already 'my-viewer'", self.setup_git(status=2))
        self.assertEqual(self.setup_git("--remove"), "nothing to do\n")
        self.assertEqual(self.state(), before)

    def test_from_a_folder_below(self):
        (self.folder / "a/b").mkdir(parents=True)
        self.setup_git(folder=self.folder / "a/b")
        self.assertTrue(self.attributes.exists())

    def test_outside_of_a_repository(self):
        self.environment["GIT_CEILING_DIRECTORIES"] = str(self.home.parent)
        self.assertIn("is not in the work tree of a git repository", self.setup_git(folder=self.home, status=3))

    def test_for_all_repositories(self):
        self.changed_box()
        before = self.state()
        self.setup_git("--global", folder=self.home)
        self.assertEqual(self.state(), before)
        self.assertIn("resized: x 1 -> 2\n", self.git("diff"))
        self.setup_git("--global", "--remove", folder=self.home)
        self.assertFalse((self.home / ".config/git/attributes").exists())
        self.assertIn("+      - {id: core", self.git("diff"))

    def test_the_users_own_file_of_attributes(self):
        mine = self.home / "my attributes"
        mine.write_text("*.png binary\n")
        self.git("config", "--global", "core.attributesFile", "~/my attributes")
        self.changed_box()
        self.setup_git("--global")
        self.assertIn("*.rigy.yaml diff=rigy\n", mine.read_text())
        self.assertIn("resized: x 1 -> 2\n", self.git("diff"))
        self.setup_git("--global", "--remove")
        self.assertEqual(mine.read_text(), "*.png binary\n")

    def test_a_path_with_spaces_and_quotes(self):
        folder = self.home / "it's here"
        folder.mkdir()
        program = shutil.copy(RIGY, folder / "rigy")
        self.changed_box()
        self.run_in(self.folder, program, "git-setup")
        self.assertIn("resized: x 1 -> 2\n", self.git("diff"))


if __name__ == "__main__":
    RIGY = rigy_program(__doc__, needs=["git"])
    unittest.main()
