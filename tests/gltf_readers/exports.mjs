// Every accepted document of the suite, exported: no errors and no warnings of the Khronos
// validator; in three.js the same shape as the canonical file, turned to face +z, at rest and in every
// pose; one skeleton for each armature; bones that point where the document says.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { checkAll, fromArguments } from './suite.mjs';
import { threeFrom } from './three.mjs';

const WARNING = 1;
const { require, load, cases, suite, rest: [rigy] } = fromArguments('RIGY');
const validator = require('gltf-validator');
const three = await threeFrom(load);
const { THREE } = three;
const folder = mkdtempSync(join(tmpdir(), 'rigy-exports-'));

// In the first the head of a bone is so far away that no inverse bind matrix with a rotation can hold it
// (X13); in the others every triangle is a point in binary32 (X54).
const refused = ['K16_float_text_extremes', 'K19_bounds_of_zero', 'K21_vanishing_box'];
const documents = [...new Set(cases.map((test) => test.input))]
  .map((input) => ({ id: basename(input).replace(/\.rig[ys]\.ya?ml$/, ''), input }))
  .filter(({ id }) => !refused.includes(id));

function bytesIn(path) {
  return new Uint8Array(readFileSync(path));
}

function run(command, out, documentsOrPaths, options = []) {
  const list = join(folder, 'list.txt');
  writeFileSync(list, documentsOrPaths.map(({ input }) => join(suite, input)).join('\n'));
  execFileSync(rigy, [command, `@${list}`, '--out-dir', join(folder, out), '--suppress-warning', 'all', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function validatorProblem(bytes) {
  const report = await validator.validateBytes(bytes, { maxIssues: 0 });
  const serious = report.issues.messages.find((message) => message.severity <= WARNING);
  return serious && `${serious.code} at ${serious.pointer}: ${serious.message}`;
}

// The ratio of the shortest side to the longest.
function shape(corners, i) {
  const side = (a, b) => Math.hypot(...[0, 1, 2].map((axis) => corners[i + a + axis] - corners[i + b + axis]));
  const sides = [side(0, 3), side(3, 6), side(6, 0)];
  return Math.min(...sides) / Math.max(...sides);
}

// 0/0 is degenerate, too.
const isDegenerate = (corners, i) => !(shape(corners, i) > 1e-10);
// Corners that coincide in binary64 may be neighbors in binary32.
const mayBeDegenerate = (corners, i) => !(shape(corners, i) > 1e-4);

// The distance of two triangles whose second and third corners may be swapped.
function distance(a, i, b, j) {
  const between = (order) =>
    Math.max(...order.flatMap((corner, k) => [0, 1, 2].map((axis) => Math.abs(a[i + 3 * k + axis] - b[j + 3 * corner + axis]))));
  return Math.min(between([0, 1, 2]), between([0, 2, 1]));
}

function reach(numbers) {
  return numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 1);
}

// `rest` has the stored triangles at rest, which decide which ones an export leaves out.
function partProblem(exported, canonical, rest) {
  const allowed = 1e-6 * reach(canonical);
  let next = 0;
  for (let i = 0; i < canonical.length; i += 9) {
    if (isDegenerate(rest, i)) continue;
    if (next >= exported.length) return 'it has too few triangles';
    const found = distance(exported, next, canonical, i);
    if (!(found <= allowed) && mayBeDegenerate(rest, i)) continue;
    if (!(found <= allowed)) return `triangle ${next / 9} is ${found} away`;
    next += 9;
  }
  return next === exported.length ? undefined : 'it has too many triangles';
}

function hasTriangles(rest) {
  for (let i = 0; i < rest.length; i += 9) if (!isDegenerate(rest, i)) return true;
  return false;
}

function partsByName(file) {
  const { nodes } = file.parser.json;
  return new Map([...three.trianglesOf(file)].map(([number, parts]) => [nodes[number].name, parts]));
}

// Both have the same mesh nodes, possibly in different order; a number may be appended to a name.
function shapeProblem(exported, canonical, rest) {
  const found = partsByName(exported);
  const atRest = partsByName(rest);
  for (const [name, parts] of partsByName(canonical)) {
    const stored = atRest.get(name).map((part) => part.stored);
    const expected = parts.map((part, i) => ({ placed: part.placed, rest: stored[i] })).filter((part) => hasTriangles(part.rest));
    const got = found.get(name) ?? found.get(`${name}_2`) ?? [];
    if (got.length !== expected.length) return `'${name}' has ${got.length} parts instead of ${expected.length}`;
    for (let i = 0; i < expected.length; i += 1) {
      const problem = partProblem(got[i].placed, expected[i].placed, expected[i].rest);
      if (problem) return `'${name}': ${problem}`;
    }
  }
  return undefined;
}

function skeletonProblem({ scene, parser }) {
  const { nodes = [], skins = [] } = parser.json;
  const joints = skins.flatMap((skin) => skin.joints);
  if (new Set(joints).size !== joints.length) return 'two skins share a joint';
  const listed = nodes.find(({ extras = {} }) => Object.values(extras).some(Array.isArray));
  if (listed) return `node '${listed.name}' has a list in its extras, where assimp aborts`;
  const names = nodes.map((node) => node.name);
  if (new Set(names).size !== names.length) return 'two nodes have the same name';
  const skeletons = new Set();
  scene.traverse((object) => object.isSkinnedMesh && skeletons.add(object.skeleton));
  if (skeletons.size !== skins.length) return `three.js makes ${skeletons.size} skeletons of ${skins.length} armatures`;
  return undefined;
}

// For every joint, +Y must point from its head to its tail, seen from the armature.
async function directionProblem({ scene, parser }) {
  scene.updateMatrixWorld(true);
  for (const skin of parser.json.skins ?? []) {
    const armature = await parser.getDependency('node', skin.skeleton);
    const toArmature = armature.matrixWorld.clone().invert();
    for (const joint of skin.joints) {
      const bone = await parser.getDependency('node', joint);
      const { rigy_tail_x: x, rigy_tail_y: y, rigy_tail_z: z } = parser.json.nodes[joint].extras;
      const matrix = toArmature.clone().multiply(bone.matrixWorld);
      const head = new THREE.Vector3().setFromMatrixPosition(matrix);
      const along = new THREE.Vector3().setFromMatrixColumn(matrix, 1).normalize();
      const wanted = new THREE.Vector3(x, y, z).sub(head).normalize();
      if (!(along.distanceTo(wanted) <= 2e-6)) return `bone '${bone.name}' is ${along.distanceTo(wanted)} off`;
    }
  }
  return undefined;
}

// Poses that bones made of translation and rotation cannot follow exactly.
const inexact = new Map([
  ['H121_askew_limb_posed', 'an instance is sheared; its bones stay at rest'],
  ['M13_lbs_quaternion_as_given', 'rotations not of unit length, which exports bring to it'],
  ['M23_sums_of_lbs', 'the same'],
]);

const isLinear = (json) => (json.meshes ?? []).every((mesh) => mesh.extras?.rigy_solver !== 'dqs');

function bake(input, pose) {
  const posed = join(folder, 'posed.glb');
  execFileSync(rigy, ['compile', join(suite, input), '-o', posed, '--pose', pose, '--bake-skin', '--suppress-warning', 'all']);
  return posed;
}

async function poseProblem(id, input) {
  if (inexact.has(id)) return undefined;
  const names = (await three.load(bytesIn(join(folder, 'exported', `${id}.glb`)))).animations.map((clip) => clip.name);
  // Those of imports, "instance.pose", cannot be compiled.
  const own = names.filter((name) => !name.includes('.'));
  for (const pose of own) {
    const posed = bake(input, pose);
    const exported = await three.load(bytesIn(join(folder, 'exported', `${id}.glb`)));
    if (!isLinear(exported.parser.json)) continue;
    three.play(exported, pose);
    const problem = shapeProblem(exported, await turned(posed), await turned(join(folder, 'canonical', `${id}.glb`)));
    if (problem) return `pose '${pose}': ${problem}`;
    posesCompared += 1;
  }
  return undefined;
}

// Exported with other options: larger, with loops, whose middle is the pose, and with colliders.
const SCALE = 2.5;
const otherOptions = ['--scale', `${SCALE}`, '--poses', 'loops', '--colliders', 'godot'];
const hasPoses = ({ input }) => /^poses:/m.test(readFileSync(join(suite, input), 'utf8'));

// A canonical file as an export shows it: by half a turn about y, and larger.
async function turned(path, scale = 1) {
  const file = await three.load(bytesIn(path));
  file.scene.scale.set(-scale, scale, -scale);
  return file;
}

async function otherProblem({ id, input }) {
  const bytes = bytesIn(join(folder, 'other', `${id}.glb`));
  const problem = await validatorProblem(bytes);
  if (problem) return problem;
  const { animations, parser } = await three.load(bytes);
  if (!isLinear(parser.json) || inexact.has(id)) return undefined;
  const rest = await turned(join(folder, 'canonical', `${id}.glb`), SCALE);
  for (const { name } of animations.filter((clip) => !clip.name.includes('.'))) {
    const exported = await three.load(bytes);
    three.play(exported, name, 1);
    const found = shapeProblem(exported, await turned(bake(input, name), SCALE), rest);
    if (found) return `scaled, in the middle of '${name}': ${found}`;
  }
  return undefined;
}

let posesCompared = 0;
try {
  run('export', 'exported', documents);
  run('compile', 'canonical', documents);
  run('export', 'other', documents.filter(hasPoses), otherOptions);
  await checkAll(documents, async ({ id, input }) => {
    const bytes = bytesIn(join(folder, 'exported', `${id}.glb`));
    const exported = await three.load(bytes);
    const canonical = await turned(join(folder, 'canonical', `${id}.glb`));
    return (
      (await validatorProblem(bytes)) ??
      skeletonProblem(exported) ??
      (await directionProblem(exported)) ??
      shapeProblem(exported, canonical, canonical) ??
      (await poseProblem(id, input)) ??
      (hasPoses({ input }) ? otherProblem({ id, input }) : undefined)
    );
  });
  console.log(`${posesCompared} poses compared`);
  if (posesCompared === 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
