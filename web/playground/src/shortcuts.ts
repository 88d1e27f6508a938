// Single-key shortcuts, active unless text is being typed.

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

/** The key to look up, or null if it is not a shortcut. */
export function shortcutOf(event: Key): string | null {
  const { key, target } = event;
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  // A question mark needs Shift on many keyboards; letters must not have it.
  const isShifted = event.shiftKey && /^\p{L}$/u.test(key);
  const isTaken = event.defaultPrevented || event.isComposing || event.repeat;
  if (isModified || isShifted || isTaken) return null;
  const isText = (target as Partial<Element> | null)?.closest?.(written) ?? null;
  // Caps lock makes no difference.
  return isText === null ? key.toLowerCase() : null;
}

export type Undoing = 'undo' | 'redo';

/** Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y, except where they undo typing. */
export function undoingOf(event: Key): Undoing | null {
  const { key, target, shiftKey } = event;
  const isTaken = event.defaultPrevented || event.isComposing || event.altKey;
  if (isTaken || !(event.ctrlKey || event.metaKey)) return null;
  const element = target as Partial<Element> | null;
  const isTyped = element?.closest?.(written) && !element.closest('#turn');
  if (isTyped) return null;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : null;
}

export function listenToUndo(undo: () => void, redo: () => void): void {
  addEventListener('keydown', (event) => {
    const undoing = undoingOf(event);
    if (undoing === null || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    if (undoing === 'undo') undo();
    else redo();
  });
}

export function listenToShortcuts(actions: Record<string, () => void>): void {
  addEventListener('keydown', (event) => {
    const key = shortcutOf(event);
    if (key === null || !Object.hasOwn(actions, key) || document.querySelector('dialog[open]')) return;
    actions[key]!();
    event.preventDefault();
  });
}
