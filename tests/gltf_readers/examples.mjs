// Every example compiles, in the canonical and in the outward winding, to a file in which the
// Khronos validator finds no errors and no warnings, and so do exports of the showpieces; the car
// stores its wheel once, and in three.js the lamp of the room is on the tray on the table.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { checkAll } from './suite.mjs';

const WARNING = 1;
const [modules, examples, rigy] = process.argv.slice(2);
if (!rigy) {
  console.error(`usage: ${process.argv[1]} MODULES-DIR EXAMPLES-DIR RIGY`);
  process.exit(2);
}
const validator = createRequire(resolve(modules, 'package.json'))('gltf-validator');

// The loader is made for browsers, where the global object has this name.
globalThis.self ??= globalThis;
const three = (name) => import(pathToFileURL(resolve(modules, 'node_modules/three', name)));
const { Vector3 } = await three('build/three.module.js');
const { GLTFLoader } = await three('examples/jsm/loaders/GLTFLoader.js');

const documents = readdirSync(examples, { recursive: true })
  .map(String)
  .concat(readdirSync(join(examples, 'car')).map((name) => join('car', name)))
  .concat(readdirSync(join(examples, 'room')).map((name) => join('room', name)))
  .concat(readdirSync(join(examples, 'room/parts')).map((name) => join('room/parts', name)))
  .filter((name, index, all) => /\.rig[ys]\.yaml$/.test(name) && all.indexOf(name) === index);

// The motions and scenes of the showpieces, as other programs read them.
const exported = documentsBelow('gallery').filter((name) => /\.rig[ms]\.yaml$/.test(name));
// docs/decisions.md says why canonical files have it where an instance is skinned, as the windmill is.
const expected = { [join('gallery', 'village.rigs.yaml')]: 'NODE_SKINNED_MESH_NON_ROOT' };

function documentsBelow(folder) {
  return readdirSync(join(examples, folder), { recursive: true }).map((name) => join(folder, String(name)));
}

function compile(document, winding) {
  const command = winding === 'exported' ? ['export', '--format', 'glb'] : ['compile', '--winding', winding];
  return execFileSync(rigy, [...command, join(examples, document), '-o', '-', '--suppress-warning', 'all'], {
    maxBuffer: 1 << 26,
  });
}

function jsonOf(glb) {
  return JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString('utf8'));
}

// Where the lamp of the room must be: 25 cm west of the middle, on 72 cm of table and 1 cm of tray.
const lamp = [-0.25, 0.73, 0];

async function problemOfRoom(glb) {
  const bytes = new Uint8Array(glb).buffer;
  const { scene } = await new GLTFLoader().parseAsync(bytes, '');
  const found = scene.getObjectByName('lamp1')?.getWorldPosition(new Vector3()).toArray();
  const stands = found?.every((value, axis) => Math.abs(value - lamp[axis]) < 1e-6);
  return stands ? undefined : `the lamp is at ${found}`;
}

async function problemOf(document, winding) {
  const glb = compile(document, winding);
  const report = await validator.validateBytes(new Uint8Array(glb), { maxIssues: 0 });
  const allowed = winding === 'exported' ? undefined : expected[document];
  const serious = report.issues.messages.find(({ code, severity }) => severity <= WARNING && code !== allowed);
  if (serious) return `${serious.code} at ${serious.pointer}: ${serious.message}`;
  if (document === join('room', 'room.rigs.yaml')) return problemOfRoom(glb);
  if (document !== join('car', 'car.rigy.yaml')) return undefined;
  const names = jsonOf(glb).meshes.map((mesh) => mesh.name);
  const tires = names.filter((name) => name.endsWith('tire'));
  return tires.length === 1 ? undefined : `the tire is stored ${tires.length} times`;
}

const cases = [
  ...documents.flatMap((id) => ['canonical', 'outward'].map((winding) => ({ id, winding }))),
  ...exported.map((id) => ({ id, winding: 'exported' })),
];
await checkAll(cases, (test) => problemOf(test.id, test.winding));
