// check, lint and diff: the same findings as of the native program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { load, type CommonOptions, type LintOptions } from 'rigy';

const rigy = await load();
const program = process.env['RIGY'] ?? 'rigy';

const boxes = (more = '', width = 1) => `version: "0.6"
meshes:
  - id: m
    primitives:
      - {id: p, type: box, dimensions: {x: ${width}, y: 1, z: 1}}
${more}`;
const buried = boxes('      - {id: q, type: box, dimensions: {x: 0.5, y: 0.5, z: 0.5}}\n');
const misspelled = boxes().replace('dimensions', 'dimension');

function native(files: Record<string, string>, ...args: string[]): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'rigy-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const done = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  return JSON.parse(done.stdout);
}

test('check gives diagnostics with fixes, and no output', () => {
  const files = { 'a.rigy.yaml': misspelled };
  const { ok, diagnostics } = rigy.check(files);
  const expected = native(files, 'check', 'a.rigy.yaml', '--diagnostics', 'json') as { diagnostics: unknown[] };
  assert.deepEqual({ ok, diagnostics }, { ok: false, diagnostics: expected.diagnostics });
  assert.equal(diagnostics[0]?.fixes?.[0]?.edits[0]?.text, 'dimensions');
  assert.deepEqual(rigy.check({ 'a.rigy.yaml': boxes() }), { ok: true, diagnostics: [] });
});

test('lint finds what the program finds', () => {
  const files = { 'a.rigy.yaml': buried };
  const expected = native(files, 'lint', 'a.rigy.yaml', '--diagnostics', 'json') as { diagnostics: { code: string }[] };
  assert.deepEqual(expected.diagnostics.map(({ code }) => code), ['L02']);
  assert.deepEqual(rigy.lint(files), { ok: true, diagnostics: expected.diagnostics });
  const codes = (options: LintOptions) => rigy.lint(files, options).diagnostics.map(({ code }) => code);
  assert.deepEqual(codes({ allowed: 'L02' }), []);
  assert.deepEqual(codes({ suppressedWarnings: ['L02'] }), []);
  assert.equal(rigy.lint(files, { warningsAsErrors: 'all' }).ok, false);
});

test('diff is that of the program', () => {
  const [before, after] = [{ 'a.rigy.yaml': boxes() }, { 'b.rigy.yaml': boxes('', 2) }];
  const { ok, diff, diagnostics } = rigy.diff(before, after);
  assert.deepEqual({ ok, diagnostics }, { ok: true, diagnostics: [] });
  const expected = native({ ...before, ...after }, 'diff', 'a.rigy.yaml', 'b.rigy.yaml', '--format', 'json');
  assert.deepEqual(diff, expected);
  assert.equal(diff?.objects[0]?.changes[0]?.change, 'resized');
  assert.deepEqual(rigy.diff(before, before).diff?.objects, []);
});

test('a difference of a document with errors has its diagnostics', () => {
  const { ok, diff, diagnostics } = rigy.diff({ 'a.rigy.yaml': misspelled }, { 'b.rigy.yaml': boxes() });
  assert.deepEqual({ ok, diff }, { ok: false, diff: null });
  assert.equal(diagnostics[0]?.file, 'a.rigy.yaml');
});

test('unusable arguments are type errors', () => {
  const calls: [call: () => unknown, message: RegExp][] = [
    [() => rigy.lint({ a: '' }, { allPoses: 1 } as unknown as LintOptions), /^rigy: allPoses is neither true nor false$/],
    [() => rigy.check({ a: '' }, { allowed: 'L02' } as CommonOptions), /^rigy: there is no option 'allowed'/],
    [() => rigy.diff({ a: boxes() }, { b: boxes() }, { params: { w: 1 } }), /^rigy: params: 'w': the document has no params/],
  ];
  for (const [call, message] of calls) assert.throws(call, { name: 'TypeError', message });
});
