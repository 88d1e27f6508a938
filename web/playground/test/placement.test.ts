import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from 'rigy';
import { withEdits } from '../src/assist/asking.js';
import { placementChanges } from '../src/placement.js';
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

function moved(source: string, rotate: 0 | 90 | 180 | 270, nudge: [number, number, number]): string {
  const { text, place } = marked(source);
  const changes = placementChanges(place, { rotate, nudge });
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

test('fields in lines change where they are', () => {
  assert.equal(
    moved(block, 180, [-0.0254, 0, 0.25]),
    `- place:
    slot: {name: top}
    mount: {name: foot}
    rotate: 180deg
    nudge: {east: -2.54cm, north: 25cm}
  children: []
`,
  );
});

test('fields that say nothing are not added', () => {
  const source = `- place:
    «slot: {name: top}
    mount: {name: rotate}»
`;
  assert.equal(moved(source, 0, [0, 0, 0]), marked(source).text);
  assert.equal(
    moved(source, 270, [0, 0.5, 0]),
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
  const once = moved(source, 90, [0.1, 0, 0]);
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
    moved(source, 0, [0, 0, 0]),
    `place:
  slot: {name: top}
  nudge: {east: 0}
  mount: {name: foot}
`,
  );
});
