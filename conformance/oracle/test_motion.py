#!/usr/bin/env python3
"""Judges exported clips: `python3 test_motion.py --rigy PROGRAM` compares every sample of a GLB with motion.py."""

import argparse
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

from linear import add, apply, multiply, scale, subtract, transpose
from motion import ORIGIN, Motion, quaternion_matrix, slerp
from random_motions import random_motion

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, '..', '..', 'examples', 'motion')
RIGY = None
# A sample is stored in binary32; between samples a linear reader is allowed 1e-5 for each bone of a chain.
AT_SAMPLES, BETWEEN = 2e-6, 2e-4

ASSET = '''version: "0.13"
meshes:
  - id: body
    primitives: [{id: box, type: box, dimensions: {x: 0.2, y: 0.2, z: 0.2}}]
armatures:
  - id: rig
    bones:
      - {id: hips, parent: none, head: [0.02, 1, 0.05], tail: [0, 1.2, 0], roll: 0.3}
      - {id: spine, parent: hips, head: [0, 1.2, 0], tail: [0, 1.6, 0.1]}
      - {id: L_arm, parent: spine, head: [-0.2, 1.5, 0], tail: [-0.5, 1.45, 0.05], roll: -0.4}
      - {id: L_hand, parent: L_arm, head: [-0.5, 1.45, 0.05], tail: [-0.75, 1.4, 0]}
      - {id: L_thigh, parent: hips, head: [-0.1, 0.95, 0], tail: [-0.1, 0.5, 0]}
      - {id: L_shin, parent: L_thigh, head: [-0.11, 0.5, -0.03], tail: [-0.1, 0.1, 0]}
      - {id: L_foot, parent: L_shin, head: [-0.1, 0.1, 0], tail: [-0.1, 0.05, -0.2]}
bindings:
  - {mesh_id: body, armature_id: rig, weights: [{primitive_id: box, bones: [{bone_id: hips, weight: 1}]}]}
symmetry: {mirror_x: {prefix_from: "L_", prefix_to: "R_"}}
poses:
  - id: wave
    bones:
      hips: {rotation: [0.8, 0, 0.6, 0], translation: [0.1, 1.1, 0]}
      R_arm: {rotation: [0.6, 0, 0, 0.8], translation: [0.3, 1.6, 0.1]}
'''


def about_face(m):
    """A matrix of the file, which faces +z, in the axes of the document, or the other way round."""
    signs = (-1, 1, -1)
    return tuple(tuple(signs[i] * signs[j] * m[i][j] for j in range(3)) for i in range(3))


class Glb:
    def __init__(self, path):
        with open(path, 'rb') as file:
            data = file.read()
        size = struct.unpack_from('<I', data, 12)[0]
        self.json = json.loads(data[20:20 + size])
        self.binary = data[28 + size:]
        self.parents = {child: i for i, node in enumerate(self.json['nodes']) for child in node.get('children', [])}
        skins = self.json.get('skins', [{'joints': []}])
        self.joints = {self.json['nodes'][i]['name']: i for i in skins[0]['joints']}

    def numbers(self, index):
        accessor = self.json['accessors'][index]
        width = {'SCALAR': 1, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}[accessor['type']]
        letter = {5121: 'B', 5123: 'H', 5126: 'f'}[accessor['componentType']]
        view = self.json['bufferViews'][accessor['bufferView']]
        start = view.get('byteOffset', 0) + accessor.get('byteOffset', 0)
        flat = struct.unpack_from(f'<{width * accessor["count"]}{letter}', self.binary, start)
        return [flat[i:i + width] for i in range(0, len(flat), width)]

    def animation(self, name):
        return next(one for one in self.json['animations'] if one['name'] == name)

    def tracks(self, animation):
        tracks = {}
        for channel in animation['channels']:
            sampler = animation['samplers'][channel['sampler']]
            times = [one[0] for one in self.numbers(sampler['input'])]
            tracks[channel['target']['node'], channel['target']['path']] = times, self.numbers(sampler['output'])
        return tracks

    def local(self, node, tracks, seconds):
        own = self.json['nodes'][node]
        shift, turn = own.get('translation', ORIGIN), own.get('rotation', (0, 0, 0, 1))
        rotation = quaternion_matrix(*turn)
        if (node, 'translation') in tracks:
            first, second, share = between(*tracks[node, 'translation'], seconds)
            shift = add(scale(1 - share, first), scale(share, second))
        if (node, 'rotation') in tracks:
            first, second, share = between(*tracks[node, 'rotation'], seconds)
            rotation = slerp((first[3], *first[:3]), (second[3], *second[:3]), share)
        return rotation, shift

    def vertices(self, tracks, seconds):
        """Where the corners of all triangles are, by linear blend skinning where there is a skin.

        Corners, because exports share equal vertices, and fewer of a skinned mesh are equal."""
        points = []
        for number, node in enumerate(self.json['nodes']):
            if 'mesh' not in node:
                continue
            place, bones = self.world(number, {}, 0), []
            if 'skin' in node:
                skin = self.json['skins'][node['skin']]
                for joint, m in zip(skin['joints'], self.numbers(skin['inverseBindMatrices'])):
                    back = tuple(tuple(m[4 * j + i] for j in range(3)) for i in range(3))
                    rotation, shift = self.world(joint, tracks, seconds)
                    bones.append((multiply(rotation, back), add(shift, apply(rotation, m[12:15]))))
            for primitive in self.json['meshes'][node['mesh']]['primitives']:
                at = primitive['attributes']
                positions = self.numbers(at['POSITION'])
                corners = [index for (index,) in self.numbers(primitive['indices'])]
                if not bones:
                    moved = [add(place[1], apply(place[0], p)) for p in positions]
                    points += [moved[corner] for corner in corners]
                    continue
                moved = []
                for p, joints, weights in zip(positions, self.numbers(at['JOINTS_0']), self.numbers(at['WEIGHTS_0'])):
                    total = ORIGIN
                    for joint, weight in zip(joints, weights):
                        rotation, shift = bones[joint]
                        total = add(total, scale(weight, add(shift, apply(rotation, p))))
                    moved.append(total)
                points += [moved[corner] for corner in corners]
        return points

    def world(self, node, tracks, seconds):
        rotation, shift = self.local(node, tracks, seconds)
        if node not in self.parents:
            return rotation, shift
        above, start = self.world(self.parents[node], tracks, seconds)
        return multiply(above, rotation), add(start, apply(above, shift))


def between(times, values, seconds):
    if seconds <= times[0]:
        return values[0], values[0], 0
    for i in range(1, len(times)):
        # 0.55 in binary32 is a little later.
        if abs(seconds - times[i]) < 1e-6:
            return values[i], values[i], 0
        if seconds <= times[i]:
            return values[i - 1], values[i], (seconds - times[i - 1]) / (times[i] - times[i - 1])
    return values[-1], values[-1], 0


class Clips(unittest.TestCase):
    def export(self, path, *options):
        out = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), 'out.glb')
        run = subprocess.run([RIGY, 'export', path, '-o', out, '--suppress-warning', 'all', *options], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return Glb(out)

    def compare(self, motion, glb, name, seconds, tracks, tolerance):
        posture = motion.moment(name, seconds)
        for bone, joint in glb.joints.items():
            rest, start = glb.world(joint, {}, 0)
            rotation, shift = glb.world(joint, tracks, seconds)
            turned = about_face(multiply(rotation, transpose(rest)))
            for got, wanted in zip(turned, posture.rotation[bone]):
                for a, b in zip(got, wanted):
                    self.assertAlmostEqual(a, b, delta=tolerance, msg=f'{name} at {seconds}: rotation of {bone}')
            wanted = posture.place[bone]
            for a, b in zip((-shift[0], shift[1], -shift[2]), wanted):
                self.assertAlmostEqual(a, b, delta=tolerance, msg=f'{name} at {seconds}: head of {bone}')
            self.assertAlmostEqual(start[1], motion.skeleton.head(bone)[1], delta=1e-6)

    def judge(self, path):
        motion, glb = Motion(path), self.export(path)
        for name, clip in motion.tree['clips'].items():
            tracks = glb.tracks(glb.animation(name))
            # binary32 does not tell 0.95 from its neighbors: the times of the document, to the nearest.
            rate = clip.get('rate', 30)
            known = {0.0, clip['length'], *(key['at'] for key in clip['keys'])}
            known |= {i / rate for i in range(int(clip['length'] * rate) + 1)}
            for times, _ in tracks.values():
                for time in times:
                    self.assertLess(min(abs(time - one) for one in known), 1e-6, 'a sample at no sample time')
                self.assertAlmostEqual(times[-1], clip['length'], delta=1e-6)
            for key in clip['keys']:
                self.compare(motion, glb, name, key['at'], tracks, AT_SAMPLES)
            for seconds in sorted(known):
                self.compare(motion, glb, name, seconds, tracks, BETWEEN)

    def test_examples(self):
        for name in sorted(os.listdir(EXAMPLES)):
            if name.endswith('.rigm.yaml'):
                with self.subTest(name):
                    self.judge(os.path.join(EXAMPLES, name))

    def test_gaits(self):
        """Motions that the program makes are judged like those of people."""
        for name, gaits in (('walker', 'idle run jump sit wave'), ('fox', 'walk gallop')):
            folder = self.enterContext(tempfile.TemporaryDirectory())
            asset = shutil.copy(os.path.join(EXAMPLES, f'{name}.rigy.yaml'), folder)
            for gait in gaits.split():
                with self.subTest(f'{name}: {gait}'):
                    motion = os.path.join(folder, f'{gait}.rigm.yaml')
                    subprocess.run([RIGY, 'motion', asset, '--gait', gait, '-o', motion], check=True)
                    self.judge(motion)

    def test_random_motions(self):
        numbers = random.Random(31)
        folder = self.enterContext(tempfile.TemporaryDirectory())
        with open(os.path.join(folder, 'fox.rigy.yaml'), 'w', encoding='utf-8') as file:
            file.write(ASSET)
        for number in range(40):
            path = os.path.join(folder, f'{number}.rigm.yaml')
            with open(path, 'w', encoding='utf-8') as file:
                json.dump(random_motion(numbers), file)
            with self.subTest(number):
                self.judge(path)

    def test_travel(self):
        path = os.path.join(EXAMPLES, 'walker.rigm.yaml')
        glb = self.export(path)
        extras = glb.animation('walk')['extras']
        self.assertEqual(extras['loop'], True)
        for got, wanted in zip(extras['travel'], (0, 0, 0.8)):
            self.assertAlmostEqual(got, wanted, delta=1e-9)
        moving = self.export(path, '--root-motion')
        self.assertNotIn('travel', moving.animation('walk')['extras'])
        _, end = moving.world(moving.joints['hips'], moving.tracks(moving.animation('walk')), 1)
        _, start = glb.world(glb.joints['hips'], glb.tracks(glb.animation('walk')), 1)
        self.assertAlmostEqual(subtract(end, start)[2], 0.8, delta=1e-6)

    def test_names(self):
        path = os.path.join(EXAMPLES, 'walker.rigm.yaml')
        names = [one['name'] for one in self.export(path, '--for', 'godot').json['animations']]
        self.assertEqual(names, ['walk-loop', 'greet-loop'])
        asset = os.path.join(EXAMPLES, 'walker.rigy.yaml')
        names = [one['name'] for one in self.export(asset, '--motion', path).json['animations']]
        self.assertEqual(names, ['walk', 'greet'])

    def test_baked_poses(self):
        """A pose that is written into the asset and baked is the animation at its key, vertex by vertex."""
        for name, clip, pose, seconds in (('walker', 'walk', 'contact', 0), ('walker', 'walk', 'passing', 0.25),
                                          ('crane', 'lift', 'aside', 4), ('door', 'open', 'open', 1.6)):
            folder = self.enterContext(tempfile.TemporaryDirectory())
            for ending in ('rigy', 'rigm'):
                shutil.copy(os.path.join(EXAMPLES, f'{name}.{ending}.yaml'), folder)
            motion, asset = os.path.join(folder, f'{name}.rigm.yaml'), os.path.join(folder, f'{name}.rigy.yaml')
            moving = self.export(motion)
            run = subprocess.run([RIGY, 'pose', motion, '--pose', pose, '--id', 'baked', '--write'], capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            baked = self.export(asset, '--pose', 'baked')
            got, wanted = moving.vertices(moving.tracks(moving.animation(clip)), seconds), baked.vertices({}, 0)
            self.assertEqual(len(got), len(wanted))
            for one, two in zip(got, wanted):
                for a, b in zip(one, two):
                    self.assertAlmostEqual(a, b, delta=1e-6, msg=f'{name}: {pose}')

    def test_straight_motions_need_two_samples(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'fox.rigy.yaml'), 'w', encoding='utf-8') as file:
                file.write(ASSET)
            path = os.path.join(folder, 'm.rigm.yaml')
            with open(path, 'w', encoding='utf-8') as file:
                file.write('rigm_version: "0.1"\nasset: fox.rigy.yaml\nposes: {a: {}, b: {turn: {spine: {x: 50}}}}\n'
                           'clips: {c: {length: 2, ease: linear, keys: [{at: 0, pose: a}, {at: 2, pose: b}]}}\n')
            glb = self.export(path)
            for times, _ in glb.tracks(glb.animation('c')).values():
                self.assertEqual(len(times), 2)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--rigy', required=True)
    arguments, rest = parser.parse_known_args()
    RIGY = os.path.abspath(arguments.rigy)
    unittest.main(argv=[sys.argv[0], *rest])
