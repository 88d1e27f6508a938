#!/usr/bin/env python3
"""Which lines of src/ the tests run: coverage.py BUILD_DIR [--record], after the tests ran in BUILD_DIR.

Prints the share and every line that did not run; fails below 95 %, and if nobody says why a file has such lines.
--record rewrites the list in docs/testing.md.
"""

import argparse
import fnmatch
import json
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
WANTED = 95.0
PAGE = REPOSITORY / "docs" / "testing.md"
START, END = "<!-- coverage -->\n", "<!-- end of coverage -->\n"

# By file: the first pattern that fits.
REASONS = [
]


def measure(build):
    """{file: {line: times}} of src/."""
    out = subprocess.run(["gcovr", "--root", REPOSITORY, "--filter", "src/", "--object-directory", build,
                          "--exclude-throw-branches", "--json", "-"],
                         cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout
    files = {}
    for entry in json.loads(out)["files"]:
        lines = files.setdefault(entry["file"], {})
        for line in entry["lines"]:
            if not line.get("gcovr/noncode"):
                number = line["line_number"]
                lines[number] = lines.get(number, 0) + line["count"]
    return files


def ranges(numbers):
    """1, 2, 3, 7 → "1–3, 7"."""
    groups = []
    for number in numbers:
        if groups and number == groups[-1][1] + 1:
            groups[-1][1] = number
        else:
            groups.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in groups)


def reason_for(name):
    """Why lines of the file do not run; None if nobody says."""
    return next((reason for pattern, reason in REASONS if fnmatch.fnmatch(name, pattern)), None)


def record(share, total, missed):
    text = PAGE.read_text()
    before, rest = text.split(START)
    _, after = rest.split(END)
    rows = "".join(f"| `{name}`: {ranges(lines)} | {reason_for(name)} |\n" for name, lines in missed.items())
    PAGE.write_text(f"{before}{START}{share:.1f} % of {total:,} lines. Those that do not run:\n\n"
                    f"| lines | why |\n|---|---|\n{rows}{END}{after}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    files = measure(options.build.resolve())
    total = sum(len(lines) for lines in files.values())
    run = sum(count > 0 for lines in files.values() for count in lines.values())
    missed = {name: sorted(number for number, count in lines.items() if count == 0)
              for name, lines in sorted(files.items())}
    missed = {name: lines for name, lines in missed.items() if lines}
    for name, lines in missed.items():
        print(f"{name}: {ranges(lines)}")
    share = 100 * run / total
    print(f"{run} of {total} lines of src/ run in the tests: {share:.1f} % (at least {WANTED:.0f} % wanted)")
    unexplained = [name for name in missed if reason_for(name) is None]
    for name in unexplained:
        print(f"{name}: nobody says why these lines do not run (REASONS in tests/coverage.py)")
    if options.record and not unexplained:
        record(share, total, missed)
    return 0 if share >= WANTED and not unexplained else 1


if __name__ == "__main__":
    sys.exit(main())
