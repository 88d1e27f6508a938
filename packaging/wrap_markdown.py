#!/usr/bin/env python3
"""Wraps the paragraphs and lists of our Markdown pages at 100 columns. `./dev format` runs it.

    wrap_markdown.py            rewrites the pages that need it
    wrap_markdown.py --check    only lists them, and fails if there are any

Code, tables, headings, HTML and front matter stay as they are, and no line breaks inside a code span or
an address. Generated pages are left alone.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 100
GENERATED = re.compile(r"(?:docs/(?:diagnostics|reference|third-party)\.md|integrations/skill/.*)$")
FOLDERS = ("docs", "editors", "examples", "integrations", "python", "web")

ITEM = re.compile(r"( *)(?:[-*+]|\d+\.) +(?=\S)")
# A line that is not running text, or that ends it.
OTHER = re.compile(r" *(?:$|#{1,6} |\||<|```|~~~|>|\[[^\]]+\]: |---$|:::|!\[[^\]]*\]\([^)]*\)$|\[!\[)")
# What would mean something else at the beginning of a line.
MARKUP = re.compile(r"(?:[-*+]|[-=]+|#{1,6}|\d+[.)])$|[>|<]")
# What is never broken: code spans and the addresses of links, with whatever touches them.
WORD = re.compile(r"(?:`[^`]*`|\]\([^)]*\)|\S)+")


def pages():
    """The Markdown files that people write."""
    found = [*ROOT.glob("*.md")]
    for folder in FOLDERS:
        found += [path for path in (ROOT / folder).rglob("*.md")
                  if not {"node_modules", "build"} & set(path.relative_to(ROOT).parts)]
    return sorted(path for path in found if not GENERATED.match(path.relative_to(ROOT).as_posix()))


def fill(text, first, rest):
    """One paragraph in lines; the first begins with `first`, the others with `rest`."""
    lines, line = [], first
    for word in (" ".join(found.split()) for found in WORD.findall(text)):
        if not line.strip() or line == first:
            line += word
        elif len(line) + 1 + len(word) <= WIDTH or MARKUP.match(word):
            line += " " + word
        else:
            lines.append(line)
            line = rest + word
    return [*lines, line]


def end_of_paragraph(lines, start, indent):
    """The line after a paragraph that begins at `start`."""
    end = start + 1
    while end < len(lines) and not OTHER.match(lines[end]) and not ITEM.match(lines[end]):
        if len(lines[end]) - len(lines[end].lstrip()) > indent:
            break
        end += 1
    return end


def end_of_verbatim(lines, start):
    """The line after a fenced block or the front matter that begins at `start`, or `start` if there is none."""
    opening = lines[start].strip()
    fence = opening[:3] if opening.startswith(("```", "~~~")) else "---" if start == 0 and opening == "---" else None
    if fence is None:
        return start
    close = (at for at in range(start + 1, len(lines)) if lines[at].strip() == fence)
    return next(close, len(lines) - 1) + 1


def wrapped(text):
    """A page with its paragraphs and lists wrapped."""
    lines, out, at, contents = text.split("\n"), [], 0, [0]
    while at < len(lines):
        line = lines[at]
        indent = len(line) - len(line.lstrip())
        end = end_of_verbatim(lines, at)
        if end > at:
            out += lines[at:end]
        elif OTHER.match(line) or line.endswith(("  ", "\\")):
            end = at + 1
            out.append(line)
        else:
            while contents[-1] > indent and len(contents) > 1:
                contents.pop()
            item = ITEM.match(line) if indent - contents[-1] < 4 else None
            if item:
                contents.append(len(item[0]))
            content = contents[-1]
            if not item and indent != content:
                end = at + 1  # indented code
                out.append(line)
            else:
                end = end_of_paragraph(lines, at, content)
                first = item[0] if item else " " * content
                body = "\n".join([line[len(first):], *lines[at + 1:end]])
                if any(part.endswith(("  ", "\\")) for part in lines[at:end]):
                    out += lines[at:end]
                else:
                    out += fill(body, first, " " * content)
        at = end
    return "\n".join(out)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__)
        return 2
    stale = [path for path in pages() if path.read_text(encoding="utf-8") != wrapped(path.read_text(encoding="utf-8"))]
    for path in stale:
        if sys.argv[1:]:
            print(f"{path.relative_to(ROOT)} has paragraphs that are not wrapped at {WIDTH} columns; `./dev format` does it")
        else:
            path.write_text(wrapped(path.read_text(encoding="utf-8")), encoding="utf-8")
    return 1 if stale and sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
