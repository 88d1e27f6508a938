// The renderer, as a module of its own for browsers, workers and Node.js: pages without pictures do not load it.
import { Calls, type CommonExports, type Made } from './calls.js';
import { Keeper, moduleFrom, type ModuleSource } from './module.js';
import { renderRequestOf } from './render_request.js';
import type { RenderOptions, RenderResult } from './render_types.js';
import type { ExportedFile, Files } from './types.js';

export type { Overlay, RenderOptions, RenderResult, Section } from './render_types.js';
export type { Diagnostic, Files, ParamValue } from './types.js';
export { withThumbnail } from './vrm_thumbnail.js';

interface Drawn extends Made {
  files: ExportedFile[];
}

/** A loaded renderer. Calls are independent of each other. */
export class Renderer {
  readonly #keeper: Keeper<Calls<CommonExports>>;

  constructor(module: WebAssembly.Module) {
    this.#keeper = new Keeper(() => new Calls<CommonExports>(module));
  }

  /**
   * Draws the document `options.entry` (by default the first of `files`) as a PNG file, with the pixels
   * of `rigy render`. Errors of the document, and ids that name nothing, are in the result. Throws a
   * TypeError for invalid arguments, and an Error if the module fails, which only happens when memory
   * runs out; later calls are not affected.
   */
  render(files: Files, options: RenderOptions = {}): RenderResult {
    const request = renderRequestOf(files, options);
    const drawn = this.#keeper.ask((instance) => instance.run<Drawn>('render', request), '');
    const png = drawn.files[0]?.bytes ?? null;
    return { ok: drawn.ok, png, diagnostics: drawn.diagnostics } as RenderResult;
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
