"""What an expectation means: a function for each first word, which says whether an answer meets it, and what it found.

A function raises Refused if the answer has nothing to look at, which counts as not met.
"""
import math
from dataclasses import dataclass

from . import clips
from .program import Refused
from .prompts import PromptError
from .words import AXES, COLORS, DIRECTIONS, MILLIMETER, angle, is_color, number, option, span, within

ABOUT = 45  # How far a bone may lean away from its direction, in degrees.


@dataclass
class Verdict:
    expectation: str
    kind: str
    met: bool
    found: str


def check(answer, words):
    found = [line for name in answer.documents for line in answer.program.findings("check", name, folder=answer.folder)]
    return not found, found[0] if found else "clean"


def lint(answer, words):
    poses = [] if answer.is_scene else ["--all-poses"]
    found = answer.program.findings("lint", answer.entry, *poses, folder=answer.folder)
    if answer.motion:
        found += answer.program.findings("lint", answer.motion, folder=answer.folder)
    return not found, "; ".join(found[:3]) if found else "clean"


def parts(answer, words):
    for name in words:
        answer.primitives(name)
    return True, "all there"


def size(answer, words):
    thing = option(words, "of", "all")
    low, high = answer.box(thing)
    value = high[AXES[words[0]]] - low[AXES[words[0]]]
    return within(value, span(words[1]), 1e-6), f"{value:.3f} m"


def stands(answer, words):
    low = answer.box(words[0] if words else "all")[0][1]
    return abs(low) <= MILLIMETER, f"the lowest point is at {low:.4f} m"


def count(answer, words):
    value = len(answer.primitives(words[0]))
    return within(value, span(words[1])), f"{value}"


def color(answer, words):
    wanted = words[1:]
    if unknown := set(wanted) - set(COLORS):
        raise PromptError(f"unknown color {unknown}")
    colors = {item["id"]: item["base_color"] for item in answer.inspection["materials"]}
    paths = set(answer.primitives(words[0]))
    for item in answer.inspection["primitives"]:
        if f"{item['mesh']}.{item['id']}" in paths:
            value = colors.get(item["material"], [1, 1, 1, 1])
            if not any(is_color(name, value) for name in wanted):
                return False, f"'{item['id']}' has {value[:3]}"
    return True, "so"


def pairs(answer, words):
    """All pairs of what two names stand for."""
    return [(a, b) for a in answer.things(words[0]) for b in answer.things(words[1]) if a != b]


def joined(answer, words, pose=None):
    """Every part of the first touches or overlaps some part of the second."""
    limit = number(option(words, "within", str(MILLIMETER)))
    for first in answer.things(words[0]):
        gap = min(answer.measure(first, second, pose)["distance"] for second in answer.things(words[1]))
        if gap > limit:
            return False, f"'{first}' is {gap:.4f} m away"
    return True, "joined"


def attached(answer, words, pose=None):
    """Some part of the first touches or overlaps some part of the second."""
    limit = number(option(words, "within", str(MILLIMETER)))
    gap = min(answer.measure(first, second, pose)["distance"] for first, second in pairs(answer, words))
    return gap <= limit, f"{gap:.4f} m apart"


def touching(answer, words, pose=None):
    """Surfaces meet, and neither is deeper in the other than the tolerance."""
    limit = number(option(words, "within", "0.005"))
    for first, second in pairs(answer, words):
        result = answer.measure(first, second, pose)
        depth = result["penetration"]
        if result["distance"] > limit or depth is None or depth > limit:
            return False, f"'{first}' and '{second}': {result['status']}, gap {result['distance']:.4f}, depth {depth}"
    return True, "touching"


def distance(answer, words, pose=None):
    limits = span(words[2])
    for first, second in pairs(answer, words):
        value = answer.measure(first, second, pose)["distance"]
        if not within(value, limits, 1e-6):
            return False, f"'{first}' and '{second}' are {value:.4f} m apart"
    return True, "so"


def inside(answer, words):
    limit = option(words, "within", str(MILLIMETER))
    for first, second in pairs(answer, words):
        if not answer.intent({"check": "inside", "a": first, "b": second, "tolerance": limit})["pass"]:
            return False, f"'{first}' reaches out of '{second}'"
    return True, "inside"


def encloses(answer, words):
    """The box of the first encloses that of the second: a room and its table."""
    outer, inner = answer.box(words[0]), answer.box(words[1])
    met = all(outer[0][i] - MILLIMETER <= inner[0][i] and inner[1][i] <= outer[1][i] + MILLIMETER for i in range(3))
    return met, "enclosed" if met else f"'{words[1]}' reaches from {inner[0]} to {inner[1]}"


def symmetric(answer, words):
    limit = option(words, "within", str(MILLIMETER))
    axis = option(words, "axis", "x")
    second = words[1] if len(words) > 1 else words[0]
    result = answer.intent({"check": "symmetric", "a": words[0], "b": second, "axis": axis, "tolerance": limit})
    return result["pass"], "symmetric" if result["pass"] else "not mirror images"


def above(answer, words):
    limit = number(option(words, "within", str(MILLIMETER)))
    for first, second in pairs(answer, words):
        gap = answer.box(first)[0][1] - answer.box(second)[1][1]
        if gap < -limit:
            return False, f"'{first}' begins {-gap:.4f} m below the top of '{second}'"
    return True, "above"


def beside(direction):
    """The middle of the first lies farther in a direction than that of the second."""
    def compare(answer, words):
        boxes = [answer.box(word) for word in words[:2]]
        middle = [[(low + high) / 2 for low, high in zip(*box)] for box in boxes]
        gap = sum((a - b) * d for a, b, d in zip(*middle, DIRECTIONS[direction]))
        return gap > number(words[2] if len(words) > 2 else "0"), f"by {gap:.3f} m"
    return compare


def bone(answer, words):
    name = words.pop(0)
    if name not in answer.bones:
        return False, f"there is no bone '{name}'"
    it = answer.bones[name]
    parent, direction = option(words, "parent"), option(words, "points")
    if parent and parent != (it["parent"] or "none"):
        return False, f"its parent is {it['parent'] or 'none'}"
    if direction and angle(it["direction"], DIRECTIONS[direction]) > ABOUT:
        return False, f"it points to {[round(x, 2) for x in it['direction']]}"
    if length := option(words, "length"):
        return within(it["length"], span(length), 1e-6), f"it is {it['length']:.3f} m long"
    return True, "so"


def bones(answer, words):
    return within(len(answer.bones), span(words[0])), f"{len(answer.bones)}"


def follows(answer, words):
    """A bone has most of the weight of a part."""
    share = number(option(words, "share", "0.5"))
    if words[1] not in answer.bones:
        return False, f"there is no bone '{words[1]}'"
    refs = {item["ref"]: f"{item['mesh']}.{item['id']}" for item in answer.inspection["primitives"]}
    shares = {refs[item["primitive"]]: item["share"] for item in answer.bones[words[1]]["weights"]["primitives"]}
    for path in answer.primitives(words[0]):
        if shares.get(path, 0) < share:
            return False, f"'{path}' follows it by {shares.get(path, 0):.2f}"
    return True, "so"


def farthest(before, after):
    """How far a part moves at most, and how far its middle moves along each axis."""
    longest = 0.0
    for i in range(0, len(before), 3):
        longest = max(longest, (after[i] - before[i]) ** 2 + (after[i + 1] - before[i + 1]) ** 2 + (after[i + 2] - before[i + 2]) ** 2)
    count_ = max(1, len(before) // 3)
    shift = [(sum(after[i::3]) - sum(before[i::3])) / count_ for i in range(3)]
    return math.sqrt(longest), shift


def motion(answer, shape, words):
    """moves PART DISTANCE [DIRECTION], or keeps PART [DISTANCE]."""
    rest = answer.shape()
    verb, part, direction = words[0], words[1], words[3] if len(words) > 3 else None
    limit = number(words[2]) if len(words) > 2 else MILLIMETER
    for path in answer.primitives(part):
        moved, shift = farthest(rest[path], shape[path])
        if direction:
            moved = sum(a * b for a, b in zip(shift, DIRECTIONS[direction]))
        if (verb == "moves") != (moved >= limit if verb == "moves" else moved > limit):
            return False, f"'{path}' moves by {moved:.4f} m{' ' + direction if direction else ''}"
    return True, "so"


def pose(answer, words):
    name, verb = words.pop(0), words[0]
    if verb in ("moves", "keeps"):
        return motion(answer, answer.shape(name), words)
    return {"joined": joined, "attached": attached, "touching": touching, "distance": distance}[verb](answer, words[1:], name)


def turn(answer, words):
    """What follows a bone that the judge turns."""
    shape = answer.turned(words[0], words[1], words[2])
    return motion(answer, shape, words[3:])


def child(answer, words):
    """An instance of a scene, and what it stands on."""
    if words[0] not in answer.instances:
        return False, f"there is no child '{words[0]}'"
    parent = answer.instances[words[0]]["parent"]
    return option(words, "on") in (None, parent), f"it stands on '{parent}'"


# First word → kind of expectation, function.
WORDS = {
    "check": ("check", check), "lint": ("lint", lint),
    "parts": ("parts", parts), "count": ("parts", count), "child": ("parts", child),
    "size": ("size", size), "stands": ("size", stands),
    "color": ("color", color),
    "joined": ("intent", joined), "attached": ("intent", attached), "touching": ("intent", touching), "distance": ("intent", distance),
    "inside": ("intent", inside), "encloses": ("intent", encloses), "symmetric": ("intent", symmetric),
    "above": ("intent", above), "before": ("intent", beside("front")), "left_of": ("intent", beside("left")),
    "higher": ("intent", beside("up")),
    "bone": ("bones", bone), "bones": ("bones", bones),
    "follows": ("weights", follows), "turn": ("weights", turn),
    "pose": ("poses", pose),
    "clip": ("clips", clips.clip),
}


def judge(answer, expectation):
    word, *rest = expectation.split()
    if word not in WORDS:
        raise PromptError(f"unknown expectation '{expectation}'")
    kind, function = WORDS[word]
    try:
        met, found = function(answer, rest)
    except Refused as refused:
        met, found = False, str(refused)
    except (ArithmeticError, LookupError, TypeError, ValueError) as odd:
        # An answer without vertices, bones or samples must not end the run.
        met, found = False, f"it cannot be judged: {odd!r}"
    return Verdict(expectation, kind, met, found)
