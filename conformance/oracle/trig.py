"""Correctly rounded sine and cosine of a binary64 angle, by exact integer arithmetic (decisions.md D16).

Everything is fixed point: an integer v stands for v / 2**BITS. 1400 bits resolve the smallest binary64 number; pi is
computed with another 1100 so that reducing the largest binary64 number loses nothing that matters.
"""

import functools
from fractions import Fraction

BITS = 1400
PI_BITS = BITS + 1100
ONE = 1 << BITS
ERROR = 1 << 40  # far above the accumulated truncation, far below half a unit in the last place of any result


def arctan_of_inverse(n, one):
    total = term = one // n
    square, divisor, sign = n * n, 3, -1
    while term:
        term //= square
        total += sign * (term // divisor)
        divisor, sign = divisor + 2, -sign
    return total


@functools.lru_cache(maxsize=None)
def pi():
    """Machin: pi = 16 arctan(1/5) - 4 arctan(1/239), with 64 guard bits."""
    one = 1 << (PI_BITS + 64)
    return Fraction((16 * arctan_of_inverse(5, one) - 4 * arctan_of_inverse(239, one)) >> 64, 1 << PI_BITS)


def taylor(x, first_term, n):
    """first_term - first_term*x^2/(n+1)(n+2) + ...: the sine series from (x, 1), the cosine series from (1, 0)."""
    square = (x * x) >> BITS
    total = term = first_term
    while term:
        term = -((term * square) >> BITS) // ((n + 1) * (n + 2))
        if term in (0, -1):
            break
        total += term
        n += 2
    return total


def rounded(value):
    low, high = (value - ERROR) / ONE, (value + ERROR) / ONE  # int / int rounds correctly
    if low != high:
        raise ArithmeticError('the rounding of a sine or cosine is undecided')
    return low


def sin_cos(angle):
    """(sin, cos) of a binary64 angle; the sine of -0.0 is -0.0."""
    return (angle, 1.0) if angle == 0.0 else sin_cos_of_nonzero(angle)


@functools.lru_cache(maxsize=None)
def sin_cos_of_nonzero(angle):
    """Quadrant q and rest r with angle = q*pi/2 + r, |r| <= pi/4."""
    exact, half_pi = Fraction(angle), pi() / 2
    quadrant = round(exact / half_pi)
    rest = exact - quadrant * half_pi
    fixed = (rest.numerator << BITS) // rest.denominator
    sine, cosine = rounded(taylor(fixed, fixed, 1)), rounded(taylor(fixed, ONE, 0))
    return [(sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine)][quadrant % 4]


def sin(angle):
    return sin_cos(angle)[0]


def cos(angle):
    return sin_cos(angle)[1]
