// Documents as modules; integrations/web tests them with the bundlers themselves.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import rigy from 'rigy/vite';
import { nativeBytes, root } from './support.js';

interface Emitted {
  name: string;
  source: Uint8Array;
}

/** A bundler that keeps what it is told. */
function bundler() {
  const emitted: Emitted[] = [];
  const watched: string[] = [];
  const warnings: string[] = [];
  const context = {
    addWatchFile: (path: string) => void watched.push(path),
    emitFile: (file: Emitted) => `reference${emitted.push(file)}`,
    warn: (message: string) => void warnings.push(message),
    error(problem: object): never {
      throw Object.assign(new Error(), problem);
    },
  };
  return { context, emitted, watched, warnings };
}

const car = join(root, 'examples/car/car.rigy.yaml');

test('a document is the URL of a file, and is watched with all it refers to', async () => {
  const { context, emitted, watched } = bundler();
  const code = await rigy().load.call(context, `${car}?canonical`);
  assert.equal(code, 'export default import.meta.ROLLUP_FILE_URL_reference1;');
  assert.equal(emitted[0]!.name, 'car.canonical.glb');
  assert.deepEqual(emitted[0]!.source, nativeBytes(car, []));
  const names = ['car.rigy.yaml', 'axle.rigy.yaml', 'wheel.rigy.yaml', 'wheel.ricy.yaml'];
  assert.deepEqual([...watched].sort(), names.map((name) => join(root, 'examples/car', name)).sort());
});

test('its picture, and what it is', async () => {
  const { context, emitted } = bundler();
  const plugin = rigy({ render: { width: 64, height: 48 } });
  await plugin.load.call(context, `${car}?png`);
  assert.deepEqual(Array.from(emitted[0]!.source.subarray(0, 4)), [0x89, 0x50, 0x4e, 0x47]);
  const code = await plugin.load.call(context, `${car}?json`);
  const about = JSON.parse(/^export default (.*);$/s.exec(code!)![1]!) as { summary: { kind: string } };
  assert.equal(about.summary.kind, 'asset');
});

test('other files and other questions are left to others', async () => {
  const { context } = bundler();
  for (const id of ['/a/notes.yaml', `${car}?raw`, `${car}?url`, `${car}?toString`, '/a/b.js']) {
    assert.equal(await rigy().load.call(context, id), null);
  }
});

test('an error names its place, and the files are watched all the same', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rigy-modules-')));
  const document = join(folder, 'bad.rigy.yaml');
  writeFileSync(document, 'version: "0.6"\nmeshez: []\n');
  const { context, watched } = bundler();
  const failed = await rigy().load.call(context, document).catch((error: unknown) => error);
  const { message, loc } = failed as { message: string; loc: object };
  assert.match(message, /^bad\.rigy\.yaml:2:1: error\[\w+\]: /);
  assert.deepEqual(loc, { file: document, line: 2, column: 0 });
  assert.deepEqual(watched, [document]);
});

test('params that the document does not declare are refused', async () => {
  await assert.rejects(rigy({ params: { nothing: 1 } }).load.call(bundler().context, car), /nothing/);
});
