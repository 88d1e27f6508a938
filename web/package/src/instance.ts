// One instance of the module: the functions of include/rigy/rigy.h that take no struct, and those
// of web/wasm/request.cpp in place of the others.
import type { ExportRequest, InspectRequest, MeasureRequest, Request } from './request.js';
import type {
  CompileResult,
  DeclaredParam,
  Diagnostic,
  ExportResult,
  Inspection,
  InspectResult,
  Measurement,
  MeasureResult,
  Outline,
} from './types.js';
import { OutOfMemory, wasiImports } from './wasi.js';

type Pointer = number;

interface Exports {
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
  rigy_wasm_set_winding(request: Pointer, winding: number): void;
  rigy_wasm_set_bake_transforms(request: Pointer, bakeTransforms: number): void;
  rigy_wasm_set_max_errors(request: Pointer, maxErrors: number): void;
  rigy_wasm_set_outline(request: Pointer, outline: number): void;
  rigy_wasm_add_param(request: Pointer, name: Pointer, value: Pointer): void;
  rigy_wasm_set_list_params(request: Pointer, listParams: number): void;
  rigy_wasm_set_expanded_yaml(request: Pointer, expandedYaml: number): void;
  rigy_wasm_compile(request: Pointer): Pointer;
  rigy_wasm_error(request: Pointer): Pointer;
  rigy_wasm_glb_size(result: Pointer): number;
  rigy_wasm_set_export(
    request: Pointer,
    name: Pointer,
    format: number,
    poses: number,
    colliders: number,
    noAnchors: number,
    scale: number,
  ): void;
  rigy_wasm_export(request: Pointer): Pointer;
  rigy_wasm_export_error(request: Pointer): Pointer;
  rigy_wasm_set_inspect(
    request: Pointer,
    primitives: Pointer,
    pairwiseGaps: number,
    intentChecks: number,
    expanded: number,
  ): void;
  rigy_wasm_inspect(request: Pointer): Pointer;
  rigy_wasm_inspect_error(request: Pointer): Pointer;
  rigy_result_inspection(result: Pointer, size: Pointer): Pointer;
  rigy_wasm_set_measure(request: Pointer, a: Pointer, b: Pointer): void;
  rigy_wasm_measure(request: Pointer): Pointer;
  rigy_wasm_measure_error(request: Pointer): Pointer;
  rigy_result_measurement(result: Pointer, size: Pointer): Pointer;
  rigy_wasm_file_size(result: Pointer, index: number): number;
  rigy_result_file_count(result: Pointer): number;
  rigy_result_file_name(result: Pointer, index: number): Pointer;
  rigy_result_file(result: Pointer, index: number, size: Pointer): Pointer;
  rigy_result_ok(result: Pointer): number;
  rigy_result_glb(result: Pointer, size: Pointer): Pointer;
  rigy_result_diagnostics(result: Pointer, size: Pointer): Pointer;
  rigy_result_outline(result: Pointer, size: Pointer): Pointer;
  rigy_result_param_error(result: Pointer, size: Pointer): Pointer;
  rigy_result_params(result: Pointer, size: Pointer): Pointer;
  rigy_result_expanded_yaml(result: Pointer, size: Pointer): Pointer;
  rigy_result_free(result: Pointer): void;
}

// What is wrong with the params and the ids of a request is found by compiling.
export type Answer<Result> = Result | { paramError: string };

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

  compile(asked: Request): Answer<CompileResult> {
    const request = this.#request(asked);
    this.#exports.rigy_wasm_set_winding(request, asked.winding);
    this.#exports.rigy_wasm_set_bake_transforms(request, asked.bakeTransforms ? 1 : 0);
    this.#exports.rigy_wasm_set_outline(request, asked.outline ? 1 : 0);
    this.#exports.rigy_wasm_set_list_params(request, asked.listParams ? 1 : 0);
    this.#exports.rigy_wasm_set_expanded_yaml(request, asked.expandedYaml);
    const result = this.#exports.rigy_wasm_compile(request);
    if (result === 0) throw this.#whyNoResult(this.#exports.rigy_wasm_error(request));
    const answer = this.#answer(result, () => this.#compiled(result));
    this.#free(request, result);
    return answer;
  }

  export(asked: ExportRequest): Answer<ExportResult> {
    const request = this.#request(asked);
    const { name, format, poses, colliders, anchors, scale } = asked;
    const noAnchors = anchors ? 0 : 1;
    this.#exports.rigy_wasm_set_export(
      request,
      this.#string(name),
      format,
      poses,
      colliders,
      noAnchors,
      scale,
    );
    const result = this.#exports.rigy_wasm_export(request);
    if (result === 0) throw this.#whyNoResult(this.#exports.rigy_wasm_export_error(request));
    const answer = this.#answer(result, () => this.#exported(result));
    this.#free(request, result);
    return answer;
  }

  inspect(asked: InspectRequest): Answer<InspectResult> {
    const request = this.#request(asked);
    this.#exports.rigy_wasm_set_inspect(
      request,
      this.#string(asked.primitives),
      asked.pairwiseGaps ? 1 : 0,
      asked.intentChecks ? 1 : 0,
      asked.expanded ? 1 : 0,
    );
    const result = this.#exports.rigy_wasm_inspect(request);
    if (result === 0) throw this.#whyNoResult(this.#exports.rigy_wasm_inspect_error(request));
    const answer = this.#answer(result, () => this.#inspected(result));
    this.#free(request, result);
    return answer;
  }

  measure(asked: MeasureRequest): Answer<MeasureResult> {
    const request = this.#request(asked);
    this.#exports.rigy_wasm_set_measure(request, this.#string(asked.a), this.#string(asked.b));
    const result = this.#exports.rigy_wasm_measure(request);
    if (result === 0) throw this.#whyNoResult(this.#exports.rigy_wasm_measure_error(request));
    const answer = this.#answer(result, () => this.#measured(result));
    this.#free(request, result);
    return answer;
  }

  #free(request: Pointer, result: Pointer): void {
    this.#exports.rigy_result_free(result);
    this.#exports.rigy_wasm_request_free(request);
    for (const pointer of this.#allocated) this.#exports.free(pointer);
    this.#allocated = [];
  }

  #request(asked: Request | ExportRequest | InspectRequest | MeasureRequest): Pointer {
    const request = this.#exports.rigy_wasm_request_new(this.#string(asked.entry));
    for (const [path, contents] of asked.files) {
      const data = this.#bytes(contents);
      this.#exports.rigy_wasm_add_file(request, this.#string(path), data, contents.length);
    }
    this.#exports.rigy_wasm_set_pose(request, this.#string(asked.pose));
    this.#exports.rigy_wasm_set_max_errors(request, asked.maxErrors);
    for (const [name, value] of asked.params) {
      this.#exports.rigy_wasm_add_param(request, this.#string(name), this.#string(value));
    }
    return request;
  }

  #whyNoResult(error: Pointer): Error {
    return error === 0 ? new OutOfMemory() : new Error(this.#text(error));
  }

  #answer<Result>(result: Pointer, read: () => Result): Answer<Result> {
    const paramError = this.#textOrNull(this.#exports.rigy_result_param_error(result, 0));
    return paramError === null ? read() : { paramError };
  }

  #diagnostics(result: Pointer): Diagnostic[] {
    const report = this.#json(this.#exports.rigy_result_diagnostics(result, 0));
    return (report as { diagnostics: Diagnostic[] }).diagnostics;
  }

  #compiled(result: Pointer): CompileResult {
    const ok = this.#exports.rigy_result_ok(result) === 1;
    const size = this.#exports.rigy_wasm_glb_size(result);
    return {
      ok,
      glb: ok ? this.#copy(this.#exports.rigy_result_glb(result, 0), size) : null,
      diagnostics: this.#diagnostics(result),
      outline: this.#json(this.#exports.rigy_result_outline(result, 0)) as Outline | null,
      params: this.#json(this.#exports.rigy_result_params(result, 0)) as DeclaredParam[] | null,
      expandedYaml: this.#textOrNull(this.#exports.rigy_result_expanded_yaml(result, 0)),
    };
  }

  #exported(result: Pointer): ExportResult {
    const count = this.#exports.rigy_result_file_count(result);
    const files = Array.from({ length: count }, (_, index) => ({
      name: this.#text(this.#exports.rigy_result_file_name(result, index)),
      bytes: this.#copy(
        this.#exports.rigy_result_file(result, index, 0),
        this.#exports.rigy_wasm_file_size(result, index),
      ),
    }));
    const ok = this.#exports.rigy_result_ok(result) === 1;
    return { ok, files, diagnostics: this.#diagnostics(result) };
  }

  #inspected(result: Pointer): InspectResult {
    return {
      ok: this.#exports.rigy_result_ok(result) === 1,
      inspection: this.#json(this.#exports.rigy_result_inspection(result, 0)) as Inspection | null,
      diagnostics: this.#diagnostics(result),
    };
  }

  #measured(result: Pointer): MeasureResult {
    return {
      ok: this.#exports.rigy_result_ok(result) === 1,
      measurement: this.#json(this.#exports.rigy_result_measurement(result, 0)) as Measurement | null,
      diagnostics: this.#diagnostics(result),
    };
  }

  #copy(start: Pointer, size: number): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#exports.memory;
    return new Uint8Array(buffer, start >>> 0, size >>> 0).slice() as Uint8Array<ArrayBuffer>;
  }

  #string(text: string): Pointer {
    return this.#bytes(new TextEncoder().encode(`${text}\0`));
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

  #json(pointer: Pointer): unknown {
    return pointer === 0 ? null : JSON.parse(this.#text(pointer));
  }

  #textOrNull(pointer: Pointer): string | null {
    return pointer === 0 ? null : this.#text(pointer);
  }

  // Up to the NUL that ends it.
  #text(pointer: Pointer): string {
    const bytes = new Uint8Array(this.#exports.memory.buffer, pointer >>> 0);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}
