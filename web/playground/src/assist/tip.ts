// A box at a place of the text: a list of choices, a field to write in, or something to read. One at a time; Escape closes it.
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { closeHoverTooltips, keymap, showTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import { button, el } from '../dom.js';

const setTip = StateEffect.define<Tooltip | null>();

const tip = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    const effect = transaction.effects.find((one) => one.is(setTip));
    if (effect) return effect.value as Tooltip | null;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

export function showTip(view: EditorView, pos: number, dom: HTMLElement): void {
  const tooltip: Tooltip = { pos, create: () => ({ dom, mount: () => dom.querySelector<HTMLElement>('[data-focus]')?.focus() }) };
  dom.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    closeTip(view);
    view.focus();
  });
  view.dispatch({ effects: [setTip.of(tooltip), closeHoverTooltips] });
}

export function closeTip(view: EditorView): boolean {
  if (!view.state.field(tip, false)) return false;
  view.dispatch({ effects: setTip.of(null) });
  return true;
}

export interface Choice {
  label: string;
  detail?: string | undefined;
  run(): void;
}

/** Choices one below the other; arrow keys go from one to the next. */
export function showChoices(view: EditorView, pos: number, title: string, choices: Choice[]): void {
  const items = choices.map(({ label, detail, run }, i) => {
    const item = button(label, () => {
      closeTip(view);
      view.focus();
      run();
    }, { role: 'menuitem', class: 'choice', ...(i === 0 ? { 'data-focus': '' } : {}) });
    if (detail) item.append(el('span', { class: 'choice-detail' }, detail));
    return item;
  });
  const list = el('div', { class: 'choices', role: 'menu', 'aria-label': title }, ...items);
  moveFocus(list);
  showTip(view, pos, list);
}

function moveFocus(list: HTMLElement): void {
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const items = [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + step + items.length) % items.length]!.focus();
    event.preventDefault();
  });
}

export const tips: Extension = [tip, keymap.of([{ key: 'Escape', run: closeTip }])];
