// Animated pictures: chunks as the format has them, and pixels that come out as they went in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { apngOf } from '../src/apng.js';
import { crc32 } from '../src/zip.js';

interface Chunk {
  type: string;
  data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const size = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + size);
    assert.equal(png.readUInt32BE(at + 8 + size), crc32(body));
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) });
  }
  return chunks;
}

test('every frame has its pixels, and frames are numbered', async () => {
  const frames = [10, 200].map((first) => ({ width: 2, height: 3, pixels: Uint8ClampedArray.from({ length: 24 }, (_, i) => first + i) }));
  const chunks = chunksOf(Buffer.from(await apngOf(frames, 15)));
  assert.deepEqual(
    chunks.map(({ type }) => type),
    ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'],
  );
  assert.equal(chunks[1]!.data.readUInt32BE(0), 2);
  assert.deepEqual([chunks[2]!, chunks[4]!, chunks[5]!].map(({ data }) => data.readUInt32BE(0)), [0, 1, 2]);
  const packed = [chunks[3]!.data, chunks[5]!.data.subarray(4)];
  for (const [i, data] of packed.entries()) {
    const rows = inflateSync(data);
    const pixels: number[] = [];
    for (let y = 0; y < 3; ++y) {
      assert.equal(rows[9 * y], 2);
      for (let x = 0; x < 8; ++x) pixels.push((rows[9 * y + 1 + x]! + (y > 0 ? pixels[8 * (y - 1) + x]! : 0)) & 0xff);
    }
    assert.deepEqual(pixels, [...frames[i]!.pixels]);
  }
});
