// A loader for webpack and rspack: modules from documents, as those of the plugin for Vite.
import { askedOf, digestOf, linesOf, type ModuleOptions, productOf } from './products.js';

export type { ModuleOptions } from './products.js';

// As much of the context of loaders as is used, so that the package does not need webpack's types.
interface LoaderContext {
  resourcePath: string;
  resourceQuery: string;
  rootContext: string;
  async(): (error: Error | null, code?: string) => void;
  getOptions(): ModuleOptions;
  addDependency(path: string): void;
  addMissingDependency(path: string): void;
  emitFile(name: string, bytes: Buffer): void;
  emitWarning(warning: Error): void;
}

/**
 * `{ test: /\.rig[ysm]\.yaml$/, use: 'rigy/webpack' }` in `module.rules`; options are those of the plugin for Vite.
 */
export default function load(this: LoaderContext): void {
  const done = this.async();
  moduleOf(this).then(
    (code) => done(null, code),
    (error: Error) => done(error),
  );
}

export const raw = true;

async function moduleOf(context: LoaderContext): Promise<string> {
  const asked = askedOf(context.resourcePath + context.resourceQuery);
  if (asked === null) throw new Error(`rigy: '${context.resourceQuery}' is none of ?canonical, ?json and ?png`);
  const { files, missing, diagnostics, made } = await productOf(
    asked.document,
    asked.kind,
    context.getOptions(),
    context.rootContext,
  );
  for (const file of files) context.addDependency(file);
  for (const file of missing) context.addMissingDependency(file);
  const warnings = linesOf(diagnostics, 'warning');
  if (warnings !== '') context.emitWarning(plainError(warnings));
  if (made === null) throw plainError(linesOf(diagnostics, 'error'));
  if ('json' in made) return `export default ${made.json};`;
  const [stem, ...extensions] = made.name.split('.');
  const name = `assets/${[stem, digestOf(made.bytes), ...extensions].join('.')}`;
  // Bundlers take nothing else.
  context.emitFile(name, Buffer.from(made.bytes));
  return `export default __webpack_public_path__ + ${JSON.stringify(name)};`;
}

// The stack would only name this file.
function plainError(message: string): Error {
  return Object.assign(new Error(message), { stack: message });
}
