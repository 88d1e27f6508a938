#!/usr/bin/env python3
"""Shows that the library does not care about the locale and the floating-point mode of its caller.

    callers.py locales|float_modes --runner PROGRAM --scratch DIR

Compiles the conformance suite with PROGRAM (cross_runner) in each locale or mode and compares with a plain run. The
locales are created in DIR, which needs no root; if that fails it says so and exits with 77, which CTest counts
as skipped; with CI set in the environment that is a failure.
"""

import argparse
import os
import platform
import subprocess
import sys
from pathlib import Path

import digests

LOCALES = ("de_DE.UTF-8", "tr_TR.UTF-8")
ROUNDINGS = ("upward", "downward", "toward_zero")
FLOAT_MODES = {
    "x86_64": (*ROUNDINGS, "flush_to_zero", "traps"),
    "aarch64": (*ROUNDINGS, "flush_to_zero"),
}
SKIPPED = 77


class NoLocales(Exception):
    pass


def make_locales(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in LOCALES:
        if (folder / name).is_dir():
            continue
        language, charset = name.split(".")
        try:
            unfinished = folder / f"{name}.part"
            subprocess.run(["localedef", "-i", language, "-f", charset, unfinished], check=True, capture_output=True,
                           text=True)
            unfinished.rename(folder / name)
        except (OSError, subprocess.CalledProcessError) as error:
            raise NoLocales(getattr(error, "stderr", None) or error) from error


def locale_rows(command, folder, prefix=""):
    make_locales(folder)
    for name in LOCALES:
        yield digests.run([*command, digests.SUITE, "--locale", name], f"{prefix}{name}", {"LOCPATH": str(folder)})


def float_mode_rows(command, machine, prefix=""):
    for mode in FLOAT_MODES.get(machine, ROUNDINGS):
        yield digests.run([*command, digests.SUITE, "--floats", mode], f"{prefix}{mode.replace('_', ' ')}")


def main():
    parser = argparse.ArgumentParser(description="Unusual callers of the library.")
    parser.add_argument("kind", choices=("locales", "float_modes"))
    parser.add_argument("--runner", required=True, type=Path)
    parser.add_argument("--scratch", required=True, type=Path)
    options = parser.parse_args()
    command = [options.runner]
    rows = [digests.run([*command, digests.SUITE], "plain")]
    try:
        if options.kind == "locales":
            rows += locale_rows(command, options.scratch / "locales")
        else:
            rows += float_mode_rows(command, platform.machine())
    except NoLocales as reason:
        print(f"SKIPPED: localedef cannot create {', '.join(LOCALES)} (Debian package locales): {reason}")
        return 1 if os.environ.get("CI") else SKIPPED
    faults = digests.faults_of(rows)
    print(*map(digests.line_of, rows), *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
