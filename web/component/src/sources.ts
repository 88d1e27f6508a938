// The text of a document and of the files it names.
import { gatherFiles } from 'rigy';
import type { Project } from '../../playground/src/project.js';

/** The document at an address, with the files that it refers to, directly or indirectly; or `text` in its place. */
export function projectAt(address: URL, text: string | null): Promise<Project> {
  return projectOf(nameAt(address), () => (text === null ? textAt(address) : Promise.resolve(text)), address);
}

/** A motion for a document of the same folder, together with the files of that. */
export async function motionAt(address: URL, asset: Project): Promise<Project> {
  const known = new Map(asset.files.map(({ path, text }) => [path, text]));
  const entry = nameAt(address);
  const files = await gatherFiles(entry, (path) => {
    const text = known.get(path);
    return text === undefined ? textAt(addressOf(path, address)) : Promise.resolve(text);
  });
  return { files: Array.from(files, ([path, text]) => ({ path, text })), entry };
}

/** A document written in the page; its files are relative to the page. */
export function projectIn(text: string): Promise<Project> {
  return projectOf('document.rigy.yaml', () => Promise.resolve(dedented(text)), new URL(document.baseURI));
}

async function projectOf(entry: string, text: () => Promise<string>, base: URL): Promise<Project> {
  const read = (path: string) => (path === entry ? text() : textAt(addressOf(path, base)));
  const files = await gatherFiles(entry, read);
  return { files: Array.from(files, ([path, contents]) => ({ path, text: contents })), entry };
}

function nameAt(address: URL): string {
  return decodeURIComponent(address.pathname.split('/').at(-1)!) || 'document.rigy.yaml';
}

// Signs that mean something in an address are part of the name.
function addressOf(path: string, base: URL): URL {
  return new URL(`./${path.replace(/[%#?\\]/g, encodeURIComponent)}`, base);
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
