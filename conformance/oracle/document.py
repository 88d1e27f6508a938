"""A document as checked plain dicts (src/language/tables/schema.hpp): known keys only, numbers as binary64,
alternative names resolved.

`load_document` takes a file through the steps of docs/preprocessing.md up to the schema. What is left out here, such as
references between objects, is the business of `checks.py`.
"""

import re

import macros
from errors import Refused, invalid, parse_error
from fields import Reader, with_all_collections
from preprocess import preprocess
from primitives import PrimitiveReader
from yaml12 import load_yaml, load_yaml_with_duplicates

NEWEST_MINOR = 13
AXES = {'up': 'Y', 'forward': '-Z', 'handedness': 'right'}
PROFILE = 'v0_1_default'
ROLES = ('albedo', 'detail', 'directional', 'radial', 'decal', 'lightmap')
UV_SET = re.compile(r'uv(0|[1-9][0-9]*)\Z')
CONTRACT_VERSION = re.compile(r'(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\Z')
VERSION = re.compile(r'0\.([1-9][0-9]*)\Z')


class DocumentReader(PrimitiveReader):
    # Meshes and materials

    def since(self, minor, fields):
        return fields if self.minor >= minor else {}

    def mesh(self, value):
        identifier = self.map(value).get('id')
        mesh_id = None if identifier is None else self.text(identifier)

        def elements(given):
            return [result for element in self.list_of(lambda item: item)(given)
                    for result in self.expanded(element, mesh_id)]

        newer = self.minor < 12
        result = self.record(
            {'id': self.text, 'primitives': elements},
            {'name': self.text, **self.since(12, {'material': self.text}),
             **self.since(8, {'uv_sets': self.uv_sets}), **self.since(7, {'uv_roles': self.uv_roles})},
            {'material': 'V77'} if newer else {})(value)
        check_generated_ids(result['primitives'])
        return {**result, 'primitives': [primitive for primitive, _ in result['primitives']]}

    def expanded(self, element, mesh_id):
        """(primitive, comes from a macro) for each primitive that a list element stands for."""
        if isinstance(element, dict) and 'macro' in element and (self.minor >= 11 or element['macro'] == macros.PRISM):
            return [(primitive, True) for primitive in self.macro(element, mesh_id)]
        return [(self.primitive(element), False)]

    def uv_roles(self, value):
        result = self.map_of(self.record({'set': self.text}))(value)
        for role, entry in result.items():
            if role not in ROLES:
                raise invalid(f'unknown role {role!r}', 'V43')
            if not UV_SET.match(entry['set']):
                raise invalid(f'{entry["set"]!r} is no UV set', 'V45')
        return result

    def uv_sets(self, value):
        result = {}
        for name, entry in self.map(value).items():
            if not UV_SET.match(name):
                raise invalid(f'{name!r} is no UV set', 'V55')
            entry = {} if entry is None else self.record({}, {'generator': self.text})(entry)
            if not entry.get('generator'):
                raise invalid(f'UV set {name!r} has no generator', 'V50')
            result[name] = entry
        return result

    def material(self, value):
        result = self.record({'base_color': self.list_of(self.number)},
                             self.since(7, {'uses_uv_roles': self.list_of(self.text)}))(value)
        if len(result['base_color']) != 4:
            raise invalid('base_color has four components', 'V39')
        if not all(0 <= component <= 1 for component in result['base_color']):
            raise invalid('a component of base_color is outside [0, 1]', 'V40')
        for role in result.get('uses_uv_roles', []):
            if role not in ROLES:
                raise invalid(f'unknown role {role!r}', 'V47')
        return result

    # Skinning and composition

    def influences(self):
        return self.list_of(self.record({'bone_id': self.text, 'weight': self.number}))

    def armature(self):
        bone = self.record({'id': self.text, 'parent': self.text, 'head': self.vec3, 'tail': self.vec3},
                           {'roll': self.number})
        return self.record({'id': self.text, 'bones': self.list_of(bone)}, {'name': self.text})

    def weight_map(self):
        ends = self.one_or_list_of(self.record({'bone_id': self.text, 'weight': self.number}))
        gradient = self.record({'axis': self.one_of('x', 'y', 'z'), 'range': self.tuple_of(2, self.number),
                                'from': ends, 'to': ends})
        override = self.record({'vertices': self.list_of(self.integer), 'bones': self.influences()})
        return self.record({'primitive_id': self.text}, {
            'gradients': self.list_of(gradient), 'overrides': self.list_of(override), 'source': self.text})

    def binding(self):
        return self.record(
            {'mesh_id': self.text, 'armature_id': self.text},
            {'weights': self.list_of(self.record({'primitive_id': self.text, 'bones': self.influences()})),
             'weight_maps': self.list_of(self.weight_map()), 'skinning_solver': self.one_of('lbs', 'dqs')})

    def pose(self):
        entry = self.record({}, {'rotation': self.tuple_of(4, self.number), 'translation': self.vec3})
        return self.record({'id': self.text, 'bones': self.map_of(entry)})

    def instance(self):
        attach3 = self.record({'from': self.tuple_of(3, self.text), 'to': self.tuple_of(3, self.text),
                               'mode': self.one_of('rigid', 'uniform', 'affine')})
        return self.record({'id': self.text}, {'import': self.text, 'mesh_id': self.text, 'attach3': attach3})

    # The document

    def profile(self, value):
        if self.text(value) != PROFILE:
            raise Refused('TessellationError', None, f'unknown profile {value!r}')  # D22
        return value

    def document(self, value):
        prefixes = self.record({'prefix_from': self.text, 'prefix_to': self.text})
        anchor = self.record({'id': self.text, 'translation': self.vec3}, {'scope': self.text})
        return self.record(
            {'version': self.text},
            {'units': self.one_of('meters'),
             'coordinate_system': self.record({key: self.one_of(word) for key, word in AXES.items()}),
             'tessellation_profile': self.profile,
             'materials': self.map_of(self.material),
             'meshes': self.list_of(self.mesh),
             'armatures': self.list_of(self.armature()),
             'bindings': self.list_of(self.binding()),
             'symmetry': self.record({}, {'mirror_x': prefixes}),
             'skinning_solver': self.one_of('lbs', 'dqs'),
             'poses': self.list_of(self.pose()),
             'anchors': self.list_of(anchor),
             'imports': self.map_of(self.record({'source': self.text}, {'contract': self.text})),
             'instances': self.list_of(self.instance()),
             'geometry_checks': lambda anything: anything,
             **self.since(10, {'params': lambda checked: checked})})(value)


def check_generated_ids(primitives):
    written = {primitive['id'] for primitive, generated in primitives if not generated}
    for primitive, generated in primitives:
        if generated and primitive['id'] in written:
            raise invalid(f'a macro makes the id {primitive["id"]!r}, which is also written', 'F114')


def minor_version(tree):
    """The minor version, at most the newest there is (D1)."""
    if not isinstance(tree, dict):
        raise parse_error('a document is a map')
    if tree.get('version') is None:
        raise parse_error('no version', 'V34')
    match = VERSION.match(tree['version']) if isinstance(tree['version'], str) else None
    if not match:
        raise parse_error(f'version {tree["version"]!r}')
    return min(int(match[1]), NEWEST_MINOR)


def check_duplicate_keys(duplicates, minor):
    """V56 from 0.10 on; before that V44 and V37 are ValidationErrors, other duplicate keys D2's ParseError."""
    for path in duplicates:
        if minor >= 10:
            raise parse_error(f'duplicate key at {path}', 'V56')
        if len(path) == 4 and path[0] == 'meshes' and path[2] == 'uv_roles' and minor >= 7:
            raise invalid(f'duplicate role at {path}', 'V44')
        if len(path) == 2 and path[0] == 'materials':
            raise invalid(f'duplicate material at {path}', 'V37')
        raise parse_error(f'duplicate key at {path}')


def load_document(path):
    tree, duplicates = load_yaml_with_duplicates(path)
    minor = minor_version(tree)
    check_duplicate_keys(duplicates, minor)
    tree, params = preprocess(tree, minor)
    result = DocumentReader(minor, params).document(tree)
    result['minor'] = minor
    return with_all_collections(result)


def contract_version(value):
    if not isinstance(value, str) or not CONTRACT_VERSION.match(value):
        raise parse_error(f'contract_version {value!r}')
    return value


def load_contract(path):
    reader = Reader(6)
    return reader.record(
        {'contract_version': contract_version},
        {'required_anchors': reader.list_of(reader.text), 'required_frame3_sets': reader.list_of(reader.text),
         'frame3_sets': reader.map_of(reader.tuple_of(3, reader.text))})(load_yaml(path))


def weight_file(value):
    reader = Reader(6)
    influences = reader.list_of(reader.record({'bone_id': reader.text, 'weight': reader.number}))
    return reader.record(
        {'primitive_id': reader.text, 'vertex_count': reader.integer,
         'influences': reader.list_of(reader.record({'vertex': reader.integer, 'bones': influences}))})(value)


def by_id(items, identifier):
    found = [item for item in items if item['id'] == identifier]
    if len(found) != 1:
        raise KeyError(f'{len(found)} items with the id {identifier!r}')
    return found[0]
