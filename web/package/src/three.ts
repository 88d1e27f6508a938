// A loader for three.js: takes documents, and gives what GLTFLoader gives.
import { FileLoader, Loader, LoadingManager } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { addressOf, folderAt, gatherFrom } from './addresses.js';
import { ExportThread } from './export_thread.js';
import { RigyError } from './problems.js';
import type { Diagnostic, ExportOptions, FileContents, Files } from './types.js';

export { RigyError } from './problems.js';

/** As GLTFLoader gives it, with what the compiler had to say: warnings only. */
export type RigyModel = GLTF & { diagnostics: Diagnostic[] };

/** As of exportAsset(). */
export type RigyLoaderOptions = Omit<ExportOptions, 'entry' | 'format' | 'name'>;

/** A document as text or as bytes, or with all its files, the document first. */
export type RigyData = string | ArrayBuffer | Uint8Array | Files;

type OnError = (error: unknown) => void;

/**
 * Loads assets, scenes and motions (`*.rigy.yaml`, `*.rigs.yaml`, `*.rigm.yaml`). Imports are loaded from where the
 * document says, relative to its URL. The compiler runs in a worker, which starts with the first document.
 */
export class RigyLoader extends Loader<RigyModel> {
  #options: RigyLoaderOptions = {};
  #usesWorker = true;
  #thread: ExportThread | null = null;

  /** For documents from now on: params, how poses become animations, and the like. */
  setOptions(options: RigyLoaderOptions): this {
    this.#options = options;
    return this;
  }

  /** `false`: the compiler runs on the calling thread. */
  setWorker(usesWorker: boolean): this {
    this.#usesWorker = usesWorker;
    return this.dispose();
  }

  /** Ends the worker. A later document starts another one. */
  dispose(): this {
    this.#thread?.dispose();
    this.#thread = null;
    return this;
  }

  override load(
    url: string,
    onLoad: (model: RigyModel) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: OnError,
  ): void {
    const loaded = (model: RigyModel) => {
      onLoad(model);
      this.manager.itemEnd(url);
    };
    const failed = (error: unknown) => {
      report(error, onError);
      this.manager.itemError(url);
      this.manager.itemEnd(url);
    };
    this.manager.itemStart(url);
    void this.#loadFrom(url, onProgress).then(loaded, failed);
  }

  /** `path`: the URL of the folder that imports are relative to; by default that of the page. */
  parse(data: RigyData, path: string, onLoad: (model: RigyModel) => void, onError?: OnError): void {
    void this.parseAsync(data, path).then(onLoad, (error: unknown) => report(error, onError));
  }

  async parseAsync(data: RigyData, path = ''): Promise<RigyModel> {
    return this.#modelOf(isDocument(data) ? await this.#gather(folderAt(path), bytesOf(data)) : mapOf(data));
  }

  async #loadFrom(url: string, onProgress?: (event: ProgressEvent) => void): Promise<RigyModel> {
    const document = await this.#fileLoader(this.manager).setPath(this.path).loadAsync(url, onProgress);
    return this.#modelOf(await this.#gather(addressOf(this.path + url), new Uint8Array(document as ArrayBuffer)));
  }

  #gather(address: URL, document: Uint8Array): Promise<Map<string, Uint8Array>> {
    // Of their own: a file that is looked for in vain is not an error of the page's loading manager.
    const manager = new LoadingManager().setURLModifier((url) => this.manager.resolveURL(url));
    const loader = this.#fileLoader(manager);
    return gatherFrom(address, document, async (url) => new Uint8Array((await loader.loadAsync(url)) as ArrayBuffer));
  }

  #fileLoader(manager: LoadingManager): FileLoader {
    return new FileLoader(manager)
      .setResponseType('arraybuffer')
      .setRequestHeader(this.requestHeader)
      .setWithCredentials(this.withCredentials);
  }

  async #modelOf(files: ReadonlyMap<string, FileContents>): Promise<RigyModel> {
    const entry = [...files.keys()][0] ?? 'document';
    const { ok, files: made, diagnostics } = await this.#export(files);
    if (!ok) throw new RigyError(entry, diagnostics);
    const model = await new GLTFLoader(this.manager).parseAsync(made[0]!.bytes.buffer, '');
    return Object.assign(model, { diagnostics });
  }

  #export(files: ReadonlyMap<string, FileContents>) {
    this.#thread ??= new ExportThread(this.#usesWorker);
    return this.#thread.export(files, { ...this.#options, format: 'glb' });
  }
}

function report(error: unknown, onError?: OnError): void {
  if (onError) onError(error);
  else console.error(error);
}

function isDocument(data: RigyData): data is string | ArrayBuffer | Uint8Array {
  return typeof data === 'string' || data instanceof ArrayBuffer || ArrayBuffer.isView(data);
}

function bytesOf(document: string | ArrayBuffer | Uint8Array): Uint8Array {
  if (typeof document === 'string') return new TextEncoder().encode(document);
  return document instanceof Uint8Array ? document : new Uint8Array(document);
}

function mapOf(files: Files): ReadonlyMap<string, FileContents> {
  return files instanceof Map ? files : new Map(Object.entries(files));
}
