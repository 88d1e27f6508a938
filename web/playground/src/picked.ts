// The part that is picked: lit in the view, its lines marked in the editor.
import type { OutlinePrimitive, Place } from 'rigy';
import type { Editor } from './editor.js';
import { samePrimitive, type Model } from './model.js';
import type { View } from './view/view.js';

/** `nodes`: those of the output that it was clicked in; null if it was found in the text. */
type PickedChanged = (primitive: OutlinePrimitive | undefined, nodes: number[] | null) => void;

export class Picked {
  readonly #view: View;
  readonly #editor: Editor;
  #primitive: OutlinePrimitive | undefined;
  // Of the primitive, or of something else that is picked.
  #place: Place | null = null;

  readonly #changed: PickedChanged;

  constructor(view: View, editor: Editor, changed: PickedChanged) {
    this.#view = view;
    this.#editor = editor;
    this.#changed = changed;
  }

  show(primitive: OutlinePrimitive | undefined, nodes: number[] | null = null): void {
    this.#primitive = primitive;
    this.#place = primitive ?? null;
    this.#view.highlight(primitive ?? null);
    this.markLines();
    this.#changed(primitive, nodes);
  }

  /** Also moves the cursor there. The editor must show the file. */
  goTo(primitive: OutlinePrimitive, nodes: number[] | null): void {
    this.#editor.goTo(primitive.line, primitive.columnUtf16, { focus: false });
    this.show(primitive, nodes);
  }

  /** Something else than a primitive: only its lines are marked. Also moves the cursor there. */
  goToPlace(place: Place): void {
    this.#editor.goTo(place.line, place.columnUtf16, { focus: false });
    this.#place = place;
    this.markLines();
  }

  /** A new version of the document: the part stays picked if it is still there. */
  carryOver(before: Model | null, after: Model): void {
    const primitive = this.#primitive;
    this.show(before && primitive ? samePrimitive(before, primitive, after) : undefined);
  }

  markLines(): void {
    const place = this.#place;
    const isHere = place?.file === this.#editor.path;
    this.#editor.pick(isHere && place ? { from: place.line, to: place.endLine } : null);
  }
}
