// The explanation of a diagnostic: its entry in docs/diagnostics.md, loaded on first use.
import { byId } from './dom.js';
import { loaded } from './loading.js';
import { blocksOf } from './markdown.js';

export async function explain(code: string): Promise<void> {
  const dialog = byId<HTMLDialogElement>('explanation');
  const file = await loaded('The explanation', () => import('../../../docs/diagnostics.md?raw'));
  if (!file) return;
  byId('explanation-title').textContent = code;
  byId('explanation-text').replaceChildren(...blocksOf(entryOf(file.default, code)));
  if (!dialog.open) dialog.showModal();
}

export function entryOf(page: string, code: string): string {
  const sections = page.split(/^## /m);
  const found = sections.find((section) => section.startsWith(`${code}\n`));
  return found?.slice(code.length).trim() ?? `There is no explanation of ${code}.`;
}
