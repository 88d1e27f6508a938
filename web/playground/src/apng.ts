// Animated PNG (APNG): frames of the same size, one after the other, forever.
import { crc32, joined } from './zip.js';

export interface Frame {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  pixels: Uint8ClampedArray;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** All frames are shown equally long. */
export async function apngOf(frames: Frame[], framesPerSecond: number): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = frames[0]!;
  const parts: Uint8Array[] = [Uint8Array.from(signature)];
  // 8 bits per channel, with alpha.
  parts.push(chunk('IHDR', [...long(width), ...long(height), 8, 6, 0, 0, 0]));
  parts.push(chunk('acTL', [...long(frames.length), ...long(0)]));
  let number = 0;
  for (const [i, frame] of frames.entries()) {
    const area = [...long(width), ...long(height), ...long(0), ...long(0)];
    parts.push(chunk('fcTL', [...long(number++), ...area, ...short(1), ...short(framesPerSecond), 0, 0]));
    const data = await compressed(frame);
    // The first frame is the picture of programs that show only one.
    parts.push(i === 0 ? chunk('IDAT', data) : chunk('fdAT', joined([Uint8Array.from(long(number++)), data])));
  }
  parts.push(chunk('IEND', []));
  return joined(parts);
}

// Each row as its differences from the row above, which are mostly zeros.
async function compressed({ width, height, pixels }: Frame): Promise<Uint8Array> {
  const stride = 4 * width;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; ++y) {
    const row = y * (stride + 1);
    rows[row] = 2;
    for (let x = 0; x < stride; ++x) {
      const above = y > 0 ? pixels[(y - 1) * stride + x]! : 0;
      rows[row + 1 + x] = pixels[y * stride + x]! - above;
    }
  }
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, data: ArrayLike<number>): Uint8Array {
  const body = new Uint8Array(4 + data.length);
  body.set([...type].map((letter) => letter.charCodeAt(0)));
  body.set(data, 4);
  return joined([Uint8Array.from(long(data.length)), body, Uint8Array.from(long(crc32(body)))]);
}

function short(value: number): number[] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

function long(value: number): number[] {
  return [...short(value >>> 16), ...short(value & 0xffff)];
}
