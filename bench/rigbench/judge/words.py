"""The words of expectations that are numbers, directions and colors."""
import colorsys
import math

MILLIMETER = 0.001
AXES = {"width": 0, "height": 1, "depth": 2}
# A model faces -z and has its left at -x.
DIRECTIONS = {"up": (0, 1, 0), "down": (0, -1, 0), "left": (-1, 0, 0), "right": (1, 0, 0), "front": (0, 0, -1), "back": (0, 0, 1)}


class PromptError(Exception):
    """A file of the benchmark itself that cannot be read as one."""


def number(text):
    try:
        return float(text)
    except ValueError:
        raise PromptError(f"'{text}' is not a number") from None


def span(text):
    """LOW..HIGH, or one number for both."""
    low, dots, high = text.partition("..")
    return (number(low), number(high) if high else math.inf) if dots else (number(low), number(low))


def within(value, limits, slack=1e-9):
    return limits[0] - slack <= value <= limits[1] + slack


def option(words, name, default=None):
    """The word after NAME, which is taken out of the list with it."""
    if name not in words:
        return default
    at = words.index(name)
    value = words[at + 1]
    del words[at:at + 2]
    return value


def angle(first, second):
    """Degrees between two vectors."""
    dot = sum(a * b for a, b in zip(first, second))
    length = math.hypot(*first) * math.hypot(*second)
    return math.degrees(math.acos(max(-1, min(1, dot / length)))) if length else 180


def hue_between(low, high):
    return lambda hue, saturation, value: (low <= hue <= high or low <= hue - 360) and saturation > 0.25 and value > 0.15


# Hue in degrees, saturation and value of the sRGB color. Neighbors overlap: turquoise is both green and blue.
COLORS = {
    "red": lambda h, s, v: (h <= 20 or h >= 335) and s > 0.4 and v > 0.3,
    "orange": hue_between(12, 48),
    "yellow": lambda h, s, v: 38 <= h <= 70 and s > 0.25 and v > 0.5,
    "green": hue_between(65, 180),
    "blue": hue_between(170, 265),
    "purple": hue_between(250, 335),
    "pink": lambda h, s, v: (h >= 300 or h <= 20) and 0.1 < s < 0.8 and v > 0.6,
    "brown": lambda h, s, v: 5 <= h <= 50 and s > 0.15 and 0.15 < v < 0.85,
    "white": lambda h, s, v: s < 0.25 and v > 0.75,
    "gray": lambda h, s, v: s < 0.3 and 0.15 < v < 0.9,
    "black": lambda h, s, v: v < 0.32,
}


def is_color(name, linear):
    """Whether people would call a linear color by this name."""
    srgb = [12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in linear[:3]]
    hue, saturation, value = colorsys.rgb_to_hsv(*srgb)
    return COLORS[name](360 * hue, saturation, value)
