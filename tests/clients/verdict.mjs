// What to say about a program that opened an export: { rest, bones, poses, picture }, each a text of the table.
import { tableProblem, triangleProblem } from '../fbx_readers/compare.mjs';
import { pictureProblem } from './picture.mjs';

const TOLERANCES = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2];
export const ENOUGH = 1e-5;

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

// Corners in the cells of a grid, to be looked up by place.
class Corners {
  constructor(triangles, limit) {
    this.limit = limit;
    this.cells = new Map();
    for (const corner of triangles.flatMap(({ corners }) => corners)) {
      const key = this.cellOf(corner).join();
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(corner);
    }
  }

  cellOf(corner) {
    return corner.slice(0, 3).map((coordinate) => Math.floor(coordinate / this.limit));
  }

  hasNear(corner) {
    const [x, y, z] = this.cellOf(corner);
    const isNear = (other) => [0, 1, 2].every((axis) => Math.abs(other[axis] - corner[axis]) <= this.limit);
    for (const dx of [0, -1, 1]) for (const dy of [0, -1, 1]) for (const dz of [0, -1, 1]) {
      if ((this.cells.get([x + dx, y + dy, z + dz].join()) ?? []).some(isNear)) return true;
    }
    return false;
  }
}

function cornerProblem(expected, found, limit) {
  const far = (triangles, corners) => triangles.flatMap((triangle) => triangle.corners).find((corner) => !corners.hasNear(corner));
  const stray = far(expected, new Corners(found, limit)) ?? far(found, new Corners(expected, limit));
  return stray && `no corner near ${stray.slice(0, 3).map((number) => number.toFixed(5)).join(' ')}`;
}

// Where a program rounds so much that a sliver may be taken for its neighbor, corners are compared instead of triangles.
function shapeProblem(expected, found, tolerance) {
  if (tolerance <= ENOUGH) return triangleProblem(plain(expected), plain(found), { position: tolerance });
  const size = expected.flatMap(({ corners }) => corners.flatMap((corner) => corner.slice(0, 3)))
    .reduce((most, number) => Math.max(most, Math.abs(number)), 1);
  return cornerProblem(expected, found, tolerance * size);
}

const plain = (triangles) => triangles.map(({ corners }) => ({ corners, material: '' }));

function rest(expected, seen) {
  return tightest((tolerance) => shapeProblem(expected.triangles, seen.triangles, tolerance));
}

function bones(expected, seen) {
  if (seen.skeletons !== undefined && seen.skeletons !== expected.skeletons) {
    return { problem: `${seen.skeletons} skeletons instead of ${expected.skeletons}` };
  }
  return tightest((tolerance) => tableProblem('bone', expected.bones, seen.bones, tolerance));
}

function poses(expected, seen) {
  const results = Object.entries(expected.poses).map(([pose, { triangles }]) => {
    const found = seen.poses[pose];
    if (!found) return { problem: `no animation ${pose}` };
    if (expected.dualQuaternions && !seen.knowsDualQuaternions) return { tolerance: 0 };
    return tightest((tolerance) => shapeProblem(triangles, found.triangles, tolerance));
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
