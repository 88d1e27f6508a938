// One instance of the module: the C interface of include/rigy/rigy.h, called through its memory.
import type { Request } from './request.js';
import type { CompileResult, Diagnostic, Outline } from './types.js';
import { OutOfMemory, wasiImports } from './wasi.js';

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
  rigy_result_outline(result: Pointer, size: Pointer): Pointer;
  rigy_result_free(result: Pointer): void;
}

// An instance that has thrown must not be used again.
export class Instance {
  readonly #exports: Exports;
  #allocated: Pointer[] = [];

  constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(
      module,
      wasiImports(() => this.#exports.memory),
    );
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize();
  }

  version(): string {
    return this.#text(this.#exports.rigy_version());
  }

  languageVersion(): string {
    return this.#text(this.#exports.rigy_language_version());
  }

  memorySize(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  compile(request: Request): CompileResult {
    const entry = this.#string(request.entry);
    const files = this.#files(request.files);
    const options = this.#options(request);
    const size = this.#allocate(4);
    const result = this.#exports.rigy_compile(entry, files, request.files.length, options);
    // The arguments are valid, so there is no memory.
    if (result === 0) throw new OutOfMemory();
    const answer = this.#answer(result, size);
    this.#exports.rigy_result_free(result);
    for (const pointer of this.#allocated) this.#exports.free(pointer);
    this.#allocated = [];
    return answer;
  }

  #answer(result: Pointer, size: Pointer): CompileResult {
    const ok = this.#exports.rigy_result_ok(result) === 1;
    const text = this.#exports.rigy_result_diagnostics(result, size);
    const report = this.#json(text, size) as { diagnostics: Diagnostic[] };
    const glb = ok ? this.#copy(this.#exports.rigy_result_glb(result, size), size) : null;
    const outline = this.#exports.rigy_result_outline(result, size);
    return {
      ok,
      glb,
      diagnostics: report.diagnostics,
      outline: outline === 0 ? null : (this.#json(outline, size) as Outline),
    };
  }

  // struct rigy_file
  #files(files: Request['files']): Pointer {
    const words = files.flatMap(([path, contents]) => [
      this.#string(path),
      this.#bytes(contents),
      contents.length,
    ]);
    return this.#words(words);
  }

  // struct rigy_options
  #options(request: Request): Pointer {
    const threads = 1;
    return this.#words([
      this.#string(request.pose),
      request.winding,
      request.bakeTransforms ? 1 : 0,
      threads,
      request.maxErrors,
      request.outline ? 1 : 0,
    ]);
  }

  #string(text: string): Pointer {
    return this.#bytes(new TextEncoder().encode(`${text}\0`));
  }

  #words(words: number[]): Pointer {
    const bytes = new DataView(new ArrayBuffer(4 * words.length));
    words.forEach((word, i) => bytes.setUint32(4 * i, word, true));
    return this.#bytes(new Uint8Array(bytes.buffer));
  }

  #bytes(bytes: Uint8Array): Pointer {
    const pointer = this.#allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, pointer, bytes.length).set(bytes);
    return pointer;
  }

  #allocate(size: number): Pointer {
    const pointer = this.#exports.malloc(Math.max(size, 1)) >>> 0;
    if (pointer === 0) throw new OutOfMemory();
    this.#allocated.push(pointer);
    return pointer;
  }

  // The bytes at `pointer`, as many as the word at `size` says.
  #copy(pointer: Pointer, size: Pointer): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#exports.memory;
    const length = new DataView(buffer).getUint32(size, true);
    return new Uint8Array(buffer, pointer >>> 0, length).slice() as Uint8Array<ArrayBuffer>;
  }

  #json(pointer: Pointer, size: Pointer): unknown {
    return JSON.parse(new TextDecoder().decode(this.#copy(pointer, size)));
  }

  #text(pointer: Pointer): string {
    const bytes = new Uint8Array(this.#exports.memory.buffer, pointer >>> 0);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}
