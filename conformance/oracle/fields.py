"""Typed reading of a YAML tree: known keys only, numbers as binary64 (docs/decisions.md D3).

A `Reader` knows the version and the params of its document. Its methods either read a value or, given a description of
the parts, return the function that does.
"""

import math

from errors import invalid, parse_error
from expressions import is_expression, quantized, steps
from preprocess import ParamValue, is_identifier


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


class Reader:
    def __init__(self, minor, params=None):
        self.minor = minor
        self.params = params or {}
        self.unknown_field = 'V57' if minor >= 10 else 'V33'

    def typed(self, value, fits, what):
        """The value itself; a param of another type than expected is V61."""
        if isinstance(value, ParamValue):
            if not fits(value.value):
                raise parse_error(f'the param with the value {value.value!r} is not {what}', 'V61')
            return value.value
        if not fits(value):
            raise parse_error(f'{value!r} is not {what}')
        return value

    def expression(self, text):
        if self.minor < 12:
            raise invalid(f'{text!r}: expressions exist since 0.12', 'V77')
        return steps(text, self.params)

    def number(self, value, not_finite='V32'):
        if is_expression(value):
            return quantized(self.expression(value))
        value = self.typed(value, is_number, 'a number')
        try:
            value = float(value)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            raise invalid('a number is not finite', not_finite)
        return value

    def rotation_number(self, value):
        return self.number(value, 'V73' if self.minor >= 12 else 'V32')

    def domain_number(self, value):
        return self.number(value, 'V80')

    def integer(self, value):
        if is_expression(value):
            whole, rest = divmod(self.expression(value), 10**9)
            if rest:
                raise parse_error(f'{value!r} is not an integer')
            return whole
        return self.typed(value, is_integer, 'an integer')

    def text(self, value):
        return self.typed(value, lambda v: isinstance(v, str), 'a string')

    def identifier(self, value):
        if not is_identifier(self.text(value)):
            raise parse_error(f'{value!r} is no identifier')
        return self.text(value)

    def one_of(self, *allowed):
        def read(value):
            value = self.text(value)
            if value not in allowed:
                raise parse_error(f'{value!r} is none of {allowed}')
            return value
        return read

    def list_of(self, item):
        def read(value):
            return [item(element) for element in self.typed(value, lambda v: isinstance(v, list), 'a list')]
        return read

    def tuple_of(self, count, item):
        def read(value):
            values = self.list_of(item)(value)
            if len(values) != count:
                raise parse_error(f'{value!r} has not {count} elements')
            return tuple(values)
        return read

    def one_or_list_of(self, item):
        return lambda value: self.list_of(item)(value if isinstance(value, list) else [value])

    def map(self, value):
        return self.typed(value, lambda v: isinstance(v, dict), 'a map')

    def map_of(self, item):
        return lambda value: {key: item(element) for key, element in self.map(value).items()}

    def record(self, required, optional=None, later=None):
        """Required and optional fields with the reader of each; an optional null counts as not given (D3).

        `later`: fields that a newer version knows, with the code of their error in this one.
        """
        readers = {**required, **(optional or {})}
        later = later or {}

        def read(value):
            value = self.map(value)
            for key in value:
                if key in later:
                    raise invalid(f'`{key}` belongs to a newer version', later[key])
                if key not in readers:
                    raise parse_error(f'unknown field {key!r}', self.unknown_field)
            given = {key: element for key, element in value.items() if element is not None}
            missing = [key for key in required if key not in given]
            if missing:
                raise parse_error(f'missing field {missing[0]!r}', 'V34')
            return {key: readers[key](element) for key, element in given.items()}
        return read


def with_all_collections(document):
    """The document with empty lists and mappings where it gives none."""
    for key in ('meshes', 'armatures', 'bindings', 'poses', 'anchors', 'instances'):
        document.setdefault(key, [])
    for key in ('materials', 'imports'):
        document.setdefault(key, {})
    for binding in document['bindings']:
        binding.setdefault('weights', [])
        binding.setdefault('weight_maps', [])
    return document
