"""Joint influences of every vertex: the five layers (specification, Influence Resolution Order), then the
canonical form (Canonicalization Rules).

An influence list is a list of (bone id, weight) until `canonical` turns it into (bone index, weight).
"""

from document import weight_file
from errors import invalid
from yaml12 import load_json

SLOTS = 4


def root_bone(armature):
    """The first bone without a parent (D7); the validator's rules leave no armature without one."""
    return next(bone['id'] for bone in armature['bones'] if bone['parent'] == 'none')


def pairs(bones):
    return [(bone['bone_id'], bone['weight']) for bone in bones]


def weight_file_entries(weight_map, vertex_count, asset):
    """Entries of the external file, mirrored when the weight map is a mirror image (D9)."""
    content = weight_file(load_json(asset.resolve(weight_map['source'])))
    origin = weight_map.get('mirrored_from')
    expected_id = origin['primitive_id'] if origin else weight_map['primitive_id']
    if content['primitive_id'] != expected_id or content['vertex_count'] != vertex_count:
        raise ValueError(f'weight file {weight_map["source"]} is for another primitive')
    if not origin:
        return content['influences']
    return [image for entry in content['influences'] for image in origin['mirror'].file_entry(entry, origin['kind'])]


def gradient_influences(gradient, position):
    """Spec 9.5, with its exact formula; a weight of zero is dropped."""
    low, high = gradient['range']
    t = (position['xyz'.index(gradient['axis'])] - low) / (high - low)
    t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
    start, end = dict(pairs(gradient['from'])), dict(pairs(gradient['to']))
    blend = []
    for bone in {**start, **end}:
        weight = start.get(bone, 0.0) * (1.0 - t) + end.get(bone, 0.0) * t
        if weight > 0:
            blend.append((bone, weight))
    return blend


def only(items, primitive_id):
    """The one entry for a primitive, or None (two would be an error, D6)."""
    found = [item for item in items if item['primitive_id'] == primitive_id]
    if len(found) > 1:
        raise ValueError(f'two entries for primitive {primitive_id!r}')
    return found[0] if found else None


def layers(binding, primitive_id, positions, armature, asset):
    """Influence lists of one primitive's vertices; each layer replaces the one before."""
    result = [[(root_bone(armature), 1.0)] for _ in positions]
    weights = only(binding['weights'], primitive_id)
    if weights:
        result = [pairs(weights['bones']) for _ in positions]
    weight_map = only(binding['weight_maps'], primitive_id) or {}
    if 'source' in weight_map:
        for entry in weight_file_entries(weight_map, len(positions), asset):
            result[entry['vertex']] = pairs(entry['bones'])
    for gradient in weight_map.get('gradients', []):
        result = [gradient_influences(gradient, position) for position in positions]
    for override in weight_map.get('overrides', []):
        for vertex in override['vertices']:
            if not 0 <= vertex < len(positions):
                raise invalid(f'primitive {primitive_id!r} has {len(positions)} vertices, not {vertex}', 'V19')
            result[vertex] = pairs(override['bones'])
    return result


def canonical(influences, armature):
    """Sorted, cut to four, normalized (specification, Canonicalization Rules); fewer than four are padded."""
    index = {bone['id']: i for i, bone in enumerate(armature['bones'])}
    ordered = sorted(influences, key=lambda pair: (-pair[1], pair[0].encode('utf-8'), index[pair[0]]))
    kept = [(index[bone], weight) for bone, weight in ordered[:SLOTS]]
    total = 0.0
    for _, weight in kept:
        total = total + weight
    if total > 0:
        kept = [(bone, weight / total) for bone, weight in kept]
    else:
        kept = [(index[root_bone(armature)], 1.0)]
    return kept + [(0, 0.0)] * (SLOTS - len(kept))
