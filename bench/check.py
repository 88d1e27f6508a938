#!/usr/bin/env python3
"""Fails when checking 4,000 capsules in 400 meshes takes more than 60 % of the instructions of compiling them, or more than
32 MiB of memory: `rigy check` neither builds nor holds the output.

usage: bench/check.py --rigy PROGRAM
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CAPSULES = 4000
MOST_INSTRUCTIONS = 0.60
MOST_MEMORY = 32 << 20
OPTIONS = ["-j", "1", "--suppress-warning", "all"]


def generate(folder, name, *options):
    path = Path(folder) / name
    with open(path, "w") as out:
        subprocess.run([HERE / "generate", *options, str(CAPSULES)], stdout=out, check=True)
    return path


def instructions(*command):
    """Instructions of the whole program, as counted by callgrind."""
    result = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
                            capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode != 0 or not found:
        sys.exit(f"callgrind gave no count:\n{result.stderr}")
    return int(found[1])


def memory(*command):
    """Peak resident memory, in bytes."""
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"{command[0]} failed")
    return usage.ru_maxrss << 10


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    rigy = parser.parse_args().rigy
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed")
    with tempfile.TemporaryDirectory() as folder:
        static = generate(folder, "static.rigy.yaml", "--static")
        skinned = generate(folder, "skinned.rigy.yaml")
        checked = instructions(rigy, "check", static, *OPTIONS)
        compiled = instructions(rigy, "compile", static, "-o", "/dev/null", *OPTIONS)
        most = max(memory(rigy, "check", document, *OPTIONS) for document in (static, skinned))
    print(f"check: {checked:,} instructions, {checked / compiled:.3f} of the {compiled:,} of compile; at most {MOST_INSTRUCTIONS}")
    print(f"check: {most / 2**20:.1f} MiB; at most {MOST_MEMORY >> 20} MiB")
    failed = (checked > MOST_INSTRUCTIONS * compiled) + (most > MOST_MEMORY)
    print(f"{2 - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
