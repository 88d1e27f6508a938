"""Tessellation profile v0_1_default (specification, Tessellation Profile Reference) and primitive transforms.

A shape is (positions, normals, indices), positions and normals as lists of binary64 triples.
"""

import math

import implicit
import trig
import wedge
from linear import add, apply
from rotations import primitive_matrix

COLUMNS = 32  # around the axis; a row has one more vertex, the seam copy of column 0
ROW = COLUMNS + 1
SPHERE_ROWS = 16
CAPSULE_RINGS = 8
CAPSULE_BODY_ROWS = 8

# The one sine of the profile whose canonical value is not the correctly rounded one (docs/decisions.md D16).
PROFILE_SINES = {2.1598449493429825: float.fromhex('0x1.a9b66290ea1a4p-1')}

BOX_FACES = {  # face -> signs of its four corners, in emission order
    '+X': ('+--', '++-', '+++', '+-+'),
    '-X': ('--+', '-++', '-+-', '---'),
    '+Y': ('-+-', '-++', '+++', '++-'),
    '-Y': ('--+', '---', '+--', '+-+'),
    '+Z': ('--+', '+-+', '+++', '-++'),
    '-Z': ('+--', '---', '-+-', '++-'),
}
BOX_NORMALS = {
    '+X': (1.0, 0.0, 0.0), '-X': (-1.0, 0.0, 0.0),
    '+Y': (0.0, 1.0, 0.0), '-Y': (0.0, -1.0, 0.0),
    '+Z': (0.0, 0.0, 1.0), '-Z': (0.0, 0.0, -1.0),
}


def profile_sin(angle):
    return PROFILE_SINES.get(angle, trig.sin(angle))


def column_angle(column):
    return ((2 * math.pi) * column) / COLUMNS


def circle():
    """(cos, sin) of every column, seam copy included."""
    angles = [column_angle(column) for column in range(ROW)]
    return [(trig.cos(angle), profile_sin(angle)) for angle in angles]


def stitch(rows):
    """Two triangles per cell of a grid of `rows` rows."""
    indices = []
    for row in range(rows - 1):
        for column in range(COLUMNS):
            a = row * ROW + column
            b = a + ROW
            indices += [a, b, a + 1, a + 1, b, b + 1]
    return indices


def box(dimensions):
    half = [dimensions[axis] / 2 for axis in 'xyz']
    positions, normals, indices = [], [], []
    for face, corners in BOX_FACES.items():
        first = len(positions)
        for signs in corners:
            positions.append(tuple(h if sign == '+' else -h for h, sign in zip(half, signs)))
            normals.append(BOX_NORMALS[face])
        indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    return positions, normals, indices


def sphere(dimensions):
    radius = dimensions['radius']
    positions, normals = [], []
    for row in range(SPHERE_ROWS + 1):
        theta = (math.pi * row) / SPHERE_ROWS
        for c, s in circle():
            n = (profile_sin(theta) * c, trig.cos(theta), profile_sin(theta) * s)
            normals.append(n)
            positions.append((radius * n[0], radius * n[1], radius * n[2]))
    return positions, normals, stitch(SPHERE_ROWS + 1)


def tube_row(radius, y):
    """One row of a cylinder's side or a capsule's body."""
    normals = [(c, 0.0, s) for c, s in circle()]
    return [(radius * n[0], y, radius * n[2]) for n in normals], normals


def cylinder(dimensions):
    radius, half = dimensions['radius'], dimensions['height'] / 2
    positions, normals, indices = [], [], stitch(2)
    for y in (half, -half):
        row_positions, row_normals = tube_row(radius, y)
        positions += row_positions
        normals += row_normals
    for y, up in ((half, 1.0), (-half, -1.0)):
        center = len(positions)
        rim, _ = tube_row(radius, y)
        positions += [(0.0, y, 0.0)] + rim
        normals += [(0.0, up, 0.0)] * (1 + ROW)
        for column in range(COLUMNS):
            indices += [center, center + 1 + column, center + 2 + column]
    return positions, normals, indices


def capsule(dimensions):
    radius, height = dimensions['radius'], dimensions['height']
    half = height / 2
    positions, normals = [], []

    def hemisphere_ring(theta, center_y):
        for c, s in circle():
            n = (profile_sin(theta) * c, trig.cos(theta), profile_sin(theta) * s)
            normals.append(n)
            positions.append((radius * n[0], center_y + radius * n[1], radius * n[2]))

    for ring in range(CAPSULE_RINGS + 1):
        hemisphere_ring(((math.pi / 2) * ring) / CAPSULE_RINGS, half)
    for row in range(CAPSULE_BODY_ROWS + 1):
        row_positions, row_normals = tube_row(radius, half - (height * row) / CAPSULE_BODY_ROWS)
        positions += row_positions
        normals += row_normals
    for ring in range(1, CAPSULE_RINGS + 1):
        hemisphere_ring((math.pi / 2) + ((math.pi / 2) * ring) / CAPSULE_RINGS, -half)
    return positions, normals, stitch(len(positions) // ROW)


SHAPES = {'box': box, 'sphere': sphere, 'cylinder': cylinder, 'capsule': capsule, 'wedge': wedge.wedge}


def shape(primitive):
    if primitive['type'] == 'implicit_surface':
        return implicit.surface(primitive)
    result = SHAPES[primitive['type']](primitive['dimensions'])
    return wedge.mirrored(*result) if primitive.get('mirrored') else result


def tessellate(primitive, minor=6):
    """Rotate, then translate; a part that is not given is skipped, one that is zero is applied."""
    positions, normals, indices = shape(primitive)
    transform = primitive.get('transform', {})
    rotation = primitive_matrix(transform, minor)
    if rotation is not None:
        positions = [apply(rotation, p) for p in positions]
        normals = [apply(rotation, n) for n in normals]
    if 'translation' in transform:
        positions = [add(p, transform['translation']) for p in positions]
    return positions, normals, indices


def mirror_column(column):
    """Column k lies opposite column (16 - k) mod 32; column 0 stands for its seam copy as well (D9)."""
    opposite = (COLUMNS // 2 - column) % COLUMNS
    return [opposite, COLUMNS] if opposite == 0 else [opposite]


def mirror_grid_vertex(first, vertex):
    row, column = divmod(vertex - first, ROW)
    return [first + row * ROW + opposite for opposite in mirror_column(column)]


def mirror_box_vertex(vertex):
    faces = list(BOX_FACES)
    face, corner = faces[vertex // 4], vertex % 4
    flip = {'+': '-', '-': '+'}
    signs = BOX_FACES[face][corner]
    other = flip[face[0]] + 'X' if face[1] == 'X' else face
    return [4 * faces.index(other) + BOX_FACES[other].index(flip[signs[0]] + signs[1:])]


def mirror_vertex(kind, vertex):
    """The vertices of the shape that are the mirror image (x negated) of one of its vertices."""
    if kind == 'box':
        return mirror_box_vertex(vertex)
    if kind == 'wedge':
        return [vertex]  # its mirror image has the same numbers
    if kind == 'cylinder':
        top, bottom = 2 * ROW, 2 * ROW + 1 + ROW  # the cap centers
        if vertex in (top, bottom):
            return [vertex]
        first = 0 if vertex < top else top + 1 if vertex < bottom else bottom + 1
        return mirror_grid_vertex(first, vertex)
    if kind in ('sphere', 'capsule'):
        return mirror_grid_vertex(0, vertex)
    raise ValueError(f'unknown primitive type {kind!r}')
