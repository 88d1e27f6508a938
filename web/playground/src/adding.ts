// What is added to a document: shapes are written here, skeletons and bindings are made by the compiler. Loaded on first use.
import type { Change, Make, MakeOptions, Outline } from 'rigy';
import type { AddingEvents } from './add_menu.js';
import { reasonOf } from './assist/asking.js';
import { notify, notifyError } from './notice.js';
import { positionOf } from './placed.js';
import type { View } from './view/view.js';

type Shape = 'box' | 'sphere' | 'capsule' | 'cylinder';

// Each is as high as it is told.
const dimensionsOf: Record<Shape, (height: number) => string> = {
  box: (height) => `{x: ${height}, y: ${height}, z: ${height}}`,
  sphere: (height) => `{radius: ${rounded(height / 2)}}`,
  capsule: (height) => `{radius: ${rounded(height / 4)}, height: ${rounded(height / 2)}}`,
  cylinder: (height) => `{radius: ${rounded(height / 2)}, height: ${height}}`,
};
const firstHeight = 0.4;
const share = 0.4;

/** A shape on top of everything, where it can be seen; null if there is nothing yet to add it to. */
export function shapeFor(events: AddingEvents, view: View, shape: string): { id: string; change: Change } | null {
  const model = events.model();
  if (!model) return null;
  const [bottom, top] = model.glb.placed.length === 0 ? [0, 0] : view.extent('y');
  const height = rounded(share * (top - bottom)) || firstHeight;
  const id = freeId(model.outline, shape === 'sphere' ? 'ball' : shape);
  const dimensions = dimensionsOf[shape as Shape](height);
  const entry = `{id: ${id}, type: ${shape}, dimensions: ${dimensions}, transform: {translation: [0, ${rounded(top + height / 2)}, 0]}}`;
  return { id, change: insertion(events, view, model.outline, entry) };
}

// Into the mesh of what is picked, or the first one of the document, or a new one.
function insertion(events: AddingEvents, view: View, { meshes }: Outline, entry: string): Change {
  const own = meshes.filter(({ file }) => file === events.project().entry);
  const picked = view.highlighted;
  const mesh = own.find(({ primitives }) => primitives.some((one) => one === picked)) ?? own[0];
  if (mesh) return { insert: 'primitives', value: entry, at: positionOf(mesh) };
  return { insert: 'meshes', value: `{id: body, primitives: [${entry}]}`, lines: ['id: body', 'primitives:', `  - ${entry}`] };
}

export async function addSkeleton(events: AddingEvents, kind: string): Promise<void> {
  const options: MakeOptions['rig'] = { kind: kind as MakeOptions['rig']['kind'], write: true };
  if (!(await make(events, { operation: 'rig', options }))) return;
  const bindIt = { label: 'Bind it', run: () => void bind(events) };
  notify('A skeleton was added. Drag its bones to the joints, then bind the parts to it.', bindIt);
}

export async function bind(events: AddingEvents): Promise<void> {
  if (!(await make(events, { operation: 'weights', options: { write: true } }))) return;
  notify('The parts follow the bones that are nearest. Choose a bone to turn it; Insert pose keeps what you see.');
}

async function make(events: AddingEvents, what: Make): Promise<boolean> {
  try {
    events.replace(await events.make(what));
    return true;
  } catch (error) {
    notifyError(`Nothing was added: ${reasonOf(error)}.`);
    return false;
  }
}

/** An id that nothing of the document has yet. */
export function freeId({ meshes, anchors, armatures, instances }: Outline, name: string): string {
  const bones = armatures.flatMap((armature) => armature.bones);
  const all = [...meshes, ...meshes.flatMap(({ primitives }) => primitives), ...anchors, ...armatures, ...bones, ...instances];
  const taken = new Set(all.map(({ id }) => id));
  for (let number = 1; ; ++number) {
    const id = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(id)) return id;
  }
}

/** Centimeters. */
function rounded(meters: number): number {
  return Math.round(100 * meters) / 100;
}
