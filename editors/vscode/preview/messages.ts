// What the extension and the page of the preview tell each other.
import type { Outline } from 'rigy';

/** Files are named as in the outline: from the folder that the extension compiles in. */
export interface Place {
  file: string;
  /** From 1. */
  line: number;
}

export type ToPage =
  | { kind: 'compiled'; entry: string; glb: Uint8Array<ArrayBuffer>; outline: Outline }
  /** The document has errors: what is shown stays. */
  | { kind: 'refused'; errors: number }
  /** Where the cursor of the editor is. */
  | ({ kind: 'cursor' } & Place);

export type FromPage =
  | { kind: 'ready' }
  /** A part was clicked; `column` in UTF-16, from 1. */
  | ({ kind: 'picked'; column: number } & Place);
