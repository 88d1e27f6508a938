// Programs without a picture: the Khronos validator, gltfpack, Autodesk's reader of FBX, assimp.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { seenIn } from '../fbx_readers/expected.mjs';
import { readGlb, readWithAutodesk } from '../fbx_readers/readers.mjs';
import { load, modules } from '../fbx_readers/scene.mjs';

const require = createRequire(join(modules, 'package.json'));
const WARNING = 1;

export async function validate({ glb }) {
  const validator = require('gltf-validator');
  const report = await validator.validateBytes(new Uint8Array(readFileSync(glb)), { maxIssues: 0 });
  const serious = report.issues.messages.find((message) => message.severity <= WARNING);
  if (serious) throw new Error(`${serious.code} at ${serious.pointer}`);
  return { version: validator.version() };
}

// Without quantization and with names, so that everything can be compared; what it writes is read by three.js.
export async function pack({ glb, expected }) {
  const out = glb.replace('.export.glb', '.packed.glb');
  const program = join(modules, 'node_modules/gltfpack/cli.js');
  execFileSync('node', [program, '-noq', '-kn', '-km', '-ke', '-at', '24', '-ar', '16', '-i', glb, '-o', out], { stdio: 'pipe' });
  const { version } = require('gltfpack/package.json');
  return { ...seenIn(await readGlb(out), expected), version };
}

export async function convertWithAutodesk({ fbx, expected }) {
  const { version } = require('fbx2gltf/package.json');
  return { ...seenIn(await readWithAutodesk(fbx), expected), version };
}

const { Matrix4, Vector3 } = await load('three/build/three.module.js');
const { Quaternion } = await load('three/build/three.module.js');

// assimp's matrices are row by row.
const matrixOf = (numbers) => new Matrix4().set(...numbers);

// The nodes by name, each with its matrix in the world; `moved` has the local matrices of an animation.
function placeNodes(node, parent, moved, places) {
  const local = moved.get(node.name) ?? matrixOf(node.transformation);
  const world = parent.clone().multiply(local);
  places.set(node.name, { world, node });
  for (const child of node.children ?? []) placeNodes(child, world, moved, places);
  return places;
}

function skinMatrices({ bones = [] }, places) {
  return bones.map((bone) => places.get(bone.name).world.clone().multiply(matrixOf(bone.offsetmatrix)));
}

// assimp has the inverse bind matrices, the weights and the nodes, and leaves moving vertices to others.
function verticesOf(mesh, world, places) {
  const matrices = skinMatrices(mesh, places);
  const points = Array.from({ length: mesh.vertices.length / 3 }, (_, i) => new Vector3().fromArray(mesh.vertices, 3 * i));
  if (matrices.length === 0) return points.map((point) => point.applyMatrix4(world).toArray());
  const sums = points.map(() => new Vector3());
  mesh.bones.forEach(({ weights }, bone) => {
    for (const [vertex, weight] of weights) {
      sums[vertex].addScaledVector(points[vertex].clone().applyMatrix4(matrices[bone]), weight);
    }
  });
  return sums.map((sum) => sum.toArray());
}

function trianglesIn(scene, places) {
  const triangles = [];
  for (const { world, node } of places.values()) {
    for (const number of node.meshes ?? []) {
      const corners = verticesOf(scene.meshes[number], world, places);
      for (const face of scene.meshes[number].faces) triangles.push({ corners: face.map((vertex) => corners[vertex]) });
    }
  }
  return triangles;
}

function bonesIn(scene, places) {
  const names = new Set(scene.meshes.flatMap(({ bones = [] }) => bones.map(({ name }) => name)));
  const parents = new Map([...places.values()].flatMap(({ node }) => (node.children ?? []).map((child) => [child.name, node.name])));
  const column = (world, i) => [...new Vector3().setFromMatrixColumn(world, i).normalize()];
  return Object.fromEntries([...names].map((name) => {
    const { world } = places.get(name);
    const parent = parents.get(name);
    const numbers = [...new Vector3().setFromMatrixPosition(world), ...column(world, 1), ...column(world, 0)];
    return [name, { parent: names.has(parent) ? parent : null, numbers }];
  }));
}

// The first key of every channel.
function movedBy({ channels }) {
  return new Map(channels.map(({ name, positionkeys, rotationkeys, scalingkeys }) => {
    const [w, x, y, z] = rotationkeys[0][1];
    const matrix = new Matrix4().compose(new Vector3(...positionkeys[0][1]), new Quaternion(x, y, z, w), new Vector3(...scalingkeys[0][1]));
    return [name, matrix];
  }));
}

export function readWithAssimp({ glb }) {
  const out = glb.replace('.glb', '.assjson');
  execFileSync('assimp', ['export', glb, out, '-fassjson'], { stdio: 'pipe' });
  const scene = JSON.parse(readFileSync(out, 'utf8'));
  const place = (moved) => placeNodes(scene.rootnode, new Matrix4(), moved, new Map());
  const rest = place(new Map());
  const poses = (scene.animations ?? []).map((animation) => [animation.name, { triangles: trianglesIn(scene, place(movedBy(animation))) }]);
  return { triangles: trianglesIn(scene, rest), bones: bonesIn(scene, rest), poses: Object.fromEntries(poses), version: '5.2' };
}
