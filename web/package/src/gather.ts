// A document together with the files that it refers to, from wherever the caller reads them.
import type { FileContents } from './types.js';

const comment = /(?:^|\s)#.*/gm;
// What may be the name of a file: any word with one of the extensions that documents, contracts and weight files
// have. A name too many is only looked for in vain; the compiler reports the ones that are really missing.
const name = /[^\s"'`,:{}[\]]+\.(?:ya?ml|json)(?![\w.])/gi;
// The same with spaces: in quotes, or the rest of a line.
const quotedName = /(["'])([^"'\n]+\.(?:ya?ml|json))\1/gi;
const restOfLine = /^[ \t]*(?:-[ \t]+)*(?:[^\s:]+:[ \t]+)?([^\s"'{[][^"'\n]*\.(?:ya?ml|json))[ \t]*$/gim;
// And whatever is given as one.
const given = /\b(?:source|contract)["']?\s*:\s*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"',{}[\]]+))/g;

/**
 * Reads `entry` and the files that it refers to, directly or indirectly, in the form that compile() takes; the
 * entry comes first. `read` gets '/'-separated paths, relative as `entry` is. It may throw: for the entry that is
 * passed on, any other file is left out, and the compiler reports it if it is needed.
 */
export async function gatherFiles<Contents extends FileContents>(
  entry: string,
  read: (path: string) => Promise<Contents>,
): Promise<Map<string, Contents>> {
  const files = new Map([[entry, await read(entry)]]);
  const seen = new Set([entry]);
  for (const [path, contents] of files) {
    const unseen = referencesOf(path, contents).filter((other) => !seen.has(other));
    for (const other of new Set(unseen)) {
      seen.add(other);
      const found = await read(other).catch(() => null);
      if (found !== null) files.set(other, found);
    }
  }
  return files;
}

function referencesOf(path: string, contents: FileContents): string[] {
  // Weight files refer to nothing, and may be large.
  if (path.endsWith('.json')) return [];
  const text = (typeof contents === 'string' ? contents : new TextDecoder().decode(contents)).replace(comment, '');
  const names = [
    ...Array.from(text.matchAll(name), ([word]) => word),
    ...Array.from(text.matchAll(quotedName), ([, , quoted]) => quoted!),
    ...Array.from(text.matchAll(restOfLine), ([, rest]) => rest!),
    ...Array.from(text.matchAll(given), ([, double, single, plain]) => (double ?? single ?? plain)!),
  ];
  return names.map((other) => pathFrom(path, other)).filter((other) => other !== null);
}

/** The path of `other`, as `path` writes it; null if it is not below the root. */
function pathFrom(path: string, other: string): string | null {
  if (other.startsWith('/')) return null;
  const parts = path.split('/').slice(0, -1);
  for (const part of other.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
