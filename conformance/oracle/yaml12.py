"""YAML 1.2 core schema on top of PyYAML's event parser (docs/decisions.md D2).

PyYAML only splits the text into events; what a plain scalar means is decided here, because PyYAML's own resolver
follows YAML 1.1 (`017` octal, `yes` a boolean, `1e3` a string).
"""

import json
import re

import yaml

NULL = re.compile(r'(?:null|Null|NULL|~|)\Z')
TRUE = re.compile(r'(?:true|True|TRUE)\Z')
FALSE = re.compile(r'(?:false|False|FALSE)\Z')
INT = re.compile(r'[-+]?[0-9]+\Z')
OCT = re.compile(r'0o[0-7]+\Z')
HEX = re.compile(r'0x[0-9a-fA-F]+\Z')
FLOAT = re.compile(r'[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z')
INFINITY_OR_NAN = re.compile(r'(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z')
SURROGATE_PAIR = re.compile('[\ud800-\udbff][\udc00-\udfff]')


def quoted_scalar(text):
    """With one character for each pair of escapes in which JSON writes what is beyond U+FFFF."""
    return SURROGATE_PAIR.sub(lambda pair: pair[0].encode('utf-16-be', 'surrogatepass').decode('utf-16-be'), text)


def plain_scalar(text):
    if NULL.match(text):
        return None
    if TRUE.match(text):
        return True
    if FALSE.match(text):
        return False
    if INT.match(text):
        return int(text, 10)
    if OCT.match(text):
        return int(text[2:], 8)
    if HEX.match(text):
        return int(text[2:], 16)
    if FLOAT.match(text):
        return float(text)
    if INFINITY_OR_NAN.match(text):
        return float(text.replace('.', '', 1))
    return text


def unique(pairs):
    """A dict from (key, value) pairs, refusing a key that comes twice."""
    result = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f'duplicate key {key!r}')
        result[key] = value
    return result


class Builder:
    """Turns the event stream of one document into dicts, lists and scalars."""

    def __init__(self, events):
        self.events = events
        self.anchors = {}
        self.path = []
        self.duplicates = []  # paths of keys that come twice; the first value counts

    def document(self):
        self.expect(yaml.StreamStartEvent)
        start = self.expect(yaml.DocumentStartEvent)
        if start.version or start.tags:
            raise ValueError('directives are not part of the language')
        value = self.value(next(self.events))
        self.expect(yaml.DocumentEndEvent)
        self.expect(yaml.StreamEndEvent)
        return value

    def expect(self, kind):
        event = next(self.events)
        if not isinstance(event, kind):
            raise ValueError(f'expected {kind.__name__}, found {event}')
        return event

    def value(self, event):
        if isinstance(event, yaml.AliasEvent):
            return self.anchors[event.anchor]
        if event.tag is not None:
            raise ValueError(f'tag {event.tag}')
        if isinstance(event, yaml.ScalarEvent):
            result = plain_scalar(event.value) if event.style is None else quoted_scalar(event.value)
        elif isinstance(event, yaml.SequenceStartEvent):
            result = self.sequence()
        elif isinstance(event, yaml.MappingStartEvent):
            result = self.mapping()
        else:
            raise ValueError(f'unexpected {event}')
        if event.anchor is not None:
            self.anchors[event.anchor] = result
        return result

    def items(self, end):
        while not isinstance(event := next(self.events), end):
            yield self.value(event)

    def pairs(self):
        values = self.items(yaml.MappingEndEvent)
        for key in values:
            if not isinstance(key, str):
                raise ValueError(f'key {key!r} is not a string')
            self.path.append(key)
            value = next(values)
            self.path.pop()
            yield key, value

    def sequence(self):
        result = []
        self.path.append(0)
        for item in self.items(yaml.SequenceEndEvent):
            result.append(item)
            self.path[-1] += 1
        self.path.pop()
        return result

    def mapping(self):
        result = {}
        for key, value in self.pairs():
            if key in result:
                self.duplicates.append((*self.path, key))
            result.setdefault(key, value)
        return result


def load_yaml_with_duplicates(path):
    """(value, paths of duplicate keys) of a file."""
    with open(path, encoding='utf-8-sig', newline='') as file:
        builder = Builder(yaml.parse(file.read(), Loader=yaml.BaseLoader))
    return builder.document(), builder.duplicates


def load_yaml(path):
    value, duplicates = load_yaml_with_duplicates(path)
    if duplicates:
        raise ValueError(f'duplicate key {duplicates[0][-1]!r}')
    return value


def load_json(path):
    def refuse(text):
        raise ValueError(f'not a finite number: {text}')

    with open(path, encoding='utf-8') as file:
        return json.load(file, object_pairs_hook=unique, parse_constant=refuse)
