// What bundlers make of a document on disk: a model, its canonical bytes, a picture, or what it is in numbers.
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { compile, exportAsset, inspect } from './index.js';
import { readFiles } from './node.js';
import { lineOf } from './problems.js';
import { render } from './render.js';
import type { RenderOptions } from './render_types.js';
import type { Diagnostic, ExportOptions, Files, ParamValue } from './types.js';

/** How modules are made of documents. */
export interface ModuleOptions {
  /** Models, `import url from './arm.rigy.yaml'`. */
  export?: Omit<ExportOptions, 'entry' | 'format' | 'name' | 'params'>;
  /** Pictures, `import url from './arm.rigy.yaml?png'`. */
  render?: Omit<RenderOptions, 'entry' | 'params'>;
  /** Values for params, of documents that declare them. */
  params?: Record<string, ParamValue>;
  /** Imports must lie below this folder. By default that of the project, or that of a document elsewhere. */
  root?: string;
}

export interface Product {
  /** What the document was made from, itself first: absolute paths. */
  files: string[];
  /** What it may be made from when it is there: absolute paths. */
  missing: string[];
  diagnostics: Diagnostic[];
  /** null if the document was not accepted. */
  made: Made | null;
}

/** A file that the module gives the URL of, or JSON that it gives itself. */
export type Made = { name: string; bytes: Uint8Array } | { json: string };

type Maker = (files: Files, options: ModuleOptions, stem: string) => Promise<Omit<Product, 'files' | 'missing'>>;

const makers: Record<string, Maker> = {
  '': async (files, { export: exportOptions, params }, stem) => {
    const { ok, files: made, diagnostics } = await exportAsset(files, { ...exportOptions, params, format: 'glb' });
    return { diagnostics, made: ok ? { name: `${stem}.glb`, bytes: made[0]!.bytes } : null };
  },
  canonical: async (files, { params }, stem) => {
    const { glb, diagnostics } = await compile(files, { params });
    return { diagnostics, made: glb === null ? null : { name: `${stem}.canonical.glb`, bytes: glb } };
  },
  png: async (files, { render: renderOptions, params }, stem) => {
    const { ok, png, diagnostics } = await render(files, { ...renderOptions, params });
    return { diagnostics, made: ok ? { name: `${stem}.png`, bytes: png } : null };
  },
  json: async (files, { params }) => {
    const { inspection, diagnostics } = await inspect(files, { params });
    return { diagnostics, made: inspection === null ? null : { json: JSON.stringify(inspection) } };
  },
};

const documentName = /\.rig[ysm]\.ya?ml$/;

/** The path of a document and what is asked of it, from 'path?json'; null if it is none of ours. */
export function askedOf(id: string): { document: string; kind: string } | null {
  const [document, kind = ''] = id.split(/\?(.*)/s) as [string, string?];
  return documentName.test(document) && Object.hasOwn(makers, kind) ? { document, kind } : null;
}

export async function productOf(document: string, kind: string, options: ModuleOptions, project: string): Promise<Product> {
  const root = options.root ?? ((await isBelow(document, project)) ? project : dirname(document));
  const missing: string[] = [];
  const files = await readFiles(document, { root, onMissing: (path) => missing.push(path) });
  const stem = basename(document).replace(documentName, '');
  const top = await realpath(root);
  const paths = [...files.keys()].map((name) => resolve(top, name));
  return { files: paths, missing, ...(await makers[kind]!(files, options, stem)) };
}

async function isBelow(document: string, folder: string): Promise<boolean> {
  return (await realpath(document)).startsWith((await realpath(folder)) + sep);
}

/** Eight hexadecimal digits, the same for the same bytes. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8);
}

/** All errors or all warnings, a line each; empty if there are none. */
export function linesOf(diagnostics: Diagnostic[], severity: Diagnostic['severity']): string {
  return diagnostics
    .filter((one) => one.severity === severity)
    .map(lineOf)
    .join('\n');
}
