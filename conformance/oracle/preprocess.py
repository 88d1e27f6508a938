"""repeat, params and the token check (docs/preprocessing.md): tree to tree, from version 0.10 on.

The step leaves `ParamValue` where a param was put in, because a param of the wrong type has an error of its own (V61)
and the text of a param is never an expression.
"""

import math
import re

from errors import parse_error

IDENTIFIER = re.compile(r'[A-Za-z_][A-Za-z0-9_]*\Z')
PARAM = re.compile(r'\$([A-Za-z_][A-Za-z0-9_]*)\Z')
PARAM_INSIDE = re.compile(r'\$[A-Za-z_]')
TOKEN_LEFT = re.compile(r'\$\{[A-Za-z_][A-Za-z0-9_]*\}')

UNTOUCHED = ('params', 'geometry_checks')
NODE_LIMIT = 2_000_000  # D14


class ParamValue:
    """The value of a param at the place of its `$name`."""

    def __init__(self, value):
        self.value = value


def is_identifier(value):
    return isinstance(value, str) and IDENTIFIER.match(value) is not None


# repeat

def with_index(value, name, index):
    """A copy in which `${name}` is replaced in every string value; keys stay."""
    if isinstance(value, dict):
        return {key: with_index(item, name, index) for key, item in value.items()}
    if isinstance(value, list):
        return [with_index(item, name, index) for item in value]
    token = '${%s}' % name
    if not isinstance(value, str) or token not in value:
        return value
    return index if value == token else value.replace(token, str(index))


class Repeats:
    def __init__(self):
        self.nodes = 0

    def count_node(self):
        self.nodes += 1
        if self.nodes > NODE_LIMIT:
            raise parse_error('the expanded document is too large')

    def expand(self, value, enclosing=()):
        self.count_node()
        if isinstance(value, list):
            return [result for item in value for result in self.elements(item, enclosing)]
        if isinstance(value, dict):
            if 'repeat' in value:
                raise parse_error('`repeat` stands alone in an element of a list', 'V64')
            return {key: self.expand(item, enclosing) for key, item in value.items()}
        return value

    def elements(self, item, enclosing):
        """What one list element becomes: itself, or the copies of a repeat's body."""
        if not isinstance(item, dict) or 'repeat' not in item:
            yield self.expand(item, enclosing)
            return
        if len(item) != 1:
            raise parse_error('a key beside `repeat`', 'V64')
        count, name, body = checked_repeat(item['repeat'], enclosing)
        for index in range(count):
            yield self.expand(with_index(body, name, index), (*enclosing, name))


def checked_repeat(rule, enclosing):
    if not isinstance(rule, dict) or set(rule) != {'count', 'as', 'body'}:
        raise parse_error('a repeat has `count`, `as` and `body`', 'V64')
    count, name, body = rule['count'], rule['as'], rule['body']
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise parse_error(f'repeat.count {count!r} is not an integer of at least 0', 'V62')
    if not is_identifier(name) or name in enclosing:
        raise parse_error(f'repeat.as {name!r} is no identifier or the one of an enclosing repeat', 'V63')
    if not isinstance(body, dict) or 'repeat' in body:
        raise parse_error('repeat.body is an object and not itself a repeat', 'V64')
    return count, name, body


# params

def is_param_value(value):
    if isinstance(value, (str, bool)):
        return True
    if not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def checked_params(params):
    if params is None:
        return {}
    if not isinstance(params, dict):
        raise parse_error('`params` is not a map', 'V58')
    for name, value in params.items():
        if not is_identifier(name) or not is_param_value(value):
            raise parse_error(f'param {name!r}: {value!r}', 'V58')
    return params


def with_params(value, params, minor):
    if isinstance(value, dict):
        return {key: with_params(item, params, minor) for key, item in value.items()}
    if isinstance(value, list):
        return [with_params(item, params, minor) for item in value]
    return with_param(value, params, minor) if isinstance(value, str) else value


def with_param(text, params, minor):
    whole = PARAM.match(text)
    if whole:
        if whole[1] not in params:
            raise parse_error(f'unknown param {text}', 'V59')
        return ParamValue(params[whole[1]])
    may_hold_names = minor >= 12 and text.startswith('=')
    if PARAM_INSIDE.search(text) and not may_hold_names:
        raise parse_error(f'a param inside a longer text: {text!r}', 'V60')
    return text


def check_tokens(value):
    """No `${identifier}` is left, in keys and values."""
    if isinstance(value, ParamValue):
        value = value.value
    if isinstance(value, str) and TOKEN_LEFT.search(value):
        raise parse_error(f'no repeat gives a value to {value!r}', 'V65')
    if isinstance(value, dict):
        for key, item in value.items():
            check_tokens(key)
            check_tokens(item)
    if isinstance(value, list):
        for item in value:
            check_tokens(item)


def preprocess(tree, minor):
    """(tree, params) of a document; `params` and `geometry_checks` are not touched."""
    if minor < 10:
        return tree, {}
    params = checked_params(tree.get('params'))
    check_tokens(params)
    if 'repeat' in tree:
        raise parse_error('`repeat` stands alone in an element of a list', 'V64')
    repeats, result = Repeats(), {}
    for key, value in tree.items():
        if key not in UNTOUCHED:
            value = with_params(repeats.expand(value), params, minor)
            check_tokens({key: value})
        result[key] = value
    return result, params
