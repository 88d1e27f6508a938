"""What the tests of build engines share: a small library, and what a plain run makes of it."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

import library  # noqa: E402


def run(*command, status=0, **options):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(words)}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done


def digests(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(Path(folder).glob("*.glb"))}


def write_library(folder, count):
    library.write(Path(folder), count)
    return (Path(folder) / "list.txt").read_text().split()


def write_large_library(folder, count):
    """Documents that take a noticeable time each."""
    Path(folder).mkdir()
    boxes = "".join(f"      - {{id: box_{i}, type: box, dimensions: {{x: 1, y: 2, z: {i + 1}}}}}\n" for i in range(4000))
    large = f'version: "0.6"\nmeshes:\n  - id: body\n    primitives:\n{boxes}'
    for i in range(count):
        (Path(folder) / f"large_{i}.rigy.yaml").write_text(f"# {i}\n{large}")
    (Path(folder) / "list.txt").write_text("".join(f"large_{i}.rigy.yaml\n" for i in range(count)))


def plain_digests(rigy, folder, work):
    """Each document compiled alone, by its own command."""
    shutil.rmtree(work, ignore_errors=True)
    Path(work).mkdir(parents=True)
    for document in (Path(folder) / "list.txt").read_text().split():
        name = Path(document).name.replace(".rigy.yaml", ".glb")
        run(rigy, "compile", document, "-o", Path(work) / name, cwd=folder)
    return digests(work)


def imports_of(folder, part):
    """The documents that import the part, directly or not."""
    parts = {path: path.read_text() for path in (Path(folder) / "parts").glob("*.rigy.yaml")}
    found = {part}
    while True:
        more = {path.name for path, text in parts.items() if any(f" {name}," in text for name in found)}
        if more <= found:
            break
        found |= more
    assets = {path: path.read_text() for path in (Path(folder) / "assets").rglob("*.rigy.yaml")}
    return sorted(path for path, text in assets.items() if any(f"/{name}," in text for name in found))


def change(part):
    """Another shape in the part."""
    text = part.read_text()
    part.write_text(text.replace("version: \"0.6\"\n", "version: \"0.6\"\n# changed\n", 1).replace(
        "    primitives:\n", "    primitives:\n      - {id: added, type: box, dimensions: {x: 0.5, y: 0.5, z: 0.5}}\n", 1))


def popular_part(folder, documents):
    """A part that some documents import and some do not."""
    for part in sorted((Path(folder) / "parts").glob("*.rigy.yaml")):
        count = len(imports_of(folder, part.name))
        if len(documents) // 10 < count < len(documents) // 2:
            return part
    raise AssertionError("every part is used by nearly all documents, or by hardly any")


def require(*programs):
    """Ends the test if an engine is not installed; that is no failure, but said aloud."""
    missing = [program for program in programs if shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if missing:
        print(f"NOT RUN: {', '.join(missing)} not installed; ./dev scale installs what is needed", file=sys.stderr)
        sys.exit(77)
