// Undoing and redoing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoingOf, type Key } from '../src/shortcuts.js';
import { UndoStack } from '../src/undo.js';

test('changes of different things are undone one by one, and redone', () => {
  const stack = new UndoStack<string>();
  stack.record('rest', 'turn a', 0);
  stack.record('a', 'turn b', 10);
  assert.equal(stack.undo('ab'), 'a');
  assert.equal(stack.undo('a'), 'rest');
  assert.equal(stack.undo('rest'), undefined);
  assert.equal(stack.redo('rest'), 'a');
  assert.equal(stack.redo('a'), 'ab');
  assert.equal(stack.redo('ab'), undefined);
});

test('changes of the same thing in quick succession are undone together', () => {
  const stack = new UndoStack<number>();
  for (let i = 0; i < 10; ++i) stack.record(i, 'turn a', 100 * i);
  stack.record(10, 'turn a', 5000);
  assert.equal(stack.undo(11), 10);
  assert.equal(stack.undo(10), 0);
});

test('a new change forgets what was undone', () => {
  const stack = new UndoStack<number>();
  stack.record(0, 'a', 0);
  stack.undo(1);
  stack.record(0, 'b', 1);
  assert.equal(stack.redo(2), undefined);
});

const bare: Key = {
  key: 'z',
  ctrlKey: true,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  target: null,
};

test('Ctrl+Z and its relatives undo and redo, but not where text is typed', () => {
  assert.equal(undoingOf(bare), 'undo');
  assert.equal(undoingOf({ ...bare, ctrlKey: false, metaKey: true }), 'undo');
  assert.equal(undoingOf({ ...bare, key: 'Z', shiftKey: true }), 'redo');
  assert.equal(undoingOf({ ...bare, key: 'y' }), 'redo');
  assert.equal(undoingOf({ ...bare, ctrlKey: false }), null);
  assert.equal(undoingOf({ ...bare, altKey: true }), null);
  assert.equal(undoingOf({ ...bare, defaultPrevented: true }), null);
  const within = (found: string[]) =>
    ({ closest: (selector: string) => (found.some((one) => selector.includes(one)) ? {} : null) }) as unknown as EventTarget;
  assert.equal(undoingOf({ ...bare, target: within(['.cm-editor']) }), null);
  assert.equal(undoingOf({ ...bare, target: within(['input', '#turn']) }), 'undo');
});
