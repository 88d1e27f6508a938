#!/usr/bin/env python3
"""docs/third-party.md: what of others is in the packages, from the headers that the build has read.

    third_party.py BUILD_DIR [--write]

Without --write: fails if the page is not up to date, or if something is used that this file does not know.
"""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from release import SOURCE, copy

PAGE = SOURCE / "docs/third-party.md"


@dataclass(frozen=True)
class Library:
    name: str
    licence: str
    package: str  # of Debian, whose copyright file is part of the archives
    source: str = ""  # folder of build/third_party, where it is compiled from source


LIBRARIES = (
    Library("libyaml", "MIT", "libyaml-dev", "libyaml"),
    Library("simdjson", "Apache-2.0", "libsimdjson-dev", "simdjson"),
    Library("fast_float", "Apache-2.0 or MIT", "libfast-float-dev"),
    Library("{fmt}", "MIT", "libfmt-dev"),
    Library("CLI11", "BSD-3-Clause", "libcli11-dev"),
    Library("zlib", "Zlib", "zlib1g-dev", "zlib"),
    Library("libmd", "BSD-3-Clause", "libmd-dev", "libmd"),
    Library("GNU C++ library", "GPL-3.0 with the GCC Runtime Library Exception", "libstdc++-12-dev"),
    Library("GNU C library", "LGPL-2.1", "libc6-dev"),
)
# What comes with the compiler and the C library.
SYSTEM = {"libgcc-12-dev": "libstdc++-12-dev", "linux-libc-dev": "libc6-dev", "libcrypt-dev": "libc6-dev"}
# Only in the program for Windows, in place of the C library.
MINGW = Library("mingw-w64 runtime", "ZPL-2.1, MIT and others", "mingw-w64-common")


def headers_of(build):
    """Headers by the part of the build that reads them: {"rigy_lib": {path, …}, …}."""
    printed = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    read = {}
    for block in printed.split("\n\n"):
        target, *files = block.strip().splitlines() or [""]
        part = re.match(r"CMakeFiles/(rigy\w*|simdjson|yaml|z)\.dir/", target)
        if part:
            paths = {(Path(build) / name.strip()).resolve() for name in files}
            read.setdefault(part[1], set()).update(paths)
    return read


def packages_of(paths):
    """The Debian packages of files outside the repository."""
    outside = sorted(str(path) for path in paths if SOURCE not in path.parents)
    printed = subprocess.run(["dpkg", "-S", *outside], capture_output=True, text=True, check=False).stdout
    return {line.split(":")[0] for line in printed.splitlines()}


def library_of(package):
    package = SYSTEM.get(package, package)
    found = next((library for library in LIBRARIES if library.package == package), None)
    if found is None:
        sys.exit(f"third_party: the build reads headers of '{package}', which packaging/third_party.py does not know")
    return found


def libraries_of(paths):
    folder = SOURCE / "build/third_party"
    used = {library_of(package) for package in packages_of(paths)}
    for library in LIBRARIES:
        if library.source and any(folder / library.source in path.parents for path in paths):
            used.add(library)
    return used


def used_in(build):
    """(in the library, in the program)"""
    read = headers_of(build)
    if "rigy_cli" not in read:
        sys.exit(f"third_party: nothing is built in '{build}'")
    program = libraries_of(set().union(*read.values()))
    return libraries_of(read["rigy_lib"]), program


def npm_rows():
    """What the npm packages bring along, by their lock files."""
    for name in ("package", "component"):
        lock = json.loads((SOURCE / "web" / name / "package-lock.json").read_text(encoding="utf-8"))
        for wanted in sorted(lock["packages"][""].get("dependencies", {})):
            entry = lock["packages"][f"node_modules/{wanted}"]
            yield f"| {wanted} {entry['version']} | {entry['license']} | npm `{lock['name']}` |"


def page(build):
    in_library, in_program = used_in(build)
    rows = [f"| {library.name} | {library.licence} | {'library and program' if library in in_library else 'program'} |"
            for library in LIBRARIES if library in in_program]
    rows.append(f"| {MINGW.name} | {MINGW.licence} | program for Windows, instead of the GNU C library |")
    return "\n".join([
        "# Third-party software", "",
        "Rigy itself is under the MIT licence. These libraries become part of the program and of the library, or are",
        "linked with them. `./dev docs` writes this page from the headers that the build has read; archives with",
        "statically linked programs have the texts of the licences in `licences/`.", "",
        "| library | licence | in |", "|---|---|---|", *rows, *npm_rows(), "",
        "The npm package `rigy` has what is in the library, and musl (MIT) and LLVM's C++ library (Apache-2.0 with LLVM",
        "exceptions) instead of the GNU libraries. The Debian package is linked with the libraries of the system.", ""])


def copy_licences(build_name, target):
    """The licences of everything that is statically linked."""
    windows = build_name.startswith("windows")
    for library in (*LIBRARIES, *([MINGW] if windows else [])):
        if windows and library.package in ("libmd-dev", "libc6-dev"):
            continue
        name = re.sub(r"\W+", "-", library.name).strip("-")
        copy(Path("/usr/share/doc") / library.package / "copyright", target / f"{name}.txt")


def main():
    build = Path(sys.argv[1]).resolve()
    if not (build / "build.ninja").is_file():
        print("third_party: NOT RUN: the build folder is not one of ninja", file=sys.stderr)
        return 77
    text = page(build)
    if "--write" in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
        print("third_party: docs/third-party.md is not up to date: run ./dev docs", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
