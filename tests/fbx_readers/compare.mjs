// Compares what two readers show. Each function returns the differences, or nothing.

const sizeOf = (numbers) => numbers.reduce((size, number) => Math.max(size, Math.abs(number)), 1);
const isNear = (a, b, limit) => Math.abs(a - b) <= limit;
const positionOf = (corner) => corner.slice(0, 3);

// A corner has a position, a normal and UVs. Normals and UVs matter if `limits` has limits for them.
function isSameCorner(a, b, limits) {
  const limitOf = (i) => (i < 3 ? limits.position : i < 6 ? limits.normal : limits.uv);
  const compared = limits.normal === undefined ? positionOf(a) : a;
  if (compared === a && a.length !== b.length) return false;
  return compared.every((number, i) => isNear(number, b[i], limitOf(i)));
}

// The corners in the same order, starting anywhere.
function isSameTriangle(a, b, limits) {
  return [0, 1, 2].some((shift) => a.every((corner, i) => isSameCorner(corner, b[(i + shift) % 3], limits)));
}

// Twice the area.
function areaOf({ corners: [a, b, c] }) {
  const [u, v] = [b, c].map((corner) => [0, 1, 2].map((axis) => corner[axis] - a[axis]));
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
}

function centerOf(corners) {
  return [0, 1, 2].map((axis) => (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3);
}

// Triangles in the cells of a grid, to be looked up by their centers.
class Grid {
  constructor(triangles, size) {
    this.size = size;
    this.cells = new Map();
    for (const triangle of triangles) {
      const key = this.cellOf(centerOf(triangle.corners)).join();
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(triangle);
    }
  }

  cellOf(point) {
    return point.map((coordinate) => Math.floor(coordinate / this.size));
  }

  // Removes a triangle near the point that `accepts`, and returns whether there was one.
  take(point, accepts) {
    const near = [0, -1, 1];
    const [x, y, z] = this.cellOf(point);
    for (const [dx, dy, dz] of near.flatMap((a) => near.flatMap((b) => near.map((c) => [a, b, c])))) {
      const cell = this.cells.get([x + dx, y + dy, z + dz].join()) ?? [];
      const place = cell.findIndex(accepts);
      if (place >= 0) {
        cell.splice(place, 1);
        return true;
      }
    }
    return false;
  }

  rest() {
    return [...this.cells.values()].flat();
  }
}

function textOf({ corners, material }) {
  const text = corners.map((corner) => corner.map((number) => number.toFixed(5)).join(' ')).join(', ');
  return `triangle (${text}) of material '${material}'`;
}

// Whether both have the same triangles, equally often, with the same materials. Either may have
// degenerate ones that the other leaves out. `tolerances` are those of position, normal and uv; the first is
// relative to the size of the whole.
export function triangleProblem(expected, found, tolerances) {
  const size = sizeOf(expected.flatMap(({ corners }) => corners.flatMap(positionOf)));
  const limits = { ...tolerances, position: tolerances.position * size };
  const hasArea = (triangle) => areaOf(triangle) > 1e-9 * size * size;
  const grid = new Grid(found, 100 * limits.position);
  for (const triangle of expected) {
    const accepts = (other) => other.material === triangle.material
      && isSameTriangle(triangle.corners, other.corners, limits);
    if (!grid.take(centerOf(triangle.corners), accepts) && hasArea(triangle)) return `no ${textOf(triangle)}`;
  }
  const extra = grid.rest().find(hasArea);
  return extra && `unexpected ${textOf(extra)}`;
}

// Whether both have the same names with nearly the same numbers, and with the same parents if there
// are any.
export function tableProblem(what, expected, found, tolerance) {
  const names = Object.keys(expected).sort();
  if (names.join('\n') !== Object.keys(found).sort().join('\n')) {
    return `${what}: ${Object.keys(found).sort()} instead of ${names}`;
  }
  const numbersOf = (entry) => entry.numbers ?? entry;
  const limit = tolerance * sizeOf(Object.values(expected).flatMap(numbersOf));
  for (const name of names) {
    if (expected[name].parent !== found[name].parent) {
      return `${what} '${name}' belongs to '${found[name].parent}' instead of '${expected[name].parent}'`;
    }
    const [a, b] = [numbersOf(expected[name]), numbersOf(found[name])];
    if (!a.every((number, i) => isNear(number, b[i], limit))) return `${what} '${name}': ${b} instead of ${a}`;
  }
  return undefined;
}
