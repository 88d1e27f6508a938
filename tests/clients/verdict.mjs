// What to say about a program that opened an export: { rest, bones, poses, picture }, each a text of the table.
import { tableProblem, triangleProblem } from '../fbx_readers/compare.mjs';
import { pictureProblem } from './picture.mjs';

const TOLERANCES = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2];
export const ENOUGH = 1e-5;
export const NOT_SHOWN = '–';

// The tightest tolerance at which there is no problem, or the problem at the widest one.
function tightest(problemAt) {
  let problem;
  for (const tolerance of TOLERANCES) {
    problem = problemAt(tolerance);
    if (!problem) return { tolerance };
  }
  return { problem };
}

function worst(results) {
  const failed = results.find(({ problem }) => problem);
  if (failed) return failed;
  return { tolerance: Math.max(...results.map(({ tolerance }) => tolerance)) };
}

const plain = (triangles) => triangles.map(({ corners }) => ({ corners, material: '' }));

function rest(expected, seen) {
  return tightest((position) => triangleProblem(plain(expected.triangles), plain(seen.triangles), { position }));
}

function bones(expected, seen) {
  if (seen.skeletons !== undefined && seen.skeletons !== expected.skeletons) {
    return { problem: `${seen.skeletons} skeletons instead of ${expected.skeletons}` };
  }
  return tightest((tolerance) => tableProblem('bone', expected.bones, seen.bones, tolerance));
}

// `name` is what the program calls the animation.
function poses(expected, seen) {
  const results = Object.entries(expected.poses).map(([pose, { triangles }]) => {
    const found = seen.poses[pose];
    if (!found) return { problem: `no animation ${pose}` };
    if (expected.dualQuaternions && !seen.knowsDualQuaternions) return { tolerance: 0 };
    return tightest((position) => triangleProblem(plain(triangles), plain(found.triangles), { position }));
  });
  return worst(results);
}

// `seen` has what the program lets others look at.
export function verdictOf({ expected, camera }, seen) {
  const look = (has, judge) => (has ? judge(expected, seen) : undefined);
  const verdict = {
    rest: look(seen.triangles, rest),
    bones: look(seen.bones && expected.skeletons > 0, bones),
    poses: look(seen.poses && Object.keys(expected.poses).length > 0, poses),
  };
  if (seen.picture) verdict.picture = { problem: pictureProblem(seen.picture, expected.triangles, camera) };
  return verdict;
}
