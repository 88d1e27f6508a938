// One instance of the module, and the C interface (include/rigy/rigy.h) called through its memory.
import type { CompileResult } from './types.js';
import type { Request } from './request.js';
import { type Exit, isExit, wasiImports } from './wasi.js';

type Pointer = number;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): Pointer;
  free(pointer: Pointer): void;
  rigy_version(): Pointer;
  rigy_language_version(): Pointer;
  rigy_compile(entry: Pointer, files: Pointer, fileCount: number, options: Pointer): Pointer;
  rigy_result_ok(result: Pointer): number;
  rigy_result_glb(result: Pointer, size: Pointer): Pointer;
  rigy_result_diagnostics(result: Pointer, size: Pointer): Pointer;
  rigy_result_free(result: Pointer): void;
}

export class OutOfMemory extends Error {}

export class Instance {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module) {
    const memory = () => this.#exports.memory;
    this.#exports = new WebAssembly.Instance(module, wasiImports(memory))
      .exports as unknown as Exports;
    this.#exports._initialize();
  }
}
