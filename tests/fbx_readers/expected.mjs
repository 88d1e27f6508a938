// What readers of an FBX file should see: the triangles that `rigy compile` gives at rest and in every
// pose, turned to face +z, and the materials, bones and empties of `rigy export` to GLB.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { tableProblem, triangleProblem } from './compare.mjs';
import { readGlb } from './readers.mjs';
import { bonesOf, emptiesOf, inPoses, materialsOf, trianglesOf } from './scene.mjs';

const TOLERANCE = 1e-5;

// By half a turn about y: positions and normals, but not what follows them.
const TURNED = [-1, 1, -1, -1, 1, -1];
const turnedTrianglesOf = (scene) => trianglesOf(scene).map(({ corners, ...rest }) => ({
  ...rest,
  corners: corners.map((corner) => corner.map((number, i) => (TURNED[i] ?? 1) * number)),
}));

// As exports do with implicit surfaces: a normal that points away from the front of its triangle is replaced by the
// triangle's own (docs/export.md).
function withNormalsOutward({ corners, ...rest }) {
  const [u, v] = [1, 2].map((corner) => [0, 1, 2].map((axis) => corners[corner][axis] - corners[0][axis]));
  const across = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const own = across.map((number) => number / Math.hypot(...across));
  const isAgainst = (corner) => own[0] * corner[3] + own[1] * corner[4] + own[2] * corner[5] < 0;
  return {
    ...rest,
    corners: corners.map((corner) => (isAgainst(corner) ? [...corner.slice(0, 3), ...own, ...corner.slice(6)] : corner)),
  };
}

export class Rigy {
  constructor(program, work) {
    this.program = program;
    this.work = work;
    mkdirSync(work, { recursive: true });
  }

  run(command, document, output, ...options) {
    const path = join(this.work, output);
    const all = [command, document, '-o', path, '--suppress-warning', 'all', ...options];
    execFileSync(this.program, all, { stdio: 'pipe' });
    return path;
  }

  exportFbx({ id, document }) {
    return this.run('export', document, `${id}.fbx`);
  }

  async expected({ id, document }) {
    const rest = await readGlb(this.run('compile', document, `${id}.rest.glb`, '--winding', 'outward'));
    const exported = await readGlb(this.run('export', document, `${id}.export.glb`));
    const poses = {};
    const bones = inPoses(exported.scene, exported.animations, (scene) => bonesOf(scene));
    // Those of imports, "instance.pose", can only be exported.
    const ofImports = inPoses(exported.scene, exported.animations.filter(({ name }) => name.includes('.')), (scene) => trianglesOf(scene));
    for (const pose of Object.keys(bones)) {
      if (pose in ofImports) {
        poses[pose] = { triangles: ofImports[pose], bones: bones[pose] };
        continue;
      }
      const options = ['--winding', 'outward', '--pose', pose, '--bake-skin'];
      const baked = await readGlb(this.run('compile', document, `${id}.pose.glb`, ...options));
      poses[pose] = { triangles: turnedTrianglesOf(baked.scene), bones: bones[pose] };
    }
    return {
      triangles: turnedTrianglesOf(rest.scene).map(withNormalsOutward),
      materials: materialsOf(exported.scene),
      bones: bonesOf(exported.scene),
      empties: emptiesOf(exported.scene),
      poses,
      json: exported.json,
      dualQuaternions: /solver:\s*["']?dqs/.test(readFileSync(document, 'utf8')),
    };
  }
}

// What a scene of three.js shows. Bones may be plain nodes.
export function seenIn({ scene, animations }, expected) {
  const names = new Set(Object.keys(expected.bones));
  return {
    triangles: trianglesOf(scene),
    materials: materialsOf(scene),
    bones: bonesOf(scene, names),
    empties: emptiesOf(scene, new Set(Object.keys(expected.empties))),
    poses: inPoses(scene, animations, (posed) => ({ triangles: trianglesOf(posed), bones: bonesOf(posed, names) })),
  };
}

// Autodesk's tool leaves out animations in which nothing moves.
function* poseProblems(expected, seen, knowsDualQuaternions) {
  const unexpected = Object.keys(seen.poses).find((pose) => !(pose in expected.poses));
  if (unexpected) yield `there should be no pose ${unexpected}`;
  for (const [pose, { triangles, bones }] of Object.entries(expected.poses)) {
    const found = seen.poses[pose] ?? seen;
    yield tableProblem(`pose ${pose}: bone`, bones, found.bones, TOLERANCE);
    const isComparable = knowsDualQuaternions || !expected.dualQuaternions;
    if (isComparable) yield triangleProblem(triangles, found.triangles, { position: TOLERANCE });
  }
}

function* problems(expected, seen, { knowsDualQuaternions, ofNormals = TOLERANCE }) {
  const tolerances = { position: TOLERANCE, normal: ofNormals, uv: TOLERANCE };
  yield triangleProblem(expected.triangles, seen.triangles, tolerances);
  yield tableProblem('material', expected.materials, seen.materials, TOLERANCE);
  yield tableProblem('bone', expected.bones, seen.bones, TOLERANCE);
  yield tableProblem('empty', expected.empties, seen.empties, TOLERANCE);
  yield* poseProblems(expected, seen, knowsDualQuaternions);
}

// If a reader does not support dual quaternions, posed meshes that use them are not compared;
// `ofNormals` is the tolerance of normals.
export function firstProblem(expected, seen, reader) {
  for (const problem of problems(expected, seen, reader)) {
    if (problem) return problem;
  }
  return undefined;
}
