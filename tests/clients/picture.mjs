// Whether a picture shows what it should: the outline of the triangles from the camera, none of it black.
import { PIXELS } from './exports.mjs';

const subtract = (a, b) => a.map((value, i) => value - b[i]);
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((value) => value / Math.hypot(...a));

// From the world to pixels.
function projectionOf({ eye, target, degrees }) {
  const back = unit(subtract(eye, target));
  const right = unit(cross([0, 1, 0], back));
  const up = cross(back, right);
  const focus = PIXELS / 2 / Math.tan((degrees * Math.PI) / 360);
  return (point) => {
    const from = subtract(point, eye);
    const depth = -dot(from, back);
    return [PIXELS / 2 + (focus * dot(from, right)) / depth, PIXELS / 2 - (focus * dot(from, up)) / depth];
  };
}

function fill(mask, [a, b, c]) {
  const side = (p, q, x, y) => (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
  const clamp = (value) => Math.min(PIXELS - 1, Math.max(0, value));
  const [xs, ys] = [0, 1].map((axis) => [a, b, c].map((point) => point[axis]));
  for (let y = clamp(Math.floor(Math.min(...ys))); y <= clamp(Math.ceil(Math.max(...ys))); y += 1) {
    for (let x = clamp(Math.floor(Math.min(...xs))); x <= clamp(Math.ceil(Math.max(...xs))); x += 1) {
      const sides = [side(a, b, x + 0.5, y + 0.5), side(b, c, x + 0.5, y + 0.5), side(c, a, x + 0.5, y + 0.5)];
      if (sides.every((value) => value >= 0) || sides.every((value) => value <= 0)) mask[y * PIXELS + x] = 1;
    }
  }
}

export function outlineOf(triangles, camera) {
  const project = projectionOf(camera);
  const mask = new Uint8Array(PIXELS * PIXELS);
  for (const { corners } of triangles) fill(mask, corners.map((corner) => project(corner.slice(0, 3))));
  return mask;
}

// The corner of a picture is background.
function shownIn({ rgb }) {
  const mask = new Uint8Array(PIXELS * PIXELS);
  for (let i = 0; i < mask.length; i += 1) {
    mask[i] = [0, 1, 2].some((c) => Math.abs(rgb[3 * i + c] - rgb[c]) > 12) ? 1 : 0;
  }
  return mask;
}

const isNearEdge = (mask, i) => [-1, 1, -PIXELS, PIXELS, 1 - PIXELS, PIXELS - 1, -1 - PIXELS, 1 + PIXELS]
  .some((step) => (mask[i + step] ?? 0) !== mask[i]);

// Most of what is black must be black in the document: a tire may be, a person may not.
const MOST_BLACK = 0.25;
const MOST_WRONG = 0.01;

// What is wrong with a picture, or nothing.
export function pictureProblem(picture, triangles, camera) {
  if (picture.width !== PIXELS || picture.height !== PIXELS) return `${picture.width} × ${picture.height} pixels`;
  const expected = outlineOf(triangles, camera);
  const shown = shownIn(picture);
  let [inside, wrong, black] = [0, 0, 0];
  for (let i = 0; i < expected.length; i += 1) {
    inside += expected[i];
    if (expected[i] !== shown[i] && !isNearEdge(expected, i)) wrong += 1;
    if (expected[i] && Math.max(picture.rgb[3 * i], picture.rgb[3 * i + 1], picture.rgb[3 * i + 2]) < 12) black += 1;
  }
  if (wrong > MOST_WRONG * inside) return `${((100 * wrong) / inside).toFixed(1)} % of the outline is wrong`;
  if (black > MOST_BLACK * inside) return `${((100 * black) / inside).toFixed(0)} % is black`;
  return undefined;
}
