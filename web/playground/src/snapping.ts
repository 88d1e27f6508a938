// What a dragged part snaps to: faces of other parts, anchors, the ground and the middle.
import { Box3, Matrix4, Vector3 } from 'three';
import type { Item } from './item.js';
import type { Model } from './model.js';
import type { Vec3 } from './quaternion.js';

type Axis = 0 | 1 | 2;

interface Mark {
  axis: Axis;
  at: number;
  name: string;
}

/** In the space of the handle. */
export interface Snaps {
  targets: Mark[];
  /** What of the part itself may snap, from where its handle is. */
  own: Mark[];
}

interface Piece {
  name: string;
  nodes: number[];
  box: Box3;
  /** Whether it is the part itself, or its mirror image. */
  isOwn: boolean;
}

// The two faces across each axis. A model faces −z, and its left is −x.
const faces: [low: string, high: string][] = [
  ['left', 'right'],
  ['bottom', 'top'],
  ['front', 'back'],
];

function facesOf(name: string, box: Box3, from: Vec3): Mark[] {
  return faces.flatMap(([low, high], axis): Mark[] => [
    { axis: axis as Axis, at: box.min.getComponent(axis) - from[axis]!, name: `${low} of ${name}` },
    { axis: axis as Axis, at: box.max.getComponent(axis) - from[axis]!, name: `${high} of ${name}` },
  ]);
}

function pieces({ glb, outline }: Model, item: Item, toSpace: Matrix4): Piece[] {
  return glb.placed.flatMap(({ mesh, nodes, matrix }) => {
    const toHandle = toSpace.clone().multiply(new Matrix4().fromArray(matrix));
    const { positions } = glb.meshes[mesh]!;
    return (outline.meshes[mesh]?.primitives ?? []).map(({ id, file, line, column, firstVertex, vertexCount }) => {
      const box = new Box3();
      for (let i = 3 * firstVertex; i < 3 * (firstVertex + vertexCount); i += 3) {
        box.expandByPoint(new Vector3(positions[i], positions[i + 1], positions[i + 2]).applyMatrix4(toHandle));
      }
      const isWritten = file === item.place.file && line === item.place.line && column === item.place.column;
      return { name: id, nodes, box, isOwn: 'node' in item ? nodes.includes(item.node) : item.kind === 'primitive' && isWritten };
    });
  });
}

/** `from`: where the handle is. */
export function snapsOf(model: Model, item: Item, from: Vec3): Snaps {
  const toSpace = new Matrix4().fromArray(item.matrix ?? new Matrix4().elements).invert();
  const all = pieces(model, item, toSpace);
  const own = new Box3();
  const [first] = all.filter(({ isOwn }) => isOwn);
  // Of several places or images, the one that the handle is at.
  for (const { box, isOwn } of all) if (isOwn && ('node' in item || box === first!.box)) own.union(box);
  const inItem = 'anchors' in item ? item.anchors.map(({ id }) => id) : [item.id];
  const anchors = model.outline.anchors
    .filter(({ id }) => !inItem.includes(id))
    .flatMap(({ id, translation }) => {
      const at = new Vector3(...translation).applyMatrix4(toSpace);
      return ([0, 1, 2] as const).map((axis) => ({ axis, at: at.getComponent(axis), name: `anchor ${id}` }));
    });
  const whole: Mark[] = item.matrix === null ? [{ axis: 0, at: 0, name: 'the middle' }, { axis: 1, at: 0, name: 'the ground' }] : [];
  const centers = ([0, 1, 2] as const).map((axis) => ({ axis, at: 0, name: item.id }));
  return {
    targets: [...all.filter(({ isOwn }) => !isOwn).flatMap(({ name, box }) => facesOf(name, box, [0, 0, 0])), ...anchors, ...whole],
    own: own.isEmpty() ? centers : [...centers, ...facesOf(item.id, own, from)],
  };
}

export interface Snapped {
  position: Vec3;
  /** What lies on what; empty if nothing does. */
  text: string;
}

/** Moves what was moved along an axis to the nearest target within `reach`. */
export function snapped({ targets, own }: Snaps, start: Vec3, position: Vec3, reach: number): Snapped {
  const result: Snapped = { position: [...position], text: '' };
  const found: string[] = [];
  for (const axis of [0, 1, 2] as const) {
    if (Math.abs(position[axis] - start[axis]) < 1e-9) continue;
    let nearest = reach;
    let text = '';
    for (const mine of own.filter((one) => one.axis === axis)) {
      for (const target of targets) {
        const by = target.at - mine.at - position[axis];
        if (target.axis !== axis || Math.abs(by) >= nearest) continue;
        nearest = Math.abs(by);
        result.position[axis] = target.at - mine.at;
        text = `${mine.name} on ${target.name}`;
      }
    }
    if (text) found.push(text);
  }
  result.text = found.join(', ');
  return result;
}
