"""Custom properties that say what came from a document, so that an update finds it again under any name."""

LINK = "rigy_link"  # on everything: which import it belongs to
KEY = "rigy_key"  # what it is in the export
ID = "rigy_id"
KIND = "rigy_kind"

SOURCE = "rigy_source"  # on the collection of an import
FILES = "rigy_files"  # every file that was read, one a line
STAMPS = "rigy_stamps"  # how they were then
LIVE = "rigy_live"
ANCHORS = "rigy_anchors"
ROOT = "rigy_root"


def mark(thing, link, key):
    thing[LINK] = link
    thing[KEY] = key


def marked(things, link, first=()):
    """The things of an import by their keys. Copies that an artist made have the same marks, so `first` ones win."""
    found = {}
    for thing in [*first, *things]:
        if thing.get(LINK) == link and KEY in thing:
            found.setdefault(thing[KEY], thing)
    return found


def is_ours(thing, link):
    return thing is not None and thing.get(LINK) == link
