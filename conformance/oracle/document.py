"""A document as checked plain dicts (schema.md): known keys only, numbers as binary64, alternative names resolved.

The evaluator serves valid documents, so this is no validator; it only refuses what it would otherwise misread.
"""

import math

from yaml12 import load_yaml

BOX_AXES = {'x': 'x', 'y': 'y', 'z': 'z', 'width': 'x', 'height': 'y', 'depth': 'z'}
DIMENSIONS = {'sphere': ('radius',), 'cylinder': ('radius', 'height'), 'capsule': ('radius', 'height')}
FIXED = {
    'units': 'meters',
    'coordinate_system': {'up': 'Y', 'forward': '-Z', 'handedness': 'right'},
    'tessellation_profile': 'v0_1_default',
}


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f'{value!r} is not a number')
    value = float(value)
    if not math.isfinite(value):
        raise ValueError('a number is not finite')
    return value


def integer(value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f'{value!r} is not an integer')
    return value


def text(value):
    if not isinstance(value, str):
        raise ValueError(f'{value!r} is not a string')
    return value


def one_of(*allowed):
    def check(value):
        if value not in allowed:
            raise ValueError(f'{value!r} is none of {allowed}')
        return value
    return check


def tuple_of(count, item):
    def check(value):
        values = list_of(item)(value)
        if len(values) != count:
            raise ValueError(f'{value!r} has not {count} elements')
        return tuple(values)
    return check


def list_of(item):
    def check(value):
        if not isinstance(value, list):
            raise ValueError(f'{value!r} is not a list')
        return [item(element) for element in value]
    return check


def one_or_list_of(item):
    return lambda value: list_of(item)(value if isinstance(value, list) else [value])


def map_of(item):
    def check(value):
        if not isinstance(value, dict):
            raise ValueError(f'{value!r} is not a map')
        return {key: item(element) for key, element in value.items()}
    return check


def record(required, optional=None):
    """Required and optional fields with the check of each; an optional null counts as not given (D3)."""
    fields = {**required, **(optional or {})}

    def check(value):
        if not isinstance(value, dict):
            raise ValueError(f'{value!r} is not an object')
        given = {key: element for key, element in value.items() if element is not None}
        unknown, missing = set(value) - set(fields), set(required) - set(given)
        if unknown or missing:
            raise ValueError(f'unknown fields {sorted(unknown)}, missing fields {sorted(missing)}')
        return {key: fields[key](element) for key, element in given.items()}
    return check


def dimensions(kind, value):
    """D4: a box has x y z, also called width height depth."""
    given = map_of(number)(value)
    if kind == 'box':
        named = {BOX_AXES[key]: size for key, size in given.items()}
        if len(named) != len(given) or set(named) != set('xyz'):
            raise ValueError(f'box dimensions {value!r}')
        return named
    if set(given) != set(DIMENSIONS[kind]):
        raise ValueError(f'{kind} dimensions {value!r}')
    return given


def primitive(value):
    result = PRIMITIVE(value)
    result['dimensions'] = dimensions(result['type'], result['dimensions'])
    return result


VEC3 = tuple_of(3, number)
SOLVER = one_of('lbs', 'dqs')
INFLUENCES = list_of(record({'bone_id': text, 'weight': number}))
PRIMITIVE = record(
    {'id': text, 'type': one_of('box', 'sphere', 'cylinder', 'capsule'), 'dimensions': lambda value: value},
    {'name': text, 'material': text, 'transform': record({}, {'translation': VEC3, 'rotation_euler': VEC3})})
MESH = record({'id': text, 'primitives': list_of(primitive)}, {'name': text})
BONE = record({'id': text, 'parent': text, 'head': VEC3, 'tail': VEC3}, {'roll': number})
ARMATURE = record({'id': text, 'bones': list_of(BONE)}, {'name': text})
GRADIENT = record({
    'axis': one_of('x', 'y', 'z'), 'range': tuple_of(2, number),
    'from': one_or_list_of(record({'bone_id': text, 'weight': number})),
    'to': one_or_list_of(record({'bone_id': text, 'weight': number}))})
OVERRIDE = record({'vertices': list_of(integer), 'bones': INFLUENCES})
WEIGHT_MAP = record(
    {'primitive_id': text}, {'gradients': list_of(GRADIENT), 'overrides': list_of(OVERRIDE), 'source': text})
BINDING = record(
    {'mesh_id': text, 'armature_id': text},
    {'weights': list_of(record({'primitive_id': text, 'bones': INFLUENCES})), 'weight_maps': list_of(WEIGHT_MAP),
     'skinning_solver': SOLVER})
POSE = record({
    'id': text, 'bones': map_of(record({}, {'rotation': tuple_of(4, number), 'translation': VEC3}))})
ATTACH3 = record({
    'from': tuple_of(3, text), 'to': tuple_of(3, text), 'mode': one_of('rigid', 'uniform', 'affine')})
DOCUMENT = record(
    {'version': text},
    {**{key: one_of(value) for key, value in FIXED.items()},
     'materials': map_of(record({'base_color': tuple_of(4, number)})),
     'meshes': list_of(MESH),
     'armatures': list_of(ARMATURE),
     'bindings': list_of(BINDING),
     'symmetry': record({}, {'mirror_x': record({'prefix_from': text, 'prefix_to': text})}),
     'skinning_solver': SOLVER,
     'poses': list_of(POSE),
     'anchors': list_of(record({'id': text, 'translation': VEC3}, {'scope': text})),
     'imports': map_of(record({'source': text}, {'contract': text})),
     'instances': list_of(record({'id': text}, {'import': text, 'mesh_id': text, 'attach3': ATTACH3}))})
CONTRACT = record(
    {'contract_version': text},
    {'required_anchors': list_of(text), 'required_frame3_sets': list_of(text),
     'frame3_sets': map_of(tuple_of(3, text))})
WEIGHT_FILE = record({
    'primitive_id': text, 'vertex_count': integer,
    'influences': list_of(record({'vertex': integer, 'bones': INFLUENCES}))})

MAPS = ('materials', 'imports')
LISTS = ('meshes', 'armatures', 'bindings', 'poses', 'anchors', 'instances')


def load_document(path):
    result = DOCUMENT(load_yaml(path))
    for key in LISTS:
        result.setdefault(key, [])
    for key in MAPS:
        result.setdefault(key, {})
    for binding in result['bindings']:
        binding.setdefault('weights', [])
        binding.setdefault('weight_maps', [])
    return result


def load_contract(path):
    return CONTRACT(load_yaml(path))


def by_id(items, identifier):
    found = [item for item in items if item['id'] == identifier]
    if len(found) != 1:
        raise KeyError(f'{len(found)} items with the id {identifier!r}')
    return found[0]
