// The Rigy compiler, as a module for browsers, workers and Node.js.
import { Instance } from './instance.js';
import { Keeper, moduleFrom, type ModuleSource } from './module.js';
import { NoAnswer, type Method, type Questions } from './questions.js';
import { documentsOf, exportRequestOf, inspectRequestOf, measureRequestOf, requestOf } from './request.js';
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
export type {
  Compiled,
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
  FileContents,
  Files,
  InspectedAnchor,
  InspectedArmature,
  InspectedBone,
  InspectedCheck,
  InspectedFace,
  InspectedInstance,
  InspectedMaterial,
  InspectedMesh,
  InspectedOp,
  InspectedPair,
  InspectedClip,
  InspectedMotion,
  InspectedPose,
  InspectedPrimitive,
  InspectedSkin,
  InspectedSurface,
  Inspection,
  InspectOptions,
  InspectResult,
  Measurement,
  MeasureOptions,
  MeasureResult,
  MeasureStatus,
  NotCompiled,
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
    const request = requestOf(files, options);
    return this.#keeper.ask((instance) => instance.compile(request));
  }

  /**
   * Exports the document `options.entry` (by default the first of `files`) for other programs.
   * Errors are handled as by compile().
   */
  export(files: Files, options: ExportOptions = {}): ExportResult {
    const request = exportRequestOf(files, options);
    return this.#keeper.ask((instance) => instance.export(request), '');
  }

  /**
   * Says what the document `options.entry` (by default the first of `files`) is, in numbers. Errors
   * are handled as by compile(); an id that names nothing is an error of the result.
   */
  inspect(files: Files, options: InspectOptions = {}): InspectResult {
    const request = inspectRequestOf(files, options);
    return this.#keeper.ask((instance) => instance.inspect(request), '');
  }

  /**
   * Measures how two things of the document `options.entry` (by default the first of `files`) lie to
   * each other, on their real surfaces: primitives, meshes, instances or anchors, by their ids. An id
   * that names nothing is an error of the result; others are handled as by compile().
   */
  measure(files: Files, a: string, b: string, options: MeasureOptions = {}): MeasureResult {
    const request = measureRequestOf(files, a, b, options);
    return this.#keeper.ask((instance) => instance.measure(request));
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

/** Asks the same module. */
export async function ask<M extends Method>(
  files: Files,
  method: M,
  params: Questions[M]['params'],
): Promise<Questions[M]['answer']> {
  return (await loadShared()).ask(files, method, params);
}
