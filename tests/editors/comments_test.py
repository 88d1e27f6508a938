#!/usr/bin/env python3
"""rigy fmt and comments: rewrites documents in random layouts with comments at random places, and checks that each
comment is still at its key after formatting, and that formatting again changes nothing.

    comments_test.py --rigy PATH [--documents N] [--seed N]

The places are those that mean one thing: after a key or a dash, after a value, on a line of its own above a key, and at
the end of a block. PyYAML, which shares no code with the program, reads both texts.
"""

import argparse
import random
import re
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("conformance", "examples", "templates")
LARGEST = 20_000


def is_collection(node):
    return not isinstance(node, yaml.ScalarNode) and bool(node.value)


def repeats_keys(node):
    if not is_collection(node):
        return False
    parts = children(node)
    return len({name for name, _, _ in parts}) < len(parts) or any(repeats_keys(value) for _, _, value in parts)


def children(node):
    """The parts of a collection: a name for the path, the key or None, the value."""
    if isinstance(node, yaml.MappingNode):
        return [(key.value, key, value) for key, value in node.value]
    return [(number, None, value) for number, value in enumerate(node.value)]


class Writer:
    """A document in a random layout; `places` says where each comment belongs."""

    def __init__(self, chance):
        self.chance = chance
        self.lines = []
        self.places = {}

    def comment(self, kind, path, share):
        """A new comment, or nothing."""
        if self.chance.random() >= share:
            return ""
        text = f"# c{len(self.places)}."
        self.places[text] = (kind, path)
        return text

    def spaced(self, comment):
        return self.chance.choice((" ", "  ", "     ")) + comment if comment else ""

    def above(self, indent, path):
        """Comments on lines of their own; no blank line after them, so that they belong to what follows."""
        if self.chance.random() < 0.1:
            self.lines.append("")
        while comment := self.comment("above", path, 0.12):
            self.lines.append(" " * indent + comment)

    def scalar(self, node):
        quoted = node.style is not None
        return yaml.dump(node.value, default_style='"', width=1e9).strip() if quoted else node.value

    def flow(self, node, path, indent):
        if not is_collection(node):
            empty = "{}" if isinstance(node, yaml.MappingNode) else "[]"
            return self.scalar(node) if isinstance(node, yaml.ScalarNode) else empty
        opening, closing = ("{", "}") if isinstance(node, yaml.MappingNode) else ("[", "]")
        has_lines = self.chance.random() < 0.3
        text = opening
        parts = self.shuffled(node)
        for number, (name, key, value) in enumerate(parts):
            text += f"{self.scalar(key)}: " if key else ""
            text += self.flow(value, (*path, name), indent + 2)
            is_last = number == len(parts) - 1
            text += "" if is_last else ","
            if has_lines and not is_last:
                is_plain = isinstance(value, yaml.ScalarNode)
                text += self.spaced(self.comment("after", (*path, name), 0.3) if is_plain else "")
                text += "\n" + " " * (indent + self.chance.randint(1, 3))
            elif not is_last:
                text += " "
        return text + closing

    def shuffled(self, node):
        parts = children(node)
        if isinstance(node, yaml.MappingNode) and self.chance.random() < 0.6:
            self.chance.shuffle(parts)
        return parts

    def block(self, node, path, indent, first="", has_end=True):
        """`first`: what the first line begins with, if its part goes after a dash."""
        for name, key, value in self.shuffled(node):
            here = (*path, name)
            if not first:
                self.above(indent, here)
            start = (first or " " * indent) + (f"{self.scalar(key)}:" if key else "-")
            first = ""
            self.part(value, here, indent, start, key is not None)
        if comment := self.comment("end", path, 0.05 if has_end else 0):
            self.lines.append(" " * indent + comment)

    def part(self, value, path, indent, start, has_key):
        is_block = is_collection(value) and self.chance.random() > (0.25 if len(path) > 2 else 0.05)
        if not is_block:
            text = self.flow(value, path, indent)
            is_plain = not is_collection(value)
            comment = self.comment("after", path, 0.15) if is_plain else ""
            self.lines.extend(f"{start} {text}{self.spaced(comment)}".split("\n"))
        elif not has_key and isinstance(value, yaml.MappingNode) and self.chance.random() < 0.8:
            self.block(value, path, indent + 2, start + " ")
        else:
            self.lines.append(start + self.spaced(self.comment("head", path, 0.3) if has_key else ""))
            same_column = has_key and isinstance(value, yaml.SequenceNode) and self.chance.random() < 0.3
            self.block(value, path, indent + (0 if same_column else 2), has_end=not same_column)


class Reading:
    """Where comments are in a text."""

    def __init__(self, text):
        self.text = text
        self.parts = []  # (first byte, path, node) of keys, and of elements
        self.scalars = []  # (end, path)
        self.visit(yaml.compose(text, Loader=yaml.SafeLoader), ())

    def visit(self, node, path):
        if not is_collection(node):
            self.scalars.append((node.end_mark.index, path))
            return
        for name, key, value in children(node):
            start = key or value
            self.parts.append((start.start_mark.index, (*path, name), start))
            self.visit(value, (*path, name))

    def problem(self, comment, kind, path):
        """What is wrong with a comment's place; empty if nothing is."""
        at = self.text.index(comment)
        line = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        before = max((one for one in self.parts if one[0] < at), default=(0, ()), key=lambda one: (one[0], len(one[1])))[1]
        start = min((one[0] for one in self.parts if one[0] > at), default=None)
        following = [one[1] for one in self.parts if one[0] == start]  # an element, and its first key
        scalar = max((one for one in self.scalars if one[0] <= at), default=(0, ()))[1]
        if kind == "head":
            return "" if line.rstrip().endswith(":") and before == path else "it is not on the line of its key"
        if kind == "after":
            return "" if line.strip() and scalar == path else "it is not on the line of its value"
        if line.strip():
            return "it is not on a line of its own"
        if kind == "above":
            return "" if path in following else "it is not above its key"
        is_inside = scalar[: len(path)] == path
        return "" if is_inside and all(one[: len(path)] != path for one in following) else "it is not at the end of its block"


def meaning(text):
    """The values, as they are written, in no order of keys."""
    def of(node):
        if isinstance(node, yaml.ScalarNode):
            return (node.tag, node.value)
        if isinstance(node, yaml.MappingNode):
            return sorted((key.value, of(value)) for key, value in node.value)
        return [of(one) for one in node.value]

    return of(yaml.compose(text, Loader=yaml.SafeLoader))


def problems_of(rigy, text, chance):
    writer = Writer(chance)
    writer.block(yaml.compose(text, Loader=yaml.SafeLoader), (), 0)
    written = "\n".join(writer.lines) + "\n"

    def formatted(before):
        done = subprocess.run([rigy, "fmt", "-"], input=before, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None

    once = formatted(written)
    if once is None:
        return None
    found = []
    if formatted(once) != once:
        found.append("formatting again changes it")
    if meaning(once) != meaning(written):
        found.append("its meaning has changed")
    if sorted(re.findall(r"# c\d+\.", once)) != sorted(writer.places):
        return [*found, "a comment is missing", written]
    before, after = Reading(written), Reading(once)
    for comment, (kind, path) in writer.places.items():
        if fault := before.problem(comment, kind, path):
            raise AssertionError(f"this test is wrong: {comment} {kind} {path}: {fault}\n{written}")
        if fault := after.problem(comment, kind, path):
            found.append(f"{comment} {kind} {path}: {fault}")
    return [*found, written, once] if found else []


def documents(count, chance):
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.ri*.yaml"))]
    chance.shuffle(paths)
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        # Anchors would be written twice; tags, odd keys and odd characters are not the matter here.
        if count == 0 or len(text) > LARGEST or re.search(r"[&*!?\r\ufffd]|\\u|<<", text):
            continue
        try:
            root = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.YAMLError:
            continue
        if isinstance(root, yaml.MappingNode) and root.value and not repeats_keys(root):
            count -= 1
            yield path, text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rigy", required=True)
    parser.add_argument("--documents", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    tried = failed = 0
    for path, text in documents(arguments.documents, chance):
        problems = problems_of(arguments.rigy, text, chance)
        if problems is None:
            continue
        tried += 1
        if problems:
            failed += 1
            print(f"{path}:", *problems, sep="\n")
    print(f"{tried} documents, {failed} with problems")
    return 1 if failed or tried < arguments.documents * 0.9 else 0


if __name__ == "__main__":
    sys.exit(main())
