// Loading a module, and asking instances of it.
import type { Answer } from './calls.js';
import { InvalidRequest, OutOfMemory } from './wasi.js';

/** A URL, a path (Node.js), the bytes of a module, or a compiled module, which one worker can pass to another. */
export type ModuleSource = URL | string | ArrayBuffer | WebAssembly.Module;

// The memory of an instance never shrinks; an instance above this size is not kept.
const mostMemoryKept = 256 * 1024 * 1024;

// An instance between calls: the last one, unless it has failed or become too large.
export class Keeper<Instance extends { memorySize(): number }> {
  readonly #make: () => Instance;
  #instance: Instance | null = null;

  constructor(make: () => Instance) {
    this.#make = make;
  }

  ask<Result extends object>(
    question: (instance: Instance) => Answer<Result>,
    argument = 'params: ',
  ): Result {
    // Removed, so that an instance that fails is not used again.
    const instance = this.#instance ?? this.#make();
    this.#instance = null;
    const answer = answerOf(() => question(instance));
    if (instance.memorySize() <= mostMemoryKept) this.#instance = instance;
    if ('paramError' in answer) throw new TypeError(`rigy: ${argument}${answer.paramError}`);
    return answer;
  }
}

function answerOf<Result>(ask: () => Answer<Result>): Answer<Result> {
  try {
    return ask();
  } catch (error) {
    if (error instanceof InvalidRequest) throw new TypeError(`rigy: ${error.message}`);
    throw new Error(`rigy: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OutOfMemory) return 'there is not enough memory for this document';
  return `the compiler failed: ${error instanceof Error ? error.message : String(error)}`;
}

export async function moduleFrom(
  source: ModuleSource,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
  const place = addressOf(source);
  if (typeof place === 'string' || place.protocol === 'file:') return moduleOnDisk(place);
  return moduleFromNetwork(place);
}

// A URL, or the path of a file where there is no page that it could be relative to.
function addressOf(source: URL | string): URL | string {
  if (source instanceof URL) return source;
  const page = globalThis.location?.href;
  if (page !== undefined) return new URL(source, page);
  return /^[a-z][a-z0-9+.-]+:/i.test(source) ? new URL(source) : source;
}

async function moduleOnDisk(place: URL | string): Promise<WebAssembly.Module> {
  // Not a literal in the import, so that bundlers for browsers leave it alone.
  const name = 'node:fs/promises';
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
    readFile(path: URL | string): Promise<Uint8Array<ArrayBuffer>>;
  };
  return WebAssembly.compile(await readFile(place));
}

async function moduleFromNetwork(address: URL): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`rigy: cannot load ${address.href}: status ${response.status}`);
  // Servers that do not know the type cannot stream.
  if (response.headers.get('content-type') === 'application/wasm') {
    return WebAssembly.compileStreaming(response);
  }
  const bytes = await response.arrayBuffer();
  if (!isModule(bytes)) throw new Error(notAModule(address.href, response.headers.get('content-type')));
  return WebAssembly.compile(bytes);
}

function isModule(bytes: ArrayBuffer): boolean {
  return bytes.byteLength >= 4 && new DataView(bytes).getUint32(0) === 0x00_61_73_6d;
}

// Servers for development answer with a page where there is no file.
function notAModule(address: string, type: string | null): string {
  return (
    `rigy: ${address} is not a WebAssembly module but ${type ?? 'something else'}: the script was moved without it. ` +
    "With Vite before version 8 use the plugin of 'rigy/vite' or 'rigy-model/vite'; elsewhere put the module there."
  );
}
