"""Bazel workspaces over a library of bench/library.py."""

import re
from pathlib import Path

RULES = Path(__file__).resolve().parents[2] / "integrations/bazel"

WORKSPACE = """\
workspace(name = "library")
local_repository(name = "rigy_rules", path = "{rules}")
load("@rigy_rules//:rigy.bzl", "rigy_installed")
rigy_installed(name = "rigy", path = "{rigy}")
"""
LOAD = 'load("@rigy_rules//:rigy.bzl", "rigy_asset", "rigy_export", "rigy_library")\n'
PUBLIC = 'package(default_visibility = ["//visibility:public"])\n'


def names(path):
    return re.findall(r"source: (\S+),", path.read_text())


def library_rule(path):
    deps = [f":{Path(name).name}_files" for name in names(path)] + [":mount"]
    return f'rigy_library(name = "{path.name}_files", srcs = ["{path.name}"], deps = {deps})\n'


def part_labels(path):
    return sorted(f"//parts:{Path(name).name}_files" for name in names(path)) + ["//parts:mount"]


def asset_rule(path, folder):
    stem = path.name.replace(".rigy.yaml", "")
    return (f'rigy_asset(name = "{stem}", srcs = ["{path.relative_to(folder)}"], '
            f'deps = {part_labels(path)}, batch = 1)\n')


def write(library, rigy, batch=None):
    """One target per part, with exactly what it imports; the documents one per target, or batched by folder."""
    library = Path(library)
    (library / "WORKSPACE").write_text(WORKSPACE.format(rules=RULES, rigy=rigy))
    parts = sorted((library / "parts").glob("*.rigy.yaml"))
    (library / "parts/BUILD.bazel").write_text(
        LOAD + PUBLIC + 'rigy_library(name = "mount", srcs = ["mount.ricy.yaml"])\n' + "".join(map(library_rule, parts)))
    for folder in sorted(path for path in (library / "assets").iterdir() if path.is_dir()):
        documents = sorted(folder.glob("*.rigy.yaml"))
        if batch is None:
            rules = "".join(asset_rule(path, folder) for path in documents)
        else:
            deps = sorted({label for path in documents for label in part_labels(path)})
            sources = [path.name for path in documents]
            rules = f'rigy_asset(name = "all", srcs = {sources}, deps = {deps}, batch = {batch})\n'
        (folder / "BUILD.bazel").write_text(LOAD + rules)
