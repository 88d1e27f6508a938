#!/usr/bin/env python3
"""Rewrites the outputs of the conformance suite and what follows from them, and says what changed.

    regenerate.py --rigy PROGRAM

Compiles every positive case again, fills in digests (of the file and of its data by kind), vertices and joints of the
manifest and the tables of the pages, and removes outputs that no case has. `suite_revision` goes up by one if the expected bytes of a case that
existed before changed; a new case changes nothing for those who passed the suite (specification, Suite Revision Numbering).
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import suite


def compile_case(rigy, folder, test, output):
    command = [rigy, "compile", folder / test["input"], "-o", output, "--root", folder]
    if test.get("baked"):
        command += ["--pose", test["pose_id"], "--bake-skin"]
    if test.get("bake_transforms"):
        command += ["--bake-transforms"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{test['id']} does not compile:\n{done.stderr}")
    return output.read_bytes()


def compile_all(rigy, folder, tests):
    """id -> bytes, or the first failure."""
    with tempfile.TemporaryDirectory(prefix="rigy-regenerate-") as scratch, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {test["id"]: pool.submit(compile_case, rigy, folder, test, Path(scratch) / f"{test['id']}.glb")
                for test in tests}
        return {identifier: job.result() for identifier, job in jobs.items()}


def write_if_new(path, data):
    """Whether the file had other contents."""
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return True


def regenerate(rigy, folder):
    """Rewrites the suite; returns what changed, in words."""
    manifest = suite.read_manifest(folder)
    manifest["tests"].sort(key=suite.order)
    positive = [test for test in manifest["tests"] if test["type"] == "positive"]
    outputs = compile_all(rigy, folder, positive)
    changes, corrected = [], False
    for test in positive:
        glb = outputs[test["id"]]
        before, after = test.get("expected_sha256"), suite.digest(glb)
        if before is None:
            changes.append(f"{test['id']}: new, {after}")
        elif before != after:
            corrected = True
            changes.append(f"{test['id']}: {before} becomes {after}")
        elif write_if_new(folder / test["expected_output"], glb):
            changes.append(f"{test['id']}: the file was not what the manifest says")
        write_if_new(folder / test["expected_output"], glb)
        description = test.pop("description")
        test.update(expected_sha256=after, digests=suite.digests(glb), **suite.counts(glb), description=description)
    if corrected:
        manifest["suite_revision"] += 1
        changes.append(f"suite_revision is now {manifest['suite_revision']}")
    known = {folder / test["expected_output"] for test in positive}
    for path in sorted(set(folder.glob("*/outputs/*")) - known):
        path.unlink()
        changes.append(f"{path.name}: removed, no case has it")
    write_if_new(folder / "manifest.json", suite.manifest_text(manifest).encode())
    for path, text in suite.pages(manifest, folder):
        if write_if_new(path, text.encode()):
            changes.append(f"{path.relative_to(folder)}: tables and counts brought up to date")
    return changes


def main():
    parser = argparse.ArgumentParser(description="Rewrite the outputs of the conformance suite.")
    parser.add_argument("--rigy", required=True, type=Path)
    parser.add_argument("--suite", default=suite.SUITE, type=Path)
    options = parser.parse_args()
    try:
        changes = regenerate(options.rigy.resolve(), options.suite.resolve())
    except RuntimeError as error:
        print(f"{error}\nnothing was changed", file=sys.stderr)
        return 1
    print("\n".join(changes) if changes else "nothing changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
