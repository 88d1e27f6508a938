"""Frames, attach3 transforms and their baking (docs/decisions.md D11). A transform is (3x3 rows, translation)."""

from linear import (
    IDENTITY, add, apply, cross, dot, flatten, multiply, norm, normalize, scale, subtract, transpose)

EPSILON = 1e-9
ORTHOGONAL = 1e-9  # cosine between two columns up to which a matrix counts as rotation and scale


def frame3(points):
    """(columns x y z as a matrix, a = |p2 - p1|, b = |x cross t|, c = t . x)."""
    p1, p2, p3 = points
    along = subtract(p2, p1)
    x = normalize(along)
    t = subtract(p3, p1)
    across = cross(x, t)
    a, b, c = norm(along), norm(across), dot(t, x)
    if a <= EPSILON or b <= EPSILON:
        raise ValueError('degenerate frame3')
    z = normalize(across)
    y = cross(z, x)
    return transpose((x, y, z)), a, b, c


def attach3(mode, source, target):
    """The transform that brings the points `source` to the points `target`."""
    f, a, b, c = frame3(source)
    g, a2, b2, c2 = frame3(target)
    s = a2 / a
    if mode == 'affine':
        stretch = ((s, (c2 - s * c) / b, 0.0), (0.0, b2 / b, 0.0), (0.0, 0.0, b2 / b))
        m = multiply(multiply(g, stretch), transpose(f))
    else:
        m = multiply(g, transpose(f))
        if mode == 'uniform':
            m = tuple(scale(s, row) for row in m)
    return m, subtract(target[0], apply(m, source[0]))


def is_identity(transform):
    return transform == (IDENTITY, (0.0, 0.0, 0.0))  # -0.0 equals 0.0


def is_decomposable(transform):
    """Columns pairwise orthogonal: then, and only then, the matrix is a rotation times a scale."""
    columns = transpose(transform[0])
    return all(abs(dot(columns[i], columns[j])) <= ORTHOGONAL * norm(columns[i]) * norm(columns[j])
               for i, j in ((0, 1), (0, 2), (1, 2)))


def node_matrix(transform):
    """The sixteen numbers of a glTF node matrix, column by column."""
    m, translation = transform
    return flatten([(*column, 0.0) for column in transpose(m)] + [(*translation, 1.0)])


def point(transform, p):
    return add(apply(transform[0], p), transform[1])


def compose(outer, inner):
    return multiply(outer[0], inner[0]), point(outer, inner[1])


def normal_matrix(m):
    """Inverse transpose: the cofactors divided by the determinant."""
    cofactors = (cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]))
    determinant = dot(m[0], cofactors[0])
    return tuple(tuple(cofactor / determinant for cofactor in row) for row in cofactors)


def bake_geometry(transform, positions, normals):
    turn = normal_matrix(transform[0])
    return [point(transform, p) for p in positions], [normalize(apply(turn, n)) for n in normals]


def bake_bones(transform, bones):
    return [{**bone, 'head': point(transform, bone['head']), 'tail': point(transform, bone['tail'])}
            for bone in bones]
