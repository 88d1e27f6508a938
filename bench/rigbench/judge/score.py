"""Scores: the share of met expectations of a prompt, and their means over levels, halves and kinds."""
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from .answer import Answer, copy_answer, find_answer
from .expect import WORDS, Verdict, judge
from .prompts import split_of


@dataclass
class Score:
    prompt: object
    verdicts: list = field(default_factory=list)
    missing: bool = False

    @property
    def points(self):
        return sum(verdict.met for verdict in self.verdicts)

    @property
    def share(self):
        return self.points / len(self.verdicts)

    @property
    def solved(self):
        return self.points == len(self.verdicts)

    def failed(self):
        return [verdict for verdict in self.verdicts if not verdict.met]


def unmet(prompt, why):
    return Score(prompt, [Verdict(line, WORDS[line.split()[0]][0], False, why) for line in prompt.expectations], True)


def score_folder(program, prompt, folder):
    """The score of the answer in a folder, which is not changed."""
    source = find_answer(folder, prompt)
    if not source:
        return unmet(prompt, f"there is no {prompt.entries[0]}")
    with tempfile.TemporaryDirectory(prefix="rigbench-") as scratch:
        copy = Path(scratch) / prompt.id
        copy_answer(source, copy, prompt)
        answer = Answer(program.for_one_prompt(), prompt, copy)
        return Score(prompt, [judge(answer, line) for line in prompt.expectations])


def mean(scores):
    return sum(score.share for score in scores) / len(scores) if scores else None


def summary(scores):
    return {"prompts": len(scores), "solved": sum(score.solved for score in scores), "score": mean(scores)}


def by_kind(scores):
    """Met and all expectations of each kind."""
    kinds = {}
    for score in scores:
        for verdict in score.verdicts:
            met, total = kinds.get(verdict.kind, (0, 0))
            kinds[verdict.kind] = (met + verdict.met, total + 1)
    return kinds


def report(scores, salt=""):
    """Everything as plain values, for JSON."""
    halves = {half: [score for score in scores if split_of(score.prompt.id, salt) == half] for half in ("public", "hidden")}
    levels = sorted({score.prompt.level for score in scores})
    return {
        "rigbench": 1,
        "total": summary(scores),
        "levels": {str(level): summary([score for score in scores if score.prompt.level == level]) for level in levels},
        "splits": {half: summary(members) for half, members in halves.items() if members},
        "kinds": {kind: {"met": met, "expectations": total} for kind, (met, total) in sorted(by_kind(scores).items())},
        "prompts": [{"id": score.prompt.id, "level": score.prompt.level, "split": split_of(score.prompt.id, salt),
                     "score": score.share, "missing": score.missing,
                     "expectations": [vars(verdict) for verdict in score.verdicts]} for score in scores],
    }


def percent(value):
    return f"{100 * value:.1f} %"


def row(name, part):
    return f"  {name:<10} {percent(part['score']):>8}   {part['solved']} of {part['prompts']} solved"


def report_text(scores, salt=""):
    """The same for people: what failed, then the table."""
    values = report(scores, salt)
    lines = []
    for score in scores:
        lines.append(f"{percent(score.share):>8}  {score.prompt.id}")
        failed = score.failed()
        shown = failed[:1] if score.missing or failed[:1] and failed[0].kind == "check" else failed
        lines += [f"          not met: {verdict.expectation}  ({verdict.found})" for verdict in shown]
    lines += ["", row("all", values["total"])]
    lines += [row(f"level {level}", part) for level, part in values["levels"].items()]
    lines += [row(half, part) for half, part in values["splits"].items()]
    lines += [f"  {kind:<10} {percent(part['met'] / part['expectations']):>8}   {part['met']} of {part['expectations']} met"
              for kind, part in values["kinds"].items()]
    return "\n".join(lines) + "\n"
