#!/usr/bin/env python3
"""Which lines of src/ the tests run: coverage.py BUILD_DIR, after the tests ran in BUILD_DIR.

Prints the share and every line that did not run; fails below 95 %.
"""

import json
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
WANTED = 95.0


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


def main():
    files = measure(Path(sys.argv[1]).resolve())
    total = sum(len(lines) for lines in files.values())
    run = sum(count > 0 for lines in files.values() for count in lines.values())
    for name, lines in sorted(files.items()):
        missed = sorted(number for number, count in lines.items() if count == 0)
        if missed:
            print(f"{name}: {ranges(missed)}")
    share = 100 * run / total
    print(f"{run} of {total} lines of src/ run in the tests: {share:.1f} % (at least {WANTED:.0f} % wanted)")
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
