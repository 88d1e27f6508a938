#!/usr/bin/env python3
"""Many documents in one command: outputs, messages and status are those of single commands, for any number of threads; each
shared file is read once; memory does not grow with the number of documents; --report and --trust-links.

    batch_test.py --rigy PROGRAM
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import engines
from batch_case import RIGY, STATE, BatchCase

BYTES_PER_SPHERE = 25_752
TANGLES = int(os.environ.get("TANGLES", "60"))  # random libraries; number 49 found a fault


def peak_memory(*command, cwd):
    """In bytes; the command must succeed."""
    child = subprocess.Popen(list(map(str, command)), cwd=cwd, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    assert status == 0, command
    return usage.ru_maxrss * 1024


class Batch(BatchCase):
    # --- as alone -----------------------------------------------------------------------------

    def alone(self, command, documents):
        """What single commands print and write, and their worst status."""
        text, worst = "", 0
        folder = self.work / "alone"
        folder.mkdir()
        for document in documents:
            more = ["-o", folder / Path(document).name.replace(".rigy.yaml", ".glb")] if command == "compile" else []
            done = subprocess.run([RIGY, command, document, *more], cwd=self.library, capture_output=True, text=True)
            text += done.stderr
            worst = max(worst, done.returncode)
        return text, worst

    def damage(self, documents):
        """Warnings and errors in documents and in parts, an import that does not exist, a cycle, a broken contract."""
        parts = sorted((self.library / "parts").glob("*.rigy.yaml"))
        warned = parts[0]
        warned.write_text(warned.read_text() + "armatures:\n  - {id: rig, bones: [{id: hip, head: [0, 5, 0], tail: [0, 6, 0]}]}\n")
        broken = parts[1]
        broken.write_text(broken.read_text().replace("radius:", "radus:").replace("x:", "ex:", 1))
        (self.library / "parts/odd.ricy.yaml").write_text('contract_version: "0.1"\nrequired_anchors: [nowhere]\n')
        ring = ('version: "0.6"\nimports:\n  next: {{source: ring_{}.rigy.yaml}}\n')
        for i in range(3):
            (self.library / f"parts/ring_{i}.rigy.yaml").write_text(ring.format((i + 1) % 3))
        lines = {3: "  lost: {source: ../../parts/lost.rigy.yaml}\n", 5: "  ring: {source: ../../parts/ring_0.rigy.yaml}\n",
                 6: "  ring: {source: ../../parts/ring_1.rigy.yaml}\n",
                 8: f"  odd: {{source: ../../parts/{parts[2].name}, contract: ../../parts/odd.ricy.yaml}}\n",
                 9: f"  odd: {{source: ../../parts/{parts[2].name}, contract: ../../parts/odd.ricy.yaml}}\n",
                 11: "  again: {source: ../../parts/../parts/" + parts[3].name + "}\n"}
        for index, line in lines.items():
            path = self.library / documents[index]
            text = path.read_text()
            if "imports:\n" not in text:
                text = text.replace('version: "0.6"\n', 'version: "0.6"\nimports:\n')
            path.write_text(text.replace("imports:\n", "imports:\n" + line, 1))
        for index in (20, 21):
            path = self.library / documents[index]
            path.write_text(path.read_text() + "  unknown: [\n")

    def test_as_alone(self):
        documents = engines.write_library(self.library, 120)
        self.damage(documents)
        text, status = self.alone("compile", documents)
        self.assertEqual(status, 1)
        self.assertIn("warning[", text)
        self.assertIn("circular import", text)
        for jobs in (1, 2, 7):
            shutil.rmtree(self.out, ignore_errors=True)
            done = self.compile("--jobs", jobs, status=1)
            printed, summary = done.stderr.rsplit("\n", 2)[0] + "\n", done.stderr.rsplit("\n", 2)[1]
            self.assertEqual(printed, text)
            self.assertRegex(summary, r"^120 files: \d+ compiled, \d+ rejected$")
            self.assertEqual(engines.digests(self.out), engines.digests(self.work / "alone"))
        shutil.rmtree(self.work / "alone")
        text, _ = self.alone("check", documents)
        done = engines.run(RIGY, "check", "@list.txt", status=1, cwd=self.library)
        self.assertEqual(done.stderr.rsplit("\n", 2)[0] + "\n", text)

    def test_other_commands_as_alone(self):
        """lint, inspect and render print and draw for many documents what they do for each alone."""
        documents = engines.write_library(self.library, 24)
        self.damage(documents)
        for command, more in (("lint", []), ("inspect", []), ("render", ["--size", "32x32"])):
            alone, pictures = {"stdout": "", "stderr": ""}, self.work / "pictures"
            pictures.mkdir(exist_ok=True)
            worst, printed = 0, []
            for document in documents:
                out = ["-o", pictures / Path(document).name.replace(".rigy.yaml", ".png")] if command == "render" else []
                done = subprocess.run([RIGY, command, document, *more, *out], cwd=self.library, capture_output=True, text=True)
                alone["stderr"] += done.stderr
                printed += [done.stdout] if done.stdout else []
                worst = max(worst, done.returncode)
            alone["stdout"] = "\n".join(printed)
            for jobs in (1, 3):
                shutil.rmtree(self.out, ignore_errors=True)
                out = ["--out-dir", self.out] if command == "render" else []
                done = engines.run(RIGY, command, "@list.txt", *more, *out, "--jobs", jobs, status=worst, cwd=self.library)
                self.assertEqual(done.stdout, alone["stdout"], command)
                self.assertEqual(done.stderr.rsplit("\n", 2)[0] + "\n", alone["stderr"], command)
            if command == "render":
                self.assertEqual(engines.digests(self.out), engines.digests(pictures))

    def test_inspections_as_json(self):
        """An array with a value for each document, in their order: its inspection, or its diagnostics."""
        documents = engines.write_library(self.library, 24)
        self.damage(documents)
        done = engines.run(RIGY, "inspect", "@list.txt", "--format", "json", status=1, cwd=self.library)
        values = json.loads(done.stdout)
        self.assertEqual(len(values), len(documents))
        for document, value in zip(documents, values):
            alone = subprocess.run([RIGY, "inspect", document, "--format", "json"], cwd=self.library, capture_output=True, text=True)
            self.assertEqual(value, json.loads(alone.stdout), document)

    def test_unchanged_exports_and_pictures(self):
        """--skip-unchanged of other commands: another option, and a side file that is gone, make an output again."""
        documents = engines.write_library(self.library, 5)
        made = lambda: sum(job["status"] in ("exported", "drawn") for job in self.report()["jobs"])
        for command, change, side in (("export", ["--scale", "2"], "*.bin"), ("render", ["--view", "top"], "*.png")):
            kind = ["--format", "gltf"] if command == "export" else ["--size", "32x32"]
            run = lambda *more: engines.run(RIGY, command, "@list.txt", "--out-dir", self.out, "--skip-unchanged", *kind, *more,
                                            "--report", self.work / "report.json", cwd=self.library)
            run()
            self.assertEqual(made(), len(documents))
            run()
            self.assertEqual(made(), 0)
            run(*change)
            self.assertEqual(made(), len(documents))
            next(self.out.glob(side)).unlink()
            run(*change)
            self.assertEqual(made(), 1)

    def write_tangle(self, random, count):
        """Parts in several folders, imported under several names: through links to files and folders, and by detours. Some have
        warnings or errors, or import what does not exist. Returns the documents."""
        shutil.rmtree(self.library, ignore_errors=True)
        folders = ["parts", "parts/in", "more"]
        for folder in folders:
            (self.library / folder).mkdir(parents=True)
        (self.library / "linked").symlink_to("parts")
        (self.library / "more/inner").symlink_to("../parts/in")
        files = [f"{random.choice(folders)}/part_{i}" for i in range(12)]
        for i, name in enumerate(files[:4]):
            (self.library / f"more/link_{i}.rigy.yaml").symlink_to(self.library / f"{name}.rigy.yaml")

        def name_of(i):
            names = [files[i], "more/../" + files[i], "linked/../" + files[i]]
            if files[i].startswith("parts/in/"):
                names.append("more/inner/" + Path(files[i]).name)
            if files[i].startswith("parts/"):
                names.append("linked/" + files[i].removeprefix("parts/"))
            return random.choice(names + [f"more/link_{i}"] * (i < 4))

        def text_of(choices, depth):
            imports = [name_of(random.choice(choices)) for _ in range(random.randrange(4))] if choices else []
            imports += ["parts/lost"] * (random.random() < 0.1)
            text = 'version: "0.6"\n' + "imports:\n" * bool(imports)
            text += "".join(f"  import_{i}: {{source: {'../' * depth}{name}.rigy.yaml}}\n" for i, name in enumerate(imports))
            kind = random.choice(["box"] * 8 + ["bocks"])
            text += f"meshes:\n  - {{id: m, primitives: [{{id: p, type: {kind}, dimensions: {{x: 1, y: 1, z: 1}}}}]}}\n"
            if random.random() < 0.3:
                text += "armatures:\n  - {id: rig, bones: [{id: hip, head: [0, 5, 0], tail: [0, 6, 0]}]}\n"
            return text

        for i, name in enumerate(files):
            # Few imports go back, which may close a cycle.
            choices = list(range(len(files))) if random.random() < 0.1 else list(range(i))
            (self.library / f"{name}.rigy.yaml").write_text(text_of(choices, name.count("/")))
        documents = [f"document_{i}.rigy.yaml" for i in range(count)]
        for name in documents:
            (self.library / name).write_text(text_of(range(len(files)), 0))
        (self.library / "list.txt").write_text("".join(f"{name}\n" for name in documents))
        return documents

    def reports(self, *documents, jobs):
        """What JSON says about each document, its files included."""
        done = subprocess.run([RIGY, "check", *documents, "--diagnostics", "json", "--jobs", str(jobs)], cwd=self.library,
                              capture_output=True, text=True)
        return json.loads(done.stdout)["diagnostics"]

    def test_names_are_those_of_single_commands(self):
        """Diagnostics name files as a single command does, whatever other documents of the batch have read before."""
        failures = 0
        for seed in range(TANGLES):
            documents = self.write_tangle(random.Random(seed), 12)
            alone = [self.reports(document, jobs=1) for document in documents]
            failures += sum(any(one["severity"] == "error" for one in found) for found in alone)
            expected = [one for found in alone for one in found]
            for jobs in (1, 3):
                self.assertEqual(self.reports("@list.txt", jobs=jobs), expected, f"seed {seed}, {jobs} jobs")
        self.assertGreater(failures, TANGLES)

    def test_depfile_as_alone(self):
        documents = engines.write_library(self.library, 30)
        self.compile("--depfile", self.work / "all.d")
        alone = ""
        for document in documents:
            output = self.out / Path(document).name.replace(".rigy.yaml", ".glb")
            engines.run(RIGY, "compile", document, "-o", output, "--depfile", self.work / "one.d", cwd=self.library)
            alone += (self.work / "one.d").read_text()
        self.assertEqual((self.work / "all.d").read_text(), alone)
        # One rule for a stamp, which names every file once.
        self.compile("--depfile", self.work / "stamp.d", "--depfile-target", "all.stamp")
        rule = (self.work / "stamp.d").read_text()
        self.assertTrue(rule.startswith("all.stamp: \\\n"))
        files = [line.strip(" \\") for line in rule.splitlines()[1:]]
        self.assertEqual(len(files), len(set(files)))
        self.assertEqual(set(files), set(re.findall(r"^  (\S+)", alone, re.MULTILINE)))
        # Empty rules for what documents refer to, and not for them.
        self.compile("--depfile", self.work / "phony.d", "--depfile-phony")
        phony = (self.work / "phony.d").read_text()
        self.assertTrue(phony.startswith(alone))
        self.assertEqual(phony.removeprefix(alone), "".join(f"\n{name}:\n" for name in files if name not in documents))

    # --- sharing and memory -------------------------------------------------------------------

    def test_shared_files_are_read_once(self):
        engines.write_library(self.library, 200)
        for jobs in (1, 4):
            self.compile("--jobs", jobs, "--report", self.work / "report.json")
            files = set()
            for part in (self.library / "parts").glob("*.rigy.yaml"):
                if engines.imports_of(self.library, part.name):
                    files.add(part)
            imported = self.report()["imported_files"]
            self.assertEqual(imported["read"], len(files) + 1, "the parts, and their contract")
            self.assertGreater(imported["reused"], 200)

    def test_memory(self):
        engines.write_library(self.library, 2000)
        paths = (self.library / "list.txt").read_text().splitlines(keepends=True)
        (self.library / "few.txt").write_text("".join(paths[:200]))
        few = peak_memory(RIGY, "compile", "@few.txt", "--out-dir", self.out, "--jobs", 2, cwd=self.library)
        many = peak_memory(RIGY, "compile", "@list.txt", "--out-dir", self.out, "--jobs", 2, cwd=self.library)
        self.assertLess(many, few + (24 << 20))
        self.assertLess(many, 256 << 20)

    def test_memory_for_large_outputs(self):
        """Large outputs among many small ones; LARGE_OUTPUTS=100 makes them larger (in MB)."""
        documents = engines.write_library(self.library, 600)
        spheres = int(os.environ.get("LARGE_OUTPUTS", "40")) * 1_000_000 // BYTES_PER_SPHERE
        for i in range(0, 600, 50):
            (self.library / documents[i]).write_text(
                f'version: "0.10"\nmeshes:\n  - id: body\n    primitives:\n      - repeat:\n          count: {spheres}\n'
                '          as: i\n          body: {id: "s${i}", type: sphere, dimensions: {radius: 1}}\n')
        peak = peak_memory(RIGY, "compile", "@list.txt", "--out-dir", self.out, "--jobs", 2, "--skip-unchanged", cwd=self.library)
        sizes = sorted(path.stat().st_size for path in self.out.glob("*.glb"))
        bound = (256 << 20) + sum(sizes[-2:])
        self.assertGreater(sum(sizes), bound, "all outputs together would not fit")
        self.assertLess(peak, bound)

    # --- --report and --trust-links -----------------------------------------------------------

    def test_usage(self):
        engines.write_library(self.library, 2)
        done = engines.run(RIGY, "compile", "@list.txt", "--skip-unchanged", status=2, cwd=self.library)
        self.assertIn("--skip-unchanged needs --out-dir: the folder that keeps its state", done.stderr)
        done = self.compile("--depfile-target", "x", status=2)
        self.assertIn("--depfile-target needs --depfile", done.stderr)
        done = self.compile("--depfile-phony", status=2)
        self.assertIn("--depfile-phony needs --depfile", done.stderr)
        done = self.compile("--report", "list.txt", status=2)
        self.assertIn("'list.txt' is an input and would be overwritten", done.stderr)
        done = self.compile("--report", "list.txt/report.json", status=3)
        self.assertIn("'list.txt/report.json': Not a directory", done.stderr)

    def test_report(self):
        documents = engines.write_library(self.library, 4)
        (self.library / documents[1]).write_text('version: "0.6"\nmeshes: 3\n')
        (self.library / documents[2]).unlink()
        self.compile("--report", self.work / "report.json", "--jobs", 2, status=3)
        report = self.report()
        self.assertEqual({key: report[key] for key in ("report_version", "command", "threads", "documents")},
                         {"report_version": 1, "command": "compile", "threads": 2,
                          "documents": {"all": 4, "compiled": 2, "rejected": 1, "not read or written": 1}})
        self.assertEqual([job["status"] for job in report["jobs"]],
                         ["compiled", "rejected", "not read or written", "compiled"])
        first = report["jobs"][0]
        self.assertEqual(first["bytes"], (self.out / "asset_000000.glb").stat().st_size)
        self.assertEqual(report["jobs"][1]["errors"], 1)
        engines.run(RIGY, "check", documents[0], documents[3], "--report", self.work / "report.json", cwd=self.library)
        self.assertEqual(self.report()["documents"], {"all": 2, "fine": 2})
        engines.run(RIGY, "export", documents[0], "--format", "stl", "--out-dir", self.out, "--report",
                    self.work / "report.json", cwd=self.library)
        self.assertEqual(self.report()["documents"], {"all": 1, "exported": 1})
        # A single document, which imports its parts and their contract.
        user = max(documents, key=lambda document: len(self.imported(document)))
        engines.run(RIGY, "check", user, "--report", self.work / "report.json", cwd=self.library)
        self.assertEqual(self.report()["imported_files"]["read"], len(self.imported(user)))

    def imported(self, document):
        """What single documents read besides themselves, if they are fine."""
        done = subprocess.run([RIGY, "compile", document, "-o", self.work / "one.glb", "--depfile", self.work / "one.d"],
                              cwd=self.library, stderr=subprocess.DEVNULL)
        return (self.work / "one.d").read_text().splitlines()[2:] if done.returncode == 0 else []

    def test_report_overwrites_nothing(self):
        documents = engines.write_library(self.library, 10)
        self.compiled()
        user = next(document for document in documents if "import_0" in (self.library / document).read_text())
        part = self.library / "parts" / re.search(r"parts/(\S+),", (self.library / user).read_text())[1]
        text, state = part.read_text(), (self.out / STATE).read_text()
        for options in ((), ("--skip-unchanged",), ("--jobs", 1), ("--depfile", self.work / "all.d")):
            done = self.compile("--report", part, *options, status=3)
            self.assertIn(f"rigy: cannot write '{part}': a document reads it\n", done.stderr)
            self.assertEqual(part.read_text(), text)
        done = engines.run(RIGY, "check", user, "--report", part, status=3, cwd=self.library)
        self.assertEqual(done.stderr, f"rigy: cannot write '{part}': a document reads it\n")
        # A rejected document reads it too.
        (self.library / user).write_text((self.library / user).read_text().replace("type:", "tipe:", 1))
        done = engines.run(RIGY, "check", user, "--report", part, status=3, cwd=self.library)
        self.assertIn(f"rigy: cannot write '{part}': a document reads it\n", done.stderr)
        self.assertEqual(part.read_text(), text)
        for option in ("--report", "--depfile"):
            for more in ((), ("--skip-unchanged",)):
                done = self.compile(option, self.out / STATE, *more, status=2)
                self.assertIn(f"{option}: '{self.out / STATE}' is also an output and would be overwritten", done.stderr)
        done = engines.run(RIGY, "export", documents[0], "--format", "stl", "--out-dir", self.out, "--report",
                           self.out / STATE, status=2, cwd=self.library)
        self.assertIn("is also an output and would be overwritten", done.stderr)
        self.assertEqual((self.out / STATE).read_text(), state)

    def test_trust_links(self):
        documents = engines.write_library(self.library, 10)
        expected = engines.plain_digests(RIGY, self.library, self.work / "plain")
        forest = self.work / "forest"
        for path in self.library.rglob("*.yaml"):
            link = forest / path.relative_to(self.library)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
        shutil.copy(self.library / "list.txt", forest)
        command = [RIGY, "compile", "@list.txt", "--out-dir", self.out]
        engines.run(*command, status=1, cwd=forest)
        engines.run(*command, "--trust-links", cwd=forest)
        self.assertEqual(engines.digests(self.out), expected)
        # A file that has no link is not found, though it lies beside the file that a link leads to.
        user = next(document for document in documents if "import_0" in (self.library / document).read_text())
        part = re.search(r"parts/(\S+),", (self.library / user).read_text())[1]
        (forest / "parts" / part).unlink()
        done = engines.run(RIGY, "check", user, "--trust-links", status=1, cwd=forest)
        self.assertIn(f"cannot read import '../../parts/{part}': there is no such file", done.stderr)
        done = engines.run(RIGY, "check", user, "--trust-links", "--root", "assets", status=1, cwd=forest)
        self.assertIn("it is outside the root directory", done.stderr)

    def test_allow_files(self):
        documents = engines.write_library(self.library, 10)
        expected = engines.plain_digests(RIGY, self.library, self.work / "plain")
        parts = sorted(str(path.relative_to(self.library)) for path in (self.library / "parts").iterdir())
        allowed = self.work / "allowed.txt"
        for more in ((), ("--trust-links",)):
            allowed.write_text("\n".join(parts) + "\n")
            shutil.rmtree(self.out, ignore_errors=True)
            self.assertEqual(self.compiled("--allow-files", allowed, *more), set(documents))
            self.assertEqual(engines.digests(self.out), expected)
            # The other documents of the batch are not among them, nor is a part that is left out.
            sibling = self.library / "assets/000/sibling.rigy.yaml"
            other = Path(documents[0]).name
            sibling.write_text(f'version: "0.6"\nimports:\n  other: {{source: {other}}}\n')
            check = [RIGY, "check", documents[0], sibling, "--allow-files", allowed, *more]
            done = engines.run(*check, status=1, cwd=self.library)
            self.assertIn(f"cannot read import '{other}': there is no such file", done.stderr)
            allowed.write_text("\n".join([*parts, documents[0]]) + "\n")
            engines.run(*check, cwd=self.library)
            user = next(document for document in documents if "import_0" in (self.library / document).read_text())
            part = "parts/" + re.search(r"parts/(\S+),", (self.library / user).read_text())[1]
            allowed.write_text("".join(f"{name}\n" for name in parts if name != part))
            done = self.compile("--allow-files", allowed, "--skip-unchanged", *more, status=1)
            self.assertIn(f"cannot read import '../../{part}': there is no such file", done.stderr)
        allowed.write_text("\n".join(parts) + "\n")
        self.check_not_allowed(allowed)
        done = self.compile("--allow-files", "missing.txt", status=3)
        self.assertIn("cannot read the list 'missing.txt'", done.stderr)
        done = self.compile("--allow-files", allowed, "--report", allowed, status=2)
        self.assertIn("is an input and would be overwritten", done.stderr)

    def check_not_allowed(self, allowed):
        """What is there instead of a file that is not listed does not show, and a document finds itself."""
        user = self.library / "assets/000/user.rigy.yaml"
        (user.parent / "folder").mkdir()
        os.mkfifo(user.parent / "pipe")
        with open(user.parent / "huge", "wb") as file:
            file.truncate(3 << 30)
        (user.parent / "loop").symlink_to("loop")
        for more in ((), ("--trust-links",)):
            for name in ("folder", "pipe", "huge", "loop", "nothing"):
                user.write_text(f'version: "0.6"\nimports:\n  one: {{source: {name}}}\n')
                done = engines.run(RIGY, "check", user, "--allow-files", allowed, *more, status=1, cwd=self.library)
                self.assertIn(f"error[X20]: cannot read import '{name}': there is no such file", done.stderr)
            done = subprocess.run([RIGY, "check", "-", "--allow-files", allowed], input=user.read_text().replace(
                "nothing", "assets/000/folder"), cwd=self.library, capture_output=True, text=True)
            self.assertIn("cannot read import 'assets/000/folder': there is no such file", done.stderr)
            user.write_text(f'version: "0.6"\nimports:\n  one: {{source: {user.name}}}\n')
            done = engines.run(RIGY, "check", user, "--allow-files", allowed, *more, status=1, cwd=self.library)
            self.assertIn("error[X21]", done.stderr)
            user.write_text(f'version: "0.6"\nimports:\n  one: {{source: ../../parts/../../outside}}\n')
            done = engines.run(RIGY, "check", user, "--allow-files", allowed, *more, status=1, cwd=self.library / "parts")
            self.assertIn("it is outside the root directory", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
