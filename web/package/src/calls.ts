// One instance of a module, and what all its calls have in common: the functions of
// include/rigy/rigy.h that take no struct, and those of web/wasm/request.cpp in place of the others.
import { type Operation, type OperationExports, resultParts } from './operations.js';
import type { Given, Request } from './request.js';
import type { Diagnostic, ExportedFile } from './types.js';
import { InvalidRequest, OutOfMemory, wasiImports } from './wasi.js';

export type Pointer = number;

export interface CommonExports extends OperationExports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): Pointer;
  free(pointer: Pointer): void;
  rigy_version(): Pointer;
  rigy_language_version(): Pointer;
  rigy_wasm_request_new(entry: Pointer): Pointer;
  rigy_wasm_request_free(request: Pointer): void;
  rigy_wasm_add_file(request: Pointer, path: Pointer, data: Pointer, size: number): void;
  rigy_wasm_add_choice(request: Pointer, ofAnalysis: number, name: Pointer, value: Pointer): void;
  rigy_wasm_choices(request: Pointer): Pointer;
  rigy_wasm_choice_count(request: Pointer): number;
  rigy_wasm_analyze(request: Pointer): Pointer;
  rigy_wasm_error(request: Pointer): Pointer;
  rigy_analysis_free(analysis: Pointer): void;
  rigy_result_file_count(result: Pointer): number;
  rigy_result_file_name(result: Pointer, index: number): Pointer;
  rigy_result_file(result: Pointer, index: number, size: Pointer): Pointer;
  rigy_result_ok(result: Pointer): number;
  rigy_result_diagnostics(result: Pointer, size: Pointer): Pointer;
  rigy_result_param_error(result: Pointer, size: Pointer): Pointer;
  rigy_result_free(result: Pointer): void;
}

/** What an operation answers: what its results have, by name, besides diagnostics. */
export interface Made {
  ok: boolean;
  diagnostics: Diagnostic[];
}

// What is wrong with the params and the ids of a request is found by the call itself.
export type Answer<Result> = Result | { paramError: string };

// An instance that has thrown must not be used again.
export class Calls<Exports extends CommonExports> {
  protected readonly exports: Exports;
  #allocated: Pointer[] = [];

  constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(
      module,
      wasiImports(() => this.exports.memory),
    );
    this.exports = instance.exports as unknown as Exports;
    this.exports._initialize();
  }

  version(): string {
    return this.text(this.exports.rigy_version());
  }

  languageVersion(): string {
    return this.text(this.exports.rigy_language_version());
  }

  memorySize(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** Runs an operation on the analysis of one document, or of two that are compared. */
  run<Result extends Made>(operation: Operation, ...asked: Request[]): Answer<Result> {
    const requests = asked.map((one) => this.#request(one));
    const analyses = requests.map((request) => this.#analysis(request));
    const [request] = requests as [Pointer];
    const choices = [this.exports.rigy_wasm_choices(request), this.exports.rigy_wasm_choice_count(request)];
    const run = this.exports[`rigy_analysis_${operation}`] as (...pointers: Pointer[]) => Pointer;
    const answer = this.finish(run(...analyses, ...choices), (result) => this.#made(operation, result));
    for (const analysis of analyses) this.exports.rigy_analysis_free(analysis);
    for (const one of requests) this.exports.rigy_wasm_request_free(one);
    return answer as Answer<Result>;
  }

  // What `read` makes of a result, unless something is wrong with the options; all memory is freed.
  protected finish<Result>(result: Pointer, read: (result: Pointer) => Result): Answer<Result> {
    if (result === 0) throw new OutOfMemory();
    const paramError = this.textOrNull(this.exports.rigy_result_param_error(result, 0));
    const answer = paramError === null ? read(result) : { paramError };
    this.exports.rigy_result_free(result);
    this.#release();
    return answer;
  }

  // `ask` returns JSON, which belongs to the request.
  protected answer(asked: Request, ask: (request: Pointer) => Pointer): unknown {
    const request = this.#request(asked);
    const answer = this.json(ask(request));
    this.exports.rigy_wasm_request_free(request);
    this.#release();
    return answer;
  }

  #made(operation: Operation, result: Pointer): Made & Record<string, unknown> {
    const ok = this.exports.rigy_result_ok(result) === 1;
    const report = this.json(this.exports.rigy_result_diagnostics(result, 0)) as { diagnostics: Diagnostic[] };
    const parts = Object.entries(resultParts[operation]).map(([name, kind]) => [camel(name), this.#part(result, name, kind)]);
    return { ok, diagnostics: report.diagnostics, ...Object.fromEntries(parts) };
  }

  #part(result: Pointer, name: string, kind: string): unknown {
    if (kind === 'files') return this.files(result);
    const read = this.exports[`rigy_result_${name}` as keyof OperationExports] as (result: Pointer, size: Pointer) => Pointer;
    if (kind === 'bytes') return this.#bytesOf((size) => read(result, size));
    return kind === 'json' ? this.json(read(result, 0)) : this.textOrNull(read(result, 0));
  }

  protected files(result: Pointer): ExportedFile[] {
    const count = this.exports.rigy_result_file_count(result);
    return Array.from({ length: count }, (_, index) => ({
      name: this.text(this.exports.rigy_result_file_name(result, index)),
      bytes: this.#bytesOf((size) => this.exports.rigy_result_file(result, index, size)) ?? new Uint8Array(0),
    }));
  }

  // `read` returns where the bytes are, or 0, and writes how many at a place.
  #bytesOf(read: (size: Pointer) => Pointer): Uint8Array<ArrayBuffer> | null {
    const place = this.#allocate(4);
    const start = read(place) >>> 0;
    const { buffer } = this.exports.memory;
    const size = new DataView(buffer).getUint32(place, true);
    return start === 0 ? null : (new Uint8Array(buffer, start, size).slice() as Uint8Array<ArrayBuffer>);
  }

  protected string(text: string): Pointer {
    return this.#bytes(new TextEncoder().encode(`${text}\0`));
  }

  protected json(pointer: Pointer): unknown {
    return pointer === 0 ? null : JSON.parse(this.text(pointer));
  }

  protected textOrNull(pointer: Pointer): string | null {
    return pointer === 0 ? null : this.text(pointer);
  }

  // Up to the NUL that ends it.
  protected text(pointer: Pointer): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, pointer >>> 0);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  #request(asked: Request): Pointer {
    const request = this.exports.rigy_wasm_request_new(this.string(asked.entry));
    for (const [path, contents] of asked.files) {
      const data = this.#bytes(contents);
      this.exports.rigy_wasm_add_file(request, this.string(path), data, contents.length);
    }
    this.#add(request, 1, asked.analysis);
    this.#add(request, 0, asked.choices);
    return request;
  }

  #add(request: Pointer, ofAnalysis: number, given: Given): void {
    for (const [name, value] of given) {
      this.exports.rigy_wasm_add_choice(request, ofAnalysis, this.string(name), this.string(value));
    }
  }

  #analysis(request: Pointer): Pointer {
    const analysis = this.exports.rigy_wasm_analyze(request);
    if (analysis !== 0) return analysis;
    const error = this.exports.rigy_wasm_error(request);
    throw error === 0 ? new OutOfMemory() : new InvalidRequest(this.text(error));
  }

  #release(): void {
    for (const pointer of this.#allocated) this.exports.free(pointer);
    this.#allocated = [];
  }

  #bytes(bytes: Uint8Array): Pointer {
    const pointer = this.#allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer, pointer, bytes.length).set(bytes);
    return pointer;
  }

  #allocate(size: number): Pointer {
    const pointer = this.exports.malloc(Math.max(size, 1)) >>> 0;
    if (pointer === 0) throw new OutOfMemory();
    this.#allocated.push(pointer);
    return pointer;
  }
}

// 'expandedYaml' of 'expanded_yaml'.
function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
