// Short messages at the bottom of the page.
import { byId } from './dom.js';

let timer: ReturnType<typeof setTimeout> | undefined;

/** Goes away by itself unless it is an error, which stays until it is closed. */
export function notify(text: string, kind: 'note' | 'error' = 'note'): void {
  const notice = byId('notice');
  byId('notice-text').textContent = text;
  notice.dataset['kind'] = kind;
  notice.hidden = false;
  clearTimeout(timer);
  if (kind === 'note') timer = setTimeout(dismiss, 5000);
}

export function dismiss(): void {
  byId('notice').hidden = true;
}
