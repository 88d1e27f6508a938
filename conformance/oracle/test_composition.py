#!/usr/bin/env python3
"""Checks of how the oracle places imports and instances: run `python3 test_composition.py`."""

import os
import unittest

import attach3
from linear import IDENTITY
from support import BOX, OWN_INSTANCE, SKINNED, WHEEL, Documents, evaluate


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
        self.assertEqual(content['nodes'], [{'name': 'one', 'children': [1]}, {'name': 'one.tire', 'mesh': 0}])
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
            'Body', 'L_front', 'L_front.bar', 'L_front.one', 'L_front.one.tire', 'L_front.two', 'L_front.two.tire',
            'spare', 'spare.Body',
            'R_front', 'R_front.bar', 'R_front.one', 'R_front.one.tire', 'R_front.two', 'R_front.two.tire'])
        self.assertEqual([mesh['name'] for mesh in content['meshes']], ['Body', 'axle.bar', 'wheel.tire'])
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
        self.assertEqual(list(result), ['i.bar', 'i.one.tire'])
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


if __name__ == '__main__':
    unittest.main()
