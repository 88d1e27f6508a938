#!/usr/bin/env python3
"""Records what a released version says and makes, for compatibility_test.py to compare with.

    record.py --rigy PROGRAM --library LIBRARY --source FOLDER RELEASE

PROGRAM and LIBRARY were built from the sources of the release in FOLDER. RELEASE is the folder of this one that has its
documents, programs and commands.json, all written as they were then; this writes the other files of it. What is recorded is
never recorded again: a later version has to fit it, or docs/stability.md has to say why not.
"""

import argparse
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import release


def record_suite(source, target):
    tests = json.loads((source / "conformance/manifest.json").read_text(encoding="utf-8"))["tests"]
    target.write_text("".join(f"{release.line_of_case(test)}\n" for test in tests), encoding="utf-8")


def record_outputs(rigy, folder):
    """JSON on standard output, and files with JSON, of each command; and the digests of canonical files."""
    outputs, manifests = folder / "outputs", folder / "manifests"
    for place in (outputs, manifests):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
    with tempfile.TemporaryDirectory(prefix="rigy-record-") as name:
        work = Path(name)
        shutil.copytree(folder / "documents", work, dirs_exist_ok=True)
        for command in release.read_commands(folder):
            done = subprocess.run([rigy, *command["arguments"]], cwd=work, capture_output=True, text=True, errors="replace", check=False)
            if done.returncode != command["status"]:
                raise SystemExit(f"{command['name']}: exit {done.returncode}\n{done.stderr}")
            for file in command.get("json", []):
                text = done.stdout if file == "-" else (work / file).read_text(encoding="utf-8")
                (outputs / release.output_name(command, file)).write_text(text, encoding="utf-8")
        for path in sorted(work.rglob("*.manifest.json")):
            shutil.copy(path, manifests)


def record_ids(rigy, target):
    target.write_text(release.ids_and_classes(rigy), encoding="utf-8")


def record_options(rigy, target):
    lines = [f"{command} {option}\n" for command in release.commands_of(rigy) for option in release.options_of(rigy, command)]
    target.write_text("".join(lines), encoding="utf-8")


def record_programs(library, source, folder):
    (folder / "outputs/program_c.jsonl").write_text(
        release.output_of_c(folder, folder / "rigy.h", library), encoding="utf-8")
    (folder / "outputs/program_python.jsonl").write_text(
        release.output_of_python(folder, source / "python", library), encoding="utf-8")
    (folder / "python.json").write_text(release.python_interface(source / "python", library), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--rigy", "--library", "--source"):
        parser.add_argument(name, type=lambda text: Path(text).resolve(), required=True)
    parser.add_argument("folder", type=lambda text: Path(text).resolve())
    options = parser.parse_args()
    record_outputs(options.rigy, options.folder)
    record_suite(options.source, options.folder / "suite.txt")
    record_ids(options.rigy, options.folder / "ids.txt")
    record_options(options.rigy, options.folder / "options.txt")
    record_programs(options.library, options.source, options.folder)


if __name__ == "__main__":
    main()
