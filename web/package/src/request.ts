// The arguments of a call, checked and in the form that the module expects.
import type { CompileOptions, ExpandedYaml, Files } from './types.js';

export interface Request {
  entry: string;
  files: [path: string, contents: Uint8Array][];
  pose: string;
  winding: number;
  bakeTransforms: boolean;
  maxErrors: number;
  outline: boolean;
  params: [name: string, value: string][];
  listParams: boolean;
  expandedYaml: number;
}

// RIGY_WINDING_... of include/rigy/rigy.h.
const windings = { canonical: 0, outward: 1 };
// RIGY_EXPANDED_YAML_...; 0 is none.
const expandedYamls: Record<ExpandedYaml, number> = { provenance: 1, plain: 2 };
const most32 = 0xffff_ffff;
// By the type, so that neither list can have what the other has not.
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

export function requestOf(files: Files, options: CompileOptions): Request {
  if (typeof files !== 'object' || files === null) throw new TypeError('rigy: files is not an object');
  checkOptionNames(options);
  const entries = Object.entries(files);
  const entry = options.entry ?? entries[0]?.[0];
  if (entry === undefined) throw new TypeError('rigy: there are no files and no entry');
  return {
    entry: pathOf(entry, 'entry'),
    files: entries.map(([path, contents]) => [pathOf(path, 'file'), bytesOf(path, contents)]),
    pose: textOf(options.pose ?? '', 'pose'),
    winding: windingOf(options.winding ?? 'canonical'),
    bakeTransforms: options.bakeTransforms ?? false,
    maxErrors: countOf(options.maxErrors ?? 0, 'maxErrors'),
    outline: options.outline ?? false,
    params: paramsOf(options.params ?? {}),
    listParams: options.listParams ?? false,
    expandedYaml: options.expandedYaml === undefined ? 0 : expandedYamlOf(options.expandedYaml),
  };
}

// A misspelt option would change nothing, silently.
function checkOptionNames(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('rigy: options is not an object');
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(optionNames, name)) continue;
    const known = Object.keys(optionNames).join(', ');
    throw new TypeError(`rigy: there is no option '${name}'; the options are ${known}`);
  }
}

function textOf(text: unknown, what: string): string {
  if (typeof text !== 'string') throw new TypeError(`rigy: ${what} is not a string`);
  // A NUL would end the text early on its way through C.
  if (text.includes('\0')) throw new TypeError(`rigy: ${what} contains a NUL`);
  return text;
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
  if (typeof contents === 'string') return new TextEncoder().encode(contents);
  if (contents instanceof Uint8Array) return contents;
  throw new TypeError(`rigy: file '${path}' is neither a string nor a Uint8Array`);
}

function windingOf(name: string): number {
  if (Object.hasOwn(windings, name)) return windings[name as keyof typeof windings];
  throw new TypeError(`rigy: winding is '${name}', not 'canonical' or 'outward'`);
}

function countOf(count: unknown, what: string): number {
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

// As YAML: quotes make it text, whatever stands between them.
function scalarOf(name: string, value: unknown): string {
  if (typeof value === 'string') return `"${textOf(value, `param '${name}'`)}"`;
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw new TypeError(`rigy: param '${name}' is not a finite number, a string or a boolean`);
}
