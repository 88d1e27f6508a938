// PNG files of 8 bits per channel, not interlaced: pictures as { width, height, rgb }.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const CHANNELS = { 0: 1, 2: 3, 4: 2, 6: 4 };

function chunksOf(bytes) {
  const chunks = [];
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + size) });
    at += size + 12;
  }
  return chunks;
}

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

const PREDICTORS = [() => 0, (a) => a, (_, b) => b, (a, b) => (a + b) >> 1, paeth];

// The bytes of all rows without their filters.
function unfilter(raw, stride, height, pixel) {
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const predict = PREDICTORS[raw[y * (stride + 1)]];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= pixel ? out[at - pixel] : 0;
      const above = y > 0 ? out[at - stride] : 0;
      const corner = x >= pixel && y > 0 ? out[at - stride - pixel] : 0;
      out[at] = raw[y * (stride + 1) + 1 + x] + predict(left, above, corner);
    }
  }
  return out;
}

export function decodePng(bytes) {
  const chunks = chunksOf(bytes);
  const header = chunks[0].data;
  const [width, height, depth, type] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]];
  if (depth !== 8 || !(type in CHANNELS) || header[12] !== 0) throw new Error('a kind of PNG that is not read here');
  const channels = CHANNELS[type];
  const data = inflateSync(Buffer.concat(chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data)));
  const samples = unfilter(data, width * channels, height, channels);
  const rgb = Buffer.alloc(3 * width * height);
  for (let i = 0; i < width * height; i += 1) {
    for (let c = 0; c < 3; c += 1) rgb[3 * i + c] = samples[channels * i + (channels < 3 ? 0 : c)];
  }
  return { width, height, rgb };
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}

// Each row as the difference to the one above, which deflates well.
export function encodePng({ width, height, rgb }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const stride = 3 * width;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * (stride + 1)] = 2;
    for (let x = 0; x < stride; x += 1) {
      rows[y * (stride + 1) + 1 + x] = rgb[y * stride + x] - (y > 0 ? rgb[(y - 1) * stride + x] : 0);
    }
  }
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

// Half as wide and high: every pixel is the average of four, which also removes most of the noise of Cycles.
export function halved({ width, height, rgb }) {
  const half = { width: width / 2, height: height / 2, rgb: Buffer.alloc(rgb.length / 4) };
  for (let y = 0; y < half.height; y += 1) {
    for (let x = 0; x < 3 * half.width; x += 1) {
      const at = 6 * width * y + 6 * Math.floor(x / 3) + (x % 3);
      const sum = rgb[at] + rgb[at + 3] + rgb[at + 3 * width] + rgb[at + 3 * width + 3];
      half.rgb[3 * half.width * y + x] = Math.round(sum / 4);
    }
  }
  return half;
}

// Pictures of one size in rows and columns.
export function tile(rows) {
  const { width, height } = rows[0][0];
  const across = rows[0].length * width;
  const rgb = Buffer.alloc(3 * across * rows.length * height);
  rows.forEach((pictures, row) => {
    pictures.forEach((picture, column) => {
      for (let y = 0; y < height; y += 1) {
        picture.rgb.copy(rgb, 3 * ((row * height + y) * across + column * width), 3 * y * width, 3 * (y + 1) * width);
      }
    });
  });
  return { width: across, height: rows.length * height, rgb };
}
