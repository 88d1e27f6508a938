"""The import plugin in the editor of Godot 3, without a window: a project with documents becomes scenes."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
EXAMPLES = REPOSITORY / "examples"
sys.path.insert(0, str(REPOSITORY / "python"))

import rigy  # noqa: E402  (its folder is given above)

GODOT = "godot3-server"
RIGY = Path(os.environ["RIGY"]).resolve()
SECONDS = 120
NEAR = 1e-3  # Godot enlarges boxes a little

# What the import dock writes.
CHOSEN = """[remap]

importer="rigy"
type="PackedScene"

[deps]

source_file="res://{name}"

[params]

clips="loops"
colliders="bodies"
bones="godot"
anchors="none"
detail="low"
merge="none"
shading="flat"
"""
WRONG = 'version: "0.13"\nmeshs: []\n'
# The shell would run the first and replace the second.
ODD = ("$(touch run).rigy.yaml", "`touch run` $HOME.rigy.yaml", "ümläut '1' #2 (3);&.rigy.yaml")
IN_PROJECT = ("robot.rigy.yaml", "humanoid.rigy.yaml", "mug.rigy.yaml", "motion/walker.rigm.yaml", "motion/walker.rigy.yaml")
SCENES = ("robot.rigy.yaml", "humanoid.rigy.yaml", "mug.rigy.yaml", "walker.rigm.yaml", "room/room.rigs.yaml", "clock.rigm.yaml",
          "other.yaml", *ODD)


def triangles_in(document, **options):
    exported = rigy.export(document, files=Path(document).parent, **options)
    return sum(part.indices.shape[0] // 3 * len(mesh.places) for mesh in exported.meshes() for part in mesh.primitives)


class InTheEditor(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.project = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.project, ignore_errors=True)
        shutil.copytree(REPOSITORY / "integrations/godot/example", cls.project, dirs_exist_ok=True)
        settings = cls.project / "project.godot"
        settings.write_text(settings.read_text(encoding="utf-8").replace('program="rigy"', f'program="{RIGY}"'), encoding="utf-8")
        subprocess.run([REPOSITORY / "integrations/godot/install", cls.project], check=True, stdout=subprocess.DEVNULL)
        for name in IN_PROJECT:
            shutil.copy(EXAMPLES / name, cls.project)
        shutil.copytree(EXAMPLES / "room", cls.project / "room")
        for name in ODD:
            shutil.copy(EXAMPLES / "mug.rigy.yaml", cls.project / name)
        (cls.project / "wrong.rigy.yaml").write_text(WRONG, encoding="utf-8")
        (cls.project / "other.yaml").write_text("a: 1\n", encoding="utf-8")
        for name in ("humanoid.rigy.yaml", "mug.rigy.yaml"):
            (cls.project / f"{name}.import").write_text(CHOSEN.format(name=name), encoding="utf-8")
        cls.start()
        cls.wait_for(lambda: all(cls.imported(name) for name in SCENES), "the imports")
        cls.seen = cls.dump()

    @classmethod
    def start(cls):
        """The editor, which imports when it starts and then looks for changes."""
        log = open(cls.project / "editor.log", "wb")
        cls.addClassCleanup(log.close)
        editor = subprocess.Popen([GODOT, "--editor", "--path", cls.project], stdout=log, stderr=log)
        cls.addClassCleanup(editor.wait)
        cls.addClassCleanup(editor.kill)

    @classmethod
    def log(cls):
        return (cls.project / "editor.log").read_text(encoding="utf-8", errors="replace")

    @classmethod
    def imported(cls, name):
        """When a document was imported: the time of its checksum, which Godot writes last."""
        found = list((cls.project / ".import").glob(f"{Path(name).name}-*.md5")) if (cls.project / ".import").is_dir() else []
        return found[0].stat().st_mtime_ns if found else 0

    @classmethod
    def wait_for(cls, holds, what):
        end = time.monotonic() + SECONDS
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"{what} did not come:\n{cls.log()[-3000:]}")
            time.sleep(0.2)

    @classmethod
    def dump(cls):
        shutil.copy(HERE / "godot_dump.gd", cls.project)
        command = [GODOT, "--path", cls.project, "-s", "res://godot_dump.gd", *(f"res://{name}" for name in SCENES)]
        subprocess.run(command, check=True, timeout=SECONDS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return json.loads((cls.project / "dump.json").read_text(encoding="utf-8"))

    def scene(self, name):
        return self.seen[f"res://{name}"]

    def test_an_asset_is_a_scene(self):
        robot = self.scene("robot.rigy.yaml")
        self.assertEqual(robot["tree"][0], "robot (Spatial)")
        self.assertEqual(robot["triangles"], triangles_in(EXAMPLES / "robot.rigy.yaml"))
        self.assertEqual(len(robot["bones"]), 7)
        self.assertEqual(list(robot["clips"]), ["wave"])
        self.assertEqual(robot["bodies"], 0)

    def test_a_scene_with_imports(self):
        room = self.scene("room/room.rigs.yaml")
        self.assertEqual(room["triangles"], triangles_in(EXAMPLES / "room/room.rigs.yaml"))
        bounds = rigy.inspect(EXAMPLES / "room/room.rigs.yaml")["summary"]["bounds"]
        # The export is turned by half a turn about y.
        for axis, sign in ((0, -1), (1, 1), (2, -1)):
            low, high = sorted(sign * bounds[end][axis] for end in ("min", "max"))
            self.assertAlmostEqual(room["low"][axis], low, delta=NEAR)
            self.assertAlmostEqual(room["high"][axis], high, delta=NEAR)
        self.assertTrue(any("foot_a (Spatial)" in line for line in room["tree"]))

    def test_clips_of_a_motion(self):
        clips = self.scene("walker.rigm.yaml")["clips"]
        self.assertEqual({name: clip["loops"] for name, clip in clips.items()}, {"greet": True, "walk": True})
        self.assertAlmostEqual(clips["walk"]["length"], 1, 5)

    def test_the_example(self):
        clock = self.scene("clock.rigm.yaml")
        self.assertEqual(clock["bones"], ["root", "swing"])
        self.assertEqual(clock["clips"], {"tick": {"length": 2, "loops": True}})

    def test_options_of_the_dock(self):
        man, mug = self.scene("humanoid.rigy.yaml"), self.scene("mug.rigy.yaml")
        self.assertIn("left_upper_arm", man["bones"])
        self.assertAlmostEqual(man["clips"]["wave"]["length"], 2, 5)
        self.assertGreater(mug["bodies"], 0)
        coarse = triangles_in(EXAMPLES / "mug.rigy.yaml", detail=0.25)
        self.assertEqual(mug["triangles"], coarse)
        self.assertLess(coarse, triangles_in(EXAMPLES / "mug.rigy.yaml") / 2)

    def test_names_that_mean_something_to_the_shell(self):
        for name in ODD:
            self.assertEqual(self.scene(name)["triangles"], triangles_in(EXAMPLES / "mug.rigy.yaml"), name)
        self.assertEqual([path for path in self.project.rglob("run*") if path.is_file()], [])

    def test_errors_have_lines_and_help(self):
        self.assertRegex(self.log(), r"wrong\.rigy\.yaml:2:1: \w+: .*meshs")
        self.assertIn("help: ", self.log())

    def test_other_files_are_left_alone(self):
        self.assertEqual(self.scene("other.yaml")["tree"], ["other (Node)"])
        self.assertNotIn("Error importing 'res://other.yaml'", self.log())
        self.assertNotIn("furniture.ricy.yaml", self.log())

    def test_z_a_changed_dependency_imports_again(self):
        names = ("room/room.rigs.yaml", "robot.rigy.yaml")
        scene, other = (self.imported(name) for name in names)
        table = self.project / "room/parts/cup.rigy.yaml"
        time.sleep(1.1)  # Godot counts whole seconds
        table.write_text(table.read_text(encoding="utf-8").replace("radius: 0.04", "radius: 0.4"), encoding="utf-8")
        self.wait_for(lambda: self.imported(names[0]) > scene, "the second import")
        self.assertEqual(self.imported(names[1]), other)
        self.break_and_correct(names[0], table)
        (self.project / "wrong.rigy.yaml").write_text((EXAMPLES / "robot.rigy.yaml").read_text(encoding="utf-8"), encoding="utf-8")
        self.wait_for(lambda: list((self.project / ".import").glob("wrong.rigy.yaml-*.scn")) or self.nudge(), "the corrected document")

    def break_and_correct(self, name, part):
        """A mistake in a dependency is told, and its correction is noticed, also that a file is there again."""
        text = part.read_text(encoding="utf-8")
        for damage, message in ((lambda: part.write_text(text.replace("radius:", "radus:"), encoding="utf-8"), "radus"),
                                (part.unlink, "cannot read")):
            time.sleep(1.1)
            said, scene = self.log().count(message), self.imported(name)
            damage()
            self.wait_for(lambda: self.log().count(message) > said, f"the message about {part.name}")
            time.sleep(1.1)
            part.write_text(text, encoding="utf-8")
            self.wait_for(lambda: self.imported(name) > scene, f"the correction of {part.name}")

    def test_z_b_a_dependency_that_changes_twice_in_a_second(self):
        """Saved again in the second in which the editor reads it: the scene has what was saved last."""
        name, part = "room/room.rigs.yaml", self.project / "room/parts/cup.rigy.yaml"
        text = part.read_text(encoding="utf-8")
        for _ in range(5):
            while time.time() % 1 > 0.05:
                time.sleep(0.01)
            seen = self.imported(name)
            stamp = int(time.time())
            part.write_text(f"{text}# first\n", encoding="utf-8")
            self.wait_for(lambda: self.imported(name) > seen, "an import")
            seen = self.imported(name)
            part.write_text(f"{text}# second\n", encoding="utf-8")
            os.utime(part, (stamp, stamp))
            if seen // 10**9 == stamp:
                self.wait_for(lambda: self.imported(name) > seen, "the import of what was saved last")
                return
            time.sleep(1.3)  # the editor looks at another moment of the second
        self.skipTest("the editor was too slow, five times, to read a file in the second of its change")

    def test_z_c_a_dependency_with_a_time_in_the_future(self):
        """It is imported when it changes, and not again and again."""
        name, part = "room/room.rigs.yaml", self.project / "room/parts/cup.rigy.yaml"
        self.wait_until_quiet(name)
        seen, ahead = self.imported(name), time.time() + 3600
        os.utime(part, (ahead, ahead))
        self.wait_for(lambda: self.imported(name) > seen, "the import of a file from the future")
        self.wait_until_quiet(name)

    def wait_until_quiet(self, name):
        """Until a document was not imported for some seconds, which soon must come."""
        for _ in range(5):
            seen = self.imported(name)
            time.sleep(5)
            if self.imported(name) == seen:
                return
        self.fail(f"{name} is imported again and again")

    def nudge(self):
        """Godot looks at sources when its window gets the focus; here a dependency that changes stands for it."""
        os.utime(self.project / "room/parts/cup.rigy.yaml")
        time.sleep(2)
        return False


if __name__ == "__main__":
    if not shutil.which(GODOT):
        print(f"{GODOT} is not installed")
        sys.exit(77)
    unittest.main(verbosity=2)  # says what is skipped, and why
