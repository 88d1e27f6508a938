"""Answers that are wrong on purpose: edits of a reference, and the expectations that they must not meet."""
import re
import shutil
from dataclasses import dataclass

from .answer import find_answer
from .prompts import HOME, PromptError

EDIT = re.compile(r"^In (\S+):\n(.*?)^With:\n(.*?)(?=^In |\Z)", re.MULTILINE | re.DOTALL)


@dataclass
class Flaw:
    id: str
    prompt: str
    title: str
    edits: list
    fails: list


def parse(flaw_id, text):
    head, _, rest = text.partition("\n\n")
    edits, found, fails = rest.partition("\nFails:\n")
    keys = dict(re.findall(r"^(\w+): (.+)$", head, re.MULTILINE))
    if not found or set(keys) != {"prompt", "title"} or not (pieces := EDIT.findall(edits + "\n")):
        raise PromptError(f"{flaw_id}: a flaw has 'prompt:', 'title:', 'In FILE:' with 'With:', and 'Fails:'")
    return Flaw(flaw_id, keys["prompt"], keys["title"], [(name, old.strip("\n"), new.strip("\n")) for name, old, new in pieces],
                [line.strip() for line in fails.splitlines() if line.strip()])


def load(folder=HOME / "flawed"):
    return [parse(path.stem, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.txt"))]


def pattern_of(text):
    """What finds a text however its lines are broken."""
    indentation = text[: len(text) - len(text.lstrip())]
    return re.compile(re.escape(indentation) + r"\s+".join(map(re.escape, text.split())))


def write(flaw, prompt, target):
    """The flawed answer, in a folder of answers."""
    source = find_answer(HOME / "references", prompt)
    place = target / prompt.id
    place.mkdir(parents=True)
    if source.name == prompt.id:
        shutil.copytree(source, place, dirs_exist_ok=True)
    else:
        shutil.copy(source / prompt.entries[0], place)
    for name, old, new in flaw.edits:
        text = (place / name).read_text(encoding="utf-8")
        changed, count = pattern_of(old).subn(lambda _: new, text)
        if count != 1:
            raise PromptError(f"{flaw.id}: '{old}' occurs {count} times in {name}")
        (place / name).write_text(changed, encoding="utf-8")
