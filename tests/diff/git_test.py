#!/usr/bin/env python3
"""rigy diff in real git repositories: revisions, renamed and deleted files, imports, links, and as git's external diff."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from program import git_environment, rigy_program  # noqa: E402  (needs the path)

RIGY = None
ENVIRONMENT = git_environment({"GIT_CONFIG_GLOBAL": "/dev/null"})

BOX = """version: "0.6"
meshes:
  - id: body
    primitives:
      - {id: core, type: box, dimensions: {x: 1, y: 1, z: 1}}
"""
CART = """version: "0.6"
imports: {wheel: {source: parts/wheel.rigy.yaml, contract: parts/wheel.ricy.yaml}}
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
instances: [{id: one, import: wheel, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}]
"""
CONTRACT = """contract_version: "0.1"
required_anchors: [a, b, c]
"""
WHEEL = """version: "0.6"
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
meshes:
  - id: rim
    primitives:
      - {id: tire, type: sphere, dimensions: {radius: 1}}
"""
MOVED = """~ primitive body.core
    resized: x 1 -> 2
    surface moves by up to 0.5 m
largest displacement of the surface at rest: 0.5 m, at body.core, from 0.5, -0.5, -0.5 to 1, -0.5, -0.5
0 added, 0 removed, 1 changed
"""


class Repository(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="rigy-git-")).resolve()
        self.addCleanup(shutil.rmtree, self.folder)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments, status=0):
        done = subprocess.run(["git", *arguments], cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def rigy(self, *arguments, status, folder=None):
        done = subprocess.run([RIGY, "diff", *arguments], cwd=folder or self.folder, env=ENVIRONMENT, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def commit(self, message="change"):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def with_driver(self):
        self.git("config", "diff.rigy.command", f"'{RIGY}' diff --git-driver")
        self.write(".gitattributes", "*.rigy.yaml diff=rigy\n")


class Revisions(Repository):
    def test_no_change(self):
        self.write("box.rigy.yaml", BOX)
        self.commit()
        self.write("box.rigy.yaml", "# A comment.\n" + BOX)
        self.assertEqual(self.rigy("--git", "HEAD", "box.rigy.yaml", status=0),
                         ("--- HEAD:box.rigy.yaml\n+++ box.rigy.yaml\nno change\n", ""))

    def test_a_change_and_two_revisions(self):
        self.write("box.rigy.yaml", BOX)
        self.commit()
        self.write("box.rigy.yaml", BOX.replace("x: 1", "x: 2"))
        self.assertEqual(self.rigy("--git", "HEAD", "box.rigy.yaml", status=1)[0],
                         "--- HEAD:box.rigy.yaml\n+++ box.rigy.yaml\n" + MOVED)
        self.commit()
        self.write("box.rigy.yaml", "not read: at all")
        for range_ in ("HEAD~1..HEAD", "HEAD~1.."):
            self.assertEqual(self.rigy("--git", range_, "box.rigy.yaml", status=1)[0],
                             "--- HEAD~1:box.rigy.yaml\n+++ HEAD:box.rigy.yaml\n" + MOVED)

    def test_imports_contracts_and_weights_are_those_of_the_revision(self):
        for name, text in {"cart.rigy.yaml": CART, "parts/wheel.rigy.yaml": WHEEL, "parts/wheel.ricy.yaml": CONTRACT}.items():
            self.write(name, text)
        self.commit()
        self.write("parts/wheel.rigy.yaml", WHEEL.replace("radius: 1", "radius: 2"))
        before = sorted((path, path.stat().st_mtime_ns) for path in self.folder.glob("*"))
        text, _ = self.rigy("--git", "HEAD", "cart.rigy.yaml", status=1)
        self.assertIn("~ primitive rim.tire in import wheel\n    resized: radius 1 -> 2\n", text)
        self.assertEqual(sorted((path, path.stat().st_mtime_ns) for path in self.folder.glob("*")), before)
        # Files that only the revision has.
        shutil.rmtree(self.folder / "parts")
        self.write("cart.rigy.yaml", BOX)
        text, _ = self.rigy("--git", "HEAD", "cart.rigy.yaml", status=1)
        self.assertIn("- import wheel\n    source parts/wheel.rigy.yaml\n    contract parts/wheel.ricy.yaml\n", text)

    def test_from_a_folder_below_and_from_outside(self):
        self.write("assets/box.rigy.yaml", BOX)
        self.commit()
        self.write("assets/box.rigy.yaml", BOX.replace("x: 1", "x: 2"))
        text, _ = self.rigy("--git", "HEAD", "box.rigy.yaml", status=1, folder=self.folder / "assets")
        self.assertEqual(text, "--- HEAD:assets/box.rigy.yaml\n+++ box.rigy.yaml\n" + MOVED)
        path = str(self.folder / "assets/box.rigy.yaml")
        text, _ = self.rigy("--git", "HEAD", path, status=1, folder="/")
        self.assertEqual(text, f"--- HEAD:assets/box.rigy.yaml\n+++ {path}\n" + MOVED)

    def test_a_file_that_was_renamed(self):
        self.write("old.rigy.yaml", BOX)
        self.commit()
        self.git("mv", "old.rigy.yaml", "new.rigy.yaml")
        text, _ = self.rigy("--git", "HEAD", "old.rigy.yaml", "new.rigy.yaml", status=0)
        self.assertEqual(text, "--- HEAD:old.rigy.yaml\n+++ new.rigy.yaml\nno change\n")

    def test_links_are_followed_inside_the_repository(self):
        self.write("real/box.rigy.yaml", BOX)
        os.symlink("real", self.folder / "linked")
        os.symlink("linked/box.rigy.yaml", self.folder / "link.rigy.yaml")
        os.symlink("/etc/passwd", self.folder / "out.rigy.yaml")
        os.symlink("loop.rigy.yaml", self.folder / "loop.rigy.yaml")
        self.commit()
        text, _ = self.rigy("--git", "HEAD", "link.rigy.yaml", status=0)
        self.assertEqual(text, "--- HEAD:link.rigy.yaml\n+++ link.rigy.yaml\nno change\n")
        self.rigy("--git", "HEAD..HEAD", "out.rigy.yaml", status=3)
        self.rigy("--git", "HEAD..HEAD", "loop.rigy.yaml", status=3)

    def test_imports_may_not_leave_the_root(self):
        self.write("a/box.rigy.yaml", 'version: "0.6"\nimports: {b: {source: ../b.rigy.yaml}}\n')
        self.write("b.rigy.yaml", BOX)
        self.commit()
        self.rigy("--git", "HEAD..HEAD", "a/box.rigy.yaml", status=0)
        _, errors = self.rigy("--git", "HEAD..HEAD", "a/box.rigy.yaml", "--root", "a", status=1)
        self.assertIn("../b.rigy.yaml", errors)

    def test_mistakes(self):
        self.write("box.rigy.yaml", BOX)
        self.commit()
        self.write("new.rigy.yaml", BOX)
        self.assertEqual(self.rigy("--git", "nowhere", "box.rigy.yaml", status=2)[1],
                         f"rigy: --git: 'nowhere' is not a revision of the repository '{self.folder}'\n")
        self.assertEqual(self.rigy("--git=--help", "box.rigy.yaml", status=2)[1],
                         f"rigy: --git: '--help' is not a revision of the repository '{self.folder}'\n")
        self.assertIn("HEAD:new.rigy.yaml", self.rigy("--git", "HEAD", "new.rigy.yaml", status=3)[1])
        self.assertIn("gone.rigy.yaml", self.rigy("--git", "HEAD", "gone.rigy.yaml", status=3)[1])
        self.rigy("--git", "HEAD...main", "box.rigy.yaml", status=2)
        with tempfile.TemporaryDirectory() as elsewhere:
            path = Path(elsewhere) / "box.rigy.yaml"
            path.write_text(BOX)
            _, errors = self.rigy("--git", "HEAD", str(path), status=3)
            self.assertIn(f"rigy: '{path}' is not in the work tree of a git repository (git: fatal: not a git repo", errors)

    def test_an_invalid_document_is_rejected_as_by_every_command(self):
        self.write("box.rigy.yaml", BOX.replace("type: box", "type: bax"))
        self.commit()
        self.write("box.rigy.yaml", BOX)
        text, errors = self.rigy("--git", "HEAD", "box.rigy.yaml", status=1)
        self.assertEqual(text, "")
        self.assertIn("HEAD:box.rigy.yaml:5:", errors)
        document = json.loads(self.rigy("--git", "HEAD", "box.rigy.yaml", "--format", "json", status=1)[0])
        self.assertIsNone(document["same"])
        self.assertEqual(document["before"]["errors"], 1)
        self.assertEqual(document["after"]["errors"], 0)


class Driver(Repository):
    def test_changed_added_removed_renamed(self):
        self.with_driver()
        self.write("box.rigy.yaml", BOX)
        self.write("going.rigy.yaml", BOX)
        self.commit()
        self.write("box.rigy.yaml", BOX.replace("x: 1", "x: 2"))
        self.write("coming.rigy.yaml", BOX)
        (self.folder / "going.rigy.yaml").unlink()
        self.git("add", "-A")
        text = self.git("diff", "--cached", "--no-renames")
        self.assertEqual(text, "--- a/box.rigy.yaml\n+++ b/box.rigy.yaml\n" + MOVED + """\
--- nothing
+++ b/coming.rigy.yaml
+ mesh body
+ primitive body.core
    type box
    x 1
    y 1
    z 1
    translation 0, 0, 0
2 added, 0 removed, 0 changed
--- a/going.rigy.yaml
+++ nothing
- mesh body
- primitive body.core
    type box
    x 1
    y 1
    z 1
    translation 0, 0, 0
0 added, 2 removed, 0 changed
""")
        renamed = self.git("diff", "--cached", "-M", "--", "coming.rigy.yaml", "going.rigy.yaml")
        self.assertEqual(renamed, "--- a/going.rigy.yaml\n+++ b/coming.rigy.yaml\nno change\n")

    def test_the_work_tree_has_the_imports(self):
        self.with_driver()
        for name, text in {"sub/cart.rigy.yaml": CART, "sub/parts/wheel.rigy.yaml": WHEEL,
                           "sub/parts/wheel.ricy.yaml": CONTRACT}.items():
            self.write(name, text)
        self.commit()
        self.write("sub/cart.rigy.yaml", CART.replace("id: one", "id: first"))
        self.assertEqual(self.git("diff"), """\
--- a/sub/cart.rigy.yaml
+++ b/sub/cart.rigy.yaml
~ instance first
    renamed from one
0 added, 0 removed, 1 changed
note: imports, contracts and weight files are those of the work tree on both sides
""")

    def test_errors_do_not_stop_git(self):
        self.with_driver()
        self.write("a.rigy.yaml", BOX)
        self.write("z.rigy.yaml", BOX)
        self.commit()
        self.write("a.rigy.yaml", "version: [")
        self.write("z.rigy.yaml", BOX.replace("x: 1", "x: 2"))
        text = self.git("diff")
        self.assertIn("b/a.rigy.yaml:", text)
        self.assertIn("error[", text)
        self.assertTrue(text.endswith(MOVED))

    def test_unmerged_files_are_named(self):
        self.with_driver()
        self.write("box.rigy.yaml", BOX)
        self.commit()
        self.git("checkout", "-q", "-b", "side")
        self.write("box.rigy.yaml", BOX.replace("x: 1", "x: 2"))
        self.commit()
        self.git("checkout", "-q", "main")
        self.write("box.rigy.yaml", BOX.replace("x: 1", "x: 3"))
        self.commit()
        self.git("merge", "side", status=1)
        self.assertEqual(self.git("diff", "--cached"), "* Unmerged path box.rigy.yaml\n")

    def test_show_and_the_environment_variable(self):
        self.with_driver()
        self.write("box.rigy.yaml", BOX)
        self.commit()
        self.write("box.rigy.yaml", BOX.replace("x: 1", "x: 2"))
        self.commit()
        self.assertTrue(self.git("show", "--ext-diff", "--format=", "HEAD").endswith(MOVED))
        done = subprocess.run(["git", "diff", "HEAD~1"], cwd=self.folder, capture_output=True, text=True, check=True,
                              env=ENVIRONMENT | {"GIT_EXTERNAL_DIFF": f"'{RIGY}' diff --git-driver"})
        self.assertTrue(done.stdout.endswith(MOVED))

    def test_other_numbers_of_arguments(self):
        self.assertEqual(self.rigy("--git-driver", "a", "b", status=2)[1],
                         "rigy: rigy diff --git-driver takes the 7 arguments of git's external diffs, not 2\n")


if __name__ == "__main__":
    RIGY = rigy_program(__doc__, needs=["git"])
    unittest.main()
