"""How a released version is recorded, and how what is there today is asked the same."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Prints what a program sees of the Python package: parameters of functions, and attributes of what they return.
INTERFACE = """
import dataclasses, inspect, json, rigy
def parameters_of(one):
    for p in inspect.signature(one).parameters.values():
        if p.kind is p.VAR_KEYWORD:  # Unpack[NAMES]
            names = one.__globals__[p.annotation[len("Unpack["):-1]].__annotations__
            yield from ([name, "KEYWORD_ONLY", "not said"] for name in names)
        else:
            yield [p.name, p.kind.name, None if p.default is p.empty else repr(p.default)]
found = {}
for name in rigy.__all__:
    one = getattr(rigy, name)
    if inspect.isfunction(one):
        found[name] = list(parameters_of(one))
    elif inspect.isclass(one):
        fields = [f.name for f in dataclasses.fields(one)] if dataclasses.is_dataclass(one) else []
        found[name] = sorted({*fields, *(key for key in vars(one) if not key.startswith("_"))})
    else:
        found[name] = None
print(json.dumps(found, indent=1))
"""


def read_commands(folder):
    return json.loads((folder / "commands.json").read_text(encoding="utf-8"))


def output_name(command, file):
    return f"{command['name']}.json" if file == "-" else f"{command['name']}-{Path(file).name}"


def line_of_case(test):
    """A case of the suite and what must come out: bytes, or a class of error and an id."""
    if test["type"] == "positive":
        return f"{test['id']} {test['expected_sha256'][:16]}"
    return " ".join([test["id"], test["expected_error_type"], *([test["expected_code"]] if "expected_code" in test else [])])


def ids_and_classes(rigy):
    """"V11 ValidationError" for each id."""
    listed = subprocess.run([rigy, "explain"], capture_output=True, text=True, check=True).stdout
    return "".join(f"{' '.join(line.split()[:2])}\n" for line in listed.splitlines())


def help_of(rigy, *command):
    return subprocess.run([rigy, *command, "--help"], capture_output=True, text=True, check=True).stdout


def commands_of(rigy):
    listed = help_of(rigy).partition("Subcommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\S+)", listed, re.MULTILINE)


def options_of(rigy, command):
    """"--pose VALUE", "--json", of a command, as its help lists them: every spelling, and whether it takes a value."""
    listed = help_of(rigy, command).partition("Options:\n")[2].partition("\n\n")[0]
    rest = r"(?: REQUIRED)?(?: (?:Excludes|Needs): .*)?(?: \.\.\.)?(?:  .*)?$"
    found = re.findall(rf"^  (-\S*?)(?: (?!REQUIRED|Excludes|Needs)(\S+?))?{rest}", listed, re.MULTILINE)
    return [f"{spelling}{' VALUE' if takes else ''}" for spellings, takes in found for spelling in spellings.split(",")]


def compile_c(sources, include, library, target):
    """A C program that is linked with the library and finds it when it runs."""
    subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-overlength-strings", "-I", include,
                    *sources, library, f"-Wl,-rpath,{library.parent}", "-o", target], check=True)


def output_of_c(folder, header, library):
    """What program.c prints, compiled with a header and linked with a library."""
    with tempfile.TemporaryDirectory(prefix="rigy-c-") as name:
        work = Path(name)
        shutil.copy(header, work / "rigy.h")
        compile_c([folder / "program.c"], work, library, work / "program")
        return subprocess.run([work / "program"], capture_output=True, text=True, check=True).stdout


def run_python(package, library, *arguments, folder=None):
    environment = {**os.environ, "PYTHONPATH": str(package), "RIGY_LIBRARY": str(library), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *arguments], env=environment, cwd=folder, capture_output=True, text=True, check=True).stdout


def output_of_python(folder, package, library):
    return run_python(package, library, "program.py", "documents", folder=folder)


def python_interface(package, library):
    return run_python(package, library, "-c", INTERFACE)
