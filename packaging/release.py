"""What all packages of one release have in common."""

import datetime
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
AUTHORS = "The Rigy authors"
SUMMARY = "Compiler for rigged assemblies of geometric primitives"
DESCRIPTION = ("Compiles Rigy documents, which describe rigged 3D assets as YAML, to binary glTF with the same bytes on "
               "every machine, and exports them to other formats. With a library for C and C++.")


def say(text):
    print(f"package: {text}", file=sys.stderr, flush=True)


def run(*command, quiet=True, **options):
    """Standard output of a command that must succeed. What it prints is shown only if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT if quiet else None, text=True,
                          check=False, **options)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\npackage: failed with status {done.returncode}: {' '.join(words)}")
    return done.stdout


def version():
    text = (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(rigy VERSION ([0-9.]+)", text, re.MULTILINE).group(1)


def releases():
    """(version, date, lines) of every released section of the changelog, the newest first."""
    text = (SOURCE / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ([0-9.]+) \((\d{4}-\d\d-\d\d)\)\n", text, flags=re.MULTILINE)[1:]
    return [(number, datetime.date.fromisoformat(date), lines.strip())
            for number, date, lines in zip(sections[::3], sections[1::3], sections[2::3])]


def epoch():
    """The time of all files: noon of the day of the release."""
    date = next((date for number, date, _ in releases() if number == version()), None)
    if date is None:
        raise SystemExit(f"package: CHANGELOG.md has no section '## {version()} (DATE)'")
    noon = datetime.datetime.combine(date, datetime.time(12), datetime.timezone.utc)
    return int(noon.timestamp())


def environment():
    """For programs that write files with times."""
    return dict(os.environ, SOURCE_DATE_EPOCH=str(epoch()), LC_ALL="C.UTF-8", TZ="UTC")


def emptied(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def copy(source, target, mode=0o644):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def copy_examples(target):
    """Documents and what they read; pictures, and projects for the npm package, are in the repository only."""
    examples = SOURCE / "examples"
    for path in sorted(examples.rglob("*")):
        if examples / "web" in path.parents:
            continue
        if path.is_file() and (path.name.endswith((".yaml", ".json", "CMakeLists.txt")) or
                               path.suffix in (".c", ".cpp")):
            copy(path, target / path.relative_to(examples))
