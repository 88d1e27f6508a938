#!/usr/bin/env python3
"""The GitHub Action, the template for GitLab and the hooks for pre-commit, without containers: the steps of the YAML files
are run by the shells that they name, in a repository with documents that change.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from program import git_environment, rigy_program  # noqa: E402  (needs the path)

ROOT = Path(__file__).resolve().parents[2]
ACTION = ROOT / "integrations/github"
TEMPLATE = ROOT / "integrations/gitlab/rigy.gitlab-ci.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
RIGY = None

BOX = """version: "0.6"
meshes:
  - id: body
    primitives:
      - {id: core, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 0.5, 0]}}
"""
CART = """version: "0.6"
imports: {wheel: {source: parts/the wheel.rigy.yaml}}
meshes:
  - id: body
    primitives:
      - {id: core, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 0.5, 0]}}
"""
FLOATING = """version: "0.6"
meshes:
  - id: body
    primitives:
      - {id: core, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 0.5, 0]}}
      - {id: knob, type: sphere, dimensions: {radius: 0.1}, transform: {translation: [0, 3, 0]}}
"""


class Repository(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="rigy-ci-")).resolve()
        self.addCleanup(shutil.rmtree, self.home)
        self.folder = self.home / "work"
        self.folder.mkdir()
        programs = self.home / "bin"
        programs.mkdir()
        (programs / "rigy").symlink_to(RIGY)
        self.environment = git_environment(
            {"HOME": str(self.home), "PATH": f"{programs}:{os.environ['PATH']}", "GIT_CONFIG_GLOBAL": "/dev/null"},
            without=("GIT_", "GITHUB_", "CI_", "RIGY"))
        self.run_in("git", "init", "-q", "-b", "main")
        for name in ("same.rigy.yaml", "box.rigy.yaml", "going.rigy.yaml", "parts/the wheel.rigy.yaml"):
            self.write(name, BOX)
        self.write("cart.rigy.yaml", CART)
        self.base = self.commit()

    def run_in(self, *words):
        done = subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout.strip()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def commit(self):
        self.run_in("git", "add", "-A")
        self.run_in("git", "commit", "-q", "-m", "change")
        return self.run_in("git", "rev-parse", "HEAD")

    def change(self):
        """One document is changed, one by its import alone, one is added, one removed."""
        self.write("box.rigy.yaml", BOX.replace("x: 1", "x: 2"))
        self.write("parts/the wheel.rigy.yaml", BOX.replace("y: 1", "y: 0.5"))
        self.write("coming.rigy.yaml", BOX)
        (self.folder / "going.rigy.yaml").unlink()
        self.commit()

    def made(self, pattern):
        out = self.folder / "rigy-ci"
        return sorted(str(path.relative_to(out)) for path in out.rglob(pattern) if path.is_file())

    def assert_pictures(self):
        self.assertEqual(self.made("*.png"), [
            f"pictures/{name}.png" for name in (
                "box.rigy.after", "box.rigy.before", "box.rigy.difference", "cart.rigy.after", "cart.rigy.before",
                "cart.rigy.difference", "coming.rigy.after", "going.rigy.before", "parts/the wheel.rigy.after",
                "parts/the wheel.rigy.before", "parts/the wheel.rigy.difference")])
        before, after = ((self.folder / f"rigy-ci/pictures/box.rigy.{when}.png").read_bytes() for when in ("before", "after"))
        self.assertTrue(before.startswith(b"\x89PNG"))
        self.assertNotEqual(before, after)
        summary = (self.folder / "rigy-ci/summary.md").read_text()
        for line in ("#### `box.rigy.yaml`: changed", "    resized: x 1 -> 2", "#### `coming.rigy.yaml`: added",
                     "#### `going.rigy.yaml`: removed", "~ primitive body.core in import wheel"):
            self.assertIn(f"\n{line}\n", summary)
        self.assertNotIn("same.rigy.yaml", summary)


class Runner:
    """Runs the steps of a composite action as GitHub does, those that are shell. Others are only noted."""

    def __init__(self, test, inputs, event):
        import yaml
        self.test = test
        self.action = yaml.safe_load((ACTION / "action.yml").read_text())
        self.values = {f"inputs.{name}": one["default"] for name, one in self.action["inputs"].items()}
        self.values |= {f"inputs.{name}": value for name, value in inputs.items()} | event
        self.files = {name: test.home / name.lower() for name in
                      ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        self.environment = test.environment | {name: str(path) for name, path in self.files.items()}
        self.environment["GITHUB_ACTION_PATH"] = str(ACTION)
        self.printed = ""
        self.used = []

    def term(self, text):
        text = text.strip()
        if text.startswith("'"):
            return text.strip("'")
        if found := re.fullmatch(r"hashFiles\('(.*)'\)", text):
            return "digest" if (self.test.folder / found[1]).is_file() else ""
        return self.values.get(text, "")

    def value(self, expression):
        """What `a || b`, `a && b`, `a == b` and `a != b` give, without parentheses."""
        if "||" in expression:
            return next((value for part in expression.split("||") if (value := self.value(part))), "")
        if "&&" in expression:
            return "true" if all(self.value(part) for part in expression.split("&&")) else ""
        if found := re.fullmatch(r"(.*?)(==|!=)(.*)", expression):
            return "true" if (self.term(found[1]) == self.term(found[3])) == (found[2] == "==") else ""
        return self.term(expression)

    def filled(self, text):
        return re.sub(r"\$\{\{(.*?)\}\}", lambda found: self.value(found[1]), text)

    def status(self):
        for step in self.action["runs"]["steps"]:
            if "if" in step and not self.filled(step["if"]):
                continue
            if "uses" in step:
                self.used.append((step["uses"].split("@")[0], step.get("with", {})))
                continue
            if status := self.run(step):
                return status
        return 0

    def run(self, step):
        # As GitHub's `shell: bash`.
        self.test.assertEqual(step["shell"], "bash")
        self.test.assertNotIn("${{", step["run"])
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=self.test.folder,
                              env=self.environment | {name: self.filled(text) for name, text in step.get("env", {}).items()},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.printed += done.stdout
        for line in self.lines("GITHUB_ENV"):
            name, _, value = line.partition("=")
            self.environment[name] = value
        for line in self.lines("GITHUB_PATH"):
            self.environment["PATH"] = f"{line}:{self.environment['PATH']}"
        return done.returncode

    def lines(self, name):
        return self.files[name].read_text().splitlines() if self.files[name].exists() else []


class GitHub(Repository):
    def runner(self, event=None, **inputs):
        return Runner(self, {name.replace("_", "-"): value for name, value in inputs.items()}, event or {})

    def test_a_pull_request(self):
        self.change()
        runner = self.runner({"github.event.pull_request.base.sha": self.base})
        self.assertEqual(runner.status(), 0, runner.printed)
        self.assert_pictures()
        self.assertEqual([name for name, _ in runner.used],
                         ["github/codeql-action/upload-sarif", "github/codeql-action/upload-sarif", "actions/upload-artifact"])
        for _, options in runner.used[:2]:
            report = json.loads((self.folder / options["sarif_file"]).read_text())
            self.assertEqual(report["runs"][0]["results"], [])
        self.assertIn("resized: x 1 -> 2", runner.files["GITHUB_STEP_SUMMARY"].read_text())

    def test_mistakes_are_annotations(self):
        self.write("box.rigy.yaml", BOX.replace("type: box", "type: bax"))
        self.commit()
        runner = self.runner({"github.event.before": self.base})
        self.assertEqual(runner.status(), 1, runner.printed)
        result = json.loads((self.folder / "rigy-ci/check.sarif").read_text())["runs"][0]["results"][0]
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual((result["ruleId"], place["artifactLocation"]["uri"], place["region"]["startLine"]),
                         ("P05", "box.rigy.yaml", 5))
        pattern = json.loads((ACTION / "matcher.json").read_text())["problemMatcher"][0]["pattern"][0]
        found = [match for line in runner.printed.splitlines() if (match := re.search(pattern["regexp"], line))]
        self.assertEqual([match[pattern[name]] for match in found[:1] for name in ("file", "line", "column", "severity", "code")],
                         ["box.rigy.yaml", "5", "26", "error", "P05"])
        # What was made is uploaded all the same.
        self.assertEqual(runner.used[-1][0], "actions/upload-artifact")
        self.assertIn("pictures/box.rigy.before.png", self.made("*.png"))

    def test_lint_and_its_switch(self):
        self.write("floating.rigy.yaml", FLOATING)
        self.commit()
        runner = self.runner(upload_sarif="false")
        self.assertEqual(runner.status(), 1, runner.printed)
        self.assertEqual([name for name, _ in runner.used], ["actions/upload-artifact"])
        results = json.loads((self.folder / "rigy-ci/lint.sarif").read_text())["runs"][0]["results"]
        self.assertTrue(results and results[0]["ruleId"].startswith("L"))
        self.assertEqual(self.runner(lint="false").status(), 0)
        self.assertEqual(self.made("lint.sarif"), [])

    def test_files_may_be_chosen(self):
        self.write("bad/bad.rigy.yaml", "version: [")
        self.commit()
        self.assertEqual(self.runner(files="parts box.rigy.yaml").status(), 0)
        self.assertEqual((self.folder / "rigy-ci/documents.txt").read_text(), "box.rigy.yaml\nparts/the wheel.rigy.yaml\n")
        self.assertEqual(self.runner(files="bad").status(), 1)

    def test_nothing_to_compare_with(self):
        for event in ({}, {"github.event.before": "0" * 40}):
            runner = self.runner(event)
            self.assertEqual(runner.status(), 0, runner.printed)
            self.assertIn("there is no revision to compare with", runner.printed)

    def test_a_revision_that_is_gone(self):
        self.change()
        origin = self.home / "origin.git"
        self.run_in("git", "clone", "-q", "--bare", str(self.folder), str(origin))
        self.run_in("git", "remote", "add", "origin", f"file://{origin}")
        for protocol in ("0", "2"):  # which say it in different words
            with self.subTest(protocol):
                self.run_in("git", "config", "protocol.version", protocol)
                runner = self.runner({"github.event.before": "1234567890" * 4})
                self.assertEqual(runner.status(), 0, runner.printed)
                self.assertIn("is gone", runner.printed)

    def test_a_revision_that_cannot_be_fetched(self):
        self.change()
        self.run_in("git", "remote", "add", "origin", f"file://{self.home}/nowhere.git")
        runner = self.runner({"github.event.before": "1234567890" * 4})
        self.assertEqual(runner.status(), 3, runner.printed)
        self.assertIn("nowhere.git", runner.printed)
        self.assertIn("cannot be fetched", runner.printed)
        self.assertNotIn("is gone", runner.printed)

    def test_a_revision_that_is_fetched(self):
        self.change()
        origin = self.home / "origin.git"
        self.run_in("git", "clone", "-q", "--bare", str(self.folder), str(origin))
        self.run_in("git", "-C", str(origin), "config", "uploadpack.allowAnySHA1InWant", "true")
        shutil.rmtree(self.folder)
        subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{origin}", str(self.folder)], env=self.environment, check=True)
        runner = self.runner({"github.event.before": self.base})
        self.assertEqual(runner.status(), 0, runner.printed)
        self.assert_pictures()

    def test_the_archive_of_a_release(self):
        archive = self.home / "rigy-linux.tar.gz"
        with tarfile.open(archive, "w:gz") as file:
            file.add(RIGY, "rigy-0.0.0-linux-x86_64/bin/rigy")
        (self.home / "bin/rigy").unlink()
        runner = self.runner()
        self.assertEqual(runner.status(), 3)
        self.assertIn("rigy is not on the PATH", runner.printed)
        self.assertEqual(self.runner(package=str(archive)).status(), 0)


class GitLab(Repository):
    def run_job(self, **variables):
        import yaml
        job = yaml.safe_load(TEMPLATE.read_text())["rigy"]
        lines = "\n".join([*job["before_script"], *job["script"]])
        return subprocess.run(["sh", "-e", "-c", lines], cwd=self.folder, env=self.environment | job["variables"] | variables,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def test_a_merge_request(self):
        self.change()
        done = self.run_job(CI_MERGE_REQUEST_DIFF_BASE_SHA=self.base)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assert_pictures()
        self.assertEqual(json.loads((self.folder / "rigy-ci/code-quality.json").read_text()), [])

    def test_mistakes_are_in_the_report(self):
        self.write("box.rigy.yaml", BOX.replace("type: box", 'type: "b\\\\x\\"\\t"'))
        self.write("parts/other.rigy.yaml", BOX.replace("x: 1", "x: -1"))
        self.commit()
        done = self.run_job(CI_COMMIT_BEFORE_SHA="0" * 40)
        self.assertEqual(done.returncode, 1, done.stdout)
        report = json.loads((self.folder / "rigy-ci/code-quality.json").read_text())
        self.assertEqual([(one["location"], one["severity"]) for one in report],
                         [({"path": "box.rigy.yaml", "lines": {"begin": 5}}, "major"),
                          ({"path": "parts/other.rigy.yaml", "lines": {"begin": 5}}, "major")])
        self.assertEqual(len({one["fingerprint"] for one in report}), 2)

    def test_the_template_has_the_scripts(self):
        subprocess.run([sys.executable, ROOT / "packaging/gitlab.py"], check=True)


class Hooks(Repository):
    """The hooks in the real pre-commit."""

    def setUp(self):
        super().setUp()
        if shutil.which("pre-commit") is None:
            if os.environ.get("CI"):
                self.fail("there is no pre-commit")
            self.skipTest("SKIPPED: there is no pre-commit")
        # A repository of the hooks alone, as pre-commit clones it.
        self.hooks = self.home / "hooks"
        self.hooks.mkdir()
        shutil.copy(HOOKS, self.hooks)
        for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "hooks")):
            subprocess.run(["git", *words], cwd=self.hooks, env=self.environment, check=True)

    def hook(self, name, *files):
        return subprocess.run(["pre-commit", "try-repo", str(self.hooks), name, "--files", *files], cwd=self.folder,
                              env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def test_check(self):
        self.assertEqual(self.hook("rigy-check", "box.rigy.yaml").returncode, 0)
        self.write("box.rigy.yaml", "version: [")
        done = self.hook("rigy-check", "box.rigy.yaml", "same.rigy.yaml")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("box.rigy.yaml:1:", done.stdout)
        self.write("notes.yaml", "version: [")
        self.assertIn("no files to check", self.hook("rigy-check", "notes.yaml").stdout)

    def test_fmt_writes(self):
        self.write("box.rigy.yaml", BOX.replace("version: ", "version:    "))
        self.assertEqual(self.hook("rigy-fmt", "box.rigy.yaml").returncode, 1)
        self.assertEqual((self.folder / "box.rigy.yaml").read_text(), BOX)
        self.assertEqual(self.hook("rigy-fmt", "box.rigy.yaml").returncode, 0)

    def test_lint(self):
        self.assertEqual(self.hook("rigy-lint", "box.rigy.yaml").returncode, 0)
        self.write("floating.rigy.yaml", FLOATING)
        done = self.hook("rigy-lint", "floating.rigy.yaml")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("floating.rigy.yaml:6:", done.stdout)


if __name__ == "__main__":
    RIGY = rigy_program(__doc__, needs=["git"])
    unittest.main()
