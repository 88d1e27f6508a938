// The panel of what is picked: what dragging does, and its numbers to type.
import { byId, button, el } from './dom.js';
import { gripsOf, reasonOfGrips, typedNumbersOf, type Grip, type Item } from './item.js';
import type { Owner } from './model.js';

export interface ItemPanelEvents {
  grip(grip: Grip): void;
  /** False if it could not be changed. */
  type(path: string, value: number): Promise<boolean>;
  own(owner: Owner): void;
  color(color: string): void;
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

export class ItemPanel {
  readonly #events: ItemPanelEvents;
  readonly #panel = byId('item');
  readonly #grips = byId('grips');
  readonly #fields = byId('item-fields');
  readonly #snap = byId<HTMLSelectElement>('snap');
  readonly #faces = byId<HTMLInputElement>('snap-faces');

  readonly #color = byId<HTMLInputElement>('item-color');

  constructor(events: ItemPanelEvents, changed: () => void) {
    this.#events = events;
    this.#snap.addEventListener('change', changed);
    this.#faces.addEventListener('change', changed);
    this.#color.addEventListener('change', () => events.color(this.#color.value));
  }

  /** In meters; 0 for none. */
  get step(): number {
    return Number(this.#snap.value);
  }

  get snapsToFaces(): boolean {
    return this.#faces.checked;
  }

  show(item: Item | null, grip: Grip, owners: Owner[]): void {
    this.#panel.hidden = item === null;
    if (!item) return;
    byId('item-title').textContent = item.id;
    byId('item-owners').replaceChildren(...owners.map((owner) => this.#owner(owner)));
    byId('item-reason').textContent = reasonOfGrips(item);
    this.#grips.replaceChildren(...gripsOf(item).map((one) => this.#gripChoice(one, one === grip)));
    this.#showFields(item);
  }

  /** Null if it has none of its own. */
  setColor(color: string | null): void {
    this.#color.parentElement!.hidden = color === null;
    if (color !== null) this.#color.value = color;
  }

  /** Whether the item is to be taken to rest before it can be moved. */
  setPosed(isPosed: boolean): void {
    byId('item-posed').hidden = !isPosed;
  }

  #showFields(item: Item): void {
    const shown = typedNumbersOf(item);
    const kept = [...this.#fields.querySelectorAll('input')];
    const isSame = kept.length === shown.length && shown.every(({ path }, i) => kept[i]!.name === path);
    if (!isSame) this.#fields.replaceChildren(...shown.map(({ path }) => this.#field(path)));
    shown.forEach(({ path, value, text }) => {
      const field = this.#fields.querySelector<HTMLInputElement>(`input[name="${path}"]`)!;
      if (document.activeElement !== field) field.value = String(Number(value.toFixed(6)));
      field.dataset['value'] = field.value;
      field.title = Number(text) === value ? path : `${path}: ${text}`;
    });
  }

  #owner(owner: Owner): HTMLElement {
    const attributes = { class: 'link', title: `Pick ${owner.id}, which it is part of` };
    return el('li', {}, button(`in ${owner.id}`, () => this.#events.own(owner), attributes));
  }

  #gripChoice(grip: Grip, isChosen: boolean): HTMLElement {
    const radio = el('input', { type: 'radio', name: 'grip', value: grip });
    radio.checked = isChosen;
    radio.addEventListener('change', () => this.#events.grip(grip));
    return el('label', {}, radio, el('span', {}, gripNames[grip]));
  }

  #field(path: string): HTMLElement {
    const name = path.replace(/^(transform|dimensions)\./, '').replace(/\[(\d)\]/, (_, i: string) => ` ${'xyzw'[Number(i)]!}`);
    const field = el('input', { type: 'number', step: 'any', name: path });
    field.addEventListener('change', () => {
      const { valueAsNumber } = field;
      const typed = Number.isFinite(valueAsNumber) ? this.#events.type(path, valueAsNumber) : Promise.resolve(false);
      void typed.then((isChanged) => {
        if (!isChanged) field.value = field.dataset['value'] ?? '';
      });
    });
    return el('label', {}, el('span', {}, name), field);
  }
}
