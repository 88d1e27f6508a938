"""Implicit surfaces (version 0.13): fields, grid, marching cubes, normals."""

import functools
import math
import os
import struct

from errors import Refused
from linear import subtract, sum_of_products, transpose
from rotations import op_matrix

TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'marching_cubes@1_tables.bin')
CORNERS = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
EDGES = ((0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7))
SHORTEST_NORMAL = 1e-30


@functools.lru_cache(maxsize=None)
def triangle_rows():
    """256 rows of edge numbers, three per triangle, each row cut at its first -1."""
    with open(TABLES, 'rb') as file:
        numbers = struct.unpack('<4352i', file.read())
    rows = [numbers[256 + 16 * case:272 + 16 * case] for case in range(256)]
    return [row[:row.index(-1)] if -1 in row else row for row in rows]


# Fields

def into_op_space(transform):
    """A function from domain space to the space of an op; what is not given is skipped."""
    translation, scale = transform.get('translation'), transform.get('scale')
    matrix = op_matrix(transform)
    inverse = transpose(matrix) if matrix else None

    def convert(p):
        if translation is not None:
            p = subtract(p, translation)
        if inverse is not None:
            p = tuple(sum_of_products(row, p) for row in inverse)
        return tuple(component / scale for component in p) if scale is not None else p
    return convert


def onto_axis(y, height):
    """Where a capsule's point lies above the nearest point of its axis."""
    u = (y + height / 2) / height
    u = 0.0 if u < 0.0 else 1.0 if u > 1.0 else u
    return y - (-height / 2 + u * height)


def metaball(r, radius, strength):
    if r < radius:
        t = 1 - r / radius
        return (strength * t) * t
    return 0.0


def sdf(r, radius, strength):
    d = r - radius
    if d <= -radius:
        return strength
    if d < radius:
        return (strength * (1 - d / radius)) / 2
    return 0.0


def op_value(op):
    """The function from a point of the domain to the value that an op adds."""
    convert = into_op_space(op.get('transform', {}))
    falloff = metaball if op['field'].startswith('metaball') else sdf
    radius, strength, height = op['radius'], op['strength'], op.get('height')
    negative = op['op'] == 'subtract'

    def value(p):
        x, y, z = convert(p)
        if height is not None:
            y = onto_axis(y, height)
        result = falloff(math.sqrt((x * x + y * y) + z * z), radius, strength)
        return -result if negative else result
    return value


def field(ops):
    """F, the sum of the ops' values in order."""
    values = [op_value(op) for op in ops]

    def total(p):
        result = 0.0
        for value in values:
            result = result + value(p)
        if not math.isfinite(result):
            raise Refused('ExportError', None, f'the field is not finite at {p}')
        return result
    return total


# Surface

class Surface:
    def __init__(self, primitive):
        domain = primitive['domain']
        self.low, self.high = domain['aabb']['min'], domain['aabb']['max']
        self.counts = [domain['grid'][axis] for axis in ('nx', 'ny', 'nz')]
        self.steps = [(self.high[i] - self.low[i]) / (self.counts[i] - 1) for i in range(3)]
        self.axes = [self.coordinates(i) for i in range(3)]
        self.iso = primitive['iso']
        self.field = field(primitive['ops'])

    def coordinates(self, axis):
        count, step, low = self.counts[axis], self.steps[axis], self.low[axis]
        return [i * step + low for i in range(count - 1)] + [self.high[axis]]

    def slice(self, k):
        """F on the plane of grid points with the z index k, row by row."""
        xs, ys, z = self.axes[0], self.axes[1], self.axes[2][k]
        return [[self.field((x, y, z)) for x in xs] for y in ys]

    def vertices(self):
        """Three per triangle, cells in order: z outermost, x innermost."""
        result, below = [], self.slice(0)
        for k in range(self.counts[2] - 1):
            above = self.slice(k + 1)
            for j in range(self.counts[1] - 1):
                for i in range(self.counts[0] - 1):
                    values = (below[j][i], below[j][i + 1], below[j + 1][i + 1], below[j + 1][i],
                              above[j][i], above[j][i + 1], above[j + 1][i + 1], above[j + 1][i])
                    result += self.cell((i, j, k), values)
            below = above
        return result

    def cell(self, place, values):
        case = sum(1 << corner for corner in range(8) if values[corner] >= self.iso)
        return [self.crossing(place, values, *EDGES[edge]) for edge in triangle_rows()[case]]

    def crossing(self, place, values, first, second):
        a, b = self.corner(place, first), self.corner(place, second)
        start, end = values[first], values[second]
        t = 0.5 if start == end else (self.iso - start) / (end - start)
        return tuple(a[i] + t * (b[i] - a[i]) for i in range(3))

    def corner(self, place, corner):
        return tuple(self.axes[i][place[i] + CORNERS[corner][i]] for i in range(3))

    def clamped(self, p):
        return tuple(min(max(p[i], self.low[i]), self.high[i]) for i in range(3))

    def beside(self, p, axis, distance):
        return self.field(self.clamped(p[:axis] + (p[axis] + distance,) + p[axis + 1:]))

    def normal(self, p):
        """Against the gradient; the differences are not divided by the step."""
        x, y, z = (-(self.beside(p, axis, step) - self.beside(p, axis, -step)) for axis, step in enumerate(self.steps))
        size = math.sqrt(x * x + y * y + z * z)
        return (0.0, 1.0, 0.0) if size < SHORTEST_NORMAL else (x / size, y / size, z / size)


def surface(primitive):
    shape = Surface(primitive)
    positions = shape.vertices()
    normal = functools.lru_cache(maxsize=None)(shape.normal)
    return positions, [normal(p) for p in positions], list(range(len(positions)))
