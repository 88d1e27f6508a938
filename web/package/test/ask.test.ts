// Questions about texts: what editors ask, and changes by paths.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, load, NoAnswer, type Change, type Position, type TextEdit } from 'rigy';

const rigy = await load();
const path = 'arm.rigy.yaml';
const text = `version: "0.13"
params: {side: 1, "name": "x"}
# What it is made of.
meshes:
  - id: body
    primitives:
      - {id: p, type: box, dimensions: {x: $side, y: 1, z: 1}} # a box
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    weight_maps:
      - primitive_id: p
        gradients:
          - {axis: y, range: [0, 1], from: {bone_id: root, weight: 1}, to: {bone_id: tip, weight: 1}}
`;
const files = { [path]: text };
const textDocument = { uri: path };

/** After the first occurrence of `before`. */
function after(before: string, of = text): Position {
  const lines = of.slice(0, of.indexOf(before) + before.length).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}

function offsetOf(of: string, { line, character }: Position): number {
  const start = of.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
  return start + character;
}

function applied(of: string, edits: TextEdit[]): string {
  return [...edits].reverse().reduce((changed, { range, newText }) => {
    return changed.slice(0, offsetOf(of, range.start)) + newText + changed.slice(offsetOf(of, range.end));
  }, of);
}

function changed(changes: Change[], of = text): string {
  return applied(of, rigy.ask({ [path]: of }, 'rigy/edit', { textDocument, changes }));
}

test('completion has filled-in forms, words and ids', async () => {
  const typed = text.replace('parent: root', 'parent: ');
  const { items } = await ask({ [path]: typed }, 'textDocument/completion', {
    textDocument,
    position: after('{id: tip, parent: ', typed),
  });
  assert.ok(items.some(({ label }) => label === 'root'), items.map(({ label }) => label).join());
  const empty = `${text}\n`;
  const fields = rigy.ask({ [path]: empty }, 'textDocument/completion', {
    textDocument,
    position: { line: empty.split('\n').length - 1, character: 0 },
  });
  const anchors = fields.items.find(({ label }) => label === 'anchors');
  assert.match(anchors?.textEdit.newText ?? '', /\$\{1:/);
});

test('hover says what a value is', () => {
  const hover = rigy.ask(files, 'textDocument/hover', { textDocument, position: after('x: $si') });
  assert.match(hover?.contents.value ?? '', /1/);
});

test('an id is found and renamed wherever it is written', () => {
  const position = after('{id: ro');
  assert.equal(rigy.ask(files, 'textDocument/references', { textDocument, position }).length, 2);
  const [definition] = rigy.ask(files, 'textDocument/definition', { textDocument, position: after('parent: ro') });
  assert.equal(definition?.uri, path);
  assert.equal(definition?.range.start.line, 10);
  const renamed = rigy.ask(files, 'textDocument/rename', { textDocument, position, newName: 'hip' });
  assert.equal(
    applied(text, renamed!.documentChanges[0]!.edits),
    text.replaceAll('root', 'hip'),
  );
  assert.throws(() => rigy.ask(files, 'textDocument/rename', { textDocument, position, newName: 'tip' }), NoAnswer);
});

test('a fix is an edit with a title', () => {
  const slip = text.replace('dimensions', 'dimensons');
  const range = { start: { line: 6, character: 0 }, end: { line: 7, character: 0 } };
  const actions = rigy.ask({ [path]: slip }, 'textDocument/codeAction', { textDocument, range });
  assert.match(actions[0]!.title, /dimensions/);
  assert.equal(applied(slip, actions[0]!.edit.documentChanges[0]!.edits), text);
});

test('a text is formatted, and its outline is known', () => {
  const wide = text.replace('id: body', 'id:    body');
  assert.equal(applied(wide, rigy.ask({ [path]: wide }, 'textDocument/formatting', { textDocument })).includes('id: body'), true);
  const symbols = rigy.ask(files, 'textDocument/documentSymbol', { textDocument });
  assert.ok(symbols.some(({ name }) => name === 'meshes'));
});

test('changes by paths leave everything else as it is written', () => {
  assert.equal(changed([{ set: 'params.side', value: '2.5' }]), text.replace('side: 1', 'side: 2.5'));
  assert.equal(changed([{ set: 'params.name', text: 'a: b' }]), text.replace('"x"', '"a: b"'));
  assert.equal(changed([{ remove: 'params.side' }]).includes('side: 1'), false);
  assert.equal(changed([{ rename: 'params.side', name: 'edge' }]), text.replace('side: 1', 'edge: 1'));
  const posed = changed([{ insert: 'poses', value: '{id: a}', lines: ['id: a', 'bones:', '  root: {}'] }]);
  assert.match(posed, /\nposes:\n {2}- id: a\n {4}bones:\n {6}root: \{\}\n$/);
  const twice = changed([{ set: 'params.side', value: '2' }, { set: 'params.name', value: 'y' }]);
  assert.equal(twice, text.replace('side: 1', 'side: 2').replace('"x"', 'y'));
});

test('a change may begin at a place, and be wanted only where something is written', () => {
  const at = after('- {id: p, type: box, dimensions: ');
  assert.equal(changed([{ set: 'y', value: '3', at }]), text.replace('y: 1', 'y: 3'));
  assert.equal(changed([{ set: 'depth', value: '3', at, ifWritten: true }]), text);
  assert.throws(() => changed([{ set: 'meshes[4].id', value: 'x' }]), NoAnswer);
});

test('the scalars of params, also of a document with mistakes', () => {
  const broken = `${text}  oops\n`;
  for (const one of [text, broken]) {
    const scalars = rigy.ask({ [path]: one }, 'rigy/scalars', { textDocument, key: 'params' });
    assert.deepEqual(scalars, [
      { key: 'side', text: '1', plain: true },
      { key: 'name', text: 'x', plain: false },
    ]);
  }
});

test('a file that moves is named anew', () => {
  const scene = { 'a.rigy.yaml': text, 'sub/b.rigy.yaml': 'version: "0.13"\nimports:\n  arm: {source: ../a.rigy.yaml}\n' };
  const { documentChanges } = rigy.ask(scene, 'rigy/moveFile', {
    textDocument: { uri: 'a.rigy.yaml' },
    newUri: 'sub/c.rigy.yaml',
  });
  assert.equal(documentChanges.length, 1);
  assert.equal(documentChanges[0]!.edits[0]!.newText, 'c.rigy.yaml');
});

test('what cannot be asked is refused', () => {
  assert.throws(() => rigy.ask(files, 'textDocument/hovr' as 'textDocument/hover', { textDocument, position: after('m') }), {
    message: "there is no method 'textDocument/hovr'; did you mean 'textDocument/hover'?",
  });
  assert.throws(() => rigy.ask(files, 'textDocument/hover', { textDocument: { uri: 'b' }, position: after('m') }), NoAnswer);
});

const motionPath = 'arm.rigm.yaml';
const motion = `rigm_version: "0.1"
asset: arm.rigy.yaml
poses:
  still: {}
  bent: {turn: {tip: {z: 90}}}
clips:
  wave:
    length: 1
    loop: true
    ease: linear
    keys:
      - {at: 0, pose: still}
      - {at: 0.5, pose: bent, ease: smooth}
`;

test('numbers of a part are read, also those of params, and written where they stand', () => {
  const position = { line: 6, character: text.split('\n')[6]!.indexOf('{') };
  const numbers = rigy.ask(files, 'rigy/numbers', { textDocument, position });
  assert.deepEqual(numbers, [
    { path: 'dimensions.x', text: '$side', value: 1 },
    { path: 'dimensions.y', text: '1', value: 1 },
    { path: 'dimensions.z', text: '1', value: 1 },
  ]);
  assert.equal(changed([{ number: 'dimensions.y', to: 1.5, at: position }]), text.replace('y: 1,', 'y: 1.5,'));
  assert.equal(changed([{ number: 'dimensions.x', to: 2, at: position }]), text.replace('side: 1', 'side: 2'));
  const computed = text.replace('x: $side', 'x: "=$side*2"');
  assert.throws(() => changed([{ number: 'dimensions.x', to: 2, at: position }], computed), /'=\$side\*2' is computed/);
  assert.throws(() => changed([{ number: 'dimensions.w', to: 2, at: position }]), /no number is written/);
});

test('the clips of a motion have keys and samples', () => {
  const all = { ...files, [motionPath]: motion };
  const { asset, armature, bones, clips } = rigy.ask(all, 'rigy/clips', { textDocument: { uri: motionPath } });
  assert.deepEqual([asset, armature, bones], [path, 'rig', ['root', 'tip']]);
  const [wave] = clips;
  assert.deepEqual(wave!.keys.map(({ at, pose, ease }) => [at, pose, ease]), [[0, 'still', 'linear'], [0.5, 'bent', 'smooth']]);
  const bent = wave!.motions[wave!.times.indexOf(0.5)]!;
  const half = Math.SQRT1_2;
  [1, 0, 0, 0, 0, 0, 0, half, 0, 0, half, 0, 0, 0].forEach((number, i) => assert.ok(Math.abs(bent[i]! - number) < 1e-12));
  assert.throws(() => rigy.ask(files, 'rigy/clips', { textDocument }), NoAnswer);
});

test('a turn at a key becomes a change of its pose', () => {
  const all = { ...files, [motionPath]: motion };
  const asked = { textDocument: { uri: motionPath }, clip: 'wave', bone: 'tip', degrees: [0, 0, 45] as [number, number, number] };
  const { path: set, value } = rigy.ask(all, 'rigy/keyTurn', { ...asked, key: 1 });
  const edits = rigy.ask(all, 'rigy/edit', { textDocument: { uri: motionPath }, changes: [{ set, value }] });
  assert.equal(edits.length, 1);
  assert.deepEqual([set, value], ['poses.bent.turn.tip', '{z: 45}']);
  assert.throws(() => rigy.ask(all, 'rigy/keyTurn', { ...asked, key: 2 }), NoAnswer);
});

test('bones reach for a point', () => {
  const rest = [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  const asked = { textDocument, armature: 'rig', bone: 'tip', motions: rest };
  assert.ok(rigy.ask(files, 'rigy/reach', { ...asked, to: [0.5, 1, 0] }).missing < 1e-9);
  assert.ok(Math.abs(rigy.ask(files, 'rigy/reach', { ...asked, to: [0, 3, 0] }).missing - 1) < 1e-9);
  assert.throws(() => rigy.ask(files, 'rigy/reach', { ...asked, bone: 'none', to: [0, 1, 0] }), NoAnswer);
});


test('makes what the commands make', () => {
  const made = (operation: 'pose', options: { turns: string[]; id: string; write?: boolean }) =>
    rigy.ask(files, 'rigy/make', { textDocument, operation, options });
  const { text: entry, files: none, notes } = made('pose', { turns: ['tip:z:90deg'], id: 'bow' });
  assert.match(entry, /^ {2}- id: bow\n/);
  assert.deepEqual([none, notes], [{}, []]);
  const { text: posed } = made('pose', { turns: ['tip:z:90deg'], id: 'bow', write: true });
  assert.ok(posed.startsWith(text) && posed.includes('- id: bow\n'));
  const shape = rigy.ask(files, 'rigy/make', {
    textDocument,
    operation: 'shape',
    options: { type: 'box', from: [0, 0, 0], to: [0, 1, 0], radius: 0.1, id: 'mast' },
  });
  assert.match(shape.text, /^- \{id: mast, type: box, dimensions: \{x: 0.2, y: 1, z: 0.2\}/);
  assert.throws(
    () => rigy.ask(files, 'rigy/make', { textDocument, operation: 'motion', options: { gaits: ['walk'] } }),
    (error) => error instanceof NoAnswer && error.message.startsWith("'walk' needs two legs or four legs"),
  );
});
