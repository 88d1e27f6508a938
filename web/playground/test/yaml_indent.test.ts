// Where a new line begins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newLineColumn } from '../src/yaml_indent.js';
import { exampleFiles } from './support.js';

test('after a key without a value the line is deeper', () => {
  assert.equal(newLineColumn('meshes:'), 2);
  assert.equal(newLineColumn('meshes: # all of them'), 2);
  assert.equal(newLineColumn('a:\n  "b c":'), 4);
  assert.equal(newLineColumn('  - id: a\n    primitives:'), 6);
  assert.equal(newLineColumn('bindings:\n  - weights:'), 6);
  assert.equal(newLineColumn('text: |'), 2);
  assert.equal(newLineColumn('gradients: &same'), 2);
});

test('after a value the line continues its mapping', () => {
  assert.equal(newLineColumn('version: "0.13"'), 0);
  assert.equal(newLineColumn('meshes:\n  - id: a'), 4);
  assert.equal(newLineColumn('- id: a'), 2);
  assert.equal(newLineColumn('  - id: a\n    type: box'), 4);
  assert.equal(newLineColumn('    dimensions: { x: 1 }'), 4);
  assert.equal(newLineColumn('  -'), 4);
});

test('after an item that is complete the line is for the next', () => {
  assert.equal(newLineColumn('  - { id: a, type: box }'), 2);
  assert.equal(newLineColumn('  - 1.5'), 2);
  assert.equal(newLineColumn('  - "a: b"'), 2);
  assert.equal(newLineColumn('  - { id: a, # first\n      type: box }'), 2);
  assert.equal(newLineColumn('a:\n  b: [1,\n    2]'), 2);
});

test('in brackets the line is deeper than what they belong to, and then keeps its place', () => {
  assert.equal(newLineColumn('  dimensions: {'), 4);
  assert.equal(newLineColumn('  - { id: a,'), 6);
  assert.equal(newLineColumn('  body: { id: a, at: [0,'), 22);
  assert.equal(newLineColumn('  body: { id: a,'), 10);
  assert.equal(newLineColumn('  - { id: a,\n      type: box,'), 6);
  assert.equal(newLineColumn('a: {\n  b: 1', '}'), 0);
  assert.equal(newLineColumn('  - {\n      b: 1', '  }'), 2);
});

test('brackets, colons and number signs in text mean nothing', () => {
  assert.equal(newLineColumn('  name: "{ # ["'), 2);
  assert.equal(newLineColumn("  name: 'it''s {'"), 2);
  assert.equal(newLineColumn('  name: a[ b{'), 2);
  assert.equal(newLineColumn('# {\na: 1'), 0);
  assert.equal(newLineColumn('text: |\n  { [\n  more:'), 2);
  assert.equal(newLineColumn('text: |\n  { [\na: 1'), 0);
});

test('an empty line keeps its place', () => {
  assert.equal(newLineColumn('a:\n  b: 1\n  '), 2);
  assert.equal(newLineColumn('a:\n  b: 1\n'), 0);
});

test('no line of an example has to be moved to the right', () => {
  for (const [path, text] of Object.entries(exampleFiles)) {
    const lines = path.endsWith('.yaml') ? text.trimEnd().split('\n') : [];
    lines.forEach((line, i) => {
      const isContinued = /^\s*[\]}]/.test(line) || line.trim() === '' || i === 0;
      // Whoever leaves a line empty goes on where the line before would have.
      let known = lines.slice(0, i);
      while (known.at(-1)?.trim() === '') known = known.slice(0, -1);
      const wanted = line.search(/\S/);
      if (!isContinued) assert.ok(newLineColumn(known.join('\n')) >= wanted, `${path}:${i + 1}: ${line}`);
    });
  }
});
