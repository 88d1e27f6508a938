// The same files read by Blender, if it is installed. Starting it is slow, so it is started once
// for all files.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { checkAll } from '../gltf_readers/suite.mjs';
import { casesFrom } from './cases.mjs';
import { Rigy, firstProblem } from './expected.mjs';

const SKIPPED = 77;
const [, examples, suite, program, work, only] = process.argv.slice(2);
if (!work) {
  console.error(`usage: ${process.argv[1]} MODULES-DIR EXAMPLES-DIR SUITE-DIR RIGY WORK-DIR [ID|all]`);
  process.exit(2);
}
if (spawnSync('blender', ['--version']).status !== 0) {
  console.log('SKIPPED: there is no blender; not run');
  process.exit(SKIPPED);
}

const rigy = new Rigy(program, work);
// Blender computes in binary32, in which the squares of these coordinates overflow.
const TOO_LARGE = ['K22_huge_box'];
// blender_dump.py sets one solver for all meshes, and the last two of these have both; in the first two
// Blender blends dual quaternions in another way. In L07 two bones are exactly half a turn apart, so that neither
// sign of a quaternion is nearer, and turned to +z Blender takes the other one. Their bones are compared all the same.
const OTHER_SOLVER = ['G50_two_sided_skeleton', 'L07_world_transforms', 'L29_local_instances_are_posed', 'M04_top_level_lbs', 'M12_three_ways'];
// Blender stores a normal as two angles of 16 bits: away from its own normal of the corner, and about it, starting at
// an edge. If the cosine of the second is above 1 - 1e-4 (0.81 degrees), it is stored as 0. So a normal moves by up to
// 0.01414 times the sine of the first angle: 4e-3 in examples/mug. three.js and Autodesk's reader keep them to 1e-5.
const OF_NORMALS = 0.0142;
const cases = casesFrom(examples, suite, only).filter(({ id }) => !TOO_LARGE.includes(id));
const files = new Map(cases.map((test) => [test.id, rigy.exportFbx(test)]));
const dump = join(work, 'blender.json');
const script = join(dirname(fileURLToPath(import.meta.url)), 'blender_dump.py');
// Blender takes its modules from the first python3 in the path, which must be the system's.
const env = { ...process.env, PATH: '/usr/bin:/bin' };
execFileSync('blender', ['-b', '--factory-startup', '--python', script, '--', dump, ...files.values()], { stdio: 'pipe', env });
const seen = JSON.parse(readFileSync(dump, 'utf8'));

const pick = (table, names) => Object.fromEntries(Object.entries(table).filter(([name]) => name in names));

// Bones of armatures without a skin are plain nodes in glTF, and bones here.
function onlyExpected(shown, { bones, empties }) {
  const poses = Object.entries(shown.poses).map(([name, pose]) => [name, { ...pose, bones: pick(pose.bones, bones) }]);
  return {
    ...shown,
    bones: pick(shown.bones, bones),
    empties: pick(shown.empties, empties),
    poses: Object.fromEntries(poses),
  };
}

await checkAll(cases, async (test) => {
  const { problem, ...shown } = seen[files.get(test.id)];
  if (problem) return problem;
  const expected = await rigy.expected(test);
  return firstProblem(expected, onlyExpected(shown, expected), {
    knowsDualQuaternions: !OTHER_SOLVER.includes(test.id),
    ofNormals: OF_NORMALS,
  });
});
