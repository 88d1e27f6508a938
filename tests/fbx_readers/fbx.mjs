// FBX files of the examples and of cases of the suite, read back by three.js and by Autodesk's reader:
// the rest shape and every pose have the triangles that `rigy compile` gives, and materials and bones
// are those of `rigy export` to GLB.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { checkAll } from '../gltf_readers/suite.mjs';
import { casesFrom } from './cases.mjs';
import { prepareReaders, readGlb, readWithAutodesk, readWithThree } from './readers.mjs';
import { bonesOf, inPoses, materialsOf, tableProblem, triangleProblem, trianglesOf } from './scene.mjs';

const TOLERANCE = 1e-5;
const [, examples, suite, rigy, work] = process.argv.slice(2);
if (!work) {
  console.error(`usage: ${process.argv[1]} MODULES-DIR EXAMPLES-DIR SUITE-DIR RIGY WORK-DIR`);
  process.exit(2);
}
mkdirSync(work, { recursive: true });
prepareReaders();

function run(command, document, output, ...options) {
  const path = join(work, output);
  execFileSync(rigy, [command, document, '-o', path, '--suppress-warning', 'all', ...options], { stdio: 'pipe' });
  return path;
}

async function expectedOf(document, name, animations) {
  const rest = await readGlb(run('compile', document, `${name}.rest.glb`, '--winding', 'outward'));
  const exported = await readGlb(run('export', document, `${name}.export.glb`));
  const poses = {};
  for (const { name: pose } of animations) {
    const options = ['--winding', 'outward', '--pose', pose, '--bake-skin'];
    const baked = await readGlb(run('compile', document, `${name}.pose.glb`, ...options));
    poses[pose] = trianglesOf(baked.scene);
  }
  return {
    rest: trianglesOf(rest.scene),
    poses,
    materials: materialsOf(exported.scene),
    bones: bonesOf(exported.scene),
    posedBones: inPoses(exported.scene, exported.animations, bonesOf),
  };
}

// Neither reader knows dual quaternions, so of meshes that are bound with them only the bones are compared.
function problemOf(expected, { scene, animations }, linear) {
  const poses = inPoses(scene, animations, (posed) => ({ triangles: trianglesOf(posed), bones: bonesOf(posed) }));
  const checks = [
    triangleProblem(expected.rest, trianglesOf(scene), TOLERANCE),
    tableProblem('material', expected.materials, materialsOf(scene), TOLERANCE),
    tableProblem('bone', expected.bones, bonesOf(scene), TOLERANCE),
  ];
  for (const [pose, triangles] of Object.entries(expected.poses)) {
    const found = poses[pose];
    checks.push(found ? tableProblem(`pose ${pose}: bone`, expected.posedBones[pose], found.bones, TOLERANCE)
      : `there is no pose ${pose}`);
    if (found && linear) checks.push(triangleProblem(triangles, found.triangles, TOLERANCE));
  }
  return checks.find(Boolean);
}

const only = process.env.ONLY;
await checkAll(casesFrom(examples, suite).filter((c) => !only || new RegExp(only).test(c.id)), async ({ id, document }) => {
  const name = basename(id);
  const fbx = run('export', document, `${name}.fbx`);
  const byThree = readWithThree(fbx);
  const expected = await expectedOf(document, name, byThree.animations);
  const linear = !/solver:\s*dqs/i.test(readFileSync(document, 'utf8'));
  const readers = { 'three.js': byThree, Autodesk: await readWithAutodesk(fbx) };
  for (const [reader, file] of Object.entries(readers)) {
    const problem = problemOf(expected, file, linear);
    if (problem) return `${reader}: ${problem}`;
  }
  return undefined;
});
