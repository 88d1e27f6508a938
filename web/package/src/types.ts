// The arguments and results of the compiler.

import type { ImplicitSurface, Primitive } from './document_types.js';
import type { NamedExportOptions } from './export_options.js';

/** Text, or the bytes of a file in UTF-8. */
export type FileContents = string | Uint8Array;

/**
 * Files by '/'-separated relative path; imports, contracts and weight files are looked up here,
 * relative to the file that refers to them.
 */
export type Files = Record<string, FileContents> | ReadonlyMap<string, FileContents>;

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
  endLine: number;
  endColumn: number;
  columnUtf16: number;
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
 * map. `.vrm` files have no thumbnail.
 */
export interface ExportOptions extends NamedExportOptions {
  /** The document to export; by default the first file. */
  entry?: string;
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
/** w, x, y, z. */
type Quaternion = [w: number, x: number, y: number, z: number];
type Row = [number, number, number, number];

export interface InspectOptions {
  /** The document to inspect; by default the first file. */
  entry?: string;
  /** Ids of primitives, meshes or instances: only these primitives are listed; by default all. */
  primitives?: string | string[];
  /** Also return the gaps between the boxes of all pairs of primitives. */
  pairwiseGaps?: boolean;
  /** Also evaluate geometry_checks.alignment. */
  intentChecks?: boolean;
  /** Also return the document after preprocessing. */
  expanded?: boolean;
  /** As in CompileOptions. */
  params?: Record<string, ParamValue>;
  /** Report at most this many diagnostics; by default 100. */
  maxErrors?: number;
}

/** `ok`: the document was accepted, with or without warnings. */
export type InspectResult =
  | { ok: true; inspection: Inspection; diagnostics: Diagnostic[] }
  | { ok: false; inspection: null; diagnostics: Diagnostic[] };

interface Aabb {
  min: Vec3;
  max: Vec3;
}

interface Extent {
  /** null if there are no vertices, and so are center and extents. */
  aabb: Aabb | null;
  center: Vec3 | null;
  extents: Vec3 | null;
}

interface Counts {
  vertex_count: number;
  triangle_count: number;
  /** Triangles that face inward in the canonical output. */
  inward_triangle_count: number;
}

/**
 * What a document is, as docs/inspect.schema.json describes it. Everything is in meters, at rest,
 * where the output shows it. A `ref` is the shortest text that names only one thing.
 */
export interface Inspection {
  inspect_schema_version: 1;
  summary: Counts & {
    kind: 'asset' | 'scene';
    rigy_version: string | null;
    rigs_version: string | null;
    mesh_count: number;
    primitive_count: number;
    material_count: number;
    armature_count: number;
    bone_count: number;
    skin_count: number;
    pose_count: number;
    anchor_count: number;
    instance_count: number;
    bounds: Aabb | null;
  };
  primitives: InspectedPrimitive[];
  /** Of boxes and wedges, in documents of version 0.9 and later. */
  faces: InspectedFace[];
  meshes: InspectedMesh[];
  materials: InspectedMaterial[];
  armatures: InspectedArmature[];
  /** Primitives without weights, in documents that have armatures. */
  unweighted: { primitive: string; bound: boolean; follows: string | null; vertices: number }[];
  skins: InspectedSkin[];
  poses: InspectedPose[];
  /** Only of a motion document (Rigm), which is an extension of this program. */
  motions?: InspectedMotion[];
  anchors: InspectedAnchor[];
  instances: InspectedInstance[];
  /** That were read, the document first. */
  files: string[];
  /** These only if they are asked for. */
  pairs?: InspectedPair[];
  /** For each armature, the bone for each bone of a person, by its name in VRM. */
  humanoids?: { armature: string; profile: 'humanoid' | 'quadruped'; complete: boolean; bones: Record<string, string | null> }[];
  checks?: InspectedCheck[];
  expanded_yaml?: string;
}

export interface InspectedPrimitive extends Extent, Counts {
  id: string;
  ref: string;
  mesh: string;
  type: OutlinePrimitive['type'];
  material: string;
  dimensions: Record<string, number>;
  /** null unless it is an implicit surface. */
  implicit: InspectedSurface | null;
  /** What it is made of, for other tools. */
  surface: string | null;
  tags: string[];
  mirrored: boolean;
}

/** What an implicit surface has in place of dimensions, before its transform. */
export interface InspectedSurface {
  domain: Aabb;
  /** Corners along x, y and z. */
  grid: [nx: number, ny: number, nz: number];
  iso: number;
  ops: InspectedOp[];
}

/** One term of the field of an implicit surface. */
export interface InspectedOp {
  op: 'add' | 'subtract';
  field: 'metaball_sphere@1' | 'metaball_capsule@1' | 'sdf_sphere@1' | 'sdf_capsule@1';
  radius: number;
  /** null for a sphere. */
  height: number | null;
  strength: number;
  translation: Vec3;
  rotation: Quaternion;
  scale: number;
}

export interface InspectedFace {
  primitive_id: string;
  surface_key: string;
  normal: Vec3;
  /** n·p + d = 0. */
  plane: { n: Vec3; d: number };
}

export interface InspectedMesh extends Extent, Counts {
  id: string;
  ref: string;
  name: string | null;
  file: string;
  materials: string[];
  primitive_count: number;
  /** null if it is not bound, and so is the solver. */
  armature: string | null;
  solver: 'lbs' | 'dqs' | null;
  uv_sets: { name: string; generator: string | null }[];
  /** What the UV sets are for. */
  uv_roles: { role: string; set: string }[];
}

export interface InspectedMaterial {
  id: string;
  base_color: [red: number, green: number, blue: number, alpha: number];
  primitive_count: number;
}

export interface InspectedArmature {
  id: string;
  ref: string;
  name: string | null;
  meshes: string[];
  bones: InspectedBone[];
}

export interface InspectedBone {
  id: string;
  parent: string | null;
  children: string[];
  depth: number;
  head: Vec3;
  tail: Vec3;
  length: number;
  direction: Vec3 | null;
  /** About that direction, in radians. */
  roll: number;
  mirrored: boolean;
  weights: {
    /** With a weight above 0. */
    vertices: number;
    /** Of the weight of all vertices that follow the armature. */
    share: number;
    primitives: { primitive: string; vertices: number; share: number }[];
  };
}

export interface InspectedSkin {
  name: string;
  mesh: string;
  armature: string;
  joint_count: number;
  solver: 'lbs' | 'dqs';
}

/** A clip of a motion: seconds, degrees and meters. */
export interface InspectedClip {
  id: string;
  length: number;
  rate: number;
  loop: boolean;
  travel: [number, number, number];
  sample_count: number;
  keys: { at: number; pose: string; mirror: boolean; ease: 'linear' | 'smooth' | 'step' | 'spline' }[];
  /** Those that move: the largest turn from rest, how far the tail goes, and its greatest speed. */
  bones: { bone: string; degrees: number; distance: number; speed: number }[];
}

export interface InspectedMotion {
  file: string;
  armature: string;
  poses: string[];
  clips: InspectedClip[];
}

export interface InspectedPose {
  id: string;
  /** Of everything in that pose; null if that cannot be computed. */
  bounds: Aabb | null;
  bones: { id: string; rotation: Quaternion; translation: Vec3 }[];
}

export interface InspectedAnchor {
  id: string;
  ref: string;
  mirrored: boolean;
  position: Vec3;
  /** A note for readers. */
  scope: string | null;
}

export interface InspectedInstance {
  id: string;
  ref: string;
  parent: string | null;
  /** The imported document; null for an instance of a mesh. */
  file: string | null;
  mesh: string | null;
  translation: Vec3;
  /** null if the axes are skewed. */
  rotation: Quaternion | null;
  scale: Vec3;
  mirrors: boolean;
  /** To world space, by row. */
  matrix: [Row, Row, Row, Row];
}

export interface InspectedPair {
  a: string;
  b: string;
  /** Negative where the boxes overlap; overall is the largest. */
  gap: { x: number; y: number; z: number; overall: number };
}

/** One of geometry_checks.alignment. */
export interface InspectedCheck {
  check: string | null;
  label: string;
  a?: string;
  b?: string;
  point?: string;
  line?: string;
  axis?: 'x' | 'y' | 'z';
  tolerance: number;
  /** null if it cannot be evaluated; then error says why. */
  pass: boolean | null;
  error?: string;
  /** What was measured; which of these there are depends on the check. */
  status?: MeasureStatus;
  min?: number;
  max?: number;
  cross_magnitude?: number;
  distance?: number;
  penetration?: number;
  gap?: number;
  deviation?: number;
  place: { file: string; line: number; column: number };
}

export interface MeasureOptions {
  /** The document; by default the first file. */
  entry?: string;
  /** Measure in this pose; by default at rest. */
  pose?: string;
  /** As in CompileOptions. */
  params?: Record<string, ParamValue>;
  /** Report at most this many diagnostics; by default 100. */
  maxErrors?: number;
}

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
export type MeasureStatus = 'apart' | 'touching' | 'overlapping' | 'containing' | 'contained';

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
  type: Exclude<Primitive['type'] | ImplicitSurface['type'], `$${string}`>;
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
  /** In radians. */
  roll: number;
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
