// The messages of problems in the editor: where the pointer is, and with F8, which goes to the next problem.
import { forEachDiagnostic, lintGutter, nextDiagnostic, previousDiagnostic, type Diagnostic } from '@codemirror/lint';
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { closeHoverTooltips, keymap, showTooltip, type Command, type EditorView, type Tooltip } from '@codemirror/view';
import { el } from './dom.js';

const showMessages = StateEffect.define<Tooltip | null>();

// Shown until the cursor moves or the text changes.
const shownMessages = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    const effect = transaction.effects.find((one) => one.is(showMessages));
    if (effect) return effect.value as Tooltip | null;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

function problemsAtSelection({ state }: EditorView): Diagnostic[] {
  const { from, to } = state.selection.main;
  const found: Diagnostic[] = [];
  forEachDiagnostic(state, (diagnostic, start, end) => {
    if (start === from && end === to) found.push(diagnostic);
  });
  return found;
}

function messagesOf(view: EditorView, problems: Diagnostic[]): HTMLElement {
  const messages = problems.map(({ message, renderMessage }) => renderMessage?.(view) ?? message);
  return el('div', { class: 'problem-tip', role: 'status' }, ...messages);
}

function withMessage(move: Command): Command {
  return (view) => {
    if (!move(view)) return false;
    const problems = problemsAtSelection(view);
    const pos = view.state.selection.main.from;
    const tooltip: Tooltip = { pos, create: () => ({ dom: messagesOf(view, problems) }) };
    view.dispatch({ effects: [showMessages.of(problems.length > 0 ? tooltip : null), closeHoverTooltips] });
    return true;
  };
}

const close: Command = (view) => {
  if (!view.state.field(shownMessages)) return false;
  view.dispatch({ effects: showMessages.of(null) });
  return true;
};

export const problemMessages: Extension = [
  lintGutter(),
  shownMessages,
  keymap.of([
    { key: 'F8', run: withMessage(nextDiagnostic), shift: withMessage(previousDiagnostic) },
    { key: 'Escape', run: close },
  ]),
];
