// wasm.mjs [--pictures EVERY]: compiles and exports every case of the conformance suite with the npm package,
// web/package/dist, or draws, inspects and measures some of them, and writes the same stream as cross_runner.
import { readdirSync, readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { load } from '../../web/package/dist/index.js';
import { load as loadRenderer } from '../../web/package/dist/render.js';

const suite = new URL('../../conformance/', import.meta.url);

const repository = new URL('../', suite);

// Named relative to another folder.
function filesBelow(folder, base, text) {
  const files = {};
  for (const entry of readdirSync(new URL(`./${folder}`, base), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) Object.assign(files, filesBelow(`${path}/`, base, text));
    else if (path.includes(text)) files[path] = new Uint8Array(readFileSync(new URL(path, base)));
  }
  return files;
}

const rigy = await load();
const files = { ...filesBelow('', suite, '/inputs/'), ...filesBelow('examples/', repository, '.yaml') };
const { tests } = JSON.parse(readFileSync(new URL('manifest.json', suite), 'utf8'));

const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const valueOf = (text) => (/^(true|false|[0-9.]+)$/.test(text) ? JSON.parse(text) : text);
const optionsOf = (words) =>
  Object.fromEntries(
    words.split(' ').filter(Boolean).map((word) => {
      const [name, value] = word.split('=');
      return [camel(name), valueOf(value)];
    }),
  );
const exportsDef = readFileSync(new URL('exports.def', import.meta.url), 'utf8');
const exportOptions = [...exportsDef.matchAll(/^RIGY_CROSS_EXPORT\("(.*)"\)$/gm)].map(([, words]) => optionsOf(words));
const examples = [...exportsDef.matchAll(/^RIGY_CROSS_EXAMPLE\("(.*)", "(.*)", "(.*)"\)$/gm)].map(
  ([, document, ofAnalysis, ofExport]) => ({ entry: `examples/${document}`, ...optionsOf(ofAnalysis), ...optionsOf(ofExport) }),
);

function compileAll() {
  for (const [number, test] of tests.entries()) {
    const options = {
      entry: test.input,
      pose: test.pose_id ?? '',
      bakeTransforms: test.bake_transforms ?? false,
    };
    const { glb, diagnostics } = rigy.compile(files, options);
    const text = Buffer.from(JSON.stringify({ diagnostics }));
    const exported = rigy.export(files, { entry: test.input, ...exportOptions[number % exportOptions.length] });
    const bytes = Buffer.concat(exported.files.map((file) => file.bytes));
    process.stdout.write(`${glb?.length ?? 0} ${text.length} ${bytes.length}\n`);
    if (glb !== null) process.stdout.write(glb);
    process.stdout.write(text);
    process.stdout.write(bytes);
  }
  for (const example of examples) {
    const exported = rigy.export(files, example);
    const text = Buffer.from(JSON.stringify({ diagnostics: exported.diagnostics }));
    const bytes = Buffer.concat(exported.files.map((file) => file.bytes));
    process.stdout.write(`0 ${text.length} ${bytes.length}\n`);
    process.stdout.write(text);
    process.stdout.write(bytes);
  }
}

// The pixels of a PNG file as src/outputs/png/ writes it: filters 1 (left) and 2 (above), no alpha if all is opaque.
function pixelsOf(png) {
  const data = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [width, height, components] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 2 ? 3 : 4];
  const rows = inflateSync(Buffer.concat(data));
  const size = width * components;
  const pixels = new Uint8Array(width * height * 4).fill(255);
  let above = new Uint8Array(size);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (size + 1)];
    const row = new Uint8Array(rows.subarray(y * (size + 1) + 1, (y + 1) * (size + 1)));
    for (let i = 0; i < size; i += 1) {
      row[i] += filter === 2 ? above[i] : i < components ? 0 : row[i - components];
      pixels[(y * width + Math.floor(i / components)) * 4 + (i % components)] = row[i];
    }
    above = row;
  }
  return pixels;
}

// FNV-1a.
function digestOf(bytes) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffff_ffff_ffff_ffffn;
  return hash.toString(16).padStart(16, '0');
}

// As picture_options() of runner.cpp.
function pictureOf(renderer, test) {
  const { png } = renderer.render(files, {
    entry: test.input,
    width: 96,
    height: 72,
    views: '30,20',
    pose: test.pose_id ?? '',
    show: ['skeleton', 'names', 'grid'],
  });
  return png === null ? '0'.repeat(16) : digestOf(pixelsOf(Buffer.from(png)));
}

async function drawSome(every) {
  const renderer = await loadRenderer();
  for (let i = 0; i < tests.length; i += every) {
    const test = tests[i];
    const { inspection } = rigy.inspect(files, { entry: test.input, pairwiseGaps: true });
    const [first, last] = [inspection?.primitives.at(0), inspection?.primitives.at(-1)];
    const { measurement } = first
      ? rigy.measure(files, first.ref, last.ref, { entry: test.input, pose: test.pose_id ?? '' })
      : { measurement: null };
    const numbers = [inspection, measurement].map((one) => JSON.stringify(one)).join('\t');
    process.stdout.write(`${test.id} ${pictureOf(renderer, test)}\t${numbers}\n`);
  }
}

if (process.argv[2] === '--pictures') await drawSome(Number(process.argv[3]));
else compileAll();
