// What can be picked and moved: which numbers of its text say where it is, and how they change.
import type { Change, Place, Position, WrittenNumber } from 'rigy';
import { changesOfPlaced, heldPlaced, numbersOfPlaced, positionOf, type PlacedChild, type PlacedInstance } from './placed.js';
import { fromEuler, identity, toEuler, type Quaternion, type Vec3 } from './quaternion.js';
import type { Grasp, HandleMode, Held } from './view/handle.js';

/** What is done with it. A bone is turned or made to reach in a pose, or its ends are moved at rest. */
export type Grip = 'move' | 'turn' | 'size' | 'pose' | 'reach' | 'head' | 'tail';

/** A primitive, a bone or an anchor: what has numbers of its own. */
export interface WrittenItem {
  kind: 'primitive' | 'bone' | 'anchor';
  id: string;
  place: Place;
  numbers: WrittenNumber[];
  /** Of the first place of what it is in, column by column. */
  matrix: number[] | null;
}

export type Item = WrittenItem | PlacedInstance | PlacedChild;

/** A tenth of a millimeter, and of a degree. */
const decimals = 4;
const degreeDecimals = 1;
const degrees = 180 / Math.PI;
const one: Vec3 = [1, 1, 1];

export function gripsOf(item: Item): Grip[] {
  if (item.kind === 'child') return ['move', 'turn'];
  if (item.kind === 'instance') return gripsOfInstance(item);
  const { kind, numbers } = item;
  if (kind === 'bone') return ['pose', 'reach', 'head', 'tail'];
  if (kind === 'anchor') return ['move'];
  const has = (field: string) => numbers.some(({ path }) => path.startsWith(`${field}.`));
  if (has('dimensions')) return ['move', 'turn', 'size'];
  // Implicit surfaces are moved by what they are made of.
  return has('transform') ? ['move', 'turn'] : [];
}

// Rigid ones keep their size; one without attach3 stands where its mesh does.
function gripsOfInstance({ mode, anchors }: PlacedInstance): Grip[] {
  if (mode === null || anchors.length < 3) return [];
  return mode === 'rigid' ? ['move', 'turn'] : ['move', 'turn', 'size'];
}

/** Why something has no handle, or not all of them; empty: nothing is missing. */
export function reasonOfGrips(item: Item): string {
  if (item.kind === 'child') return 'Children of a scene keep their size, and turn by quarters.';
  if (item.kind !== 'instance') return '';
  if (item.mode === null) return 'It is where its mesh is. Give it attach3 to place it elsewhere.';
  return item.mode === 'rigid' ? 'It moves its three anchors. Its mode is rigid, so its size stays.' : 'It moves its three anchors.';
}

/** Whether it changes the model as it is at rest. */
export function isOfRest(grip: Grip): boolean {
  return grip !== 'pose' && grip !== 'reach';
}

function modeOf(grip: Grip): HandleMode {
  return grip === 'turn' ? 'rotate' : grip === 'size' ? 'scale' : 'translate';
}

/** How a handle holds it. Children of scenes move along the axes of their slot, and turn about its y axis. */
export function graspOf({ kind }: Item, grip: Grip): Grasp {
  const isChild = kind === 'child';
  const mode = modeOf(grip);
  return { mode, isLocal: isChild || mode === 'scale', isUpright: isChild && mode === 'rotate', turnStep: isChild ? Math.PI / 2 : null };
}

function pointPath(kind: WrittenItem['kind'], grip: Grip): string {
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
export function heldBy(item: Item, grip: Grip): Held {
  if (item.kind === 'instance' || item.kind === 'child') return heldPlaced(item, grip === 'turn');
  const { kind, numbers } = item;
  const written = kind === 'primitive' ? rotationOf(numbers) : undefined;
  return {
    position: (vectorAt(numbers, pointPath(kind, grip)) ?? [0, 0, 0]) as Vec3,
    rotation: written ? written.read(vectorAt(numbers, written.path, written.length)!) : identity,
    scale: one,
  };
}

/** What changes in the text when the handle is somewhere else. */
export function changesTo(item: Item, grip: Grip, held: Held): Change[] {
  if (item.kind === 'instance' || item.kind === 'child') return changesOfPlaced(item, grip === 'turn', held);
  const at = positionOf(item.place);
  if (grip === 'size') return sizeChanges(item, held.scale, at);
  if (grip === 'turn') {
    const written = rotationOf(item.numbers) ?? rotations[0]!;
    return vectorChanges(item.numbers, written.path, written.write(held.rotation), at);
  }
  const point = held.position.map((value) => rounded(value, decimals));
  return vectorChanges(item.numbers, pointPath(item.kind, grip), point, at);
}

export interface TypedNumber {
  path: string;
  value: number;
  /** As it is written; the same as the value if that is a plain number. */
  text: string;
}

/** The numbers that can be typed. */
export function typedNumbersOf(item: Item): TypedNumber[] {
  if (item.kind === 'instance' || item.kind === 'child') {
    return numbersOfPlaced(item).map(({ path, value }) => ({ path, value, text: String(value) }));
  }
  return item.numbers.filter(({ path }) => /^(transform|dimensions|head|tail|translation|roll)\b/.test(path));
}

/** What changes in the text when one of them is typed. */
export function typedChanges(item: Item, path: string, value: number): Change[] {
  if (item.kind !== 'instance' && item.kind !== 'child') return [{ number: path, to: value, at: positionOf(item.place) }];
  const index = numbersOfPlaced(item).findIndex((one) => one.path === path);
  const held = heldPlaced(item, false);
  const position = held.position.map((before, i) => (i === index ? value : before)) as Vec3;
  return changesOfPlaced(item, false, { ...held, position });
}

function vectorChanges(numbers: WrittenNumber[], path: string, values: number[], at: Position): Change[] {
  const before = vectorAt(numbers, path, values.length);
  if (!before) return [{ set: path, value: `[${values.join(', ')}]`, at }];
  return values.flatMap((value, i) => (isSame(value, before[i]!) ? [] : [{ number: `${path}[${i}]`, to: value, at }]));
}

// Round shapes stand along y: their radius follows the other axes, that of a sphere any of them.
function sizeChanges({ numbers }: WrittenItem, [x, y, z]: Vec3, at: Position): Change[] {
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
