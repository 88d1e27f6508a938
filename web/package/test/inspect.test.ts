// Inspections: the same as the native program prints, and arguments that are not usable.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { inspect, load, type Files, type InspectOptions } from 'rigy';
import { program, suite, suiteCase, suiteFiles } from './support.js';

const rigy = await load();
const box = `version: "0.10"
params: {side: 1}
meshes:
  - id: body
    primitives:
      - {id: core, type: box, dimensions: {x: $side, y: 2, z: 3}}
geometry_checks: {alignment: [{check: coplanar, label: sides, a: core.+x, b: core.-x}]}
`;

function nativeInspection(entry: string, options: string[]): unknown {
  const told = execFileSync(program, ['inspect', entry, '--format', 'json', ...options], {
    cwd: suite,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(told.toString());
}

test('inspections are those of the program', () => {
  const calls: [input: string, options: InspectOptions, native: string[]][] = [
    ['E01_humanoid', {}, []],
    ['E01_humanoid', { pairwiseGaps: true, expanded: true }, ['--pairwise-gaps', '--expanded']],
    ['L02_two_bone_dqs_twist', { intentChecks: true }, ['--intent-checks']],
    ['H30_bake_transforms', {}, []],
  ];
  for (const [name, options, native] of calls) {
    const entry = suiteCase(name).input;
    const { ok, inspection } = rigy.inspect(suiteFiles(), { ...options, entry });
    assert.ok(ok);
    assert.deepEqual(inspection, nativeInspection(entry, native), name);
  }
});

test('params, chosen primitives and checks', async () => {
  const files = { 'box.rigy.yaml': box };
  const { inspection } = await inspect(files, { params: { side: 4 }, primitives: ['core'], intentChecks: true });
  assert.deepEqual(inspection?.summary.bounds, { min: [-2, -1, -1.5], max: [2, 1, 1.5] });
  assert.equal(inspection?.primitives[0]?.ref, 'core');
  assert.equal(inspection?.checks?.[0]?.pass, false);
  assert.equal(inspection?.checks?.[0]?.distance, 4);
});

test('a rejected document has diagnostics and no inspection', () => {
  const { ok, inspection, diagnostics } = rigy.inspect({ 'box.rigy.yaml': box.replace('y: 2, ', '') });
  assert.equal(ok, false);
  assert.equal(inspection, null);
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ['V34'],
  );
});

test('an id that names nothing is an error of the result', () => {
  const { ok, inspection, diagnostics } = rigy.inspect({ 'box.rigy.yaml': box }, { primitives: 'cor' });
  assert.equal(ok, false);
  assert.equal(inspection, null);
  assert.deepEqual(
    diagnostics.map(({ code, help }) => [code, help]),
    [['X51', "did you mean 'core'?"]],
  );
});

test('unusable arguments are type errors', () => {
  const files = { 'box.rigy.yaml': box };
  const calls: [options: unknown, message: string][] = [
    [{ primitives: 1 }, 'rigy: primitives is neither a string nor an array of them'],
    [{ primitives: [1] }, 'rigy: an entry of primitives is not a string'],
    [{ params: { sid: 1 } }, "rigy: the document has no param 'sid'; did you mean 'side'?"],
    [
      { winding: 'outward' },
      "rigy: there is no option 'winding'; the options are entry, primitives, pairwiseGaps, humanoid, intentChecks, expanded, " +
        'pose, maxErrors, warningsAsErrors, suppressedWarnings, motions, boneMap, findBoneMap, params',
    ],
  ];
  for (const [options, message] of calls) {
    assert.throws(() => rigy.inspect(files as Files, options as InspectOptions), { name: 'TypeError', message });
  }
});
