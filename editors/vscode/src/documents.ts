// The files of a preview: as they are in the editors, saved or not, and on disk otherwise.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { gatherFiles } from 'rigy';

export interface Gathered {
  /** The folder that the names of the files begin in. */
  root: string;
  entry: string;
  files: Map<string, string>;
}

/** The name of a file in a folder; undefined if it is elsewhere. */
export function nameIn(root: string, path: string): string | undefined {
  const name = relative(root, path).split(sep).join('/');
  return name === '' || name.startsWith('../') || name === '..' ? undefined : name;
}

/**
 * A document and everything that it names. `folder` is the one of the workspace, outside of which nothing is read; without
 * one it is that of the document. `openText` gives the text of a file that an editor has open.
 */
export async function gather(
  document: string,
  folder: string | undefined,
  openText: (path: string) => string | undefined,
): Promise<Gathered> {
  const root = folder !== undefined && nameIn(folder, document) !== undefined ? folder : dirname(document);
  const entry = nameIn(root, document)!;
  const read = async (name: string) => {
    const path = join(root, ...name.split('/'));
    return openText(path) ?? (await readFile(path, 'utf8'));
  };
  return { root, entry, files: await gatherFiles(entry, read) };
}
