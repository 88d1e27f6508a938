// The arguments of a call, checked and in the form that the module expects.
import type {
  CompileOptions,
  ExpandedYaml,
  ExportOptions,
  FileContents,
  Files,
  InspectOptions,
  MeasureOptions,
} from './types.js';

export interface Documents {
  entry: string;
  files: [path: string, contents: Uint8Array][];
  pose: string;
  maxErrors: number;
  params: [name: string, value: string][];
}

export interface InspectRequest extends Documents {
  primitives: string;
  pairwiseGaps: boolean;
  intentChecks: boolean;
  expanded: boolean;
}

export interface MeasureRequest extends Documents {
  a: string;
  b: string;
}

export interface ExportRequest extends Documents {
  name: string;
  format: number;
  poses: number;
  colliders: number;
  face: number;
  anchors: boolean;
  scale: number;
}

export interface Request extends Documents {
  winding: number;
  bakeTransforms: boolean;
  outline: boolean;
  listParams: boolean;
  expandedYaml: number;
}

// RIGY_WINDING_..., RIGY_EXPORT_..., RIGY_POSES_..., RIGY_COLLIDERS_... and RIGY_FACE_... of
// include/rigy/rigy.h.
const windings = { canonical: 0, outward: 1 };
// RIGY_EXPANDED_YAML_...; 0 is none.
const expandedYamls: Record<ExpandedYaml, number> = { provenance: 1, plain: 2 };
const formats = { glb: 0, gltf: 1, obj: 2, stl: 3, fbx: 4 };
const posesNames = { stills: 0, loops: 1, none: 2 };
const collidersNames = { none: 0, godot: 1, unreal: 2 };
const faces = { '+z': 0, '-z': 1 };
const most32 = 0xffff_ffff;
// By the type, so that neither list can have an option that the other lacks.
const optionNames: Record<keyof CompileOptions, true> = {
  entry: true,
  pose: true,
  winding: true,
  bakeTransforms: true,
  maxErrors: true,
  outline: true,
  params: true,
  listParams: true,
  expandedYaml: true,
};

const exportOptionNames: Record<keyof ExportOptions, true> = {
  entry: true,
  format: true,
  poses: true,
  colliders: true,
  face: true,
  anchors: true,
  scale: true,
  pose: true,
  name: true,
  params: true,
  maxErrors: true,
};

const inspectOptionNames: Record<keyof InspectOptions, true> = {
  entry: true,
  primitives: true,
  pairwiseGaps: true,
  intentChecks: true,
  expanded: true,
  params: true,
  maxErrors: true,
};

const measureOptionNames: Record<keyof MeasureOptions, true> = {
  entry: true,
  pose: true,
  params: true,
  maxErrors: true,
};

export function requestOf(files: Files, options: CompileOptions): Request {
  checkOptionNames(options, optionNames);
  return {
    ...documentsOf(files, options),
    winding: choiceOf(windings, options.winding ?? 'canonical', 'winding'),
    bakeTransforms: flagOf(options.bakeTransforms ?? false, 'bakeTransforms'),
    outline: flagOf(options.outline ?? false, 'outline'),
    listParams: flagOf(options.listParams ?? false, 'listParams'),
    expandedYaml: options.expandedYaml === undefined ? 0 : expandedYamlOf(options.expandedYaml),
  };
}

export function exportRequestOf(files: Files, options: ExportOptions): ExportRequest {
  checkOptionNames(options, exportOptionNames);
  const documents = documentsOf(files, options);
  return {
    ...documents,
    name: textOf(options.name ?? nameOf(documents.entry), 'name'),
    format: choiceOf(formats, options.format ?? 'glb', 'format'),
    poses: choiceOf(posesNames, options.poses ?? 'stills', 'poses'),
    colliders: choiceOf(collidersNames, options.colliders ?? 'none', 'colliders'),
    face: choiceOf(faces, options.face ?? '+z', 'face'),
    anchors: flagOf(options.anchors ?? true, 'anchors'),
    scale: scaleOf(options.scale ?? 1),
  };
}

export function inspectRequestOf(files: Files, options: InspectOptions): InspectRequest {
  checkOptionNames(options, inspectOptionNames);
  return {
    ...documentsOf(files, options),
    primitives: idsOf(options.primitives ?? [], 'primitives'),
    pairwiseGaps: flagOf(options.pairwiseGaps ?? false, 'pairwiseGaps'),
    intentChecks: flagOf(options.intentChecks ?? false, 'intentChecks'),
    expanded: flagOf(options.expanded ?? false, 'expanded'),
  };
}

export function measureRequestOf(
  files: Files,
  a: unknown,
  b: unknown,
  options: MeasureOptions,
): MeasureRequest {
  checkOptionNames(options, measureOptionNames);
  return { ...documentsOf(files, options), a: idOf(a, 'a'), b: idOf(b, 'b') };
}

// What all calls have in common.
type CommonOptions = Pick<CompileOptions, 'entry' | 'pose' | 'maxErrors' | 'params'>;

export function documentsOf(files: Files, options: CommonOptions): Documents {
  if (typeof files !== 'object' || files === null || Array.isArray(files)) {
    throw new TypeError('rigy: files is neither an object nor a Map');
  }
  const entries = isMap(files) ? [...files.entries()] : Object.entries(files);
  const entry = options.entry ?? entries[0]?.[0];
  if (entry === undefined) throw new TypeError('rigy: there are no files and no entry');
  return {
    entry: pathOf(entry, 'entry'),
    files: entries.map(([path, contents]) => [pathOf(path, 'file'), bytesOf(path, contents)]),
    pose: textOf(options.pose ?? '', 'pose'),
    maxErrors: countOf(options.maxErrors ?? 0, 'maxErrors'),
    params: paramsOf(options.params ?? {}),
  };
}

// By what it can do: a Map of another window or context is none of ours.
function isMap(files: Files): files is ReadonlyMap<string, FileContents> {
  return typeof files.entries === 'function';
}

/** As `rigy export` names its output. */
function nameOf(entry: string): string {
  return entry.slice(entry.lastIndexOf('/') + 1).replace(/^(.+?)(?:\.rig[ysm])?\.ya?ml$/, '$1');
}

// A misspelt option would change nothing, silently.
export function checkOptionNames(options: unknown, names: Record<string, true>): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('rigy: options is not an object');
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name)) continue;
    const known = Object.keys(names).join(', ');
    throw new TypeError(`rigy: there is no option '${name}'; the options are ${known}`);
  }
}

export function textOf(text: unknown, what: string): string {
  if (typeof text !== 'string') throw new TypeError(`rigy: ${what} is not a string`);
  // A NUL would end the text early on its way through C.
  if (text.includes('\0')) throw new TypeError(`rigy: ${what} contains a NUL`);
  return wellFormed(text, what);
}

// Half of a pair of UTF-16 units cannot be written as UTF-8; TextEncoder would replace it silently.
function wellFormed(text: string, what: string): string {
  const lone = /\p{Surrogate}/u.exec(text);
  if (lone === null) return text;
  const unit = lone[0].charCodeAt(0).toString(16).toUpperCase();
  throw new TypeError(`rigy: ${what} contains a lone surrogate, U+${unit}, at index ${lone.index}`);
}

function idOf(id: unknown, what: string): string {
  const text = textOf(id, what);
  if (text === '') throw new TypeError(`rigy: ${what} is empty`);
  return text;
}

export function flagOf(flag: unknown, what: string): boolean {
  if (typeof flag !== 'boolean') throw new TypeError(`rigy: ${what} is neither true nor false`);
  return flag;
}

// Separated by commas.
export function idsOf(ids: unknown, what: string): string {
  if (typeof ids === 'string') return textOf(ids, what);
  if (!Array.isArray(ids)) throw new TypeError(`rigy: ${what} is neither a string nor an array of them`);
  return ids.map((id: unknown) => idOf(id, `an entry of ${what}`)).join(',');
}

function pathOf(path: unknown, what: string): string {
  const text = textOf(path, what);
  let depth = 0;
  let outside = text.startsWith('/');
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    depth += part === '..' ? -1 : 1;
    outside ||= depth < 0;
  }
  if (outside) throw new TypeError(`rigy: ${what} '${text}' is not a relative path inside the files`);
  return text;
}

function bytesOf(path: string, contents: unknown): Uint8Array {
  if (typeof contents === 'string') return new TextEncoder().encode(wellFormed(contents, `file '${path}'`));
  if (contents instanceof Uint8Array) return contents;
  throw new TypeError(`rigy: file '${path}' is neither a string nor a Uint8Array`);
}

export function choiceOf(choices: Record<string, number>, name: string, what: string): number {
  const chosen = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (chosen !== undefined) return chosen;
  const names = Object.keys(choices).map((choice) => `'${choice}'`);
  throw new TypeError(`rigy: ${what} is '${name}', not ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}

function scaleOf(scale: unknown): number {
  if (typeof scale === 'number' && Number.isFinite(scale) && scale > 0) return scale;
  throw new TypeError('rigy: scale is not a number above 0');
}

export function countOf(count: unknown, what: string): number {
  if (Number.isInteger(count) && (count as number) >= 0) return Math.min(count as number, most32);
  throw new TypeError(`rigy: ${what} is not a non-negative integer`);
}

function expandedYamlOf(name: string): number {
  if (Object.hasOwn(expandedYamls, name)) return expandedYamls[name as ExpandedYaml];
  throw new TypeError(`rigy: expandedYaml is '${name}', not 'provenance' or 'plain'`);
}

function paramsOf(params: unknown): Request['params'] {
  if (typeof params !== 'object' || params === null) {
    throw new TypeError('rigy: params is not an object');
  }
  return Object.entries(params).map(([name, value]) => {
    return [textOf(name, 'the name of a param'), scalarOf(name, value)];
  });
}

// As YAML: quotes make it text, whatever it contains.
function scalarOf(name: string, value: unknown): string {
  if (typeof value === 'string') return `"${textOf(value, `param '${name}'`)}"`;
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw new TypeError(`rigy: param '${name}' is not a finite number, a string or a boolean`);
}
