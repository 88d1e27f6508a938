// The Rigy compiler, as a module for browsers, workers and Node.js.
import { type Answer, Instance } from './instance.js';
import { exportRequestOf, inspectRequestOf, measureRequestOf, requestOf } from './request.js';
import type {
  CompileOptions,
  CompileResult,
  ExportOptions,
  ExportResult,
  Files,
  InspectOptions,
  InspectResult,
  MeasureOptions,
  MeasureResult,
} from './types.js';
import { sampleOf } from './warm_up.js';
import { OutOfMemory } from './wasi.js';

export type {
  CompileOptions,
  CompileResult,
  DeclaredParam,
  Diagnostic,
  ErrorClass,
  ExpandedYaml,
  ExportedFile,
  ExportFormat,
  ExportOptions,
  ExportResult,
  Files,
  InspectedAnchor,
  InspectedArmature,
  InspectedBone,
  InspectedCheck,
  InspectedFace,
  InspectedInstance,
  InspectedMaterial,
  InspectedMesh,
  InspectedPair,
  InspectedPose,
  InspectedPrimitive,
  InspectedSkin,
  Inspection,
  InspectOptions,
  InspectResult,
  Measurement,
  MeasureOptions,
  MeasureResult,
  MeasureStatus,
  Outline,
  OutlineAnchor,
  OutlineArmature,
  OutlineBone,
  OutlineChild,
  OutlineMesh,
  OutlinePose,
  OutlinePrimitive,
  ParamValue,
  Place,
  Related,
  Severity,
  Winding,
} from './types.js';

// The memory of an instance never shrinks; an instance above this size is not kept.
const mostMemoryKept = 256 * 1024 * 1024;

/** A loaded compiler. Calls are independent of each other. */
export class Rigy {
  readonly version: string;
  readonly languageVersion: string;
  readonly #module: WebAssembly.Module;
  #instance: Instance | null;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#instance = new Instance(module);
    this.version = this.#instance.version();
    this.languageVersion = this.#instance.languageVersion();
  }

  /**
   * Compiles the document `options.entry` (by default the first of `files`). Its errors are in the
   * result. Throws a TypeError for invalid arguments, such as params that the document does not declare,
   * and an Error if the module fails, which only happens when memory runs out; later calls are not
   * affected.
   */
  compile(files: Files, options: CompileOptions = {}): CompileResult {
    const request = requestOf(files, options);
    return this.#ask((instance) => instance.compile(request));
  }

  /**
   * Exports the document `options.entry` (by default the first of `files`) for other programs.
   * Errors are handled as by compile().
   */
  export(files: Files, options: ExportOptions = {}): ExportResult {
    const request = exportRequestOf(files, options);
    return this.#ask((instance) => instance.export(request));
  }

  /**
   * Says what the document `options.entry` (by default the first of `files`) is, in numbers. Errors
   * are handled as by compile(); an id that names nothing is a TypeError too.
   */
  inspect(files: Files, options: InspectOptions = {}): InspectResult {
    const request = inspectRequestOf(files, options);
    return this.#ask((instance) => instance.inspect(request), '');
  }

  /**
   * Measures how two things of the document `options.entry` (by default the first of `files`) lie to
   * each other, on their real surfaces: primitives, meshes, instances or anchors, by their ids. An id
   * that names nothing is an error of the result; others are handled as by compile().
   */
  measure(files: Files, a: string, b: string, options: MeasureOptions = {}): MeasureResult {
    const request = measureRequestOf(files, a, b, options);
    return this.#ask((instance) => instance.measure(request));
  }

  #ask<Result extends object>(
    question: (instance: Instance) => Answer<Result>,
    argument = 'params: ',
  ): Result {
    // Removed, so that an instance that fails is not used again.
    const instance = this.#instance ?? new Instance(this.#module);
    this.#instance = null;
    const answer = answerOf(() => question(instance));
    if (instance.memorySize() <= mostMemoryKept) this.#instance = instance;
    if ('paramError' in answer) throw new TypeError(`rigy: ${argument}${answer.paramError}`);
    return answer;
  }
}

function answerOf<Result>(ask: () => Answer<Result>): Answer<Result> {
  try {
    return ask();
  } catch (error) {
    throw new Error(`rigy: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OutOfMemory) return 'there is not enough memory for this document';
  return `the compiler failed: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Loads the compiler from rigy.wasm: by default the one next to this script, else from a URL, a path
 * (Node.js), its bytes, or a compiled module, which one worker can pass to another.
 */
export async function load(source?: URL | string | ArrayBuffer | WebAssembly.Module): Promise<Rigy> {
  const rigy = new Rigy(await moduleFrom(source ?? new URL('./rigy.wasm', import.meta.url)));
  rigy.compile(sampleOf(rigy.languageVersion));
  return rigy;
}

let shared: Promise<Rigy> | undefined;

function loadShared(): Promise<Rigy> {
  shared ??= load().catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

/** Compiles with the module next to this script, which is loaded once. */
export async function compile(files: Files, options?: CompileOptions): Promise<CompileResult> {
  return (await loadShared()).compile(files, options);
}

/** Exports with the same module. */
export async function exportAsset(files: Files, options?: ExportOptions): Promise<ExportResult> {
  return (await loadShared()).export(files, options);
}

/** Inspects with the same module. */
export async function inspect(files: Files, options?: InspectOptions): Promise<InspectResult> {
  return (await loadShared()).inspect(files, options);
}

/** Measures with the same module. */
export async function measure(
  files: Files,
  a: string,
  b: string,
  options?: MeasureOptions,
): Promise<MeasureResult> {
  return (await loadShared()).measure(files, a, b, options);
}

async function moduleFrom(
  source: URL | string | ArrayBuffer | WebAssembly.Module,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
  const place = addressOf(source);
  if (typeof place === 'string' || place.protocol === 'file:') return moduleOnDisk(place);
  return moduleFromNetwork(place);
}

// A URL, or the path of a file where there is no page that it could be relative to.
function addressOf(source: URL | string): URL | string {
  if (source instanceof URL) return source;
  const page = globalThis.location?.href;
  if (page !== undefined) return new URL(source, page);
  return /^[a-z][a-z0-9+.-]+:/i.test(source) ? new URL(source) : source;
}

async function moduleOnDisk(place: URL | string): Promise<WebAssembly.Module> {
  // Not a literal in the import, so that bundlers for browsers leave it alone.
  const name = 'node:fs/promises';
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
    readFile(path: URL | string): Promise<Uint8Array<ArrayBuffer>>;
  };
  return WebAssembly.compile(await readFile(place));
}

async function moduleFromNetwork(address: URL): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`rigy: cannot load ${address.href}: status ${response.status}`);
  // Servers that do not know the type cannot stream.
  if (response.headers.get('content-type') === 'application/wasm') {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
