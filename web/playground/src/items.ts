// What is picked, as numbers to type and a handle to drag or to move by keys. Every gesture becomes one change of the text.
import type { Change, Method, Outline, OutlineBone, OutlinePrimitive, Place, Questions } from 'rigy';
import { withEdits } from './assist/asking.js';
import { byId } from './dom.js';
import { changesTo, graspOf, gripsOf, heldBy, isOfRest, typedChanges, type Grip, type Item, type WrittenItem } from './item.js';
import { ItemPanel } from './item_panel.js';
import { loaded } from './loading.js';
import { ownersOf, type Model, type Owner } from './model.js';
import { childNamed, instanceNamed, positionOf } from './placed.js';
import { fileAt, withText, type Project } from './project.js';
import type { Vec3 } from './quaternion.js';
import type { Snaps } from './snapping.js';
import type { Direction, Handle, Held } from './view/handle.js';

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
  /** How many pixels the view is high. */
  height(): number;
  /** Outlines what lies in a node of the output. */
  outline(node: number | null): void;
  /** Picks what a part is in, as if its line had been clicked. */
  pick(owner: Owner): void;
}

/** What was picked, by name, so that it is found again in the next version of the document. */
interface Chosen {
  kind: Item['kind'];
  id: string;
  /** Of the mesh or armature. */
  owner: string;
  file: string;
}

const snapPixels = 8;

export class Items {
  readonly #events: ItemsEvents;
  readonly #handle: Handle;
  readonly #panel: ItemPanel;
  readonly #readout = byId('readout');
  #chosen: Chosen | null = null;
  #item: Item | null = null;
  #grip: Grip = 'move';
  // What the part that was clicked is in.
  #nodes: number[] | null = null;
  #asked = 0;
  #tools: typeof import('./item_tools.js') | null = null;
  #isPreviewing = false;
  #isDragging = false;
  // Of the gesture under way.
  #start: Held | null = null;
  #snaps: Snaps | null = null;

  constructor(handle: Handle, events: ItemsEvents) {
    this.#handle = handle;
    this.#events = events;
    this.#panel = new ItemPanel(
      {
        grip: (grip) => {
          this.#grip = grip;
          this.#place();
        },
        type: (path, value) => this.#type(path, value),
        own: (owner) => events.pick(owner),
        color: (color) => this.#paint(color),
      },
      () => this.#place(),
    );
  }

  get isDragging(): boolean {
    return this.#isDragging;
  }

  /** `nodes`: those of the output that it was clicked in. */
  choosePrimitive(primitive: OutlinePrimitive | null, nodes: number[] | null = null): void {
    const mesh = this.#outline()?.meshes.find(({ primitives }) => primitives.includes(primitive!));
    if (!primitive || !mesh) return this.#leave('primitive');
    this.#nodes = nodes;
    this.#choose({ kind: 'primitive', id: primitive.id, owner: mesh.id, file: primitive.file });
  }

  /** `isCarriedOver`: it was selected in an earlier version of the document; what was chosen since stays. */
  chooseBone(bone: OutlineBone | null, armature: string, isCarriedOver: boolean): void {
    if (!bone) return this.#leave('bone');
    if (isCarriedOver && this.#chosen) return;
    this.#choose({ kind: 'bone', id: bone.id, owner: armature, file: bone.file });
  }

  choose(kind: 'anchor' | 'instance' | 'child', id: string, file: string): void {
    this.#choose({ kind, id, owner: '', file });
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

  // --- gestures ---------------------------------------------------------------------------------

  /** Returns where the handle is to be instead, if it snaps to something. */
  drag(held: Held): Held {
    const item = this.#item;
    if (!item) return held;
    this.#begin(item);
    const at = this.#snapped(held);
    if (!this.#isPreviewing) void this.#preview(at);
    return at;
  }

  /** Moves the handle by a step. It ends when the key is let go. */
  step(direction: Direction, sign: 1 | -1): void {
    const item = this.#item;
    if (!item || !this.#handle.isShown) return;
    this.#begin(item);
    const held = this.#handle.stepped(direction, sign);
    if (held === null) return;
    this.#say(held, '');
    if (!this.#isPreviewing) void this.#preview(held);
  }

  stepsEnded(): void {
    if (this.#isDragging) void this.release(this.#handle.held);
  }

  async release(held: Held): Promise<void> {
    const item = this.#item;
    if (!item || !this.#isDragging) return;
    this.#isDragging = false;
    this.#start = this.#snaps = null;
    if (this.#grip === 'reach') return this.#events.reached(held.position);
    const changes = changesTo(item, this.#grip, held);
    const isChanged = changes.length > 0 && (await this.#events.change(item.place.file, changes));
    // What was shown on the way is not what is written.
    if (!isChanged) this.#events.preview(this.#events.project());
    await this.#read();
  }

  #begin(item: Item): void {
    if (this.#isDragging) return;
    this.#isDragging = true;
    this.#start = heldBy(item, this.#grip);
    const model = this.#events.model();
    const canSnap = this.#panel.snapsToFaces && model && graspOf(item, this.#grip).mode === 'translate' && isOfRest(this.#grip);
    this.#snaps = (canSnap && this.#tools?.snapsOf(model, item, this.#start.position)) || null;
  }

  #snapped(held: Held): Held {
    const reach = snapPixels * this.#handle.pixel(this.#events.height());
    const found = this.#snaps && this.#tools ? this.#tools.snapped(this.#snaps, this.#start!.position, held.position, reach) : null;
    const at = found ? { ...held, position: found.position } : held;
    this.#say(at, found?.text ?? '');
    return at;
  }

  #say({ position, scale }: Held, text: string): void {
    const meters = position.map((value, i) => `${'xyz'[i]!} ${value.toFixed(3)}`).join('  ');
    const { mode } = graspOf(this.#item!, this.#grip);
    const texts = { translate: meters, rotate: '', scale: scale.map((one) => `×${one.toFixed(2)}`).join(' ') };
    this.#readout.textContent = [texts[mode], text].filter((one) => one !== '').join(' · ');
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

  async #type(path: string, value: number): Promise<boolean> {
    const item = this.#item;
    return item !== null && this.#events.change(item.place.file, typedChanges(item, path, value));
  }

  // Materials of imports are written elsewhere, and may have other names here.
  #painted(): { model: Model; primitive: OutlinePrimitive } | null {
    const model = this.#events.model();
    const item = this.#item;
    if (!model || item?.kind !== 'primitive' || item.place.file !== this.#events.project().entry) return null;
    return { model, primitive: item.place as OutlinePrimitive };
  }

  #paint(color: string): void {
    const painted = this.#painted();
    if (!painted || !this.#tools) return;
    void this.#events.change(painted.primitive.file, this.#tools.colorChanges(painted.model, painted.primitive, color));
  }

  // --- what is picked ---------------------------------------------------------------------------

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
    const chosen = this.#chosen;
    const model = this.#events.model();
    const project = this.#events.project();
    if (!chosen || !model || !fileAt(project, chosen.file)) return this.#take(null);
    this.#tools ??= await loaded('What moves parts', () => import('./item_tools.js'));
    if (number !== this.#asked) return;
    if (chosen.kind === 'instance') return this.#take(instanceNamed(model, chosen.id));
    if (chosen.kind === 'child') return this.#take(childNamed(model, chosen.id));
    const place = this.#placeOf(chosen, model.outline);
    if (!place) return this.#take(null);
    const asked = { textDocument: { uri: place.file }, position: positionOf(place) };
    const numbers = await this.#events.ask(project, 'rigy/numbers', asked).catch(() => []);
    if (number !== this.#asked) return;
    this.#take({ kind: chosen.kind as WrittenItem['kind'], id: chosen.id, place, numbers, matrix: this.#matrix() });
  }

  #take(read: Item | null): void {
    const isShown = read !== null && (gripsOf(read).length > 0 || read.kind === 'instance');
    const item = isShown ? read : null;
    const isOther = item?.id !== this.#item?.id || item?.kind !== this.#item?.kind;
    this.#item = item;
    const grips = item ? gripsOf(item) : [];
    if (isOther || !grips.includes(this.#grip)) this.#grip = grips[0] ?? 'move';
    if (isOther) this.#readout.textContent = '';
    this.#panel.show(item, this.#grip, this.#owners(item));
    const painted = this.#painted();
    this.#panel.setColor((painted && this.#tools?.colorOf(painted.model, painted.primitive)) ?? null);
    this.#events.outline(item && 'node' in item ? item.node : null);
    this.#place();
  }

  #outline(): Outline | undefined {
    return this.#events.model()?.outline;
  }

  #placeOf(chosen: Chosen, outline: Outline): Place | undefined {
    const isIt = (one: { id: string; file: string }) => one.id === chosen.id && one.file === chosen.file;
    if (chosen.kind === 'anchor') return outline.anchors.find(isIt);
    if (chosen.kind === 'bone') return outline.armatures.find(({ id }) => id === chosen.owner)?.bones.find(isIt);
    return outline.meshes.filter(({ id }) => id === chosen.owner).flatMap(({ primitives }) => primitives).find(isIt);
  }

  #matrix(): number[] | null {
    const model = this.#events.model();
    if (!model || this.#chosen?.kind !== 'primitive') return null;
    return this.#firstPlaced(model)?.matrix.slice() ?? null;
  }

  #firstPlaced({ glb, outline }: Model): Model['glb']['placed'][number] | undefined {
    const mesh = outline.meshes.findIndex(({ id }) => id === this.#chosen?.owner);
    return glb.placed.find((placed) => placed.mesh === mesh);
  }

  #owners(item: Item | null): Owner[] {
    const model = this.#events.model();
    if (!model || item?.kind !== 'primitive') return [];
    return ownersOf(model, this.#nodes ?? this.#firstPlaced(model)?.nodes ?? []);
  }

  #place(): void {
    const item = this.#item;
    const grip = this.#grip;
    const isShown = item !== null && grip !== 'pose' && gripsOf(item).length > 0;
    const isPossible = !isOfRest(grip) || this.#events.isAtRest();
    this.#panel.setPosed(isShown && !isPossible);
    this.#events.rings(item === null || (item.kind === 'bone' && grip === 'pose'));
    if (!isShown || !isPossible) return this.#handle.hide();
    const tail = grip === 'reach' ? this.#events.tail() : null;
    const held = heldBy(item, grip);
    this.#handle.show(item.matrix, tail ? { ...held, position: tail } : held, graspOf(item, grip), this.#panel.step);
  }
}
