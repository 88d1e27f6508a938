// Zip archives of a project's files. Ours are stored as they are: text of this size is not worth compressing.
import type { ProjectFile } from './project.js';

// Version 2.0 of the format; names are UTF-8; stored; midnight of 1 January 1980, the first day that zip knows.
const common = [20, 0x0800, 0, 0, 0x0021];

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** The same files always make the same bytes. */
export function zipOf(files: ProjectFile[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const file of files) {
    const path = encoder.encode(file.path);
    const text = encoder.encode(file.text);
    const sizes = [...long(crc32(text)), ...long(text.length), ...long(text.length), ...short(path.length), ...short(0)];
    const local = joined([signature(3, 4), Uint8Array.from([...common.flatMap(short), ...sizes]), path]);
    // Made by version 2.0, no comment, first disk, text unknown, no attributes, and where the file is.
    const rest = [...short(0), ...short(0), ...short(0), ...long(0), ...long(at)];
    const head = Uint8Array.from([...short(20), ...common.flatMap(short), ...sizes, ...rest]);
    directory.push(joined([signature(1, 2), head, path]));
    parts.push(local, text);
    at += local.length + text.length;
  }
  const list = joined(directory);
  const count = short(files.length);
  const end = [...short(0), ...short(0), ...count, ...count, ...long(list.length), ...long(at), ...short(0)];
  return joined([...parts, list, signature(5, 6), Uint8Array.from(end)]);
}

export class ZipError extends Error {}

const endSize = 22;
const entrySize = 46;
const localSize = 30;
const stored = 0;
const deflated = 8;

/** The files of an archive that are wanted, by their paths; `most` is how many bytes they may have together. */
export async function filesOfZip(
  bytes: Uint8Array<ArrayBuffer>,
  isWanted: (path: string) => boolean,
  most: number,
): Promise<ProjectFile[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files: ProjectFile[] = [];
  let left = most;
  try {
    const end = endOf(view);
    let at = view.getUint32(end + 16, true);
    for (let i = view.getUint16(end + 10, true); i > 0; --i) {
      const [nameSize, extraSize, noteSize] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const path = new TextDecoder().decode(bytes.subarray(at + entrySize, at + entrySize + nameSize!));
      if (isWanted(path)) {
        const text = await textAt(bytes, view, at, left);
        left -= text.length;
        files.push({ path, text });
      }
      at += entrySize + nameSize! + extraSize! + noteSize!;
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('This zip archive is damaged.');
  }
  return files;
}

// It ends with a comment of any length, mostly none.
function endOf(view: DataView): number {
  for (let at = view.byteLength - endSize; at >= 0; --at) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw new ZipError('This is not a zip archive.');
}

async function textAt(bytes: Uint8Array<ArrayBuffer>, view: DataView, entry: number, most: number): Promise<string> {
  const method = view.getUint16(entry + 10, true);
  const size = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  const start = local + localSize + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = bytes.slice(start, start + size);
  if (method !== stored && method !== deflated) throw new ZipError('This zip archive is compressed in a way that is not known here.');
  const stream = new Blob([packed]).stream();
  const reader = (method === stored ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'))).getReader();
  const parts: Uint8Array[] = [];
  for (let count = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(joined(parts));
    count += value.length;
    if (count > most) throw new ZipError('Together the files of this archive are larger than 8 MiB.');
    parts.push(value);
  }
}

function signature(a: number, b: number): Uint8Array {
  return Uint8Array.from([0x50, 0x4b, a, b]);
}

function short(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function long(value: number): number[] {
  return [...short(value & 0xffff), ...short(value >>> 16)];
}

export function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
