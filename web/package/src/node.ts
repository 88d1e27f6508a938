// Files on disk, for Node.js.
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { gatherFiles } from './gather.js';

export interface ReadOptions {
  /**
   * Only files below this folder are read, and names are relative to it. By default the working directory if the
   * document lies below it, else the folder of the document.
   */
  root?: string;
  /** Called with the absolute path of each file that is looked for in vain: when it is there, it will be read. */
  onMissing?: (path: string) => void;
}

/**
 * Reads a document and the files that it refers to, directly or indirectly, for compile() and the other calls; the
 * document comes first. A document that cannot be read is an error; any other file is left out, and the
 * compiler reports it if it is needed.
 */
export async function readFiles(document: string, { root, onMissing }: ReadOptions = {}): Promise<Map<string, Uint8Array>> {
  const place = await realpath(document);
  const top = root === undefined ? await usualRoot(place) : await realpath(root);
  const entry = relative(top, place).split(sep).join('/');
  return gatherFiles(entry, (path) =>
    readBelow(top, path).catch((error: unknown) => {
      onMissing?.(join(top, path));
      throw error;
    }),
  );
}

async function usualRoot(place: string): Promise<string> {
  const working = await realpath('.');
  return isBelow(working, place) ? working : dirname(place);
}

async function readBelow(top: string, path: string): Promise<Uint8Array> {
  const place = await realpath(join(top, path));
  if (!isBelow(top, place)) throw new Error(`rigy: '${place}' is not below the root '${top}'`);
  // Opening a pipe could wait forever.
  if (!(await stat(place)).isFile()) throw new Error(`rigy: '${place}' is not a regular file`);
  return new Uint8Array(await readFile(place));
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
