// The part that is picked: lit in the view, its lines marked in the editor.
import type { OutlinePrimitive } from 'rigy';
import type { Editor } from './editor.js';
import { samePrimitive, type Model } from './model.js';
import type { View } from './view/view.js';

export class Picked {
  readonly #view: View;
  readonly #editor: Editor;
  #primitive: OutlinePrimitive | undefined;

  readonly #changed: (primitive: OutlinePrimitive | undefined) => void;

  constructor(view: View, editor: Editor, changed: (primitive: OutlinePrimitive | undefined) => void) {
    this.#view = view;
    this.#editor = editor;
    this.#changed = changed;
  }

  show(primitive: OutlinePrimitive | undefined): void {
    this.#primitive = primitive;
    this.#view.highlight(primitive ?? null);
    this.markLines();
    this.#changed(primitive);
  }

  /** Also moves the cursor there. The editor must show the file. */
  goTo(primitive: OutlinePrimitive): void {
    this.#editor.goTo(primitive.line, primitive.columnUtf16, { focus: false });
    this.show(primitive);
  }

  /** A new version of the document: the part stays picked if it is still there. */
  carryOver(before: Model | null, after: Model): void {
    const primitive = this.#primitive;
    this.show(before && primitive ? samePrimitive(before, primitive, after) : undefined);
  }

  markLines(): void {
    const primitive = this.#primitive;
    const isHere = primitive?.file === this.#editor.path;
    this.#editor.pick(isHere && primitive ? { from: primitive.line, to: primitive.endLine } : null);
  }
}
