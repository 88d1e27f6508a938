// The arguments and results of the renderer.
import type { Diagnostic, ParamValue } from './types.js';

/** What is drawn besides the surfaces. */
export type Overlay =
  | 'skeleton'
  | 'names'
  | 'axes'
  | 'grid'
  | 'anchors'
  | 'bounds'
  | 'dimensions'
  | 'wireframe';

/** A plane across an axis, `at` in meters. What lies between it and the camera is cut away. */
export interface Section {
  axis: 'x' | 'y' | 'z';
  at: number;
}

/** As the options of `rigy render`. Ids are those of meshes, primitives, instances and bones. */
export interface RenderOptions {
  /** The document; by default the first file. */
  entry?: string;
  /** Names of views, or 'AZ,EL' in degrees; several become one picture. By default 'iso'. */
  views?: string | string[];
  /** In pixels; by default 800 by 600. */
  width?: number;
  height?: number;
  projection?: 'perspective' | 'orthographic';
  background?: 'light' | 'dark' | 'transparent';
  /** What the camera fits: the rest shape, so that poses can be compared (the default), or the pose. */
  fit?: 'rest' | 'pose';
  section?: Section;
  /** By default the rest shape. */
  pose?: string;
  /** An animation of the rest shape and every pose. */
  poses?: boolean;
  /** An animation: the camera around the asset in this many frames. */
  turntable?: number;
  /** How poses bend; by default as the document says. 'both': side by side. */
  solver?: 'written' | 'lbs' | 'dqs' | 'both';
  /** Everything else is faded. */
  focus?: string | string[];
  /** Drawn in a color that stands out. */
  highlight?: string | string[];
  /** A bone, whose weights are shown as colors. */
  heat?: string;
  show?: Overlay[];
  /** Mark what errors and warnings are about; of a document with errors, what can be drawn is drawn. */
  diagnostics?: boolean;
  /** As in CompileOptions. */
  params?: Record<string, ParamValue>;
  /** Report at most this many diagnostics; by default 100. */
  maxErrors?: number;
}

/**
 * `ok`: the document was accepted, with or without warnings. `png` is the file, animated if that was asked for. With
 * the option `diagnostics` there may be one of a rejected document.
 */
export type RenderResult =
  | { ok: true; png: Uint8Array<ArrayBuffer>; diagnostics: Diagnostic[] }
  | { ok: false; png: Uint8Array<ArrayBuffer> | null; diagnostics: Diagnostic[] };
