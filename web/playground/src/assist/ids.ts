// Ids: F12 or Ctrl+click goes to where one is defined, Shift+F12 lists where it is used, F2 renames it everywhere.
import { type Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import type { Location } from 'rigy';
import { el } from '../dom.js';
import { desk, offsetAt, positionAt, reasonOf } from './asking.js';
import { closeTip, showChoices, showTip } from './tip.js';

async function goToDefinition(view: EditorView, pos: number): Promise<void> {
  const asking = view.state.facet(desk)!;
  const [first] = await asking
    .ask('textDocument/definition', { position: positionAt(view.state.doc, pos) })
    .catch((): Location[] => []);
  if (first) asking.show(first);
  else asking.say('No id is defined or named here.');
}

async function listUses(view: EditorView): Promise<void> {
  const asking = view.state.facet(desk)!;
  const { head } = view.state.selection.main;
  const position = positionAt(view.state.doc, head);
  const places = await asking
    .ask('textDocument/references', { position, context: { includeDeclaration: true } })
    .catch((): Location[] => []);
  if (places.length === 0) return asking.say('No id is defined or named here.');
  const choices = places.map((place) => ({
    label: `${place.uri}:${place.range.start.line + 1}`,
    run: () => asking.show(place),
  }));
  showChoices(view, head, 'Where it is used', choices);
}

async function askForName(view: EditorView): Promise<void> {
  const asking = view.state.facet(desk)!;
  const { doc, selection } = view.state;
  const position = positionAt(doc, selection.main.head);
  const range = await asking.ask('textDocument/prepareRename', { position }).catch(() => null);
  if (!range || view.state.doc !== doc) return asking.say('No id is defined or named here.');
  const from = offsetAt(doc, range.start);
  const name = doc.sliceString(from, offsetAt(doc, range.end));
  const field = el('input', { class: 'new-name', 'aria-label': `New name of ${name}`, value: name, 'data-focus': '', spellcheck: 'false', autocomplete: 'off' });
  const problem = el('p', { role: 'alert' });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void rename(field.value);
  });
  const rename = async (newName: string) => {
    try {
      const edit = newName === name ? null : await asking.ask('textDocument/rename', { position, newName });
      closeTip(view);
      view.focus();
      if (edit) asking.apply(edit);
    } catch (error) {
      problem.textContent = reasonOf(error);
    }
  };
  showTip(view, from, el('div', { class: 'rename' }, field, problem));
  field.select();
}

function asked(run: (view: EditorView) => Promise<void>): Command {
  return (view) => {
    if (!view.state.facet(desk)) return false;
    void run(view);
    return true;
  };
}

export const ids: Extension = [
  keymap.of([
    {
      key: 'F12',
      run: asked((view) => goToDefinition(view, view.state.selection.main.head)),
      shift: asked(listUses),
    },
    { key: 'F2', run: asked(askForName) },
  ]),
  EditorView.domEventHandlers({
    mousedown: (event, view) => {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (pos === null || !view.state.facet(desk)) return false;
      event.preventDefault();
      void goToDefinition(view, pos);
      return true;
    },
  }),
];
