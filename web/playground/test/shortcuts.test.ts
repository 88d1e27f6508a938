// When a key is a shortcut.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortcutOf, type Key } from '../src/shortcuts.js';

const bare: Key = {
  key: 'w',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  target: null,
};

test('a letter alone is a shortcut, also with the caps lock on', () => {
  assert.equal(shortcutOf(bare), 'w');
  assert.equal(shortcutOf({ ...bare, key: 'W' }), 'w');
  assert.equal(shortcutOf({ ...bare, key: '?', shiftKey: true }), '?');
});

test('with a modifier, held down, or taken by something else it is not', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'repeat', 'isComposing', 'defaultPrevented']) {
    assert.equal(shortcutOf({ ...bare, [held]: true }), null, held);
  }
  assert.equal(shortcutOf({ ...bare, key: '?', shiftKey: true, ctrlKey: true }), null);
});

test('where text is written it is not', () => {
  const target = (isText: boolean) =>
    ({ closest: () => (isText ? {} : null) }) as unknown as EventTarget;
  assert.equal(shortcutOf({ ...bare, target: target(true) }), null);
  assert.equal(shortcutOf({ ...bare, target: target(false) }), 'w');
});
