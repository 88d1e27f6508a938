#!/usr/bin/env python3
"""Checks of what the oracle refuses: run `python3 test_validity.py`."""

import os
import tempfile
import unittest

import validity
from support import OWN_INSTANCE, SKINNED, WHEEL


class Validity(unittest.TestCase):
    """The second opinion on what is refused; the suite has the cases, these are the stages and what is close to them."""

    def judged(self, document, pose=None, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {'a.rigy.yaml': document, **{f'{name}.yaml': text for name, text in files.items()}}.items():
                with open(os.path.join(folder, name), 'wb') as file:
                    file.write(text if isinstance(text, bytes) else text.encode('utf-8'))
            return validity.judge(os.path.join(folder, 'a.rigy.yaml'), pose, folder)

    def test_valid_documents(self):
        for document in (WHEEL, SKINNED, SKINNED + OWN_INSTANCE, 'version: "0.1"', '\ufeffversion: "0.6"'):
            self.assertEqual(self.judged(document), (None, set()))

    def test_parsing(self):
        head = 'version: "0.6"\n'
        for text in ('', '[]', 'version: 0.6', 'version: "1.0"', 'version: "0.06"', head + 'a: *b', head + '!x meshes: []',
                     head + 'meshes: {}', head + 'units: feet', head + '# \u2028meshes: []', head + 'version: "0.6"',
                     head + 'meshes: ' + '[' * 70 + ']' * 70, head + '---\n' + head, b'\xff' + head.encode()):
            self.assertEqual(self.judged(text), ('ParseError', set()), text)
        self.assertEqual(self.judged(head + 'mesh: []'), ('ParseError', {'V33'}))
        self.assertEqual(self.judged(head + 'anchors: [{ id: a }]'), ('ParseError', {'V34'}))
        self.assertEqual(self.judged(WHEEL.replace('radius: 0.5', 'radius: 0.5, height: 1')), ('ParseError', {'V33'}))

    def test_the_earliest_stage_gives_the_class(self):
        flat = WHEEL.replace('radius: 0.5', 'radius: 0')
        self.assertEqual(self.judged(flat), ('ValidationError', {'V07'}))
        importing = flat + 'imports: { w: { source: b.yaml } }\n'
        self.assertEqual(self.judged(importing), ('CompositionError', set()))
        self.assertEqual(self.judged(importing, b='version: 6'), ('ParseError', set()))
        self.assertEqual(self.judged(importing, b='version: "0.6"'), ('ValidationError', {'V07'}))
        contract = importing.replace('b.yaml', 'b.yaml, contract: c.yaml')
        self.assertEqual(self.judged(contract, b='version: "0.6"', c='contract_version: "0.1"\nrequired_anchors: [a]'),
                         ('ContractError', {'V31'}))

    def test_tessellation_and_export(self):
        self.assertEqual(self.judged(WHEEL + 'tessellation_profile: fine\n'), ('TessellationError', set()))
        self.assertEqual(self.judged(WHEEL.replace('radius: 0.5', 'radius: 1e39')), ('ExportError', set()))

    def test_several_rules_at_once(self):
        broken = SKINNED.replace('head: [0, -1, 0.5]', 'head: [.nan, -1, 0.5]').replace('id: high', 'id: low')
        self.assertEqual(self.judged(broken), ('ValidationError', {'V04', 'V05', 'V32'}))

    def test_poses(self):
        pose = 'poses: [{ id: p, bones: { low: { %s } } }]\n'
        self.assertEqual(self.judged(SKINNED + pose % 'rotation: [1, 0, 0, 0]', 'p'), (None, set()))
        self.assertEqual(self.judged(SKINNED + pose % 'rotation: [1, 0, 0, 0]', 'q'), ('ValidationError', set()))
        self.assertEqual(self.judged(SKINNED + pose % 'rotation: [0.9, 0, 0, 0]'), ('ValidationError', {'V36'}))
        self.assertEqual(self.judged(SKINNED + pose % 'scale: 2'), ('ValidationError', {'V35'}))

    def test_bytes_in_bone_ids(self):
        self.assertEqual(self.judged(SKINNED.encode().replace(b'id: high', b'id: h\xff')), ('ValidationError', set()))
        self.assertEqual(self.judged(SKINNED.encode().replace(b'id: rod', b'id: r\xff'))[0], 'ParseError')


if __name__ == '__main__':
    unittest.main()
