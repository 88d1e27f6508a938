#!/usr/bin/env python3
"""Which lines and branches of src/ the tests run.

    coverage.py BUILD_DIR [--record]

The tests have run in BUILD_DIR before.

Prints both shares, every line that did not run, and every line that ran but not each way that it can go. Fails below the
shares in least.json, and if a file has lines that did not run without a reason. --record writes records/coverage.md and raises
least.json to what was reached: neither number may fall, and without --record neither may be missing.
"""

import argparse
import fnmatch
import json
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
LEAST = Path(__file__).resolve().parent / "least.json"
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
    """({file: {line: times}}, {file: {line: {branch: times}}}) of src/. A line that several objects have, as those of
    templates and inline functions, has run if any of them did; so have its branches."""
    out = subprocess.run(["gcovr", "--root", REPOSITORY, "--filter", "src/", "--object-directory", build,
                          "--exclude-throw-branches", "--exclude-unreachable-branches", "--json", "-"],
                         cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout
    return add_up(json.loads(out)["files"])


def add_up(entries):
    files, branches = {}, {}
    for entry in entries:
        lines = files.setdefault(entry["file"], {})
        for line in entry["lines"]:
            if line.get("gcovr/noncode"):
                continue
            number = line["line_number"]
            lines[number] = lines.get(number, 0) + line["count"]
            ways = branches.setdefault(entry["file"], {}).setdefault(number, {})
            for index, branch in enumerate(one for one in line["branches"] if not one["throw"]):
                ways[index] = ways.get(index, 0) + branch["count"]
    return files, branches


def one_way(lines, branches):
    """Lines that ran, and of whose branches some were never taken."""
    return sorted(number for number, ways in branches.items() if lines[number] > 0 and 0 in ways.values())


def shares(files, branches):
    """Of the lines that ran, and of the branches that were taken, in percent."""
    counts = [count for lines in files.values() for count in lines.values()]
    ways = [count for lines in branches.values() for of_line in lines.values() for count in of_line.values()]
    return {"lines": share_of(counts), "branches": share_of(ways)}


def share_of(counts):
    return 100 * sum(count > 0 for count in counts) / len(counts) if counts else 100.0


def fallen(reached, least):
    """What is below the numbers that may not fall; a tenth of a percent is noise of threads and times."""
    return [f"{what}: {reached[what]:.2f} %, and at least {wanted:.2f} % are wanted"
            for what, wanted in least.items() if reached[what] < wanted - 0.1]


def not_recorded(reached, least):
    return [f"{what}: no number is recorded that it may not fall below (./dev coverage --record)" for what in reached
            if what not in least]


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


def record(reached, missed, partly):
    rows = "".join(f"| `{name}`: {ranges(lines)} | {reason_for(name)} |\n" for name, lines in missed.items())
    ways = "".join(f"| `{name}`: {ranges(lines)} |\n" for name, lines in partly.items())
    RECORD.write_text("# Lines and branches that the tests do not run\n\nWritten by `./dev coverage --record`.\n\n"
                      f"{reached['lines']:.1f} % of the lines and {reached['branches']:.1f} % of the branches of `src/` run. "
                      f"These lines do not:\n\n| lines | why |\n|---|---|\n{rows}\n"
                      f"These run, but not each way that they can go:\n\n| lines |\n|---|\n{ways}", encoding="utf-8")
    least = json.loads(LEAST.read_text(encoding="utf-8"))
    raised = {what: max(least.get(what, 0), int(10 * share) / 10) for what, share in reached.items()}
    LEAST.write_text(json.dumps(raised) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    for pattern in unused_reasons():
        print(f"{pattern}: there is no such file any more (REASONS in tests/coverage/coverage.py)")
    files, branches = measure(options.build.resolve())
    reached = shares(files, branches)
    missed = {name: sorted(number for number, count in lines.items() if count == 0)
              for name, lines in sorted(files.items())}
    missed = {name: lines for name, lines in missed.items() if lines}
    partly = {name: one_way(files[name], lines) for name, lines in sorted(branches.items())}
    partly = {name: lines for name, lines in partly.items() if lines}
    for name, lines in missed.items():
        print(f"{name}: {ranges(lines)}")
    for name, lines in partly.items():
        print(f"{name}: not each way: {ranges(lines)}")
    least = json.loads(LEAST.read_text(encoding="utf-8"))
    faults = fallen(reached, least)
    if not options.record:
        faults += not_recorded(reached, least)
    print(f"{reached['lines']:.2f} % of the lines and {reached['branches']:.2f} % of the branches of src/ run in the tests")
    faults += [f"{name}: no reason is given for these lines (REASONS in tests/coverage/coverage.py)"
               for name in missed if reason_for(name) is None]
    for fault in faults:
        print(fault)
    if options.record and not faults:
        record(reached, missed, partly)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
