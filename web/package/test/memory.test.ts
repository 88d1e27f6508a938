// Memory does not leak, and running out of it is an error that the next call recovers from.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load, Rigy, type CompileResult, type Files } from 'rigy';
import { Instance } from '../dist/instance.js';
import { compileRequestOf } from '../dist/request.js';
import { moduleFile, sha256, suiteCase, suiteFiles, withLittleMemory } from './support.js';

const bytes = new Uint8Array(readFileSync(moduleFile));
const humanoid = suiteCase('E01_humanoid');
const humanoidOnly = { [humanoid.input]: suiteFiles()[humanoid.input] ?? '' };

// A document whose output is `count` spheres, about 36 KB each.
function spheres(count: number): { 'a.rigy.yaml': string } {
  const sphere = (i: number) => `      - {id: s${i}, type: sphere, dimensions: {radius: 1}}\n`;
  const primitives = Array.from({ length: count }, (_, i) => sphere(i)).join('');
  return { 'a.rigy.yaml': `version: "0.6"\nmeshes:\n  - id: m\n    primitives:\n${primitives}` };
}

// A document of `count` instances of `primitives` spheres; baked, each has vertices of its own.
function instances(count: number, primitives: number): Files {
  const frame = (name: string, x: number) =>
    [`[${x}, 0, 0]`, `[${x + 1}, 0, 0]`, `[${x}, 1, 0]`]
      .map((at, i) => `  - {id: ${name}${i}, translation: ${at}}\n`)
      .join('');
  const instance = (i: number) =>
    `  - {id: i${i}, import: part, attach3: {from: [f0, f1, f2], to: [t0, t1, t2], mode: rigid}}\n`;
  const part = `${spheres(primitives)['a.rigy.yaml']}anchors:\n${frame('f', 0)}`;
  const list = Array.from({ length: count }, (_, i) => instance(i)).join('');
  const whole = `version: "0.6"\nimports: {part: {source: part.rigy.yaml}}\n`;
  return {
    'a.rigy.yaml': `${whole}anchors:\n${frame('t', 5)}instances:\n${list}`,
    'part.rigy.yaml': part,
  };
}

test('a thousand compilations need no more memory than a few', () => {
  const instance = new Instance(new WebAssembly.Module(bytes));
  const good = compileRequestOf(humanoidOnly, {});
  const bad = compileRequestOf({ 'a.rigy.yaml': 'version: "0.6"\nmeshes: [{id: 1}]\nx: 1\n' }, {});
  const isAccepted = (request: typeof good) => {
    const answer = instance.run<CompileResult>('compile', request);
    return 'ok' in answer && answer.ok;
  };
  const sizes = [];
  for (let i = 0; i < 1000; i += 1) {
    assert.equal(isAccepted(good), true);
    assert.equal(isAccepted(bad), false);
    if (i % 333 === 9) sizes.push(instance.memorySize());
  }
  assert.equal(sizes.at(-1), sizes[0]);
});

test('an output that does not fit is a diagnostic', async () => {
  const rigy = await load();
  const sizes: [count: number, code: string, message: string][] = [
    [900, 'X26', 'there is not enough memory for the output'],
    [1800, 'X18', 'the output would exceed 4 GiB - 1 byte'],
  ];
  for (const [count, code, message] of sizes) {
    const result = rigy.compile(instances(count, 100), { bakeTransforms: true });
    const found = result.diagnostics.map((one) => [one.code, one.message]);
    assert.deepEqual([result.ok, result.glb, found], [false, null, [[code, message]]]);
    assert.equal(sha256(rigy.compile(humanoidOnly).glb ?? bytes), humanoid.expected_sha256);
  }
});

test('running out of memory is an error, and the next call works', async () => {
  const rigy = await load(withLittleMemory(bytes, 40));
  for (let i = 0; i < 3; i += 1) {
    assert.throws(() => rigy.compile(spheres(20_000)), {
      name: 'Error',
      message: 'rigy: there is not enough memory for this document',
    });
    assert.equal(sha256(rigy.compile(humanoidOnly).glb ?? bytes), humanoid.expected_sha256);
  }
});

test('the memory of a large compilation is given back', async () => {
  const { Instance: Real } = WebAssembly;
  let made = 0;
  const Counting = function (module: WebAssembly.Module, imports: WebAssembly.Imports) {
    made += 1;
    return new Real(module, imports);
  };
  WebAssembly.Instance = Counting as unknown as typeof Real;
  try {
    const rigy = await load();
    rigy.compile(humanoidOnly);
    rigy.compile(humanoidOnly);
    assert.equal(made, 1);
    assert.ok(rigy.compile(instances(70, 100), { bakeTransforms: true }).ok);
    assert.ok(rigy.compile(humanoidOnly).ok);
    assert.equal(made, 2);
  } finally {
    WebAssembly.Instance = Real;
  }
});

test('a trap is an error, and the next call works', (context) => {
  const { Instance: Real } = WebAssembly;
  const compileMock = context.mock.fn(() => {
    throw new WebAssembly.RuntimeError('unreachable');
  });
  const Trapping = function (module: WebAssembly.Module, imports: WebAssembly.Imports) {
    const { exports } = new Real(module, imports);
    return { exports: { ...exports, rigy_analysis_compile: compileMock } };
  };
  WebAssembly.Instance = Trapping as unknown as typeof Real;
  const rigy = new Rigy(new WebAssembly.Module(bytes));
  WebAssembly.Instance = Real;
  assert.throws(() => rigy.compile(humanoidOnly), {
    name: 'Error',
    message: 'rigy: the compiler failed: unreachable',
  });
  assert.equal(compileMock.mock.callCount(), 1);
  assert.equal(sha256(rigy.compile(humanoidOnly).glb ?? bytes), humanoid.expected_sha256);
});
