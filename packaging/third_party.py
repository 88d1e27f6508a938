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
    license: str  # as an expression of SPDX
    package: str  # of Debian, whose copyright file is part of the packages
    source: str = ""  # folder of build/third_party, where it is compiled from source
    shared: str = ""  # the beginning of the shared library's name, for those that can be linked dynamically

    def copyright_file(self):
        return Path("/usr/share/doc") / self.package / "copyright"


GNU_CPP = Library("GNU C++ library", "GPL-3.0-or-later WITH GCC-exception-3.1", "libstdc++-12-dev", "",
                  "libstdc++.so.")
GNU_C = Library("GNU C library", "LGPL-2.1-or-later", "libc6-dev", "", "libc.so.")
LIBRARIES = (
    Library("simdjson", "Apache-2.0", "libsimdjson-dev", "simdjson"),
    Library("fast_float", "Apache-2.0 OR MIT", "libfast-float-dev"),
    Library("{fmt}", "MIT", "libfmt-dev"),
    Library("xxHash", "BSD-2-Clause", "libxxhash-dev"),
    Library("CLI11", "BSD-3-Clause", "libcli11-dev"),
    Library("cpp-httplib", "MIT", "libcpp-httplib-dev", "cpp-httplib"),
    Library("meshoptimizer", "MIT", "libmeshoptimizer-dev", "meshoptimizer"),
    Library("zlib", "Zlib", "zlib1g-dev", "zlib", "libz.so."),
    Library("libmd", "BSD-3-Clause", "libmd-dev", "libmd", "libmd.so."),
    GNU_CPP,
    GNU_C,
)
# In place of the C library, and on the web of the C++ library.
MINGW = Library("mingw-w64 runtime", "ZPL-2.1 AND MIT", "mingw-w64-common")
WASI = Library("WASI C library, with musl", "MIT", "wasi-libc")
LLVM_CPP = Library("LLVM C++ library", "Apache-2.0 WITH LLVM-exception", "libc++-14-dev-wasm32")
ELSEWHERE = (MINGW, WASI, LLVM_CPP)
# What comes with the compilers and the C libraries.
SYSTEM = {"libgcc-12-dev": GNU_CPP, "gcc-mingw-w64-x86-64-posix": GNU_CPP, "g++-mingw-w64-x86-64-posix": GNU_CPP,
          "linux-libc-dev": GNU_C, "libcrypt-dev": GNU_C, "libclang-common-14-dev": LLVM_CPP}


def headers_of(build):
    """Headers by the part of the build that reads them: {"rigy_lib": {path, …}, …}."""
    printed = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    read = {}
    for block in printed.split("\n\n"):
        target, *files = block.strip().splitlines() or [""]
        part = re.match(r"(?:src/(\w+)/)?CMakeFiles/(rigy\w*|meshoptimizer|simdjson|yaml|z)\.dir/", target)
        if part:
            # The floors are the library.
            name = "rigy_lib" if part[2] == f"rigy_{part[1]}" else part[2]
            paths = {(Path(build) / file.strip()).resolve() for file in files}
            read.setdefault(name, set()).update(paths)
    return read


def packages_of(paths):
    """The Debian packages of files outside the repository."""
    outside = sorted(str(path) for path in paths if SOURCE not in path.parents)
    if not outside:
        return set()
    done = subprocess.run(["dpkg", "-S", *outside], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"third_party: headers that belong to no package:\n{done.stderr}")
    return {line.split(":")[0] for line in done.stdout.splitlines()}


def library_of(package):
    package = package.removesuffix("-arm64-cross")
    found = next((library for library in (*LIBRARIES, *ELSEWHERE) if library.package == package), SYSTEM.get(package))
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


def used_in(build, part="rigy_cli"):
    """(in the library, in everything) of a build that has `part`."""
    read = headers_of(build)
    if part not in read or "rigy_lib" not in read:
        sys.exit(f"third_party: {part} is not built in '{build}'")
    program = libraries_of(set().union(*read.values()))
    own = {name: paths for name, paths in read.items() if name in ("rigy_lib", "meshoptimizer", "simdjson", "z")}
    return libraries_of(set().union(*own.values())), program


def contained_in(file, libraries):
    """Those of the libraries that a program or library for Linux has in it, rather than is linked with."""
    printed = subprocess.run(["readelf", "--dynamic", "--wide", file], capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", printed)
    return {library for library in libraries
            if not library.shared or not any(name.startswith(library.shared) for name in needed)}


# The npm packages whose code is in the scripts of ours.
IN_SCRIPTS = {"package": (), "component": ("three",)}


def npm_dependencies(folder):
    """(name, entry of the lock file) of what an npm package brings along."""
    lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
    return [(name, lock["packages"][f"node_modules/{name}"]) for name in IN_SCRIPTS[folder.name]]


def npm_rows():
    for folder, package in (("package", "rigy"), ("component", "rigy-model")):
        for name, entry in npm_dependencies(SOURCE / "web" / folder):
            yield f"| {name} {entry['version']} | {entry['license']} | npm `{package}` |"


def page(build):
    in_library, in_program = used_in(build)
    rows = [f"| {library.name} | {library.license} | {'library and program' if library in in_library else 'program'} |"
            for library in LIBRARIES if library in in_program]
    rows.append(f"| {MINGW.name} | {MINGW.license} | program for Windows, instead of the GNU C library |")
    return "\n".join([
        "# Third-party software", "",
        "Rigy itself is under the MIT license. These libraries become part of the program and of the library, or are",
        "linked with them. `./dev docs` writes this page from the headers that the build has read. Every package has the",
        "texts of the licenses of what is in it: the archives and the npm packages in `licenses/`, the wheel at the end of",
        "its `LICENSE`, the Debian package in its `copyright`. `sbom.spdx.json` in each of them names the same libraries with",
        "their versions, for programs (SPDX 2.3).", "",
        "| library | license | in |", "|---|---|---|", *rows, *npm_rows(), "",
        "The npm packages have what is in the library, and the C library of WASI, with musl (MIT and others), and LLVM's C++",
        "library (Apache-2.0 with LLVM exceptions) instead of the GNU libraries. The programs in the archives are linked",
        "statically. The program of the Debian package is linked with the system's zlib, libmd and GNU libraries, and",
        "has simdjson, meshoptimizer, fast_float, {fmt}, xxHash and CLI11 in it; its `librigy.so` has the GNU C++ library in it as well. The library in",
        "the wheel has all but zlib and the GNU C library in it.", ""])


def write_licenses(libraries, target):
    """One file for each library."""
    for library in libraries:
        file = target / f"{library.package}.txt"
        if file.exists():
            sys.exit(f"third_party: two licenses would be '{file}'")
        copy(library.copyright_file(), file)


def notices(libraries):
    """The licenses as one text."""
    parts = [f"{'-' * 78}\nThis package contains {library.name} ({library.license}):\n\n"
             f"{library.copyright_file().read_text(encoding='utf-8')}" for library in in_order(libraries)]
    return "\n".join(parts)


def in_order(libraries):
    return [library for library in (*LIBRARIES, *ELSEWHERE) if library in libraries]


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
