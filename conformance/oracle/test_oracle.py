#!/usr/bin/env python3
"""Checks of the oracle itself: run `python3 test_oracle.py`."""

import os
import struct
import tempfile
import unittest

import attach3
import compare
import evaluate as evaluation
import geometry
import glb
import trig
import validity
import yaml12
from linear import IDENTITY

BOX = '{ id: %s, type: box, dimensions: { x: 1, y: 2, z: 3 } }'

WHEEL = '''
version: "0.6"
materials: { rubber: { base_color: [0.1, 0.2, 0.3, 0.5] } }
meshes:
  - id: tyre
    primitives: [{ id: t, type: sphere, dimensions: { radius: 0.5 }, material: rubber }]
anchors:
  - { id: a, translation: [1, 0.5, 0.25] }
  - { id: b, translation: [1.5, 0.75, 0.5] }
  - { id: c, translation: [1, 2, 0.125] }
'''

SKINNED = '''
version: "0.6"
meshes:
  - id: rod
    primitives: [{ id: r, type: capsule, dimensions: { radius: 0.25, height: 2 } }]
armatures:
  - id: rig
    bones:
      - { id: low, parent: none, head: [0, -1, 0.5], tail: [0, 0, 0] }
      - { id: high, parent: low, head: [0.25, 0, 0], tail: [0, 1, 0] }
bindings:
  - { mesh_id: rod, armature_id: rig }
anchors:
  - { id: a, translation: [0, 0, 0] }
  - { id: b, translation: [1, 1, 0] }
  - { id: c, translation: [0, 1, 0] }
'''

OWN_INSTANCE = '''  - { id: d, translation: [3, 2, 1] }
  - { id: e, translation: [5, 2, 1] }
  - { id: f, translation: [3, 2, 4] }
instances:
  - { id: copy, mesh_id: rod, attach3: { from: [a, b, c], to: [d, e, f], mode: uniform } }
'''


def car(mode, part='wheel', b='[4, 3, -1]', c='[-2, 7, 3]'):
    return f'''
version: "0.6"
imports: {{ part: {{ source: {part}.yaml }} }}
anchors:
  - {{ id: fa, translation: [3, 2, 1] }}
  - {{ id: fb, translation: {b} }}
  - {{ id: fc, translation: {c} }}
instances:
  - {{ id: one, import: part, attach3: {{ from: [part.a, b, part.c], to: [fa, fb, fc], mode: {mode} }} }}
'''


def evaluate(*arguments, **options):
    """Before 0.12 a mesh has one primitive: its data, as fields of the mesh, keep the tests short."""
    content = evaluation.evaluate(*arguments, **options)
    for mesh in content['meshes']:
        primitive, = mesh['primitives']
        mesh.update(primitive)
    return content


class Documents(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.directory = holder.name

    def write(self, name, text):
        path = os.path.join(self.directory, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def evaluate(self, text, **options):
        return evaluate(self.write('main.rigy.yaml', text), root=self.directory, **options)

    def assertClose(self, actual, expected, tolerance=1e-12):
        self.assertEqual(len(actual), len(expected))
        for a, e in zip(actual, expected):
            self.assertLessEqual(abs(a - e), tolerance * max(1.0, abs(e)))


def move(matrix, p):
    """A column-major glTF matrix applied to a point."""
    return [matrix[i] * p[0] + matrix[4 + i] * p[1] + matrix[8 + i] * p[2] + matrix[12 + i] for i in range(3)]


IDENTITY16 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]


def local_matrix(node):
    if 'matrix' in node:
        return node['matrix']
    return IDENTITY16[:12] + list(node.get('translation', (0, 0, 0))) + [1]


def world_moves(content):
    """node index -> function from its space to world space."""
    parents = {child: i for i, node in enumerate(content['nodes']) for child in node.get('children', [])}

    def to_world(index, p):
        while index is not None:
            p = move(local_matrix(content['nodes'][index]), p)
            index = parents.get(index)
        return p
    return to_world


def world_vertices(content):
    """node name -> vertices in world space; a skinned vertex goes through its first joint."""
    to_world = world_moves(content)
    result = {}
    for index, node in enumerate(content['nodes']):
        if 'mesh' not in node:
            continue
        mesh, points = content['meshes'][node['mesh']], []
        for v in range(len(mesh['positions']) // 3):
            p, space = mesh['positions'][3 * v:3 * v + 3], index
            if 'skin' in node:
                joint = mesh['joints'][4 * v]
                p = move(mesh['inverse_bind_matrices'][16 * joint:16 * joint + 16], p)
                space = content['skins'][node['skin']]['joints'][joint]
            points += to_world(space, p)
        result[node['name']] = points
    return result


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

    def test_sorted_by_weight_then_bytes_cut_and_normalised(self):
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


class Composition(Documents):
    def setUp(self):
        super().setUp()
        self.write('wheel.yaml', WHEEL)
        self.write('rod.yaml', SKINNED)

    def landed(self, mode):
        content = self.evaluate(car(mode))
        matrix = content['nodes'][0]['matrix']
        return [move(matrix, p) for p in ((1, 0.5, 0.25), (1.5, 0.75, 0.5), (1, 2, 0.125))], matrix

    def test_rigid(self):
        (a, b, _), matrix = self.landed('rigid')
        self.assertClose(a, [3, 2, 1])
        reach, way = 0.375 ** 0.5, [1 / 6 ** 0.5, 1 / 6 ** 0.5, -2 / 6 ** 0.5]
        self.assertClose([b[i] - a[i] for i in range(3)], [reach * component for component in way])
        for i in range(3):
            for j in range(3):
                product = sum(matrix[4 * i + k] * matrix[4 * j + k] for k in range(3))
                self.assertAlmostEqual(product, IDENTITY[i][j], delta=1e-14)

    def test_uniform(self):
        (a, b, _), _ = self.landed('uniform')
        self.assertClose(a, [3, 2, 1])
        self.assertClose(b, [4, 3, -1])

    def test_affine_is_baked_where_gltf_cannot_hold_it(self):
        content = self.evaluate(car('affine'))
        self.assertEqual(content['nodes'], [{'name': 'one', 'children': [1]}, {'name': 'one.tyre', 'mesh': 0}])
        source = [(1.0, 0.5, 0.25), (1.5, 0.75, 0.5), (1.0, 2.0, 0.125)]
        target = [(3.0, 2.0, 1.0), (4.0, 3.0, -1.0), (-2.0, 7.0, 3.0)]
        transform = attach3.attach3('affine', source, target)
        for p, q in zip(source, target):
            self.assertClose(attach3.point(transform, p), q)
        rest = self.evaluate(WHEEL)['meshes'][0]
        baked = content['meshes'][0]
        m, _ = transform
        for i in range(0, len(rest['positions']), 3):
            self.assertClose(baked['positions'][i:i + 3],
                             attach3.point(transform, rest['positions'][i:i + 3]), 1e-5)
            # a tangent t of the surface (t . n = 0) is moved to one of the new surface: (M t) . n' = 0
            n, new = rest['normals'][i:i + 3], baked['normals'][i:i + 3]
            pulled = [sum(m[k][j] * new[k] for k in range(3)) for j in range(3)]
            length = sum(c * c for c in pulled) ** 0.5
            self.assertClose([c / length for c in pulled], n, 1e-5)
            self.assertAlmostEqual(sum(c * c for c in new), 1.0, delta=1e-6)

    def test_affine_along_the_axes_stays_a_matrix(self):
        self.write('wheel.yaml', WHEEL.replace('[1.5, 0.75, 0.5]', '[2, 0.5, 0.25]').replace('0.125', '0.25'))
        content = self.evaluate(car('affine', b='[5, 2, 1]', c='[3, 6.5, 1]'))
        self.assertEqual(content['nodes'][0]['matrix'],
                         [2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 1.0, 0.5, 0.25, 1.0])

    def test_baking_moves_nothing(self):
        for part in ('wheel', 'rod'):
            for mode in ('rigid', 'uniform'):
                plain = self.evaluate(car(mode, part))
                baked = self.evaluate(car(mode, part), bake_transforms=True)
                self.assertTrue(any('matrix' in node for node in plain['nodes']))
                self.assertFalse(any('matrix' in node for node in baked['nodes']))
                before, after = world_vertices(plain), world_vertices(baked)
                self.assertEqual(list(before), list(after))
                for name in before:
                    self.assertClose(after[name], before[name], 1e-5)

    def test_nested_instances(self):
        self.write('axle.yaml', car('uniform') + '''
  - { id: two, import: part, attach3: { from: [a, b, c], to: [fa, fc, fb], mode: rigid } }
meshes: [{ id: bar, primitives: [%s] }]
''' % (BOX % 'p'))
        text = '''
version: "0.6"
imports: { axle: { source: axle.yaml }, wheel: { source: wheel.yaml } }
meshes:
  - id: body
    name: Body
    primitives: [{ id: p, type: box, dimensions: { width: 1, height: 2, depth: 3 }, material: wheel.rubber }]
anchors:
  - { id: a, translation: [0, 0, 0] }
  - { id: b, translation: [2, 0, 0] }
  - { id: c, translation: [1, 3, 4] }
instances:
  - { id: L_front, import: axle, attach3: { from: [axle.fa, fb, fc], to: [a, b, c], mode: %s } }
  - { id: spare, mesh_id: body }
symmetry: { mirror_x: { prefix_from: L_, prefix_to: R_ } }
'''
        content = self.evaluate(text % 'uniform')
        self.assertEqual([node['name'] for node in content['nodes']], [
            'Body', 'L_front', 'L_front.bar', 'L_front.one', 'L_front.one.tyre', 'L_front.two', 'L_front.two.tyre',
            'spare', 'spare.Body',
            'R_front', 'R_front.bar', 'R_front.one', 'R_front.one.tyre', 'R_front.two', 'R_front.two.tyre'])
        self.assertEqual([mesh['name'] for mesh in content['meshes']], ['Body', 'axle.bar', 'wheel.tyre'])
        self.assertEqual([material['name'] for material in content['materials']], ['wheel.rubber'])
        self.assertEqual([mesh['material'] for mesh in content['meshes']], [0, None, 0])
        self.assertEqual(content['scene'], [0, 1, 7, 9])
        self.assertEqual(content['nodes'][7], {'name': 'spare', 'children': [8]})
        before = world_vertices(content)
        after = world_vertices(self.evaluate(text % 'uniform', bake_transforms=True))
        for name in before:
            self.assertClose(after[name], before[name], 1e-5)

    def test_a_baked_instance_bakes_everything_below(self):
        self.write('axle.yaml', car('rigid') + '''
meshes: [{ id: bar, primitives: [%s] }]
''' % (BOX % 'p'))
        axle = world_vertices(evaluate(os.path.join(self.directory, 'axle.yaml'), root=self.directory))
        outer = '''
version: "0.6"
imports: { axle: { source: axle.yaml } }
anchors:
  - { id: a, translation: [0, 0, 0] }
  - { id: b, translation: [2, 0, 0] }
  - { id: c, translation: [1, 3, 4] }
instances:
  - { id: i, import: axle, attach3: { from: [fa, fb, fc], to: [a, b, c], mode: affine } }
'''
        transform = attach3.attach3('affine', [(3.0, 2.0, 1.0), (4.0, 3.0, -1.0), (-2.0, 7.0, 3.0)],
                                    [(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (1.0, 3.0, 4.0)])
        content = self.evaluate(outer)
        self.assertFalse(any('matrix' in node for node in content['nodes']))
        result = world_vertices(content)
        self.assertEqual(list(result), ['i.bar', 'i.one.tyre'])
        for name, points in axle.items():
            moved = [c for i in range(0, len(points), 3) for c in attach3.point(transform, points[i:i + 3])]
            self.assertClose(result['i.' + name], moved, 1e-5)

    def test_a_mirrored_instance_stands_on_mirrored_anchors(self):
        content = self.evaluate(car('uniform').replace('fa', 'L_a').replace('fb', 'L_b').replace('id: one', 'id: L_one')
                                + 'symmetry: { mirror_x: { prefix_from: L_, prefix_to: R_ } }\n')
        node = content['nodes'][2]
        self.assertEqual(node['name'], 'R_one')
        self.assertClose(move(node['matrix'], (1, 0.5, 0.25)), [-3, 2, 1])
        self.assertClose(move(node['matrix'], (1.5, 0.75, 0.5)), [-4, 3, -1])

    OWN_POSE = '\nposes: [{ id: s, bones: { low: { rotation: [0.8, 0.6, 0, 0], translation: [0.5, 0, 0] } } }]\n'

    def test_a_pose_comes_before_a_baked_transform(self):
        text = SKINNED + OWN_INSTANCE + self.OWN_POSE
        plain, baked = (self.evaluate(text, pose='s', bake_transforms=bake) for bake in (False, True))
        self.assertEqual((plain['skins'], baked['skins']), ([], []))
        self.assertEqual(baked['nodes'][5], {'name': 'copy.low', 'children': [6]})
        self.assertEqual(baked['nodes'][3], {'name': 'copy', 'children': [4, 5]})
        self.assertNotEqual(plain['meshes'][0]['positions'], self.evaluate(text)['meshes'][0]['positions'])
        self.assertClose(world_vertices(baked)['copy.rod'], world_vertices(plain)['copy.rod'], 1e-5)

    def test_a_pose_leaves_imports_alone(self):
        text = car('rigid', 'rod') + """
armatures: [{ id: own, bones: [{ id: low, parent: none, head: [0, 0, 0], tail: [0, 1, 0] }] }]
""" + self.OWN_POSE
        rest, posed = self.evaluate(text), self.evaluate(text, pose='s')
        self.assertEqual(posed['meshes'][0]['positions'], rest['meshes'][0]['positions'])
        self.assertEqual((len(rest['skins']), posed['skins']), (1, []))
        self.assertEqual(posed['nodes'][2], {'name': 'one.low', 'children': [3]})

    def test_each_instance_of_a_skinned_asset_has_its_own_skin(self):
        text = car('rigid', 'rod')
        instance = text.strip().split('\n')[-1]
        content = self.evaluate(text + instance.replace('one', 'two') + '\n')
        self.assertEqual([(skin['name'], skin['mesh'], skin['skeleton'], skin['joints']) for skin in content['skins']],
                         [('part.rig', 0, 2, [2, 3]), ('part.rig', 0, 6, [6, 7])])
        self.assertEqual([node['name'] for node in content['nodes']], [
            'one', 'one.rod', 'one.low', 'one.high', 'two', 'two.rod', 'two.low', 'two.high'])
        self.assertEqual(content['nodes'][0]['children'], [1, 2])


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
