"""Expansion of symmetry.mirror_x (specification, Symmetry Interaction; docs/decisions.md D8, D9): originals first, then
mirror images.
"""

import rotations
from document import by_id
from errors import invalid
from geometry import mirror_vertex

ORIGIN = (0.0, 0.0, 0.0)


def mirror_point(p):
    return (-p[0], p[1], p[2])


class Mirror:
    """`bones`: the ids that an armature has after mirroring; only influence lists ask for them."""

    def __init__(self, rule, bones=frozenset()):
        self.left, self.right = rule['prefix_from'], rule['prefix_to']
        self.bones = bones

    def concerns(self, identifier):
        return identifier.startswith(self.left)

    def rename(self, identifier):
        return self.right + identifier[len(self.left):] if self.concerns(identifier) else identifier

    def swap(self, identifier):
        """Left to right and right to left: the bone ids of an influence list, where there is such a counterpart."""
        other = identifier
        if identifier.startswith(self.left):
            other = self.right + identifier[len(self.left):]
        elif identifier.startswith(self.right):
            other = self.left + identifier[len(self.right):]
        return other if other in self.bones else identifier

    def influences(self, bones):
        return [{**bone, 'bone_id': self.swap(bone['bone_id'])} for bone in bones]

    def primitive(self, primitive):
        result = {**primitive, 'id': self.rename(primitive['id'])}
        if primitive['type'] == 'wedge':
            result['mirrored'] = True
        if 'transform' not in primitive:
            return result
        transform = rotations.mirrored(primitive['transform'])
        transform['translation'] = mirror_point(transform['translation']) if 'translation' in transform else ORIGIN
        return {**result, 'transform': transform}

    def primitives(self, primitives):
        """Mirror images are appended; an implicit surface absorbs its own."""
        shapes = [self.merged(item) if self.merges(item) else item for item in primitives]
        return shapes + [self.primitive(item) for item in primitives
                         if self.concerns(item['id']) and not self.merges(item)]

    def merges(self, primitive):
        return primitive['type'] == 'implicit_surface' and self.concerns(primitive['id'])

    def merged(self, primitive):
        """An implicit surface with the mirror images of its ops; the domain grows, the grid counts stay."""
        if 'transform' in primitive:
            raise invalid(f'implicit surface {primitive["id"]!r} is mirrored and has a transform')
        aabb = primitive['domain']['aabb']
        low, high = aabb['min'], aabb['max']
        grown = {'min': (min(low[0], -high[0]), *low[1:]), 'max': (max(high[0], -low[0]), *high[1:])}
        ops = primitive['ops'] + [self.op(op) for op in primitive['ops']]
        return {**primitive, 'ops': ops, 'domain': {**primitive['domain'], 'aabb': grown}}

    def op(self, op):
        if 'transform' not in op:
            return op
        transform = rotations.mirrored(op['transform'])
        if 'translation' in transform:
            transform['translation'] = mirror_point(transform['translation'])
        return {**op, 'transform': transform}

    def bone(self, bone):
        return {**bone, 'id': self.rename(bone['id']), 'parent': self.rename(bone['parent']),
                'head': mirror_point(bone['head']), 'tail': mirror_point(bone['tail']), 'roll': -bone.get('roll', 0.0)}

    def weights(self, entry):
        return {'primitive_id': self.rename(entry['primitive_id']), 'bones': self.influences(entry['bones'])}

    def gradient(self, gradient):
        start, end = self.influences(gradient['from']), self.influences(gradient['to'])
        if gradient['axis'] != 'x':
            return {**gradient, 'from': start, 'to': end}
        low, high = gradient['range']
        return {'axis': 'x', 'range': (-high, -low), 'from': end, 'to': start}

    def override(self, override, kind):
        vertices = [image for vertex in override['vertices'] for image in mirror_vertex(kind, vertex)]
        return {'vertices': vertices, 'bones': self.influences(override['bones'])}

    def weight_map(self, weight_map, mesh):
        kind = by_id(mesh['primitives'], weight_map['primitive_id'])['type']
        result = {**weight_map, 'primitive_id': self.rename(weight_map['primitive_id'])}
        if 'gradients' in weight_map:
            result['gradients'] = [self.gradient(gradient) for gradient in weight_map['gradients']]
        if 'overrides' in weight_map:
            result['overrides'] = [self.override(override, kind) for override in weight_map['overrides']]
        if 'source' in weight_map:  # both sides read one file; influences.py mirrors what it says
            result['mirrored_from'] = {'primitive_id': weight_map['primitive_id'], 'kind': kind, 'mirror': self}
        return result

    def file_entry(self, entry, kind):
        bones = self.influences(entry['bones'])
        return [{'vertex': vertex, 'bones': bones} for vertex in mirror_vertex(kind, entry['vertex'])]

    def anchor(self, anchor):
        return {**anchor, 'id': self.rename(anchor['id']), 'translation': mirror_point(anchor['translation'])}

    def instance(self, instance):
        result = {**instance, 'id': self.rename(instance['id'])}
        if 'attach3' in instance:
            to = tuple(self.rename(anchor) for anchor in instance['attach3']['to'])
            result['attach3'] = {**instance['attach3'], 'to': to}
        return result


def expand(document):
    """The document with every mirrored item in place; `symmetry` is used up."""
    rule = document.get('symmetry', {}).get('mirror_x')
    if rule is None:
        return document
    mirror = Mirror(rule)

    def doubled(items, image):
        return items + [image(item) for item in items if mirror.concerns(item['id'])]

    result = {**document}
    result['meshes'] = [
        {**mesh, 'primitives': mirror.primitives(mesh['primitives'])} for mesh in document['meshes']]
    result['armatures'] = [
        {**armature, 'bones': doubled(armature['bones'], mirror.bone)} for armature in document['armatures']]
    result['anchors'] = doubled(document['anchors'], mirror.anchor)
    result['instances'] = doubled(document['instances'], mirror.instance)
    result['bindings'] = []
    for binding in document['bindings']:
        mesh = by_id(document['meshes'], binding['mesh_id'])
        armature = by_id(result['armatures'], binding['armature_id'])
        own = Mirror(rule, {bone['id'] for bone in armature['bones']})
        merged = [item['id'] for item in mesh['primitives'] if mirror.merges(item)]

        def with_images(entries, image, merged=merged):
            return entries + [image(entry) for entry in entries
                              if mirror.concerns(entry['primitive_id']) and entry['primitive_id'] not in merged]

        result['bindings'].append({
            **binding,
            'weights': with_images(binding['weights'], own.weights),
            'weight_maps': with_images(
                binding['weight_maps'], lambda weight_map, own=own, mesh=mesh: own.weight_map(weight_map, mesh))})
    return result
