import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEdits } from '../src/assist/asking.js';
import { colorChanges, colorOf } from '../src/coloring.js';
import { modelOf, ownersOf, partAtLine, type Model } from '../src/model.js';
import { changesOfPlaced, childNamed, heldPlaced, instanceNamed } from '../src/placed.js';
import { snapped, snapsOf } from '../src/snapping.js';
import type { Change } from 'rigy';
import { exampleFiles, rigy } from './support.js';

const uri = 'shelf.rigy.yaml';
const shelf = `version: "0.13"
params: {high: 0.5}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
meshes:
  - id: crate
    primitives:
      - {id: crate, type: box, dimensions: {x: 0.2, y: 0.2, z: 0.2}}
      - {id: lid, type: box, dimensions: {x: 0.2, y: 0.02, z: 0.2}, transform: {translation: [0.5, 0.11, 0]}}
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [1, 0, 0]}
  - {id: c, translation: [0, 1, 0]}
  - {id: L_p, translation: [-1, 0, 0]} # where it hangs
  - {id: L_q, translation: [-0.5, 0, 0]}
  - {id: L_r, translation: [-1, 0.5, 0]}
  - {id: s, translation: [2, $high, 0]}
  - {id: t, translation: [3, $high, 0]}
  - {id: u, translation: [2, "=$high + 1", 0]}
instances:
  - {id: L_copy, mesh_id: crate, attach3: {from: [a, b, c], to: [L_p, L_q, L_r], mode: uniform}}
  - {id: other, mesh_id: crate, attach3: {from: [a, b, c], to: [R_p, R_q, R_r], mode: rigid}}
  - {id: computed, mesh_id: crate, attach3: {from: [a, b, c], to: [s, t, u], mode: rigid}}
`;

function modelFrom(files: Record<string, string>, entry: string): Model {
  const { glb, outline, diagnostics } = rigy.compile(files, { entry, outline: true });
  assert.ok(glb && outline, JSON.stringify(diagnostics));
  return modelOf(glb, outline);
}

const model = modelFrom({ [uri]: shelf }, uri);

function changed(changes: Change[]): string {
  return withEdits(shelf, rigy.ask({ [uri]: shelf }, 'rigy/edit', { textDocument: { uri }, changes }));
}

test('an instance is moved and sized by its anchors, and the rest of the text stays', () => {
  const copy = instanceNamed(model, 'L_copy')!;
  const held = heldPlaced(copy, false);
  assert.deepEqual(held.position, [-1, 0, 0]);
  const text = changed(changesOfPlaced(copy, false, { ...held, position: [-1, 0.25, 0], scale: [2, 2, 2] }));
  const wanted = shelf
    .replace('[-1, 0, 0]} # where', '[-1, 0.25, 0]} # where')
    .replace('L_q, translation: [-0.5, 0, 0]', 'L_q, translation: [0, 0.25, 0]')
    .replace('L_r, translation: [-1, 0.5, 0]', 'L_r, translation: [-1, 1.25, 0]');
  assert.equal(text, wanted);
});

test('mirrored anchors are written where their originals are', () => {
  const other = instanceNamed(model, 'other')!;
  const text = changed(changesOfPlaced(other, false, { ...heldPlaced(other, false), position: [1.5, 0, 0] }));
  const wanted = shelf.replace('[-1, 0, 0]} #', '[-1.5, 0, 0]} #').replace('[-0.5, 0, 0]', '[-1, 0, 0]').replace('[-1, 0.5, 0]', '[-1.5, 0.5, 0]');
  assert.equal(text, wanted);
  assert.equal(instanceNamed(model, 'R_copy')?.id, 'L_copy');
});

test('an anchor that is computed is refused', () => {
  const computed = instanceNamed(model, 'computed')!;
  const changes = changesOfPlaced(computed, false, { ...heldPlaced(computed, false), position: [2, 0.6, 0] });
  assert.throws(() => changed(changes), /computed/);
});

test('a child on a child is moved in the frame of its slot', () => {
  const entry = 'room/room.rigs.yaml';
  const room = modelFrom(exampleFiles, entry);
  const tray = childNamed(room, 'tray1')!;
  assert.deepEqual(heldPlaced(tray, false).position, [-0.25, 0, 0]);
  const world = room.glb.worlds.get(tray.node)!;
  // The slot is where the tray would be without its nudge.
  assert.ok(Math.abs(tray.matrix![13]! - world[13]!) < 1e-6);
  const lamp = room.outline.children.find(({ id }) => id === 'lamp1')!;
  const placed = room.glb.placed.find(({ nodes }) => nodes.includes(lamp.node))!;
  assert.deepEqual(ownersOf(room, placed.nodes).map(({ id }) => id), ['table1', 'tray1', 'lamp1']);
});

test('what is written on a line is found by kind', () => {
  const kindAt = (words: string) => {
    const part = partAtLine(model, { file: uri, line: shelf.split('\n').findIndex((line) => line.includes(words)) + 1 });
    return part?.kind === 'primitive' ? part.primitive.id : part && 'id' in part ? `${part.kind} ${part.id}` : part?.kind;
  };
  assert.equal(kindAt('id: lid'), 'lid');
  assert.equal(kindAt('id: L_q'), 'anchor L_q');
  assert.equal(kindAt('id: other'), 'instance other');
  assert.equal(kindAt('params'), undefined);
});

test('faces, anchors, the ground and the middle are snapped to, along what is dragged', () => {
  const lid = model.outline.meshes[0]!.primitives.find(({ id }) => id === 'lid')!;
  const item = { kind: 'primitive' as const, id: 'lid', place: lid, numbers: [], matrix: null };
  const snaps = snapsOf(model, item, [0.5, 0.11, 0]);
  const at = snapped(snaps, [0.5, 0.11, 0], [0.207, 0.11, 0], 0.02);
  assert.equal(at.position[0].toFixed(6), '0.200000');
  assert.match(at.text, /left of lid on right of crate/);
  assert.deepEqual(snapped(snaps, [0.5, 0.11, 0], [0.66, 0.11, 0], 0.02), { position: [0.66, 0.11, 0], text: '' });
  assert.match(snapped(snaps, [0.5, 0.11, 0], [0.5, 0.013, 0], 0.02).text, /on (the ground|bottom of|middle|anchor)/);
});

test('a color is one of its own, and the rest keeps what it has', () => {
  const lid = model.outline.meshes[0]!.primitives[1]!;
  const text = changed(colorChanges(model, lid, '#ff0000'));
  assert.match(text, /lid_color: \{base_color: \[1, 0, 0, 1\]\}/);
  const painted = modelFrom({ [uri]: text }, uri);
  const [first, second] = painted.outline.meshes[0]!.primitives;
  assert.equal(colorOf(painted, second!), '#ff0000');
  assert.notEqual(colorOf(painted, first!), '#ff0000');
  // Once it has a material of its own, that is changed.
  const changes = colorChanges(painted, second!, '#0000ff');
  assert.ok(changes.every((change) => 'number' in change), JSON.stringify(changes));
});
