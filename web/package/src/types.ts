// The arguments and results of the compiler.

import type { ImplicitSurface, Primitive } from './document_types.js';
import type {
  NamedAnalyzeOptions,
  NamedCheckOptions,
  NamedCompileOptions,
  NamedExportOptions,
  NamedInspectOptions,
  NamedLintOptions,
  NamedMeasureOptions,
} from './operations.js';
import type { Diff, InspectedCheck, InspectedImplicit, Inspection } from './results.js';

export type * from './results.js';
/** @deprecated Its name is InspectedImplicit. */
export type InspectedSurface = InspectedImplicit;

/** Text, or the bytes of a file in UTF-8. */
export type FileContents = string | Uint8Array;

/**
 * Files by '/'-separated relative path; imports, contracts and weight files are looked up here,
 * relative to the file that refers to them.
 */
export type Files = Record<string, FileContents> | ReadonlyMap<string, FileContents>;

/** 'canonical': byte-exact conformance output; 'outward': every triangle agrees with its normals. */
export type Winding = NonNullable<NamedCompileOptions['winding']>;

export type ParamValue = number | string | boolean;

export type ExpandedYaml = NonNullable<NamedCompileOptions['expandedYaml']>;

/** What all operations take. `warningsAsErrors` and `suppressedWarnings` are ids, or 'all'. */
export interface CommonOptions extends NamedAnalyzeOptions {
  /** The document; by default the first file. */
  entry?: string;
  /** Values for params that the document declares, instead of those it has there. */
  params?: Record<string, ParamValue>;
}

export interface CompileOptions extends CommonOptions, NamedCompileOptions {
  /** Also return the params that the document declares. */
  listParams?: boolean;
}

export interface CheckOptions extends CommonOptions, NamedCheckOptions {}

export interface InspectOptions extends CommonOptions, NamedInspectOptions {}

export interface MeasureOptions extends CommonOptions, NamedMeasureOptions {}

export interface LintOptions extends CommonOptions, NamedLintOptions {}

export type DiffOptions = CommonOptions;

export type Severity = 'error' | 'warning';

export type ErrorClass =
  | 'ParseError'
  | 'ValidationError'
  | 'TessellationError'
  | 'ExportError'
  | 'ContractError'
  | 'CompositionError'
  | 'InputError';

/**
 * A range of a file. Lines and columns count from 1; line 0 means the file as a whole. The end is
 * the position just after it. Columns are in code points, and again in UTF-16 units for editors.
 */
export interface Place {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  column_utf16: number;
  end_column_utf16: number;
  /** @deprecated As the next three: the old spelling, which goes away in 0.14. */
  endLine: number;
  /** @deprecated */
  endColumn: number;
  /** @deprecated */
  columnUtf16: number;
  /** @deprecated */
  endColumnUtf16: number;
}

/** A related place, such as an earlier definition. */
export interface Related extends Place {
  message: string;
}

/** A range of a file, also in bytes from its start, and the text that replaces it. */
export interface FixEdit extends Place {
  begin: number;
  end: number;
  text: string;
}

/** A change that makes a diagnostic go away. */
export interface Fix {
  title: string;
  /** Whether nothing else can be meant. */
  safe: boolean;
  /** Why it is not safe; null if it is. */
  reason: string | null;
  edits: FixEdit[];
}

export interface Diagnostic extends Place {
  severity: Severity;
  /** A stable id, such as 'V11'. */
  code: string;
  /** null for warnings. */
  class: ErrorClass | null;
  message: string;
  /** Where in the document: 'meshes[0].primitives[2].dimensions.radius'; '' for the document itself. */
  path: string;
  help: string | null;
  related: Related[];
  /** The likeliest first; absent if none is known. */
  fixes?: Fix[];
}

/** What accepted and rejected documents have in common. */
interface CompileReport {
  diagnostics: Diagnostic[];
  /** null unless requested; there even if the document was not accepted. */
  params: DeclaredParam[] | null;
  /** null unless requested; there even if the document was not accepted, unless preprocessing failed. */
  expandedYaml: string | null;
}

export interface Compiled extends CompileReport {
  /** The document was accepted, with or without warnings. */
  ok: true;
  /** The binary glTF. */
  glb: Uint8Array<ArrayBuffer>;
  /** null unless requested. */
  outline: Outline | null;
}

export interface NotCompiled extends CompileReport {
  ok: false;
  glb: null;
  outline: null;
}

/** `ok` tells the two apart: where it is true, there is a `glb`. */
export type CompileResult = Compiled | NotCompiled;

/** A param that the document declares; the place is that of its value. */
export interface DeclaredParam extends Place {
  name: string;
  type: 'integer' | 'number' | 'string' | 'boolean';
  value: ParamValue;
}

/** What an export is written as. 'gltf' and 'obj' consist of several files. */
export type ExportFormat = NonNullable<NamedExportOptions['format']>;

/**
 * A `preset` sets the options that suit a program; others that are given win. `NAME.bones.yaml` beside the document is its bone
 * map, unless `findBoneMap` is false. `.vrm` files have no thumbnail until `withThumbnail` of `rigy/render` adds it.
 */
export interface ExportOptions extends CommonOptions, NamedExportOptions {}

export interface ExportedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface ExportResult {
  /** Whether the document was accepted, with or without warnings. */
  ok: boolean;
  /** The file that is asked for, then those that it refers to; empty if the document was not accepted. */
  files: ExportedFile[];
  diagnostics: Diagnostic[];
}

type Vec3 = [x: number, y: number, z: number];
/** `ok`: the document was accepted, with or without warnings. */
export type InspectResult =
  | { ok: true; inspection: Inspection; diagnostics: Diagnostic[] }
  | { ok: false; inspection: null; diagnostics: Diagnostic[] };

/** `ok`: the document was accepted and has both things, with or without warnings. */
export type MeasureResult =
  | { ok: true; measurement: Measurement; diagnostics: Diagnostic[] }
  | { ok: false; measurement: null; diagnostics: Diagnostic[] };

export interface Measurement {
  /** The full ids. */
  a: string;
  b: string;
  status: MeasureStatus;
  /** In meters; 0 unless they are apart. */
  distance: number;
  /** How far b must move along direction to come apart; null if they overlap and one is not convex. */
  penetration: number | null;
  /** Of unit length, from a to b; null if there is none. */
  direction: Vec3 | null;
  /** The nearest points of a and b, or the deepest ones. */
  points: [a: Vec3, b: Vec3];
}

/** How two surfaces lie relative to each other: 'containing' means that a contains b. */
export type MeasureStatus = NonNullable<InspectedCheck['status']>;

/** `fixes` of the diagnostics say how to make them go away. */
export interface CheckResult {
  /** Whether the document is accepted, with or without warnings. */
  ok: boolean;
  diagnostics: Diagnostic[];
}

/** `diagnostics` has what the rules of `rigy lint` find, L01, L02 and so on, among the other warnings. */
export type LintResult = CheckResult;

/** `ok`: both documents were accepted. */
export type DiffResult =
  | { ok: true; diff: Diff; diagnostics: Diagnostic[] }
  | { ok: false; diff: null; diagnostics: Diagnostic[] };

/**
 * Which part of the output comes from which lines. Mirrored items have the place of their original;
 * the places of imported ones are in the imported file.
 */
export interface Outline {
  /** The meshes of the output, in its order. */
  meshes: OutlineMesh[];
  /** Those of the document, then those of its imports. */
  armatures: OutlineArmature[];
  /** The skins of the output, in its order; their joints are the bones of the armature. */
  skins: { armature: number }[];
  poses: OutlinePose[];
  anchors: OutlineAnchor[];
  /** Those of the document; the places that a scene has for things are its children. */
  instances: OutlineInstance[];
  /** The children of a scene, depth first; an asset has none. */
  children: OutlineChild[];
}

export interface OutlineMesh extends Place {
  id: string;
  /** null if the mesh is not bound. */
  solver: 'lbs' | 'dqs' | null;
  primitives: OutlinePrimitive[];
}

export interface OutlinePrimitive extends Place {
  id: string;
  type: Exclude<Primitive['type'] | ImplicitSurface['type'], `$${string}`>;
  mirrored: boolean;
  first_vertex: number;
  vertex_count: number;
  first_index: number;
  index_count: number;
  /** @deprecated As the next three: the old spelling, which goes away in 0.14. */
  firstVertex: number;
  /** @deprecated */
  vertexCount: number;
  /** @deprecated */
  firstIndex: number;
  /** @deprecated */
  indexCount: number;
}

export interface OutlineArmature extends Place {
  id: string;
  imported: boolean;
  bones: OutlineBone[];
}

export interface OutlineBone extends Place {
  id: string;
  /** The index of the parent among the bones; null for a root. */
  parent: number | null;
  mirrored: boolean;
  head: Vec3;
  tail: Vec3;
  /** In radians. */
  roll: number;
}

export interface OutlineInstance extends Place {
  id: string;
  mirrored: boolean;
  /** The name of its import, or the id of its mesh. */
  base: string;
  /** The number of its node in the output. */
  node: number;
  /** Of `attach3`; null without one. */
  mode: 'rigid' | 'uniform' | 'affine' | null;
  /** The ids of the three anchors that it is attached to; empty without `attach3`. */
  to: string[];
}

export interface OutlineChild extends Place {
  id: string;
  /** The name of its import. */
  base: string;
  /** The index of its parent among the children; null if it is placed on the scene's base. */
  parent: number | null;
  /** The number of its node in the output. */
  node: number;
  /** In degrees. */
  rotate: 0 | 90 | 180 | 270;
  /** In meters. */
  nudge: [east: number, up: number, north: number];
  /** The frame of its slot, in the space of its parent: a matrix, column by column. */
  slot: number[];
  /** Where its field `place` is written. */
  place: Place;
}

export interface OutlinePose extends Place {
  id: string;
  /** The bones that the pose lists, with their world transforms. */
  bones: { id: string; rotation: [w: number, x: number, y: number, z: number]; translation: Vec3 }[];
}

export interface OutlineAnchor extends Place {
  id: string;
  mirrored: boolean;
  translation: Vec3;
}
