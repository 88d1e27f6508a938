// The text in the one style, with Shift+Alt+F or from the menu of the file.
import { type Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import { desk, reasonOf, replacementOf, withEdits } from './asking.js';

export async function format(view: EditorView): Promise<void> {
  const asking = view.state.facet(desk);
  const { doc } = view.state;
  if (!asking) return;
  try {
    const edits = await asking.ask('textDocument/formatting', {});
    if (view.state.doc !== doc) return;
    const text = doc.toString();
    const changes = replacementOf(text, withEdits(text, edits));
    if (edits.length > 0) view.dispatch({ changes, userEvent: 'format' });
    asking.say(edits.length > 0 ? 'Formatted.' : 'Nothing to change: it is formatted, or has mistakes that come first.');
  } catch (error) {
    asking.say(reasonOf(error));
  }
}

export const formatting: Extension = keymap.of([
  {
    key: 'Shift-Alt-f',
    preventDefault: true,
    run: (view) => {
      void format(view);
      return true;
    },
  },
]);
