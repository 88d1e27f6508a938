"""./dev plugins: runs the tests of the integrations in their hosts, and prints the table of docs/integrations.md.

    python3 tests/plugins/run.py [--record] [GROUP...]

hosts.json has a row for each host: its group, the name and page of the integration, what tells the host's version, the
programs that must be there, the test, what is tested, and what is known not to be. A test ends with 0, or with 77 if the
host cannot run here. A host that is not there is "not run", which is said again at the end.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PAGE = REPOSITORY / "docs/integrations.md"
HOSTS = json.loads(Path(__file__).with_name("hosts.json").read_text(encoding="utf-8"))
HEADER = "| integration | host | tested there | result |\n|---|---|---|---|\n"
NOT_RUN = 77


def version_of(row):
    """The first number with a point in what the host prints, after its name."""
    said = subprocess.run(row["version"], capture_output=True, text=True, check=False, cwd=REPOSITORY)
    found = re.search(r"\d+(\.\d+)+", said.stdout + said.stderr)
    return f"{Path(row['version'][0]).name} {found[0]}" if found else Path(row["version"][0]).name


def result_of(row):
    """What the table says: "N tests pass", "**fails**" or "**not run**"."""
    missing = [one for one in row["needs"] if not shutil.which(one)]
    if missing:
        return f"**not run**: {', '.join(missing)} is missing"
    print(f"plugins: {row['name']}", file=sys.stderr, flush=True)
    done = subprocess.run(row["test"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False, cwd=REPOSITORY)
    if done.returncode == NOT_RUN:
        return f"**not run**: {done.stdout.strip().splitlines()[-1] if done.stdout.strip() else 'the host cannot run here'}"
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
        return "**fails**"
    counted = sum(map(int, re.findall(r"^(?:Ran|# tests) (\d+)", done.stdout, re.MULTILINE)))
    skipped = sum(map(int, re.findall(r"skipped(?:=| )(\d+)", done.stdout)))
    passed = f"{counted - skipped} tests pass" if counted else "passes"
    reasons = dict.fromkeys(re.findall(r"skipped ['\"](.+)['\"]$", done.stdout, re.MULTILINE))
    left_out = f"{passed}, {skipped} **not run**"
    return (f"{left_out}: {'; '.join(reasons)}" if reasons else left_out) if skipped else passed


def line_of(row, result):
    host = row["version"][0] if result.startswith("**not run**") else version_of(row)
    left_out = f" ({row['not_run']})" if row.get("not_run") else ""
    return f"| [{row['name']}]({row['page']}) | {host} | {row['what']}{left_out} | {result} |"


def record(lines):
    """Replaces the lines of these integrations in the page; the others stay."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(HEADER)
    kept = re.match(r"(?:\|.*\n)*", rest)[0]
    known = {line.partition("]")[0]: line for line in kept.splitlines()}
    known.update({line.partition("]")[0]: line for line in lines})
    order = [f"| [{row['name']}" for row in HOSTS]
    table = "".join(known[name] + "\n" for name in order if name in known)
    PAGE.write_text(before + HEADER + table + rest[len(kept):], encoding="utf-8")


def main():
    groups = list(dict.fromkeys(row["group"] for row in HOSTS))
    parser = argparse.ArgumentParser(description="Test the integrations in their hosts.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(groups))
    parser.add_argument("--record", action="store_true", help="write the table into docs/integrations.md")
    parser.add_argument("--list", action="store_true", help="print the groups")
    options = parser.parse_args()
    if unknown := set(options.groups) - set(groups):
        parser.error(f"unknown group {', '.join(sorted(unknown))} ({', '.join(groups)})")
    if options.list:
        print(*groups)
        return 0
    rows = [row for row in HOSTS if not options.groups or row["group"] in options.groups]
    results = [result_of(row) for row in rows]
    lines = [line_of(row, result) for row, result in zip(rows, results)]
    print(HEADER + "\n".join(lines))
    if options.record:
        record(lines)
    for row, result in zip(rows, results):
        if "**not run**" in result:
            print(f"plugins: NOT RUN: {row['name']}: {result.replace('**', '')}", file=sys.stderr)
    return 1 if "**fails**" in results else 0


if __name__ == "__main__":
    sys.exit(main())
