// What takes the whole compiler: the document as a file for other programs, measuring, and lint. A worker of its own does it
// when it is asked for, so that it never delays compiling.
import type { Diagnostic, ExportedFile, ExportOptions, Measurement } from 'rigy';
import { noWorker } from './compiler.js';
import type { Project } from './project.js';

export interface ExportRequest {
  entry: string;
  files: Record<string, string>;
  /** The program that it is for. */
  preset?: Preset;
  /** Two parts, to be measured instead. */
  measure?: [a: string, b: string];
  /** What lint finds, instead. */
  lint?: true;
}

export type Preset = NonNullable<ExportOptions['preset']>;

export type ExportMessage = { exported: ExportedFile[] } | { measurement: Measurement } | { findings: Diagnostic[] } | { reason: string };

type Answer = Exclude<ExportMessage, { reason: string }>;

/** The files for a program, of which the first refers to the others; fails with a reason that can be shown. */
export async function exportedFor(project: Project, preset: Preset): Promise<ExportedFile[]> {
  const answer = await asked(project, { preset });
  if (!('exported' in answer)) throw new Error('no file');
  return answer.exported;
}

/** How two parts lie to each other, by their ids; fails as an export does. */
export async function measured(project: Project, a: string, b: string): Promise<Measurement> {
  const answer = await asked(project, { measure: [a, b] });
  if (!('measurement' in answer)) throw new Error('nothing was measured');
  return answer.measurement;
}

/** What `rigy lint` says about a document, errors and warnings included. */
export async function linted(project: Project): Promise<Diagnostic[]> {
  const answer = await asked(project, { lint: true });
  if (!('findings' in answer)) throw new Error('nothing was found');
  return answer.findings;
}

function asked({ entry, files }: Project, what: Pick<ExportRequest, 'lint' | 'measure' | 'preset'>): Promise<Answer> {
  const worker = new Worker(new URL('./export_worker.ts', import.meta.url), { type: 'module' });
  const request: ExportRequest = { entry, files: Object.fromEntries(files.map(({ path, text }) => [path, text])), ...what };
  return new Promise<Answer>((done, failed) => {
    worker.onmessage = ({ data }: MessageEvent<ExportMessage>) =>
      'reason' in data ? failed(new Error(data.reason)) : done(data);
    worker.onerror = () => failed(new Error(noWorker));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
