"""Prompts: one file each, with the text for the author of an answer and the expectations of the judge."""
import difflib
import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

from .asked import asked
from .words import PromptError

HOME = Path(__file__).resolve().parent.parent
# Every answer has to pass these, so no file repeats them.
ALWAYS = ("check", "lint")


@dataclass
class Prompt:
    id: str
    title: str
    level: int
    text: str
    expectations: list = field(default_factory=list)

    @property
    def kind(self):
        """What an answer is: an asset, a scene, or an asset with a motion document."""
        words = {line.split()[0] for line in self.expectations}
        if "clip" in words:
            return "motion"
        return "scene" if "child" in words else "asset"

    @property
    def entries(self):
        """The files that an answer must have."""
        endings = {"asset": ["rigy"], "scene": ["rigs"], "motion": ["rigy", "rigm"]}[self.kind]
        return [f"{self.id}.{ending}.yaml" for ending in endings]

    def instruction(self):
        """The text that a program or a model is given."""
        files = " and ".join(self.entries)
        beside = ", and beside it the assets that it imports" if self.kind == "scene" else ""
        numbers = "".join(f"\n- {line}" for line in asked(self))
        measured = f"\n\nWhat is measured:{numbers}" if numbers else ""
        return f"{self.text}{measured}\n\nWrite {files}{beside}: in meters, y up, facing -z.\n"


def split_of(prompt_id, salt=""):
    """The half of a prompt: decided by its id alone, so that new prompts leave the others where they are."""
    digest = hashlib.sha256(f"rigbench:{salt}:{prompt_id}".encode()).digest()
    return "hidden" if digest[0] & 1 else "public"


def parse(prompt_id, text):
    head, _, rest = text.partition("\n\n")
    body, found, expectations = rest.partition("\nExpect:\n")
    keys = dict(re.findall(r"^(\w+): (.+)$", head, re.MULTILINE))
    if not found or set(keys) != {"title", "level"}:
        raise PromptError(f"{prompt_id}: a prompt has 'title:', 'level:', a text and 'Expect:'")
    lines = [line.split("#")[0].strip() for line in expectations.splitlines()]
    return Prompt(prompt_id, keys["title"], int(keys["level"]), body.strip(),
                  [*ALWAYS, *(" ".join(line.split()) for line in lines if line)])


def load(folder=HOME / "prompts"):
    prompts = [parse(path.stem, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.txt"))]
    return sorted(prompts, key=lambda prompt: (prompt.level, prompt.id))


def choose(prompts, split="all", level=None, only=None, salt=""):
    """The prompts of a half, a level, or some ids; there must be one."""
    known = [prompt.id for prompt in prompts]
    for one in only or []:
        if one not in known:
            close = difflib.get_close_matches(one, known, 1)
            raise PromptError(f"there is no prompt '{one}'" + (f"; did you mean '{close[0]}'?" if close else ""))
    chosen = [prompt for prompt in prompts
              if split in ("all", split_of(prompt.id, salt)) and level in (None, prompt.level)
              and (not only or prompt.id in only)]
    if not chosen:
        raise PromptError("no prompt is left: --split, --level and --only exclude each other")
    return chosen
