// Measurements, and arguments that are not usable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, measure, type Files, type MeasureOptions } from 'rigy';

const rigy = await load();
const files = {
  'boxes.rigy.yaml': `version: "0.10"
params: {side: 1}
meshes:
  - id: m
    primitives:
      - {id: p, type: box, dimensions: {x: $side, y: 1, z: 1}}
      - {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [4, 0, 0]}}
`,
};

test('two things and how they lie relative to each other', async () => {
  const { ok, measurement } = await measure(files, 'p', 'm.q');
  assert.ok(ok);
  assert.equal(measurement?.a, 'm.p');
  assert.equal(measurement?.status, 'apart');
  assert.equal(measurement?.distance, 3);
  assert.equal(measurement?.penetration, 0);
  assert.deepEqual(measurement?.direction, [1, 0, 0]);
  assert.equal(rigy.measure(files, 'p', 'q', { params: { side: 8 } }).measurement?.status, 'overlapping');
});

test('an id that names nothing is an error of the result', () => {
  const { ok, measurement, diagnostics } = rigy.measure(files, 'p', 'r');
  assert.equal(ok, false);
  assert.equal(measurement, null);
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ['X65'],
  );
});

test('unusable arguments are type errors', () => {
  const calls: [a: unknown, options: unknown, message: string][] = [
    ['', {}, 'rigy: a is empty'],
    [1, {}, 'rigy: a is not a string'],
    ['p', { params: { sid: 1 } }, "rigy: params: the document has no param 'sid'; did you mean 'side'?"],
    ['p', { winding: 'outward' }, "rigy: there is no option 'winding'; the options are entry, pose, " +
        'maxErrors, warningsAsErrors, suppressedWarnings, motions, boneMap, findBoneMap, params'],
  ];
  for (const [a, options, message] of calls) {
    assert.throws(() => rigy.measure(files as Files, a as string, 'q', options as MeasureOptions), {
      name: 'TypeError',
      message,
    });
  }
});
