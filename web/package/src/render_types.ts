// The arguments and results of the renderer.
import type { NamedRenderOptions } from './operations.js';
import type { CommonOptions, Diagnostic } from './types.js';

/** What is drawn besides the surfaces. */
export type Overlay = NonNullable<NamedRenderOptions['show']>[number];

/** A plane across an axis, `at` in meters. What lies between it and the camera is cut away. */
export interface Section {
  axis: 'x' | 'y' | 'z';
  at: number;
}

/** As the options of `rigy render`. Ids are those of meshes, primitives, instances and bones. */
export interface RenderOptions extends CommonOptions, Omit<NamedRenderOptions, 'section' | 'solver'> {
  section?: Section;
  /** How poses bend; by default as the document says. 'both': side by side. */
  solver?: 'written' | NamedRenderOptions['solver'];
  /** Another name of `allPoses`: an animation of the rest shape and every pose. */
  poses?: boolean;
  /**
   * Another name of `markDiagnostics`: mark what errors and warnings are about; of a document with errors, what can be drawn is
   * drawn.
   */
  diagnostics?: boolean;
}

/**
 * `ok`: the document was accepted, with or without warnings. `png` is the file, animated if that was asked for. With
 * the option `diagnostics` there may be one of a rejected document.
 */
export type RenderResult =
  | { ok: true; png: Uint8Array<ArrayBuffer>; diagnostics: Diagnostic[] }
  | { ok: false; png: Uint8Array<ArrayBuffer> | null; diagnostics: Diagnostic[] };
