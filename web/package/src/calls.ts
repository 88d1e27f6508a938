// One instance of a module, and what all its calls have in common: the functions of
// include/rigy/rigy.h that take no struct, and those of web/wasm/request.cpp in place of the others.
import type { Documents } from './request.js';
import type { Diagnostic, ExportedFile } from './types.js';
import { InvalidRequest, OutOfMemory, wasiImports } from './wasi.js';

export type Pointer = number;

export interface CommonExports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): Pointer;
  free(pointer: Pointer): void;
  rigy_version(): Pointer;
  rigy_language_version(): Pointer;
  rigy_wasm_request_new(entry: Pointer): Pointer;
  rigy_wasm_request_free(request: Pointer): void;
  rigy_wasm_add_file(request: Pointer, path: Pointer, data: Pointer, size: number): void;
  rigy_wasm_set_pose(request: Pointer, pose: Pointer): void;
  rigy_wasm_set_max_errors(request: Pointer, maxErrors: number): void;
  rigy_wasm_add_param(request: Pointer, name: Pointer, value: Pointer): void;
  rigy_wasm_file_size(result: Pointer, index: number): number;
  rigy_result_file_count(result: Pointer): number;
  rigy_result_file_name(result: Pointer, index: number): Pointer;
  rigy_result_file(result: Pointer, index: number, size: Pointer): Pointer;
  rigy_result_ok(result: Pointer): number;
  rigy_result_diagnostics(result: Pointer, size: Pointer): Pointer;
  rigy_result_param_error(result: Pointer, size: Pointer): Pointer;
  rigy_result_free(result: Pointer): void;
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

  // `make` sets the options of its own and returns a result, or 0; then `why` says what is invalid.
  protected call<Result>(
    asked: Documents,
    make: (request: Pointer) => Pointer,
    why: (request: Pointer) => Pointer,
    read: (result: Pointer) => Result,
  ): Answer<Result> {
    const request = this.#request(asked);
    const result = make(request);
    if (result === 0) throw this.#whyNoResult(why(request));
    const paramError = this.textOrNull(this.exports.rigy_result_param_error(result, 0));
    const answer = paramError === null ? read(result) : { paramError };
    this.#free(request, result);
    return answer;
  }

  // `ask` returns JSON, which belongs to the request.
  protected answer(asked: Documents, ask: (request: Pointer) => Pointer): unknown {
    const request = this.#request(asked);
    const answer = this.json(ask(request));
    this.#free(request, 0);
    return answer;
  }

  protected ok(result: Pointer): boolean {
    return this.exports.rigy_result_ok(result) === 1;
  }

  protected diagnostics(result: Pointer): Diagnostic[] {
    const report = this.json(this.exports.rigy_result_diagnostics(result, 0));
    return (report as { diagnostics: Diagnostic[] }).diagnostics;
  }

  protected files(result: Pointer): ExportedFile[] {
    const count = this.exports.rigy_result_file_count(result);
    return Array.from({ length: count }, (_, index) => ({
      name: this.text(this.exports.rigy_result_file_name(result, index)),
      bytes: this.copy(
        this.exports.rigy_result_file(result, index, 0),
        this.exports.rigy_wasm_file_size(result, index),
      ),
    }));
  }

  protected copy(start: Pointer, size: number): Uint8Array<ArrayBuffer> {
    const { buffer } = this.exports.memory;
    return new Uint8Array(buffer, start >>> 0, size >>> 0).slice() as Uint8Array<ArrayBuffer>;
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

  #request(asked: Documents): Pointer {
    const request = this.exports.rigy_wasm_request_new(this.string(asked.entry));
    for (const [path, contents] of asked.files) {
      const data = this.#bytes(contents);
      this.exports.rigy_wasm_add_file(request, this.string(path), data, contents.length);
    }
    this.exports.rigy_wasm_set_pose(request, this.string(asked.pose));
    this.exports.rigy_wasm_set_max_errors(request, asked.maxErrors);
    for (const [name, value] of asked.params) {
      this.exports.rigy_wasm_add_param(request, this.string(name), this.string(value));
    }
    return request;
  }

  #whyNoResult(error: Pointer): Error {
    if (error === 0) return new OutOfMemory();
    // Here an option is not a field of a struct.
    return new InvalidRequest(this.text(error).replace(/ of the rigy_\w*options/, ''));
  }

  #free(request: Pointer, result: Pointer): void {
    this.exports.rigy_result_free(result);
    this.exports.rigy_wasm_request_free(request);
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
