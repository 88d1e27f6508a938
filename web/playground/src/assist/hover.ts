// What stands at a place: with the pointer over it, or with Alt+H at the cursor.
import { type Extension } from '@codemirror/state';
import { hoverTooltip, keymap, type EditorView, type Tooltip } from '@codemirror/view';
import { el } from '../dom.js';
import { blocksOf } from '../markdown.js';
import { desk, offsetAt, positionAt } from './asking.js';
import { showTip } from './tip.js';

interface Found {
  from: number;
  to: number;
  dom: HTMLElement;
}

async function found(view: EditorView, pos: number): Promise<Found | null> {
  const { doc } = view.state;
  const hover = await view.state
    .facet(desk)
    ?.ask('textDocument/hover', { position: positionAt(doc, pos) })
    .catch(() => null);
  // The text may have changed meanwhile.
  if (!hover || view.state.doc !== doc) return null;
  return {
    from: offsetAt(doc, hover.range.start),
    to: offsetAt(doc, hover.range.end),
    dom: el('div', { class: 'hover-text', role: 'status' }, ...blocksOf(hover.contents.value)),
  };
}

async function hoverAt(view: EditorView, pos: number): Promise<Tooltip | null> {
  const hover = await found(view, pos);
  return hover && { pos: hover.from, end: hover.to, above: true, create: () => ({ dom: hover.dom }) };
}

async function showAtCursor(view: EditorView): Promise<void> {
  const hover = await found(view, view.state.selection.main.head);
  if (hover) showTip(view, hover.from, hover.dom);
  else view.state.facet(desk)?.say('There is nothing to say about this place.');
}

export const hovering: Extension = [
  hoverTooltip(hoverAt, { hoverTime: 350 }),
  keymap.of([
    {
      key: 'Alt-h',
      preventDefault: true,
      run: (view) => {
        void showAtCursor(view);
        return true;
      },
    },
  ]),
];
