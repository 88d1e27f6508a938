// The model in the page against the compiler: poses, solvers, winding, places.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OutlinePrimitive } from 'rigy';
import { treeRows } from '../src/bone_tree.js';
import { readGlb, outwardIndices } from '../src/glb.js';
import { heatGradient, heatShader, weightsOf } from '../src/heat.js';
import {
  modelOf,
  poseMesh,
  primitiveAtLine,
  primitiveOfTriangle,
  rangesFrom,
  samePrimitive,
  type Model,
} from '../src/model.js';
import { blendPoses, carriedOver, documentPose, poseEntry, restPose } from '../src/pose.js';
import { fromEuler, toEuler } from '../src/quaternion.js';
import { withEdits } from '../src/assist/asking.js';
import { exampleFiles, filesBelow, rigy, root } from './support.js';

const suite = join(root, 'conformance');
const suiteFiles = filesBelow(suite);

interface Case {
  input: string;
  type: string;
  pose_id?: string;
}
const cases = (JSON.parse(readFileSync(join(suite, 'manifest.json'), 'utf8')) as { tests: Case[] }).tests;

function compiled(files: Record<string, string>, entry: string): Model {
  const { glb, outline } = rigy.compile(files, { entry, outline: true });
  assert.ok(glb && outline, entry);
  return modelOf(glb, outline);
}

// An instance that no node can place has its bones sheared with it. The compiler bakes a pose
// before that; the page and every other viewer, which only have the file, can only turn the sheared
// bones.
function isSheared({ glb, outline }: Model, mesh: number): boolean {
  const skin = glb.placed.find((placed) => placed.mesh === mesh)?.skin ?? null;
  if (skin === null) return false;
  const { bones } = outline.armatures[outline.skins[skin]!.armature]!;
  return bones.some(({ head }, i) =>
    head.some((value, k) => Math.abs(value - glb.skins[skin]!.heads[i]![k]!) > 1e-6),
  );
}

// The blended normals of this case are the difference of weights that are equal in the 32 bits of
// the file, so only the compiler knows their direction.
const withoutNormals = 'M-solvers/inputs/M22_short_normals.rigy.yaml';

// The largest distance of a coordinate, and of a normal's, from the compiler's baked result.
function deviation(files: Record<string, string>, entry: string, poseId: string): number {
  const model = compiled(files, entry);
  const baked = readGlb(rigy.compile(files, { entry, pose: poseId }).glb!);
  const pose = documentPose(model.outline, model.outline.poses.find(({ id }) => id === poseId)!);
  let worst = 0;
  model.glb.meshes.forEach((mesh, index) => {
    if (isSheared(model, index)) return;
    const posed = { positions: mesh.positions.slice(), normals: mesh.normals.slice() };
    poseMesh(model, index, 'document', pose, posed);
    const target = baked.meshes[index]!;
    const scale = 1 + target.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    posed.positions.forEach((value, i) => {
      worst = Math.max(worst, Math.abs(value - target.positions[i]!) / scale);
    });
    if (entry === withoutNormals) return;
    posed.normals.forEach((value, i) => {
      worst = Math.max(worst, Math.abs(value - target.normals[i]!));
    });
  });
  return worst;
}

test('both solvers give what the compiler bakes, for every pose of the examples', () => {
  let poses = 0;
  for (const entry of Object.keys(exampleFiles).filter((path) => path.endsWith('.rigy.yaml'))) {
    for (const { id } of compiled(exampleFiles, entry).outline.poses) {
      assert.ok(deviation(exampleFiles, entry, id) < 2e-6, `${entry} ${id}`);
      poses += 1;
    }
  }
  assert.ok(poses >= 5, `${poses} poses`);
});

test('both solvers give what the compiler bakes, for every pose of the suite', () => {
  const posed = cases.filter(({ type, pose_id }) => type === 'positive' && pose_id !== undefined);
  assert.ok(posed.length > 5);
  for (const { input, pose_id } of posed) {
    const worst = deviation(suiteFiles, input, pose_id!);
    assert.ok(worst < 2e-6, `${input} ${pose_id}: ${worst}`);
  }
});

test('the solvers differ where they should: the waist of the twisted tube', () => {
  const model = compiled(exampleFiles, 'twist.rigy.yaml');
  const pose = documentPose(model.outline, model.outline.poses[0]!);
  const radius = (solver: 'lbs' | 'dqs') => {
    const mesh = model.glb.meshes[0]!;
    const posed = { positions: mesh.positions.slice(), normals: mesh.normals.slice() };
    poseMesh(model, 0, solver, pose, posed);
    let least = Infinity;
    for (let i = 0; i < posed.positions.length; i += 3) {
      const [x, y, z] = [posed.positions[i]!, posed.positions[i + 1]!, posed.positions[i + 2]!];
      if (Math.abs(y - 0.85) < 0.1) least = Math.min(least, Math.hypot(x, z));
    }
    return least;
  };
  assert.ok(radius('lbs') < 0.05, `lbs ${radius('lbs')}`);
  assert.ok(Math.abs(radius('dqs') - 0.2) < 1e-4, `dqs ${radius('dqs')}`);
});

test('at rest nothing moves', () => {
  const model = compiled(exampleFiles, 'humanoid.rigy.yaml');
  const mesh = model.glb.meshes[0]!;
  const posed = { positions: new Float32Array(mesh.positions.length), normals: mesh.normals.slice() };
  for (const solver of ['lbs', 'dqs'] as const) {
    poseMesh(model, 0, solver, restPose(model.outline), posed);
    posed.positions.forEach((value, i) => assert.ok(Math.abs(value - mesh.positions[i]!) < 1e-6));
  }
});

test('a pose copied as text is the pose again', () => {
  const files = { ...exampleFiles };
  const before = compiled(files, 'robot.rigy.yaml');
  const pose = documentPose(before.outline, before.outline.poses[0]!);
  const robot = files['robot.rigy.yaml']!;
  const changes = [{ insert: 'poses', ...poseEntry(before.outline, pose, 'copied') }];
  const question = { textDocument: { uri: 'robot.rigy.yaml' }, changes };
  const text = withEdits(robot, rigy.ask(files, 'rigy/edit', question));
  const after = compiled({ ...files, 'robot.rigy.yaml': text }, 'robot.rigy.yaml').outline.poses;
  assert.deepEqual(after.map(({ id }) => id), ['wave', 'copied']);
  for (const { id, rotation, translation } of after[0]!.bones) {
    const copied = after[1]!.bones.find((bone) => bone.id === id)!;
    rotation.forEach((value, i) => assert.ok(Math.abs(value - copied.rotation[i]!) < 1e-8));
    translation.forEach((value, i) => assert.ok(Math.abs(value - copied.translation[i]!) < 1e-5));
  }
});

test('the glTF primitives of a mesh are one model, counted through', () => {
  const text = `version: "0.12"
materials:
  red: { base_color: [1, 0, 0, 1] }
  blue: { base_color: [0, 0, 1, 1] }
meshes:
  - id: m
    material: red
    uv_sets: { uv0: { generator: planar_xy@1 } }
    uv_roles: { albedo: { set: uv0 } }
    primitives:
      - { id: a, type: box, dimensions: { x: 1, y: 1, z: 1 } }
      - { id: b, type: sphere, dimensions: { radius: 1 }, transform: { translation: [0, 5, 0] } }
      - { id: c, type: wedge, material: blue, dimensions: { x: 1, y: 1, z: 1 }, transform: { translation: [0, 9, 0] } }
`;
  const model = compiled({ 'm.rigy.yaml': text }, 'm.rigy.yaml');
  const [mesh] = model.glb.meshes;
  const [outlined] = model.outline.meshes;
  const { positions, normals, indices, uvs, surfaces } = mesh!;
  const triangles = (one: OutlinePrimitive) =>
    Array.from({ length: one.indexCount / 3 }, (_, i) => one.firstIndex / 3 + i);
  for (const [i, low, high] of [[0, -0.5, 0.5], [1, 4, 6], [2, 8.5, 9.5]] as const) {
    const primitive = outlined!.primitives[i]!;
    for (const triangle of triangles(primitive)) {
      assert.equal(primitiveOfTriangle(model, 0, triangle), primitive);
      for (let k = 0; k < 3; ++k) {
        const y = positions[3 * indices[3 * triangle + k]! + 1]!;
        assert.ok(y >= low - 1e-6 && y <= high + 1e-6, `${primitive.id}: ${y}`);
      }
    }
    assert.deepEqual(rangesFrom(model, primitive), [
      { mesh: 0, first: primitive.firstIndex, count: primitive.indexCount },
    ]);
  }
  const last = outlined!.primitives[2]!;
  assert.equal(last.firstIndex + last.indexCount, indices.length);
  assert.equal(last.firstVertex + last.vertexCount, positions.length / 3);
  assert.equal(normals.length, positions.length);
  assert.equal(uvs!.length, (positions.length / 3) * 2);
  // Successive primitives of the same material are one surface.
  assert.deepEqual(
    surfaces.map(({ firstIndex, indexCount, material }) => [firstIndex, indexCount, material?.name]),
    [
      [0, last.firstIndex, 'red'],
      [last.firstIndex, last.indexCount, 'blue'],
    ],
  );
});

test('bones are listed below their parents', () => {
  const { armatures } = compiled(exampleFiles, 'humanoid.rigy.yaml').outline;
  const { bones } = armatures[0]!;
  const rows = treeRows(bones);
  assert.deepEqual(rows.map(({ bone }) => bone).sort((a, b) => a - b), bones.map((_, i) => i));
  const above: number[] = [];
  for (const { bone, depth } of rows) {
    assert.equal(bones[bone]!.parent, depth === 0 ? null : above[depth - 1]);
    above[depth] = bone;
  }
  // The document lists the mirrored bones after all others.
  assert.ok(bones.some(({ parent }, i) => parent !== null && parent !== i - 1));
});

test('a pose is carried over to a document with one more bone', () => {
  const before = compiled(exampleFiles, 'arm.rigy.yaml').outline;
  const pose = documentPose(before, before.poses[0]!);
  const bone = '      - {id: base, parent: none';
  const text = exampleFiles['arm.rigy.yaml']!.replace(
    bone,
    `      - {id: extra, parent: none, head: [0, 0, 0], tail: [1, 0, 0]}\n${bone}`,
  );
  const after = compiled({ a: text }, 'a').outline;
  const carried = carriedOver(before, pose, after);
  assert.deepEqual(carried[0]!.slice(1), pose[0]);
  assert.deepEqual(carried[0]![0], { rotation: [1, 0, 0, 0], offset: [0, 0, 0] });
  assert.deepEqual(blendPoses(carried, restPose(after), 1), restPose(after));
  assert.deepEqual(blendPoses(carried, carried, 0.5)[0]![0], carried[0]![0]);
});

test('armatures of one id in two imports keep their own poses', () => {
  const limb = (x: number) => `version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures: [{id: rig, bones: [{id: root, parent: none, head: [${x}, 0, 0], tail: [${x}, 1, 0]}]}]
`;
  const text = 'version: "0.6"\nimports: {a: {source: a.yaml}, b: {source: b.yaml}}\n';
  const { outline } = compiled({ main: text, 'a.yaml': limb(1), 'b.yaml': limb(2) }, 'main');
  assert.deepEqual(outline.armatures.map(({ id, file }) => [id, file]), [['rig', 'a.yaml'], ['rig', 'b.yaml']]);
  const pose = restPose(outline);
  pose[1]![0]!.rotation = fromEuler([1, 0, 0]);
  assert.deepEqual(carriedOver(outline, pose, outline), pose);
  // A document's own armature keeps its pose under another file name.
  const [before, after] = ['a', 'b'].map((path) => compiled({ [path]: limb(1) }, path).outline);
  assert.deepEqual(carriedOver(before!, [pose[1]!], after!), [pose[1]!]);
});

test('Euler angles come back', () => {
  for (let i = 0; i < 500; ++i) {
    const angles = [0.013 * i - 3, Math.sin(i) * 1.5, 0.011 * i - 2.7] as [number, number, number];
    const back = toEuler(fromEuler(angles));
    const [a, b] = [fromEuler(angles), fromEuler(back)];
    const cosine = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
    assert.ok(cosine > 1 - 1e-9, String(angles));
  }
  assert.deepEqual(toEuler(fromEuler([0, Math.PI / 2, 0])), [0, Math.PI / 2, -0]);
});

test('the triangles that are turned are those that the compiler turns', () => {
  const text = `version: "0.6"
meshes:
  - id: shapes
    primitives:
      - {id: a, type: box, dimensions: {x: 1, y: 2, z: 3}, transform: {rotation_euler: [1, 2, 3]}}
      - {id: b, type: sphere, dimensions: {radius: 1}}
      - {id: c, type: cylinder, dimensions: {radius: 1, height: 2}}
      - {id: d, type: capsule, dimensions: {radius: 1, height: 2}}
`;
  const canonical = readGlb(rigy.compile({ a: text }).glb!).meshes[0]!;
  const outward = readGlb(rigy.compile({ a: text }, { winding: 'outward' }).glb!).meshes[0]!;
  const turned = outwardIndices(canonical);
  let triangles = 0;
  for (let i = 0; i < turned.length; i += 3) {
    const corners = [0, 1, 2].map((k) => outward.indices[i + k]!);
    const key = (index: number) => [...outward.positions.subarray(3 * index, 3 * index + 3)].map((v) => v.toFixed(6)).join();
    // At the poles two corners are one point, and it does not matter.
    if (new Set(corners.map(key)).size < 3) continue;
    assert.deepEqual([...turned.subarray(i, i + 3)], corners);
    triangles += 1;
  }
  assert.ok(triangles > 2000);
  assert.notDeepEqual(turned, canonical.indices);
});

test('triangles, lines and primitives find each other', () => {
  const model = compiled(exampleFiles, 'humanoid.rigy.yaml');
  const { primitives } = model.outline.meshes[0]!;
  const mirrored = primitives.find(({ id }) => id === 'R_thigh')!;
  const found = primitiveOfTriangle(model, 0, (mirrored.firstIndex + mirrored.indexCount) / 3 - 1);
  assert.equal(found, mirrored);
  const lines = exampleFiles['humanoid.rigy.yaml']!.split('\n');
  assert.match(lines[mirrored.line - 1]!, /id: L_thigh/);
  const original = primitiveAtLine(model, { file: 'humanoid.rigy.yaml', line: mirrored.line })!;
  assert.equal(original.id, 'L_thigh');
  assert.deepEqual(
    rangesFrom(model, mirrored).map(({ first }) => first),
    [original.firstIndex, mirrored.firstIndex],
  );
  assert.equal(primitiveAtLine(model, { file: 'humanoid.rigy.yaml', line: 1 }), undefined);
});

test('an imported primitive is found in its own file', () => {
  const files = filesBelow(join(root, 'examples/car'));
  const model = compiled(files, 'car.rigy.yaml');
  const place = { file: 'wheel.rigy.yaml', line: files['wheel.rigy.yaml']!.split('\n').findIndex((line) => line.includes('id: tread')) + 1 };
  const tread = primitiveAtLine(model, place)!;
  assert.equal(tread.id, 'tread');
  const wheels = model.glb.placed.filter(({ mesh }) => mesh === rangesFrom(model, tread)[0]!.mesh);
  assert.equal(wheels.length, 5);
});

test('a primitive is found again in the next version, by mesh and id', () => {
  const version = (lines: string[]) =>
    compiled({ a: `version: "0.6"\nmeshes:\n${lines.join('\n')}\n` }, 'a');
  const mesh = (id: string) => `  - id: ${id}\n    primitives:`;
  const ball = (id: string) => `      - {id: ${id}, type: sphere, dimensions: {radius: 1}}`;
  const before = version([mesh('one'), ball('x'), mesh('two'), ball('x'), ball('y')]);
  const [, second] = before.outline.meshes;
  const after = version([mesh('two'), ball('new'), ball('x'), mesh('one'), ball('x')]);
  const found = samePrimitive(before, second!.primitives[0]!, after)!;
  assert.equal(found, after.outline.meshes[0]!.primitives[1]);
  assert.equal(found.line, 6);
  assert.equal(samePrimitive(before, second!.primitives[1]!, after), undefined);
});

test('weights of a bone, and their colors', () => {
  const influences = {
    joints: new Uint16Array([2, 1, 0, 0, 1, 0, 0, 0]),
    weights: new Float32Array([0.75, 0.25, 0, 0, 1, 0, 0, 0]),
  };
  assert.deepEqual([...weightsOf(influences, 1)], [0.25, 1]);
  assert.deepEqual([...weightsOf(influences, 0)], [0, 0]);
  assert.match(heatGradient(), /^linear-gradient\(to right, rgb\(41 61 117\) 0%, .* rgb\(219 61 41\) 100%\)$/);
  assert.match(heatShader(), /^vec3 heatColor\(float weight\) \{\n/);
});
