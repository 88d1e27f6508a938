#!/usr/bin/env python3
"""Builds the packages again, from a copy of the sources in another folder and with an empty cache, and compares them.

    reproducible.py OUTPUT_DIR [--only NAME...]
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from release import SOURCE, say

# Downloads, which need not be repeated.
KEPT = ("build/third_party", "web/package/node_modules", "web/component/node_modules")


def copy_sources(target):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=SOURCE,
                            capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (SOURCE / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(SOURCE / name, target / name)
    for name in KEPT:
        if (SOURCE / name).is_dir():
            shutil.copytree(SOURCE / name, target / name, symlinks=True)


def sums_of(folder):
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def main():
    first = sums_of(Path(sys.argv[1]))
    with tempfile.TemporaryDirectory(prefix="rigy-second-build-") as name:
        # Of another length, and deeper.
        copy = Path(name) / "in/another/folder"
        copy_sources(copy)
        subprocess.run(["./dev", "package", *sys.argv[2:]], cwd=copy, check=True, stdout=subprocess.DEVNULL,
                       env=dict(os.environ, CCACHE_DIR=f"{name}/cache"))
        second = sums_of(copy / "build/packages")
    differing = [package for package, digest in second.items() if first.get(package) != digest]
    for package in second:
        say(f"{package}: {'DIFFERS' if package in differing else 'the same bytes'}")
    return 1 if differing or not second else 0


if __name__ == "__main__":
    sys.exit(main())
