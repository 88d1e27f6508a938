// The menu that adds shapes, skeletons and bindings. What does it is loaded on first use.
import type { Change, Made, Make, OutlinePrimitive } from 'rigy';
import { byId } from './dom.js';
import { loaded } from './loading.js';
import type { Model } from './model.js';
import { notify } from './notice.js';
import { suffixOf, type Project, type ProjectFile } from './project.js';
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
  addMotion(file: ProjectFile): void;
}

export class AddMenu {
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
      button.addEventListener('click', () => void this.#add(button.dataset));
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
    byId('add-label').textContent = isEmpty ? 'Add a first shape' : 'Add';
    const hasBones = outline?.armatures.some(({ imported }) => !imported) ?? false;
    byId('add-skeleton').hidden = hasBones || isEmpty;
    byId('add-binding').hidden = !hasBones || isEmpty;
    byId('add-clip').hidden = !hasBones || outline!.poses.length === 0;
    const added = outline?.meshes.flatMap(({ primitives }) => primitives).find(({ id }) => id === this.#added);
    if (!added) return;
    this.#added = null;
    this.#events.pick(added);
  }

  /** A motion that goes through the poses of the document. */
  async addClip(): Promise<void> {
    const model = this.#events.model();
    const keying = await loaded('What adds clips', () => import('./keying.js'));
    const file = model && keying?.motionOf(this.#events.project(), model.outline);
    if (!file) return;
    this.#events.addMotion(file);
    notify(`${file.path} goes from pose to pose. Drag the time, turn a bone and press Add key for more.`);
  }

  async #add({ shape, skeleton, clip }: DOMStringMap): Promise<void> {
    if (clip !== undefined) return this.addClip();
    const adding = await loaded('What adds things', () => import('./adding.js'));
    if (!adding) return;
    if (skeleton) return adding.addSkeleton(this.#events, skeleton);
    if (!shape) return adding.bind(this.#events);
    const added = adding.shapeFor(this.#events, this.#view, shape);
    if (!added) return;
    this.#added = added.id;
    if (!(await this.#events.change([added.change]))) this.#added = null;
  }
}
