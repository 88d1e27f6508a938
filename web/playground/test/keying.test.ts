// What is written for new clips and keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyAt } from '../src/clips.js';
import { keyChanges, keyTime, motionOf } from '../src/keying.js';
import { identity } from '../src/quaternion.js';
import { rigy } from './support.js';

const asset = (poses: string, more = '') => `version: "0.13"
meshes:
  - {id: limb, primitives: [{id: stick, type: box, dimensions: {x: 0.2, y: 1, z: 0.2}}]}
armatures:
  - {id: rig, bones: [{id: "no", parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
${more}bindings:
  - {mesh_id: limb, armature_id: rig, weights: [{primitive_id: stick, bones: [{bone_id: "no", weight: 1}]}]}
poses: [${poses}]
`;

test('a new motion goes from rest through the poses, and has no problems', () => {
  const more = '  - {id: more, bones: [{id: other, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}\n';
  for (const [poses, keys, isFirst] of [
    ['{id: up, bones: {"no": {}}}', 2, true],
    ['{id: rest, bones: {"no": {}}}, {id: "on", bones: {"no": {}}}', 2, false],
  ] as const) {
    const files = { 'a/limb.rigy.yaml': asset(poses, isFirst ? '' : more), 'a/limb.rigm.yaml': '' };
    const outline = rigy.compile(files, { entry: 'a/limb.rigy.yaml', outline: true }).outline!;
    const project = { files: Object.entries(files).map(([path, text]) => ({ path, text })), entry: 'a/limb.rigy.yaml' };
    const motion = motionOf(project, outline)!;
    assert.equal(motion.path, 'a/limb_2.rigm.yaml');
    const all = { ...files, [motion.path]: motion.text };
    const { clips } = rigy.ask(all, 'rigy/clips', { textDocument: { uri: motion.path } });
    assert.deepEqual(clips.map(({ keys: { length }, length: seconds }) => [length, seconds]), [[keys, keys]], motion.text);
  }
});

test('without poses of bones of its own there is nothing to go through', () => {
  const outline = rigy.compile({ 'limb.rigy.yaml': asset('') }, { outline: true }).outline!;
  assert.equal(motionOf({ files: [], entry: 'limb.rigy.yaml' }, outline), null);
});

test('a key has the turns and moves that are shown, under a name that is not taken', () => {
  const quarter = Math.SQRT1_2;
  const pose = [
    { rotation: identity, offset: [0, 0, 0] as [number, number, number] },
    { rotation: [quarter, 0, quarter, 0] as [number, number, number, number], offset: [0, 0.12345, 0] as [number, number, number] },
  ];
  assert.deepEqual(keyChanges('poses: {nod_key1: {}}', 'nod', 2, 0.3, ['a', 'no'], pose), [
    { set: 'poses.nod_key2', value: '{turn: {"no": {y: 90}}, move: {"no": [0, 0.123, 0]}}' },
    { insert: 'clips.nod.keys', index: 2, value: '{at: 0.3, pose: nod_key2}' },
  ]);
});

test('a new key is in thousandths, but not after the end of the clip', () => {
  for (const [seconds, length, at] of [[0.30000001, 1, 0.3], [0.4996, 1, 0.5], [2 / 3, 2 / 3, 0.666666], [0.6667, 0.6667, 0.6667], [1, 1, 1]] as const) {
    assert.equal(keyTime(seconds, length), at);
  }
});

test('a time is at the nearest key that a new one would be written over', () => {
  const key = (at: number) => ({ at, pose: 'rest', ease: 'linear' as const, mirror: false });
  const clip = { id: 'nod', length: 1, loop: false, keys: [key(0.333333), key(0.3336), key(0.5)], times: [], motions: [] };
  for (const [seconds, index] of [[0.333333, 0], [0.333, 0], [0.3336, 1], [0.334, 1], [0.4995, 2], [0.5005, 2], [0.4994, -1], [0.5006, -1]] as const) {
    assert.equal(keyAt(clip, seconds), index, `${seconds}`);
  }
  assert.equal(keyAt({ ...clip, keys: [] }, 0), -1);
});
