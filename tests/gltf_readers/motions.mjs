// A pose of a motion that is written into its asset and baked canonically is the exported clip at that key as three.js
// plays it, triangle by triangle.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { triangleProblem } from '../fbx_readers/compare.mjs';
import { readGlb } from '../fbx_readers/readers.mjs';
import { load, trianglesOf } from '../fbx_readers/scene.mjs';

const { AnimationMixer } = await load('three/build/three.module.js');
const [, examples, rigy] = process.argv.slice(2);
if (!rigy) {
  console.error(`usage: ${process.argv[1]} MODULES-DIR EXAMPLES-DIR RIGY`);
  process.exit(2);
}

const KEYS = [
  { motion: 'walker', clip: 'walk', moment: 'contact', seconds: 0 },
  { motion: 'walker', clip: 'walk', moment: 'walk@0.5', seconds: 0.5 },
  { motion: 'walker', clip: 'greet', moment: 'hello_again', seconds: 0.6 },
  { motion: 'crane', clip: 'lift', moment: 'aside', seconds: 4 },
  { motion: 'door', clip: 'open', moment: 'open', seconds: 1.6 },
  { motion: 'horse', clip: 'trot', moment: 'trot@0.255', seconds: 0.255 },
];

// Exports face +z.
const turned = ({ corners }) => ({ material: '', corners: corners.map(([x, y, z]) => [-x, y, -z]) });
const plain = ({ corners }) => ({ material: '', corners });

async function problemOf(folder, { motion, clip, moment, seconds }) {
  const run = (...options) => execFileSync(rigy, [...options, '--suppress-warning', 'all'], { stdio: 'pipe' });
  const [document, asset] = ['rigm', 'rigy'].map((kind) => join(folder, `${motion}.${kind}.yaml`));
  const [moving, baked] = ['moving', 'baked'].map((name) => join(folder, `${name}.glb`));
  run('export', document, '-o', moving);
  run('pose', document, '--pose', moment, '--id', 'baked', '--write');
  run('compile', asset, '--pose', 'baked', '--bake-skin', '--winding', 'outward', '-o', baked);
  const { scene, animations } = await readGlb(moving);
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations.find(({ name }) => name === clip)).play();
  mixer.setTime(seconds);
  const expected = trianglesOf((await readGlb(baked)).scene).map(turned);
  return triangleProblem(expected, trianglesOf(scene).map(plain), { position: 1e-6 });
}

let problems = 0;
for (const key of KEYS) {
  const folder = mkdtempSync(join(tmpdir(), 'motions-'));
  try {
    cpSync(join(examples, 'motion'), folder, { recursive: true });
    const problem = await problemOf(folder, key);
    if (problem) console.log(`${key.motion}, ${key.clip} at ${key.seconds}: ${problem}`);
    problems += problem ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
console.log(`${KEYS.length - problems} of ${KEYS.length} moments are played as they are baked`);
process.exitCode = problems > 0 ? 1 : 0;
