#!/usr/bin/env python3
"""Checks of the oracle's numbers, shapes, skinning and symmetry: run `python3 test_oracle.py`."""

import os
import struct
import unittest

import compare
import geometry
import glb
import trig
import yaml12
from support import BOX, SKINNED, Documents, evaluate


class Scalars(unittest.TestCase):
    def test_core_schema(self):
        for text, value in (('1e3', 1000.0), ('017', 17), ('0o17', 15), ('0x1F', 31), ('yes', 'yes'), ('on', 'on'),
                            ('~', None), ('', None), ('.5', 0.5), ('1.', 1.0), ('+3', 3), ('1_000', '1_000'),
                            ('12:30', '12:30'), ('y', 'y'), ('-0.0', -0.0), ('1e400', float('inf'))):
            result = yaml12.plain_scalar(text)
            self.assertEqual((type(result), repr(result)), (type(value), repr(value)), text)

    def test_sine_and_cosine(self):
        self.assertEqual(trig.sin(1.7976931348623157e308), 0.004961954789184062)
        self.assertEqual(trig.cos(1e22), 0.523214785395139)
        self.assertEqual(trig.sin(3.141592653589793), 1.2246467991473532e-16)
        self.assertEqual(trig.sin(5e-324), 5e-324)
        self.assertEqual((repr(trig.sin(0.0)), repr(trig.sin(-0.0))), ('0.0', '-0.0'))
        self.assertEqual(trig.sin(2.1598449493429825).hex(), '0x1.a9b66290ea1a5p-1')
        self.assertEqual(geometry.profile_sin(2.1598449493429825).hex(), '0x1.a9b66290ea1a4p-1')

    def test_number_text(self):
        for value, text in ((1e-5, '1e-05'), (1e16, '1e+16'), (0.0001, '0.0001'), (-0.0, '-0.0'),
                            (-9999999999999998.0, '-9999999999999998.0')):
            self.assertEqual(glb.json_text(value), text)
        self.assertEqual(glb.json_text('ü\x7f\n/"😀'), r'"\u00fc\u007f\n/\"\ud83d\ude00"')


class Loading(Documents):
    def load(self, text):
        return yaml12.load_yaml(self.write('x.yaml', text))

    def test_yaml(self):
        self.assertEqual(self.load('\ufeffa: &x [1, "1", \'~\', ~]\nb: *x\nc:\n"<<": 1e0\n'),
                         {'a': [1, '1', '~', None], 'b': [1, '1', '~', None], 'c': None, '<<': 1.0})
        for text in ('a: 1\na: 2\n', 'a: !!int 1\n', '1: a\n', '%YAML 1.1\n---\na: 1\n', 'a: 1\n---\nb: 1\n',
                     'a: &x [*x]\n'):
            with self.assertRaises((ValueError, KeyError), msg=text):
                self.load(text)

    def test_documents_without_meshes(self):
        gltf, data = glb.gltf_json(self.evaluate('version: "0.6"\n'))
        self.assertEqual((list(gltf), gltf['scenes'], data), (['asset', 'scene', 'scenes'], [{}], b''))

    def test_what_is_not_understood_raises(self):
        for text in ('version: "0.6"\nmeshs: []\n', 'version: 0.6\n', 'version: "0.6"\nunits: feet\n',
                     'version: "0.6"\nanchors: [{ id: a, translation: [.inf, 0, 0] }]\n',
                     'version: "0.6"\nimports: { x: { source: ../x.yaml } }\n'):
            with self.assertRaises(ValueError, msg=text):
                self.evaluate(text)


class Shapes(unittest.TestCase):
    SIZES = {'box': {'x': 1.0, 'y': 2.0, 'z': 3.0}, 'sphere': {'radius': 0.5},
             'cylinder': {'radius': 0.5, 'height': 2.0}, 'capsule': {'radius': 0.5, 'height': 2.0}}

    def test_counts(self):
        for kind, vertices, indices in (('box', 24, 36), ('sphere', 561, 3072), ('cylinder', 134, 384),
                                        ('capsule', 858, 4800)):
            shape = geometry.SHAPES[kind](self.SIZES[kind])
            self.assertEqual([len(part) for part in shape], [vertices, vertices, indices])

    def test_mirror_vertices_are_mirror_images(self):
        for kind, size in self.SIZES.items():
            positions, normals, _ = geometry.SHAPES[kind](size)
            reached = set()
            for vertex in range(len(positions)):
                for image in geometry.mirror_vertex(kind, vertex):
                    reached.add(image)
                    for values in (positions, normals):
                        x, y, z = values[vertex]
                        for a, b in zip(values[image], (-x, y, z)):
                            self.assertAlmostEqual(a, b, delta=1e-15)
            self.assertEqual(reached, set(range(len(positions))), kind)


class Skinning(Documents):
    HEAD = 'version: "0.6"\nmeshes: [{ id: m, primitives: [%s] }]\n' % (BOX % 'p')
    BONES = ''.join(f'      - {{ id: {name}, parent: {parent}, head: [0, 0, 0], tail: [0, 1, 0] }}\n'
                    for name, parent in (('b', 'none'), ('é', 'b'), ('z', 'b'), ('a', 'b'), ('c', 'b')))
    RIG = f'armatures:\n  - id: rig\n    bones:\n{BONES}'

    def influences(self, binding, vertex):
        text = f'{self.HEAD}{self.RIG}bindings:\n  - mesh_id: m\n    armature_id: rig\n{binding}'
        mesh, = self.evaluate(text)['meshes']
        return mesh['joints'][4 * vertex:4 * vertex + 4], mesh['weights'][4 * vertex:4 * vertex + 4]

    def test_default_binding(self):
        self.assertEqual(self.influences('', 0), ([0, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]))

    def test_sorted_by_weight_then_bytes_cut_and_normalized(self):
        bones = ', '.join(f'{{ bone_id: {bone}, weight: 0.25 }}' for bone in 'ébzca')
        binding = f'    weights: [{{ primitive_id: p, bones: [{bones}] }}]\n'
        self.assertEqual(self.influences(binding, 0), ([3, 0, 4, 2], [0.25] * 4))

    def test_five_layers(self):
        self.write('w.json', '{"primitive_id": "p", "vertex_count": 24, "influences": '
                             '[{"vertex": 1, "bones": [{"bone_id": "z", "weight": 1}]}]}')
        weights = '    weights: [{ primitive_id: p, bones: [{ bone_id: c, weight: 1 }] }]\n'
        source = '    weight_maps:\n      - primitive_id: p\n        source: w.json\n'
        override = '        overrides: [{ vertices: [2], bones: [{ bone_id: a, weight: 0 }] }]\n'
        gradient = ('        gradients: [{ axis: y, range: [-1, 1], from: { bone_id: a, weight: 1 }, '
                    'to: [{ bone_id: b, weight: 1 }] }]\n')
        self.assertEqual(self.influences(weights + source, 0)[0][0], 4)
        self.assertEqual(self.influences(weights + source, 1)[0][0], 2)
        self.assertEqual(self.influences(weights + source + override, 2), ([0, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]))
        self.assertEqual(self.influences(weights + source + gradient, 1), ([0, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]))
        self.assertEqual(self.influences(weights + source + gradient, 0)[0], [3, 0, 0, 0])

    def test_lbs_and_dqs_agree_on_one_bone(self):
        pose = 'poses: [{ id: s, bones: { b: { rotation: [0.8, 0, 0.6, 0], translation: [1, 2, 3] } } }]\n'
        binding = 'bindings: [{ mesh_id: m, armature_id: rig, skinning_solver: %s }]\n'
        results = [self.evaluate(self.HEAD + self.RIG + binding % solver + pose, pose='s') for solver in ('lbs', 'dqs')]
        for field in ('positions', 'normals'):
            self.assertClose(*[result['meshes'][0][field] for result in results], tolerance=1e-6)
        self.assertEqual(results[0]['skins'], [])
        self.assertEqual(results[0]['nodes'][1], {'name': 'b', 'children': [2, 3, 4, 5]})

    def test_several_roots_hang_below_one_node(self):
        content = self.evaluate(self.HEAD + self.RIG.replace('é, parent: b', 'é, parent: none') +
                                'bindings: [{ mesh_id: m, armature_id: rig }]\n')
        self.assertEqual(content['nodes'][1], {'name': 'rig', 'children': [2, 3]})
        self.assertEqual(content['scene'], [0, 1])
        self.assertEqual((content['skins'][0]['skeleton'], content['skins'][0]['joints']), (1, [2, 3, 4, 5, 6]))


class Symmetry(Documents):
    TEXT = '''
version: "0.6"
meshes:
  - id: m
    primitives:
      - id: L_p
        type: sphere
        dimensions: { radius: 0.5 }
        transform: { translation: [1, 2, 3], rotation_euler: [0.3, 0.4, 0.5] }
armatures:
  - id: rig
    bones:
      - { id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0] }
      - { id: L_b, parent: root, head: [0.5, 0, 0], tail: [1, 1, 0] }
      - { id: L_c, parent: L_b, head: [1, 0, 0], tail: [1, 1, 0] }
bindings:
  - mesh_id: m
    armature_id: rig
    weight_maps:
      - primitive_id: L_p
        source: w.json
        gradients:
          - { axis: x, range: [0.6, 1.4], from: { bone_id: L_b, weight: 1 }, to: { bone_id: R_b, weight: 1 } }
        overrides: [{ vertices: [33, 49, 60], bones: [{ bone_id: L_c, weight: 1 }] }]
symmetry: { mirror_x: { prefix_from: L_, prefix_to: R_ } }
'''
    SWAP = {0: 0, 1: 3, 2: 4, 3: 1, 4: 2}

    def check(self, text):
        """Every vertex of the mirrored sphere has the mirrored influences of the vertex it mirrors."""
        mesh, = self.evaluate(text)['meshes']
        image_of = {image: v for v in reversed(range(561)) for image in geometry.mirror_vertex('sphere', v)}
        for image, vertex in image_of.items():
            a, b = 3 * vertex, 3 * (561 + image)
            x, y, z = mesh['positions'][a:a + 3]
            self.assertClose(mesh['positions'][b:b + 3], [-x, y, z], 1e-6)
            slots = lambda v: {joint: weight for joint, weight in zip(mesh['joints'][4 * v:4 * v + 4],
                                                                      mesh['weights'][4 * v:4 * v + 4]) if weight}
            left, right = slots(vertex), slots(561 + image)
            self.assertEqual({self.SWAP[joint] for joint in left}, set(right), vertex)
            for joint, weight in left.items():
                self.assertAlmostEqual(weight, right[self.SWAP[joint]], delta=1e-6)

    def test_weight_maps_are_mirrored(self):
        entries = ', '.join('{"vertex": %d, "bones": [{"bone_id": "L_c", "weight": 1}]}' % v
                            for v in (40, 41, 66, 98, 115))
        self.write('w.json', '{"primitive_id": "L_p", "vertex_count": 561, "influences": [%s]}' % entries)
        without_overrides = '\n'.join(line for line in self.TEXT.split('\n') if 'overrides' not in line)
        lines = without_overrides.split('\n')
        at = lines.index('        gradients:')
        self.check(without_overrides)
        self.check('\n'.join(lines[:at] + lines[at + 2:]))

    def test_a_twin_is_always_translated_if_it_has_a_transform(self):
        text = '''
version: "0.6"
meshes: [{ id: m, primitives: [{ id: L_p, type: sphere, dimensions: { radius: 1 }%s }] }]
symmetry: { mirror_x: { prefix_from: L_, prefix_to: R_ } }
'''
        for transform, expected in ((', transform: {}', False), ('', True)):
            positions = self.evaluate(text % transform)['meshes'][0]['positions']
            sides = positions[:3 * 561], positions[3 * 561:]
            self.assertEqual([any(str(value) == '-0.0' for value in side) for side in sides], [True, expected])

    def test_override_columns(self):
        self.write('w.json', '{"primitive_id": "L_p", "vertex_count": 561, "influences": []}')
        mesh, = self.evaluate(self.TEXT)['meshes']
        overridden = [v for v in range(561) if mesh['joints'][4 * (561 + v)] == 4]
        self.assertEqual(overridden, [33, 49, 54, 65])  # columns 0, 16, 27 -> 16, (0 and 32), 21


class Comparison(Documents):
    def test_first_difference_in_words(self):
        path = self.write('rod.yaml', SKINNED)
        data = glb.write(evaluate(path, root=self.directory))
        output = os.path.join(self.directory, 'rod.glb')
        gltf, _ = glb.split(data)

        def compared(changed):
            with open(output, 'wb') as file:
                file.write(changed)
            return compare.first_difference(output, path, root=self.directory)

        binary = len(data) - gltf['buffers'][0]['byteLength']
        z_of_412 = binary + 4 * (3 * 412 + 2)
        self.assertIsNone(compared(data))
        self.assertEqual(
            compared(data[:z_of_412] + struct.pack('<f', 7.0) + data[z_of_412 + 4:]),
            f"mesh 'rod' POSITION[412].z: expected {struct.unpack_from('<f', data, z_of_412)[0]!r}, got 7.0")
        self.assertEqual(compared(data.replace(b'"name":"high"', b'"name":"hihg"')),
                         "node 2 'high' name: expected 'high', got 'hihg'")
        self.assertIn('of the file', compared(data.replace(b'pygltflib', b'pygltfxyz')))


if __name__ == '__main__':
    unittest.main()
