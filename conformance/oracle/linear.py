"""Vectors, 3x3 matrices (rows) and binary32 rounding; every operation is binary64, left to right.

Sums of products start at +0.0 and run in index order (as in the canonical files), so a sum of negative zeros is +0.0.
"""

import math
import struct

LARGEST_BINARY32 = float.fromhex('0x1.ffffffp+127')  # from here on rounding gives infinity

IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def same_length(a, b):
    """Equal but for the rounding of expressions, which are multiples of 1e-9."""
    return a == b or abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))


def longer(a, b):
    return a > b and not same_length(a, b)


def sum_of_products(a, b):
    total = 0.0
    for i in range(len(a)):
        total = total + a[i] * b[i]
    return total


def add(a, b):
    return tuple(a[i] + b[i] for i in range(len(a)))


def subtract(a, b):
    return tuple(a[i] - b[i] for i in range(len(a)))


def scale(factor, a):
    return tuple(factor * a[i] for i in range(len(a)))


def negate(a):
    return tuple(-component for component in a)


def dot(a, b):
    return sum_of_products(a, b)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a):
    return math.sqrt(dot(a, a))


def normalize(a):
    length = norm(a)
    return tuple(component / length for component in a)


def transpose(m):
    return tuple(zip(*m))


def multiply(a, b):
    columns = transpose(b)
    return tuple(tuple(sum_of_products(row, column) for column in columns) for row in a)


def apply(m, v):
    return tuple(sum_of_products(row, v) for row in m)


def binary32(values):
    """Each binary64 value rounded to nearest even; raises when one does not fit."""
    layout = f'<{len(values)}f'
    return list(struct.unpack(layout, struct.pack(layout, *values)))


def flatten(vectors):
    return [component for vector in vectors for component in vector]
