// The arguments and results of the compiler.

/**
 * Files by '/'-separated relative path; imports, contracts and weight files are looked up here,
 * relative to the file that refers to them.
 */
export type Files = Record<string, string | Uint8Array>;

/** 'canonical': byte-exact conformance output; 'outward': every triangle agrees with its normals. */
export type Winding = 'canonical' | 'outward';

export interface CompileOptions {
  /** The document to compile; by default the first file. */
  entry?: string;
  /** The pose to bake; by default none. */
  pose?: string;
  winding?: Winding;
  /** Write instances as transformed vertices. */
  bakeTransforms?: boolean;
  /** Report at most this many diagnostics; by default 100. */
  maxErrors?: number;
  /** Also return which lines each part of the output comes from. */
  outline?: boolean;
  /** Values for params that the document declares, instead of those it has there. */
  params?: Record<string, ParamValue>;
  /** Also return the params that the document declares. */
  listParams?: boolean;
  /** Also return the document after preprocessing: with comments on where values come from, or without. */
  expandedYaml?: ExpandedYaml;
}

export type ParamValue = number | string | boolean;

export type ExpandedYaml = 'provenance' | 'plain';

export type Severity = 'error' | 'warning';

export type ErrorClass =
  | 'ParseError'
  | 'ValidationError'
  | 'TessellationError'
  | 'ExportError'
  | 'ContractError'
  | 'CompositionError';

/**
 * A range of a file. Lines and columns count from 1; line 0 means the file as a whole. The end is
 * the position just after it. Columns are in code points, and again in UTF-16 units for editors.
 */
export interface Place {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  columnUtf16: number;
  endColumnUtf16: number;
}

/** A related place, such as an earlier definition. */
export interface Related extends Place {
  message: string;
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
}

export interface CompileResult {
  /** Whether the document was accepted, with or without warnings. */
  ok: boolean;
  /** The binary glTF, or null if the document was not accepted. */
  glb: Uint8Array<ArrayBuffer> | null;
  diagnostics: Diagnostic[];
  /** null unless requested and the document was accepted. */
  outline: Outline | null;
  /** null unless requested; there even if the document was not accepted. */
  params: DeclaredParam[] | null;
  /** null unless requested; there even if the document was not accepted, unless preprocessing failed. */
  expandedYaml: string | null;
}

/** A param that the document declares; the place is that of its value. */
export interface DeclaredParam extends Place {
  name: string;
  type: 'integer' | 'number' | 'string' | 'boolean';
  value: ParamValue;
}

/** What an export is written as. 'gltf' and 'obj' consist of several files. */
export type ExportFormat = 'glb' | 'gltf' | 'obj' | 'stl' | 'fbx';

export interface ExportOptions {
  /** The document to export; by default the first file. */
  entry?: string;
  /** By default 'glb'. */
  format?: ExportFormat;
  /** Poses as animations of one key (the default), from rest to pose and back, or not at all. */
  poses?: 'stills' | 'loops' | 'none';
  /** Collision shapes from the primitives, named as an engine wants it; by default none. */
  colliders?: 'none' | 'godot' | 'unreal';
  /** Whether anchors become named empty nodes; by default they do. */
  anchors?: boolean;
  /** Multiplies all lengths; by default 1. */
  scale?: number;
  /** The shape in this pose, without bones; by default the rest shape with its bones. */
  pose?: string;
  /** What the files are called, without extension; by default 'asset'. */
  name?: string;
  /** As in CompileOptions. */
  params?: Record<string, ParamValue>;
  /** Report at most this many diagnostics; by default 100. */
  maxErrors?: number;
}

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
  type: 'box' | 'sphere' | 'cylinder' | 'capsule' | 'wedge' | 'implicit_surface';
  mirrored: boolean;
  firstVertex: number;
  vertexCount: number;
  firstIndex: number;
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
