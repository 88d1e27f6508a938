// The calls of rigy.wasm.
import { type Answer, Calls, type CommonExports, type Pointer } from './calls.js';
import type { Method, Questions, Reply } from './questions.js';
import type { Documents, ExportRequest, InspectRequest, MeasureRequest, Request } from './request.js';
import type {
  CompileResult,
  DeclaredParam,
  ExportResult,
  Inspection,
  InspectResult,
  Measurement,
  MeasureResult,
  Outline,
} from './types.js';

interface Exports extends CommonExports {
  rigy_wasm_set_winding(request: Pointer, winding: number): void;
  rigy_wasm_set_bake_transforms(request: Pointer, bakeTransforms: number): void;
  rigy_wasm_set_outline(request: Pointer, outline: number): void;
  rigy_wasm_set_list_params(request: Pointer, listParams: number): void;
  rigy_wasm_set_expanded_yaml(request: Pointer, expandedYaml: number): void;
  rigy_wasm_compile(request: Pointer): Pointer;
  rigy_wasm_error(request: Pointer): Pointer;
  rigy_wasm_glb_size(result: Pointer): number;
  rigy_wasm_add_export_choice(request: Pointer, ofAnalysis: number, name: Pointer, value: Pointer): void;
  rigy_wasm_export(request: Pointer): Pointer;
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
  rigy_wasm_ask(request: Pointer, question: Pointer): Pointer;
  rigy_result_glb(result: Pointer, size: Pointer): Pointer;
  rigy_result_outline(result: Pointer, size: Pointer): Pointer;
  rigy_result_params(result: Pointer, size: Pointer): Pointer;
  rigy_result_expanded_yaml(result: Pointer, size: Pointer): Pointer;
}

export class Instance extends Calls<Exports> {
  compile(asked: Request): Answer<CompileResult> {
    const make = (request: Pointer) => {
      this.exports.rigy_wasm_set_winding(request, asked.winding);
      this.exports.rigy_wasm_set_bake_transforms(request, asked.bakeTransforms ? 1 : 0);
      this.exports.rigy_wasm_set_outline(request, asked.outline ? 1 : 0);
      this.exports.rigy_wasm_set_list_params(request, asked.listParams ? 1 : 0);
      this.exports.rigy_wasm_set_expanded_yaml(request, asked.expandedYaml);
      return this.exports.rigy_wasm_compile(request);
    };
    return this.call(asked, make, this.exports.rigy_wasm_error, (result) => this.#compiled(result));
  }

  export(asked: ExportRequest): Answer<ExportResult> {
    const make = (request: Pointer) => {
      for (const { ofAnalysis, name, value } of asked.choices) {
        this.exports.rigy_wasm_add_export_choice(request, ofAnalysis ? 1 : 0, this.string(name), this.string(value));
      }
      return this.exports.rigy_wasm_export(request);
    };
    return this.call(asked, make, this.exports.rigy_wasm_error, (result) => ({
      ok: this.ok(result),
      files: this.files(result),
      diagnostics: this.diagnostics(result),
    }));
  }

  inspect(asked: InspectRequest): Answer<InspectResult> {
    const make = (request: Pointer) => {
      this.exports.rigy_wasm_set_inspect(
        request,
        this.string(asked.primitives),
        asked.pairwiseGaps ? 1 : 0,
        asked.intentChecks ? 1 : 0,
        asked.expanded ? 1 : 0,
      );
      return this.exports.rigy_wasm_inspect(request);
    };
    return this.call(asked, make, this.exports.rigy_wasm_inspect_error, (result) => {
      const diagnostics = this.diagnostics(result);
      if (!this.ok(result)) return { ok: false, inspection: null, diagnostics };
      const inspection = this.json(this.exports.rigy_result_inspection(result, 0)) as Inspection;
      return { ok: true, inspection, diagnostics };
    });
  }

  measure(asked: MeasureRequest): Answer<MeasureResult> {
    const make = (request: Pointer) => {
      this.exports.rigy_wasm_set_measure(request, this.string(asked.a), this.string(asked.b));
      return this.exports.rigy_wasm_measure(request);
    };
    return this.call(asked, make, this.exports.rigy_wasm_measure_error, (result) => {
      const diagnostics = this.diagnostics(result);
      if (!this.ok(result)) return { ok: false, measurement: null, diagnostics };
      const measurement = this.json(this.exports.rigy_result_measurement(result, 0)) as Measurement;
      return { ok: true, measurement, diagnostics };
    });
  }

  ask<M extends Method>(asked: Documents, method: M, params: Questions[M]['params']): Reply<M> {
    const question = this.string(JSON.stringify({ method, params }));
    return this.answer(asked, (request) => this.exports.rigy_wasm_ask(request, question)) as Reply<M>;
  }

  #compiled(result: Pointer): CompileResult {
    const report = {
      diagnostics: this.diagnostics(result),
      params: this.json(this.exports.rigy_result_params(result, 0)) as DeclaredParam[] | null,
      expandedYaml: this.textOrNull(this.exports.rigy_result_expanded_yaml(result, 0)),
    };
    if (!this.ok(result)) return { ok: false, glb: null, outline: null, ...report };
    const size = this.exports.rigy_wasm_glb_size(result);
    return {
      ok: true,
      glb: this.copy(this.exports.rigy_result_glb(result, 0), size),
      outline: this.json(this.exports.rigy_result_outline(result, 0)) as Outline | null,
      ...report,
    };
  }
}
