// A thumbnail is in a VRM file where the native program writes it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from 'rigy';
import { render, withThumbnail } from 'rigy/render';
import { nativeExport, root } from './support.js';

const names = ['hero.rigy.yaml', 'hero.bones.yaml'];
const hero = Object.fromEntries(names.map((name) => [name, readFileSync(join(root, 'examples', name), 'utf8')]));
const rigy = await load();

function partsOf(vrm: Uint8Array): { json: any; binary: Uint8Array } {
  const view = new DataView(vrm.buffer, vrm.byteOffset);
  assert.equal(view.getUint32(8, true), vrm.length);
  const size = view.getUint32(12, true);
  assert.equal(view.getUint32(20 + size, true), vrm.length - 28 - size);
  return { json: JSON.parse(new TextDecoder().decode(vrm.subarray(20, 20 + size))), binary: vrm.subarray(28 + size) };
}

test('a thumbnail is where the native program writes it', async () => {
  const exported = rigy.export(hero, { entry: 'hero.rigy.yaml', preset: 'vrm' });
  const { png } = await render(hero, { entry: 'hero.rigy.yaml', views: 'front', width: 128, height: 128 });
  const { json, binary } = partsOf(withThumbnail(exported.files[0]!.bytes, png!));
  const native = partsOf(nativeExport(join(root, 'examples/hero.rigy.yaml'), 'hero.vrm', ['--for', 'vrm'])['hero.vrm']!);
  const view = json.bufferViews.at(-1);
  assert.deepEqual(binary.subarray(view.byteOffset, view.byteOffset + view.byteLength), png);
  assert.deepEqual(binary.subarray(0, view.byteOffset), native.binary.subarray(0, view.byteOffset));
  // The program's own picture is stored without compression.
  const nativeView = native.json.bufferViews.at(-1);
  Object.assign(nativeView, { byteLength: view.byteLength });
  Object.assign(native.json.buffers[0], { byteLength: json.buffers[0].byteLength });
  assert.deepEqual(json, native.json);
});

test('other files get no thumbnail', () => {
  const glb = rigy.export(hero, { entry: 'hero.rigy.yaml' }).files[0]!.bytes;
  for (const bytes of [glb, glb.subarray(0, 10), new Uint8Array(64)]) {
    assert.throws(() => withThumbnail(bytes, new Uint8Array(4)), TypeError);
  }
});
