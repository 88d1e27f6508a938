#!/usr/bin/env python3
"""RigBench: references meet everything, flawed answers fail where they should, and the runner keeps its promises."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent / "bench" / "rigbench"
sys.path.insert(0, str(HOME))
from judge import author, flaws, png  # noqa: E402
from judge.expect import WORDS  # noqa: E402
from judge.program import Program  # noqa: E402
from judge.prompts import PromptError, choose, load, parse, split_of  # noqa: E402
from judge.score import score_folder  # noqa: E402
from judge.words import is_color  # noqa: E402

RIGY = None


def rigbench(*arguments, folder=None):
    return subprocess.run([sys.executable, HOME / "rigbench", *map(str, arguments), "--rigy", RIGY], cwd=folder,
                          capture_output=True, text=True, check=False)


class Prompts(unittest.TestCase):
    prompts = load()

    def test_there_are_twenty_of_each_level(self):
        levels = [prompt.level for prompt in self.prompts]
        self.assertEqual({level: levels.count(level) for level in levels}, {1: 20})

    def test_every_expectation_begins_with_a_known_word(self):
        unknown = [(prompt.id, line) for prompt in self.prompts for line in prompt.expectations if line.split()[0] not in WORDS]
        self.assertEqual(unknown, [])

    def test_no_expectation_is_counted_twice(self):
        for prompt in self.prompts:
            self.assertEqual(len(prompt.expectations), len(set(prompt.expectations)), prompt.id)

    def test_the_text_names_every_id_that_is_expected(self):
        """Nobody can guess an id: what the judge looks for is in the prompt."""
        words = {"parts": slice(1, None), "count": slice(1, 2), "bone": slice(1, 2), "child": slice(1, 2), "pose": slice(1, 2), "clip": slice(1, 2)}
        for prompt in self.prompts:
            for line in prompt.expectations:
                first, *rest = line.split()
                for name in line.split()[words[first]] if first in words else []:
                    plain = name.removeprefix("tag:").replace("*", "")
                    self.assertTrue(f"`{plain}" in prompt.text or f"{plain}`" in prompt.text, f"{prompt.id}: {name}")

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
        self.assertGreaterEqual(len(flawed), 9)
        for flaw in flawed:
            with self.subTest(flaw.id), tempfile.TemporaryDirectory() as name:
                flaws.write(flaw, prompts[flaw.prompt], Path(name))
                score = score_folder(Program(RIGY), prompts[flaw.prompt], name)
                self.assertEqual([verdict.expectation for verdict in score.failed()], flaw.fails)


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

    def test_an_unknown_prompt_is_a_mistake_of_usage(self):
        done = rigbench("list", "--only", "mugg")
        self.assertEqual((done.returncode, done.stderr), (2, "rigbench: there is no prompt mugg\n"))

    def test_a_sheet_has_every_answer(self):
        with tempfile.TemporaryDirectory() as name:
            done = rigbench("montage", "--answers", HOME / "references", "--only", "mug,barrel,teapot", "--columns", "2",
                            "--out", Path(name) / "sheet.png")
            self.assertEqual(done.returncode, 0, done.stderr)
            width, height, _ = png.read((Path(name) / "sheet.png").read_bytes())
            self.assertEqual((width, height), (640, 480))

    def test_a_page_shows_poses(self):
        with tempfile.TemporaryDirectory() as name:
            done = rigbench("montage", "--answers", HOME / "references", "--only", "mug", "--out", Path(name) / "page")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn('<img src="mug.png"', (Path(name) / "page" / "index.html").read_text(encoding="utf-8"))


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
