"""Expectations of clips: a function for each word after the name of the clip."""
import math

from .words import DIRECTIONS, MILLIMETER, number, span, within


def middle(points):
    return [sum(point[i] for point in points) / len(points) for i in range(3)]


def along(points, direction):
    """How far the middle of a part is in a direction."""
    return sum(a * b for a, b in zip(middle(points), DIRECTIONS[direction]))


def loops(answer, name, words):
    if not answer.clips.clip(name).extras["loop"]:
        return False, "it does not loop"
    closed = answer.clips.is_closed(name)
    return closed, "it ends as it begins" if closed else "it jumps where it begins again"


def length(answer, name, words):
    value = answer.clips.clip(name).length
    return within(value, span(words[0]), 1e-4), f"{value:.3f} s"


def travels(answer, name, words):
    travel = answer.clips.clip(name).extras.get("travel", [0, 0, 0])
    value = sum(a * b for a, b in zip(travel, DIRECTIONS[words[0]]))
    return within(value, span(words[1]), 1e-6), f"{value:.3f} m"


def reach_of(moments, direction):
    """The largest way between two moments, of any vertex or of the middle in a direction."""
    if direction:
        values = [along(points, direction) for points in moments]
        return max(values) - min(values)
    return max(math.dist(a, b) for first in moments[::2] for second in moments[::2] for a, b in zip(first, second))


def moves(answer, name, words):
    direction = words[2] if len(words) > 2 else None
    for path in answer.primitives(words[0]):
        way = reach_of(answer.clips.tracks(name)[path], direction)
        if way < number(words[1]):
            return False, f"'{path}' moves by {way:.4f} m"
    return True, "so"


def keeps(answer, name, words):
    """No point goes farther from where it is at rest."""
    limit = number(words[1]) if len(words) > 1 else MILLIMETER
    for path in answer.primitives(words[0]):
        rest = answer.clips.rest(path)
        way = max(math.dist(a, b) for points in answer.clips.tracks(name)[path] for a, b in zip(rest, points))
        if way > limit:
            return False, f"'{path}' moves by {way:.4f} m"
    return True, "so"


def raises(answer, name, words):
    """All the time a part is this much higher than at rest."""
    for path in answer.primitives(words[0]):
        rest = along(answer.clips.rest(path), "up")
        lift = min(along(points, "up") - rest for points in answer.clips.tracks(name)[path])
        if lift < number(words[1]):
            return False, f"'{path}' is raised by {lift:.4f} m"
    return True, "so"


def correlation(answer, name, words):
    """1 if two parts go the same way along an axis (front, if none is named), -1 if they go opposite ways."""
    direction = words[2] if len(words) > 2 else "front"
    tracks = answer.clips.tracks(name)
    first, second = ([along(points, direction) for points in tracks[answer.primitives(word)[0]]] for word in words[:2])
    first, second = ([value - sum(values) / len(values) for value in values] for values in (first, second))
    size = math.hypot(*first) * math.hypot(*second)
    return sum(a * b for a, b in zip(first, second)) / size if size else 0.0


def together(answer, name, words):
    value = correlation(answer, name, words)
    return value > 0.5, f"correlation {value:.2f}"


def against(answer, name, words):
    value = correlation(answer, name, words)
    return value < -0.5, f"correlation {value:.2f}"


def grounded(answer, name, words):
    lowest = min(point[1] for moments in answer.clips.tracks(name).values() for points in moments for point in points)
    return lowest >= -number(words[0]), f"the lowest point is at {lowest:.4f} m"


WORDS = {"loops": loops, "length": length, "travels": travels, "moves": moves, "keeps": keeps, "raises": raises,
         "together": together, "against": against, "grounded": grounded}


def clip(answer, words):
    name, word, *rest = words
    return WORDS[word](answer, name, rest)
