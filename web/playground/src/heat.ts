// Weights as colors, from blue (0) through green and yellow to red (1), and as numbers.
import type { Model } from './model.js';
import type { BoneId } from './pose.js';

const stops: [at: number, r: number, g: number, b: number][] = [
  [0, 0.16, 0.24, 0.46],
  [0.25, 0.13, 0.52, 0.62],
  [0.5, 0.36, 0.72, 0.42],
  [0.75, 0.95, 0.78, 0.25],
  [1, 0.86, 0.24, 0.16],
];

/** A function `vec3 heatColor(float weight)` for shaders, in linear light. */
export function heatShader(): string {
  const linear = (value: number) => (((value + 0.055) / 1.055) ** 2.4).toFixed(4);
  const colors = stops.map(([, ...rgb]) => `vec3(${rgb.map(linear).join(', ')})`);
  const steps = stops.slice(1).map(([at], i) => {
    const low = stops[i]![0];
    const share = `clamp((weight - ${low.toFixed(2)}) / ${(at - low).toFixed(2)}, 0.0, 1.0)`;
    return `  color = mix(color, ${colors[i + 1]}, ${share});`;
  });
  return ['vec3 heatColor(float weight) {', `  vec3 color = ${colors[0]};`, ...steps, '  return color;', '}'].join('\n');
}

export function heatGradient(): string {
  const parts = stops.map(([at, ...rgb]) => {
    const [r, g, b] = rgb.map((value) => Math.round(255 * value));
    return `rgb(${r} ${g} ${b}) ${100 * at}%`;
  });
  return `linear-gradient(to right, ${parts.join(', ')})`;
}

/** The weight with which each vertex follows the bone. */
export function weightsOf(
  influences: { joints: Uint16Array; weights: Float32Array },
  bone: number,
): Float32Array {
  const { joints, weights } = influences;
  const result = new Float32Array(joints.length / 4);
  for (let slot = 0; slot < joints.length; ++slot) {
    if (joints[slot] === bone) result[slot >> 2]! += weights[slot]!;
  }
  return result;
}

/** How many vertices follow the bone, and how closely. */
export function weightSummary({ glb, outline }: Model, { armature, bone }: BoneId): string {
  const skins = new Map(glb.placed.map(({ mesh, skin }) => [mesh, skin]));
  let count = 0;
  let highest = 0;
  for (const [mesh, skin] of skins) {
    const { influences } = glb.meshes[mesh]!;
    if (!influences || skin === null || outline.skins[skin]!.armature !== armature) continue;
    for (const weight of weightsOf(influences, bone)) {
      if (weight > 0) count += 1;
      highest = Math.max(highest, weight);
    }
  }
  const what = count === 1 ? 'vertex follows' : 'vertices follow';
  const name = outline.armatures[armature]!.bones[bone]!.id;
  return `${count} ${what} ${name}, with weights up to ${highest.toFixed(2)}.`;
}
