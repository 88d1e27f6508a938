import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from 'rigy';
import { withEdits } from '../src/assist/asking.js';
import { placementChanges, type Placement } from '../src/placement.js';
import { rigy } from './support.js';

/** The place between two marks, and the text without them. */
function marked(text: string): { text: string; place: Place } {
  const [before, fields] = text.split('«') as [string, string];
  const plain = text.replace(/[«»]/g, '');
  const at = (offset: number) => {
    const lines = plain.slice(0, offset).split('\n');
    return { line: lines.length, column: lines.at(-1)!.length + 1 };
  };
  const start = at(before.length);
  const end = at(before.length + fields.indexOf('»'));
  const place = {
    file: 'a.rigs.yaml',
    line: start.line,
    column: start.column,
    end_line: end.line,
    end_column: end.column,
    column_utf16: start.column,
    end_column_utf16: end.column,
    columnUtf16: start.column,
    endLine: end.line,
    endColumn: end.column,
    endColumnUtf16: end.column,
  };
  return { text: plain, place };
}

function moved(source: string, before: Placement, after: Placement): string {
  const { text, place } = marked(source);
  const changes = placementChanges({ ...before, place }, after);
  const { file: uri } = place;
  return withEdits(text, rigy.ask({ [uri]: text }, 'rigy/edit', { textDocument: { uri }, changes }));
}

const block = `- place:
    «slot: {name: top}
    mount: {name: foot}
    rotate: 90deg
    nudge: { north: 20cm, east: -1in }»
  children: []
`;

const unmoved: Placement = { rotate: 0, nudge: [0, 0, 0] };

test('only what differs changes, where it is', () => {
  assert.equal(
    moved(block, { rotate: 90, nudge: [-0.0254, 0, 0.2] }, { rotate: 180, nudge: [-0.0254, 0, 0.25] }),
    `- place:
    slot: {name: top}
    mount: {name: foot}
    rotate: 180deg
    nudge: { north: 25cm, east: -1in }
  children: []
`,
  );
});

test('fields that say nothing are not added', () => {
  const source = `- place:
    «slot: {name: top}
    mount: {name: rotate}»
`;
  assert.equal(moved(source, { rotate: 90, nudge: [0.1, 0, 0] }, unmoved), marked(source).text);
  assert.equal(
    moved(source, unmoved, { rotate: 270, nudge: [0, 0.5, 0] }),
    `- place:
    slot: {name: top}
    mount: {name: rotate}
    rotate: 270deg
    nudge: {up: 50cm}
`,
  );
});

test('fields in braces', () => {
  const source = 'place: «{slot: {name: top}, mount: {name: foot} }», children: []\n';
  const once = moved(source, unmoved, { rotate: 90, nudge: [0.1, 0, 0] });
  assert.equal(once, 'place: {slot: {name: top}, mount: {name: foot}, rotate: 90deg, nudge: {east: 10cm} }, children: []\n');
});

test('a nudge on lines of its own', () => {
  const source = `place:
  «slot: {name: top}
  nudge:
    north: 1
    up: 2ft
  mount: {name: foot}»
`;
  assert.equal(
    moved(source, { rotate: 0, nudge: [0, 0.6096, 1] }, unmoved),
    `place:
  slot: {name: top}
  nudge:
    north: 0cm
    up: 0cm
  mount: {name: foot}
`,
  );
});
