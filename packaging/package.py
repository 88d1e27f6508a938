#!/usr/bin/env python3
"""Builds the packages of a release.

    package.py WORK_DIR OUTPUT_DIR [--only NAME...]

WORK_DIR gets the builds, OUTPUT_DIR the packages and SHA256SUMS. ./dev has built the npm packages.
"""

import argparse
import hashlib
import sys
from pathlib import Path

import builds
import debian
import programs
from release import SOURCE, emptied, say

PACKAGES = {
    "deb": debian.write_deb,
    "linux-x86_64": lambda work, output: programs.write_linux(builds.LINUX, work, output),
    "linux-aarch64": lambda work, output: programs.write_linux(builds.LINUX_ARM, work, output),
    "windows-x86_64": programs.write_windows,
    "wheel": programs.write_wheel,
    "npm": lambda work, output: programs.write_npm(SOURCE / "web/package", work, output),
    "npm-component": lambda work, output: programs.write_npm(SOURCE / "web/component", work, output),
}


def write_sums(output):
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
            for path in sorted(output.iterdir()) if path.name != "SHA256SUMS"]
    (output / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Packages of a release.")
    parser.add_argument("work", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--only", nargs="+", choices=PACKAGES, default=list(PACKAGES))
    options = parser.parse_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    output = options.output.resolve()
    if options.only == list(PACKAGES):
        emptied(output)
    output.mkdir(parents=True, exist_ok=True)
    for name in options.only:
        package = PACKAGES[name](work, output)
        say(f"{package.name}: {package.stat().st_size:,} bytes")
    write_sums(output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
