#!/usr/bin/env python3
"""Runs clang-tidy over sources, except those that passed before and have not changed since.

    lint.py --tidy PROGRAM --changed FILE...
    lint.py --tidy PROGRAM --record FILE...
    lint.py --tidy PROGRAM --build DIR [--jobs N] FILE...

The first form only prints the files that have changed. The second writes records/lint.txt, so that a clean clone need not
check what passed here. The third checks the files; DIR has a compile_commands.json, and a
file that is not in it is checked with the flags of a file of the library. A file that passes is remembered in
build/lint/passed.txt, by the content (comments aside) of the file, of every header of the repository that it includes and of
the .clang-tidy files that apply to it, wherever they are. Findings are never remembered.
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
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
CACHE = REPOSITORY / "build/lint/passed.txt"
RECORD = REPOSITORY / "records/lint.txt"
INCLUDE_FOLDERS = ("include", "src", "src/*/", "tests", "tests/unit", "fuzz", "bench")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# A line of its own, or after code; what may be part of a text is left alone.
COMMENT = re.compile(rb'^\s*//.*$|\s*//[^"]*$')
# A compiler's options that do not change what clang-tidy sees, or that it would obey.
DROPPED_WITH_VALUE = {"-o", "-MF", "-MT", "-MQ"}
DROPPED = {"-c", "-MD", "-MMD"}
# Macros of the test libraries use __COUNTER__; std::stable_sort of libstdc++ 12 uses what is deprecated.
ADDED = ["-Wno-c2y-extensions", "-Wno-deprecated-declarations"]


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


@functools.lru_cache(maxsize=None)
def content_of(path):
    """What a file says, without comments: clang-tidy does not read those, but for its own."""
    lines = path.read_bytes().splitlines() if path.is_file() else []
    code = (line if b"NOLINT" in line else COMMENT.sub(b"", line) for line in lines)
    return b"\n".join(line for line in code if line)


@functools.lru_cache(maxsize=None)
def included_by(path, repository):
    """The headers of the repository that a file names."""
    folders = [path.parent, repository, *(folder for pattern in INCLUDE_FOLDERS for folder in sorted(repository.glob(pattern)))]
    names = INCLUDE.findall(content_of(path).decode("utf-8", "replace"))
    candidates = ([(folder / name).resolve() for folder in folders] for name in names)
    return [found for paths in candidates if (found := next(filter(Path.is_file, paths), None))]


def closure_of(source, repository):
    """A file and every header of the repository that it includes, directly or through others."""
    found, waiting = {source}, [source]
    while waiting:
        new = [header for header in included_by(waiting.pop(), repository) if header not in found]
        found.update(new)
        waiting += new
    return found


def digest_of(source, tidy, repository):
    """Changes with everything that can change the findings of clang-tidy."""
    settings = [folder / ".clang-tidy" for folder in source.parents if folder.is_relative_to(repository)]
    sha = hashlib.sha256(Path(tidy).name.encode())
    sources = sorted(closure_of(source, repository), key=lambda path: (path.name, content_of(path)))
    for path in [*filter(Path.is_file, settings), *sources]:
        sha.update(f"\n{path.name} {len(content_of(path))}\n".encode())
        sha.update(content_of(path))
    return sha.hexdigest()


def lines_of(path):
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


class Cache:
    """The digests of what passed: those of the record, and what is found since is added at `path`."""

    def __init__(self, path, tidy, repository=REPOSITORY, record=None):
        self.path, self.tidy, self.repository = path, tidy, repository
        self.digests = {*lines_of(path), *(lines_of(record) if record else [])}

    def has_passed(self, source):
        return digest_of(source, self.tidy, self.repository) in self.digests

    def add(self, source):
        digest = digest_of(source, self.tidy, self.repository)
        self.digests.add(digest)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{digest}\n")


def read_flags(build):
    """The flags for each source of the repository."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    flags = {Path(entry["file"]).resolve(): flags_of(entry) for entry in entries}
    return {source: flags[source] for source in flags if not source.is_relative_to(build.resolve().parent)}


def flags_for(source, flags):
    """Its own, or those of a source of the library."""
    return flags.get(source) or next((flags[other] for other in flags if "/src/" in str(other)), [])


def check(source, flags, tidy):
    """What clang-tidy finds; nothing if the source passes."""
    flags = flags_for(source, flags)
    done = subprocess.run([tidy, "--quiet", source, "--", *flags, *ADDED], cwd=REPOSITORY, capture_output=True,
                          text=True, check=False)
    if done.returncode == 0 and not done.stdout:
        return ""
    return done.stdout or f"{source}: clang-tidy ends with status {done.returncode}\n{done.stderr}"


def run(cache, flags, sources, jobs):
    """Prints the findings; returns the number of files that have any."""
    changed = [source for source in sources if not cache.has_passed(source)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for source, found in zip(changed, pool.map(lambda source: check(source, flags, cache.tidy), changed)):
            if found:
                failed += 1
                print(found, flush=True)
            else:
                cache.add(source)
    print(f"lint: {len(sources)} files, {len(changed)} of them new or changed, {failed} with findings")
    return failed


def write_record(cache, sources, record):
    """The digests of all sources, each of which must have passed."""
    if left := [str(source) for source in sources if not cache.has_passed(source)]:
        print("lint: not recorded, because these have not passed:", *left, sep="\n  ")
        return 1
    digests = sorted(digest_of(source, cache.tidy, cache.repository) for source in sources)
    record.write_text("".join(f"{digest}\n" for digest in digests), encoding="utf-8")
    return 0


def main():
    parser = argparse.ArgumentParser(description="clang-tidy for what has changed.")
    parser.add_argument("--tidy", required=True, metavar="PROGRAM")
    parser.add_argument("--changed", action="store_true", help="only print the files that have changed")
    parser.add_argument("--record", action="store_true", help="write records/lint.txt")
    parser.add_argument("--build", type=Path, metavar="DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args()
    sources = [file.resolve() for file in options.files]
    cache = Cache(CACHE, options.tidy, record=RECORD)
    if options.changed:
        print("".join(f"{source.relative_to(REPOSITORY)}\n" for source in sources if not cache.has_passed(source)), end="")
        return 0
    if options.record:
        return write_record(cache, sources, RECORD)
    if not options.build:
        parser.error("--build is missing")
    return 1 if run(cache, read_flags(options.build), sources, options.jobs) else 0


if __name__ == "__main__":
    sys.exit(main())
