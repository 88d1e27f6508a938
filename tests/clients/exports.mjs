// The fixed set of exports that every program opens, and what it should show: the triangles of `rigy compile`, at rest
// and with each pose baked, and the bones of the document.
import { join } from 'node:path';

import { Rigy } from '../fbx_readers/expected.mjs';

const DOCUMENTS = {
  humanoid: 'humanoid.rigy.yaml',
  robot: 'robot.rigy.yaml',
  car: 'car/car.rigy.yaml',
  armatures: 'armatures.rigy.yaml',
  room: 'room/room.rigs.yaml',
  creature: 'creature.rigy.yaml',
};

// All programs look from here, with this vertical angle, at a square picture.
const DIRECTION = [0.45, 0.25, 0.86];
export const DEGREES = 35;
export const PIXELS = 320;
// Linear; far from the colors of the examples.
export const BACKGROUND = [0.35, 0.25, 0.55];

function boundsOf(triangles) {
  const least = [Infinity, Infinity, Infinity];
  const greatest = [-Infinity, -Infinity, -Infinity];
  for (const corner of triangles.flatMap(({ corners }) => corners)) {
    for (let axis = 0; axis < 3; axis += 1) {
      least[axis] = Math.min(least[axis], corner[axis]);
      greatest[axis] = Math.max(greatest[axis], corner[axis]);
    }
  }
  return { least, greatest };
}

export function cameraFor(triangles, margin = 1.05) {
  const { least, greatest } = boundsOf(triangles);
  const target = least.map((value, axis) => (value + greatest[axis]) / 2);
  const radius = Math.hypot(...least.map((value, axis) => greatest[axis] - value)) / 2;
  const distance = (margin * radius) / Math.sin((DEGREES * Math.PI) / 360);
  const length = Math.hypot(...DIRECTION);
  const eye = target.map((value, axis) => value + (distance * DIRECTION[axis]) / length);
  return { eye, target, degrees: DEGREES, near: distance / 100, far: distance * 10 };
}

// One skin for every armature that a mesh is bound to, for each place where it is used.
const skeletonsIn = (json) => (json.skins ?? []).length;

export async function makeExports(program, examples, work) {
  const rigy = new Rigy(program, work);
  const exports = [];
  for (const [id, path] of Object.entries(DOCUMENTS)) {
    const document = join(examples, path);
    const expected = await rigy.expected({ id, document });
    exports.push({
      id,
      glb: join(work, `${id}.export.glb`),
      fbx: rigy.exportFbx({ id, document }),
      expected: { ...expected, skeletons: skeletonsIn(expected.json) },
      camera: cameraFor(expected.triangles),
    });
  }
  return exports;
}
