#!/usr/bin/env python3
"""Runs what was published with the language, if it is there: suites with a manifest, and documents with the digests of
their outputs."""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77


def run_suite(rigy, folder):
    """Whether all cases of a suite pass."""
    return subprocess.run([rigy, "conform", folder], check=False).returncode == 0


def digest_of(rigy, document):
    """The SHA-256 of what a document compiles to."""
    with tempfile.TemporaryDirectory(prefix="rigy-published-") as scratch:
        output = Path(scratch) / "output.glb"
        subprocess.run([rigy, "compile", document, "-o", output], check=False)
        return hashlib.sha256(output.read_bytes()).hexdigest() if output.is_file() else "no output"


def run_examples(rigy, folder):
    """Whether all documents that digests.json lists have their digests."""
    examples = json.loads((folder / "digests.json").read_text(encoding="utf-8"))
    wrong = [f"{one['input']}: {found}, not {one['expected_sha256']}" for one in examples
             if (found := digest_of(rigy, folder / one["input"])) != one["expected_sha256"]]
    print("\n".join([*wrong, f"{folder.name}: {len(examples) - len(wrong)} of {len(examples)} digests are right"]))
    return bool(examples) and not wrong


def main():
    parser = argparse.ArgumentParser(description="Run the published suites and examples.")
    parser.add_argument("--rigy", required=True)
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    results = []
    for folder in options.folders:
        if (folder / "manifest.json").is_file():
            results.append(run_suite(options.rigy, folder))
        elif (folder / "digests.json").is_file():
            results.append(run_examples(options.rigy, folder))
        else:
            print(f"SKIPPED: there is nothing in {os.path.normpath(folder)} (CMake: RIGY_PUBLISHED)")
    if not results:
        return SKIPPED
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
