// The explanation of a diagnostic, or of what lint finds: its entry in the documentation, loaded on first use.
import { byId } from './dom.js';
import { loaded } from './loading.js';
import { blocksOf } from './markdown.js';

export async function explain(code: string): Promise<void> {
  const dialog = byId<HTMLDialogElement>('explanation');
  const entry = await loaded('The explanation', () => (isFinding(code) ? findingEntry(code) : diagnosticEntry(code)));
  if (entry === null) return;
  byId('explanation-title').textContent = code;
  byId('explanation-text').replaceChildren(...blocksOf(entry));
  if (!dialog.open) dialog.showModal();
}

const isFinding = (code: string) => /^L\d/.test(code);

async function diagnosticEntry(code: string): Promise<string> {
  return entryOf((await import('../../../docs/diagnostics.md?raw')).default, code);
}

// A row of the table: its id, what it finds, and when.
async function findingEntry(code: string): Promise<string> {
  const page = (await import('../../../docs/lint.md?raw')).default;
  const [, what, threshold] = page.split('\n').find((line) => line.startsWith(`| ${code} |`))?.split(' | ') ?? [];
  return what ? `**${what}**\n\n${threshold?.replace(/ \|$/, '') ?? ''}` : `There is no explanation of ${code}.`;
}

export function entryOf(page: string, code: string): string {
  const sections = page.split(/^## /m);
  const found = sections.find((section) => section.startsWith(`${code}\n`));
  return found?.slice(code.length).trim() ?? `There is no explanation of ${code}.`;
}
