"""Scenes of the language Rigs 0.1: assets placed in a tree by snapping a mount onto a slot.

`evaluate_scene` gives the same structure as evaluate.py; what is refused raises `Refused`.
"""

import math
import re

import yaml

import attach3
from assets import SCENE_NAMES, asset_path, default_root, frames_of_contract, load_assets
from errors import Refused, invalid, parse_error
from evaluate import Output
from fields import Reader
from linear import LARGEST_BINARY32, add, apply, binary32, dot, multiply, scale, subtract, transpose
from yaml12 import load_yaml

DEEPEST = 64
YAW = {
    '0deg': ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    '90deg': ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)),
    '180deg': ((-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)),
    '270deg': ((0.0, 0.0, -1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
}
LENGTH = re.compile(r'(-?[0-9]+(?:\.[0-9]+)?)(m|cm|in|ft)?\Z')
UNITS = {'m': 1.0, 'cm': 0.01, 'in': 0.0254, 'ft': 0.3048, None: 1.0}


def is_scene(path):
    return str(path).endswith(SCENE_NAMES)


# The document

class SceneReader(Reader):
    def __init__(self):
        super().__init__(6)

    def length(self, value):
        """A number of meters, or text with a unit."""
        if not isinstance(value, str):
            return self.number(value)
        match = LENGTH.match(value)
        if not match:
            raise parse_error(f'{value!r} is no length')
        return self.number(float(match[1]) * UNITS[match[2]])

    def frame(self, value):
        result = self.record({}, {'anchors': self.tuple_of(3, self.text), 'name': self.text})(value)
        if len(result) != 1:
            raise parse_error('a slot or mount has `anchors` or `name`')
        if 'anchors' in result and len(set(result['anchors'])) != 3:
            raise parse_error('the three anchors of a frame are different')
        if result.get('name') == '':
            raise invalid('an empty name')
        return result

    def place(self, value):
        nudge = self.record({}, {direction: self.length for direction in ('north', 'east', 'up')})
        return self.record(
            {}, {'slot': self.frame, 'mount': self.frame, 'rotate': self.one_of(*YAW), 'nudge': nudge})(value)

    def children(self, value, level=1):
        if value and level > DEEPEST:
            raise parse_error('the scene is too deep')
        return self.list_of(self.record(
            {'id': self.text, 'base': self.text, 'place': self.place},
            {'children': lambda given: self.children(given, level + 1)}))(value)

    def imported(self, value):
        if isinstance(value, str):
            return {'source': value}
        return self.record({'source': self.text}, {'contract': self.text})(value)

    def scene(self, value):
        return self.record(
            {'rigs_version': self.one_of('0.1'), 'imports': self.map_of(self.imported),
             'scene': self.record({'base': self.text}, {'children': self.children})})(value)


def load_scene(path):
    try:
        return SceneReader().scene(load_yaml(path))
    except Refused:
        raise
    except (yaml.YAMLError, ValueError, KeyError) as error:
        raise parse_error(str(error)) from error


def all_children(node):
    """Depth first."""
    for child in node.get('children', []):
        yield child
        yield from all_children(child)


def check_tree(scene, aliases):
    children = list(all_children(scene))
    ids = [child['id'] for child in children]
    if '' in ids or len(set(ids)) != len(ids):
        raise invalid('an id is empty or stands twice in the scene')
    for node in [scene, *children]:
        if node['base'] not in aliases:
            raise invalid(f'unknown import {node["base"]!r}')
    for child in children:
        if 'slot' not in child['place'] or 'mount' not in child['place']:
            raise invalid(f'{child["id"]!r} has no slot or no mount')


# Assets

class Part:
    """One alias: its asset, the frames its contract names, and the meshes it stored, in order of their first use."""

    def __init__(self, alias, entry, path, root):
        self.alias = alias
        self.asset = load_assets(asset_path(path, root, entry['source']), root)
        self.frames = {}
        if 'contract' in entry:
            self.frames = frames_of_contract(path, root, entry['contract'], self.asset)
        self.meshes = []

    def frame(self, given, kind):
        """(origin, matrix of columns x y z) of a slot or mount."""
        anchors = given.get('anchors')
        if anchors is None:
            found = [name for name in (f'{kind}.{given["name"]}', given['name']) if name in self.frames]
            if not found:
                raise invalid(f'no contract of {self.alias!r} has the frame {given["name"]!r}')
            anchors = self.frames[found[0]]
        for anchor in anchors:
            if not self.asset.has_anchor(anchor):
                raise invalid(f'{self.alias!r} has no anchor {anchor!r}')
        points = [self.asset.anchor(anchor) for anchor in anchors]
        if not all(math.isfinite(dot(side, side)) for side in (subtract(p, points[0]) for p in points[1:])):
            raise too_large(f'the frame {anchors} of {self.alias!r}')
        if points[0] == points[1]:
            raise invalid('the frame is degenerate')
        try:
            return points[0], attach3.frame3(points)[0]
        except ValueError as error:
            raise invalid(str(error)) from error


def too_large(what):
    return Refused('ExportError', None, f'{what} does not fit binary32')


def placement(place, parent, child):
    """The child's transform in the space of its parent; every zero is positive."""
    origin, slot = parent.frame(place['slot'], 'slots')
    mount_origin, mount = child.frame(place['mount'], 'mounts')
    rotation = multiply(multiply(slot, YAW[place.get('rotate', '0deg')]), transpose(mount))
    nudge = {'north': 0.0, 'east': 0.0, 'up': 0.0, **place.get('nudge', {})}
    x, y, z = transpose(slot)
    moved = add(add(scale(nudge['east'], x), scale(nudge['up'], y)), scale(nudge['north'], z))
    translation = subtract(add(origin, moved), apply(rotation, mount_origin))
    if not all(abs(c) < LARGEST_BINARY32 for row in (*rotation, translation) for c in row):
        raise too_large('the transform of a child')
    return tuple(tuple(c + 0.0 for c in row) for row in rotation), tuple(c + 0.0 for c in translation)


# Output

class SceneOutput(Output):
    """Meshes of all aliases first, then the nodes; each instance of an alias uses the meshes that its alias stored."""

    def __init__(self):
        super().__init__(None, False)
        self.part = None
        self.replay = None  # the meshes of the alias still to be used, while nodes are written
        self.original_ids = []  # per exported material

    def store(self, part):
        """The meshes and materials of a normal export of one file; its nodes and skins are thrown away."""
        nodes, skins = self.nodes, self.skins
        self.nodes, self.skins, self.mesh_index, self.rest, self.material_index = [], [], {}, {}, {}
        self.part, self.replay = part, None
        self.asset_nodes(part.asset, '', None)
        part.rest = self.rest
        self.nodes, self.skins = nodes, skins

    def mesh(self, asset, mesh, transform):
        if self.replay is not None:
            return next(self.replay)
        self.part.meshes.append(super().mesh(asset, mesh, transform))
        return self.part.meshes[-1]

    def add_material(self, owner, identifier):
        original = owner.prefix + identifier
        color = [component + 0.0 for component in binary32(owner.document['materials'][identifier]['base_color'])]
        for index, material in enumerate(self.materials):
            if self.original_ids[index] == original and material['base_color'] == color:
                return index
        self.original_ids.append(original)
        return self.append_material(self.free_name(original), color)

    def free_name(self, original):
        taken = {material['name'] for material in self.materials}
        if original not in taken:
            return original
        name, number = f'{self.part.alias}.{original}', 2
        result = name
        while result in taken:
            result, number = f'{name}_{number}', number + 1
        return result

    def place_asset(self, part, prefix):
        """Nodes of one instance's asset; skins get the instance's prefix."""
        self.part, self.rest, self.replay = part, part.rest, iter(part.meshes)
        first = len(self.skins)
        nodes = self.asset_nodes(part.asset, prefix, None)
        for skin in self.skins[first:]:
            skin['name'] = prefix + skin['name']
        return nodes

    def instance(self, node, parts, name, prefix, matrix=None):
        index = self.add_node(name=name)
        if matrix is not None:
            self.nodes[index]['matrix'] = attach3.node_matrix(matrix)
        children = self.place_asset(parts[node['base']], prefix)
        for child in node.get('children', []):
            transform = placement(child['place'], parts[node['base']], parts[child['base']])
            children.append(self.instance(child, parts, child['id'], child['id'] + '.', transform))
        if children:
            self.nodes[index]['children'] = children
        return index


def load_parts(path, root):
    """(scene, alias -> Part)."""
    document = load_scene(path)
    parts = {alias: Part(alias, entry, path, root) for alias, entry in document['imports'].items()}
    check_tree(document['scene'], parts)
    return document['scene'], parts


def evaluate_scene(path, root=None):
    root = root or default_root(path)
    scene, parts = load_parts(path, root)
    output = SceneOutput()
    for alias in dict.fromkeys([scene['base'], *(child['base'] for child in all_children(scene))]):
        output.store(parts[alias])
    output.instance(scene, parts, 'scene', '')
    return {'materials': output.materials, 'meshes': output.meshes, 'nodes': output.nodes, 'scene': [0],
            'skins': output.skins}
