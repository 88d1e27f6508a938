#!/usr/bin/env python3
"""Checks of the oracle's scenes: run `python3 test_rigs.py`."""

import random
import unittest

import attach3
import rigs
from errors import Refused
from evaluate import evaluate
from linear import add, apply, multiply, scale, transpose
from support import InFolder

ASSET = '''
version: "0.6"
meshes: [ { id: m, primitives: [ { id: p, type: box, dimensions: { x: 1, y: 1, z: 1 } } ] } ]
anchors:
%s
'''
ANCHORS = ('s1', 's2', 's3', 'm1', 'm2', 'm3')


def anchor_lines(points):
    return '\n'.join(f'  - {{ id: {name}, translation: [{x!r}, {y!r}, {z!r}] }}' for name, (x, y, z) in points.items())


class Scenes(InFolder):
    def scene(self, text, imports='{ a: a.rigy.yaml }'):
        return self.write('main.rigs.yaml', f'rigs_version: "0.1"\nimports: {imports}\nscene: {text}\n')

    def test_mounts_land_on_slots(self):
        """At every depth the mount's frame is the slot's frame, turned by the yaw and moved by the nudge."""
        numbers = random.Random(5)
        for _ in range(20):
            points = {name: tuple(numbers.uniform(-2, 2) for _ in range(3)) for name in ANCHORS}
            self.write('a.rigy.yaml', ASSET % anchor_lines(points))
            yaw, up = numbers.choice(list(rigs.YAW)), numbers.uniform(-1, 1)
            place = ('slot: { anchors: [s1, s2, s3] }, mount: { anchors: [m1, m2, m3] }, '
                     f'rotate: {yaw}, nudge: {{ up: {up!r} }}')
            path = self.scene('{ base: a, children: [ { id: x, base: a, place: { %s }, children: '
                              '[ { id: y, base: a, place: { %s } } ] } ] }' % (place, place))
            nodes = {node['name']: node for node in evaluate(path, root=self.directory)['nodes']}
            slot, _, _, _ = attach3.frame3([points[name] for name in ('s1', 's2', 's3')])
            mount, _, _, _ = attach3.frame3([points[name] for name in ('m1', 'm2', 'm3')])
            origin = add(points['s1'], scale(up, transpose(slot)[1]))
            for name in ('x', 'y'):
                m = nodes[name]['matrix']
                rotation = tuple((m[i], m[4 + i], m[8 + i]) for i in range(3))
                landed = add(apply(rotation, points['m1']), tuple(m[12:15]))
                self.assertClose(landed, origin)
                for row, expected in zip(multiply(rotation, mount), multiply(slot, rigs.YAW[yaw])):
                    self.assertClose(row, expected)

    def assertClose(self, actual, expected):
        for a, e in zip(actual, expected):
            self.assertAlmostEqual(a, e, delta=1e-12)

    def test_lengths(self):
        reader = rigs.SceneReader()
        for given, meters in (('20cm', 0.2), ('-1in', -0.0254), ('2ft', 0.6096), ('3', 3.0), ('1.5m', 1.5), (7, 7.0)):
            self.assertEqual(reader.length(given), meters)
        for given in ('+1', '1 cm', '1e2cm', '.5m', '5.', 'mm', ''):
            with self.assertRaises(Refused, msg=given):
                reader.length(given)

    def test_depth(self):
        self.write('a.rigy.yaml', ASSET % anchor_lines({'s1': (0, 0, 0), 's2': (1, 0, 0), 's3': (0, 1, 0)}))
        place = 'place: { slot: { anchors: [s1, s2, s3] }, mount: { anchors: [s1, s2, s3] } }'

        def nested(depth):
            children = '[]'
            for level in range(depth, 0, -1):
                children = f'[ {{ id: c{level}, base: a, {place}, children: {children} }} ]'
            return self.scene(f'{{ base: a, children: {children} }}')

        self.assertEqual(len(evaluate(nested(64), root=self.directory)['nodes']), 2 + 2 * 64)
        with self.assertRaises(Refused) as caught:
            evaluate(nested(65), root=self.directory)
        self.assertEqual(caught.exception.error_class, 'ParseError')

    def test_aliases_of_one_file(self):
        self.write('a.rigy.yaml', ASSET % anchor_lines({'s1': (0, 0, 0), 's2': (1, 0, 0), 's3': (0, 1, 0)}))
        place = 'place: { slot: { anchors: [s1, s2, s3] }, mount: { anchors: [s1, s2, s3] } }'
        path = self.scene('{ base: a, children: [ { id: x, base: b, %s }, { id: y, base: b, %s } ] }' % (place, place),
                          '{ a: a.rigy.yaml, b: a.rigy.yaml }')
        content = evaluate(path, root=self.directory)
        self.assertEqual(len(content['meshes']), 2)
        self.assertEqual([node.get('mesh') for node in content['nodes']], [None, 0, None, 1, None, 1])


if __name__ == '__main__':
    unittest.main()
