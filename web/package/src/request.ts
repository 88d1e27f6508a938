// The arguments of a call, checked and in the form that the module expects.
import { exportChoices, type NamedExportOptions } from './export_options.js';
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
  choices: { ofAnalysis: boolean; name: string; value: string }[];
}

export interface Request extends Documents {
  winding: number;
  bakeTransforms: boolean;
  outline: boolean;
  listParams: boolean;
  expandedYaml: number;
}

// RIGY_WINDING_... of include/rigy/rigy.h.
const windings = { canonical: 0, outward: 1 };
// RIGY_EXPANDED_YAML_...; 0 is none.
const expandedYamls: Record<ExpandedYaml, number> = { provenance: 1, plain: 2 };
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

const exportOptionNames: Record<string, true> = {
  entry: true,
  ...Object.fromEntries(Object.keys(exportChoices).map((name) => [name, true as const])),
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
  const named: NamedExportOptions = { name: nameOf(documents.entry), ...options };
  const choices = [{ ofAnalysis: true, name: 'find_bone_map', value: 'true' }];
  for (const [key, { name, kind, words }] of Object.entries(exportChoices)) {
    const value = named[key as keyof NamedExportOptions];
    if (value === undefined || key === 'pose') continue;
    const ofAnalysis = key === 'motions' || key === 'boneMap';
    choices.push({ ofAnalysis, name, value: choiceText(key, kind, words ?? [], value) });
  }
  return { ...documents, choices };
}

// An option as C has it, by its kind.
function choiceText(key: string, kind: string, words: readonly string[], value: unknown): string {
  if (kind === 'word') return wordOf(words, value, key);
  if (kind === 'flag') return String(flagOf(value, key));
  if (kind === 'count') return String(countOf(value, key));
  if (kind === 'texts') return idsOf(value, key);
  if (key === 'scale') return String(scaleOf(value));
  return kind === 'number' ? String(numberOf(value, key)) : textOf(value, key);
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
  return choices[wordOf(Object.keys(choices), name, what)] as number;
}

function wordOf(words: readonly string[], word: unknown, what: string): string {
  if (typeof word === 'string' && words.includes(word)) return word;
  const names = words.map((one) => `'${one}'`);
  throw new TypeError(`rigy: ${what} is '${word}', not ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}

function numberOf(number: unknown, what: string): number {
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new TypeError(`rigy: ${what} is not a finite number`);
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
