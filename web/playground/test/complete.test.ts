// Snippets of the language server in the form that CodeMirror takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateOf } from '../src/assist/complete.js';

test('stops, choices and literal dollars', () => {
  assert.equal(templateOf('radius: ${1:0.1}'), 'radius: ${1:0.1}');
  assert.equal(templateOf('type: ${1|box,sphere|}'), 'type: ${1:box}');
  assert.equal(templateOf('id: $1'), 'id: ${1}');
  assert.equal(templateOf('x: \\$w'), 'x: $w');
  assert.equal(templateOf('id: a\\${i\\}'), 'id: a$\\{i\\}');
});
