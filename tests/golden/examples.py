#!/usr/bin/env python3
"""Checks that docs/diagnostics.md is what `rigy explain` makes, and that every id has an example.

The examples are the golden cases diag_<id>.txt: a first run that reports the id as text, a second that
reports it as JSON, and a third over the corrected document, which finds nothing. run.py checks
that the program really behaves like that.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import run

HERE = Path(__file__).resolve().parent
PAGE = run.REPOSITORY / "docs/diagnostics.md"
# Whether memory runs out depends on the machine, and no mistake of the program is known that could be an example;
# tests/unit/diagnostics_test.cpp pretends that both happen.
WITHOUT_EXAMPLE = {"X26", "X99"}
GOOD = re.compile(r"\bgood\.rig[yms]\.yaml\b")


def explain(rigy, *args):
    return subprocess.run([rigy, "explain", *args], capture_output=True, check=True).stdout.decode()


def example_problems(name):
    path = HERE / f"diag_{name}.txt"
    if name in WITHOUT_EXAMPLE:
        return [f"{path.name} is there, but {name} is listed as having no example"] * path.exists()
    if not path.exists():
        return [f"{name} has no example: {path.name} is missing"]
    runs = run.parse(path.read_text()).runs
    if len(runs) != 3:
        return [f"{path.name} has {len(runs)} runs instead of 3"]
    bad, bad_json, good = runs
    problems = []
    if f"[{name}]: " not in bad.stderr:
        problems.append(f"{path.name}: the bad example does not report {name}")
    if bad_json.args.split() != [*bad.args.split(), "--diagnostics", "json"]:
        problems.append(f"{path.name}: the second run is not the first as JSON")
    elif name not in (found["code"] for found in json.loads(bad_json.stdout)["diagnostics"]):
        problems.append(f"{path.name}: the JSON does not have {name}")
    # What `measure` prints is its result.
    printed = good.stderr + ("" if good.args.startswith("measure ") else good.stdout)
    if not GOOD.search(good.args) or printed or good.exit != "0\n":
        problems.append(f"{path.name}: the corrected example is not accepted in silence")
    return problems


def main():
    parser = argparse.ArgumentParser(description="Checks docs/diagnostics.md and its examples.")
    parser.add_argument("--rigy", default=run.REPOSITORY / "build/rigy", type=Path)
    rigy = str(parser.parse_args().rigy.resolve())

    names = [line.split()[0] for line in explain(rigy).splitlines()]
    problems = [problem for name in names for problem in example_problems(name)]
    known = {f"diag_{name}.txt" for name in names}
    for path in sorted(HERE.glob("diag_[A-Z][0-9]*.txt")):
        if path.name not in known:
            problems.append(f"{path.name} is an example of no diagnostic")
    if PAGE.read_text() != explain(rigy, "--markdown"):
        problems.append("docs/diagnostics.md is stale: run ./dev docs")
    print("\n".join(problems) or f"{len(names)} diagnostics")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
