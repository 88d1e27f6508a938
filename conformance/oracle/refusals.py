#!/usr/bin/env python3
"""A second opinion on documents of the languages 0.7 to 0.13 and on scenes: valid, or which error?

    refusals.py DOCUMENT...
    refusals.py --manifest FILE [--filter GLOB]

`judge` returns None for a valid document, else (class, id); the id is None where the texts give none. It reports one
error, the first it meets. It knows the conditions of versions 0.7 to 0.13 (V43 to V87, F114 to F116, the versions that
gate a feature) and those older ones that they touch: fields, types, numbers, dimensions, duplicate ids, materials.

With --manifest it takes the tests of a suite: negative ones must be refused as the manifest says, positive ones must
be valid and have the digest that evaluate.py gives them. No output has to be there.
"""

import argparse
import fnmatch
import hashlib
import json
import multiprocessing
import os
import struct
import sys

import yaml

import glb
import rigs
from assets import default_root, load_assets
from checks import check
from errors import Refused
from evaluate import evaluate


def judge(document_path, root=None):
    try:
        return judge_loaded(document_path, root)
    except Refused as refused:
        return refused.error_class, refused.code


def loaded_assets(path, root):
    """The assets of a document or of a scene."""
    if rigs.is_scene(path):
        _, parts = rigs.load_parts(path, root or default_root(path))
        return [part.asset for part in parts.values()]
    return [load_assets(path, root)]


def judge_loaded(path, root):
    try:
        assets = loaded_assets(path, root)
    except Refused:
        raise
    except (yaml.YAMLError, ValueError, KeyError, RecursionError) as error:
        raise Refused('ParseError', None, str(error)) from error
    for asset in assets:
        check(asset)
    try:
        glb.write(evaluate(path, root=root))
    except (OverflowError, struct.error) as error:
        raise Refused('ExportError', None, str(error)) from error
    return None


def named(verdict):
    return ' '.join(filter(None, verdict)) if verdict else 'valid'


def test_difference(job):
    """(id, what is wrong or None) of one test of a manifest; runs in a worker process."""
    directory, test = job
    path = os.path.join(directory, test['input'])
    verdict = judge(path, directory)
    if test['type'] == 'negative':
        expected = (test['expected_error_type'], test.get('expected_code'))
        agrees = verdict is not None and verdict[0] == expected[0] and expected[1] in (None, verdict[1])
        return test['id'], None if agrees else f'expected {named(expected)}, it is {named(verdict)}'
    if verdict is not None:
        return test['id'], f'expected an output, it is {named(verdict)}'
    data = glb.write(evaluate(path, test.get('pose_id'), test.get('bake_transforms', False), directory))
    digest = hashlib.sha256(data).hexdigest()
    return test['id'], None if digest == test['expected_sha256'] else f'the output has the digest {digest}'


def judge_manifest(manifest, pattern):
    directory = os.path.dirname(os.path.abspath(manifest))
    with open(manifest, encoding='utf-8') as file:
        tests = [test for test in json.load(file)['tests'] if fnmatch.fnmatchcase(test['id'], pattern)]
    failed = 0
    with multiprocessing.Pool() as pool:
        for identifier, difference in pool.imap(test_difference, [(directory, test) for test in tests]):
            if difference is not None:
                failed += 1
                print(f'{identifier}: {difference}')
    print(f'{len(tests) - failed} passed, {failed} failed')
    return 1 if failed or not tests else 0


def main():
    parser = argparse.ArgumentParser(description='Say with which error a document is refused.')
    parser.add_argument('documents', nargs='*')
    parser.add_argument('--manifest', metavar='FILE')
    parser.add_argument('--filter', metavar='GLOB', default='*')
    options = parser.parse_args()
    if options.manifest:
        return judge_manifest(options.manifest, options.filter)
    for path in options.documents:
        print(f'{path}: {named(judge(path))}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
