// The Rigy compiler, as a module for browsers, workers and Node.js.
import { Instance } from './instance.js';
import { Keeper, moduleFrom, type ModuleSource } from './module.js';
import { NoAnswer, type Method, type Questions } from './questions.js';
import {
  checkRequestOf,
  compileRequestOf,
  documentsOf,
  exportRequestOf,
  inspectRequestOf,
  lintRequestOf,
  measureRequestOf,
  requestOf,
} from './request.js';
import type {
  CheckOptions,
  CheckResult,
  CompileOptions,
  CompileResult,
  DiffOptions,
  DiffResult,
  ExportOptions,
  ExportResult,
  Files,
  InspectOptions,
  InspectResult,
  LintOptions,
  LintResult,
  MeasureOptions,
  MeasureResult,
} from './types.js';
import { sampleOf } from './warm_up.js';

export { gatherFiles } from './gather.js';
export { NoAnswer } from './questions.js';
export type {
  Change,
  Clips,
  CodeAction,
  CompletionItem,
  CompletionKind,
  DocumentSymbol,
  Location,
  Made,
  Make,
  MakeOptions,
  Method,
  MotionClip,
  MotionKey,
  Position,
  Questions,
  Range,
  TextEdit,
  WorkspaceEdit,
  WrittenNumber,
  WrittenScalar,
  WrittenValue,
} from './questions.js';
export type * from './types.js';
export type { Contract, RigsDocument, RigyDocument, WeightFile } from './document_types.js';

/** A loaded compiler. Calls are independent of each other. */
export class Rigy {
  readonly version: string;
  readonly languageVersion: string;
  readonly #keeper: Keeper<Instance>;

  constructor(module: WebAssembly.Module) {
    this.#keeper = new Keeper(() => new Instance(module));
    [this.version, this.languageVersion] = this.#keeper.ask((instance) => [
      instance.version(),
      instance.languageVersion(),
    ]);
  }

  /**
   * Compiles the document `options.entry` (by default the first of `files`). Its errors are in the
   * result. Throws a TypeError for invalid arguments, such as params that the document does not declare,
   * and an Error if the module fails, which only happens when memory runs out; later calls are not
   * affected.
   */
  compile(files: Files, options: CompileOptions = {}): CompileResult {
    const request = compileRequestOf(files, options);
    return this.#keeper.ask((instance) => instance.run<CompileResult>('compile', request));
  }

  /** What is wrong with the document, with fixes, without making an output. */
  check(files: Files, options: CheckOptions = {}): CheckResult {
    const request = checkRequestOf(files, options);
    const { ok, diagnostics } = this.#keeper.ask((instance) => instance.run<CheckResult>('check', request));
    return { ok, diagnostics };
  }

  /**
   * Exports the document `options.entry` (by default the first of `files`) for other programs.
   * Errors are handled as by compile().
   */
  export(files: Files, options: ExportOptions = {}): ExportResult {
    const request = exportRequestOf(files, options);
    return this.#keeper.ask((instance) => instance.run<ExportResult>('export', request), '');
  }

  /**
   * Says what the document `options.entry` (by default the first of `files`) is, in numbers. Errors
   * are handled as by compile(); an id that names nothing is an error of the result.
   */
  inspect(files: Files, options: InspectOptions = {}): InspectResult {
    const request = inspectRequestOf(files, options);
    return this.#keeper.ask((instance) => instance.run<InspectResult>('inspect', request), '');
  }

  /**
   * Measures how two things of the document `options.entry` (by default the first of `files`) lie to
   * each other, on their real surfaces: primitives, meshes, instances or anchors, by their ids. An id
   * that names nothing is an error of the result; others are handled as by compile().
   */
  measure(files: Files, a: string, b: string, options: MeasureOptions = {}): MeasureResult {
    const request = measureRequestOf(files, a, b, options);
    return this.#keeper.ask((instance) => instance.run<MeasureResult>('measure', request));
  }

  /** Finds mistakes that the language allows, as `rigy lint` does. Errors are handled as by compile(). */
  lint(files: Files, options: LintOptions = {}): LintResult {
    const request = lintRequestOf(files, options);
    return this.#keeper.ask((instance) => instance.run<LintResult>('lint', request), '');
  }

  /** What changed between two documents, each with its files, as `rigy diff` says it. */
  diff(before: Files, after: Files, options: DiffOptions = {}): DiffResult {
    const requests = [before, after].map((files) => requestOf(files, options, {}));
    return this.#keeper.ask((instance) => instance.run<DiffResult>('diff', ...requests));
  }

  /**
   * Answers a question about the text `params.textDocument.uri` of `files`, as `rigy lsp` answers editors: what can be
   * written at a place, what stands there, where an id is used, how a text changes. Throws NoAnswer, with a reason that
   * can be shown, if there is none.
   */
  ask<M extends Method>(files: Files, method: M, params: Questions[M]['params']): Questions[M]['answer'] {
    const documents = documentsOf(files, { entry: params.textDocument.uri });
    const reply = this.#keeper.ask((instance) => instance.ask(documents, method, params));
    if ('error' in reply) throw new NoAnswer(reply.error.message);
    return reply.result;
  }
}

/**
 * Loads the compiler from rigy.wasm: by default the one next to this script, else from a URL, a path
 * (Node.js), its bytes, or a compiled module, which one worker can pass to another.
 */
export async function load(source?: ModuleSource): Promise<Rigy> {
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

/** Checks with the same module. */
export async function check(files: Files, options?: CheckOptions): Promise<CheckResult> {
  return (await loadShared()).check(files, options);
}

/** Finds mistakes that the language allows, with the same module. */
export async function lint(files: Files, options?: LintOptions): Promise<LintResult> {
  return (await loadShared()).lint(files, options);
}

/** Compares with the same module. */
export async function diff(before: Files, after: Files, options?: DiffOptions): Promise<DiffResult> {
  return (await loadShared()).diff(before, after, options);
}

/** Asks the same module. */
export async function ask<M extends Method>(
  files: Files,
  method: M,
  params: Questions[M]['params'],
): Promise<Questions[M]['answer']> {
  return (await loadShared()).ask(files, method, params);
}
