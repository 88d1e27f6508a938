// The text of a document and of the files it names.
import type { Project, ProjectFile } from '../../playground/src/project.js';

const reference = /(?:source|contract):\s*["']?([^\s"',}]+)/g;

/** The document at an address, with the files that it refers to, directly or indirectly. */
export async function projectAt(address: URL): Promise<Project> {
  const entry = decodeURIComponent(address.pathname.split('/').at(-1)!) || 'document.rigy.yaml';
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href} cannot be read: status ${response.status}`);
  return withReferences({ path: entry, text: await response.text() }, address);
}

/** A document written in the page; its files are relative to the page. */
export function projectIn(text: string): Promise<Project> {
  return withReferences({ path: 'document.rigy.yaml', text: dedented(text) }, new URL(document.baseURI));
}

async function withReferences(entry: ProjectFile, base: URL): Promise<Project> {
  const files = [entry];
  const seen = new Set([entry.path]);
  for (const { path, text } of files) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const [, name] of text.matchAll(reference)) {
      const other = folder + name!;
      if (seen.has(other)) continue;
      seen.add(other);
      const response = await fetch(new URL(other, base)).catch(() => null);
      // The compiler says it better if a file is missing.
      if (response?.ok) files.push({ path: other, text: await response.text() });
    }
  }
  return { files, entry: entry.path };
}

/** Without the indentation that all lines share. */
export function dedented(text: string): string {
  const lines = text.replace(/^\s*\n/, '').trimEnd().split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length);
  const shared = Math.min(...indents);
  return `${lines.map((line) => line.slice(Number.isFinite(shared) ? shared : 0)).join('\n')}\n`;
}
