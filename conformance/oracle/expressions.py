"""Expressions in number fields (docs/preprocessing.md): a string that begins with `=`, from version 0.12 on."""

import math
import re

import trig
from errors import invalid

NESTING = 64
STEP = 1e-9
TOKEN = re.compile(r'[ \t]*(?:'
                   r'(?P<number>[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)|'
                   r'\$(?P<param>[A-Za-z_][A-Za-z0-9_]*)|'
                   r'(?P<function>[A-Za-z_][A-Za-z0-9_]*)|'
                   r'(?P<sign>[-+*/(),]))')


def is_expression(value):
    return isinstance(value, str) and len(value) > 1 and value.startswith('=')


def tokens(text):
    """(kind, text) of each token, then ('end', '')."""
    result, position = [], 0
    text = text.rstrip(' \t')
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise invalid(f'expression {text!r}: unexpected {text[position:]!r}', 'V68')
        result.append((match.lastgroup, match[match.lastgroup]))
        position = match.end()
    return result + [('end', '')]


def finite(value):
    if not math.isfinite(value):
        raise invalid('a value of the expression is not finite', 'V70')
    return value


def divide(a, b):
    if b == 0.0:
        raise invalid('division by zero', 'V70')
    return finite(a / b)


def square_root(x):
    if x < 0.0:
        raise invalid('square root of a negative number', 'V71')
    return math.sqrt(x)


def smaller(a, b):
    return b if b < a else a


def larger(a, b):
    return b if b > a else a


FUNCTIONS = {  # name -> (number of arguments, function)
    'min': (2, smaller),
    'max': (2, larger),
    'clamp': (3, lambda x, low, high: larger(low, smaller(high, x))),
    'abs': (1, abs),
    'sqrt': (1, square_root),
    'sin': (1, trig.sin),
    'cos': (1, trig.cos),
    'tan': (1, trig.tan),
    'atan2': (2, trig.atan2),
    'deg2rad': (1, lambda x: x * 0.017453292519943295),
    'rad2deg': (1, lambda x: x * 57.29577951308232),
}


class Parser:
    """Recursive descent. The syntax is read completely before anything is evaluated: every rule gives a function."""

    def __init__(self, text, params):
        self.tokens = tokens(text)
        self.params = params
        self.position = 0
        self.depth = 0

    def fail(self, message):
        raise invalid(f'expression: {message}', 'V68')

    def peek(self):
        return self.tokens[self.position]

    def take(self):
        self.position += 1
        return self.tokens[self.position - 1]

    def expect(self, sign):
        if self.take() != ('sign', sign):
            self.fail(f'expected {sign!r}')

    def whole(self):
        result = self.expression()
        if self.peek()[0] != 'end':
            self.fail(f'unexpected {self.peek()[1]!r}')
        return result

    def expression(self):
        result = self.term()
        while self.peek() in (('sign', '+'), ('sign', '-')):
            result = self.binary(self.take()[1], result, self.term())
        return result

    def term(self):
        result = self.unary()
        while self.peek() in (('sign', '*'), ('sign', '/')):
            result = self.binary(self.take()[1], result, self.unary())
        return result

    def binary(self, sign, left, right):
        operation = {'+': lambda a, b: finite(a + b), '-': lambda a, b: finite(a - b),
                     '*': lambda a, b: finite(a * b), '/': divide}[sign]
        return lambda: operation(left(), right())

    def unary(self):
        negative = False
        while self.peek() in (('sign', '+'), ('sign', '-')):
            negative ^= self.take()[1] == '-'
        atom = self.atom()
        return (lambda: -atom()) if negative else atom

    def atom(self):
        kind, text = self.take()
        if kind == 'number':
            return lambda: finite(float(text))
        if kind == 'param':
            return lambda: self.param(text)
        if kind == 'function':
            return self.call(text)
        if (kind, text) == ('sign', '('):
            result = self.nested(self.expression)
            self.expect(')')
            return result
        self.fail(f'unexpected {text or "end"!r}')

    def nested(self, rule):
        self.depth += 1
        if self.depth > NESTING:
            self.fail('nested too deeply')
        result = rule()
        self.depth -= 1
        return result

    def param(self, name):
        value = self.params.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise invalid(f'expression: param {name!r} is unknown or no number', 'V69')
        return float(value)

    def call(self, name):
        self.expect('(')
        arguments = self.nested(self.arguments)
        self.expect(')')
        if name not in FUNCTIONS or len(arguments) != FUNCTIONS[name][0]:
            self.fail(f'{name} with {len(arguments)} arguments')
        function = FUNCTIONS[name][1]
        return lambda: finite(function(*[argument() for argument in arguments]))

    def arguments(self):
        result = [self.expression()]
        while self.peek() == ('sign', ','):
            self.take()
            result.append(self.expression())
        return result


def steps(text, params):
    """The value of `=...` as a whole number of steps of 1e-9."""
    value = Parser(text[1:], params).whole()()
    return round(finite(value / STEP))  # half to even


def quantized(count):
    """A whole number of steps as binary64; zero is never negative because an integer has no signed zero."""
    return float(count) * STEP
