#!/usr/bin/env python3
"""Runs what proves the promises of the project, and writes records/prove.md.

    prove.py [--list] [--stale] [--again] [--record] [ROW...]

Each row is a command of ./dev and the files that its result depends on. A row that passed is remembered in
build/prove.json by the content of those files and is not run again, so that a run that was interrupted goes on where it
was; --again runs it anyway. --record writes the table; a row whose files have changed since it was recorded is stale,
which --stale reports (status 0: it is a note). Output of the commands is in build/prove/ROW.txt.
"""

import argparse
import dataclasses
import datetime
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
STATE = REPOSITORY / "build/prove.json"
RECORD = REPOSITORY / "records/prove.md"

CODE = ("src", "include", "cmake", "CMakeLists.txt", "CMakePresets.json")
TESTS = (*CODE, "tests", "conformance", "examples", "fuzz")
FUZZ_MINUTES = 60
# What a row writes itself.
WRITTEN = {b"tests/coverage/least.json"}


@dataclasses.dataclass
class Row:
    name: str
    what: str
    command: str
    depends: tuple = TESTS


ROWS = [
    Row("test", "all tests, those of the playground included, formatted and linted", "test",
        (*TESTS, "docs", "editors", "integrations", "packaging", "python", "templates", "web")),
    Row("asan", "all tests with address and undefined behavior sanitizers", "test --asan"),
    Row("tsan", "all tests with the thread sanitizer", "test --tsan"),
    Row("conformance", "suite, oracle and glTF validator", "conformance", (*CODE, "conformance")),
    Row("cross", "the same bytes by every compiler, processor, locale and floating-point mode", "cross --record",
        (*CODE, "conformance", "tests/cross", "web/wasm")),
    Row("packages", "each package installed and used", "package --test --record",
        (*CODE, "packaging", "python", "web/package", "web/component")),
    Row("reproducible", "each package built twice, the same bytes", "package --reproducible", (*CODE, "packaging", "python", "web/package", "web/component")),
    Row("faults", "every allocation and every call that writes fails, in every command and function", "faults",
        (*CODE, "tests/faults", "examples")),
    Row("servers", "a million random messages, and other hostile clients", "servers", (*CODE, "tests/hostile")),
    Row("plugins", "integrations in the programs that they are for", "plugins --record", (*CODE, "integrations", "tests/plugins", "python", "web/package")),
    Row("clients", "exports opened in other programs", "clients --record", (*CODE, "tests/clients")),
    Row("vscode", "the extension, built and tried in the test host of VS Code", "vscode", (*CODE, "editors/vscode", "web/package", "web/playground")),
    Row("bench", "speed and memory against their targets", "bench --record", (*CODE, "bench")),
    Row("scale", "ten thousand assets, Bazel and Slurm", "scale --record", (*CODE, "bench", "tests/integrations", "integrations")),
    Row("mutation", "the suite, unit tests and golden tests notice every mutant", "mutate --record",
        (*CODE, "tests/conformance", "tests/unit", "tests/golden", "conformance")),
    Row("site", "the built site in a browser", "site --test", (*CODE, "docs", "examples", "web")),
    Row("coverage", "the lines and branches that tests run", "coverage --record"),
    Row("fuzz", f"every target for {FUZZ_MINUTES} minutes", f"fuzz --minutes {FUZZ_MINUTES} --in-total --record", (*CODE, "fuzz")),
]


def digest_of(row, repository=REPOSITORY):
    """Of the files that git tracks, as they are in the folder."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *row.depends], cwd=repository, capture_output=True, check=True)
    sha = hashlib.sha256(row.command.encode())
    for name in sorted({*filter(None, listed.stdout.split(b"\0"))} - WRITTEN):
        path = repository / name.decode()
        if path.is_file():
            sha.update(b"\0" + name + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return sha.hexdigest()[:16]


def read_record(path):
    """The recorded lines by row, with the digest of each."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    found = (re.match(r"\| `(\w+)` \|.*\| `([0-9a-f]{16})` \|", line) for line in lines)
    return {match[1]: (match[2], match[0]) for match in found if match}


def stale_rows(rows, record, repository=REPOSITORY):
    """(row, why) of those that a record does not show for the files as they are."""
    known = read_record(record)
    for row in rows:
        if row.name not in known:
            yield row, "never recorded"
        elif known[row.name][0] != digest_of(row, repository):
            yield row, "its files have changed"


def run(row, repository=REPOSITORY):
    """(whether it passed, seconds)"""
    log = repository / f"build/prove/{row.name}.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    with log.open("wb") as out:
        status = subprocess.run(["./dev", *row.command.split()], cwd=repository, stdout=out, stderr=out, check=False).returncode
    return status == 0, round(time.monotonic() - start)


def machine():
    """What the result was measured on."""
    info = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*: (.+)", info.read_text(encoding="utf-8")) if info.is_file() else []
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    return f"{os.cpu_count()} × {models[0]}, {system}" if models else f"{os.cpu_count()} processors, {system}"


def commit_of(row, repository):
    """The commit that is checked out, and whether the row's files are as in it."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=repository, capture_output=True, text=True, check=True).stdout.strip()
    changed = git("status", "--porcelain", "--untracked-files=no", "--", *row.depends)
    return git("rev-parse", "--short", "HEAD") + (" and changes" if changed else "")


def line_of(row, result):
    minutes, seconds = divmod(result["seconds"], 60)
    return (f"| `{row.name}` | {row.what} | `./dev {row.command}` | passed | {minutes}:{seconds:02} | {result.get('machine', '')} | "
            f"{result['date']} | {result['commit']} | `{result['digest']}` |")


def write_record(rows, state, record):
    """The rows that passed; those of an older record stay as they are."""
    known = read_record(record)
    lines = []
    for row in rows:
        result = state.get(row.name)
        if result:
            lines.append(line_of(row, result))
        elif row.name in known:
            lines.append(known[row.name][1])
    head = """# What was proven, and on which code

`./dev prove --record` writes this page ([docs/testing.md](../docs/testing.md#prove)). The digest is that of the files that a row depends on:
`./dev prove --stale` lists the rows whose files have changed since. Times are minutes and seconds.

| row | what it shows | command | result | time | machine | date | commit | digest |
|---|---|---|---|---|---|---|---|---|
"""
    record.write_text(head + "".join(f"{line}\n" for line in lines), encoding="utf-8")


def prove(rows, again, state_path=STATE, repository=REPOSITORY):
    """Runs what has not passed yet; returns all results and the names of the rows that failed."""
    state = json.loads(state_path.read_text(encoding="utf-8")) if state_path.is_file() else {}
    failed = []
    for row in rows:
        digest = digest_of(row, repository)
        if not again and state.get(row.name, {}).get("digest") == digest:
            print(f"{row.name}: passed before")
            continue
        print(f"{row.name}: ./dev {row.command}", flush=True)
        passed, seconds = run(row, repository)
        print(f"{row.name}: {'passed' if passed else f'FAILED, see build/prove/{row.name}.txt'} ({seconds} s)", flush=True)
        state.pop(row.name, None)
        if passed and digest_of(row, repository) != digest:
            print(f"{row.name}: its files changed meanwhile, so this proves nothing")
            failed.append(row.name)
        elif passed:
            state[row.name] = {"digest": digest, "seconds": seconds, "commit": commit_of(row, repository), "machine": machine(),
                               "date": datetime.date.today().isoformat()}
        else:
            failed.append(row.name)
        state_path.parent.mkdir(parents=True, exist_ok=True)
        state_path.write_text(json.dumps(state, indent=1), encoding="utf-8")
    return state, failed


def main():
    parser = argparse.ArgumentParser(description="Runs what proves the promises of the project.")
    parser.add_argument("--list", action="store_true", help="only print the rows")
    parser.add_argument("--stale", action="store_true", help="only print the rows whose record is out of date")
    parser.add_argument("--again", action="store_true", help="run also what has passed before")
    parser.add_argument("--record", action="store_true", help="write records/prove.md")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    options = parser.parse_args()
    unknown = sorted(set(options.rows) - {row.name for row in ROWS})
    if unknown:
        parser.error(f"there is no row {unknown[0]}; rows: {', '.join(row.name for row in ROWS)}")
    if not (REPOSITORY / ".git").exists():
        print("note: not a git repository, so it is not known what has changed since it was proven")
        return 0 if options.stale else 1
    rows = [row for row in ROWS if not options.rows or row.name in options.rows]
    if options.list:
        print("".join(f"{row.name:13} ./dev {row.command:25} {row.what}\n" for row in rows), end="")
        return 0
    if options.stale:
        print("".join(f"note: not proven on this code: {row.name} ({why})\n" for row, why in stale_rows(rows, RECORD)), end="")
        return 0
    state, failed = prove(rows, options.again)
    if options.record:
        write_record(ROWS, state, RECORD)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
