#!/usr/bin/env python3
"""Which lines of src/ the tests run.

    coverage.py BUILD_DIR [--record]
    coverage.py --reasons

The first form comes after the tests have run in BUILD_DIR. The second only fails if a reason is given for a file that is gone.

Prints the share and every line that did not run; fails below 95 %, and if a file has such lines without a reason.
--record writes records/coverage.md.
"""

import argparse
import fnmatch
import json
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
WANTED = 95.0
RECORD = REPOSITORY / "records/coverage.md"

# By the end of the path: the first pattern that fits.
MEMORY = "memory or threads run out exactly there; the same handling is tested where a test can cause it (`X26`)"
SIGNALS = ("signal handlers, and what the system may refuse: run in `faults` and `conformance_program`, but "
           "a process that ends by a signal writes no counters")
TERMINAL = "the progress bar and colors of a terminal; tests have none"
CHAINED = "run; gcov counts a chained call under another of its lines"
COMPLETE = ("the end of a complete `switch` over an enumeration, or of a function that has returned in every case; the "
            "compiler asks for it")
FOREIGN = "parts of foreign GLB files that the suite does not have, and the end of a complete `switch`"
UNSEEN = "errors that the system or libyaml may report and did not"
REASONS = [
    ("common/parallel.cpp", MEMORY),
    ("c_api/c_api.cpp", MEMORY),
    ("library/compile.cpp", MEMORY),
    ("cli/engine.cpp", MEMORY),
    ("cli/output.cpp", SIGNALS),
    ("cli/scratch_folder.cpp", SIGNALS),
    ("platform/posix/child_process.cpp", SIGNALS),
    ("platform/posix/interruption.cpp", SIGNALS),
    ("platform/posix/*files.cpp", UNSEEN),
    ("platform/posix/program.cpp", TERMINAL),
    ("cli/batch.cpp", MEMORY),
    ("cli/compile_command.cpp", "output to a terminal, which tests do not have, and a folder that the "
     "system refuses"),
    ("cli/conform_command.cpp", CHAINED),
    ("cli/explain_command.cpp", CHAINED),
    ("cli/main.cpp", "an exception that nothing in the program throws"),
    ("cli/progress.cpp", TERMINAL),
    ("cli/document_options.cpp", CHAINED),
    ("check/armatures.cpp", f"{CHAINED}; a cycle of parents too long to be shown whole"),
    ("check/*", CHAINED),
    ("load/file_lookup.cpp", COMPLETE),
    ("placement/placement.cpp", CHAINED),
    ("conform/*", FOREIGN),
    ("diagnostics/diagnostics.cpp", "TessellationError: a class of the specification that no condition leads to"),
    ("diagnostics/table.cpp", COMPLETE),
    ("document/decode_mesh.cpp", CHAINED),
    ("document/fields.cpp", COMPLETE),
    ("evaluate/evaluate.cpp", CHAINED),
    ("shapes/shape.cpp", COMPLETE),
    ("canonical/fill.cpp", COMPLETE),
    ("canonical/layout.cpp", COMPLETE),
    ("canonical/size.cpp", COMPLETE),
    ("influences/influences.cpp", COMPLETE),
    ("source_map/source_map.cpp", "run by the tests of the npm package and the page, which have no counters"),
    ("syntax/parse.cpp", MEMORY),
    ("io/disk.cpp", UNSEEN),
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


def fits(name, pattern):
    return fnmatch.fnmatchcase(name, f"*/{pattern}")


def unused_reasons():
    """Patterns that fit no source, because it is gone or has another name."""
    names = [str(path.relative_to(REPOSITORY)) for path in (REPOSITORY / "src").rglob("*.?pp")]
    return [pattern for pattern, _ in REASONS if not any(fits(name, pattern) for name in names)]


def reason_for(name):
    """Why lines of the file do not run; None if no reason is given."""
    return next((reason for pattern, reason in REASONS if fits(name, pattern)), None)


def record(share, total, missed):
    rows = "".join(f"| `{name}`: {ranges(lines)} | {reason_for(name)} |\n" for name, lines in missed.items())
    RECORD.write_text("# Lines that the tests do not run\n\nWritten by `./dev coverage --record`.\n\n"
                      f"{share:.1f} % of {total:,} lines of `src/` run. These do not:\n\n"
                      f"| lines | why |\n|---|---|\n{rows}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path, nargs="?")
    parser.add_argument("--reasons", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    for pattern in unused_reasons():
        print(f"{pattern}: there is no such file any more (REASONS in tests/coverage/coverage.py)")
    if options.reasons:
        return 1 if unused_reasons() else 0
    if not options.build:
        parser.error("BUILD_DIR is missing")
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
        print(f"{name}: no reason is given for these lines (REASONS in tests/coverage/coverage.py)")
    if options.record and not unexplained:
        record(share, total, missed)
    return 0 if share >= WANTED and not unexplained else 1


if __name__ == "__main__":
    sys.exit(main())
