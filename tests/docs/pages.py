#!/usr/bin/env python3
"""Tests what the pages show: every YAML snippet, every command with its output, every picture.

A page is Markdown. Its code blocks mean:

    ```yaml       a document, if it has a version: it must pass 'rigy check' without warnings. The first line may be a comment
                  with its name, "# arm.rigy.yaml", under which later commands find it; "(warns)" and "(does not compile)"
                  after the name say what must happen instead. Under the name of an example it must be that example.
                  Anything else is a part of an example, and must stand there line by line.
    ```json       a file of the examples, as it stands there
    ```console    commands, "$ rigy …", each with what it prints
    ```sh         commands to be pasted (README.md), which must succeed one after the other

The blocks of a page run in order, in a folder that begins as a copy of the page's examples (docs/cheatsheet.md has
examples/cheatsheet). The guide's begins empty: a page shows or writes all that it needs, and its commands run in a shell that
finds nothing but rigy. Pictures that the commands draw
(render -o, diff --image) must be those in docs/images, pixel by pixel; --write puts them there. So must the pictures of
examples/README.md and of docs/render.md, which are drawn as listed in DRAWN.
"""

import argparse
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [*sorted((ROOT / "docs/guide").glob("*.md")), *sorted((ROOT / "docs/reference").glob("*.md")),
         ROOT / "docs/cheatsheet.md", ROOT / "docs/inspect.md", ROOT / "docs/motion.md", ROOT / "docs/see-and-measure.md", ROOT / "docs/reference.md",
         ROOT / "README.md"]
# Where parts of documents may come from.
SOURCES = [path for folder in ("examples", "templates") for path in sorted((ROOT / folder).rglob("*.*"))
           if path.suffix in (".yaml", ".json")]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"# (\S+\.(?:rigy|rigs|rigm|ricy)\.yaml)(?: \((.*)\))?\n")
VERSION = re.compile(r"^(version|rigs_version|rigm_version|contract_version):", re.MULTILINE)
TIMEOUT_SECONDS = 300


def blocks_of(text):
    """(language, body, line) of every code block."""
    return [(m[1], m[2], text.count("\n", 0, m.start()) + 1) for m in BLOCK.finditer(text)]


def without_comments_before(text):
    """What a document says, whatever its first comment is."""
    return re.sub(r"\A(#.*\n)+", "", text)


def is_part_of(fragment, text):
    """Whether the lines of the fragment stand in the text one after the other, at any indentation."""
    wanted = fragment.rstrip("\n").split("\n")
    lines = text.split("\n")
    for start in range(len(lines) - len(wanted) + 1):
        found = lines[start:start + len(wanted)]
        margin = len(found[0]) - len(found[0].lstrip()) - (len(wanted[0]) - len(wanted[0].lstrip()))
        shifted = [line[margin:] if margin >= 0 else " " * -margin + line for line in found]
        if [line.rstrip() for line in shifted] == wanted:
            return True
    return False


def pixels_of(png):
    """Everything of a PNG, animated or not, that does not depend on how well it was compressed."""
    at, header, frames = 8, b"", [b""]
    while at < len(png):
        size = int.from_bytes(png[at:at + 4], "big")
        kind, body = png[at + 4:at + 8], png[at + 8:at + 8 + size]
        header += body if kind in (b"IHDR", b"fcTL") else b""
        if kind == b"fcTL" and frames[-1]:
            frames.append(b"")
        if kind in (b"IDAT", b"fdAT"):
            frames[-1] += body[4:] if kind == b"fdAT" else body
        at += size + 12
    return header, [zlib.decompress(frame) for frame in frames]


class Page:
    def __init__(self, path, rigy, write):
        self.path, self.rigy, self.write = path, rigy, write
        self.text = path.read_text(encoding="utf-8")
        self.group = path.stem if path.parent == ROOT / "docs" else path.parent.name
        self.examples = ROOT / "examples" / self.group
        self.problems = []
        self.documents = 0

    def complain(self, line, message):
        self.problems.append(f"{self.path.relative_to(ROOT)}:{line}: {message}")

    def run(self):
        with tempfile.TemporaryDirectory(prefix="rigy-docs-") as name:
            self.folder = Path(name)
            if self.examples.is_dir() and self.group != "guide":
                shutil.copytree(self.examples, self.folder, dirs_exist_ok=True)
            for language, body, line in blocks_of(self.text):
                if language == "yaml":
                    self.yaml(body, line)
                elif language == "json":
                    self.json(body, line)
                elif language == "console":
                    self.console(body, line)
        return self.problems

    def rigy_run(self, *arguments):
        done = subprocess.run([self.rigy, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT_SECONDS, check=False)
        return done.returncode, done.stdout

    def typed(self, command):
        """What a command prints, where a shell finds nothing but rigy."""
        with tempfile.TemporaryDirectory(prefix="rigy-path-") as path:
            (Path(path) / "rigy").symlink_to(self.rigy)
            return subprocess.run(["/bin/sh", "-c", command], cwd=self.folder, env={"PATH": path}, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT_SECONDS, check=False).stdout

    def yaml(self, body, line):
        if not VERSION.search(body):
            return self.fragment(body, line)
        self.documents += 1
        named = NAME.match(body)
        kind = "rigs" if "rigs_version:" in body else "rigm" if "rigm_version:" in body else "ricy" if "contract_version:" in body else "rigy"
        name = named[1] if named else f"snippet{self.documents}.{kind}.yaml"
        expected = (named[2] if named else None) or "compiles"
        example = self.examples / name
        if example.exists() and without_comments_before(body) != without_comments_before(example.read_text()):
            self.complain(line, f"the snippet differs from {example.relative_to(ROOT)}")
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(body)
        if not name.endswith(".ricy.yaml"):
            self.check(name, expected, line)

    def check(self, name, expected, line):
        status, output = self.rigy_run("check", name)
        became = "does not compile" if status else "warns" if output else "compiles"
        if became != expected:
            self.complain(line, f"{name} {became}, not: {expected}\n{output}")

    def fragment(self, body, line):
        if not any(is_part_of(body, path.read_text()) for path in SOURCES):
            self.complain(line, "the snippet is neither a document nor part of an example")

    def json(self, body, line):
        if body not in [path.read_text() for path in self.examples.glob("*.json")]:
            self.complain(line, "the snippet is no file of the examples")

    def console(self, body, line):
        # One command, and what it prints, after each "$ ".
        for number, part in enumerate(re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]):
            command, expected = part.split("\n", 1)
            words = shlex.split(command)
            if words[0] != "rigy":
                self.complain(line, f"'{command}' is not a command of rigy")
                continue
            output = self.typed(command)
            if output != expected:
                self.complain(line, f"command {number + 1}, '{command}', prints\n{output}")
            if words[1] == "render" and not output:
                self.picture(words[words.index("-o") + 1], line)
            if words[1] == "diff" and "--image" in words:
                self.picture(words[words.index("--image") + 1], line)

    def picture(self, name, line):
        drawn = self.folder / name
        images = ROOT / "docs/images" / self.group
        if f"images/{self.group}/{name}" not in self.text:
            self.complain(line, f"the page does not show {name}")
        kept = images / name
        if self.write:
            if not kept.exists() or pixels_of(kept.read_bytes()) != pixels_of(drawn.read_bytes()):
                images.mkdir(exist_ok=True)
                shutil.copyfile(drawn, kept)
        elif not kept.exists():
            self.complain(line, f"{kept.relative_to(ROOT)} is missing: run ./dev docs")
        elif pixels_of(kept.read_bytes()) != pixels_of(drawn.read_bytes()):
            self.complain(line, f"{kept.relative_to(ROOT)} is not what the command draws: run ./dev docs")


# For the commands of README.md: it does at once what ./dev takes minutes for.
FAST_DEV = """\
#!/bin/sh
set -e
command=$1
shift
case "$command" in
  run) exec "$RIGY" "$@" ;;
  install) mkdir -p "$2/bin" && ln -s "$RIGY" "$2/bin/rigy" ;;
esac
"""


def pasted_commands(page, rigy):
    """What goes wrong when all commands of a page are pasted into a shell of a machine without rigy, in a fresh clone."""
    script = "".join(body for language, body, _ in blocks_of(page.read_text(encoding="utf-8")) if language == "sh")
    name = page.relative_to(ROOT)
    usage = subprocess.run([ROOT / "dev", "help"], capture_output=True, text=True, check=True).stdout
    problems = [f"{name}: there is no ./dev {command}" for command in re.findall(r"^\./dev (\w+)", script, re.MULTILINE)
                if f"\n  {command} " not in usage]
    with tempfile.TemporaryDirectory(prefix="rigy-docs-") as folder:
        clone = Path(folder) / "clone"
        shutil.copytree(ROOT / "examples", clone / "examples")
        (clone / "dev").write_text(FAST_DEV)
        (clone / "dev").chmod(0o755)
        done = subprocess.run(["/bin/sh", "-ec", script], cwd=clone, capture_output=True, text=True, check=False,
                              env={"PATH": "/usr/bin:/bin", "HOME": folder, "RIGY": rigy}, timeout=TIMEOUT_SECONDS)
        if done.returncode:
            problems.append(f"{name}: a command to be pasted fails:\n{done.stderr}")
        missing = [output for output in re.findall(r" -o (\S+)", script) if not (clone / output).is_file()]
        problems += [f"{name}: no command writes {output}" for output in missing]
    return problems


# A picture that loads at once, in bytes.
LARGEST_PICTURE = 60_000
# A showpiece is read in one sitting.
LONGEST_SHOWPIECE = 150

# Pictures that no console block draws: under docs/images, the document and the options.
DRAWN = {
    "render-car.png": ("car/car.rigy.yaml", "--view 145,20"),
    "render-skeleton.png": ("arm.rigy.yaml", "--pose bent --heat elbow --show skeleton,names,grid"),
    **{f"examples/{name}.png": (document, f"--size 360x240 {options}") for name, document, options in [
        ("arm", "arm.rigy.yaml", "--view 120,15 --pose bent"),
        ("armatures", "armatures.rigy.yaml", "--view 150,20 --pose windy"),
        ("bean", "bean.rigy.yaml", ""),
        ("bookshelf", "bookshelf.rigy.yaml", "--view 155,12"),
        ("car", "car/car.rigy.yaml", "--view 145,20"),
        ("creature", "creature.rigy.yaml", "--view 155,12 --pose curious"),
        ("fence", "fence.rigy.yaml", ""),
        ("hero", "hero.rigy.yaml", "--view 155,10"),
        ("house", "house.rigy.yaml", "--view 215,20"),
        ("humanoid", "humanoid.rigy.yaml", "--view 150,12 --pose wave --fit pose"),
        ("layers", "layers.rigy.yaml", "--view 50,25 --heat lift"),
        ("materials", "materials.rigy.yaml", "--view 160,15"),
        ("mug", "mug.rigy.yaml", "--view 150,25"),
        ("robot", "robot.rigy.yaml", "--view -150,15 --pose wave --fit pose"),
        ("rock", "rock.rigy.yaml", ""),
        ("room", "room/room.rigs.yaml", "--view -140,35"),
        ("tower", "tower.rigy.yaml", ""),
        ("twist", "twist.rigy.yaml", "--view front --pose half_turn --solver both"),
    ]},
    # The showpieces.
    **{f"examples/{name}.png": (f"gallery/{document}", f"--size 330x220 {options}") for name, document, options in [
        ("fox", "fox.rigy.yaml", "--view 222,8 --pose trot"),
        ("knight", "knight.rigm.yaml", "--view 205,10 --pose guard --fit pose"),
        ("mech", "mech.rigm.yaml", "--view 232,8 --clip walk --at 0.7 --fit pose"),
        ("dragon", "dragon.rigm.yaml", "--view 205,12 --pose proud --fit pose"),
        ("desk_lamp", "desk_lamp.rigy.yaml", "--view 215,10"),
        ("excavator", "excavator.rigy.yaml", "--view 225,14"),
        ("ship", "ship.rigm.yaml", "--view 222,12 --pose port"),
        ("village", "village.rigs.yaml", "--view 170,24"),
        ("chess", "chess.rigm.yaml", "--view 200,30 --pose mate"),
        ("plant", "plant.rigy.yaml", "--view 200,28"),
        ("biplane", "biplane.rigm.yaml", "--view 212,14 --pose climb --fit pose"),
        ("robot_arm", "robot_arm.rigm.yaml", "--view 222,16 --pose lift"),
    ]},
    # What was made through rigy mcp (docs/agents.md).
    **{f"examples/{name}.png": (f"agents/{document}", f"--size 240x180 {options}") for name, document, options in [
        ("bicycle", "bicycle.rigy.yaml", "--view 235,14"),
        ("cuckoo_clock", "cuckoo_clock.rigm.yaml", "--view 155,10 --clip strike --at 1.5"),
        ("forklift", "forklift.rigy.yaml", "--view 222,16 --pose lifted --fit pose"),
        ("frog", "frog.rigy.yaml", "--view 220,16"),
        ("gramophone", "gramophone.rigy.yaml", "--view 160,12"),
        ("helicopter", "helicopter.rigm.yaml", "--view 222,16 --clip idle --at 0.06"),
        ("locomotive", "locomotive.rigy.yaml", "--view 222,18"),
        ("owl", "owl.rigy.yaml", "--view 160,8 --pose flap --fit pose"),
        ("samovar", "samovar.rigy.yaml", "--view 155,12"),
        ("telescope", "telescope.rigy.yaml", "--view 222,12 --pose zenith --fit pose"),
    ]},
    "examples/frog-hop.png": ("agents/frog.rigm.yaml", "--clip hop --strip 6 --size 720x120 --view left"),
    # Clips of showpieces.
    **{f"examples/{name}-{clip}.png": (f"gallery/{name}.rigm.yaml", f"--clip {clip} --strip 6 {options}") for name, clip, options in [
        ("mech", "walk", "--size 560x140 --view 240,8"),
        ("knight", "strike", "--size 600x150 --view 205,10"),
        ("excavator", "dig", "--size 660x120 --view 225,14"),
        ("robot_arm", "pick", "--size 600x130 --view 205,20"),
    ]},
}


def drawn_pictures(rigy, write):
    """Pictures of DRAWN that are not what the program draws; they are replaced if wanted."""
    problems = []
    with tempfile.TemporaryDirectory(prefix="rigy-docs-") as folder:
        drawn = Path(folder) / "picture.png"
        for name, (document, options) in DRAWN.items():
            kept = ROOT / "docs/images" / name
            subprocess.run([rigy, "render", ROOT / "examples" / document, "-o", drawn, *shlex.split(options)],
                           check=True, timeout=TIMEOUT_SECONDS)
            if kept.exists() and pixels_of(kept.read_bytes()) == pixels_of(drawn.read_bytes()):
                continue
            if write:
                shutil.copyfile(drawn, kept)
            else:
                problems.append(f"docs/images/{name} is not what rigy render draws: run ./dev docs")
    return problems


def heavy_pictures():
    """Pictures of the examples that take long to load."""
    return [f"{path.relative_to(ROOT)} has {path.stat().st_size} bytes, more than {LARGEST_PICTURE}"
            for path in sorted((ROOT / "docs/images/examples").glob("*.png")) if path.stat().st_size > LARGEST_PICTURE]


def findings(rigy, path):
    """What check and lint find in a document, in an asset also in its poses."""
    lint = ["lint", "--all-poses"] if path.name.endswith(".rigy.yaml") else ["lint"]
    problems = []
    for command in (["check"], lint):
        done = subprocess.run([rigy, *command, path], capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS)
        if done.returncode or done.stderr:
            problems.append(f"rigy {' '.join(command)} {path.relative_to(ROOT)} finds something:\n{done.stderr}")
    return problems


def flawed_showpieces(rigy):
    """Showpieces and what was made through rigy mcp, and their motions, in which check or lint find something; and
    showpieces that are too long."""
    problems = []
    for path in sorted((ROOT / "examples/gallery").rglob("*.rig?.yaml")):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines >= LONGEST_SHOWPIECE:
            problems.append(f"{path.relative_to(ROOT)} has {lines} lines, not less than {LONGEST_SHOWPIECE}")
        problems += findings(rigy, path)
    for path in sorted((ROOT / "examples/agents").glob("*.yaml")):
        problems += findings(rigy, path)
    return problems


def unused_images():
    """Images that no page shows. Those of the examples named example-* are on the cards of the playground."""
    pages = [ROOT / "README.md", *(path for folder in ("examples", "integrations") for path in (ROOT / folder).rglob("README.md")), *(ROOT / "docs").rglob("*.md")]
    texts = "".join(page.read_text(encoding="utf-8") for page in pages)
    images = [path.relative_to(ROOT / "docs") for path in sorted((ROOT / "docs/images").rglob("*.*"))]
    return [f"no page shows docs/{image}" for image in images
            if not image.name.startswith("example-") and str(image) not in texts]


TRIALS = ROOT / "tests/docs"
# docs/testing.md says what was wrong in these.
WARNED = {"d02.rigy.yaml": "W02", "d03.rigy.yaml": "W02"}


def refused_trials(rigy):
    """Documents that were written from the pages alone and are not accepted as they were then."""
    documents = [*TRIALS.glob("from_cheatsheet/d??.rig?.yaml"), *TRIALS.glob("from_documents/*.rigy.yaml"),
                 *TRIALS.glob("from_documents/*/*.rigs.yaml")]
    problems = [] if len(documents) == 13 else [f"there are {len(documents)} trial documents, not 13"]
    for path in sorted(documents):
        done = subprocess.run([rigy, "check", path], capture_output=True, text=True, check=False)
        warned = sorted(set(re.findall(r"warning\[(\w+)\]", done.stderr)))
        if done.returncode or warned != WARNED.get(path.name, "").split():
            problems.append(f"{path.relative_to(ROOT)} is not accepted as it was:\n{done.stderr}")
    return problems


CHEATSHEET_LIMIT = 12_000


def too_long():
    size = (ROOT / "docs/cheatsheet.md").stat().st_size
    return [] if size <= CHEATSHEET_LIMIT else [f"docs/cheatsheet.md has {size} bytes, more than {CHEATSHEET_LIMIT}"]


# A ball in the hollow of the cheat sheet's mug: it fits if the subtraction is clean.
BALL = "      - {id: ball, type: sphere, dimensions: {radius: 0.24}, transform: {translation: [0, 0.1, 0]}}\n"


def filled_mug(rigy):
    """The recipe for hollowing out an implicit surface must leave room, and no hole."""
    blocks = blocks_of((ROOT / "docs/cheatsheet.md").read_text(encoding="utf-8"))
    recipe = [body for _, body, _ in blocks if "implicit_surface" in body]
    if len(recipe) != 1:
        return [f"docs/cheatsheet.md has {len(recipe)} recipes for an implicit surface, not 1"]
    with tempfile.TemporaryDirectory(prefix="rigy-docs-") as name:
        mug = Path(name) / "mug.rigy.yaml"
        mug.write_text(recipe[0])
        linted = subprocess.run([rigy, "lint", mug], capture_output=True, text=True, check=False)
        mug.write_text(recipe[0] + BALL)
        measured = subprocess.run([rigy, "measure", mug, "body", "ball"], capture_output=True, text=True, check=False)
    fits = measured.stdout.splitlines()[:1] == ["'mug.body' and 'mug.ball' are apart"]
    return ([f"lint finds something in the mug of docs/cheatsheet.md:\n{linted.stderr}"] if linted.returncode else []) + \
        ([] if fits else [f"the mug of docs/cheatsheet.md is not hollow:\n{measured.stdout}{measured.stderr}"])


LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


def broken_links(path):
    """Links of a page to files that are not there."""
    text = BLOCK.sub("", path.read_text(encoding="utf-8"))
    targets = [target for target in LINK.findall(text) if "://" not in target]
    return [f"{path.relative_to(ROOT)}: there is no {target}"
            for target in targets if not (path.parent / target).exists()]


def unshown_examples():
    """Examples that examples/README.md does not link, or does not show."""
    page = ROOT / "examples/README.md"
    text = page.read_text(encoding="utf-8")
    examples = [*(ROOT / "examples").glob("*.rigy.yaml"), *(ROOT / "examples/car").glob("car.rigy.yaml"),
                *(ROOT / "examples").glob("*/*.rigs.yaml"), *(ROOT / "examples/guide").glob("*.rigy.yaml"),
                *(ROOT / "examples/gallery").glob("*.rigy.yaml")]
    names = [str(path.relative_to(page.parent)) for path in sorted(examples) if path.parent.name != "cheatsheet"]
    return [f"examples/README.md does not show {name}" for name in names
            if not re.search(rf"!\[[^\]]*\]\([^)]*\.png\) \| \[[^\]]*\]\({re.escape(name)}\)", text)]


def outdated_reference(rigy):
    page = subprocess.run([rigy, "explain", "--reference"], capture_output=True, text=True, check=True).stdout
    kept = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    return [] if page == kept else ["docs/reference.md is not what the tables say: run ./dev docs"]


def outdated_rules(rigy, write):
    """Whether the table of docs/lint.md is that of the rules; or writes it."""
    page = ROOT / "docs/lint.md"
    begin, end = "<!-- `./dev docs` writes this table. -->\n\n", "\n<!-- End of the table. -->\n"
    table = subprocess.run([rigy, "explain", "--lint"], capture_output=True, text=True, check=True).stdout
    before, rest = page.read_text(encoding="utf-8").split(begin)
    kept, after = rest.split(end)
    if write:
        page.write_text(before + begin + table + end + after, encoding="utf-8")
    return [] if write or kept == table else ["docs/lint.md does not have the table of the rules: run ./dev docs"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path, help="default: all")
    parser.add_argument("--rigy", default=ROOT / "build/rigy", type=Path)
    parser.add_argument("--write", action="store_true", help="keep the pictures that are drawn")
    options = parser.parse_args()
    problems = []
    for path in [page.resolve() for page in options.pages] or PAGES:
        problems += Page(path, str(options.rigy.resolve()), options.write).run()
        problems += broken_links(path)
    if not options.pages:
        linked = [path for folder in ("docs", "records", "conformance", "conformance/*") for path in ROOT.glob(f"{folder}/*.md")]
        for path in [ROOT / "examples/README.md", *sorted(linked)]:
            problems += broken_links(path)
        problems += unshown_examples()
        problems += pasted_commands(ROOT / "README.md", str(options.rigy.resolve()))
        problems += drawn_pictures(str(options.rigy.resolve()), options.write)
        problems += unused_images()
        problems += heavy_pictures()
        problems += flawed_showpieces(str(options.rigy.resolve()))
        problems += refused_trials(str(options.rigy.resolve()))
        problems += too_long()
        problems += filled_mug(str(options.rigy.resolve()))
        problems += outdated_reference(str(options.rigy.resolve()))
        problems += outdated_rules(str(options.rigy.resolve()), options.write)
    print("\n".join(problems) or "the pages are right")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
