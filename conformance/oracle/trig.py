"""Correctly rounded sin, cos, tan and atan2 of binary64 numbers, by exact integer arithmetic (docs/decisions.md D16).

Everything is fixed point: an integer v stands for v / 2**BITS. 1400 bits resolve the smallest binary64 number; pi is
computed with another 1100 so that reducing the largest binary64 number loses nothing that matters.
"""

import functools
import math
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


def reduced(angle):
    """(q, sine, cosine) with angle = q*pi/2 + r, |r| <= pi/4, and the fixed-point sine and cosine of r."""
    exact, half_pi = Fraction(angle), pi() / 2
    quadrant = round(exact / half_pi)
    rest = exact - quadrant * half_pi
    fixed = (rest.numerator << BITS) // rest.denominator
    return quadrant, taylor(fixed, fixed, 1), taylor(fixed, ONE, 0)


@functools.lru_cache(maxsize=None)
def sin_cos_of_nonzero(angle):
    quadrant, sine, cosine = reduced(angle)
    sine, cosine = rounded(sine), rounded(cosine)
    return [(sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine)][quadrant % 4]


def sin(angle):
    return sin_cos(angle)[0]


def cos(angle):
    return sin_cos(angle)[1]


def tan(angle):
    """The tangent of -0.0 is -0.0."""
    if angle == 0.0:
        return angle
    quadrant, sine, cosine = reduced(angle)
    if quadrant % 2:
        sine, cosine = cosine, -sine
    return rounded_quotient(sine, cosine)


def rounded_quotient(a, b):
    """a / b for fixed-point numbers that are known up to ERROR."""
    if b < 0:
        a, b = -a, -b
    outer, inner = (b - ERROR, b + ERROR) if a > 0 else (b + ERROR, b - ERROR)
    high, low = (a + ERROR) / outer, (a - ERROR) / inner
    if low != high:
        raise ArithmeticError('the rounding of a tangent is undecided')
    return low


def arctan(x):
    """Fixed-point arctan of a fixed-point 0 <= x <= 1: halve the angle until the series is short, double the result."""
    halvings = 0
    while x > ONE >> 8:
        x = (x << BITS) // (ONE + math.isqrt((ONE + ((x * x) >> BITS)) << BITS))
        halvings += 1
    square, total, power, divisor, sign = (x * x) >> BITS, 0, x, 1, 1
    while power:
        total += sign * (power // divisor)
        power = (power * square) >> BITS
        divisor, sign = divisor + 2, -sign
    return total << halvings


def atan2(y, x):
    """The angle of the point (x, y); zeros as in C's Annex F, which leaves only multiples of pi/2."""
    if y == 0.0 or x == 0.0:
        return math.atan2(y, x)
    across, along = abs(Fraction(y)), abs(Fraction(x))
    steep = across > along
    ratio = along / across if steep else across / along
    if ratio < Fraction(1, 1 << 600):
        angle, unit = small_angle(ratio)
    else:
        angle, unit = arctan((ratio.numerator << BITS) // ratio.denominator), ONE
    half_turn = (pi().numerator * unit) // pi().denominator
    if steep:
        angle = half_turn // 2 - angle
    if x < 0.0:
        angle = half_turn - angle
    error = ERROR if unit == ONE else 0
    low, high = (angle - error) / unit, (angle + error) / unit
    if low != high:
        raise ArithmeticError('the rounding of an arctangent is undecided')
    return math.copysign(low, y)


def small_angle(ratio):
    """(value, unit) of arctan(r) = r - r**3/3 + ... for a tiny r.

    It lies a little below r: strictly between two neighboring multiples of 2**-2400. No binary64 number and no
    midpoint of two of them lies there, so the middle of that interval is rounded as arctan(r) is.
    """
    above = -((-ratio.numerator << 2400) // ratio.denominator)
    return 2 * above - 1, 1 << 2401
