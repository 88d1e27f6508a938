// The params of the document: a slider or a box each, which changes the value in the text.
import { byId, el } from './dom.js';
import { scalarsOf, unquoted, type Scalar, type TextEdit } from './yaml_text.js';

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

export function kindOf(text: string): ParamKind {
  if (/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text)) return 'number';
  return /^(true|false)$/.test(text) ? 'boolean' : 'text';
}

/** From nothing to twice the value, in about a hundred steps of 1, 2 or 5 times a power of ten. */
export function rangeFor(value: number): SliderRange {
  const reach = value === 0 ? 1 : 2 * Math.abs(value);
  const rough = reach / 100;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= 0.99 * rough) ?? 10);
  if (value === 0) return { min: -reach, max: reach, step };
  return value > 0 ? { min: 0, max: reach, step } : { min: -reach, max: 0, step };
}

/** A multiple of the step, without the digits that binary fractions bring along. */
export function numberText(value: number, step: number): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  return String(Number(value.toFixed(decimals)) + 0);
}

export class Params {
  readonly #edit: (edit: TextEdit) => void;
  readonly #list = byId('params-list');
  readonly #rows = new Map<string, Row>();
  #text = '';

  constructor(edit: (edit: TextEdit) => void) {
    this.#edit = edit;
  }

  /** `text` is the document. */
  show(text: string): void {
    this.#text = text;
    const scalars = scalarsOf(text, 'params');
    byId('params').hidden = scalars.length === 0;
    const isSame =
      scalars.length === this.#rows.size &&
      scalars.every((scalar) => this.#rows.get(scalar.key)?.kind === kindOf(scalar.text));
    if (!isSame) this.#makeRows(scalars);
    for (const scalar of scalars) showValue(this.#rows.get(scalar.key)!, scalar.text);
  }

  #makeRows(scalars: Scalar[]): void {
    this.#rows.clear();
    this.#list.replaceChildren(...scalars.map((scalar) => this.#makeRow(scalar)));
  }

  #makeRow({ key, text }: Scalar): HTMLElement {
    const kind = kindOf(text);
    const id = `param-${key}`;
    const label = el('label', { for: id, title: key }, key);
    if (kind !== 'number') {
      const box = el('input', { id, type: kind === 'boolean' ? 'checkbox' : 'text' });
      this.#rows.set(key, { kind, range: null, slider: null, box });
      const value = () => (kind === 'boolean' ? String(box.checked) : JSON.stringify(box.value));
      box.addEventListener('input', () => this.#set(key, value()));
      return el('div', { class: 'param' }, label, box);
    }
    const slider = el('input', { id, type: 'range' });
    const box = el('input', { type: 'number', step: 'any', 'aria-label': `${key}, as a number` });
    const row: Row = { kind, range: null, slider, box };
    this.#rows.set(key, row);
    slider.addEventListener('input', () => this.#set(key, numberText(Number(slider.value), row.range!.step)));
    box.addEventListener('input', () => {
      if (kindOf(box.value) === 'number') this.#set(key, box.value);
    });
    return el('div', { class: 'param' }, label, slider, box);
  }

  #set(key: string, value: string): void {
    const scalar = scalarsOf(this.#text, 'params').find((one) => one.key === key);
    if (scalar && scalar.text !== value) this.#edit({ from: scalar.from, to: scalar.to, insert: value });
  }
}

function showValue(row: Row, text: string): void {
  const { kind, slider, box } = row;
  if (kind === 'boolean') box.checked = text === 'true';
  // Not where the author is typing.
  else if (document.activeElement !== box) box.value = kind === 'text' ? unquoted(text) : text;
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
