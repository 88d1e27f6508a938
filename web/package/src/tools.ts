// The tools of `rigy mcp` as functions, for programs that write assets: a module of its own, with the compiler, the
// renderer and the pages, so that nobody else loads it.
import { type Answer, Calls, type CommonExports, type Pointer } from './calls.js';
import { Keeper, moduleFrom, type ModuleSource } from './module.js';

/** What a tool is, for whoever chooses one. */
export interface ToolDescription {
  name: string;
  description: string;
  /** JSON Schemas of the arguments and of the answer. */
  input_schema: object;
  output_schema: object;
}

export interface ToolPicture {
  caption: string;
  png: Uint8Array<ArrayBuffer>;
}

export interface ToolAnswer {
  /** The structured content that `rigy mcp` answers with. What is wrong with a document is in it. */
  answer: Record<string, unknown>;
  pictures: ToolPicture[];
  /** What the tool saved, by path: nothing is written anywhere. */
  files: Record<string, Uint8Array<ArrayBuffer>>;
}

interface Exports extends CommonExports {
  rigy_call_tool(tool: Pointer, args: Pointer, root: Pointer): Pointer;
  rigy_result_text(result: Pointer, size: Pointer): Pointer;
}

interface WirePicture {
  caption: string;
  base64: string;
}

function pictureOf({ caption, base64 }: WirePicture): ToolPicture {
  return { caption, png: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) };
}

class Instance extends Calls<Exports> {
  callTool(name: string, args: object): Answer<ToolAnswer> {
    const made = this.exports.rigy_call_tool(this.string(name), this.string(JSON.stringify(args)), 0);
    return this.finish(made, (result) => {
      const { pictures = [], ...answer } = this.json(this.exports.rigy_result_text(result, 0)) as Record<
        string,
        unknown
      > & { pictures?: WirePicture[] };
      const files = Object.fromEntries(this.files(result).map((file) => [file.name, file.bytes]));
      return { answer, pictures: pictures.map(pictureOf), files };
    });
  }
}

/** Loaded tools. Calls are independent of each other and keep nothing. */
export class Tools {
  readonly #keeper: Keeper<Instance>;

  constructor(module: WebAssembly.Module) {
    this.#keeper = new Keeper(() => new Instance(module));
  }

  /**
   * Calls a tool with the arguments that `rigy mcp` takes. There is no disk, so documents come as `document` or `files`.
   * Throws a TypeError if something is wrong with the call, such as an argument that does not exist.
   */
  call(name: string, args: object = {}): ToolAnswer {
    return this.#keeper.ask((instance) => instance.callTool(name, args), '');
  }

  list(): ToolDescription[] {
    return this.call('list_tools').answer['tools'] as ToolDescription[];
  }
}

/** Loads the tools from rigy-tools.wasm: by default the one next to this script. */
export async function load(source?: ModuleSource): Promise<Tools> {
  return new Tools(await moduleFrom(source ?? new URL('./rigy-tools.wasm', import.meta.url)));
}

let shared: Promise<Tools> | undefined;

function loaded(): Promise<Tools> {
  shared ??= load().catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

/** Calls a tool of the module next to this script, which is loaded once. */
export async function callTool(name: string, args?: object): Promise<ToolAnswer> {
  return (await loaded()).call(name, args);
}

/** The tools with their JSON Schemas. */
export async function listTools(): Promise<ToolDescription[]> {
  return (await loaded()).list();
}
