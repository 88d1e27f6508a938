// The arguments of a call, checked and in the form that the module expects.
import {
  analyzeChoices,
  checkChoices,
  type Choice,
  type Choices,
  compileChoices,
  exportChoices,
  inspectChoices,
  lintChoices,
  measureChoices,
} from './operations.js';
import type {
  CheckOptions,
  CommonOptions,
  CompileOptions,
  ExportOptions,
  FileContents,
  Files,
  InspectOptions,
  LintOptions,
  MeasureOptions,
} from './types.js';

/** Options as C has them. */
export type Given = [name: string, value: string][];

export interface Request {
  entry: string;
  files: [path: string, contents: Uint8Array][];
  /** Options of the analysis, with the params. */
  analysis: Given;
  /** Options of the operation. */
  choices: Given;
}

const most32 = 0xffff_ffff;

export function compileRequestOf(files: Files, options: CompileOptions): Request {
  return requestOf(files, options, compileChoices, { listParams: true });
}

export function checkRequestOf(files: Files, options: CheckOptions): Request {
  return requestOf(files, options, checkChoices);
}

export function exportRequestOf(files: Files, options: ExportOptions): Request {
  const request = requestOf(files, { findBoneMap: true, ...options }, exportChoices);
  if (options.name === undefined) request.choices.push(['name', nameOf(request.entry)]);
  return request;
}

export function inspectRequestOf(files: Files, options: InspectOptions): Request {
  return requestOf(files, options, inspectChoices);
}

export function lintRequestOf(files: Files, options: LintOptions): Request {
  return requestOf(files, options, lintChoices);
}

export function measureRequestOf(files: Files, a: unknown, b: unknown, options: MeasureOptions): Request {
  const request = requestOf(files, options, measureChoices);
  request.choices.push(['a', idOf(a, 'a')], ['b', idOf(b, 'b')]);
  return request;
}

/** The request of an operation that has these options. */
export function requestOf<Options>(
  files: Files,
  options: CommonOptions & Options,
  choices: Choices<Options>,
  others: object = {},
): Request {
  checkOptionNames(options, { entry: true, ...choices, ...analyzeChoices, params: true, ...others });
  return { ...documentsOf(files, options), choices: givenOf(options, choices) };
}

function givenOf(options: object, choices: Record<string, Choice>): Given {
  const given = Object.entries(options).filter(([key, value]) => value !== undefined && Object.hasOwn(choices, key));
  const texts = given.map(([key, value]): Given[number] => [choices[key]!.name, choiceText(key, choices[key]!, value)]);
  // An empty text is as if it were not given.
  return texts.filter(([, value]) => value !== '');
}

// An option as C has it, by its kind.
function choiceText(key: string, { kind, words = [] }: Choice, value: unknown): string {
  switch (kind) {
    case 'word':
      return wordOf(words, value, key);
    case 'words':
      return wordsOf(words, value, key);
    case 'flag':
      return String(flagOf(value, key));
    case 'count':
      return String(countOf(value, key));
    case 'number':
      return String(numberOf(value, key));
    case 'texts':
      return idsOf(value, key);
    default:
      return textOf(value, key);
  }
}

export function documentsOf(files: Files, options: CommonOptions & { listParams?: boolean }): Request {
  if (typeof files !== 'object' || files === null || Array.isArray(files)) {
    throw new TypeError('rigy: files is neither an object nor a Map');
  }
  const entries = isMap(files) ? [...files.entries()] : Object.entries(files);
  const entry = options.entry ?? entries[0]?.[0];
  if (entry === undefined) throw new TypeError('rigy: there are no files and no entry');
  return {
    entry: pathOf(entry, 'entry'),
    files: entries.map(([path, contents]) => [pathOf(path, 'file'), bytesOf(path, contents)]),
    analysis: analysisOf(options),
    choices: [],
  };
}

function analysisOf({ maxErrors, listParams = false, params = {}, ...options }: CommonOptions & { listParams?: boolean }): Given {
  const given = givenOf(options, analyzeChoices);
  // 0 is as if it were not given.
  const most = countOf(maxErrors ?? 0, 'maxErrors');
  if (most > 0) given.push(['max_errors', String(most)]);
  if (flagOf(listParams, 'listParams')) given.push(['list_params', 'true']);
  return [...given, ...paramsOf(params)];
}

// By what it can do: a Map of another window or context is none of ours.
function isMap(files: Files): files is ReadonlyMap<string, FileContents> {
  return typeof files.entries === 'function';
}

/** As `rigy export` names its output. */
function nameOf(entry: string): string {
  return entry.slice(entry.lastIndexOf('/') + 1).replace(/^(.+?)(?:\.rig[ysm])?\.ya?ml$/, '$1');
}

// A misspelled option would change nothing, silently.
function checkOptionNames(options: unknown, names: object): void {
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

function flagOf(flag: unknown, what: string): boolean {
  if (typeof flag !== 'boolean') throw new TypeError(`rigy: ${what} is neither true nor false`);
  return flag;
}

// Separated by commas.
function idsOf(ids: unknown, what: string): string {
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

function wordsOf(words: readonly string[], given: unknown, what: string): string {
  if (!Array.isArray(given)) throw new TypeError(`rigy: ${what} is not an array`);
  return given.map((word: unknown) => wordOf(words, word, `an entry of ${what}`)).join(',');
}

export function wordOf(words: readonly string[], word: unknown, what: string): string {
  if (typeof word === 'string' && words.includes(word)) return word;
  const names = words.map((one) => `'${one}'`);
  throw new TypeError(`rigy: ${what} is '${word}', not ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}

export function numberOf(number: unknown, what: string): number {
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new TypeError(`rigy: ${what} is not a finite number`);
}

function countOf(count: unknown, what: string): number {
  if (Number.isInteger(count) && (count as number) >= 0) return Math.min(count as number, most32);
  throw new TypeError(`rigy: ${what} is not a non-negative integer`);
}

function paramsOf(params: unknown): Given {
  if (typeof params !== 'object' || params === null) {
    throw new TypeError('rigy: params is not an object');
  }
  return Object.entries(params).map(([name, value]) => {
    return [`param.${textOf(name, 'the name of a param')}`, scalarOf(name, value)];
  });
}

// As YAML: quotes make it text, whatever it contains.
function scalarOf(name: string, value: unknown): string {
  if (typeof value === 'string') return `"${textOf(value, `param '${name}'`)}"`;
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw new TypeError(`rigy: param '${name}' is not a finite number, a string or a boolean`);
}
