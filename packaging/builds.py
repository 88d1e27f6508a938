"""The builds that packages are made from, each in its own folder."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from release import SOURCE, run, say


@dataclass(frozen=True)
class Build:
    name: str
    options: tuple
    targets: tuple
    strip: str | None = "strip"  # none: the linker has done it
    # Libraries that are compiled from source: (option, folder of build/third_party).
    parts: tuple = (("RIGY_SIMDJSON_DIR", "simdjson"), ("RIGY_MESHOPTIMIZER_DIR", "meshoptimizer"))

    def compiled(self):
        return [name for _, name in self.parts]


ALL_PARTS = (*Build.parts, ("RIGY_ZLIB_DIR", "zlib"))


def toolchain(name):
    return f"--toolchain={SOURCE}/cmake/toolchains/{name}.cmake"


# One program that runs on every Linux, and the library for Python.
LINUX = Build("linux-x86_64", (), ("rigy", "rigy_shared"))
LINUX_ARM = Build("linux-aarch64", (toolchain("aarch64"),), ("rigy",), "aarch64-linux-gnu-strip",
                  (*ALL_PARTS, ("RIGY_MD_DIR", "libmd")))
# The linker leaves symbols out itself: mingw's strip writes the time of day into the program.
WINDOWS = Build("windows-x86_64", (toolchain("windows"), "-DBUILD_TESTING=ON", "-DCMAKE_EXE_LINKER_FLAGS=-s"), ("rigy",), None,
                ALL_PARTS)
# As Debian wants it: with the libraries of the system, except simdjson and meshoptimizer, so that static linking needs less.
DEBIAN = Build("debian", ("-DRIGY_SHARED_DEPENDENCIES=ON", "-DCMAKE_INSTALL_PREFIX=/usr",
                          "-DCMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu"),
               ("rigy", "rigy_lib", "rigy_shared"))


def configure(build, folder, third_party):
    crosses = any(option.startswith("--toolchain") for option in build.options)
    options = ["-DCMAKE_BUILD_TYPE=Release", *build.options,
               *(f"-D{option}={third_party / name}" for option, name in build.parts)]
    if crosses:
        # gcc 12 for other processors warns about its own std::string (bug 105651), wherever it inlines other things.
        options += ["-DRIGY_PRECOMPILED_HEADERS=ON", "-DRIGY_WERROR=OFF"]
    else:
        options.append("-DRIGY_WERROR=ON")
    # The two builds for Linux differ in how they are linked, so the cache has the objects of the second one.
    if not crosses and shutil.which("ccache"):
        options += ["-DCMAKE_C_COMPILER_LAUNCHER=ccache", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]
    run("cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", *options)


def fetch(build, third_party):
    run(SOURCE / "cmake/third_party", third_party, *(name for _, name in build.parts))


def make(build, work):
    """The folder of the build, in which its targets are up to date."""
    folder = Path(work) / build.name
    fetch(build, SOURCE / "build/third_party")
    # Every time: options may have changed since the folder was made.
    configure(build, folder, SOURCE / "build/third_party")
    say(f"building {build.name}")
    run("ninja", "-C", folder, "-j", os.environ.get("JOBS") or os.cpu_count(), *build.targets)
    return folder


def stripped(build, file, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if build.strip is None:
        shutil.copyfile(file, target)
    else:
        run(build.strip, "--strip-unneeded", "--enable-deterministic-archives", "-o", target, file)
    target.chmod(0o755)
