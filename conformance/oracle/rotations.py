"""The four rotation forms and their matrices (versions 0.7 and 0.12).

A transform holds at most one form: `rotation_euler` (radians; `rotation_degrees` is converted when it is read),
`rotation_axis_angle` as (axis, radians), `rotation_quat` (x, y, z, w), or `canonical_quat`, the quaternion of a macro.
"""

import math

import trig
from errors import invalid
from linear import multiply

RADIANS_PER_DEGREE = 0.017453292519943295
STEP = 1e-12
SHORTEST = 1e-12


def euler_matrix(angles):
    """R = (Rz Ry) Rx, radians."""
    (sx, cx), (sy, cy), (sz, cz) = (trig.sin_cos(angle) for angle in angles)
    rx = ((1.0, 0.0, 0.0), (0.0, cx, -sx), (0.0, sx, cx))
    ry = ((cy, 0.0, sy), (0.0, 1.0, 0.0), (-sy, 0.0, cy))
    rz = ((cz, -sz, 0.0), (sz, cz, 0.0), (0.0, 0.0, 1.0))
    return multiply(multiply(rz, ry), rx)


def length(components):
    total = components[0] * components[0]
    for component in components[1:]:
        total = total + component * component
    return math.sqrt(total)


def checked_length(components, code):
    """The length of an axis or a quaternion: too short has a code of its own, not finite is V73."""
    result = length(components)
    if not math.isfinite(result):
        raise invalid('the length of a rotation is not finite', 'V73')
    if result <= SHORTEST:
        raise invalid('a rotation has no length', code)
    return result


def unit_axis(axis):
    size = checked_length(axis, 'V67')
    return tuple(component / size for component in axis)


def euler_quaternion(angles):
    (sx, cx), (sy, cy), (sz, cz) = (trig.sin_cos(angle / 2) for angle in angles)
    return (sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz,
            cx * cy * sz - sx * sy * cz, cx * cy * cz + sx * sy * sz)


def axis_angle_quaternion(axis, radians):
    s, c = trig.sin_cos(radians / 2)
    x, y, z = unit_axis(axis)
    return (x * s, y * s, z * s, c)


def rounded(component):
    return float(round(component / STEP)) * STEP  # half to even; an integer has no negative zero


def canonical(q):
    size = checked_length(q, 'V78')
    q = tuple(component / size for component in q)
    if q[3] < 0.0:
        q = tuple(-component for component in q)
    return tuple(rounded(component) for component in q)


def quaternion_matrix(q):
    x, y, z, w = q
    x2, y2, z2 = x + x, y + y, z + z
    xx, xy, xz = x * x2, x * y2, x * z2
    yy, yz, zz = y * y2, y * z2, z * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    return ((1 - (yy + zz), xy - wz, xz + wy), (xy + wz, 1 - (xx + zz), yz - wx), (xz - wy, yz + wx, 1 - (xx + yy)))


def axis_angle_matrix(axis, radians):
    """The matrix of an op's axis-angle rotation, which is not made canonical."""
    s, c = trig.sin_cos(radians)
    x, y, z = unit_axis(axis)
    k = 1 - c
    return ((k * x * x + c, k * x * y - s * z, k * x * z + s * y),
            (k * y * x + s * z, k * y * y + c, k * y * z - s * x),
            (k * z * x - s * y, k * z * y + s * x, k * z * z + c))


def primitive_matrix(transform, minor):
    """The matrix of a primitive's rotation, or None when it has none."""
    if 'rotation_euler' in transform:
        angles = transform['rotation_euler']
        return euler_matrix(angles) if minor < 12 else quaternion_matrix(canonical(euler_quaternion(angles)))
    if 'rotation_axis_angle' in transform:
        return quaternion_matrix(canonical(axis_angle_quaternion(*transform['rotation_axis_angle'])))
    if 'rotation_quat' in transform:
        return quaternion_matrix(canonical(transform['rotation_quat']))
    if 'canonical_quat' in transform:
        return quaternion_matrix(transform['canonical_quat'])
    return None


def op_matrix(transform):
    """The matrix of the rotation of an implicit surface's op, or None."""
    if 'rotation_euler' in transform:
        return euler_matrix(transform['rotation_euler'])
    if 'rotation_axis_angle' in transform:
        return axis_angle_matrix(*transform['rotation_axis_angle'])
    if 'rotation_quat' in transform:
        return quaternion_matrix(canonical(transform['rotation_quat']))
    return None


def check(transform):
    """V67, V73 and V78 of a transform, wherever it stands."""
    if 'rotation_axis_angle' in transform:
        unit_axis(transform['rotation_axis_angle'][0])
    if 'rotation_quat' in transform:
        checked_length(transform['rotation_quat'], 'V78')


def mirrored(transform):
    """The rotation of the mirror image in the plane x = 0; the other fields stay."""
    result = dict(transform)
    if 'rotation_euler' in result:
        rx, ry, rz = result['rotation_euler']
        result['rotation_euler'] = (rx, -ry, -rz)
    if 'rotation_axis_angle' in result:
        (x, y, z), radians = result['rotation_axis_angle']
        result['rotation_axis_angle'] = ((x, -y, -z), radians)
    for form in ('rotation_quat', 'canonical_quat'):
        if form in result:
            x, y, z, w = result[form]
            result[form] = (x, -y, -z, w)
    return result
