// Short messages at the bottom of the page.
import { byId } from './dom.js';

export interface NoticeAction {
  label: string;
  run(): void;
}

const shortTime = 5_000;
// Long enough to read the message and reach its button.
const actionTime = 20_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Disappears after a while. */
export function notify(text: string, action: NoticeAction | null = null): void {
  show(text, 'note', action);
  timer = setTimeout(dismiss, action ? actionTime : shortTime);
}

/** Stays until it is closed. */
export function notifyError(text: string): void {
  show(text, 'error', null);
}

export function dismiss(): void {
  clearTimeout(timer);
  byId('notice').hidden = true;
}

function show(text: string, kind: 'note' | 'error', action: NoticeAction | null): void {
  dismiss();
  const notice = byId('notice');
  const button = byId<HTMLButtonElement>('notice-action');
  byId('notice-text').textContent = text;
  button.textContent = action?.label ?? '';
  button.hidden = action === null;
  button.onclick = () => {
    dismiss();
    action?.run();
  };
  notice.dataset['kind'] = kind;
  notice.hidden = false;
}
