// The renderer, as a module of its own for browsers, workers and Node.js: pages without pictures do not load it.
import { type Answer, Calls, type CommonExports, type Pointer } from './calls.js';
import { Keeper, moduleFrom, type ModuleSource } from './module.js';
import { type RenderRequest, renderRequestOf } from './render_request.js';
import type { RenderOptions, RenderResult } from './render_types.js';
import type { Files } from './types.js';

export type { Overlay, RenderOptions, RenderResult, Section } from './render_types.js';
export type { Diagnostic, Files, ParamValue } from './types.js';

interface Exports extends CommonExports {
  rigy_wasm_set_camera(
    request: Pointer,
    views: Pointer,
    width: number,
    height: number,
    projection: number,
    background: number,
    fit: number,
    section: number,
    sectionAt: number,
  ): void;
  rigy_wasm_set_content(
    request: Pointer,
    focus: Pointer,
    highlight: Pointer,
    heat: Pointer,
    show: number,
    diagnostics: number,
  ): void;
  rigy_wasm_set_animation(request: Pointer, solver: number, turntable: number, allPoses: number): void;
  rigy_wasm_render(request: Pointer): Pointer;
  rigy_wasm_render_error(request: Pointer): Pointer;
}

class Instance extends Calls<Exports> {
  render(asked: RenderRequest): Answer<RenderResult> {
    const make = (request: Pointer) => {
      this.exports.rigy_wasm_set_camera(
        request,
        this.string(asked.views),
        asked.width,
        asked.height,
        asked.projection,
        asked.background,
        asked.fit,
        asked.section,
        asked.sectionAt,
      );
      this.exports.rigy_wasm_set_content(
        request,
        this.string(asked.focus),
        this.string(asked.highlight),
        this.string(asked.heat),
        asked.show,
        asked.diagnostics ? 1 : 0,
      );
      this.exports.rigy_wasm_set_animation(request, asked.solver, asked.turntable, asked.allPoses ? 1 : 0);
      return this.exports.rigy_wasm_render(request);
    };
    return this.call(asked, make, this.exports.rigy_wasm_render_error, (result) => {
      const diagnostics = this.diagnostics(result);
      const [picture] = this.files(result);
      return this.ok(result)
        ? { ok: true, png: picture!.bytes, diagnostics }
        : { ok: false, png: picture?.bytes ?? null, diagnostics };
    });
  }
}

/** A loaded renderer. Calls are independent of each other. */
export class Renderer {
  readonly #keeper: Keeper<Instance>;

  constructor(module: WebAssembly.Module) {
    this.#keeper = new Keeper(() => new Instance(module));
  }

  /**
   * Draws the document `options.entry` (by default the first of `files`) as a PNG file, with the pixels
   * of `rigy render`. Errors of the document, and ids that name nothing, are in the result. Throws a
   * TypeError for invalid arguments, and an Error if the module fails, which only happens when memory
   * runs out; later calls are not affected.
   */
  render(files: Files, options: RenderOptions = {}): RenderResult {
    const request = renderRequestOf(files, options);
    return this.#keeper.ask((instance) => instance.render(request), '');
  }
}

/** Loads the renderer from rigy-render.wasm: by default the one next to this script. */
export async function load(source?: ModuleSource): Promise<Renderer> {
  return new Renderer(await moduleFrom(source ?? new URL('./rigy-render.wasm', import.meta.url)));
}

let shared: Promise<Renderer> | undefined;

/** Draws with the module next to this script, which is loaded once. */
export async function render(files: Files, options?: RenderOptions): Promise<RenderResult> {
  shared ??= load().catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return (await shared).render(files, options);
}
