#!/usr/bin/env python3
"""RigBench: references meet everything, flawed answers fail where they should, and the runner keeps its promises."""
import argparse
import fnmatch
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
import types
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent / "bench" / "rigbench"
sys.path.insert(0, str(HOME))
from judge import author, clips, flaws, motion, png  # noqa: E402
from judge.answer import Answer  # noqa: E402
from judge.expect import WORDS, judge  # noqa: E402
from judge.program import Program  # noqa: E402
from judge.prompts import Prompt, PromptError, choose, load, parse, split_of  # noqa: E402
from judge.score import score_folder  # noqa: E402
from judge.words import COLORS, is_color  # noqa: E402

RIGY = None


# What is no id in an expectation: words of the judge, directions, colors.
PLAIN_WORDS = {*WORDS, *clips.WORDS, *COLORS, "all", "none", "of", "on", "parent", "points", "length", "share", "axis", "within", "moves", "keeps",
               "loops", "travels", "width", "height", "depth", "x", "y", "z", "up", "down", "left", "right", "front", "back"}


def ids_in(line):
    """The ids, tags and patterns of an expectation: of `chair.*.seat` both "chair" and "seat"."""
    for word in line.split():
        if word not in PLAIN_WORDS and not re.fullmatch(r"-?[\d.]+", word):
            yield from (one for one in word.removeprefix("tag:").split(".") if one != "*")


def rigbench(*arguments, folder=None):
    return subprocess.run([sys.executable, HOME / "rigbench", *map(str, arguments), "--rigy", RIGY], cwd=folder,
                          capture_output=True, text=True, check=False)


class Prompts(unittest.TestCase):
    prompts = load()

    def test_there_are_twenty_of_each_level(self):
        levels = [prompt.level for prompt in self.prompts]
        self.assertEqual({level: levels.count(level) for level in levels}, {1: 20, 2: 20, 3: 20})

    def test_every_expectation_begins_with_a_known_word(self):
        unknown = [(prompt.id, line) for prompt in self.prompts for line in prompt.expectations if line.split()[0] not in WORDS]
        self.assertEqual(unknown, [])

    def test_no_expectation_is_counted_twice(self):
        for prompt in self.prompts:
            self.assertEqual(len(prompt.expectations), len(set(prompt.expectations)), prompt.id)

    def test_the_text_names_every_id_that_is_expected(self):
        """Nobody can guess an id: what the judge looks for is in the prompt, itself or by the one it is likened to ("the same
        with `R_`", "`leg0` to `leg3`")."""
        unnamed = []
        for prompt in self.prompts:
            named = set(re.findall(r"`([^`]+)`", prompt.text))
            named |= {one.replace("L_", "R_") for one in named} | {one.replace("front", "back") for one in named}
            named |= {one.replace("L_", "R_") for one in named}
            for line in prompt.expectations:
                for name in ids_in(line):
                    # Numbers count on from those that are named.
                    if not any(fnmatch.fnmatchcase(one, name) or one.rstrip("0123456789") == name.rstrip("0123456789") for one in named):
                        unnamed.append((prompt.id, line, name))
        self.assertEqual(unnamed, [])

    def test_the_author_gets_every_number_that_is_expected(self):
        """A good answer with other sizes than ours must not fail by what nobody said. Turns are the judge's own."""
        missing = []
        for prompt in self.prompts:
            given = set(re.findall(r"\d+(?:\.\d+)?", prompt.instruction()))
            for line in prompt.expectations:
                if line.split()[0] not in ("turn", "follows"):
                    numbers = re.findall(r"(?<![\w.])(?:\d+\.\d+|\d+)(?![\w])|(?<=\.\.)\d+(?:\.\d+)?", line)
                    missing += [(prompt.id, line) for one in numbers if float(one) != 0 and one not in given]
                if line.startswith("symmetric") and "mirror image" not in prompt.instruction():
                    missing.append((prompt.id, line))
                if " points " in line and f"points {line.split(' points ')[1].split()[0]}" not in prompt.instruction():
                    missing.append((prompt.id, line))
        self.assertEqual(missing, [])

    def test_the_author_gets_every_color_that_is_expected(self):
        missing = []
        for prompt in self.prompts:
            listed = prompt.instruction().splitlines()
            for line in prompt.expectations:
                word, *words = line.split()
                if word != "color":
                    continue
                name, *colors = words
                if not any(f"`{next(ids_in(name))}`" in one and all(color in one for color in colors) for one in listed):
                    missing.append((prompt.id, line))
        self.assertEqual(missing, [])

    def test_the_text_says_what_a_bone_is_a_child_of(self):
        """By the parent's name, or by "its child", "each the child of the one before", "below them" and the like."""
        silent = []
        for prompt in self.prompts:
            for line in prompt.expectations:
                match = re.match(r"bone (\S+) parent (\S+)", line)
                if not match or match[2] == "none":
                    continue
                left = match[2].replace("R_", "L_")
                parents = {match[2], left, re.sub(r"\d+$", "0", left)}
                by_name = any(re.search(rf"child(?:ren)?\s+of\s+`{re.escape(one)}`", prompt.text) for one in parents)
                if not by_name and not re.search(r"its\s+child|child\s+of\s+the\s+one\s+before|the\s+chain|below\s+them|each\s+the\s+child", prompt.text):
                    silent.append((prompt.id, line))
        self.assertEqual(silent, [])

    def test_levels_two_and_three_ask_for_rigs_poses_and_motion(self):
        for prompt in self.prompts:
            kinds = {WORDS[line.split()[0]][0] for line in prompt.expectations}
            if prompt.level == 2:
                self.assertLessEqual({"bones", "weights", "poses"}, kinds, prompt.id)
                self.assertGreaterEqual(len({line.split()[1] for line in prompt.expectations if line.startswith("pose ")}), 2, prompt.id)
            if prompt.level == 3:
                self.assertIn(prompt.kind, ("scene", "motion"), prompt.id)

    def test_halves_are_stable_and_large_enough(self):
        self.assertEqual([split_of(name) for name in ("mug", "barrel", "guitar")], ["hidden", "public", "public"])
        for level in {prompt.level for prompt in self.prompts}:
            half = choose(self.prompts, "hidden", level)
            self.assertTrue(7 <= len(half) <= 13, (level, len(half)))
        self.assertNotEqual(choose(self.prompts, "hidden"), choose(self.prompts, "hidden", salt="secret"))

    def test_the_page_lists_every_prompt(self):
        page = (HOME.parent.parent / "docs" / "rigbench.md").read_text(encoding="utf-8")
        rows = [f"| `{prompt.id}`: {prompt.title} | {prompt.level} | {split_of(prompt.id)} | {len(prompt.expectations)} |" for prompt in self.prompts]
        self.assertEqual([row for row in rows if row not in page], [])

    def test_the_page_describes_every_word(self):
        page = (HOME.parent.parent / "docs" / "rigbench.md").read_text(encoding="utf-8")
        self.assertEqual([word for word in WORDS if f"`{word}" not in page], [])
        self.assertEqual([word for word in clips.WORDS if f"`clip C {word}" not in page], [])

    def test_a_broken_prompt_is_refused(self):
        with self.assertRaises(PromptError):
            parse("x", "title: X\n\nText\n")


class Answers(unittest.TestCase):
    prompts = load()

    def test_references_meet_everything(self):
        for prompt in self.prompts:
            with self.subTest(prompt.id):
                score = score_folder(Program(RIGY), prompt, HOME / "references")
                self.assertEqual([(verdict.expectation, verdict.found) for verdict in score.failed()], [])

    def test_flawed_answers_fail_where_they_should(self):
        prompts = {prompt.id: prompt for prompt in self.prompts}
        flawed = flaws.load()
        self.assertGreaterEqual(len(flawed), 20)
        for flaw in flawed:
            with self.subTest(flaw.id), tempfile.TemporaryDirectory() as name:
                flaws.write(flaw, prompts[flaw.prompt], Path(name))
                score = score_folder(Program(RIGY), prompts[flaw.prompt], name)
                self.assertEqual([verdict.expectation for verdict in score.failed()], flaw.fails)


# A post on a plate, a ball in the post, a lid on a hinge.
DOCUMENT = """version: "0.13"
materials: {red: {base_color: [0.6, 0.02, 0.02, 1]}}
meshes:
  - id: thing
    material: red
    primitives:
      - {id: plate, type: box, tags: [flat], dimensions: {x: 1, y: 0.1, z: 1}, transform: {translation: [0, 0.05, 0]}}
      - {id: post, type: box, dimensions: {x: 0.2, y: 1, z: 0.2}, transform: {translation: [0, 0.6, 0]}}
      - {id: ball, type: sphere, dimensions: {radius: 0.05}, transform: {translation: [0, 0.6, 0]}}
      - {id: lid, type: box, tags: [flat], dimensions: {x: 0.4, y: 0.1, z: 0.4}, transform: {translation: [0.1, 1.15, -0.1]}}
armatures:
  - id: rig
    bones:
      - {id: base, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: hinge, parent: base, head: [0, 1.1, 0.1], tail: [0, 1.1, -0.3]}
bindings:
  - mesh_id: thing
    armature_id: rig
    weights:
      - {primitive_id: plate, bones: [{bone_id: base, weight: 1}]}
      - {primitive_id: post, bones: [{bone_id: base, weight: 1}]}
      - {primitive_id: ball, bones: [{bone_id: base, weight: 1}]}
      - {primitive_id: lid, bones: [{bone_id: hinge, weight: 1}]}
poses:
  - id: open
    bones:
      base: {rotation: [1, 0, 0, 0], translation: [0, 0, 0]}
      hinge: {rotation: [0.7071, 0.7071, 0, 0], translation: [0, 1.1, 0.1]}
"""
MET = """check
parts plate post ball lid
count tag:flat 2
count l* 1..3
size height 1.2
size width 0.2 of post
stands plate
joined post plate
attached tag:flat post
touching post plate
touching lid post
distance plate lid 1
inside ball post
encloses post ball
symmetric plate
symmetric post axis z
above lid post
before lid post
left_of post lid 0.05
higher lid post 0.2
color plate blue red
bones 2
bone base parent none points up
bone hinge parent base points front length 0.4
follows lid hinge share 1
turn hinge x 30 moves lid 0.09 up
turn hinge x 30 keeps post
pose open moves lid 0.14 up
pose open keeps plate
pose open joined lid post
pose open distance lid plate 1..1.01"""
UNMET = """lint
parts plate roof
count tag:flat 3
size depth 0.2
size height 0.3..0.9 of post
stands lid
joined lid plate
attached ball plate
touching ball post
distance plate lid 0..0.5
inside post ball
encloses ball post
symmetric lid
above post lid
before post lid
left_of lid post
higher post lid
color plate blue green
bones 3..9
bone hinge parent none
bone hinge points up
bone jaw
follows lid base
follows lid jaw
turn hinge x 30 moves post 0.001
turn hinge x 30 keeps lid
turn jaw x 30 moves lid 0.1
pose open moves lid 0.2 down
pose open keeps lid
pose shut keeps lid
pose open distance lid plate 0..0.5
child lid"""


class Expectations(unittest.TestCase):
    def judged(self, lines):
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "thing.rigy.yaml").write_text(DOCUMENT, encoding="utf-8")
            answer = Answer(Program(RIGY), Prompt("thing", "Thing", 1, ""), name)
            return [(line, judge(answer, line)) for line in lines.splitlines()]

    def test_what_is_so_is_met(self):
        self.assertEqual([(line, verdict.found) for line, verdict in self.judged(MET) if not verdict.met], [])

    def test_what_is_not_so_is_not_met(self):
        self.assertEqual([(line, verdict.found) for line, verdict in self.judged(UNMET) if verdict.met], [])

    def test_every_word_is_tried(self):
        tried = {line.split()[0] for line in (MET + "\n" + UNMET).splitlines()}
        self.assertEqual(set(WORDS) - tried, {"clip"})


class StubClips:
    """Two points that swing for a second: a foot to the front and up, a hand the other way, while a base stays."""

    def clip(self, name):
        return types.SimpleNamespace(length=1.0, extras={"loop": name == "walk", "travel": [0, 0, -0.5]})

    def tracks(self, name):
        waves = [math.sin(2 * math.pi * i / 24) for i in range(25)]
        return {"a.foot": [[[0, 0.1 + 0.1 * abs(wave), 0.2 * wave]] for wave in waves],
                "a.hand": [[[0, 1.2, -0.1 * wave]] for wave in waves], "a.base": [[[0, -0.02, 0]] for wave in waves]}

    def rest(self, path):
        return {"a.foot": [[0, 0.1, 0]], "a.hand": [[0, 1, 0]], "a.base": [[0, -0.02, 0]]}[path]

    def is_closed(self, name):
        return True


CLIPS_MET = """walk loops
walk length 0.5..1.5
walk travels front 0.5
walk moves foot 0.3 front
walk moves foot 0.09 up
walk moves hand 0.15
walk keeps base
walk keeps foot 0.25
walk raises hand 0.1
walk against foot hand
walk together foot foot up
walk grounded 0.03"""
CLIPS_UNMET = """once loops
walk length 2..3
walk travels back 0.1..1
walk moves foot 0.5 front
walk moves base 0.001
walk keeps foot 0.1
walk raises foot 0.01
walk against foot foot
walk together foot hand
walk grounded 0.01"""


class Clips(unittest.TestCase):
    def judged(self, lines):
        answer = types.SimpleNamespace(clips=StubClips(), primitives=lambda name: [f"a.{name}"])
        return [(line, clips.clip(answer, line.split())) for line in lines.splitlines()]

    def test_what_is_so_is_met_and_what_is_not_is_not(self):
        self.assertEqual([line for line in self.judged(CLIPS_MET) if not line[1][0]], [])
        self.assertEqual([line for line in self.judged(CLIPS_UNMET) if line[1][0]], [])
        self.assertEqual({line.split()[1] for line in CLIPS_UNMET.splitlines()}, set(clips.WORDS))

    def test_vertices_follow_exported_bones_as_they_do_in_a_baked_pose(self):
        prompt = next(prompt for prompt in load() if prompt.id == "goldfish")
        answer = Answer(Program(RIGY), prompt, HOME / "references")
        answer.motion = answer.entry  # A pose of an asset is an animation of its export, too.
        moving = motion.Motion(answer)
        found = next(item for item in moving.exported.json["animations"] if item["name"] == "bend_left")
        bones = moving.skin_matrices(motion.Clip(moving.exported, found), 0)
        baked = answer.shape("bend_left")
        for path, vertices in moving.influences.items():
            step = max(1, len(baked[path]) // 3 // motion.VERTICES)
            for i, (position, weights) in enumerate(vertices):
                place = motion.blended(bones, position, weights)
                self.assertLess(math.dist(place, baked[path][3 * i * step:3 * i * step + 3]), 1e-6, path)


class Runner(unittest.TestCase):
    def test_a_missing_answer_scores_nothing(self):
        with tempfile.TemporaryDirectory() as name:
            done = rigbench("run", "--answers", name, "--only", "mug", "--json", "-")
            report = json.loads(done.stdout)
            self.assertEqual((done.returncode, report["total"]["score"], report["prompts"][0]["missing"]), (1, 0, True))

    def test_comments_do_not_silence_the_linter(self):
        text = (HOME / "references" / "mug.rigy.yaml").read_text(encoding="utf-8")
        text = text.replace("0.0705, 0.0565, 0]}}", "0.0905, 0.0565, 0]}}  # rigy-lint: allow L01")
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "mug.rigy.yaml").write_text(text, encoding="utf-8")
            done = rigbench("run", "--answers", name, "--only", "mug")
            self.assertIn("not met: lint  (L01", done.stdout)

    def test_a_command_is_asked_once(self):
        with tempfile.TemporaryDirectory() as name:
            counter = Path(name) / "count"
            command = f"echo asked >>{counter}; cat {HOME}/references/$RIGBENCH_ID.rigy.yaml"
            for _ in range(2):
                done = rigbench("run", "--command", command, "--out", Path(name) / "out", "--only", "mug")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(counter.read_text(encoding="utf-8"), "asked\n")

    def test_a_slow_command_is_ended_and_asked_again(self):
        with tempfile.TemporaryDirectory() as name:
            start = time.monotonic()
            for _ in range(2):
                done = rigbench("run", "--command", "sleep 60 | cat", "--seconds", "0.3", "--out", name, "--only", "mug")
                self.assertIn("mug: took more than 0.3 s", done.stderr)
            self.assertLess(time.monotonic() - start, 20)

    def test_documents_are_found_in_the_text_of_a_model(self):
        prompt = next(prompt for prompt in load() if prompt.id == "mug")
        text = "Here:\n```yaml\n# file: parts/cup.rigy.yaml\nversion: \"0.13\"\n```\nand\n```yaml\nversion: \"0.12\"\n```\n```\n# file: ../evil\nx\n```\n"
        self.assertEqual(sorted(author.documents(text, prompt)), ["mug.rigy.yaml", "parts/cup.rigy.yaml"])
        self.assertEqual(author.documents("version: x\n", prompt), {"mug.rigy.yaml": "version: x\n"})

    def test_the_language_says_which_file_a_block_is(self):
        prompt = next(prompt for prompt in load() if prompt.id == "walking-man")
        text = "```yaml\nversion: \"0.13\"\n```\n```yaml\nrigm_version: \"0.1\"\n```\n"
        self.assertEqual(sorted(author.documents(text, prompt)), ["walking-man.rigm.yaml", "walking-man.rigy.yaml"])

    def test_an_answer_has_so_much_time_and_no_more(self):
        prompt = next(prompt for prompt in load() if prompt.id == "mug")
        answer = Answer(Program(RIGY).for_one_prompt(0), prompt, HOME / "references")
        self.assertEqual([judge(answer, line).found for line in ("size height 0..1", "stands body")], ["judging took too long"] * 2)

    def test_an_answer_with_nothing_in_it_does_not_end_the_run(self):
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "mug.rigy.yaml").write_text('version: "0.13"\n', encoding="utf-8")
            done = rigbench("run", "--answers", name, "--only", "mug")
            self.assertEqual((done.returncode, "100.0" in done.stdout.splitlines()[0]), (1, False), done.stderr)

    def test_what_cannot_be_asked_is_a_mistake_of_usage(self):
        wrong = [
            (["list", "--only", "mugg"], "there is no prompt 'mugg'; did you mean 'mug'?"),
            (["run", "--answers", HOME / "references", "--only", "mug", "--split", "public"],
             "no prompt is left: --split, --level and --only exclude each other"),
            (["run", "--answers", "nowhere"], "there is no folder nowhere"),
            (["montage", "--answers", "nowhere"], "there is no folder nowhere"),
        ]
        for arguments, message in wrong:
            done = rigbench(*arguments)
            self.assertEqual((done.returncode, done.stderr), (2, f"rigbench: {message}\n"), arguments)

    def test_a_sheet_has_every_answer(self):
        with tempfile.TemporaryDirectory() as name:
            done = rigbench("montage", "--answers", HOME / "references", "--only", "mug,barrel,teapot", "--columns", "2",
                            "--out", Path(name) / "sheet.png")
            self.assertEqual(done.returncode, 0, done.stderr)
            width, height, _ = png.read((Path(name) / "sheet.png").read_bytes())
            self.assertEqual((width, height), (640, 480))

    def test_a_page_shows_an_object(self):
        with tempfile.TemporaryDirectory() as name:
            done = rigbench("montage", "--answers", HOME / "references", "--only", "mug", "--out", Path(name) / "page")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn('<img src="mug.png"', (Path(name) / "page" / "index.html").read_text(encoding="utf-8"))

    def test_a_page_shows_poses_and_clips(self):
        with tempfile.TemporaryDirectory() as name:
            done = rigbench("montage", "--answers", HOME / "references", "--only", "seesaw,flapping-bat", "--out", name)
            self.assertEqual(done.returncode, 0, done.stderr)
            pictures = sorted(path.name for path in Path(name).glob("*.png"))
            self.assertEqual(pictures, ["flapping-bat.clip.flap.png", "flapping-bat.png", "seesaw.left_down.png", "seesaw.png", "seesaw.right_down.png"])


class Colors(unittest.TestCase):
    def test_colors_have_the_names_that_people_give_them(self):
        brown, white, blue = [0.3, 0.14, 0.05, 1], [0.85, 0.85, 0.85, 1], [0.03, 0.1, 0.4, 1]
        self.assertEqual([is_color("brown", color) for color in (brown, white, blue)], [True, False, False])
        self.assertEqual([is_color("white", color) for color in (brown, white, blue)], [False, True, False])
        self.assertEqual([is_color("blue", color) for color in (brown, white, blue)], [False, False, True])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    options, rest = parser.parse_known_args()
    RIGY = os.path.abspath(options.rigy)
    sys.exit(unittest.main(argv=[sys.argv[0], *rest]))
