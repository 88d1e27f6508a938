// The part that is picked, as numbers to type and a handle to drag. Every gesture becomes one change of the text.
import type { Change, Method, Outline, OutlineBone, OutlinePrimitive, Place, Questions } from 'rigy';
import { withEdits } from './assist/asking.js';
import { byId, el } from './dom.js';
import { changesTo, gripsOf, heldBy, isOfRest, modeOf, positionOf, type Grip, type Item } from './item.js';
import type { Model } from './model.js';
import { fileAt, withText, type Project } from './project.js';
import type { Vec3 } from './quaternion.js';
import type { Handle, Held } from './view/handle.js';

export interface ItemsEvents {
  ask<M extends Method>(project: Project, method: M, params: Questions[M]['params']): Promise<Questions[M]['answer']>;
  project(): Project;
  model(): Model | null;
  /** Whether the model is as it is written, not in a pose. */
  isAtRest(): boolean;
  /** Shows what a text would be, without changing it. */
  preview(project: Project): void;
  /** Changes the text, as one step. */
  change(file: string, changes: Change[]): Promise<boolean>;
  /** The selected bone can be turned by its rings. */
  rings(isOn: boolean): void;
  /** Where the tail of the selected bone is, as it is posed. */
  tail(): Vec3 | null;
  /** Turns bones so that the tail of the selected one comes to a point. */
  reach(to: Vec3): Promise<void>;
  /** Writes the pose that came of it. */
  reached(to: Vec3): Promise<void>;
}

/** What was picked, by name, so that it is found again in the next version of the document. */
interface Chosen {
  kind: Item['kind'];
  id: string;
  /** Of the mesh or armature. */
  owner: string;
  file: string;
}

const gripNames: Record<Grip, string> = {
  move: 'Move',
  turn: 'Turn',
  size: 'Size',
  pose: 'Turn',
  reach: 'Reach',
  head: 'Head',
  tail: 'Tail',
};

export class Items {
  readonly #events: ItemsEvents;
  readonly #handle: Handle;
  readonly #panel = byId('item');
  readonly #grips = byId('grips');
  readonly #fields = byId('item-fields');
  readonly #snap = byId<HTMLSelectElement>('snap');
  #chosen: Chosen | null = null;
  #item: Item | null = null;
  #grip: Grip = 'move';
  #asked = 0;
  #isPreviewing = false;
  #isDragging = false;

  constructor(handle: Handle, events: ItemsEvents) {
    this.#handle = handle;
    this.#events = events;
    this.#snap.addEventListener('change', () => this.#place());
  }

  get isDragging(): boolean {
    return this.#isDragging;
  }

  choosePrimitive(primitive: OutlinePrimitive | null): void {
    const mesh = this.#outline()?.meshes.find(({ primitives }) => primitives.includes(primitive!));
    if (!primitive || !mesh) return this.#leave('primitive');
    this.#choose({ kind: 'primitive', id: primitive.id, owner: mesh.id, file: primitive.file });
  }

  /** `isCarriedOver`: it was selected in an earlier version of the document; what was chosen since stays. */
  chooseBone(bone: OutlineBone | null, armature: string, isCarriedOver: boolean): void {
    if (!bone) return this.#leave('bone');
    if (isCarriedOver && this.#chosen) return;
    this.#choose({ kind: 'bone', id: bone.id, owner: armature, file: bone.file });
  }

  chooseAnchor(id: string, file: string): void {
    this.#choose({ kind: 'anchor', id, owner: '', file });
  }

  /** Another document is open. */
  clear(): void {
    this.#isDragging = false;
    this.#choose(null);
  }

  /** The document was compiled. */
  async show(): Promise<void> {
    if (!this.#isDragging) await this.#read();
  }

  /** Whether the handle may be seen has changed. */
  refresh(): void {
    this.#place();
  }

  drag(held: Held): void {
    this.#isDragging = true;
    if (!this.#isPreviewing) void this.#preview(held);
  }

  async release(held: Held): Promise<void> {
    const item = this.#item;
    if (!item || !this.#isDragging) return;
    this.#isDragging = false;
    if (this.#grip === 'reach') return this.#events.reached(held.position);
    const changes = changesTo(item, this.#grip, held);
    const isChanged = changes.length > 0 && (await this.#events.change(item.place.file, changes));
    // What was shown on the way is not what is written.
    if (!isChanged) this.#events.preview(this.#events.project());
    await this.#read();
  }

  // One at a time: what is dragged meanwhile is shown by the next one.
  async #preview(held: Held): Promise<void> {
    const item = this.#item;
    if (!item) return;
    this.#isPreviewing = true;
    try {
      if (this.#grip === 'reach') await this.#events.reach(held.position);
      else await this.#showChanged(item, held);
    } catch {
      // The reason is given when the handle is let go.
    }
    this.#isPreviewing = false;
  }

  async #showChanged(item: Item, held: Held): Promise<void> {
    const project = this.#events.project();
    const { file } = item.place;
    const changes = changesTo(item, this.#grip, held);
    const edits = await this.#events.ask(project, 'rigy/edit', { textDocument: { uri: file }, changes });
    if (this.#isDragging) this.#events.preview(withText(project, file, withEdits(fileAt(project, file)!.text, edits)));
  }

  #leave(kind: Item['kind']): void {
    if (this.#chosen?.kind === kind) this.#choose(null);
  }

  #choose(chosen: Chosen | null): void {
    const isSame = chosen?.kind === this.#chosen?.kind && chosen?.id === this.#chosen?.id;
    this.#chosen = chosen;
    if (!isSame) this.#item = null;
    void this.#read();
  }

  async #read(): Promise<void> {
    const number = ++this.#asked;
    const place = this.#placeOf();
    const project = this.#events.project();
    const chosen = this.#chosen;
    if (!place || !chosen || !fileAt(project, place.file)) return this.#take(null);
    const asked = { textDocument: { uri: place.file }, position: positionOf(place) };
    const numbers = await this.#events.ask(project, 'rigy/numbers', asked).catch(() => []);
    if (number !== this.#asked) return;
    this.#take({ kind: chosen.kind, id: chosen.id, place, numbers, matrix: this.#matrix() });
  }

  #take(read: Item | null): void {
    const item = read && gripsOf(read).length > 0 ? read : null;
    const isOther = item?.id !== this.#item?.id || item?.kind !== this.#item?.kind;
    this.#item = item;
    this.#panel.hidden = item === null;
    if (item && (isOther || !gripsOf(item).includes(this.#grip))) this.#grip = gripsOf(item)[0]!;
    if (item) this.#list(item);
    this.#place();
  }

  #outline(): Outline | undefined {
    return this.#events.model()?.outline;
  }

  #placeOf(): Place | undefined {
    const chosen = this.#chosen;
    const outline = this.#outline();
    if (!chosen || !outline) return undefined;
    const isIt = (one: { id: string; file: string }) => one.id === chosen.id && one.file === chosen.file;
    if (chosen.kind === 'anchor') return outline.anchors.find(isIt);
    if (chosen.kind === 'bone') return outline.armatures.find(({ id }) => id === chosen.owner)?.bones.find(isIt);
    return outline.meshes.filter(({ id }) => id === chosen.owner).flatMap(({ primitives }) => primitives).find(isIt);
  }

  #matrix(): number[] | null {
    const model = this.#events.model();
    if (!model || this.#chosen?.kind !== 'primitive') return null;
    const mesh = model.outline.meshes.findIndex(({ id }) => id === this.#chosen?.owner);
    return model.glb.placed.find((placed) => placed.mesh === mesh)?.matrix.slice() ?? null;
  }

  // --- panel ------------------------------------------------------------------------------------

  #list(item: Item): void {
    byId('item-title').textContent = item.id;
    this.#grips.replaceChildren(...gripsOf(item).map((grip) => this.#gripChoice(grip)));
    const shown = item.numbers.filter(({ path }) => /^(transform|dimensions|head|tail|translation|roll)\b/.test(path));
    const kept = [...this.#fields.querySelectorAll('input')];
    const isSame = kept.length === shown.length && shown.every(({ path }, i) => kept[i]!.name === path);
    if (!isSame) this.#fields.replaceChildren(...shown.map(({ path }) => this.#field(path)));
    shown.forEach(({ path, value, text }) => {
      const field = this.#fields.querySelector<HTMLInputElement>(`input[name="${path}"]`)!;
      if (document.activeElement !== field) field.value = String(value);
      field.title = Number(text) === value ? path : `${path}: ${text}`;
    });
  }

  #gripChoice(grip: Grip): HTMLElement {
    const radio = el('input', { type: 'radio', name: 'grip', value: grip });
    radio.checked = grip === this.#grip;
    radio.addEventListener('change', () => {
      this.#grip = grip;
      this.#place();
    });
    return el('label', {}, radio, el('span', {}, gripNames[grip]));
  }

  #field(path: string): HTMLElement {
    const name = path.replace(/^(transform|dimensions)\./, '').replace(/\[(\d)\]/, (_, i: string) => ` ${'xyzw'[Number(i)]!}`);
    const field = el('input', { type: 'number', step: 'any', name: path });
    field.addEventListener('change', () => void this.#type(path, field));
    return el('label', {}, el('span', {}, name), field);
  }

  async #type(path: string, field: HTMLInputElement): Promise<void> {
    const item = this.#item;
    if (!item || !Number.isFinite(field.valueAsNumber)) return;
    const change = { number: path, to: field.valueAsNumber, at: positionOf(item.place) };
    const isChanged = await this.#events.change(item.place.file, [change]);
    if (!isChanged) field.value = String(item.numbers.find((number) => number.path === path)?.value ?? '');
  }

  #place(): void {
    const item = this.#item;
    const grip = this.#grip;
    const isShown = item !== null && grip !== 'pose';
    const isPossible = !isOfRest(grip) || this.#events.isAtRest();
    byId('item-posed').hidden = !isShown || isPossible;
    this.#events.rings(item === null || (item.kind === 'bone' && grip === 'pose'));
    if (!isShown || !isPossible) return this.#handle.hide();
    const tail = grip === 'reach' ? this.#events.tail() : null;
    const held = heldBy(item, grip);
    this.#handle.show(item.matrix, tail ? { ...held, position: tail } : held, modeOf(grip), Number(this.#snap.value));
  }
}
