// The explanation of a diagnostic: its entry in docs/diagnostics.md, loaded on first use.
import { byId, el } from './dom.js';

export async function explain(code: string): Promise<void> {
  const dialog = byId<HTMLDialogElement>('explanation');
  const { default: page } = await import('../../../docs/diagnostics.md?raw');
  byId('explanation-title').textContent = code;
  byId('explanation-text').replaceChildren(...blocksOf(entryOf(page, code)));
  if (!dialog.open) dialog.showModal();
}

export function entryOf(page: string, code: string): string {
  const sections = page.split(/^## /m);
  const found = sections.find((section) => section.startsWith(`${code}\n`));
  return found?.slice(code.length).trim() ?? `There is no explanation of ${code}.`;
}

// Supports only the Markdown that the page uses: fenced blocks, bold and code.
function blocksOf(text: string): HTMLElement[] {
  return text.split(/^```\w*\n([\s\S]*?)^```$/m).flatMap((part, i) => {
    if (i % 2 === 1) return [el('pre', {}, part.trimEnd())] as HTMLElement[];
    return part
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim() !== '')
      .map((paragraph) => el('p', {}, ...inlineOf(paragraph.trim())));
  });
}

function inlineOf(text: string): (HTMLElement | string)[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith('**')) return el('strong', {}, part.slice(2, -2));
    if (part.startsWith('`')) return el('code', {}, part.slice(1, -1));
    return part;
  });
}
