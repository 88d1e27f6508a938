// A part of the document that can be moved: which numbers of its text say where it is, and how they change.
import type { Change, Place, Position, WrittenNumber } from 'rigy';
import { fromEuler, identity, toEuler, type Quaternion, type Vec3 } from './quaternion.js';
import type { HandleMode, Held } from './view/handle.js';

/** What is done with it. A bone is turned or made to reach in a pose, or its ends are moved at rest. */
export type Grip = 'move' | 'turn' | 'size' | 'pose' | 'reach' | 'head' | 'tail';

export interface Item {
  kind: 'primitive' | 'bone' | 'anchor';
  id: string;
  place: Place;
  numbers: WrittenNumber[];
  /** Of the first place of what it is in, column by column. */
  matrix: number[] | null;
}

/** A tenth of a millimeter, and of a degree. */
const decimals = 4;
const degreeDecimals = 1;
const degrees = 180 / Math.PI;
const one: Vec3 = [1, 1, 1];

export function gripsOf({ kind, numbers }: Item): Grip[] {
  if (kind === 'bone') return ['pose', 'reach', 'head', 'tail'];
  if (kind === 'anchor') return ['move'];
  const has = (field: string) => numbers.some(({ path }) => path.startsWith(`${field}.`));
  if (has('dimensions')) return ['move', 'turn', 'size'];
  // Implicit surfaces are moved by what they are made of.
  return has('transform') ? ['move', 'turn'] : [];
}

/** Whether it changes the model as it is at rest. */
export function isOfRest(grip: Grip): boolean {
  return grip !== 'pose' && grip !== 'reach';
}

export function modeOf(grip: Grip): HandleMode {
  return grip === 'turn' ? 'rotate' : grip === 'size' ? 'scale' : 'translate';
}

export function positionOf({ line, columnUtf16 }: Place): Position {
  return { line: line - 1, character: columnUtf16 - 1 };
}

function pointPath(kind: Item['kind'], grip: Grip): string {
  if (kind === 'primitive') return 'transform.translation';
  return kind === 'anchor' ? 'translation' : grip;
}

function vectorAt(numbers: WrittenNumber[], path: string, length = 3): number[] | null {
  const found = Array.from({ length }, (_, i) => numbers.find((number) => number.path === `${path}[${i}]`)?.value);
  return found.every((value) => value !== undefined) ? (found as number[]) : null;
}

interface WrittenRotation {
  path: string;
  length: number;
  read(values: number[]): Quaternion;
  write(rotation: Quaternion): number[];
}

const rotations: WrittenRotation[] = [
  {
    path: 'transform.rotation_degrees',
    length: 3,
    read: (angles) => fromEuler(angles.map((angle) => angle / degrees) as Vec3),
    write: (rotation) => toEuler(rotation).map((angle) => rounded(angle * degrees, degreeDecimals)),
  },
  {
    path: 'transform.rotation_euler',
    length: 3,
    read: (angles) => fromEuler(angles as Vec3),
    write: (rotation) => toEuler(rotation).map((angle) => rounded(angle, decimals)),
  },
  {
    path: 'transform.rotation_quat',
    length: 4,
    read: ([x, y, z, w]) => [w!, x!, y!, z!],
    write: ([w, x, y, z]) => [x, y, z, w].map((part) => rounded(part, 6)),
  },
];

function rotationOf(numbers: WrittenNumber[]): WrittenRotation | undefined {
  return rotations.find(({ path, length }) => vectorAt(numbers, path, length) !== null);
}

/** Where a handle is that holds the item. */
export function heldBy({ kind, numbers }: Item, grip: Grip): Held {
  const written = kind === 'primitive' ? rotationOf(numbers) : undefined;
  return {
    position: (vectorAt(numbers, pointPath(kind, grip)) ?? [0, 0, 0]) as Vec3,
    rotation: written ? written.read(vectorAt(numbers, written.path, written.length)!) : identity,
    scale: one,
  };
}

/** What changes in the text when the handle is somewhere else. */
export function changesTo(item: Item, grip: Grip, held: Held): Change[] {
  const at = positionOf(item.place);
  if (grip === 'size') return sizeChanges(item, held.scale, at);
  if (grip === 'turn') {
    const written = rotationOf(item.numbers) ?? rotations[0]!;
    return vectorChanges(item.numbers, written.path, written.write(held.rotation), at);
  }
  const point = held.position.map((value) => rounded(value, decimals));
  return vectorChanges(item.numbers, pointPath(item.kind, grip), point, at);
}

function vectorChanges(numbers: WrittenNumber[], path: string, values: number[], at: Position): Change[] {
  const before = vectorAt(numbers, path, values.length);
  if (!before) return [{ set: path, value: `[${values.join(', ')}]`, at }];
  return values.flatMap((value, i) => (isSame(value, before[i]!) ? [] : [{ number: `${path}[${i}]`, to: value, at }]));
}

// Round shapes stand along y: their radius follows the other axes, that of a sphere any of them.
function sizeChanges({ numbers }: Item, [x, y, z]: Vec3, at: Position): Change[] {
  const further = (a: number, b: number) => (Math.abs(a - 1) > Math.abs(b - 1) ? a : b);
  const hasHeight = numbers.some(({ path }) => path === 'dimensions.height');
  const radius = hasHeight ? further(x, z) : further(further(x, y), z);
  const factors: Record<string, number> = { x, width: x, y, height: y, z, depth: z, radius };
  return numbers.flatMap(({ path, value }) => {
    const factor = factors[path.replace(/^dimensions\./, '')];
    const to = rounded(value * Math.abs(factor ?? 1), decimals);
    return isSame(to, value) || to === 0 ? [] : [{ number: path, to, at }];
  });
}

function rounded(value: number, places: number): number {
  return Number(value.toFixed(places)) + 0;
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-9;
}
