// Single keys that do something wherever no text is being written.

/** The part of a KeyboardEvent that is used here. */
export interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
  target: EventTarget | null;
}

const written =
  '.cm-editor, textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])';

/** The key as it is to be looked up, or null if it was meant for something else. */
export function shortcutOf(event: Key): string | null {
  const { key, target } = event;
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  // A question mark needs Shift on many keyboards; letters are meant without it.
  const isShifted = event.shiftKey && /^\p{L}$/u.test(key);
  const isTaken = event.defaultPrevented || event.isComposing || event.repeat;
  if (isModified || isShifted || isTaken) return null;
  const isText = (target as Partial<Element> | null)?.closest?.(written) ?? null;
  // With the caps lock on, a letter is still that letter.
  return isText === null ? key.toLowerCase() : null;
}

export function listenToShortcuts(actions: Record<string, () => void>): void {
  addEventListener('keydown', (event) => {
    const key = shortcutOf(event);
    if (key === null || !Object.hasOwn(actions, key) || document.querySelector('dialog[open]')) return;
    actions[key]!();
    event.preventDefault();
  });
}
