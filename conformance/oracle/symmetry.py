"""Expansion of symmetry.mirror_x (spec section 10, decisions.md D8, D9): originals first, then mirror images."""

from document import by_id
from geometry import mirror_vertex


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
        if 'transform' not in primitive:
            return result
        transform = dict(primitive['transform'])
        if 'translation' in transform:
            transform['translation'] = mirror_point(transform['translation'])
        else:
            transform['translation'] = (0.0, 0.0, 0.0)
        if 'rotation_euler' in transform:
            rx, ry, rz = transform['rotation_euler']
            transform['rotation_euler'] = (rx, -ry, -rz)
        return {**result, 'transform': transform}

    def bone(self, bone):
        return {**bone, 'id': self.rename(bone['id']), 'parent': self.rename(bone['parent']),
                'head': mirror_point(bone['head']), 'tail': mirror_point(bone['tail'])}

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

    def doubled(items, image, key='id'):
        return items + [image(item) for item in items if mirror.concerns(item[key])]

    result = {**document}
    result['meshes'] = [
        {**mesh, 'primitives': doubled(mesh['primitives'], mirror.primitive)} for mesh in document['meshes']]
    result['armatures'] = [
        {**armature, 'bones': doubled(armature['bones'], mirror.bone)} for armature in document['armatures']]
    result['anchors'] = doubled(document['anchors'], mirror.anchor)
    result['instances'] = doubled(document['instances'], mirror.instance)
    result['bindings'] = []
    for binding in document['bindings']:
        mesh = by_id(document['meshes'], binding['mesh_id'])
        armature = by_id(result['armatures'], binding['armature_id'])
        own = Mirror(rule, {bone['id'] for bone in armature['bones']})
        result['bindings'].append({
            **binding,
            'weights': doubled(binding['weights'], own.weights, 'primitive_id'),
            'weight_maps': doubled(
                binding['weight_maps'], lambda weight_map, own=own, mesh=mesh: own.weight_map(weight_map, mesh),
                'primitive_id')})
    return result
