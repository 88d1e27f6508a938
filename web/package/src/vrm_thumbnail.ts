// The picture of a VRM file, which the compiler's module cannot draw: the renderer is a module of its own.

interface Gltf {
  buffers: { byteLength: number }[];
  bufferViews: { buffer: number; byteOffset: number; byteLength: number }[];
  images?: { bufferView: number; mimeType: string }[];
  extensions?: { VRMC_vrm?: { meta: { thumbnailImage?: number } } };
}

// A file begins with 12 bytes; then each chunk has its length, its kind and its bytes.
const HEAD = 12;
const CHUNK_HEAD = 8;
const VERSION = 2;
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

function chunkAt(file: Uint8Array, at: number, kind: number): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (at + CHUNK_HEAD > file.length || view.getUint32(at + 4, true) !== kind) throw new TypeError('withThumbnail: this is not a VRM file');
  return file.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + view.getUint32(at, true));
}

// Chunks are as long as a multiple of 4.
function padded(parts: readonly Uint8Array[], filler: number): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(Math.ceil(size / 4) * 4).fill(filler);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function fileOf(json: Uint8Array, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = HEAD + 2 * CHUNK_HEAD + json.length + binary.length;
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  [MAGIC, VERSION, size, json.length, JSON_CHUNK].forEach((number, i) => view.setUint32(4 * i, number, true));
  file.set(json, HEAD + CHUNK_HEAD);
  const next = HEAD + CHUNK_HEAD + json.length;
  [binary.length, BINARY_CHUNK].forEach((number, i) => view.setUint32(next + 4 * i, number, true));
  file.set(binary, next + CHUNK_HEAD);
  return file;
}

/**
 * The `.vrm` file with a PNG as its thumbnail, as `rigy export` writes one: `render(files, { views: 'front', width: 128,
 * height: 128 })` draws it. Throws a TypeError if the bytes are not a VRM 1.0 file.
 */
export function withThumbnail(vrm: Uint8Array, png: Uint8Array): Uint8Array<ArrayBuffer> {
  const json = chunkAt(vrm, HEAD, JSON_CHUNK);
  const binary = chunkAt(vrm, HEAD + CHUNK_HEAD + json.length, BINARY_CHUNK);
  const gltf = JSON.parse(new TextDecoder().decode(json)) as Gltf;
  const meta = gltf.extensions?.VRMC_vrm?.meta;
  const [buffer] = gltf.buffers;
  if (meta === undefined || buffer === undefined) throw new TypeError('withThumbnail: this is not a VRM file');
  gltf.images ??= [];
  meta.thumbnailImage = gltf.images.push({ bufferView: gltf.bufferViews.length, mimeType: 'image/png' }) - 1;
  gltf.bufferViews.push({ buffer: 0, byteOffset: binary.length, byteLength: png.length });
  const data = padded([binary, png], 0);
  buffer.byteLength = data.length;
  return fileOf(padded([new TextEncoder().encode(JSON.stringify(gltf))], 0x20), data);
}
