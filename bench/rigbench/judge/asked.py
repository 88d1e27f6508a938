"""What the expectations of a prompt ask for in numbers, in words for the author of an answer: nobody has to guess them."""
from .words import MILLIMETER, number, option

PLACES = {"before": "farther to the front than", "left_of": "farther to the left than", "higher": "higher than"}


def asked(prompt):
    """One line for each expectation that has a number, a direction, a symmetry or a color; a turn by the judge follows from
    the weights."""
    lines = (sentence(line.split()) for line in prompt.expectations)
    return [line for line in lines if line]


def sentence(words):
    word, *rest = words
    if word in ("pose", "clip"):
        said = SAID.get(rest[1], nothing)(rest[2:])
        return f"in {word} `{rest[0]}`: {said}" if said else ""
    return SAID[word](rest) if word in SAID else ""


def nothing(_words):
    return ""


def span_of(text, unit=""):
    low, dots, high = text.partition("..")
    if not high:
        return f"at least {low}{unit}" if dots else f"{low}{unit}"
    return f"at most {high}{unit}" if float(low) == 0 else f"{low} to {high}{unit}"


def names(text):
    """`leg_*`, "parts with the tag `leg`", or "all parts of `leg`"."""
    tag, whole = text.removeprefix("tag:"), text.removesuffix(".*")
    if whole != text:
        return f"all parts of `{whole}`"
    return f"parts with the tag `{tag}`" if tag != text else "the whole" if text == "all" else f"`{text}`"


def one_of(words):
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def said_of(text, one, many):
    """The name with a verb: "`leg` is", "parts with the tag `leg` are"."""
    return f"{names(text)} {many if text.startswith('tag:') or set('*?') & set(text) else one}"


def size(words):
    return f"{words[0]} of {names(option(words, 'of', 'all'))}: {span_of(words[1], ' m')}"


def count(words):
    return f"{names(words[0])}: {span_of(words[1])}"


def bones(words):
    return f"bones: {span_of(words[0])}"


def bone(words):
    name, direction, length = words[0], option(words, "points"), option(words, "length")
    said = [f"points {direction}" if direction else "", f"is {span_of(length, ' m')} long" if length else ""]
    return f"bone `{name}` {' and '.join(filter(None, said))}" if any(said) else ""


def distance(words):
    return f"{names(words[0])} and {names(words[1])} are {span_of(words[2], ' m')} apart"


def symmetric(words):
    axis, limit = option(words, "axis", "x"), number(option(words, "within", str(MILLIMETER)))
    other = f" and {names(words[1])}" if len(words) > 1 else ""
    are = "are mirror images of each other" if other else "is its own mirror image"
    return f"{names(words[0])}{other} {are} along {axis}, within {limit:g} m"


def near(words):
    limit = option(words, "within")
    return f"{said_of(words[0], 'is', 'are')} at most {limit} m away from {names(words[1])}" if limit else ""


def above(words):
    limit = option(words, "within")
    return f"{said_of(words[0], 'begins', 'begin')} at most {limit} m below the top of {names(words[1])}" if limit else ""


def beside(said):
    return lambda words: f"the middle of {names(words[0])} is more than {words[2]} m {said} that of {names(words[1])}" if len(words) > 2 else ""


def moves(words):
    return f"{said_of(words[0], 'moves', 'move')} at least {words[1]} m{' ' + words[2] if len(words) > 2 else ''}"


def keeps(words):
    return f"{said_of(words[0], 'moves', 'move')} at most {words[1]} m" if len(words) > 1 else ""


def color(words):
    return f"{said_of(words[0], 'is', 'are')} {one_of(words[1:])}"


SAID = {
    "color": color, "size": size, "above": above, "count": count, "bones": bones, "bone": bone, "distance": distance, "symmetric": symmetric, "joined": near,
    "attached": near, "touching": near, "moves": moves, "keeps": keeps, **{word: beside(said) for word, said in PLACES.items()},
    "length": lambda words: f"{span_of(words[0])} seconds long",
    "travels": lambda words: f"it goes {span_of(words[1], ' m')} {words[0]} in one length",
    "raises": lambda words: f"{said_of(words[0], 'stays', 'stay')} at least {words[1]} m higher than at rest",
    "grounded": lambda words: f"nothing sinks more than {words[0]} m below the ground",
}
