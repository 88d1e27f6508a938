#!/usr/bin/env python3
"""Installs the npm packages of package-lock.json into a folder, for the tests that need them.

    install.py --into DIR

Does nothing if they are there already. Where npm cannot work (no Node.js, no registry) it says so and
ends with 77, which CTest counts as skipped; with CI set in the environment that is a failure.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = ("package.json", "package-lock.json")
SKIPPED = 77
OLDEST_NODE = 18
# What npm says when it cannot reach the registry, as opposed to anything else that goes wrong.
NO_NETWORK = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "EHOSTUNREACH", "ETIMEDOUT",
              "ERR_SOCKET_TIMEOUT", "ENOTCACHED")


def skip(reason):
    print(f"SKIPPED: {reason}; the outputs are not tested with the glTF validator and three.js")
    if os.environ.get("CI"):
        print("CI is set, so this is a failure")
        return 1
    return SKIPPED


def node_problem():
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"there is no {program}"
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.lstrip("v").split(".")[0]) < OLDEST_NODE:
        return f"node {version} is older than {OLDEST_NODE}"
    return None


def is_installed(folder):
    done = folder / "installed"
    return done.is_file() and done.read_bytes() == (HERE / "package-lock.json").read_bytes()


def install(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copyfile(HERE / name, folder / name)
    done = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-timeout=30000",
         "--fetch-retries=2"],
        cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        shutil.copyfile(HERE / "package-lock.json", folder / "installed")
        return 0
    print(done.stdout + done.stderr)
    if any(code in done.stderr for code in NO_NETWORK):
        return skip("npm cannot reach its registry")
    print("npm ci failed")
    return 1


def main():
    parser = argparse.ArgumentParser(description="Install the npm packages that tests use.")
    parser.add_argument("--into", required=True, type=Path, metavar="DIR")
    folder = parser.parse_args().into
    if is_installed(folder):
        return 0
    problem = node_problem()
    return skip(problem) if problem else install(folder)


if __name__ == "__main__":
    sys.exit(main())
