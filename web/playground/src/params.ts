// The params of the document: a slider or a box each, which changes the value in the text.
import type { WrittenScalar, WrittenValue } from 'rigy';
import { byId, el } from './dom.js';

export type ParamKind = 'number' | 'boolean' | 'text';

export interface SliderRange {
  min: number;
  max: number;
  step: number;
}

interface Row {
  kind: ParamKind;
  range: SliderRange | null;
  slider: HTMLInputElement | null;
  box: HTMLInputElement;
}

export function kindOf({ text, plain }: Pick<WrittenScalar, 'text' | 'plain'>): ParamKind {
  if (!plain) return 'text';
  if (/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text)) return 'number';
  return /^(true|false)$/.test(text) ? 'boolean' : 'text';
}

/**
 * To twice the value, in about a hundred steps of 1, 2 or 5 times a power of ten. A positive number may be a size, so its
 * range begins at a quarter of it; others are surely not, and reach as far on both sides of 0.
 */
export function rangeFor(value: number): SliderRange {
  const reach = value === 0 ? 1 : 2 * Math.abs(value);
  const rough = reach / 100;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= 0.99 * rough) ?? 10);
  const least = Number(numberText(step * Math.ceil(value / 4 / step - 1e-9), step));
  return { min: value > 0 ? least : -reach, max: reach, step };
}

/** A multiple of the step, without the digits that binary fractions bring along. */
export function numberText(value: number, step: number): string {
  // No number is written with more than 100.
  const decimals = Math.min(100, Math.max(0, Math.ceil(-Math.log10(step))));
  return String(Number(value.toFixed(decimals)) + 0);
}

export interface ParamsEvents {
  /** Done when the text has the value, or cannot have it. */
  set(key: string, value: WrittenValue): Promise<unknown>;
  /** A slider was released at a value that gives an error: the last one that does not is back. */
  refused(key: string, value: string, kept: string): void;
}

export class Params {
  readonly #events: ParamsEvents;
  readonly #list = byId('params-list');
  readonly #rows = new Map<string, Row>();
  readonly #slide = new Slide();
  #scalars: WrittenScalar[] = [];
  // Values on their way into the text: only the last one of each param.
  readonly #wanted = new Map<string, string>();
  #writing: Promise<void> | null = null;

  constructor(events: ParamsEvents) {
    this.#events = events;
  }

  /** The document was sent to the compiler. */
  sent(number: number): void {
    this.#slide.sent(number, new Map(this.#scalars.map(({ key, text }) => [key, text])));
  }

  /** What came of it. */
  compiled(number: number, isValid: boolean): void {
    this.#slide.compiled(number, isValid);
    this.#settle();
  }

  #settle(): void {
    const back = this.#slide.back();
    if (!back) return;
    void this.#set(back.key, back.kept);
    this.#events.refused(back.key, back.value, back.kept);
  }

  /** The params of the document, as they are written. */
  show(scalars: WrittenScalar[]): void {
    // What is still on its way is newer.
    this.#scalars = scalars.map((scalar) => ({ ...scalar, text: this.#wanted.get(scalar.key) ?? scalar.text }));
    byId('params').hidden = scalars.length === 0;
    const isSame =
      scalars.length === this.#rows.size &&
      this.#scalars.every((scalar) => this.#rows.get(scalar.key)?.kind === kindOf(scalar));
    if (!isSame) this.#makeRows();
    for (const { key, text } of this.#scalars) showValue(this.#rows.get(key)!, text);
  }

  #makeRows(): void {
    this.#rows.clear();
    this.#list.replaceChildren(...this.#scalars.map((scalar) => this.#makeRow(scalar)));
  }

  #makeRow(scalar: WrittenScalar): HTMLElement {
    const { key } = scalar;
    const kind = kindOf(scalar);
    const id = `param-${key}`;
    const label = el('label', { for: id, title: key }, key);
    if (kind !== 'number') {
      const box = el('input', { id, type: kind === 'boolean' ? 'checkbox' : 'text' });
      this.#rows.set(key, { kind, range: null, slider: null, box });
      box.addEventListener('input', () => void this.#set(key, kind === 'boolean' ? String(box.checked) : box.value));
      return el('div', { class: 'param' }, label, box);
    }
    const slider = el('input', { id, type: 'range' });
    const box = el('input', { type: 'number', step: 'any', 'aria-label': `${key}, as a number` });
    const row: Row = { kind, range: null, slider, box };
    this.#rows.set(key, row);
    slider.addEventListener('input', () => {
      this.#slide.move(key);
      void this.#set(key, numberText(Number(slider.value), row.range!.step));
    });
    slider.addEventListener('change', () => void this.#release());
    box.addEventListener('input', () => {
      if (kindOf({ text: box.value, plain: true }) === 'number') void this.#set(key, box.value);
    });
    // What is no number was not taken over.
    box.addEventListener('blur', () => this.show(this.#scalars));
    return el('div', { class: 'param' }, label, slider, box);
  }

  async #release(): Promise<void> {
    await this.#writing;
    this.#slide.release();
    this.#settle();
  }

  #set(key: string, value: string): Promise<void> {
    this.#wanted.set(key, value);
    this.#writing ??= this.#write().finally(() => (this.#writing = null));
    return this.#writing;
  }

  async #write(): Promise<void> {
    for (let next = first(this.#wanted); next; next = first(this.#wanted)) {
      const [key, value] = next;
      const scalar = this.#scalars.find((one) => one.key === key);
      if (scalar && this.#rows.has(key)) {
        scalar.text = value;
        await this.#events.set(key, this.#rows.get(key)!.kind === 'text' ? { text: value } : { value });
      }
      if (this.#wanted.get(key) === value) this.#wanted.delete(key);
    }
  }
}

function first<Key, Value>(map: Map<Key, Value>): [Key, Value] | undefined {
  return map.entries().next().value;
}

/** A slider on its way: which of its values have compiled. */
export class Slide {
  #key: string | null = null;
  #isReleased = false;
  // What was sent and not answered yet, by the number of the request.
  readonly #sent = new Map<number, Map<string, string>>();
  #last = 0;
  #lastValues = new Map<string, string>();
  #answered = 0;
  #isValid = false;
  #valid = new Map<string, string>();

  move(key: string): void {
    // A document that had errors before is not mended by going back.
    if (this.#key === null && !this.#isValid) return;
    this.#key = key;
    this.#isReleased = false;
  }

  release(): void {
    this.#isReleased = this.#key !== null;
  }

  sent(number: number, values: Map<string, string>): void {
    this.#sent.set(number, values);
    this.#last = number;
    this.#lastValues = values;
  }

  compiled(number: number, isValid: boolean): void {
    const values = this.#sent.get(number);
    for (const earlier of this.#sent.keys()) if (earlier <= number) this.#sent.delete(earlier);
    this.#answered = number;
    this.#isValid = isValid;
    if (isValid && values) this.#valid = values;
  }

  /** Where the slider has to go back to, once: if it was released and its last value gives an error. */
  back(): { key: string; value: string; kept: string } | null {
    if (!this.#isReleased || this.#key === null || this.#answered < this.#last) return null;
    const key = this.#key;
    this.#key = null;
    this.#isReleased = false;
    const value = this.#lastValues.get(key);
    const kept = this.#valid.get(key);
    const isBad = !this.#isValid && value !== undefined && kept !== undefined && kept !== value;
    return isBad ? { key, value, kept } : null;
  }
}

function showValue(row: Row, text: string): void {
  const { kind, slider, box } = row;
  if (kind === 'boolean') box.checked = text === 'true';
  // Not where the author is typing.
  else if (document.activeElement !== box) box.value = text;
  if (!slider) return;
  const value = Number(text);
  // The slider keeps its range while it is moved.
  if (!row.range || value < row.range.min || value > row.range.max) {
    row.range = rangeFor(value);
    const { min, max, step } = row.range;
    Object.assign(slider, { min: String(min), max: String(max), step: String(step) });
  }
  slider.value = text;
}
