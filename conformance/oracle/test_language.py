#!/usr/bin/env python3
"""Checks of what the oracle knows about the languages 0.7 to 0.13: run `python3 test_language.py`."""

import hashlib
import json
import math
import os
import random
import tempfile
import unittest

import expressions
import glb
import implicit
import macros
import rotations
import trig
import uv
import wedge
from errors import Refused
from evaluate import evaluate
from geometry import tessellate
from linear import IDENTITY, apply, cross, dot, multiply, subtract, transpose
from preprocess import ParamValue, preprocess
from refusals import judge

HERE = os.path.dirname(os.path.abspath(__file__))
PUBLISHED = os.path.join(HERE, '..', '..', '..', 'shared')


def value(text, **params):
    return expressions.quantized(expressions.steps(text, params))


def code_of(function, *arguments):
    try:
        function(*arguments)
    except Refused as refused:
        return refused.code
    return None


class Functions(unittest.TestCase):
    def test_tangent(self):
        self.assertEqual(trig.tan(1.0), 1.5574077246549023)
        self.assertEqual(trig.tan(math.pi / 2), 1.633123935319537e16)
        self.assertEqual(trig.tan(-0.75), -trig.tan(0.75))
        self.assertEqual(repr(trig.tan(-0.0)), '-0.0')

    def test_arctangent(self):
        self.assertEqual(trig.atan2(1.0, 1.0), math.pi / 4)
        self.assertEqual(trig.atan2(-1e-300, -1e300), -math.pi)
        self.assertEqual(trig.atan2(5e-324, 2.0), 0.0)  # just below the midpoint between 0 and 5e-324
        self.assertEqual(trig.atan2(1.5e-323, 2.0), 5e-324)
        self.assertEqual(repr(trig.atan2(-0.0, 1.0)), '-0.0')
        self.assertEqual(trig.atan2(0.0, -0.0), math.pi)

    def test_against_the_library(self):
        """The machine's functions are rarely off by more than one unit in the last place."""
        numbers = random.Random(7)
        for _ in range(200):
            y, x = (numbers.uniform(-1, 1) * 10.0 ** numbers.randint(-9, 9) for _ in range(2))
            self.assertLessEqual(abs(trig.atan2(y, x) - math.atan2(y, x)), math.ulp(math.atan2(y, x)))
            self.assertLessEqual(abs(trig.tan(x) - math.tan(x)), math.ulp(math.tan(x)))


class Expressions(unittest.TestCase):
    def test_values(self):
        for text, expected in (('=2+3*4', 14.0), ('=10-4-3', 3.0), ('=-(1-3)', 2.0), ('=clamp(2,4,1)', 4.0),
                               ('=max(1, 2)', 2.0), ('=\t1 / 4 ', 0.25), ('=1.e2', 100.0), ('=--1', 1.0)):
            self.assertAlmostEqual(value(text), expected, delta=1e-12, msg=text)
        self.assertEqual((value('=0.3'), value('=31')), (0.30000000000000004, 31.000000000000004))
        self.assertEqual(value('=$w/2', w=3), 1.5)
        self.assertEqual(repr(value('=-0')), '0.0')

    def test_errors(self):
        for code, texts in {
                'V68': ('=1+', '=(1', '=1 2', '=.5', '=f(1)', '=min(1)', '=sin()', '=w', '=1,2', '= ', '=2**3',
                        '=' + '(' * 65 + '1' + ')' * 65, '=1\u00a0+1'),
                'V69': ('=$x', '=$text', '=$flag'),
                'V70': ('=1/0', '=0/-0', '=1e308*10', '=1e400', '=1e300'),
                'V71': ('=sqrt(-1)',)}.items():
            for text in texts:
                self.assertEqual(code_of(expressions.steps, text, {'text': '1', 'flag': True}), code, text)


class Preprocessing(unittest.TestCase):
    def expanded(self, **tree):
        return preprocess({'version': '0.12', **tree}, 12)[0]

    def test_repeat(self):
        inner = {'repeat': {'count': '${i}', 'as': 'j', 'body': {'id': '${i}/${j}'}}}
        tree = self.expanded(meshes=[{'repeat': {'count': 3, 'as': 'i', 'body': {'n': '${i}', 'parts': [inner]}}}])
        self.assertEqual(tree['meshes'], [{'n': 0, 'parts': []}, {'n': 1, 'parts': [{'id': '1/0'}]},
                                          {'n': 2, 'parts': [{'id': '2/0'}, {'id': '2/1'}]}])

    def test_params(self):
        tree = self.expanded(params={'a': '$b', 'b': 2}, meshes=['$a', '$b', '=$b', '$5', 'x$'])
        values = [item.value if isinstance(item, ParamValue) else item for item in tree['meshes']]
        self.assertEqual(values, ['$b', 2, '=$b', '$5', 'x$'])

    def test_errors(self):
        body = {'id': 'x'}
        for code, tree in (
                ('V58', {'params': {'a': None}}), ('V59', {'meshes': ['$a']}), ('V60', {'meshes': ['a $b']}),
                ('V62', {'meshes': [{'repeat': {'count': '$n', 'as': 'i', 'body': body}}]}),
                ('V63', {'meshes': [{'repeat': {'count': 1, 'as': 'i i', 'body': body}}]}),
                ('V64', {'meshes': {'repeat': 1}}), ('V65', {'meshes': [{'${i}': 1}]})):
            self.assertEqual(code_of(lambda: self.expanded(**tree)), code)


class Rotations(unittest.TestCase):
    def test_matrices_are_rotations(self):
        for transform in ({'rotation_euler': (0.3, -1.1, 2.9)}, {'rotation_axis_angle': ((1.0, 2.0, 3.0), 0.7)},
                          {'rotation_quat': (0.1, 0.2, 0.3, -0.4)}):
            matrices = [rotations.primitive_matrix(transform, 12), rotations.op_matrix(transform)]
            for matrix in matrices:
                product = multiply(matrix, transpose(matrix))
                for i in range(3):
                    for j in range(3):
                        self.assertAlmostEqual(product[i][j], IDENTITY[i][j], delta=1e-11)
                        self.assertAlmostEqual(matrix[i][j], matrices[0][i][j], delta=1e-11)

    def test_euler_is_the_old_matrix(self):
        angles = (0.3, -1.1, 2.9)
        old, new = rotations.euler_matrix(angles), rotations.primitive_matrix({'rotation_euler': angles}, 12)
        self.assertNotEqual(old, new)
        for i in range(3):
            for j in range(3):
                self.assertAlmostEqual(old[i][j], new[i][j], delta=1e-11)

    def test_mirrored(self):
        """The mirrored rotation of a mirrored point is the mirror image of the rotated point."""
        p = (0.3, 0.5, -0.7)
        for transform in ({'rotation_euler': (0.3, -1.1, 2.9)}, {'rotation_axis_angle': ((1.0, 2.0, 3.0), 0.7)},
                          {'rotation_quat': (0.1, 0.2, 0.3, -0.4)}):
            x, y, z = apply(rotations.primitive_matrix(transform, 12), p)
            image = apply(rotations.primitive_matrix(rotations.mirrored(transform), 12), (-p[0], p[1], p[2]))
            for got, expected in zip(image, (-x, y, z)):
                self.assertAlmostEqual(got, expected, delta=1e-11)


class Shapes(unittest.TestCase):
    def test_wedge(self):
        positions, normals, indices = wedge.wedge({'x': 2.0, 'y': 3.0, 'z': 4.0})
        self.assertEqual((len(positions), len(normals), len(indices)), (18, 18, 24))
        inward = 0
        for i in range(0, 24, 3):
            a, b, c = (positions[index] for index in indices[i:i + 3])
            normal = normals[indices[i]]
            direction = cross(subtract(b, a), subtract(c, a))
            size = math.sqrt(dot(direction, direction))
            self.assertAlmostEqual(abs(dot(direction, normal)), size)
            inward += dot(direction, normal) < 0
        self.assertEqual(inward, 2)  # the face -x, as published

    def test_wall(self):
        """Boxes and cutouts side by side fill the wall exactly once."""
        cutouts = [{'id': 'a', 'span': (1.0, 2.0), 'top': 2.0},
                   {'id': 'b', 'span': (3.0, 4.5), 'bottom': 1.0, 'top': 1.5}]
        wall = {'id': 'w', 'axis': 'x', 'span': (0.0, 6.0), 'height': 3.0, 'thickness': 0.5, 'cutouts': cutouts}
        boxes = macros.box_decompose(wall, 'm', 12)
        self.assertEqual([box['id'] for box in boxes],
                         ['w_gap_0', 'w_gap_1', 'w_gap_2', 'w_a_above', 'w_b_below', 'w_b_above'])
        self.assertEqual(sum(math.prod(box['dimensions'].values()) for box in boxes), 9.0 - 1.0 - 0.375)

    def test_prism(self):
        """The triangle at the start lies on the plane, with its right angle at the origin of the plane."""
        macro = {'id': 'g', 'plane': {'origin': (0.3, -0.2, 0.7), 'normal': (1.0, 2.0, 2.0)},
                 'leg_p': (2.0, 1.0, -2.0), 'leg_q': (2.0, -2.0, 1.0), 'length': 0.7}
        positions, _, _ = tessellate(macros.triangle_prism(macro), 12)
        corners = {tuple(round(component, 9) + 0.0 for component in p) for p in positions}
        origin = macro['plane']['origin']
        for leg in ((0.0, 0.0, 0.0), macro['leg_p'], macro['leg_q']):
            self.assertIn(tuple(round(o + component, 9) for o, component in zip(origin, leg)), corners)

    def test_uv_counts(self):
        sizes = {'box': dict(x=1.0, y=1.0, z=1.0), 'wedge': dict(x=1.0, y=1.0, z=1.0), 'sphere': dict(radius=1.0),
                 'cylinder': dict(radius=1.0, height=1.0), 'capsule': dict(radius=1.0, height=1.0)}
        for generator, kinds in uv.GENERATORS.items():
            for kind in kinds:
                positions, _, _ = tessellate({'type': kind, 'dimensions': sizes[kind]})
                self.assertEqual(len(uv.FUNCTIONS[generator](positions)), len(positions), (generator, kind))


class Implicit(unittest.TestCase):
    def test_table(self):
        with open(implicit.TABLES, 'rb') as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        self.assertEqual(digest, '310452ffcd9e01a0824bb1bcd2dac54447dc4264595239f0a44419b20862754d')

    def test_sphere(self):
        """Every edge is used once each way; vertices and normals are those of a sphere, triangles face inward."""
        op = {'op': 'add', 'field': 'sdf_sphere@1', 'radius': 0.6, 'strength': 1.0}
        grid, aabb = dict(nx=12, ny=12, nz=12), {'min': (-1.0, -1.0, -1.0), 'max': (1.0, 1.0, 1.0)}
        positions, normals, indices = implicit.surface(
            {'ops': [op], 'iso': 0.5, 'domain': {'aabb': aabb, 'grid': grid}})
        self.assertEqual(indices, list(range(len(positions))))
        keys = [tuple(round(component, 9) for component in p) for p in positions]
        edges = [(keys[i + a], keys[i + b]) for i in range(0, len(keys), 3) for a, b in ((0, 1), (1, 2), (2, 0))]
        self.assertEqual(sorted(edges), sorted((b, a) for a, b in edges))
        for p, n in zip(positions, normals):
            self.assertAlmostEqual(math.sqrt(dot(p, p)), 0.6, delta=0.01)
            self.assertAlmostEqual(dot(p, n), math.sqrt(dot(p, p)), delta=0.01)
        for i in range(0, len(positions), 3):
            a, b, c = positions[i:i + 3]
            self.assertLess(dot(cross(subtract(b, a), subtract(c, a)), normals[i]), 0)


class Published(unittest.TestCase):
    """The files that came with the language, where they are there."""

    def check(self, folder, tests):
        for test in tests:
            with self.subTest(test['input']):
                path = os.path.join(folder, test['input'])
                if test.get('type') == 'negative':
                    self.assertEqual(judge(path, folder)[0], test['expected_error_type'])
                else:
                    digest = hashlib.sha256(glb.write(evaluate(path, root=folder))).hexdigest()
                    self.assertEqual(digest, test['expected_sha256'])

    def read(self, folder, name):
        path = os.path.join(PUBLISHED, folder, name)
        if not os.path.exists(path):
            self.skipTest(f'{path} is not there')
        with open(path, encoding='utf-8') as file:
            return os.path.dirname(path), json.load(file)

    def test_suite_of_0_11(self):
        folder, manifest = self.read('conformance-0.11', 'manifest.json')
        self.check(folder, manifest['tests'])

    def test_implicit_examples(self):
        self.check(*self.read('implicit-examples', 'digests.json'))


class Judging(unittest.TestCase):
    def judged(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'main.rigy.yaml')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            return judge(path, folder)

    def test_versions(self):
        mesh = 'meshes: [ { id: m, primitives: [ { id: p, type: box, dimensions: { x: %s, y: 1, z: 1 } } ] } ]\n'
        self.assertIsNone(self.judged('version: "0.12"\n' + mesh % '"=1+1"'))
        self.assertEqual(self.judged('version: "0.11"\n' + mesh % '"=1+1"'), ('ValidationError', 'V77'))
        self.assertEqual(self.judged('version: "0.9"\nextra: 1\n'), ('ParseError', 'V33'))
        self.assertEqual(self.judged('version: "0.10"\nextra: 1\n'), ('ParseError', 'V57'))
        self.assertEqual(self.judged('version: "0.10"\nunits: meters\nunits: meters\n'), ('ParseError', 'V56'))
        self.assertEqual(self.judged('version: "1.0"\n'), ('ParseError', None))
        self.assertEqual(self.judged('version: [\n'), ('ParseError', None))


if __name__ == '__main__':
    unittest.main()
