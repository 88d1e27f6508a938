// The loader for three.js where there is no page and no worker; integrations/web tests it in a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bone, Mesh } from 'three';
import { RigyError, RigyLoader } from 'rigy/three';
import { readExamples } from './support.js';

// GLTFLoader takes it as given.
Object.assign(globalThis, { self: globalThis });

test('a document becomes a scene with bones and animations', async () => {
  const { scene, animations, asset, diagnostics } = await new RigyLoader().parseAsync(readExamples('')['arm.rigy.yaml']!);
  const found: string[] = [];
  scene.traverse((object) => {
    if (object instanceof Bone || object instanceof Mesh) found.push(object.name);
  });
  for (const name of ['base', 'shoulder', 'elbow']) assert.ok(found.includes(name), found.join());
  assert.deepEqual(animations.map(({ name }) => name), ['bent']);
  assert.equal(asset.version, '2.0');
  assert.deepEqual(diagnostics, []);
});

test('files come with the document', async () => {
  const files = readExamples('car');
  const { scene } = await new RigyLoader().parseAsync({ 'car.rigy.yaml': files['car.rigy.yaml']!, ...files });
  let wheels = 0;
  scene.traverse(({ name }) => (wheels += /tire$/.test(name) ? 1 : 0));
  assert.equal(wheels, 5);
});

test('errors have their diagnostics', async () => {
  const failed = await new RigyLoader().parseAsync('version: "0.6"\nmeshez: []\n').catch((error: unknown) => error);
  assert.ok(failed instanceof RigyError);
  assert.match(failed.message, /^document\.rigy\.yaml is not a valid document\ndocument\.rigy\.yaml:2:1: error\[\w+\]: .*meshez/);
  assert.equal(failed.diagnostics[0]!.line, 2);
});

test('parse calls back', async () => {
  const { animations } = await new Promise<{ animations: unknown[] }>((done, failed) =>
    new RigyLoader().setOptions({ poses: 'none' }).parse(readExamples('')['arm.rigy.yaml']!, '', done, failed),
  );
  assert.deepEqual(animations, []);
  const error = await new Promise((done) => new RigyLoader().parse('version: 1', '', () => done(null), done));
  assert.ok(error instanceof RigyError);
});
