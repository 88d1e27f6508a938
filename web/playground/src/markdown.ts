// Markdown as elements, as much of it as the pages in docs/ use: headings, paragraphs, lists, tables, fenced blocks, bold, code
// and links. Links lead nowhere but through `follow`; pictures are left out.
import { el } from './dom.js';

export type Follow = (target: string) => (() => void) | null;

const nowhere: Follow = () => null;

/** One element for each block, in order. */
export function blocksOf(text: string, follow: Follow = nowhere): HTMLElement[] {
  return text.split(/^```\w*\n([\s\S]*?)^```$/m).flatMap((part, i): HTMLElement[] => {
    if (i % 2 === 1) return [el('pre', {}, part.trimEnd())];
    return part
      .split(/\n{2,}|\n(?=#+ |\|)|(?<=^#.*)\n/m)
      .map((block) => block.trim())
      .filter((block) => block !== '' && !block.startsWith('!['))
      .reduce<string[]>(joinRows, [])
      .flatMap((block) => blockOf(block, follow));
  });
}

// The rows of a table belong together.
function joinRows(blocks: string[], block: string): string[] {
  const last = blocks.at(-1);
  if (block.startsWith('|') && last?.startsWith('|')) blocks[blocks.length - 1] = `${last}\n${block}`;
  else blocks.push(block);
  return blocks;
}

function blockOf(block: string, follow: Follow): HTMLElement[] {
  const heading = /^(#+) (.*)$/.exec(block);
  if (heading) return [el(heading[1]!.length === 1 ? 'h2' : 'h3', {}, ...inlineOf(heading[2]!, follow))];
  if (block.startsWith('|')) return [tableOf(block, follow)];
  const list = /^(?:- |\d+\. )/.test(block);
  if (!list) return [el('p', {}, ...inlineOf(block, follow))];
  const items = block.split(/^(?:- |\d+\. )/m).slice(1);
  return [el('ul', {}, ...items.map((item) => el('li', {}, ...inlineOf(item.trim(), follow))))];
}

function tableOf(block: string, follow: Follow): HTMLElement {
  const rows = block.split('\n').map((row) => row.replace(/^\||\|$/g, '').split(/(?<!\\)\|/));
  const body = rows.filter((_, i) => i !== 1).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const cellsOf = (cells: string[]) =>
    cells.map((cell) => el('td', {}, ...inlineOf(cell.trim().replaceAll('\\|', '|'), follow)));
  return el('table', {}, el('tbody', {}, ...body.map((cells) => el('tr', {}, ...cellsOf(cells)))));
}

function inlineOf(text: string, follow: Follow): (HTMLElement | string)[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]*\]\([^)]*\)|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.startsWith('**')) return el('strong', {}, ...inlineOf(part.slice(2, -2), follow));
    if (part.startsWith('`')) return el('code', {}, part.slice(1, -1));
    if (/^\*[^*]+\*$/.test(part)) return el('em', {}, part.slice(1, -1));
    const link = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(part);
    return link ? linkOf(link[1]!, follow(link[2]!), follow) : part;
  });
}

function linkOf(text: string, action: (() => void) | null, follow: Follow): HTMLElement {
  if (!action) return el('span', {}, ...inlineOf(text, follow));
  const link = el('button', { type: 'button', class: 'link' }, text);
  link.addEventListener('click', action);
  return link;
}
