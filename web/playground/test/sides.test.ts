// The words for the sides of a model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, frontQuarter, sides, sidesSeen } from '../src/view/sides.js';

test('a model faces −Z, and its left is −x', () => {
  assert.deepEqual(directionOf.front, [0, 0, -1]);
  assert.deepEqual(directionOf.left, [-1, 0, 0]);
  for (const side of sides) assert.equal(sidesSeen(directionOf[side]), side);
  assert.equal(sidesSeen(frontQuarter), 'front left');
  assert.equal(sidesSeen([1, 0.5, 1]), 'back right');
  assert.equal(sidesSeen([0.2, 0.5, -1]), 'front');
});
