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

export function listenToShortcuts(actions: Record<string, () => void>): void {
  addEventListener('keydown', (event) => {
    const key = shortcutOf(event);
    if (key === null || !Object.hasOwn(actions, key) || document.querySelector('dialog[open]')) return;
    actions[key]!();
    event.preventDefault();
  });
}
