"""The schema as a judge (src/language/tables/schema.hpp; docs/decisions.md D1 to D5): a document as plain
data, and what is wrong with its shape.

`document.py` serves valid documents and refuses the rest; this one goes on and says of every fault which class of error
the texts give it. Numbers may be infinite here (V32), and duplicate materials are remembered (V37).
"""

import math
import re

import yaml

import yaml12
from fields import with_all_collections

PARSE, VALIDATION, TESSELLATION = 'ParseError', 'ValidationError', 'TessellationError'
DEEPEST = 64  # levels of nesting (D14)
INVALID_BYTE = '\ufffd'
LINE_SEPARATORS = re.compile('[\u0085\u2028\u2029]')
SURROGATE = re.compile('[\ud800-\udfff]')
NOT_FINITE = {'.inf': math.inf, '+.inf': math.inf, '-.inf': -math.inf, '.nan': math.nan}


class Unreadable(Exception):
    """Not YAML as the language understands it: nothing more can be said about the file."""


class Findings:
    """(class of error, rule or None), in the order in which they were found."""

    def __init__(self):
        self.all = []

    def add(self, kind, rule=None):
        self.all.append((kind, rule))

    def has(self, kind):
        return any(found == kind for found, _ in self.all)


# YAML

class Pairs(dict):
    """A mapping that remembers the keys that came twice."""

    def __init__(self, pairs):
        super().__init__()
        self.twice = []
        for key, value in pairs:
            if key in self:
                self.twice.append(key)
            else:
                self[key] = value


class Reader(yaml12.Builder):
    """Every mapping as Pairs, and numbers that are not finite as such."""

    def __init__(self, events):
        super().__init__(events)
        self.depth = 0

    def value(self, event):
        if isinstance(event, yaml.AliasEvent):
            return self.anchors[event.anchor]
        if event.tag is not None:
            raise Unreadable(f'tag {event.tag}')
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable('nested too deep')
        result = self.content(event)
        self.depth -= 1
        if event.anchor is not None:
            self.anchors[event.anchor] = result
        return result

    def content(self, event):
        if isinstance(event, yaml.ScalarEvent):
            return plain(event.value) if event.style is None else checked_text(yaml12.quoted_scalar(event.value))
        if isinstance(event, yaml.SequenceStartEvent):
            return list(self.items(yaml.SequenceEndEvent))
        if isinstance(event, yaml.MappingStartEvent):
            return Pairs(self.pairs())
        raise Unreadable(f'unexpected {event}')


def plain(text):
    if text.lower() in NOT_FINITE and yaml12.INFINITY_OR_NAN.match(text):
        return NOT_FINITE[text.lower()]
    return yaml12.plain_scalar(text)


def checked_text(text):
    if SURROGATE.search(text):
        raise Unreadable('half of a surrogate pair')
    return text


def parsed(text):
    if LINE_SEPARATORS.search(text):  # D26
        raise Unreadable('a raw line separator')
    return Reader(yaml.parse(text, Loader=yaml.BaseLoader)).document()


def read_yaml(data, out):
    """The content of a file. Bad UTF-8 in bone ids alone is a ValidationError (D2), elsewhere a ParseError."""
    try:
        text = data.decode('utf-8-sig', errors='replace')
        value = parsed(text)
        if data.decode('utf-8-sig', errors='ignore') != text:
            bad = text.count(INVALID_BYTE) - data.count(INVALID_BYTE.encode())
            if bad != bad_bytes_in_bone_ids(value):
                raise Unreadable('not UTF-8')
            out.add(VALIDATION)
        return value
    except (Unreadable, ValueError, KeyError, StopIteration, yaml.YAMLError) as error:
        raise Unreadable(str(error)) from error


def bad_bytes_in_bone_ids(value, key=None):
    if isinstance(value, dict):
        return sum(bad_bytes_in_bone_ids(element, (key, name)) for name, element in value.items())
    if isinstance(value, list):
        return sum(bad_bytes_in_bone_ids(element, key) for element in value)
    is_bone_id = isinstance(key, tuple) and (key[1] == 'bone_id' or key[1] == 'id' and key[0][1] == 'bones')
    return value.count(INVALID_BYTE) if isinstance(value, str) and is_bone_id else 0


# Fields: each check takes (value, findings) and returns the value as data, or None if it has the wrong shape.

def number(value, out):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return out.add(PARSE)
    try:
        value = float(value)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        out.add(VALIDATION, 'V32')
    return value


def vertex_index(value, out):
    if isinstance(value, bool) or not isinstance(value, int):
        return out.add(PARSE)
    return value


def text(value, out):
    return value if isinstance(value, str) else out.add(PARSE)


def identifier(value, out):
    if value == '':
        out.add(VALIDATION)
    return text(value, out)


def one_of(*allowed, otherwise=PARSE):
    def check(value, out):
        if not isinstance(value, str):
            return out.add(PARSE)
        return value if value in allowed else out.add(otherwise)
    return check


def version(value, out):
    """D1."""
    if not isinstance(value, str) or not re.fullmatch(r'0\.[1-9][0-9]*', value):
        out.add(PARSE)
    return value


def contract_version(value, out):
    if not isinstance(value, str) or not re.fullmatch(r'(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)', value):
        out.add(PARSE)
    return value


def list_of(item, at_least=0, at_most=None):
    """`at_least` counts what the language calls empty (a ValidationError), `at_most` is a tuple's length."""
    def check(value, out):
        if not isinstance(value, list):
            return out.add(PARSE)
        if at_most is not None and len(value) != at_most:
            return out.add(PARSE)
        if len(value) < at_least:
            out.add(VALIDATION)
        return [item(element, out) for element in value]
    return check


def tuple_of(count, item):
    return list_of(item, 0, count)


def map_of(item, key=identifier, twice=(PARSE, None)):
    def check(value, out):
        if not isinstance(value, dict):
            return out.add(PARSE)
        for _ in value.twice:
            out.add(*twice)
        return {key(name, out): item(element, out) for name, element in value.items()}
    return check


def record(required, optional=None, refused=()):
    """An optional null counts as not given, a required one has the wrong type (D3). `refused`: D18."""
    fields = {**required, **(optional or {})}

    def check(value, out):
        if not isinstance(value, dict):
            return out.add(PARSE)
        for _ in value.twice:
            out.add(PARSE)
        for key in value:
            if key in refused:
                out.add(VALIDATION, 'V35')
            elif key not in fields:
                out.add(PARSE, 'V33')
        for key in required:
            if key not in value:
                out.add(PARSE, 'V34')
        return {key: fields[key](element, out) for key, element in value.items()
                if key in fields and (element is not None or key in required)}
    return check


def one_or_list_of(item):
    return lambda value, out: list_of(item, 1)(value if isinstance(value, list) else [value], out)


VEC3 = tuple_of(3, number)
INFLUENCE = record({'bone_id': identifier, 'weight': number})
DIMENSIONS = {
    'box': (('x', 'width'), ('y', 'height'), ('z', 'depth')), 'sphere': (('radius',),),
    'cylinder': (('radius',), ('height',)), 'capsule': (('radius',), ('height',))}


def primitive(value, out):
    result = PRIMITIVE(value, out)
    if result and result.get('type') in DIMENSIONS and result.get('dimensions') is not None:
        given = result['dimensions']
        for names in DIMENSIONS[result['type']]:
            found = sum(name in given for name in names)
            if found != 1:
                out.add(PARSE, None if found else 'V34')
        for name in given:
            if not any(name in names for names in DIMENSIONS[result['type']]):
                out.add(PARSE, 'V33')
    return result


PRIMITIVE = record(
    {'id': identifier, 'type': one_of(*DIMENSIONS), 'dimensions': map_of(number)},
    {'name': text, 'material': identifier, 'transform': record({}, {'translation': VEC3, 'rotation_euler': VEC3})})
BONE = record({'id': identifier, 'parent': identifier, 'head': VEC3, 'tail': VEC3}, {'roll': number})
GRADIENT = record({
    'axis': one_of('x', 'y', 'z', otherwise=VALIDATION), 'range': tuple_of(2, number),
    'from': one_or_list_of(INFLUENCE), 'to': one_or_list_of(INFLUENCE)})
WEIGHT_MAP = record(
    {'primitive_id': identifier},
    {'gradients': list_of(GRADIENT), 'source': identifier,
     'overrides': list_of(record({'vertices': list_of(vertex_index), 'bones': list_of(INFLUENCE, 1)}))})
SOLVER = one_of('lbs', 'dqs')
BINDING = record(
    {'mesh_id': identifier, 'armature_id': identifier},
    {'weights': list_of(record({'primitive_id': identifier, 'bones': list_of(INFLUENCE, 1)})),
     'weight_maps': list_of(WEIGHT_MAP), 'skinning_solver': SOLVER})
POSE_BONE = record({}, {'rotation': tuple_of(4, number), 'translation': VEC3}, ('scale', 'shear', 'matrix'))
ATTACH3 = record({
    'from': tuple_of(3, identifier), 'to': tuple_of(3, identifier), 'mode': one_of('rigid', 'uniform', 'affine')})
INSTANCE = record({'id': identifier}, {'import': identifier, 'mesh_id': identifier, 'attach3': ATTACH3})


def instance(value, out):
    result = INSTANCE(value, out)
    if result is not None:
        if ('import' in result) == ('mesh_id' in result):
            out.add(PARSE)
        elif 'import' in result and 'attach3' not in result:
            out.add(PARSE, 'V34')
    return result


COORDINATES = record({'up': one_of('Y'), 'forward': one_of('-Z'), 'handedness': one_of('right')})
DOCUMENT = record(
    {'version': version},
    {'units': one_of('meters'), 'coordinate_system': COORDINATES,
     'tessellation_profile': one_of('v0_1_default', otherwise=TESSELLATION),
     'materials': map_of(record({'base_color': list_of(number)}), twice=(VALIDATION, 'V37')),
     'meshes': list_of(record({'id': identifier, 'primitives': list_of(primitive, 1)}, {'name': text})),
     'armatures': list_of(record({'id': identifier, 'bones': list_of(BONE, 1)}, {'name': text})),
     'bindings': list_of(BINDING),
     'symmetry': record({}, {'mirror_x': record({'prefix_from': text, 'prefix_to': text})}),
     'skinning_solver': SOLVER,
     'poses': list_of(record({'id': identifier, 'bones': map_of(POSE_BONE)})),
     'anchors': list_of(record({'id': identifier, 'translation': VEC3}, {'scope': text})),
     'imports': map_of(record({'source': identifier}, {'contract': identifier})),
     'instances': list_of(instance)})
CONTRACT = record(
    {'contract_version': contract_version},
    {'required_anchors': list_of(identifier), 'required_frame3_sets': list_of(identifier),
     'frame3_sets': map_of(tuple_of(3, identifier))})
WEIGHT_FILE = record({
    'primitive_id': identifier, 'vertex_count': vertex_index,
    'influences': list_of(record({'vertex': vertex_index, 'bones': list_of(INFLUENCE, 1)}))})


def read_document(data, out):
    """A document with its absent lists empty, or None when parsing fails."""
    own = Findings()
    try:
        result = DOCUMENT(read_yaml(data, own), own)
    except Unreadable:
        own.add(PARSE)
    out.all += own.all
    if own.has(PARSE):
        return None
    return with_all_collections(result)
