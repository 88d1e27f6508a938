#!/usr/bin/env python3
"""The rules for Bazel on the real engine: outputs are those of a plain run, whether actions run here, come from a cache or run
on remote workers; what is not declared is not found; a change rebuilds what depends on it and nothing else.

    bazel_test.py --rigy PROGRAM --worker CLASSES
"""

import hashlib
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import bazel_engine
import bazel_workspace
import engines

engines.require("bazel", "nginx", "java")
RIGY = str(Path(sys.argv[sys.argv.index("--rigy") + 1]).resolve())
CLASSES = Path(sys.argv[sys.argv.index("--worker") + 1]).resolve()
COUNT = 60
SANDBOXES = {"linux-sandbox", "processwrapper-sandbox"}


def digests(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in Path(folder).rglob("*.glb")}


class Rules(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="rigy-bazel-"))
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)
        self.library = self.work / "library"
        self.documents = engines.write_library(self.library, COUNT)
        self.plain = engines.plain_digests(RIGY, self.library, self.work / "plain")

    def machine(self, name, batch=None, rigy=RIGY):
        """Another checkout at another path, with another output root."""
        workspace = self.work / name / "workspace"
        shutil.copytree(self.library, workspace)
        bazel_workspace.write(workspace, rigy, batch)
        machine = bazel_engine.Bazel(self.work / name / "root", workspace)
        self.addCleanup(machine.close)
        return machine

    def check_sandboxed(self, counts, number):
        self.assertEqual(sum(counts.values()), number, counts)
        self.assertLessEqual(set(counts), SANDBOXES)

    def test_here(self):
        machine = self.machine("one")
        counts, _ = machine.build("//assets/...")
        self.check_sandboxed(counts, COUNT)
        self.assertEqual(digests(machine.outputs() / "assets"), self.plain)
        self.assertEqual(machine.build("//assets/...")[0], {}, "nothing had changed")
        with self.subTest("a changed part rebuilds exactly what imports it"):
            part = engines.popular_part(self.library, self.documents)
            users = engines.imports_of(self.library, part.name)
            for folder in (self.library, machine.workspace):
                engines.change(folder / "parts" / part.name)
            counts, _ = machine.build("//assets/...")
            self.check_sandboxed(counts, len(users))
            changed = engines.plain_digests(RIGY, self.library, self.work / "plain")
            self.assertEqual(digests(machine.outputs() / "assets"), changed)
        with self.subTest("what is not declared is not found"):
            build = machine.workspace / "assets/000/BUILD.bazel"
            user = next(path for path in users if part.name in path.read_text())
            name = user.name.replace(".rigy.yaml", "")
            lines = build.read_text().splitlines(keepends=True)
            label = f"'//parts:{part.name}_files', "
            build.write_text("".join(
                line.replace(label, "") if f'name = "{name}"' in line else line for line in lines))
            _, done = machine.build(f"//assets/000:{name}", check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"cannot read import '../../parts/{part.name}': there is no such file", done.stderr)

    def test_batches(self):
        machine = self.machine("one", batch=25)
        counts, _ = machine.build("//assets/...")
        self.check_sandboxed(counts, 3)
        self.assertEqual(digests(machine.outputs() / "assets"), self.plain)

    def test_documents_of_a_batch_do_not_find_each_other(self):
        machine = self.machine("one")
        other = Path(self.documents[0]).name
        (machine.workspace / "assets/000/user.rigy.yaml").write_text(
            f'version: "0.6"\nimports:\n  other: {{source: {other}}}\n')
        build = machine.workspace / "assets/000/BUILD.bazel"
        labels = bazel_workspace.part_labels(self.library / self.documents[0])

        def write(deps):
            build.write_text(bazel_workspace.LOAD + f'rigy_library(name = "other", srcs = ["{other}"])\n'
                             f'rigy_asset(name = "both", srcs = ["{other}", "user.rigy.yaml"], deps = {deps})\n')

        write(labels)
        _, done = machine.build("//assets/000:both", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"cannot read import '{other}': there is no such file", done.stderr)
        write([*labels, ":other"])
        counts, _ = machine.build("//assets/000:both")
        self.check_sandboxed(counts, 1)

    def test_export_and_conformance(self):
        machine = self.machine("one")
        suite = machine.workspace / "suite"
        shutil.copytree(engines.SOURCE / "conformance", suite, ignore=shutil.ignore_patterns("*.md", "oracle"))
        (machine.workspace / "BUILD.bazel").write_text(
            bazel_workspace.LOAD.replace('"rigy_asset"', '"rigy_asset", "rigy_conformance_test"')
            + 'rigy_export(name = "fbx", format = "fbx", srcs = ["one.rigy.yaml"])\n'
            + 'rigy_export(name = "gltf", format = "gltf", srcs = ["one.rigy.yaml"], options = ["--scale", "2"])\n'
            + 'rigy_conformance_test(name = "conforms", manifest = "suite/manifest.json", suite = glob(["suite/**"]))\n')
        shutil.copy(engines.SOURCE / "examples/arm.rigy.yaml", machine.workspace / "one.rigy.yaml")
        machine.build("//:fbx", "//:gltf")
        for name, options in (("fbx/one.fbx", []), ("gltf/one.gltf", ["--scale", "2"])):
            expected = self.work / "expected" / name
            expected.parent.mkdir(parents=True)
            engines.run(RIGY, "export", machine.workspace / "one.rigy.yaml", "-o", expected, *options)
            self.assertEqual((machine.outputs() / name).read_bytes(), expected.read_bytes())
        self.assertTrue((machine.outputs() / "gltf/one.bin").exists())
        # Every test depends on a repository from the network, which only coverage uses.
        stub = self.work / "coverage"
        stub.mkdir()
        (stub / "WORKSPACE").write_text("")
        (stub / "BUILD").write_text(
            'filegroup(name = "coverage_report_generator", visibility = ["//visibility:public"])\n')
        machine.run("test", "--test_output=errors", f"--override_repository=remote_coverage_tools={stub}", "//:conforms")

    def test_exports_of_several_files(self):
        """Bazel fails if a declared output is missing: a document without materials, one without anything, a name with a space."""
        machine = self.machine("one")
        box = 'version: "0.6"\nmeshes:\n  - {id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}\n'
        names = {"box": box, "nothing": 'version: "0.6"\n', "my box": box}
        for name, text in names.items():
            (machine.workspace / f"{name}.rigy.yaml").write_text(text)
        sources = [f"{name}.rigy.yaml" for name in names]
        (machine.workspace / "BUILD.bazel").write_text(bazel_workspace.LOAD + "".join(
            f'rigy_export(name = "{name}", format = "{name}", srcs = {sources})\n' for name in ("obj", "gltf")))
        counts, _ = machine.build("//:obj", "//:gltf")
        self.check_sandboxed(counts, 2)
        for name in ("obj", "gltf"):
            expected = self.work / "expected" / name
            engines.run(RIGY, "export", *sources, "--format", name, "--out-dir", expected, cwd=machine.workspace)
            for path in expected.iterdir():
                self.assertEqual((machine.outputs() / name / path.name).read_bytes(), path.read_bytes())
        self.assertEqual({path.name for path in (machine.outputs() / "obj").iterdir() if path.suffix != ".params"},
                         {"box.obj", "box.mtl", "nothing.obj", "nothing.mtl", "my box.obj", "my_box.mtl"})
        self.assertEqual((machine.outputs() / "gltf/nothing.bin").read_bytes(), b"")

    def test_cache(self):
        cache = bazel_engine.Nginx(self.work / "nginx")
        self.addCleanup(cache.close)
        option = f"--remote_cache=http://127.0.0.1:{cache.port}"
        first = self.machine("one")
        counts, _ = first.build(option, "//assets/...")
        self.check_sandboxed(counts, COUNT)
        # A broken cache only warns, so the hits are counted.
        second = self.machine("two")
        counts, done = second.build(option, "//assets/...")
        self.assertEqual(counts, {"remote cache hit": COUNT}, done.stderr)
        self.assertEqual(digests(second.outputs() / "assets"), self.plain)

    def test_remote_execution(self):
        workers = bazel_engine.Workers(self.work / "workers", CLASSES)
        self.addCleanup(workers.close)
        targets = [f"//assets/000:{Path(document).name.replace('.rigy.yaml', '')}" for document in self.documents]
        half = COUNT // 2
        # Bazel knows one executor at a time: half of the assets on each worker, by machines of their own.
        made = {}
        for name, port, some in (("one", workers.ports[0], targets[:half]), ("two", workers.ports[1], targets[half:])):
            machine = self.machine(name)
            counts, done = machine.build(f"--remote_executor=grpc://127.0.0.1:{port}", "--jobs=2", *some)
            self.assertEqual(counts, {"remote": half}, done.stderr)
            made.update(digests(machine.outputs() / "assets"))
        self.assertEqual(made, self.plain)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]], verbosity=2)
