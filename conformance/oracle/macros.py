"""aabb and the two macros (docs/preprocessing.md): primitives made of other fields. They work on values already read."""

import math

from errors import invalid, parse_error
from linear import add, cross, dot, longer, scale
from rotations import canonical, length

SHORTEST = 1e-12
PERPENDICULAR = 1e-6
COPIED = ('material', 'surface', 'tags')
PRISM = 'triangle_prism_on_plane'


def half(v):
    return tuple(component / 2 for component in v)


def finite(made):
    """A primitive that a macro or `aabb` made, if its numbers are finite."""
    if not all(map(math.isfinite, (*made['dimensions'].values(), *made['transform']['translation']))):
        raise parse_error(f'{made.get("id")!r} is too large or too far away')
    return made


def box_from_aabb(primitive):
    """A box with dimensions and translation instead of `aabb`."""
    result = {key: value for key, value in primitive.items() if key != 'aabb'}
    low, high = primitive['aabb']['min'], primitive['aabb']['max']
    if any(high[i] <= low[i] for i in range(3)):
        raise parse_error('aabb: max is not greater than min')
    result['dimensions'] = {axis: high[i] - low[i] for i, axis in enumerate('xyz')}
    result['transform'] = {'translation': tuple((low[i] + high[i]) / 2 for i in range(3))}
    return finite(result)


# box_decompose

def box_decompose(macro, mesh_id, minor):
    """Boxes around the cutouts of a wall: first the full-height gaps, then below and above each cutout."""
    check_wall(macro, mesh_id, minor)
    cutouts = [{'bottom': 0.0, 'top': macro['height'], **cutout} for cutout in macro.get('cutouts', [])]
    check_cutouts(macro, cutouts)
    boxes = [(f'gap_{n}', start, end, 0.0, macro['height']) for n, (start, end) in enumerate(gaps(macro, cutouts))]
    for cutout in sorted(cutouts, key=lambda c: (*c['span'], c['bottom'], c['top'])):
        start, end = cutout['span']
        if cutout['bottom'] > 0:
            boxes.append((cutout['id'] + '_below', start, end, 0.0, cutout['bottom']))
        if cutout['top'] < macro['height']:
            boxes.append((cutout['id'] + '_above', start, end, cutout['top'], macro['height']))
    return [finite(wall_box(macro, *box)) for box in boxes]


def check_wall(macro, mesh_id, minor):
    start, end = macro['span']
    if not start < end or macro['height'] <= 0 or macro['thickness'] <= 0:
        raise parse_error('box_decompose: span, height or thickness')
    if 'offset' in macro and 'offset_mode' in macro:
        raise parse_error('box_decompose: offset and offset_mode')
    if minor >= 12 and macro.get('mesh', mesh_id) != mesh_id:
        raise invalid(f'box_decompose stands in mesh {mesh_id!r}, not in {macro["mesh"]!r}', 'V76')


def overlap(a, b):
    """Two intervals have more than a point in common."""
    return longer(min(a[1], b[1]), max(a[0], b[0]))


def ascend(interval):
    return interval[0] < interval[1]


def within(inner, outer):
    return not longer(outer[0], inner[0]) and not longer(inner[1], outer[1])


def check_cutouts(macro, cutouts):
    for i, cutout in enumerate(cutouts):
        upright = cutout['bottom'], cutout['top']
        if not ascend(cutout['span']) or not within(cutout['span'], macro['span']):
            raise parse_error(f'the span of cutout {cutout["id"]!r} is not in the wall')
        if not ascend(upright) or not within(upright, (0.0, macro['height'])):
            raise parse_error(f'cutout {cutout["id"]!r} is not inside the wall')
        for other in cutouts[:i]:
            heights = [(c['bottom'], c['top']) for c in (cutout, other)]
            if overlap(cutout['span'], other['span']) and overlap(*heights):
                raise parse_error(f'cutouts {other["id"]!r} and {cutout["id"]!r} overlap')


def gaps(macro, cutouts):
    """The stretches between neighboring edges that lie in no cutout's span."""
    edges = sorted({*macro['span'], *[edge for cutout in cutouts for edge in cutout['span']]})
    for start, end in zip(edges, edges[1:]):
        if not any(cutout['span'][0] <= start and end <= cutout['span'][1] for cutout in cutouts):
            yield start, end


def wall_offset(macro):
    modes = {'centerline': 0.0, 'neg_face': macro['thickness'] / 2, 'pos_face': -macro['thickness'] / 2}
    return modes[macro['offset_mode']] if 'offset_mode' in macro else macro.get('offset', 0.0)


def wall_box(macro, name, start, end, low, high):
    along, across = (end - start, (start + end) / 2), (macro['thickness'], wall_offset(macro))
    upright = (high - low, macro.get('base_y', 0.0) + (low + high) / 2)
    x, z = (along, across) if macro['axis'] == 'x' else (across, along)
    return {'id': f'{macro["id"]}_{name}', 'type': 'box',
            'dimensions': {'x': x[0], 'y': upright[0], 'z': z[0]},
            'transform': {'translation': (x[1], upright[1], z[1])},
            **{key: macro[key] for key in COPIED if key in macro}}


# triangle_prism_on_plane

def direction(v, what):
    size = length(v)
    if not SHORTEST <= size or not math.isfinite(size):
        raise parse_error(f'triangle_prism_on_plane: {what} has no usable length')
    return tuple(component / size for component in v), size


def triangle_prism(macro):
    """One wedge whose right-angled face lies on a plane."""
    leg_p, leg_q = macro['leg_p'], macro['leg_q']
    n, _ = direction(macro['plane']['normal'], 'normal')
    p, p_length = direction(leg_p, 'leg_p')
    q, q_length = direction(leg_q, 'leg_q')
    if max(abs(dot(p, n)), abs(dot(q, n)), abs(dot(p, q))) > PERPENDICULAR:
        raise parse_error('triangle_prism_on_plane: legs and normal are not perpendicular')
    if macro['length'] <= 0:
        raise parse_error('triangle_prism_on_plane: length')
    if dot(cross(p, n), q) < 0:
        leg_p, p, p_length, leg_q, q, q_length = leg_q, q, q_length, leg_p, p, p_length
    corner = add(add(macro['plane']['origin'], half(leg_p)), half(leg_q))
    translation = add(corner, half(scale(macro['length'], n)))
    matrix = tuple(zip(p, n, q))
    return finite({'id': macro['id'], 'type': 'wedge',
            'dimensions': {'x': p_length, 'y': macro['length'], 'z': q_length},
            'transform': {'translation': translation, 'canonical_quat': canonical(matrix_quaternion(matrix))},
            **{key: macro[key] for key in COPIED if key in macro}})


def matrix_quaternion(m):
    """(x, y, z, w) of a rotation matrix."""
    trace = m[0][0] + m[1][1] + m[2][2]
    if trace > 0:
        s = 0.5 / math.sqrt(trace + 1)
        return (m[2][1] - m[1][2]) * s, (m[0][2] - m[2][0]) * s, (m[1][0] - m[0][1]) * s, 0.25 / s
    if m[0][0] > m[1][1] and m[0][0] > m[2][2]:
        i = 0
    else:
        i = 1 if m[1][1] > m[2][2] else 2
    j, k = (i + 1) % 3, (i + 2) % 3
    a, b = sorted((j, k))
    s = 2 * math.sqrt(1 + m[i][i] - m[a][a] - m[b][b])
    result = [0.0, 0.0, 0.0, (m[k][j] - m[j][k]) / s]
    result[i] = 0.25 * s
    result[j] = (m[i][j] + m[j][i]) / s
    result[k] = (m[i][k] + m[k][i]) / s
    return tuple(result)
