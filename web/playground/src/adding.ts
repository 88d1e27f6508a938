// The menu that adds shapes, skeletons and bindings: shapes are written here, the rest is made by the compiler.
import type { Make, Made, Outline, OutlinePrimitive, Change } from 'rigy';
import { reasonOf } from './assist/asking.js';
import { byId } from './dom.js';
import type { Model } from './model.js';
import { notify, notifyError } from './notice.js';
import { positionOf } from './placed.js';
import { suffixOf, type Project } from './project.js';
import type { View } from './view/view.js';

export interface AddingEvents {
  project(): Project;
  model(): Model | null;
  make(make: Make): Promise<Made>;
  /** Changes the document that is compiled, as one step. */
  change(changes: Change[]): Promise<boolean>;
  /** What was made: the document, and files that it names. */
  replace(made: Made): void;
  pick(primitive: OutlinePrimitive): void;
}

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

export class Adding {
  readonly #events: AddingEvents;
  readonly #view: View;
  // Picked once it is compiled.
  #added: string | null = null;

  constructor(view: View, events: AddingEvents) {
    this.#view = view;
    this.#events = events;
    const menu = byId('add-menu');
    menu.addEventListener('click', () => menu.hidePopover());
    for (const button of menu.querySelectorAll<HTMLButtonElement>('button')) {
      const { shape, skeleton } = button.dataset;
      button.addEventListener('click', () => {
        if (shape) void this.#addShape(shape as Shape);
        else if (skeleton) void this.#addSkeleton(skeleton as Kind);
        else void this.#bind();
      });
    }
  }

  /** A document was compiled: what may be added to it. */
  compiled(): void {
    const model = this.#events.model();
    const outline = model?.outline;
    const isAsset = suffixOf(this.#events.project().entry) === '.rigy.yaml';
    const isEmpty = model?.glb.placed.length === 0;
    byId('add').hidden = !isAsset;
    byId('add').classList.toggle('primary', isEmpty);
    const hasBones = outline?.armatures.some(({ imported }) => !imported) ?? false;
    byId('add-skeleton').hidden = hasBones || isEmpty;
    byId('add-binding').hidden = !hasBones || isEmpty;
    const added = outline?.meshes.flatMap(({ primitives }) => primitives).find(({ id }) => id === this.#added);
    if (!added) return;
    this.#added = null;
    this.#events.pick(added);
  }

  async #addShape(shape: Shape): Promise<void> {
    const model = this.#events.model();
    if (!model) return;
    const [bottom, top] = model.glb.placed.length === 0 ? [0, 0] : this.#view.extent('y');
    const height = rounded(share * (top - bottom)) || firstHeight;
    const id = freeId(model.outline, shape === 'sphere' ? 'ball' : shape);
    // On top of everything, where it can be seen.
    const place = `[0, ${rounded(top + height / 2)}, 0]`;
    const entry = `{id: ${id}, type: ${shape}, dimensions: ${dimensionsOf[shape](height)}, transform: {translation: ${place}}}`;
    this.#added = id;
    if (!(await this.#events.change([this.#insertion(model.outline, entry)]))) this.#added = null;
  }

  // Into the mesh of what is picked, or the first one of the document, or a new one.
  #insertion({ meshes }: Outline, entry: string): Change {
    const own = meshes.filter(({ file }) => file === this.#events.project().entry);
    const picked = this.#view.highlighted;
    const mesh = own.find(({ primitives }) => primitives.some((one) => one === picked)) ?? own[0];
    if (mesh) return { insert: 'primitives', value: entry, at: positionOf(mesh) };
    return { insert: 'meshes', value: `{id: body, primitives: [${entry}]}`, lines: ['id: body', 'primitives:', `  - ${entry}`] };
  }

  async #addSkeleton(kind: Kind): Promise<void> {
    const bindIt = { label: 'Bind it', run: () => void this.#bind() };
    if (await this.#make({ operation: 'rig', options: { kind, write: true } })) {
      notify('A skeleton was added. Drag its bones to the joints, then bind the parts to it.', bindIt);
    }
  }

  async #bind(): Promise<void> {
    if (await this.#make({ operation: 'weights', options: { write: true } })) {
      notify('The parts follow the bones that are nearest. Choose a bone to turn it; Insert pose keeps what you see.');
    }
  }

  async #make(make: Make): Promise<boolean> {
    try {
      this.#events.replace(await this.#events.make(make));
      return true;
    } catch (error) {
      notifyError(`Nothing was added: ${reasonOf(error)}.`);
      return false;
    }
  }
}

type Kind = Extract<Make, { operation: 'rig' }>['options'] extends { kind: infer Kinds } | undefined ? Kinds : never;

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
