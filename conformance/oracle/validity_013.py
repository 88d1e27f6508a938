#!/usr/bin/env python3
"""A second opinion on documents that use the languages 0.7 to 0.13: is one valid, and if not, which error is it?

    validity_013.py DOCUMENT...

`judge` returns None for a valid document, else (class, id); the id is None where the texts give none. It reports one
error, the first it meets. It knows the conditions of language-0.13.md (V43 to V87, F114 to F116, the versions that
gate a feature) and those older ones that they touch: fields, types, numbers, dimensions, duplicate ids, materials.
"""

import struct
import sys

import yaml

import glb
from assets import load_assets
from checks import check
from document import load_document
from errors import Refused
from evaluate import evaluate


def judge(document_path, root=None):
    try:
        return judge_loaded(document_path, root)
    except Refused as refused:
        return refused.error_class, refused.code


def judge_loaded(path, root):
    try:
        load_document(path)
    except Refused:
        raise
    except (yaml.YAMLError, ValueError, KeyError, RecursionError) as error:
        raise Refused('ParseError', None, str(error)) from error
    try:
        asset = load_assets(path, root)
    except OSError as error:
        raise Refused('CompositionError', None, str(error)) from error
    check(asset)
    try:
        glb.write(evaluate(path, root=root))
    except (OverflowError, struct.error) as error:
        raise Refused('ExportError', None, str(error)) from error
    return None


def main():
    for path in sys.argv[1:]:
        error_class, code = judge(path) or ('valid', None)
        print(f'{path}: {error_class}{" " + code if code else ""}')


if __name__ == '__main__':
    main()
