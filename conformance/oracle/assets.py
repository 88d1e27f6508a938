"""Documents on disk: imports, contracts, the root directory (docs/decisions.md D13), symmetry expanded.

One file is one asset however many imports name it (D11).
"""

import os

import yaml

from document import by_id, load_contract, load_document
from errors import Refused
from symmetry import expand

SCENE_NAMES = ('.rigs.yaml', '.rigs.yml')


def resolve_inside(path, root, reference):
    """A path relative to a file; it must stay inside the root directory."""
    if os.path.isabs(reference):
        raise ValueError(f'absolute path {reference}')
    root = os.path.realpath(root)
    found = os.path.realpath(os.path.join(os.path.dirname(os.path.realpath(path)), reference))
    if os.path.commonpath([found, root]) != root:
        raise ValueError(f'{reference} is outside {root}')
    return found


class Asset:
    def __init__(self, path, document, root):
        self.path = path
        self.root = root
        self.document = expand(document)
        self.is_root = False
        self.imports = {}  # import name -> Asset
        self.prefix = None  # import path with its final dot, set when the output first reaches the asset

    def resolve(self, reference):
        return resolve_inside(self.path, self.root, reference)

    def anchor(self, identifier):
        return by_id(self.document['anchors'], identifier)['translation']

    def has_anchor(self, identifier):
        return any(anchor['id'] == identifier for anchor in self.document['anchors'])


def check_contract(contract, asset):
    sets = contract.get('frame3_sets', {})
    needed = contract.get('required_anchors', []) + [anchor for triple in sets.values() for anchor in triple]
    for identifier in needed:
        if not asset.has_anchor(identifier):
            raise ValueError(f'contract: no anchor {identifier!r} in {asset.path}')
    for name in contract.get('required_frame3_sets', []):
        if name not in sets:
            raise ValueError(f'contract: frame3 set {name!r} is not defined')


def asset_path(path, root, reference):
    """The file of an import; what may not or cannot be read is a CompositionError, and so is a scene."""
    try:
        found = resolve_inside(path, root, reference)
    except ValueError as error:
        raise Refused('CompositionError', None, str(error)) from error
    if not os.path.isfile(found) or found.endswith(SCENE_NAMES):
        raise Refused('CompositionError', None, f'{reference} is missing or a scene')
    return found


def frames_of_contract(path, root, reference, asset):
    """The frame3_sets of a contract that the asset fulfills; everything else is a ContractError (D5)."""
    try:
        contract = load_contract(resolve_inside(path, root, reference))
        check_contract(contract, asset)
    except (OSError, ValueError, KeyError, yaml.YAMLError) as error:
        raise Refused('ContractError', 'V31', str(error)) from error
    return contract.get('frame3_sets', {})


def default_root(path):
    here = os.path.realpath(os.getcwd())
    return here if os.path.commonpath([path, here]) == here else os.path.dirname(path)


def load_assets(path, root=None):
    """The asset of a document, with everything it imports."""
    path = os.path.realpath(path)
    root = os.path.realpath(root) if root else default_root(path)
    loaded = {}

    def load(path):
        if path in loaded:
            if loaded[path] is None:
                raise Refused('CompositionError', None, f'circular import of {path}')
            return loaded[path]
        loaded[path] = None
        asset = Asset(path, load_document(path), root)
        for name, entry in asset.document['imports'].items():
            asset.imports[name] = load(asset_path(asset.path, root, entry['source']))
            if 'contract' in entry:
                frames_of_contract(asset.path, root, entry['contract'], asset.imports[name])
        loaded[path] = asset
        return asset

    result = load(path)
    result.is_root = True
    result.prefix = ''
    return result
