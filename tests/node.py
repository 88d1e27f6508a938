#!/usr/bin/env python3
"""Installs the npm packages of package-lock.json into a folder, and runs tests that need them.

    node.py install DIR [--from DIR]
    node.py run DIR [--from DIR] SCRIPT ARGUMENT...

By default these are the packages and scripts of tests/gltf_readers; --from names another folder with a
package-lock.json. Installing does nothing if the packages are there already. Where npm cannot work (no Node.js, no
registry) it says so and exits with 77, which CTest counts as skipped; if CI is set in the environment, that is a
failure.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

READERS = Path(__file__).resolve().parent / "gltf_readers"
FILES = ("package.json", "package-lock.json")
SKIPPED = 77
OLDEST_NODE = 18
# What npm says when it cannot reach the registry, as opposed to anything else that goes wrong.
NO_NETWORK = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "EHOSTUNREACH", "ETIMEDOUT",
              "ERR_SOCKET_TIMEOUT", "ENOTCACHED")


def skip(reason):
    print(f"SKIPPED: {reason}; the tests that need npm packages do not run")
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


def marker(folder):
    return folder / "node_modules" / ".installed"


def is_installed(folder, source):
    done = marker(folder)
    return done.is_file() and done.read_bytes() == (source / "package-lock.json").read_bytes()


def install(folder, source):
    folder.mkdir(parents=True, exist_ok=True)
    if not folder.samefile(source):
        for name in FILES:
            shutil.copyfile(source / name, folder / name)
    done = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-timeout=30000",
         "--fetch-retries=2"],
        cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        shutil.copyfile(source / "package-lock.json", marker(folder))
        return 0
    print(done.stdout + done.stderr)
    if any(code in done.stderr for code in NO_NETWORK):
        return skip("npm cannot reach its registry")
    print("npm ci failed")
    return 1


def run(folder, source, script, arguments):
    if not is_installed(folder, source):
        return skip("the npm packages are not installed (see the tests npm_…)")
    return subprocess.run(["node", source / script, folder, *arguments], check=False).returncode


def main():
    parser = argparse.ArgumentParser(description="Tests with Node.js.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("install", "run"):
        command = commands.add_parser(name)
        command.add_argument("folder", type=Path, metavar="DIR")
        command.add_argument("--from", dest="source", type=Path, default=READERS, metavar="DIR")
    command.add_argument("script")
    command.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    problem = node_problem()
    if problem:
        return skip(problem)
    if options.command == "run":
        return run(options.folder, options.source, options.script, options.arguments)
    done = is_installed(options.folder, options.source)
    return 0 if done else install(options.folder, options.source)


if __name__ == "__main__":
    sys.exit(main())
