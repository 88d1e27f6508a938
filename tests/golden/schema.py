"""The part of JSON Schema (draft 2020-12) that this project's schemas use."""

import re

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description"}


def has_type(value, name):
    if name in ("integer", "number") and isinstance(value, bool):
        return False
    return isinstance(value, TYPES[name])


def errors(value, schema, root=None, at="$"):
    """What is wrong with `value`, one text for each finding."""
    root = root or schema
    found = []
    for keyword, wanted in schema.items():
        if keyword not in ANNOTATIONS:
            check = CHECKS[keyword]  # a keyword that is not known here must not pass silently
            found += check(value, wanted, schema, root, at)
    return found


def check_ref(value, wanted, _schema, root, at):
    target = root
    for part in wanted.removeprefix("#/").split("/"):
        target = target[part]
    return errors(value, target, root, at)


def check_any_of(value, wanted, _schema, root, at):
    found = [errors(value, one, root, at) for one in wanted]
    return [] if [] in found else found[0]


def check_type(value, wanted, _schema, _root, at):
    names = wanted if isinstance(wanted, list) else [wanted]
    if any(has_type(value, name) for name in names):
        return []
    return [f"{at}: {value!r} is not {' or '.join(names)}"]


def check_enum(value, wanted, _schema, _root, at):
    return [] if value in wanted else [f"{at}: {value!r} is not one of {wanted}"]


def check_const(value, wanted, _schema, _root, at):
    return [] if value == wanted else [f"{at}: {value!r} is not {wanted!r}"]


def check_minimum(value, wanted, _schema, _root, at):
    return [f"{at}: {value} is below {wanted}"] if isinstance(value, int) and value < wanted else []


def check_min_items(value, wanted, _schema, _root, at):
    return [f"{at}: too few items"] if isinstance(value, list) and len(value) < wanted else []


def check_max_items(value, wanted, _schema, _root, at):
    return [f"{at}: too many items"] if isinstance(value, list) and len(value) > wanted else []


def check_pattern(value, wanted, _schema, _root, at):
    if not isinstance(value, str) or re.search(wanted, value):
        return []
    return [f"{at}: {value!r} does not match {wanted}"]


def check_required(value, wanted, _schema, _root, at):
    if not isinstance(value, dict):
        return []
    return [f"{at}: {name} is missing" for name in wanted if name not in value]


def check_properties(value, wanted, _schema, root, at):
    if not isinstance(value, dict):
        return []
    return [error for name, schema in wanted.items() if name in value
            for error in errors(value[name], schema, root, f"{at}.{name}")]


def check_additional(value, wanted, schema, _root, at):
    if wanted or not isinstance(value, dict):
        return []
    return [f"{at}: {name} is not known" for name in value if name not in schema["properties"]]


def check_items(value, wanted, _schema, root, at):
    if not isinstance(value, list):
        return []
    return [error for i, item in enumerate(value)
            for error in errors(item, wanted, root, f"{at}[{i}]")]


CHECKS = {
    "$ref": check_ref,
    "anyOf": check_any_of,
    "type": check_type,
    "enum": check_enum,
    "const": check_const,
    "minimum": check_minimum,
    "minItems": check_min_items,
    "maxItems": check_max_items,
    "pattern": check_pattern,
    "required": check_required,
    "properties": check_properties,
    "additionalProperties": check_additional,
    "items": check_items,
}
