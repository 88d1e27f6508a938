"""Archives with the program alone, for Linux and Windows, the Python wheel and the npm tarballs."""

import os
import re
import shutil

import archives
import builds
import manuals
import sbom
import third_party
from release import SOURCE, copy, copy_examples, emptied, environment, epoch, run, version

PYTHON = "/usr/bin/python3"  # with python3-build, whichever other Pythons there are


def fill(build, folder, tree, ending=""):
    """What every archive has besides the program."""
    builds.stripped(build, folder / f"rigy{ending}", tree / f"bin/rigy{ending}")
    copy(SOURCE / "LICENSE", tree / "LICENSE")
    copy(SOURCE / "CHANGELOG.md", tree / "CHANGELOG.md")
    copy(SOURCE / "docs/third-party.md", tree / "third-party.md")
    contained = third_party.used_in(folder)[1]
    third_party.write_licenses(contained, tree / "licenses")
    (tree / sbom.NAME).write_text(sbom.bill(tree.name, third_party.in_order(contained), build.compiled()), encoding="utf-8")
    copy_examples(tree / "examples")


def write_linux(build, work, output):
    folder = builds.make(build, work)
    name = f"rigy-{version()}-{build.name}"
    tree = emptied(work / "trees" / name)
    fill(build, folder, tree)
    # The help is the same on every machine; this one can run its own program.
    manuals.write_manuals(builds.make(builds.LINUX, work) / "rigy", tree / "share/man/man1")
    manuals.write_completions(builds.make(builds.LINUX, work) / "rigy", tree / "share")
    package = output / f"{name}.tar.gz"
    archives.write_tar_gz(tree, package, epoch())
    return package


def write_windows(work, output):
    folder = builds.make(builds.WINDOWS, work)
    name = f"rigy-{version()}-windows-x86_64"
    tree = emptied(work / "trees" / name)
    fill(builds.WINDOWS, folder, tree, ".exe")
    package = output / f"{name}.zip"
    archives.write_zip(tree, package, epoch())
    return package


def platform_tag(library):
    """The oldest glibc that has every function the library calls, as pip wants to know it."""
    needed = re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", library))
    major, minor = max((int(major), int(minor)) for major, minor in needed)
    return f"manylinux_{major}_{minor}_x86_64"


def copy_component(built, folder):
    """What notebooks show models with, if this run makes it as well. Without it they show pictures."""
    if not os.environ.get("RIGY_WITH_COMPONENT"):
        return
    folder.mkdir()
    for name in ("rigy-model.js", "rigy.wasm"):
        copy(built / name, folder / name)


def write_wheel(work, output):
    folder = builds.make(builds.LINUX, work)
    tree = emptied(work / "wheel")
    shutil.copytree(SOURCE / "python", tree, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("tests", "__pycache__", "build", "*.egg-info"))
    copy_component(SOURCE / "web/component/dist", tree / "rigy/component")
    library = tree / "rigy/librigy.so.0"
    builds.stripped(builds.LINUX, folder / "librigy.so.0", library)
    library.chmod(0o644)
    contained = third_party.contained_in(library, third_party.used_in(folder)[0])
    (tree / "LICENSE").write_text(f"{(SOURCE / 'LICENSE').read_text(encoding='utf-8')}\n{third_party.notices(contained)}",
                                  encoding="utf-8")
    (tree / "rigy" / sbom.NAME).write_text(sbom.bill("rigy-wheel", third_party.in_order(contained), builds.LINUX.compiled()), encoding="utf-8")
    emptied(work / "wheel-out")
    run(PYTHON, "-m", "build", "--wheel", "--no-isolation", "--outdir", work / "wheel-out", tree,
        env=dict(environment(), RIGY_VERSION=version(), RIGY_PLATFORM_TAG=platform_tag(library)))
    wheel, = (work / "wheel-out").glob("*.whl")
    copy(wheel, output / wheel.name)
    return output / wheel.name


def write_npm(folder, work, output):
    """`folder` is that of an npm package whose dist/ is built."""
    name = folder.name
    tree = emptied(work / "npm" / name)
    shutil.copytree(folder / "dist", tree / "dist")
    for path in (folder / "package.json", folder / "README.md", SOURCE / "LICENSE"):
        copy(path, tree / path.name)
    contained = third_party.used_in(SOURCE / "build/wasm", "rigy_lib")[0]
    dependencies = third_party.npm_dependencies(folder)
    third_party.write_licenses(contained, tree / "licenses")
    # Debian has nothing for WebAssembly, so all that is pinned is compiled from these sources.
    bill = sbom.bill(f"npm-{name}", third_party.in_order(contained), sbom.pinned_sources(), dependencies)
    (tree / sbom.NAME).write_text(bill, encoding="utf-8")
    for dependency, _ in dependencies:
        copy(folder / "node_modules" / dependency / "LICENSE", tree / f"licenses/{dependency}.txt")
    printed = run("npm", "pack", "--silent", "--pack-destination", output, cwd=tree, env=environment())
    return output / printed.split()[-1]
