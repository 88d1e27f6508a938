#!/usr/bin/env python3
"""Runs clang-tidy over sources, except those that passed before and have not changed since.

    lint.py BUILD_DIR [--jobs N] FILE...

BUILD_DIR has a compile_commands.json; a file that is not in it is checked with the flags of the first entry. A file
that passes is remembered in ~/.cache/rigy-lint (or $XDG_CACHE_HOME) by content: its own, that of every header it
includes, its flags, the .clang-tidy files that apply to it and the version of clang-tidy. Findings are never
remembered.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
FORGET_AFTER_DAYS = 30
# A compiler's options that do not change what clang-tidy sees, or that it would obey.
DROPPED_WITH_VALUE = {"-o", "-MF", "-MT", "-MQ"}
DROPPED = {"-c", "-MD", "-MMD"}
# Macros of the test libraries use __COUNTER__.
ADDED = ["-Wno-c2y-extensions"]
INCLUDED = re.compile(r"^\.+ (.*)$")


@functools.lru_cache(maxsize=None)
def digest_of(path):
    """SHA-256 of a file's content; empty if there is no such file."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def flags_of(entry):
    """The flags of an entry of compile_commands.json, without compiler, source and output."""
    words = iter(shlex.split(entry["command"]))
    flags = []
    for word in words:
        if word in DROPPED_WITH_VALUE:
            next(words)
        elif word.startswith("-") and word not in DROPPED:
            flags.append(word)
        elif flags and flags[-1] in ("-isystem", "-I", "-D"):
            flags.append(word)
    return flags


class Linter:
    def __init__(self, build, cache, tidy="clang-tidy-22"):
        entries = json.loads((build / "compile_commands.json").read_text())
        self.flags = {Path(entry["file"]).resolve(): flags_of(entry) for entry in entries}
        self.cache = cache
        self.tidy = tidy
        version = subprocess.run([tidy, "--version"], capture_output=True, text=True, check=True).stdout
        self.version = version

    def flags_for(self, source):
        return self.flags.get(source) or next(iter(self.flags.values()))

    def record_of(self, source):
        """Where it is remembered that this source passed. The path of the repository makes no difference."""
        checks = [digest_of(folder / ".clang-tidy") for folder in source.parents if (folder / ".clang-tidy").is_file()]
        about = [self.version, checks, os.path.relpath(source, REPOSITORY), digest_of(source), self.flags_for(source)]
        text = json.dumps(about).replace(str(REPOSITORY), "")
        return self.cache / hashlib.sha256(text.encode()).hexdigest()

    def passed_before(self, source):
        record = self.record_of(source)
        try:
            lines = record.read_text().splitlines()
        except OSError:
            return False
        headers = (line.split(" ", 1) for line in lines)
        same = all(digest_of(REPOSITORY / path) == digest for digest, path in headers)
        if same:
            os.utime(record)
        return same

    def remember(self, source, said):
        headers = {match[1] for match in map(INCLUDED.match, said.splitlines()) if match}
        shown = {header: os.path.relpath(header, REPOSITORY) if Path(header).is_relative_to(REPOSITORY) else header
                 for header in headers}
        record = self.record_of(source)
        new = record.with_suffix(f".{os.getpid()}")
        new.write_text("".join(f"{digest_of(header)} {shown[header]}\n" for header in sorted(headers)))
        new.rename(record)

    def check(self, source):
        """What clang-tidy finds; nothing if the source passes."""
        # -H lists the headers on standard error.
        done = subprocess.run([self.tidy, "--quiet", source, "--", *self.flags_for(source), *ADDED, "-H"],
                              cwd=REPOSITORY, capture_output=True, text=True, check=False)
        if done.returncode == 0 and not done.stdout:
            self.remember(source, done.stderr)
            return ""
        said = [line for line in done.stderr.splitlines() if not INCLUDED.match(line)]
        return done.stdout or "\n".join([f"{source}: clang-tidy ends with status {done.returncode}", *said])


def forget_old(cache):
    oldest = time.time() - FORGET_AFTER_DAYS * 24 * 3600
    for record in cache.iterdir():
        if record.stat().st_mtime < oldest:
            record.unlink()


def run(linter, sources, jobs):
    """Prints the findings; returns the number of files that have any."""
    changed = [source for source in sources if not linter.passed_before(source)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for found in pool.map(linter.check, changed):
            if found:
                print(found, flush=True)
                failed += 1
    print(f"lint: {len(sources)} files, {len(changed)} of them new or changed, {failed} with findings")
    return failed


def main():
    parser = argparse.ArgumentParser(description="clang-tidy for what has changed.")
    parser.add_argument("build", type=Path, metavar="BUILD_DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rigy-lint"
    cache.mkdir(parents=True, exist_ok=True)
    forget_old(cache)
    return 1 if run(Linter(options.build, cache), [file.resolve() for file in options.files], options.jobs) else 0


if __name__ == "__main__":
    sys.exit(main())
