// Light bulbs: a line whose problem has a fix has one beside it. A click on it, or Ctrl+. in the line, lists the fixes;
// Ctrl+. elsewhere lists the work that the compiler can do there.
import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { gutter, GutterMarker, keymap, type EditorView } from '@codemirror/view';
import type { CodeAction } from 'rigy';
import { el } from '../dom.js';
import { desk, positionAt } from './asking.js';
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
    ?.ask('textDocument/codeAction', { range: whole, context: { only: ['quickfix'] } })
    .catch(() => []);
  if (actions && view.state.doc === doc) view.dispatch({ effects: setFixes.of(actions) });
}

/** The fixes of a line, from 1. */
export function fixesAt({ state }: EditorView, line: number): CodeAction[] {
  return state.field(fixable, false)?.byLine.get(line) ?? [];
}

/** Lists what can be done from `from` to `to`: fixes, and common work. */
async function listActions(view: EditorView, from: number, to: number): Promise<void> {
  const asking = view.state.facet(desk);
  const { doc } = view.state;
  const range = { start: positionAt(doc, from), end: positionAt(doc, to) };
  const actions = await asking?.ask('textDocument/codeAction', { range }).catch(() => []);
  if (!asking || !actions || view.state.doc !== doc) return;
  const choices = actions.map(({ title, edit }) => ({ label: title, run: () => asking.apply(edit) }));
  if (choices.length > 0) showChoices(view, from, 'What can be done here', choices);
  else asking.say('There is nothing to fix or to make here.');
}

function atCursor(view: EditorView): boolean {
  const { state } = view;
  const { from, to, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  // Fixes of the whole line, unless something is selected.
  const hasFixes = fixesAt(view, line.number).length > 0;
  void (from === to && hasFixes ? listActions(view, line.from, line.to) : listActions(view, from, to));
  return true;
}

export const fixing: Extension = [
  fixable,
  gutter({
    class: 'cm-bulbs',
    markers: (view) => view.state.field(fixable).markers,
    domEventHandlers: {
      mousedown: (view, { from, to }) => {
        void listActions(view, from, to);
        return true;
      },
    },
  }),
  keymap.of([{ key: 'Mod-.', run: atCursor }]),
];
