// Instances and children of scenes: the anchors, or the nudge, that say where they are, and how a gesture changes them.
import type { Change, OutlineAnchor, OutlineChild, OutlineInstance, Place, Position } from 'rigy';
import { multiplied } from './glb.js';
import type { Model } from './model.js';
import { directions, placementChanges, type Placement } from './placement.js';
import { add, identity, rotate, subtract, type Quaternion, type Vec3 } from './quaternion.js';
import type { Held } from './view/handle.js';

interface Standing {
  id: string;
  place: Place;
  /** The number of its node in the output. */
  node: number;
  /** To the world, from where its handle is; null: they are the same. */
  matrix: number[] | null;
}

/** Moved by the three anchors that it is attached to. */
export interface PlacedInstance extends Standing {
  kind: 'instance';
  /** Of `attach3`; null without one. */
  mode: OutlineInstance['mode'];
  anchors: OutlineAnchor[];
}

/** Moved by its `nudge`, and turned by its `rotate`, in the frame of its slot. */
export interface PlacedChild extends Standing {
  kind: 'child';
  child: OutlineChild;
}

/** A tenth of a millimeter. */
const decimals = 4;
const unmoved: Held = { position: [0, 0, 0], rotation: identity, scale: [1, 1, 1] };

/** An instance of the document; the original of one that is mirrored. */
export function instanceNamed({ outline }: Model, id: string): PlacedInstance | null {
  const named = outline.instances.find((one) => one.id === id);
  const found = named?.mirrored
    ? outline.instances.find((one) => !one.mirrored && one.line === named.line && one.column === named.column)
    : named;
  if (!found) return null;
  const anchors = found.to.flatMap((to) => outline.anchors.find((anchor) => anchor.id === to) ?? []);
  return { kind: 'instance', id: found.id, place: found, node: found.node, matrix: null, mode: found.mode, anchors };
}

export function childNamed({ glb, outline }: Model, id: string): PlacedChild | null {
  const child = outline.children.find((one) => one.id === id);
  if (!child) return null;
  const parent = child.parent === null ? undefined : glb.worlds.get(outline.children[child.parent]!.node);
  const matrix = parent ? multiplied(parent, child.slot) : child.slot;
  return { kind: 'child', id, place: child, node: child.node, matrix, child };
}

function quarterTurns(rotation: Quaternion): Placement['rotate'] {
  const degrees = (2 * Math.atan2(rotation[2], rotation[0]) * 180) / Math.PI;
  return ((((Math.round(degrees / 90) * 90) % 360) + 360) % 360) as Placement['rotate'];
}

export function heldPlaced(item: PlacedInstance | PlacedChild, isTurn: boolean): Held {
  if (item.kind === 'instance') return { ...unmoved, position: item.anchors[0]!.translation };
  const { rotate: degrees, nudge } = item.child;
  const half = (degrees * Math.PI) / 360;
  return { ...unmoved, position: nudge, rotation: isTurn ? [Math.cos(half), 0, Math.sin(half), 0] : identity };
}

/** Numbers that can be typed: where it is. */
export function numbersOfPlaced(item: PlacedInstance | PlacedChild): { path: string; value: number }[] {
  if (item.kind === 'child') return item.child.nudge.map((value, i) => ({ path: `nudge.${directions[i]!}`, value }));
  return (item.anchors[0]?.translation ?? []).map((value, i) => ({ path: `position[${i}]`, value }));
}

export function changesOfPlaced(item: PlacedInstance | PlacedChild, isTurn: boolean, held: Held): Change[] {
  return item.kind === 'child' ? changesOfChild(item.child, isTurn, held) : changesOfInstance(item, held);
}

function changesOfChild(child: OutlineChild, isTurn: boolean, { position, rotation }: Held): Change[] {
  if (isTurn) return placementChanges(child, { rotate: quarterTurns(rotation), nudge: child.nudge });
  const nudge = position.map((value, i) => (Math.abs(value - child.nudge[i]!) < 1e-9 ? child.nudge[i]! : rounded(value)));
  return placementChanges(child, { rotate: child.rotate, nudge: nudge as Placement['nudge'] });
}

// The anchors move as one: turned and sized about the first of them.
function changesOfInstance({ anchors }: PlacedInstance, { position, rotation, scale }: Held): Change[] {
  const origin = anchors[0]!.translation;
  return anchors.flatMap((anchor) => {
    const arm = subtract(anchor.translation, origin).map((part, i) => part * scale[i]!) as Vec3;
    const point = add(position, rotate(rotation, arm));
    return point.flatMap((value, i): Change[] => {
      if (Math.abs(value - anchor.translation[i]!) < 1e-9) return [];
      // A mirrored anchor is written on the other side.
      const to = rounded(anchor.mirrored && i === 0 ? -value : value);
      return [{ number: `translation[${i}]`, to, at: positionOf(anchor) }];
    });
  });
}

export function positionOf({ line, columnUtf16 }: Place): Position {
  return { line: line - 1, character: columnUtf16 - 1 };
}

function rounded(value: number): number {
  return Number(value.toFixed(decimals)) + 0;
}
