// Light bulbs: a line whose problem has a fix has one beside it. A click on it, or Ctrl+. in the line, lists the fixes.
import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { gutter, GutterMarker, keymap, type EditorView } from '@codemirror/view';
import type { CodeAction } from 'rigy';
import { el } from '../dom.js';
import { desk } from './asking.js';
import { showChoices } from './tip.js';

const setFixes = StateEffect.define<CodeAction[]>();

interface Fixable {
  byLine: Map<number, CodeAction[]>;
  markers: RangeSet<GutterMarker>;
}

class Bulb extends GutterMarker {
  override toDOM(): Node {
    return el('span', { class: 'bulb', title: 'There is a fix (Ctrl+.)' }, '💡');
  }
}
const bulb = new Bulb();
const none: Fixable = { byLine: new Map(), markers: RangeSet.empty };

function fixableOf({ doc }: EditorState, actions: CodeAction[]): Fixable {
  const byLine = new Map<number, CodeAction[]>();
  for (const action of actions) {
    const line = (action.diagnostics?.[0]?.range.start.line ?? 0) + 1;
    if (line <= doc.lines) byLine.set(line, [...(byLine.get(line) ?? []), action]);
  }
  const lines = [...byLine.keys()].sort((a, b) => a - b);
  return { byLine, markers: RangeSet.of(lines.map((line) => bulb.range(doc.line(line).from))) };
}

// Fixes belong to the text that was compiled: typing takes them away until the next one is.
const fixable = StateField.define<Fixable>({
  create: () => none,
  update(before, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setFixes)) return fixableOf(transaction.state, effect.value);
    }
    return transaction.docChanged ? none : before;
  },
});

/** Asks for the fixes of the text, and shows them unless it has changed by then. */
export async function findFixes(view: EditorView): Promise<void> {
  const { doc } = view.state;
  const whole = { start: { line: 0, character: 0 }, end: { line: doc.lines, character: 0 } };
  const actions = await view.state
    .facet(desk)
    ?.ask('textDocument/codeAction', { range: whole })
    .catch(() => []);
  if (actions && view.state.doc === doc) view.dispatch({ effects: setFixes.of(actions) });
}

/** The fixes of a line, from 1. */
export function fixesAt({ state }: EditorView, line: number): CodeAction[] {
  return state.field(fixable, false)?.byLine.get(line) ?? [];
}

function listFixes(view: EditorView, line: number): boolean {
  const choices = fixesAt(view, line).map((action) => ({
    label: action.title,
    detail: action.data && `Look at it: ${action.data.reason}.`,
    run: () => view.state.facet(desk)?.apply(action.edit),
  }));
  if (choices.length > 0) showChoices(view, view.state.doc.line(line).from, 'Fixes', choices);
  else view.state.facet(desk)?.say('There is no fix for this line.');
  return true;
}

export const fixing: Extension = [
  fixable,
  gutter({
    class: 'cm-bulbs',
    markers: (view) => view.state.field(fixable).markers,
    domEventHandlers: {
      mousedown: (view, { from }) => listFixes(view, view.state.doc.lineAt(from).number),
    },
  }),
  keymap.of([{ key: 'Mod-.', run: (view) => listFixes(view, view.state.doc.lineAt(view.state.selection.main.head).number) }]),
];
