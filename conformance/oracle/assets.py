"""Documents on disk: imports, contracts, the root directory (decisions.md D13), symmetry expanded.

One file is one asset however many imports name it (D11).
"""

import os

from document import by_id, load_contract, load_document
from symmetry import expand


class Asset:
    def __init__(self, path, document, root):
        self.path = path
        self.root = root
        self.document = expand(document)
        self.is_root = False
        self.imports = {}  # import name -> Asset
        self.prefix = None  # import path with its final dot, set when the output first reaches the asset

    def resolve(self, reference):
        """A path relative to this file; it must stay inside the root directory."""
        if os.path.isabs(reference):
            raise ValueError(f'absolute path {reference}')
        path = os.path.realpath(os.path.join(os.path.dirname(self.path), reference))
        if os.path.commonpath([path, self.root]) != self.root:
            raise ValueError(f'{reference} is outside {self.root}')
        return path

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
                raise ValueError(f'circular import of {path}')
            return loaded[path]
        loaded[path] = None
        asset = Asset(path, load_document(path), root)
        for name, entry in asset.document['imports'].items():
            asset.imports[name] = load(asset.resolve(entry['source']))
            if 'contract' in entry:
                check_contract(load_contract(asset.resolve(entry['contract'])), asset.imports[name])
        loaded[path] = asset
        return asset

    result = load(path)
    result.is_root = True
    result.prefix = ''
    return result
