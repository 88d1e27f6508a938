// The sides of a model, as the language has them: it faces −Z, so its left is −x.
import type { Vec3 } from '../quaternion.js';

export const sides = ['front', 'back', 'left', 'right', 'top', 'bottom'] as const;
export type Side = (typeof sides)[number];

/** Where the camera stands to see a side. Straight above, it would not know which way is up. */
export const directionOf: Record<Side, Vec3> = {
  front: [0, 0, -1],
  back: [0, 0, 1],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  top: [0, 1, -1e-4],
  bottom: [0, -1, -1e-4],
};

/** How a model is seen first: its face, from a little to its left and from above. */
export const frontQuarter: Vec3 = [-0.5, 0.28, -1];

/** How a scene may be seen first, from each corner; the front comes before the back. */
export const corners: Vec3[] = [
  [-0.8, 0.6, -1],
  [0.8, 0.6, -1],
  [-0.8, 0.6, 1],
  [0.8, 0.6, 1],
];

/** What a camera in this direction sees: "front", or "front left" if it sees two sides. */
export function sidesSeen([x, y, z]: Vec3): string {
  const across = Math.hypot(x, z);
  if (Math.abs(y) > 4 * across) return y > 0 ? 'top' : 'bottom';
  // Less than about 20 degrees of another side does not count.
  const isSeen = (part: number) => Math.abs(part) > 0.34 * across;
  const depth = isSeen(z) ? [z < 0 ? 'front' : 'back'] : [];
  const width = isSeen(x) ? [x < 0 ? 'left' : 'right'] : [];
  return [...depth, ...width].join(' ');
}
