// A plugin for Vite, and for Rollup: modules from documents.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { askedOf, linesOf, type Made, type ModuleOptions, type Product, productOf } from './products.js';
import type { Diagnostic } from './types.js';
import leaveInPlace from './vite_dependencies.js';

export type { ModuleOptions } from './products.js';

// As much of Vite's types as is used, so that the package does not need them.
interface ModuleNode {
  id: string | null;
}

interface Server {
  middlewares: { use(handle: (request: Request, response: Response, next: () => void) => void): void };
}

interface Request {
  url?: string;
}

interface Response {
  setHeader(name: string, value: string): void;
  end(bytes: Uint8Array): void;
}

interface ModuleGraph<Module extends ModuleNode> {
  getModuleById(id: string): Module | undefined;
}

interface HotUpdate<Module extends ModuleNode> {
  file: string;
  modules: Module[];
}

interface ResolveContext {
  resolve(source: string, importer?: string, options?: { skipSelf: boolean }): Promise<Resolved | null>;
}

interface Resolved {
  id: string;
  external: boolean | 'absolute' | 'relative';
}

interface LoadContext {
  addWatchFile(path: string): void;
  emitFile(file: { type: 'asset'; name: string; source: Uint8Array }): string;
  warn(message: string): void;
  error(problem: Problem): never;
}

interface Problem {
  message: string;
  id: string;
  loc?: { file: string; line: number; column: number };
}

export interface RigyPlugin {
  name: string;
  enforce: 'pre';
  config(): { optimizeDeps: { exclude: string[] } };
  configResolved(config: { command: 'build' | 'serve'; root: string; base: string }): void;
  configureServer(server: Server): void;
  resolveId(this: ResolveContext, source: string, importer?: string): Promise<string | null>;
  load(this: LoadContext, id: string): Promise<string | null>;
  hotUpdate<Module extends ModuleNode>(
    this: { environment: { moduleGraph: ModuleGraph<Module> } },
    update: HotUpdate<Module>,
  ): Module[];
  handleHotUpdate<Module extends ModuleNode>(
    update: HotUpdate<Module> & { server: { moduleGraph: ModuleGraph<Module> } },
  ): Module[];
}

// Where the server for development has what modules give the URLs of.
const place = '@rigy/';
const types: Record<string, string> = { glb: 'model/gltf-binary', png: 'image/png' };

/**
 * `import url from './arm.rigy.yaml'` gives the URL of a GLB, exported as by exportAsset(); `?canonical` that of the
 * canonical GLB, `?png` that of a picture, and `?json` what inspect() says. A change of a document, or of a file
 * that it refers to, is a hot update of these modules. Errors of documents are errors of the build.
 */
export default function rigy(options: ModuleOptions = {}): RigyPlugin {
  const project = { isVite: false, isServed: false, root: process.cwd(), base: '/' };
  const served = new Served();
  const users = new Users();
  return {
    ...leaveInPlace(),
    enforce: 'pre',

    configResolved({ command, root, base }) {
      Object.assign(project, { isVite: true, isServed: command === 'serve', root, base });
    },

    configureServer({ middlewares }) {
      middlewares.use(({ url = '' }, response, next) => {
        const found = served.at(url);
        if (found === null) return next();
        response.setHeader('content-type', types[found.name.split('.').at(-1)!]!);
        response.setHeader('cache-control', 'no-cache');
        response.end(found.bytes);
      });
    },

    // Rollup by itself looks for a file with this question in its name.
    async resolveId(source, importer) {
      const asked = askedOf(source);
      if (project.isVite || asked === null || asked.kind === '') return null;
      const found = await this.resolve(asked.document, importer, { skipSelf: true });
      return found === null || found.external !== false ? null : `${found.id}?${asked.kind}`;
    },

    async load(id) {
      const asked = askedOf(id);
      if (asked === null) return null;
      const product = await productOf(asked.document, asked.kind, options, project.root);
      for (const file of [...product.files, ...product.missing.flatMap(watchable)]) this.addWatchFile(file);
      users.note(id, [...product.files, ...product.missing]);
      const made = acceptedBy(this, id, product);
      if ('json' in made) return `export default ${made.json};`;
      if (project.isServed) return `export default ${JSON.stringify(project.base + served.add(id, made))};`;
      const reference = this.emitFile({ type: 'asset', name: made.name, source: made.bytes });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },

    // Also of files that come and go. Before version 6 Vite knows only the other one, which tells of changes.
    hotUpdate({ file, modules }) {
      return users.with(file, modules, this.environment.moduleGraph);
    },

    handleHotUpdate({ file, modules, server }) {
      return users.with(file, modules, server.moduleGraph);
    },
  };
}

function acceptedBy(context: LoadContext, id: string, { made, files, diagnostics }: Product): Made {
  const warnings = linesOf(diagnostics, 'warning');
  if (warnings !== '') context.warn(warnings);
  if (made !== null) return made;
  context.error({ message: linesOf(diagnostics, 'error'), id, ...placeOf(diagnostics, files) });
}

// Of the first error, where the editor opens.
function placeOf(diagnostics: Diagnostic[], files: string[]): Pick<Problem, 'loc'> {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  const file = files.find((path) => error !== undefined && path.replaceAll('\\', '/').endsWith(`/${error.file}`));
  if (error === undefined || file === undefined || error.line === 0) return {};
  return { loc: { file, line: error.line, column: error.column_utf16 - 1 } };
}

// A file that is not there, and its folder: outside of the project Vite watches only what is there.
function watchable(path: string): string[] {
  return [path, dirname(path)].filter((one) => one === path || existsSync(one));
}

type ServedFile = Extract<Made, { bytes: Uint8Array }>;

/** The newest file of every module, by a URL that is another one for other bytes. */
class Served {
  readonly #files = new Map<string, { path: string; file: ServedFile }>();

  /** Its URL below the base. */
  add(id: string, file: ServedFile): string {
    const digest = createHash('sha256').update(id).update(file.bytes).digest('hex').slice(0, 16);
    const path = `${place}${digest}/${encodeURIComponent(file.name)}`;
    this.#files.set(id, { path, file });
    return path;
  }

  at(url: string): ServedFile | null {
    const path = url.slice(url.indexOf(`/${place}`) + 1).split('?')[0];
    for (const one of this.#files.values()) if (one.path === path) return one.file;
    return null;
  }
}

/** The modules that were made from a file. */
class Users {
  readonly #files = new Map<string, Set<string>>();

  note(id: string, files: string[]): void {
    this.#files.set(id, new Set(files.map(slashed)));
  }

  /** These modules, and those that were made from the file. */
  with<Module extends ModuleNode>(file: string, modules: Module[], graph: ModuleGraph<Module>): Module[] {
    const ids = [...this.#files].filter(([, files]) => files.has(slashed(file))).map(([id]) => id);
    const made = ids.map((id) => graph.getModuleById(id));
    return [...new Set([...modules, ...made.filter((module) => module !== undefined)])];
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
