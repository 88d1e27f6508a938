// A sample of the suite, exported with every pair of options: no errors and no warnings of the Khronos validator, which sees
// compressed files as their decoder does, and in three.js a shape of the same size as without them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { decompressed } from './decompress.mjs';
import { checkAll, fromArguments } from './suite.mjs';
import { threeFrom } from './three.mjs';

const WARNING = 1;
const EVERY = 6; // document is in the sample
// What options may be; every value meets every value of all others in one of the exports.
const OPTIONS = [
  ['', '--colliders omi', '--colliders godot-names', '--colliders unreal'],
  ['', '--anchors follow', '--anchors sockets', '--no-anchors'],
  ['', '--merge material', '--merge armature'],
  ['', '--colors palette', '--colors vertex'],
  ['', '--lods 3', '--detail medium --t-pose', '--detail low --face -z'],
  ['', '--poses loops', '--poses none'],
  ['', '--bones vrm', '--bones unity'],
  ['', '--shading flat'],
  ['', '--small'],
  ['', '--compress'],
  ['', '--names godot --rest-clip'],
];

// Rows of choices: one of each list. Each row begins with a pair that none has yet, and has as many of them as come together.
function pairwise(lists) {
  const key = (i, a, j, b) => (i < j ? `${i} ${a} ${j} ${b}` : `${j} ${b} ${i} ${a}`);
  const missing = new Map();
  lists.forEach((list, i) => lists.slice(0, i).forEach((other, j) =>
    list.forEach((_, a) => other.forEach((__, b) => missing.set(key(i, a, j, b), [[i, a], [j, b]])))));
  const rows = [];
  while (missing.size > 0) {
    const chosen = new Map(missing.values().next().value);
    const gain = (i, a) => [...chosen].filter(([j, b]) => missing.has(key(i, a, j, b))).length;
    lists.forEach((list, i) => {
      if (chosen.has(i)) return;
      const gains = list.map((_, a) => gain(i, a));
      chosen.set(i, gains.indexOf(Math.max(...gains)));
    });
    for (const [i, a] of chosen) for (const [j, b] of chosen) if (i !== j) missing.delete(key(i, a, j, b));
    rows.push(lists.map((list, i) => list[chosen.get(i)]));
  }
  return rows;
}

const COMBINATIONS = pairwise(OPTIONS).map((row) => row.join(' ').split(' ').filter(Boolean));
// Then the shape has another size.
const OTHER_SHAPE = ['--detail', '--t-pose'];
// Levels of detail after the first are not quite as large, or larger.
const COARSE = /_LOD[1-9](_|$)/;
// No triangle is left of them, or a bone is too far away (X54, X13).
const REFUSED = ['K16_float_text_extremes', 'K19_bounds_of_zero', 'K21_vanishing_box'];
// Their coordinates are near the limits of binary32.
const EXTREME = /^K(15|17|18|20|22)_/;

const { require, load, cases, suite, rest: [rigy] } = fromArguments('RIGY');
const validator = require('gltf-validator');
const three = await threeFrom(load);
const { MeshoptDecoder } = await load('three/examples/jsm/libs/meshopt_decoder.module.js');
const { THREE } = three;
const folder = mkdtempSync(join(tmpdir(), 'rigy-options-'));
const documents = [...new Set(cases.map((test) => test.input))]
  .map((input) => ({ id: basename(input).replace(/\.rig[ys]\.ya?ml$/, ''), input }))
  .filter(({ id }, place) => !REFUSED.includes(id) && place % EVERY === 0);

function exportAll(out, options) {
  const list = join(folder, 'list.txt');
  writeFileSync(list, documents.map(({ input }) => join(suite, input)).join('\n'));
  execFileSync(rigy, ['export', `@${list}`, '--out-dir', join(folder, out), '--suppress-warning', 'all', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const bytesOf = (out, id) => new Uint8Array(readFileSync(join(folder, `${out}`, `${id}.glb`)));

async function sizeOf(bytes) {
  const { scene } = await three.load(bytes);
  scene.updateMatrixWorld(true);
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  scene.traverse((mesh) => {
    if (!mesh.isMesh || COARSE.test(mesh.name)) return;
    for (let i = 0; i < mesh.geometry.attributes.position.count; i += 1) box.expandByPoint(mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld));
  });
  return [...box.min.toArray(), ...box.max.toArray()];
}

async function problemOf(id, number, plain) {
  const bytes = bytesOf(number, id);
  const report = await validator.validateBytes(await decompressed(bytes, MeshoptDecoder), { maxIssues: 0 });
  const serious = report.issues.messages.find((message) => message.severity <= WARNING);
  if (serious) return `${serious.code} at ${serious.pointer}: ${serious.message}`;
  if (EXTREME.test(id) || COMBINATIONS[number].some((option) => OTHER_SHAPE.includes(option))) return undefined;
  const size = await sizeOf(bytes);
  const most = 1e-4 * Math.max(...plain.map(Math.abs));
  return size.every((value, i) => Math.abs(value - plain[i]) <= most) || !Number.isFinite(plain[0]) ? undefined : `${size} instead of ${plain}`;
}

try {
  exportAll('plain', []);
  COMBINATIONS.forEach((options, number) => exportAll(String(number), options));
  await checkAll(documents, async ({ id }) => {
    const plain = await sizeOf(bytesOf('plain', id));
    for (const [number, options] of COMBINATIONS.entries()) {
      const problem = await problemOf(id, number, plain);
      if (problem) return `${options.join(' ')}: ${problem}`;
    }
    return undefined;
  });
} finally {
  rmSync(folder, { recursive: true });
}
