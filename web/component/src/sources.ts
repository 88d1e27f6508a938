// The text of a document and of the files it names.
import { gatherFiles } from 'rigy';
import type { Project } from '../../playground/src/project.js';

/** The document at an address, with the files that it refers to, directly or indirectly. */
export function projectAt(address: URL): Promise<Project> {
  const entry = decodeURIComponent(address.pathname.split('/').at(-1)!) || 'document.rigy.yaml';
  return projectOf(entry, () => textAt(address), address);
}

/** A document written in the page; its files are relative to the page. */
export function projectIn(text: string): Promise<Project> {
  return projectOf('document.rigy.yaml', () => Promise.resolve(dedented(text)), new URL(document.baseURI));
}

async function projectOf(entry: string, text: () => Promise<string>, base: URL): Promise<Project> {
  // Signs that mean something in an address are part of the name.
  const addressOf = (path: string) => new URL(`./${path.replace(/[%#?\\]/g, encodeURIComponent)}`, base);
  const read = (path: string) => (path === entry ? text() : textAt(addressOf(path)));
  const files = await gatherFiles(entry, read);
  return { files: Array.from(files, ([path, contents]) => ({ path, text: contents })), entry };
}

async function textAt(address: URL): Promise<string> {
  const response = await fetch(address).catch(() => null);
  if (response === null) throw new Error(`${address.href} cannot be read: there is no answer`);
  if (!response.ok) throw new Error(`${address.href} cannot be read: status ${response.status}`);
  return response.text();
}

/** Without the indentation that all lines share. */
export function dedented(text: string): string {
  const lines = text.replace(/^\s*\n/, '').trimEnd().split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length);
  const shared = Math.min(...indents);
  return `${lines.map((line) => line.slice(Number.isFinite(shared) ? shared : 0)).join('\n')}\n`;
}
