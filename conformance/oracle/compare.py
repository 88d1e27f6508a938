#!/usr/bin/env python3
"""Compares a GLB with what evaluate.py says it must contain, bit for bit.

    compare.py GLB INPUT [--pose ID] [--bake-transforms] [--root DIR]
    compare.py --suite DIR [--filter GLOB] [--first]

One file: prints `same`, or the first difference in words; exit status 0 or 1. A suite: one line per test of
DIR/manifest.json that fails, then `N passed, M failed`. The outputs and digests of positive tests are compared; whether a
test is positive or negative, and the class of error, is judged by validity.py.
"""

import argparse
import fnmatch
import hashlib
import json
import multiprocessing
import os
import struct
import sys

import glb
import refusals
from evaluate import evaluate
from validity import judge

AXES = {'SCALAR': [''], 'VEC2': ['.u', '.v'], 'VEC3': ['.x', '.y', '.z'], 'VEC4': ['[0]', '[1]', '[2]', '[3]'],
        'MAT4': [f'[{i}]' for i in range(16)]}
NODE_FIELDS = ('name', 'mesh', 'skin', 'translation', 'children', 'matrix')


def shown(value):
    if isinstance(value, glb.FloatText):
        return str(value)
    if isinstance(value, list):
        return '[' + ', '.join(map(shown, value)) + ']'
    return 'nothing' if value is None else repr(value)


def as_text(value):
    """JSON floats as their canonical digits, so that equality is equality of text."""
    if isinstance(value, float):
        return glb.float_text(value)
    if isinstance(value, (list, tuple)):
        return [as_text(item) for item in value]
    return value


def differing(what, expected, actual):
    """Yields a sentence when two JSON values differ in type or text."""
    if type(expected) is not type(actual) or expected != actual:
        yield f'{what}: expected {shown(expected)}, got {shown(actual)}'


def counts(what, expected, actual):
    if len(expected) != len(actual):
        yield f'{what}: expected {len(expected)}, got {len(actual)}'


def block_difference(where, kind, component_type, expected, actual):
    """The first element that differs between two packed arrays."""
    letter, size = glb.COMPONENTS[component_type]
    per_item = glb.TYPES[kind]
    if len(expected) != len(actual):
        item = per_item * size
        return f'{where}: expected {len(expected) // item} elements, got {len(actual) / item:g}'
    first = next(i for i in range(0, len(expected), size) if expected[i:i + size] != actual[i:i + size])
    want, = struct.unpack_from('<' + letter, expected, first)
    got, = struct.unpack_from('<' + letter, actual, first)
    element, component = divmod(first // size, per_item)
    return f'{where}[{element}]{AXES[kind][component]}: expected {want!r}, got {got!r}'


def array_differences(where, blocks, expected, actual):
    for field, place, component_type, kind, _ in blocks:
        if (field in expected) != (field in actual):
            yield f'{where} {place}: expected {"some" if field in expected else "none"}, got the contrary'
        elif field in expected:
            packed = glb.pack(expected[field], component_type)
            if packed != actual[field]:
                yield block_difference(f'{where} {place}', kind, component_type, packed, actual[field])


def primitive_differences(where, expected, actual):
    for field in ('material', 'extras'):
        yield from differing(f'{where} {field}', expected[field], actual[field])
    expected = glb.with_uv_fields(expected)
    uv_count = sum(1 for field in {*expected, *actual} if field.startswith('uv') and field != 'uvs')
    yield from array_differences(where, glb.blocks(uv_count), expected, actual)
    for bound in ('max', 'min'):
        yield from differing(f'{where} POSITION {bound}', as_text(expected[bound]), actual[bound])


def mesh_differences(expected, actual):
    where = f'mesh {expected["name"]!r}'
    yield from differing(f'{where} name', expected['name'], actual['name'])
    yield from counts(f'{where} primitives', expected['primitives'], actual['primitives'])
    for index, pair in enumerate(zip(expected['primitives'], actual['primitives'])):
        place = where if len(expected['primitives']) == 1 else f'{where} primitive {index}'
        yield from primitive_differences(place, *pair)
    yield from array_differences(where, [glb.MATRICES], expected, actual)


def material_differences(index, expected, actual):
    yield from differing(f'material {index} name', expected['name'], actual['name'])
    where = f'material {expected["name"]!r}'
    colors = [glb.color_text(component) for component in expected['base_color']]
    yield from differing(f'{where} baseColorFactor', colors, actual['base_color'])
    yield from differing(f'{where} alphaMode', expected['alpha_mode'], actual['alpha_mode'])


def node_differences(index, expected, actual):
    where = f'node {index} {expected["name"]!r}'
    for field in NODE_FIELDS:
        yield from differing(f'{where} {field}', as_text(expected.get(field)), actual.get(field))
    for field in sorted(set(actual) - set(NODE_FIELDS)):
        yield f'{where} {field}: expected nothing, got {actual[field]!r}'


def skin_differences(index, expected, actual):
    where = f'skin {index} {expected["name"]!r}'
    for field in ('name', 'mesh', 'skeleton', 'joints'):
        yield from differing(f'{where} {field}', expected[field], actual[field])


def content_differences(expected, actual):
    for section in ('materials', 'meshes', 'nodes', 'skins'):
        yield from counts(section, expected[section], actual[section])
    for index, pair in enumerate(zip(expected['materials'], actual['materials'])):
        yield from material_differences(index, *pair)
    for pair in zip(expected['meshes'], actual['meshes']):
        yield from mesh_differences(*pair)
    for index, pair in enumerate(zip(expected['nodes'], actual['nodes'])):
        yield from node_differences(index, *pair)
    yield from differing('scene nodes', expected['scene'], actual['scene'])
    for index, pair in enumerate(zip(expected['skins'], actual['skins'])):
        yield from skin_differences(index, *pair)


def byte_difference(expected, actual):
    """Same content, other bytes: key order, accessor order, number text, padding."""
    same = next((i for i, pair in enumerate(zip(expected, actual)) if pair[0] != pair[1]),
                min(len(expected), len(actual)))
    start = max(0, same - 30)
    return (f'byte {same} of the file: expected {expected[start:same + 30]!r} ({len(expected)} bytes in all), '
            f'got {actual[start:same + 30]!r} ({len(actual)} bytes in all)')


def first_difference(path, document, pose=None, bake_transforms=False, root=None):
    """None, or the first difference in words."""
    with open(path, 'rb') as file:
        return content_difference(evaluate(document, pose, bake_transforms, root), file.read(), path)


def content_difference(expected, data, path):
    canonical = glb.write(expected)
    if data == canonical:
        return None
    try:
        found = next(content_differences(expected, glb.read(data)), None)
    except (KeyError, IndexError, TypeError, ValueError, struct.error) as error:
        return f'{path} cannot be read as a Rigy GLB: {type(error).__name__}: {error}'
    return found or byte_difference(canonical, data)


def verdict(directory, test):
    """(class of error or None, rules). The categories from P on are those of the languages after 0.6."""
    path = os.path.join(directory, test['input'])
    if test['category'] >= 'P':
        kind, rule = refusals.judge(path, directory) or (None, None)
        return kind, {rule} - {None}
    return judge(path, test.get('pose_id'), directory, test.get('bake_transforms', False),
                 exports=test['type'] == 'negative')


def verdict_difference(directory, test):
    """None, or what the second opinion on validity says instead."""
    kind, rules = verdict(directory, test)
    if kind != test.get('expected_error_type'):
        return f'expected {test.get("expected_error_type", "an output")}, but by the rules it is {kind or "valid"}'
    code = test.get('expected_code')
    if code and code not in rules:
        return f'expected {code}, but the rules that are broken are {", ".join(sorted(rules)) or "without a number"}'
    return None


def output_difference(directory, test):
    output = os.path.join(directory, test['expected_output'])
    with open(output, 'rb') as file:
        data = file.read()
    digest = hashlib.sha256(data).hexdigest()
    if digest != test['expected_sha256']:
        return f'the manifest says sha256 {test["expected_sha256"]}, {output} has {digest}'
    expected = evaluate(os.path.join(directory, test['input']), test.get('pose_id'),
                        test.get('bake_transforms', False), directory)
    for name, digest in block_digests(expected).items():
        if test['digests'][name] != digest:
            return f'the manifest says {test["digests"][name]} for the {name}, they have {digest}'
    return content_difference(expected, data, output)


def block_digests(content):
    """SHA-256 of the data of each kind, over the primitives of the meshes in order."""
    primitives = [primitive for mesh in content['meshes'] for primitive in mesh['primitives']]
    return {name: hashlib.sha256(b''.join(
        glb.pack(primitive[name], component_type) for primitive in primitives if name in primitive)).hexdigest()
            for name, _, component_type, _, _ in glb.blocks(0)}


def test_difference(job):
    """(id, difference) of one test of a suite; runs in a worker process."""
    directory, test = job
    try:
        if bool(test.get('baked')) != ('pose_id' in test):
            raise ValueError('`baked` and `pose_id` belong together')
        difference = verdict_difference(directory, test)
        if difference is None and test['type'] == 'positive':
            difference = output_difference(directory, test)
        return test['id'], difference
    except Exception as error:  # one broken test must not hide the others
        return test['id'], f'{type(error).__name__}: {error}'


def first_failure(jobs):
    """One after the other, up to the first that fails."""
    for identifier, difference in map(test_difference, jobs):
        if difference is not None:
            print(f'{identifier}: {difference}')
            return 1
    print(f'{len(jobs)} passed, 0 failed')
    return 0


def compare_suite(directory, pattern, only_first):
    with open(os.path.join(directory, 'manifest.json'), encoding='utf-8') as file:
        tests = json.load(file)['tests']
    jobs = [(directory, test) for test in tests
            if fnmatch.fnmatchcase(test['id'], pattern)]
    if not jobs:
        print(f'no test matches {pattern!r}')
        return 1
    if only_first:
        return first_failure(jobs)
    failed = 0
    with multiprocessing.Pool() as pool:
        for identifier, difference in pool.imap(test_difference, jobs):
            if difference is not None:
                failed += 1
                print(f'{identifier}: {difference}')
    print(f'{len(jobs) - failed} passed, {failed} failed')
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description='Compare a GLB, or a conformance suite, with the oracle.')
    parser.add_argument('glb', nargs='?')
    parser.add_argument('input', nargs='?')
    parser.add_argument('--pose', metavar='ID')
    parser.add_argument('--bake-transforms', action='store_true')
    parser.add_argument('--root', metavar='DIR')
    parser.add_argument('--suite', metavar='DIR')
    parser.add_argument('--filter', metavar='GLOB', default='*')
    parser.add_argument('--first', action='store_true', help='end with the first test that fails')
    options = parser.parse_args()
    if options.suite:
        if options.glb or options.pose or options.bake_transforms or options.root:
            parser.error('--suite takes everything else from the manifest')
        return compare_suite(options.suite, options.filter, options.first)
    if not options.input:
        parser.error('GLB and INPUT, or --suite DIR')
    difference = first_difference(options.glb, options.input, options.pose, options.bake_transforms, options.root)
    print(difference or 'same')
    return 1 if difference else 0


if __name__ == '__main__':
    sys.exit(main())
