// Files and entries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editedTexts, isOtherText, newProject, pathProblem, renamed, withFiles, withoutFile, withText } from '../src/project.js';
import { rigy } from './support.js';

const wheel = { path: 'wheel.rigy.yaml', text: 'version: "0.6"' };
const contract = { path: 'wheel.ricy.yaml', text: 'contract_version: "0.1"' };
const car = { path: 'car.rigy.yaml', text: 'imports: {w: {source: wheel.rigy.yaml}}' };

test('the entry is the document that no other names', () => {
  assert.equal(newProject([wheel, contract, car]).entry, 'car.rigy.yaml');
  assert.equal(newProject([contract, wheel]).entry, 'wheel.rigy.yaml');
  assert.equal(newProject([contract]).entry, 'wheel.ricy.yaml');
  assert.equal(newProject([wheel, car], 'wheel.rigy.yaml').entry, 'wheel.rigy.yaml');
});

test('changes make a new project', () => {
  const project = newProject([car, wheel]);
  const edited = withText(project, 'wheel.rigy.yaml', 'x');
  assert.equal(project.files[1]!.text, 'version: "0.6"');
  assert.equal(edited.files[1]!.text, 'x');
  assert.deepEqual(
    withFiles(edited, [wheel, contract]).files.map(({ path, text }) => [path, text.length]),
    [['car.rigy.yaml', car.text.length], ['wheel.rigy.yaml', 14], ['wheel.ricy.yaml', 23]],
  );
  assert.equal(renamed(project, 'car.rigy.yaml', 'van.rigy.yaml', new Map()).entry, 'van.rigy.yaml');
  assert.deepEqual(withoutFile(project, 'car.rigy.yaml'), { files: [wheel], entry: 'wheel.rigy.yaml' });
});

test('a file that is renamed is named so by the others, and names them as before', () => {
  const files = [
    { path: 'car.rigy.yaml', text: '# wheel.rigy.yaml\nimports:\n  w: {source: wheel.rigy.yaml, contract: "wheel.ricy.yaml"}\n  x: {source: other.rigy.yaml}\n' },
    { path: 'wheel.rigy.yaml', text: 'imports: {b: {source: ./parts/bolt.rigy.yaml}}\n' },
    { path: 'parts/bolt.rigy.yaml', text: 'imports: {w: {source: ../wheel.rigy.yaml}}\n' },
    { path: 'wheel.ricy.yaml', text: '' },
  ];
  const project = newProject(files, 'car.rigy.yaml');
  const byPath = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const textsOf = (from: string, to: string) => {
    const edit = rigy.ask(byPath, 'rigy/moveFile', { textDocument: { uri: from }, newUri: to });
    return renamed(project, from, to, editedTexts(project, edit)).files.map(({ text }) => text);
  };
  assert.deepEqual(textsOf('wheel.rigy.yaml', 'parts/rim.rigy.yaml'), [
    '# wheel.rigy.yaml\nimports:\n  w: {source: parts/rim.rigy.yaml, contract: "wheel.ricy.yaml"}\n  x: {source: other.rigy.yaml}\n',
    'imports: {b: {source: bolt.rigy.yaml}}\n',
    'imports: {w: {source: rim.rigy.yaml}}\n',
    '',
  ]);
  assert.match(textsOf('wheel.ricy.yaml', 'round.ricy.yaml')[0]!, /contract: "round\.ricy\.yaml"}/);
  assert.match(textsOf('wheel.rigy.yaml', 'a, b.rigy.yaml')[0]!, /source: "a, b\.rigy\.yaml",/);
  assert.deepEqual(textsOf('parts/bolt.rigy.yaml', 'bolt.rigy.yaml').slice(1, 3), [
    'imports: {b: {source: bolt.rigy.yaml}}\n',
    'imports: {w: {source: wheel.rigy.yaml}}\n',
  ]);
});

test('paths that cannot be', () => {
  const project = newProject([car]);
  assert.equal(pathProblem(project, 'a/b.yaml'), null);
  assert.equal(pathProblem(project, ''), 'A file needs a name.');
  assert.equal(pathProblem(project, 'car.rigy.yaml'), "There is already a file 'car.rigy.yaml'.");
  for (const path of ['/a', '../a', 'a/../../b', 'a\\b', 'a\0']) {
    assert.match(pathProblem(project, path) ?? '', /^Paths must be relative/);
  }
});

test('a text is another one if most of it is new', () => {
  const before = 'a: 1\nb: 2\nc: 3\nd: 4\n';
  assert.equal(isOtherText(before, before), false);
  assert.equal(isOtherText(before, 'a: 1\nb: 2\nx: 3\ny: 4\n'), false);
  assert.equal(isOtherText(before, 'a: 1\nw: 2\nx: 3\ny: 4\n'), true);
  assert.equal(isOtherText(before, ''), false);
  assert.equal(isOtherText('', 'a: 1\n'), true);
});
