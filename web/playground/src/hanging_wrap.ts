// Long lines wrap to the start of their text, so that indentation still shows structure.
import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

// Deeper than this, a narrow editor would have no room left for text.
const mostIndent = 16;
const behindIndent = 4;

function decorationsOf(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const indent = Math.min(mostIndent, line.text.search(/[^ ]|$/)) + behindIndent;
      const style = `padding-left: calc(${indent}ch + 6px); text-indent: -${indent}ch`;
      builder.add(line.from, line.from, Decoration.line({ attributes: { style } }));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

class HangingWrap {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = decorationsOf(view);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.viewportChanged) this.decorations = decorationsOf(update.view);
  }
}

export const hangingWrap: Extension = [
  EditorView.lineWrapping,
  ViewPlugin.fromClass(HangingWrap, { decorations: ({ decorations }) => decorations }),
];
