// The fixed set of exports that every program opens, and what it should show: the triangles of `rigy compile`, at rest
// and with each pose baked, and the bones of the document.
import { join } from 'node:path';

import { Rigy, seenIn } from '../fbx_readers/expected.mjs';
import { readGlb } from '../fbx_readers/readers.mjs';

const DOCUMENTS = {
  humanoid: 'humanoid.rigy.yaml',
  robot: 'robot.rigy.yaml',
  car: 'car/car.rigy.yaml',
  armatures: 'armatures.rigy.yaml',
  room: 'room/room.rigs.yaml',
  creature: 'creature.rigy.yaml',
};

// Exports as presets and options make them, each for programs that read what is in it.
const OPTIONS = [
  { id: 'hero_for_blender', document: 'hero.rigy.yaml', options: '--for blender --colors palette', programs: ['Blender'] },
  { id: 'hero_for_godot', document: 'hero.rigy.yaml', options: '--for godot', programs: ['Godot'] },
  { id: 'hero_small', document: 'hero.rigy.yaml', options: '--for three --small --colors vertex', programs: ['three.js', 'Babylon.js'] },
  { id: 'hero_compressed', document: 'hero.rigy.yaml', options: '--for three --small --compress', programs: ['three.js', 'Babylon.js'] },
  { id: 'hero_vrm', document: 'hero.rigy.yaml', options: '--for vrm', file: 'vrm', programs: ['three.js'] },
  { id: 'limbs_for_godot', document: '../tests/clients/documents/limbs.rigy.yaml', options: '--for godot', programs: ['Godot', 'three.js', 'Babylon.js'] },
  { id: 'stretched_for_blender', document: '../tests/clients/documents/stretched.rigy.yaml', options: '--for blender', programs: ['Blender'] },
  { id: 'stretched_for_godot', document: '../tests/clients/documents/stretched.rigy.yaml', options: '--for godot', programs: ['Godot', 'three.js', 'Babylon.js'] },
  { id: 'names_for_godot', document: '../tests/clients/documents/names.rigy.yaml', options: '--for godot', programs: ['Godot', 'three.js', 'Babylon.js'] },
  {
    id: 'creature_low',
    document: 'creature.rigy.yaml',
    options: '--detail low --shading flat --merge armature',
    programs: ['Blender', 'Godot', 'three.js', 'Babylon.js'],
  },
];
// Then the shape, or where it is at rest, is another one than that of the document.
const OTHER_SHAPE = ['--detail', '--for vrm'];

// All programs look from here, with this vertical angle, at a square picture.
const DIRECTION = [0.45, 0.25, 0.86];
const FRONT = [0, 0.08, 1];
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

export function cameraFor(triangles, { margin = 1.05, direction = DIRECTION } = {}) {
  const { least, greatest } = boundsOf(triangles);
  const target = least.map((value, axis) => (value + greatest[axis]) / 2);
  const radius = Math.hypot(...least.map((value, axis) => greatest[axis] - value)) / 2;
  const distance = (margin * radius) / Math.sin((DEGREES * Math.PI) / 360);
  const length = Math.hypot(...direction);
  const eye = target.map((value, axis) => value + (distance * direction[axis]) / length);
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

// What the other programs should show of a shape that only the export has is what three.js reads of it.
async function expectedOf(glb, document, options, rigy) {
  if (!OTHER_SHAPE.some((option) => options.includes(option))) return rigy.expected(document);
  const file = await readGlb(glb);
  const expected = await rigy.expected(document);
  const seen = seenIn(file, expected);
  return { ...expected, ...seen, json: file.json };
}

// Bones of two skeletons with the same names cannot be told apart; then they are not compared.
const hasPlainNames = (options, json) => options.includes('--for godot') && skeletonsIn(json) > 1;

export async function makeOptionExports(program, examples, work) {
  const rigy = new Rigy(program, work);
  const exports = [];
  for (const { id, document, options, programs, file = 'glb' } of OPTIONS) {
    const input = { id, document: join(examples, document) };
    const glb = rigy.run('export', input.document, `${id}.out.${file}`, ...options.split(' '));
    const expected = await expectedOf(glb, input, options, rigy);
    exports.push({
      id,
      options,
      programs,
      glb,
      expected: { ...expected, skeletons: hasPlainNames(options, expected.json) ? 0 : skeletonsIn(expected.json) },
      camera: cameraFor(expected.triangles, { direction: FRONT }),
    });
  }
  return exports;
}
