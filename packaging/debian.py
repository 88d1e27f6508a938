"""The Debian package: program, libraries, headers, CMake files, manual pages, examples."""

import gzip
import os
import re
import textwrap
from email.utils import format_datetime
from datetime import datetime, time, timezone

import builds
import manuals
import sbom
import third_party
from release import AUTHORS, DESCRIPTION, SOURCE, SUMMARY, copy, copy_examples, emptied, environment, releases, run, \
    version

# If you distribute the package, set yourself as its maintainer, with RIGY_MAINTAINER. The project has no address of its own;
# names that end in .invalid are reserved for being none (RFC 2606), and lintian accepts them, unlike localhost.
MAINTAINER = os.environ.get("RIGY_MAINTAINER") or f"{AUTHORS} <not-an-address@rigy.invalid>"
if not re.fullmatch(r"[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>", MAINTAINER):
    raise SystemExit(f"package: RIGY_MAINTAINER is '{MAINTAINER}', but must be 'Name <address>'")
# Who links the static library needs this; programs need only what `depends_of` finds.
FOR_LINKING = "zlib1g-dev"


def changelog():
    """CHANGELOG.md in Debian's format."""
    entries = []
    for number, date, lines in releases():
        items = re.split(r"^- ", lines, flags=re.MULTILINE)[1:]
        body = "\n".join(textwrap.fill(" ".join(item.partition("\n\n")[0].split()), 78, initial_indent="  * ", subsequent_indent="    ")
                         for item in items)
        when = format_datetime(datetime.combine(date, time(12), timezone.utc))
        entries.append(f"rigy ({number}) unstable; urgency=medium\n\n{body}\n\n -- {MAINTAINER}  {when}\n")
    return "\n".join(entries)


def indented(text):
    return "\n".join(f" {line}" if line.strip() else " ." for line in text.rstrip().splitlines())


def stanza(library):
    """Of a library that is part of the files. Its own notices name the holders."""
    name = re.sub(r"-dev$", "", library.package)
    return (f"Files: third_party/{name}/*\nCopyright: the authors of {library.name}, as its notices name them\n"
            f"License: {name}\nComment: {library.name} is part of the program or the libraries.\n\n"
            f"License: {name}\n{indented(library.copyright_file().read_text(encoding='utf-8'))}\n")


def contained(tree, folder):
    """The libraries that are in the program or in the shared library. What is in the static library is in that one."""
    in_library, in_program = third_party.used_in(folder)
    shared, = (tree / "usr/lib").rglob("librigy.so.*.*")
    return third_party.in_order(third_party.contained_in(shared, in_library) |
                                third_party.contained_in(tree / "usr/bin/rigy", in_program))


def copyright_page(libraries):
    license = (SOURCE / "LICENSE").read_text(encoding="utf-8")
    holder, text = re.search(r"Copyright \(c\) ([^\n]*)\n\n(.*)", license, re.DOTALL).groups()
    return ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
            f"Upstream-Name: rigy\n\nFiles: *\nCopyright: {holder}\nLicense: Expat\n\n"
            f"License: Expat\n{indented(text)}\n\n" + "\n".join(map(stanza, libraries)))


def depends_of(tree, work):
    """Packages of the shared libraries that program and library need."""
    control = work / "shlibs/debian/control"
    control.parent.mkdir(parents=True, exist_ok=True)
    control.write_text("Source: rigy\n\nPackage: rigy\nArchitecture: any\n", encoding="utf-8")
    files = [tree / "usr/bin/rigy", *(tree / "usr/lib").rglob("librigy.so.*.*")]
    printed = run("dpkg-shlibdeps", "-O", "--ignore-missing-info", f"-l{files[1].parent}", *files,
                  cwd=control.parent.parent)
    return re.search(r"^shlibs:Depends=(.*)$", printed, re.MULTILINE).group(1)


def control(tree, work):
    size = sum(path.lstat().st_size for path in tree.rglob("*") if path.is_file()) // 1024
    description = "\n".join(f" {line}" for line in textwrap.wrap(DESCRIPTION, 76))
    return (f"Package: rigy\nVersion: {version()}\nArchitecture: amd64\nMaintainer: {MAINTAINER}\n"
            f"Installed-Size: {size}\nDepends: {depends_of(tree, work)}\nSuggests: {FOR_LINKING}\n"
            f"Section: graphics\nPriority: optional\nDescription: {SUMMARY}\n{description}\n")


def strip_libraries(tree):
    for path in (tree / "usr/lib").rglob("librigy.*"):
        if path.is_symlink() or path.suffix == ".pc":
            continue
        run("strip", "--strip-unneeded" if ".so" in path.name else "--strip-debug", "--enable-deterministic-archives",
            "--remove-section=.comment", "--remove-section=.note", path)
        path.chmod(0o644)


def fill(tree, folder):
    run("cmake", "--install", folder, "--prefix", tree / "usr", "--strip")
    strip_libraries(tree)
    # Debian has the license in `copyright`.
    (tree / "usr/share/doc/rigy/LICENSE").unlink()
    doc = tree / "usr/share/doc/rigy"
    libraries = contained(tree, folder)
    (doc / "copyright").write_text(copyright_page(libraries), encoding="utf-8")
    (doc / sbom.NAME).write_text(sbom.bill("rigy-deb", libraries, builds.DEBIAN.compiled()), encoding="utf-8")
    (doc / "changelog.gz").write_bytes(gzip.compress(changelog().encode(), 9, mtime=0))
    copy(SOURCE / "docs/third-party.md", doc / "third-party.md")
    copy_examples(doc / "examples")
    manuals.write_manuals(tree / "usr/bin/rigy", tree / "usr/share/man/man1")
    manuals.write_completions(tree / "usr/bin/rigy", tree / "usr/share")


def checksums(tree):
    files = sorted(path for path in (tree / "usr").rglob("*") if path.is_file() and not path.is_symlink())
    return run("md5sum", *(path.relative_to(tree) for path in files), cwd=tree)


def write_deb(work, output):
    folder = builds.make(builds.DEBIAN, work)
    tree = emptied(work / "debian-tree")
    fill(tree, folder)
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN/control").write_text(control(tree, work), encoding="utf-8")
    (tree / "DEBIAN/md5sums").write_text(checksums(tree), encoding="utf-8")
    (tree / "DEBIAN/triggers").write_text("activate-noawait ldconfig\n", encoding="utf-8")
    (tree / "DEBIAN/shlibs").write_text(f"librigy 0 rigy (>= {version()})\n", encoding="utf-8")
    for path in [tree, *tree.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
    package = output / f"rigy_{version()}_amd64.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, package, env=environment())
    return package
