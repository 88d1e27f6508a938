#!/usr/bin/env python3
"""Whether a document is refused, and with which class of error: a second opinion on the negative cases.

    validity.py INPUT [--pose ID] [--root DIR]

Written from the specification's table Hard Errors (V01 to V42), the schema and the decisions, not from any compiler. The class
of a document is that of the earliest stage with a fault (D19): parsing, imports and contracts, validation, tessellation,
export.
"""

import argparse
import json
import math
import os
import sys

import strict_schema as schema
from attach3 import EPSILON
from evaluate import evaluate
from linear import LARGEST_BINARY32, cross, norm, normalize, subtract
from strict_schema import PARSE, TESSELLATION, VALIDATION, Findings, Unreadable

COMPOSITION, CONTRACT_ERROR, EXPORT = 'CompositionError', 'ContractError', 'ExportError'
STAGES = ((PARSE,), (COMPOSITION, CONTRACT_ERROR), (VALIDATION,), (TESSELLATION,), (EXPORT,))
DEEPEST_IMPORT = 32
UNIT_TOLERANCE = 1e-3
VERTICES = {'box': 24, 'sphere': 561, 'cylinder': 134, 'capsule': 858}


# Files

class Asset:
    def __init__(self, path, document):
        self.path = path
        self.document = document
        self.imports = {}  # name -> Asset, or None where it could not be read


class Loader:
    """Reads a document and what it imports, each file once."""

    def __init__(self, root, out):
        self.root = root
        self.out = out
        self.assets = {}

    def resolve(self, path, reference):
        """The file that a reference means, or None if it may not or cannot be read (D13)."""
        if os.path.isabs(reference):
            return None
        found = os.path.realpath(os.path.join(os.path.dirname(path), reference))
        inside = os.path.commonpath([found, self.root]) == self.root
        return found if inside and os.path.isfile(found) else None

    def load(self, path, above=()):
        if path in above or len(above) > DEEPEST_IMPORT:
            self.out.add(COMPOSITION)
            return None
        if path in self.assets:
            return self.assets[path]
        with open(path, 'rb') as file:
            document = schema.read_document(file.read(), self.out)
        if document is None:
            return None
        asset = self.assets[path] = Asset(path, expanded(document, self.out))
        for name, entry in document['imports'].items():
            asset.imports[name] = self.load_import(path, entry, above)
        return asset

    def load_import(self, path, entry, above):
        source = self.resolve(path, entry['source'])
        if source is None:
            self.out.add(COMPOSITION)
            return None
        asset = self.load(source, (*above, path))
        if 'contract' in entry:
            self.check_contract(self.resolve(path, entry['contract']), asset)
        return asset

    def check_contract(self, path, asset):
        faults = Findings()
        contract = None
        if path is None:
            faults.add(PARSE)
        else:
            try:
                with open(path, 'rb') as file:
                    contract = schema.CONTRACT(schema.read_yaml(file.read(), faults), faults)
            except Unreadable:
                faults.add(PARSE)
        if faults.all:
            self.out.add(CONTRACT_ERROR, 'V31' if path else None)
            return
        sets = contract.get('frame3_sets', {})
        needed = contract.get('required_anchors', []) + [anchor for triple in sets.values() for anchor in triple]
        known = ids_of(asset.document['anchors']) if asset else set(needed)
        if not set(needed) <= known or not set(contract.get('required_frame3_sets', [])) <= set(sets):
            self.out.add(CONTRACT_ERROR, 'V31')


# Symmetry, as far as it decides what exists (D8)

def expanded(document, out):
    rule = document.get('symmetry', {}).get('mirror_x')
    if rule is None:
        return document
    left, right = rule['prefix_from'], rule['prefix_to']
    if left == '' or right == '' or left == right:
        out.add(VALIDATION)
        return document

    def renamed(name):
        return right + name[len(left):] if name.startswith(left) else name

    def doubled(items, image, key='id'):
        return items + [image(item) for item in items if item[key].startswith(left)]

    def flipped(point):
        return [-point[0], point[1], point[2]]

    result = {**document}
    result['meshes'] = [
        {**mesh, 'primitives': doubled(mesh['primitives'], lambda one: {**one, 'id': renamed(one['id'])})}
        for mesh in document['meshes']]
    result['armatures'] = [
        {**armature, 'bones': doubled(armature['bones'], lambda bone: {
            **bone, 'id': renamed(bone['id']), 'parent': renamed(bone['parent']), 'head': flipped(bone['head']),
            'tail': flipped(bone['tail'])})}
        for armature in document['armatures']]
    result['anchors'] = doubled(
        document['anchors'],
        lambda anchor: {**anchor, 'id': renamed(anchor['id']), 'translation': flipped(anchor['translation'])})

    def image_of_instance(instance):
        copy = {**instance, 'id': renamed(instance['id'])}
        if 'attach3' in instance:
            copy['attach3'] = {**instance['attach3'], 'to': [renamed(name) for name in instance['attach3']['to']]}
        return copy

    result['instances'] = doubled(document['instances'], image_of_instance)
    result['bindings'] = [mirrored_binding(binding, result, left, right, renamed) for binding in document['bindings']]
    return result


def mirrored_binding(binding, document, left, right, renamed):
    armature = find(document['armatures'], binding['armature_id'])
    bones = ids_of(armature['bones']) if armature else set()

    def swapped(name):
        """Left to right and right to left, only where the armature has the other bone."""
        other = (right + name[len(left):] if name.startswith(left)
                 else left + name[len(right):] if name.startswith(right) else name)
        return other if other in bones else name

    def image(entry):
        return {**swap_bones(entry, swapped), 'primitive_id': renamed(entry['primitive_id']),
                'original': entry['primitive_id'], 'swapped': swapped}

    def doubled(entries):
        return entries + [image(entry) for entry in entries if entry['primitive_id'].startswith(left)]

    return {**binding, 'weights': doubled(binding['weights']), 'weight_maps': doubled(binding['weight_maps'])}


def swap_bones(value, swapped):
    if isinstance(value, dict):
        return {key: swapped(element) if key == 'bone_id' else swap_bones(element, swapped)
                for key, element in value.items()}
    return [swap_bones(element, swapped) for element in value] if isinstance(value, list) else value


# Rules

def find(items, identifier):
    return next((item for item in items if item['id'] == identifier), None)


def ids_of(items):
    return {item['id'] for item in items}


def has_twice(values):
    values = list(values)
    return len(set(values)) != len(values)


class Judge:
    """The rules for one asset; `self.loader` finds weight files."""

    def __init__(self, asset, loader):
        self.asset = asset
        self.document = asset.document
        self.loader = loader
        self.out = loader.out

    def demand(self, condition, rule=None, kind=VALIDATION):
        if not condition:
            self.out.add(kind, rule)
        return condition

    def run(self):
        self.ids()
        self.materials()
        for mesh in self.document['meshes']:
            self.mesh(mesh)
        for armature in self.document['armatures']:
            self.armature(armature)
        self.demand(not has_twice(binding['mesh_id'] for binding in self.document['bindings']), 'V12')
        for binding in self.document['bindings']:
            self.binding(binding)
        self.poses()
        for name in self.document['imports']:
            self.demand('.' not in name)
        for instance in self.document['instances']:
            self.instance(instance)

    def ids(self):
        document = self.document
        for key, rule in (('meshes', 'V01'), ('armatures', 'V03'), ('anchors', 'V24'), ('instances', 'V25')):
            self.demand(not has_twice(item['id'] for item in document[key]), rule)
        spaces = [ids_of(document[key]) for key in ('meshes', 'armatures', 'anchors', 'instances')]
        spaces.append(set(document['materials']))
        self.demand(sum(map(len, spaces)) == len(set().union(*spaces)), 'V28')

    def materials(self):
        for identifier, material in self.document['materials'].items():
            color = material['base_color']
            self.demand(len(color) == 4, 'V39')
            self.demand(all(0 <= component <= 1 for component in color), 'V40')
            self.demand(not self.imported_material(identifier), 'V42')  # D25

    def imported_material(self, reference):
        """Whether `<import>.<material>` is a material of an import."""
        name, _, rest = reference.partition('.')
        imported = self.asset.imports.get(name)
        return imported is not None and rest in imported.document['materials']

    def material_reference(self, reference):
        local, imported = reference in self.document['materials'], self.imported_material(reference)
        through = reference.partition('.')[0] in self.document['imports'] and '.' in reference
        self.demand(not (local and imported), 'V42')
        self.demand(local or imported, 'V42' if through else 'V38')

    def mesh(self, mesh):
        self.demand(not has_twice(primitive['id'] for primitive in mesh['primitives']), 'V02')
        references = [primitive.get('material') for primitive in mesh['primitives']]
        self.demand(len(set(references)) <= 1, 'V41')
        for reference in filter(None, references):
            self.material_reference(reference)
        for primitive in mesh['primitives']:
            for size in primitive['dimensions'].values():
                self.demand(size > 0 or math.isnan(size), 'V07')

    def armature(self, armature):
        bones = armature['bones']
        parents = {bone['id']: bone['parent'] for bone in bones}
        self.demand(not has_twice(bone['id'] for bone in bones), 'V04')
        for bone in bones:
            self.demand(bone['id'] != 'none')
            self.demand(bone['parent'] == 'none' or bone['parent'] in parents)
            length = math.sqrt(sum((a - b) ** 2 for a, b in zip(bone['head'], bone['tail'])))
            self.demand(not length <= EPSILON, 'V06')
            self.demand(self.reaches_a_root(bone['id'], parents), 'V05')

    def reaches_a_root(self, identifier, parents):
        for _ in parents:
            identifier = parents.get(identifier, 'none')
            if identifier == 'none':
                return True
        return False

    # Bindings

    def binding(self, binding):
        mesh = find(self.document['meshes'], binding['mesh_id'])
        armature = find(self.document['armatures'], binding['armature_id'])
        self.demand(mesh, 'V08')
        self.demand(armature, 'V09')
        if not mesh or not armature:
            return
        bones = ids_of(armature['bones'])
        for key in ('weights', 'weight_maps'):
            self.demand(not has_twice(entry['primitive_id'] for entry in binding[key]))
        for entry in binding['weights']:
            self.demand(find(mesh['primitives'], entry['primitive_id']), 'V10')
            self.influences(entry['bones'], bones, 'V11', 'V13')
        for entry in binding['weight_maps']:
            self.weight_map(entry, find(mesh['primitives'], entry['primitive_id']), bones)

    def influences(self, influences, bones, unknown, out_of_range):
        self.demand(not has_twice(influence['bone_id'] for influence in influences))
        for influence in influences:
            self.demand(influence['bone_id'] in bones, unknown)
            self.demand(0 <= influence['weight'] <= 1, out_of_range)

    def weight_map(self, weight_map, primitive, bones):
        gradients, overrides = weight_map.get('gradients', []), weight_map.get('overrides', [])
        self.demand(gradients or overrides or 'source' in weight_map, 'V23')  # D21
        self.demand(primitive, 'V14')
        for gradient in gradients:
            low, high = gradient['range']
            self.demand(low < high and math.isfinite(high - low))
            for side in ('from', 'to'):
                self.influences(gradient[side], bones, 'V15', 'V17')
        for override in overrides:
            self.influences(override['bones'], bones, 'V16', 'V18')
            for vertex in override['vertices']:
                self.demand(vertex >= 0 and (not primitive or vertex < VERTICES[primitive['type']]), 'V19')
        if 'source' in weight_map and primitive:
            self.weight_file(weight_map, VERTICES[primitive['type']], bones)

    def weight_file(self, weight_map, count, bones):
        """D20: whatever is wrong with the file is V20; the wrong number of vertices V21, another primitive V22."""
        content = self.read_weight_file(weight_map['source'])
        if not self.demand(content, 'V20'):
            return
        self.demand(content['vertex_count'] == count, 'V21')
        self.demand(content['primitive_id'] == weight_map.get('original', weight_map['primitive_id']), 'V22')
        swapped = weight_map.get('swapped', lambda name: name)
        entries = content['influences']
        self.demand(not has_twice(entry['vertex'] for entry in entries), 'V20')
        for entry in entries:
            self.demand(0 <= entry['vertex'] < count, 'V20')
            names = [influence['bone_id'] for influence in entry['bones']]
            self.demand(not has_twice(names) and {swapped(name) for name in names} <= bones, 'V20')
            self.demand(all(0 <= influence['weight'] <= 1 for influence in entry['bones']), 'V20')

    def read_weight_file(self, source):
        path = self.loader.resolve(self.asset.path, source)
        if path is None:
            return None
        faults = Findings()
        try:
            with open(path, 'rb') as file:
                data = json.loads(file.read().decode('utf-8'), object_pairs_hook=schema.Pairs, parse_constant=refuse)
            content = schema.WEIGHT_FILE(data, faults)
        except ValueError:
            return None
        return None if faults.all else content

    # Poses and instances

    def poses(self):
        poses = self.document['poses']
        self.demand(not has_twice(pose['id'] for pose in poses))
        bones = {bone['id'] for armature in self.document['armatures'] for bone in armature['bones']}
        for pose in poses:
            for name, entry in pose['bones'].items():
                self.demand(name in bones)
                if 'rotation' in entry:
                    length = math.sqrt(sum(component * component for component in entry['rotation']))
                    self.demand(abs(length - 1) <= UNIT_TOLERANCE, 'V36')

    def instance(self, instance):
        if 'import' in instance:
            if not self.demand(instance['import'] in self.document['imports'], 'V26'):
                return
        else:
            self.demand(find(self.document['meshes'], instance['mesh_id']), 'V27')
        if 'attach3' in instance:
            self.attach3(instance)

    def attach3(self, instance):
        rule = instance['attach3']
        target = [find(self.document['anchors'], name) for name in rule['to']]
        self.demand(all(target), 'V30')
        if 'import' in instance:
            imported = self.asset.imports.get(instance['import'])
            if imported is None:
                return
            source = [imported_anchor(imported, instance['import'], name) for name in rule['from']]
        else:
            source = [find(self.document['anchors'], name) for name in rule['from']]
        self.demand(all(source), 'V29')
        for triple in (source, target):
            if all(triple):
                self.demand(not degenerate([anchor['translation'] for anchor in triple]), None, COMPOSITION)


def refuse(constant):
    raise ValueError(f'not a finite number: {constant}')


def imported_anchor(asset, name, reference):
    anchors = asset.document['anchors']
    return find(anchors, reference.removeprefix(name + '.')) or find(anchors, reference)


def degenerate(points):
    if not all(math.isfinite(component) for point in points for component in point):
        return False
    along = subtract(points[1], points[0])
    if norm(along) <= EPSILON:
        return True
    return norm(cross(normalize(along), subtract(points[2], points[0]))) <= EPSILON


# Export

def cannot_be_stored(path, pose, bake_transforms, root):
    """Whether a number of the output does not fit binary32 (D6); only asked of documents that are valid."""
    try:
        result = evaluate(path, pose, bake_transforms, root)
    except (OverflowError, ZeroDivisionError):
        return True
    numbers = [number for node in result['nodes'] for number in (*node.get('translation', ()), *node.get('matrix', ()))]
    primitives = [primitive for mesh in result['meshes'] for primitive in mesh['primitives']]
    numbers += [number for primitive in primitives for number in (*primitive['positions'], *primitive['normals'])]
    return not all(abs(number) < LARGEST_BINARY32 for number in numbers)


def judge(path, pose=None, root=None, bake_transforms=False, exports=True):
    """(class of error or None, the rules that are broken). `exports`: whether the output is evaluated, too."""
    out = Findings()
    path = os.path.realpath(path)
    root = os.path.realpath(root or os.path.dirname(path))
    loader = Loader(root, out)
    asset = loader.load(path)
    if not out.has(PARSE):
        for one in loader.assets.values():
            Judge(one, loader).run()
        if asset and pose is not None and find(asset.document['poses'], pose) is None:
            out.add(VALIDATION)
    if not out.all and exports and cannot_be_stored(path, pose, bake_transforms, root):
        out.add(EXPORT)
    for stage in STAGES:
        kind = next((kind for kind, _ in out.all if kind in stage), None)
        if kind:
            return kind, {rule for found, rule in out.all if found == kind and rule}
    return None, set()


def main():
    parser = argparse.ArgumentParser(description='Say with which class of error a document is refused.')
    parser.add_argument('input')
    parser.add_argument('--pose', metavar='ID')
    parser.add_argument('--bake-transforms', action='store_true')
    parser.add_argument('--root', metavar='DIR')
    options = parser.parse_args()
    kind, rules = judge(options.input, options.pose, options.root, options.bake_transforms)
    print(' '.join([kind or 'valid', *sorted(rules)]))
    return 1 if kind else 0


if __name__ == '__main__':
    sys.exit(main())
