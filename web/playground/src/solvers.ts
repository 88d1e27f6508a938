// The two skinning solvers of the language, in the compiler's order of operations (src/evaluation/skinning/).
import { dot, multiply, rotate, scaled, type Quaternion, type Vec3 } from './quaternion.js';
import type { WorldTransform } from './pose.js';

export type Solver = 'lbs' | 'dqs';

/** A mesh at rest; four influences per vertex. */
export interface SkinnedVertices {
  positions: Float32Array;
  normals: Float32Array;
  joints: Uint16Array;
  weights: Float32Array;
}

export interface PosedVertices {
  positions: Float32Array;
  normals: Float32Array;
}

export function skin(
  solver: Solver,
  rest: SkinnedVertices,
  heads: Vec3[],
  worlds: WorldTransform[],
  posed: PosedVertices,
): void {
  const apply = solver === 'lbs' ? skinLinearly : skinByDualQuaternions;
  apply(rest, heads, worlds, posed);
}

// Row by row, the 3×4 matrix M·T(−head) of a bone.
function skinMatrix(head: Vec3, { rotation, translation }: WorldTransform): number[] {
  const [w, x, y, z] = rotation;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ] as const;
  return rows.flatMap((row, i) => [
    ...row,
    translation[i]! - (row[0] * head[0] + row[1] * head[1] + row[2] * head[2]),
  ]);
}

function skinLinearly(
  rest: SkinnedVertices,
  heads: Vec3[],
  worlds: WorldTransform[],
  posed: PosedVertices,
): void {
  const matrices = new Float64Array(worlds.flatMap((world, i) => skinMatrix(heads[i]!, world)));
  const blended = new Float64Array(12);
  const count = rest.positions.length / 3;
  for (let vertex = 0; vertex < count; ++vertex) {
    blended.fill(0);
    for (let slot = 4 * vertex; slot < 4 * vertex + 4; ++slot) {
      const weight = rest.weights[slot]!;
      if (weight === 0) continue;
      const matrix = 12 * rest.joints[slot]!;
      for (let i = 0; i < 12; ++i) blended[i]! += weight * matrices[matrix + i]!;
    }
    applyMatrix(blended, rest, posed, 3 * vertex);
  }
}

function applyMatrix(m: Float64Array, rest: SkinnedVertices, posed: PosedVertices, at: number): void {
  const [x, y, z] = [rest.positions[at]!, rest.positions[at + 1]!, rest.positions[at + 2]!];
  const [a, b, c] = [rest.normals[at]!, rest.normals[at + 1]!, rest.normals[at + 2]!];
  const normal: Vec3 = [0, 0, 0];
  for (let row = 0; row < 3; ++row) {
    const i = 4 * row;
    posed.positions[at + row] = m[i]! * x + m[i + 1]! * y + m[i + 2]! * z + m[i + 3]!;
    normal[row] = m[i]! * a + m[i + 1]! * b + m[i + 2]! * c;
  }
  const length = Math.hypot(...normal);
  const isLost = length <= 1e-12;
  posed.normals[at] = isLost ? a : normal[0] / length;
  posed.normals[at + 1] = isLost ? b : normal[1] / length;
  posed.normals[at + 2] = isLost ? c : normal[2] / length;
}

interface DualQuaternion {
  real: Quaternion;
  dual: Quaternion;
}

function dualQuaternion(head: Vec3, { rotation, translation }: WorldTransform): DualQuaternion {
  const [x, y, z] = rotate(rotation, [-head[0], -head[1], -head[2]]);
  const t: Quaternion = [0, x + translation[0], y + translation[1], z + translation[2]];
  return { real: rotation, dual: scaled(multiply(t, rotation), 0.5) };
}

function skinByDualQuaternions(
  rest: SkinnedVertices,
  heads: Vec3[],
  worlds: WorldTransform[],
  posed: PosedVertices,
): void {
  const bones = worlds.map((world, i) => dualQuaternion(heads[i]!, world));
  const count = rest.positions.length / 3;
  for (let vertex = 0; vertex < count; ++vertex) {
    const { real, dual } = blend(bones, rest, 4 * vertex);
    const [, tx, ty, tz] = scaled(multiply(dual, [real[0], -real[1], -real[2], -real[3]]), 2);
    const at = 3 * vertex;
    const { positions, normals } = rest;
    const p = rotate(real, [positions[at]!, positions[at + 1]!, positions[at + 2]!]);
    posed.positions[at] = p[0] + tx;
    posed.positions[at + 1] = p[1] + ty;
    posed.positions[at + 2] = p[2] + tz;
    posed.normals.set(rotate(real, [normals[at]!, normals[at + 1]!, normals[at + 2]!]), at);
  }
}

// The influence with the lowest bone index decides the hemisphere.
function hemisphereReference({ joints, weights }: SkinnedVertices, first: number): number {
  let reference = joints[first]!;
  for (let slot = first + 1; slot < first + 4; ++slot) {
    if (weights[slot] !== 0) reference = Math.min(reference, joints[slot]!);
  }
  return reference;
}

function blend(bones: DualQuaternion[], rest: SkinnedVertices, first: number): DualQuaternion {
  const reference = bones[hemisphereReference(rest, first)]!.real;
  const real: Quaternion = [0, 0, 0, 0];
  const dual: Quaternion = [0, 0, 0, 0];
  for (let slot = first; slot < first + 4; ++slot) {
    const weight = rest.weights[slot]!;
    if (weight === 0) continue;
    const bone = bones[rest.joints[slot]!]!;
    const signed = dot(bone.real, reference) < 0 ? -weight : weight;
    for (let i = 0; i < 4; ++i) {
      real[i]! += signed * bone.real[i]!;
      dual[i]! += signed * bone.dual[i]!;
    }
  }
  const reciprocal = 1 / Math.sqrt(dot(real, real));
  const unit = scaled(real, reciprocal);
  const moved = scaled(dual, reciprocal);
  const along = dot(unit, moved);
  for (let i = 0; i < 4; ++i) moved[i]! -= along * unit[i]!;
  return { real: unit, dual: moved };
}
