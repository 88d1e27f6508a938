// The color of a part: that of its material, or, if others share that or there is none, of one that is made for it.
import type { Change, OutlinePrimitive } from 'rigy';
import type { GlbMaterial } from './glb.js';
import type { Model } from './model.js';
import { positionOf } from './placed.js';

/** The material of what has none, once something has. */
const restId = 'plain';

function materialOf({ glb, outline }: Model, primitive: OutlinePrimitive): GlbMaterial | null {
  const mesh = outline.meshes.findIndex(({ primitives }) => primitives.includes(primitive));
  const at = primitive.firstIndex;
  const surface = glb.meshes[mesh]?.surfaces.find(({ firstIndex, indexCount }) => firstIndex <= at && at < firstIndex + indexCount);
  return surface?.material ?? null;
}

/** As colors are written in pages; colors of the language are linear. */
export function colorOf(model: Model, primitive: OutlinePrimitive): string {
  const [r, g, b] = materialOf(model, primitive)?.baseColor ?? [1, 1, 1];
  const hex = [r, g, b].map((part) => Math.round(255 * toPage(part)).toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

/** The changes that give a part a color of its own. */
export function colorChanges(model: Model, primitive: OutlinePrimitive, color: string): Change[] {
  const parts = [1, 3, 5].map((at) => Number(toLinear(parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)));
  const material = materialOf(model, primitive);
  const own = model.outline.meshes.filter(({ file }) => file === primitive.file);
  const isShared = own.some(({ primitives }) =>
    primitives.some((one) => one.line !== primitive.line && materialOf(model, one)?.name === material?.name),
  );
  if (material && !isShared) {
    return parts.map((to, i) => ({ number: `materials.${material.name}.base_color[${i}]`, to }));
  }
  const id = `${primitive.id}_color`;
  // Where one part has a material, all have one.
  const others = own.filter(({ primitives }) => primitives.some((one) => materialOf(model, one) === null));
  return [
    ...(others.length > 0 ? [{ set: `materials.${restId}`, value: '{base_color: [0.8, 0.8, 0.8, 1]}' }] : []),
    { set: `materials.${id}`, value: `{base_color: [${parts.join(', ')}, 1]}` },
    ...others.map((mesh): Change => ({ set: 'material', value: restId, at: positionOf(mesh) })),
    { set: 'material', value: id, at: positionOf(primitive) },
  ];
}

function toPage(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function toLinear(page: number): number {
  return page <= 0.04045 ? page / 12.92 : ((page + 0.055) / 1.055) ** 2.4;
}
