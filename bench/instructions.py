#!/usr/bin/env python3
"""Fails when compiling or exporting one of two fixed documents takes 10 % more instructions than recorded.

usage: bench/instructions.py --rigy PROGRAM [--record]
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
RECORD = REPOSITORY / "records/instructions.json"
ALLOWED = 1.10


def documents(folder):
    generated = Path(folder) / "generated.rigy.yaml"
    with open(generated, "w") as out:
        subprocess.run([REPOSITORY / "bench/generate", "50"], stdout=out, check=True)
    return {"humanoid": REPOSITORY / "examples/humanoid.rigy.yaml", "generated": generated}


# The function of the library that each command calls.
FUNCTIONS = {"compile": "compile", "export": "export_asset"}


def count(rigy, command, document, folder):
    """Instructions inside the command's function, without loading shared libraries."""
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         f"--toggle-collect=rigy::{FUNCTIONS[command]}(*", rigy, command, document, "-o", f"{folder}/out.glb",
         "--suppress-warning", "all", "-j", "1"],
        capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode != 0 or not found or int(found[1]) == 0:
        sys.exit(f"callgrind gave no count:\n{result.stderr}")
    return int(found[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed")
    with tempfile.TemporaryDirectory() as folder:
        counts = {f"{command} {name}": count(arguments.rigy, command, document, folder)
                  for name, document in documents(folder).items() for command in FUNCTIONS}
    if arguments.record:
        RECORD.write_text(json.dumps(counts, indent=2) + "\n")
        return
    recorded = json.loads(RECORD.read_text())
    failed = 0
    for name, instructions in counts.items():
        ratio = instructions / recorded[name]
        print(f"{name}: {instructions:,} instructions, {ratio:.3f} of the {recorded[name]:,} recorded")
        failed += ratio > ALLOWED
    print(f"{len(counts) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
