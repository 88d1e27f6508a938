// A binary glTF without EXT_meshopt_compression, so that the validator sees what decoders make of it: meshoptimizer's own
// decoder, which comes with three.js.
const JSON_CHUNK = 0x4e4f534a;
const EXTENSION = 'EXT_meshopt_compression';

function partsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + size)));
  return { json, data: bytes.subarray(20 + size + 8) };
}

function glbOf(json, data) {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(20 + padded + 8 + data.length);
  const view = new DataView(bytes.buffer);
  bytes.fill(0x20, 20, 20 + padded);
  bytes.set(text, 20);
  bytes.set(data, 28 + padded);
  const numbers = [0x46546c67, 2, bytes.length, padded, JSON_CHUNK];
  numbers.forEach((number, i) => view.setUint32(4 * i, number, true));
  view.setUint32(20 + padded, data.length, true);
  view.setUint32(24 + padded, 0x004e4942, true);
  return bytes;
}

// The bytes themselves if nothing in them is compressed.
export async function decompressed(bytes, decoder) {
  const { json, data } = partsOf(bytes);
  if (!json.extensionsRequired?.includes(EXTENSION)) return bytes;
  await decoder.ready;
  const size = json.buffers.at(-1).byteLength + data.length;
  const out = new Uint8Array(Math.ceil(size / 4) * 4);
  let end = 0;
  for (const view of json.bufferViews ?? []) {
    const compression = view.extensions?.[EXTENSION];
    const { byteOffset = 0, byteLength } = compression ?? view;
    const source = data.subarray(byteOffset, byteOffset + byteLength);
    const target = out.subarray(end, end + view.byteLength);
    if (compression) {
      decoder.decodeGltfBuffer(target, compression.count, compression.byteStride, source, compression.mode, compression.filter);
    } else {
      target.set(source);
    }
    Object.assign(view, { buffer: 0, byteOffset: end });
    delete view.extensions;
    end = Math.ceil((end + view.byteLength) / 4) * 4;
  }
  if (json.buffers) json.buffers = [{ byteLength: end }];
  for (const key of ['extensionsUsed', 'extensionsRequired']) {
    json[key] = json[key].filter((name) => name !== EXTENSION);
    if (json[key].length === 0) delete json[key];
  }
  return glbOf(json, out.subarray(0, end));
}
