// A sample of the suite, exported with every pair of options: no errors and no warnings of the Khronos validator, which sees
// compressed files as their decoder does, and in three.js a shape of the same size as without them. Levels of detail may have
// another size, but by no more than the report says.
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
// The level of detail of a mesh; without one it is the only one.
const LEVEL = /_LOD([0-9])(_|$)/;
// Of the size: what readers round.
const ROUNDING = 1e-6;
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
  const report = join(folder, 'report.json');
  execFileSync(rigy, ['export', `@${list}`, '--out-dir', join(folder, out), '--suppress-warning', 'all', '--report', report, ...options], {
    // Node puts what is written to a pipe into the message of a failure.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { jobs } = JSON.parse(readFileSync(report, 'utf8'));
  return new Map(documents.map(({ id }, place) => [id, jobs[place]]));
}

const bytesOf = (out, id) => new Uint8Array(readFileSync(join(folder, `${out}`, `${id}.glb`)));

// The corners of each level of detail: least and greatest coordinates.
async function sizesOf(bytes) {
  const { scene } = await three.load(bytes);
  scene.updateMatrixWorld(true);
  const boxes = [];
  const point = new THREE.Vector3();
  scene.traverse((mesh) => {
    if (!mesh.isMesh) return;
    const level = Number(LEVEL.exec(mesh.name)?.[1] ?? 0);
    boxes[level] ??= new THREE.Box3();
    for (let i = 0; i < mesh.geometry.attributes.position.count; i += 1) {
      boxes[level].expandByPoint(mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld));
    }
  });
  return boxes.map((box) => [...box.min.toArray(), ...box.max.toArray()]);
}

const turned = ([x, y, z, ...greatest]) => [-greatest[0], y, -greatest[2], -x, greatest[1], -z];

// `sizes` are those of an export with such a job in the report, `plain` that without options.
function faultOfSizes(sizes, plain, job, options) {
  const levels = job.levels ?? [{ error: 0 }];
  if (sizes.length !== levels.length) return `${sizes.length} levels of detail instead of ${levels.length}`;
  const full = options.includes('--face') ? turned(plain) : plain;
  for (const [level, size] of sizes.entries()) {
    const most = levels[level].error + (job.position_error ?? 0) + ROUNDING * Math.max(...full.map(Math.abs));
    if (!size.every((value, i) => Math.abs(value - full[i]) <= most)) return `${size} instead of ${full} at level ${level}, which may be ${most} off`;
  }
  return undefined;
}

async function problemOf(id, number, plain, job) {
  const bytes = bytesOf(number, id);
  const report = await validator.validateBytes(await decompressed(bytes, MeshoptDecoder), { maxIssues: 0 });
  const serious = report.issues.messages.find((message) => message.severity <= WARNING);
  if (serious) return `${serious.code} at ${serious.pointer}: ${serious.message}`;
  if (EXTREME.test(id) || plain === undefined) return undefined;
  const size = Math.max(...[0, 1, 2].map((axis) => plain[axis + 3] - plain[axis]));
  if (job.position_error > 1e-4 * size) return `positions are ${job.position_error} off`;
  return faultOfSizes(await sizesOf(bytes), plain, job, COMBINATIONS[number]);
}

try {
  exportAll('plain', []);
  const jobs = COMBINATIONS.map((options, number) => exportAll(String(number), options));
  await checkAll(documents, async ({ id }) => {
    const [plain] = await sizesOf(bytesOf('plain', id));
    for (const [number, options] of COMBINATIONS.entries()) {
      const problem = await problemOf(id, number, plain, jobs[number].get(id));
      if (problem) return `${options.join(' ')}: ${problem}`;
    }
    return undefined;
  });
} finally {
  rmSync(folder, { recursive: true });
}
