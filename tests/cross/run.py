#!/usr/bin/env python3
"""Builds the library for every target of this list, compiles the conformance suite with each, and prints a table of
digests. Fails if they are not all the same, or if a case does not pass; or if pictures, inspections and measurements of
some cases are not the same.

    run.py DIR --third-party DIR [--jobs N] [--only TEXT]... [--record]

The first DIR gets a folder for each build; the second has the sources of simdjson. The npm package must be
built. --only leaves out the targets whose names contain none of the texts. --record writes
records/cross.md after a complete run without a difference.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import callers
import digests

PICTURE_EVERY = "40"  # case of the suite: enough for all shapes
RECORD = digests.REPOSITORY / "records/cross.md"


@dataclass
class Build:
    name: str
    compilers: tuple  # C, C++
    flags: str
    machine: str = platform.machine()  # if another one than this, it is emulated
    toolchain: str = ""  # a file of cmake/toolchains, which names the compilers

    @property
    def folder(self):
        return "".join(letter if letter.isalnum() else "_" for letter in self.name)

    @property
    def emulator(self):
        if self.toolchain == "windows":
            return [WINE]
        return [] if self.machine == platform.machine() else [f"qemu-{self.machine}"]


WINE = "/usr/lib/wine/wine64"
GCC = ("gcc", "g++")
CLANG = ("clang-14", "clang++-14")
LEVELS = ("-O0", "-O2", "-O3 -march=native")


def gcc_for(machine):
    return f"{machine}-linux-gnu-gcc", f"{machine}-linux-gnu-g++"


# At -O3 compilers would fuse multiplications and additions if allowed.
FOREIGN = [Build(f"{machine} gcc -O3", gcc_for(machine), "-O3", machine) for machine in ("aarch64", "riscv64", "s390x")]
WINDOWS = Build("Windows x86_64 gcc -O3", (), "-O3 -DNDEBUG", toolchain="windows")
NATIVE = [Build(f"{name} {level}", compilers, level)
          for name, compilers in (("gcc", GCC), ("clang", CLANG)) for level in LEVELS]
# The native build that is also run with other locales and floating-point modes.
NATIVE_CALLER = "gcc -O2"
WEB = "wasm32 clang -O2"


def cmake_options(build, third_party):
    options = {
        "CMAKE_BUILD_TYPE": "None",
        "CMAKE_C_FLAGS": build.flags,
        "CMAKE_CXX_FLAGS": build.flags,
        "CMAKE_C_COMPILER_LAUNCHER": "ccache",
        "CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
        "RIGY_CROSS": "ON",
        "RIGY_SIMDJSON_DIR": third_party / "simdjson",
        "RIGY_MESHOPTIMIZER_DIR": third_party / "meshoptimizer",
    }
    if build.toolchain:
        # ccache and precompiled headers do not go together, and the latter save more here.
        options |= {"CMAKE_TOOLCHAIN_FILE": digests.REPOSITORY / f"cmake/toolchains/{build.toolchain}.cmake",
                    "CMAKE_C_COMPILER_LAUNCHER": "", "CMAKE_CXX_COMPILER_LAUNCHER": "",
                    "RIGY_PRECOMPILED_HEADERS": "ON"}
        return [f"-D{name}={value}" for name, value in options.items()]
    options |= dict(zip(("CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER"), build.compilers))
    if build.emulator:
        # Static, so that the emulator needs no libraries of that machine.
        options |= {"CMAKE_SYSTEM_NAME": "Linux", "CMAKE_SYSTEM_PROCESSOR": build.machine,
                    "CMAKE_EXE_LINKER_FLAGS": "-static"}
    return [f"-D{name}={value}" for name, value in options.items()]


def run_quietly(command):
    """Shows what the command says only if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\ncross: failed: {' '.join(map(str, command))}")


def make(build, options):
    """Builds the runner; returns the command that runs it."""
    folder = options.folder / build.folder
    if not (folder / "build.ninja").is_file():
        run_quietly(["cmake", "-S", digests.REPOSITORY, "-B", folder, "-G", "Ninja",
                     *cmake_options(build, options.third_party.resolve())])
    run_quietly(["ninja", "-C", folder, "-j", str(options.jobs), "cross_runner"])
    ending = ".exe" if build.toolchain == "windows" else ""
    return [*build.emulator, folder / "tests" / "cross" / f"cross_runner{ending}"]


def pictures_of(command):
    """The digests of the pixels of some cases, of what is inspected in them and of a measurement, by case."""
    done = subprocess.run([*command, "--pictures", PICTURE_EVERY], stdout=subprocess.PIPE, text=True, encoding="utf-8",
                          check=False)
    if done.returncode != 0:
        return {"ended": f"with status {done.returncode}"}
    pictures = {}
    for line in done.stdout.split("\n")[:-1]:
        case, *numbers = line.split("\t")
        name, pixels = case.split()
        # Writers of JSON differ in how they spell a number.
        texts = [json.dumps(json.loads(text), sort_keys=True) for text in numbers]
        pictures[name] = " ".join([pixels, *(digests.sha256(text.encode()) for text in texts)])
    return pictures


def picture_faults(pictures):
    """`pictures` are those of every build, by its name; all must be the same."""
    first = next(iter(pictures), None)
    return [f"{name}: pictures or numbers differ from {first}: {' '.join(differing[:digests.MOST_LISTED])}"
            for name, own in pictures.items()
            if (differing := sorted(case for case in {**own, **pictures[first]}
                                    if own.get(case) != pictures[first].get(case)))]


def windows_builds(options):
    """Nothing without wine or the compiler: ./dev package installs both."""
    compiler = shutil.which("x86_64-w64-mingw32-g++-posix")
    if compiler is None or not Path(WINE).exists():
        print(f"{WINDOWS.name:<36} not run: there is no {'wine64' if compiler else 'mingw-w64'}", flush=True)
        return []
    # Its registry and drives.
    os.environ |= {"WINEPREFIX": str(options.folder.resolve() / "wine"), "WINEDEBUG": "-all"}
    return [WINDOWS]


def say(text):
    print(f"cross: {text}", file=sys.stderr, flush=True)


def is_wanted(name, texts):
    return not texts or any(text in name for text in texts)


def rows_of(options, pictures):
    builds = NATIVE + FOREIGN + windows_builds(options)
    for build in (one for one in builds if is_wanted(one.name, options.only)):
        start = time.monotonic()
        say(f"building {build.name}")
        command = make(build, options)
        say(f"built in {time.monotonic() - start:.0f} s; compiling the suite")
        yield digests.run([*command, digests.SUITE], build.name)
        pictures[build.name] = pictures_of([*command, digests.SUITE])
        if build.name == NATIVE_CALLER:
            yield from callers.locale_rows(command, options.folder / "locales", f"{build.name}, ")
        if build.name == NATIVE_CALLER or build in FOREIGN:
            yield from callers.float_mode_rows(command, build.machine, f"{build.name}, ")
    if is_wanted(WEB, options.only):
        say("compiling the suite in WebAssembly")
        command = ["node", Path(__file__).with_name("wasm.mjs")]
        yield digests.run(command, WEB)
        pictures[WEB] = pictures_of(command)


def record(rows, summary):
    lines = "".join(f"{digests.line_of(row)}\n" for row in rows)
    RECORD.write_text("# The same bytes everywhere\n\nWritten by `./dev cross --record`; [docs/testing.md](../docs/testing.md) says "
                      f"what is compared.\n\n```\n{lines}{summary}\n```\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="The same bytes everywhere.")
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--third-party", required=True, type=Path, metavar="DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", action="append", metavar="TEXT", help="targets whose name contains this (repeatable)")
    parser.add_argument("--record", action="store_true", help="write records/cross.md")
    options = parser.parse_args()
    os.nice(10)
    rows = []
    pictures = {}
    for row in rows_of(options, pictures):
        print(digests.line_of(row), flush=True)
        rows.append(row)
    if not rows:
        sys.exit("cross: no target has such a name")
    faults = digests.faults_of(rows) + picture_faults(pictures)
    if faults:
        print(*faults, sep="\n")
        return 1
    drawn = len(next(iter(pictures.values()), ()))
    summary = (f"{len(rows)} configurations, one digest; {drawn} pictures, inspections and measurements, the same in "
               f"{len(pictures)} builds")
    print(summary)
    if options.record and not options.only:
        record(rows, summary)
    return 0


if __name__ == "__main__":
    sys.exit(main())
