#!/usr/bin/env python3
"""The rules for ninja and make (integrations/ninja, integrations/make): outputs are those of a plain run, and made again when,
and only when, a file that they are made from changes.

    rules_test.py --rigy PROGRAM
"""

import os
import sys
import tempfile
import unittest
from pathlib import Path

import engines

RIGY = str(Path(sys.argv[sys.argv.index("--rigy") + 1]).resolve())
COUNT = 40


class Rules(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.library = Path(self.folder.name) / "library"
        self.documents = engines.write_library(self.library, COUNT)
        self.plain = engines.plain_digests(RIGY, self.library, Path(self.folder.name) / "plain")

    def changed_digests(self):
        return engines.plain_digests(RIGY, self.library, Path(self.folder.name) / "plain")

    def names(self, documents):
        return {Path(document).name.replace(".rigy.yaml", ".glb") for document in documents}

    def times(self, folder):
        return {path.name: path.stat().st_mtime_ns for path in folder.glob("*.glb")}

    def check_change(self, out, build, statuses):
        """`statuses(before)` names what was made since then."""
        self.assertEqual(engines.digests(out), self.plain)
        before = self.times(out)
        build()
        self.assertEqual(self.times(out), before, "nothing had changed")
        part = engines.popular_part(self.library, self.documents)
        engines.change(part)
        build()
        users = self.names(engines.imports_of(self.library, part.name))
        self.assertEqual(statuses(before), users)
        self.assertEqual(engines.digests(out), self.changed_digests())

    def made_since(self, out):
        return lambda before: {name for name, time in self.times(out).items() if before.get(name) != time}

    def test_ninja_one_by_one(self):
        lines = ["builddir = .", f"include {engines.SOURCE}/integrations/ninja/rigy.ninja", f"rigy = {RIGY}"]
        for document in self.documents:
            name = Path(document).name.replace(".rigy.yaml", "")
            lines.append(f"build out/{name}.glb: rigy_compile {document}")
        first = self.documents[0]
        lines += [f"build out/first.fbx: rigy_export {first}", f"build out/first.png: rigy_render {first}",
                  "  flags = --size 64x64"]
        (self.library / "build.ninja").write_text("\n".join(lines) + "\n")
        build = lambda: engines.run("ninja", cwd=self.library)
        build()
        self.assertTrue((self.library / "out/first.fbx").stat().st_size > 0)
        self.assertTrue((self.library / "out/first.png").stat().st_size > 0)
        self.check_change(self.library / "out", build, self.made_since(self.library / "out"))
        self.assertIn("no work to do", build().stdout)

    def test_ninja_batch(self):
        outputs = " ".join(f"out/{Path(document).name.replace('.rigy.yaml', '.glb')}" for document in self.documents)
        (self.library / "build.ninja").write_text(
            f"include {engines.SOURCE}/integrations/ninja/rigy.ninja\nrigy = {RIGY}\n"
            f"build out/all.stamp | {outputs}: rigy_compile_all list.txt | {' '.join(self.documents)}\n  out_dir = out\n")
        build = lambda: engines.run("ninja", cwd=self.library)
        build()
        self.check_change(self.library / "out", build, self.made_since(self.library / "out"))
        self.assertIn("no work to do", build().stdout)

    def test_make(self):
        folders = " ".join(sorted({str(Path(document).parent) for document in self.documents}))
        outputs = " ".join(f"out/{Path(document).name.replace('.rigy.yaml', '.glb')}" for document in self.documents)
        first = Path(self.documents[0]).name.replace(".rigy.yaml", "")
        (self.library / "Makefile").write_text(
            f"RIGY := {RIGY}\nRIGY_OUT := out\nRIGY_RENDER_FLAGS := --size 64x64\nvpath %.yaml {folders}\n"
            f"all: {outputs} out/{first}.fbx out/{first}.png\n"
            f"include {engines.SOURCE}/integrations/make/rigy.mk\n")
        build = lambda: engines.run("make", cwd=self.library)
        build()
        self.assertTrue((self.library / f"out/{first}.fbx").stat().st_size > 0)
        self.assertTrue((self.library / f"out/{first}.png").stat().st_size > 0)
        self.check_change(self.library / "out", build, self.made_since(self.library / "out"))
        self.assertIn("Nothing to be done", build().stdout)
        self.check_missing_files()

    def test_odd_names_in_depfiles(self):
        """make takes the names in a depfile for those of the files, whatever characters they have."""
        folder = Path(self.folder.name) / "odd"
        folder.mkdir()
        for name in ("a b", "a:b", "a#b", "a$b", "a\\b", "a\\ b", "a\\:b", "a\\#b"):
            with self.subTest(name=name):
                document = folder / f"{name}.rigy.yaml"
                document.write_text(f"version: '0.6'\nimports: {{part: {{source: '{name}'}}}}\n")
                (folder / name).write_text("version: '0.6'\n")
                engines.run(RIGY, "compile", document.name, "-o", f"{name}.glb", "--depfile", "odd.d", "--depfile-phony", cwd=folder)
                (folder / "Makefile").write_text("include odd.d\n%.glb:\n\t@true\n")
                rules = engines.run("make", "-pn", cwd=folder).stdout
                engines.run("make", "-q", f"{name}.glb", cwd=folder)
                os.utime(folder / name, (2**31, 2**31))
                engines.run("make", "-q", f"{name}.glb", cwd=folder, status=1)
                self.assertIn(f"\n{name}.glb: {document.name} {name}\n", rules)

    def check_missing_files(self):
        part = engines.popular_part(self.library, self.documents)
        text = part.read_text()
        part.unlink()
        done = engines.run("make", status=2, cwd=self.library)
        self.assertIn(f"/{part.name}': there is no such file", done.stderr)
        self.assertNotIn("No rule to make target", done.stderr)
        part.write_text(text)
        engines.run("make", cwd=self.library)
        # The rules are for files that documents name: others are still missing.
        done = engines.run("make", "other.yaml", status=2, cwd=self.library)
        self.assertIn("No rule to make target 'other.yaml'", done.stderr)
        done = engines.run("make", "out/other.glb", status=2, cwd=self.library)
        self.assertIn("No rule to make target 'out/other.glb'", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
