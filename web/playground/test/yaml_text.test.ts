// Changes to the text of a document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOtherText } from '../src/project.js';
import { appendedTo, applied, scalarsOf } from '../src/yaml_text.js';

const entry = '- id: mine\n  bones:\n    "a": { x: 1 }\n';

function withEntry(text: string): string | null {
  const edit = appendedTo(text, 'poses', entry);
  return edit && applied(text, edit);
}

test('an entry is appended to a list, indented like it', () => {
  assert.equal(
    withEntry('poses:\n  - id: a # first\n    bones: {} # last\n\n# after\nmeshes: []\n'),
    'poses:\n  - id: a # first\n    bones: {} # last\n  - id: mine\n    bones:\n      "a": { x: 1 }\n\n# after\nmeshes: []\n',
  );
  assert.equal(
    withEntry('poses:\n- id: a\n'),
    'poses:\n- id: a\n- id: mine\n  bones:\n    "a": { x: 1 }\n',
  );
});

test('a list that is empty or missing is begun', () => {
  const begun = 'poses:\n  - id: mine\n    bones:\n      "a": { x: 1 }\n';
  assert.equal(withEntry('a: 1\n'), `a: 1\n\n${begun}`);
  assert.equal(withEntry('a: 1'), `a: 1\n\n${begun}`);
  for (const empty of ['poses: []\n', 'poses: [ ]\n', 'poses:\n', 'poses: null\n']) {
    assert.equal(withEntry(empty), begun, empty);
  }
});

test('a list in brackets is left alone', () => {
  assert.equal(withEntry('poses: [{id: a}]\n'), null);
});

test('a key of the same name elsewhere is not the list', () => {
  assert.equal(withEntry('other:\n  poses: []\n')?.startsWith('other:\n  poses: []\n\nposes:\n'), true);
});

test('scalars of a mapping are found where they are written', () => {
  const text = 'params: # all\n  width: 2 # m\n  "tall": true\n  name: \'x y\'\n  list: [1]\nmeshes: []\n';
  const scalars = scalarsOf(text, 'params');
  assert.deepEqual(scalars.map(({ key, text: value }) => [key, value]), [
    ['width', '2'],
    ['tall', 'true'],
    ['name', "'x y'"],
  ]);
  for (const { from, to, text: value } of scalars) assert.equal(text.slice(from, to), value);
  assert.deepEqual(scalarsOf('params: {a: -1.5e3, b: 2}\n', 'params').map(({ text: value }) => value), ['-1.5e3', '2']);
  assert.deepEqual(scalarsOf('params: 3\n', 'params'), []);
  assert.deepEqual(scalarsOf('a: [\n', 'params'), []);
});

test('a text is another one if most of it is new', () => {
  const before = 'a: 1\nb: 2\nc: 3\nd: 4\n';
  assert.equal(isOtherText(before, before), false);
  assert.equal(isOtherText(before, 'a: 1\nb: 2\nx: 3\ny: 4\n'), false);
  assert.equal(isOtherText(before, 'a: 1\nw: 2\nx: 3\ny: 4\n'), true);
  assert.equal(isOtherText(before, ''), false);
  assert.equal(isOtherText('', 'a: 1\n'), true);
});
