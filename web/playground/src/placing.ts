// The part of the inspector that moves the children of a scene, by changing the text.
import type { Outline, OutlineChild } from 'rigy';
import { byId, el } from './dom.js';
import { directions, lengthText, type Placement } from './placement.js';

export interface PlacingEvents {
  select(child: OutlineChild): void;
  /** The child as it was compiled, and where it is to be. */
  place(child: OutlineChild, placement: Placement): void;
}

export class Placing {
  readonly #events: PlacingEvents;
  readonly #choice = byId<HTMLSelectElement>('child');
  readonly #sliders: { input: HTMLInputElement; output: HTMLOutputElement }[];
  #compiled: OutlineChild[] = [];
  #children: OutlineChild[] = [];

  constructor(events: PlacingEvents) {
    this.#events = events;
    this.#sliders = directions.map((direction) => this.#makeSlider(direction));
    this.#choice.addEventListener('change', () => {
      this.#showChild();
      const child = this.#child();
      if (child) events.select(child);
    });
    for (const radio of this.#radios()) radio.addEventListener('change', () => this.#place());
  }

  /** Shows a child that was chosen elsewhere. */
  choose(id: string): void {
    this.#choice.value = id;
    this.#showChild();
  }

  /** A document that is not a scene has no children. */
  show({ children }: Outline): void {
    const chosen = this.#choice.value;
    this.#compiled = children;
    this.#children = children;
    byId('placing').hidden = children.length === 0;
    this.#choice.replaceChildren(...children.map(({ id }) => el('option', { value: id }, id)));
    if (children.some(({ id }) => id === chosen)) this.#choice.value = chosen;
    this.#showChild();
  }

  #radios(): NodeListOf<HTMLInputElement> {
    return document.querySelectorAll<HTMLInputElement>('input[name=rotate]');
  }

  #child(): OutlineChild | undefined {
    return this.#children.find(({ id }) => id === this.#choice.value);
  }

  #showChild(): void {
    const child = this.#child();
    if (!child) return;
    for (const radio of this.#radios()) radio.checked = radio.value === String(child.rotate);
    this.#sliders.forEach(({ input, output }, i) => {
      // Not the slider that is being moved.
      if (document.activeElement !== input) input.value = String(100 * child.nudge[i]!);
      output.textContent = lengthText(child.nudge[i]!);
    });
  }

  #place(moved?: number): void {
    const child = this.#child();
    if (!child) return;
    const checked = [...this.#radios()].find((radio) => radio.checked);
    const rotate = Number(checked?.value ?? 0) as Placement['rotate'];
    const nudge = child.nudge.map((meters, i) =>
      // The others keep what is written, which may lie beyond the sliders.
      i === moved ? Number(this.#sliders[i]!.input.value) / 100 : meters,
    ) as Placement['nudge'];
    const placed = { ...child, rotate, nudge };
    this.#children = this.#children.map((one) => (one === child ? placed : one));
    this.#showChild();
    this.#events.place(this.#compiled.find(({ id }) => id === child.id)!, { rotate, nudge });
  }

  #makeSlider(direction: (typeof directions)[number]): { input: HTMLInputElement; output: HTMLOutputElement } {
    const input = el('input', { type: 'range', min: '-200', max: '200', step: '1', value: '0', id: `nudge-${direction}` });
    const output = el('output', { for: input.id }, '0cm');
    const index = directions.indexOf(direction);
    input.addEventListener('input', () => this.#place(index));
    const label = el('label', { for: input.id }, direction);
    byId('nudges').append(el('div', { class: 'slider' }, label, input, output));
    return { input, output };
  }
}
