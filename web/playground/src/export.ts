// The document as a file for other programs. It is made when it is asked for, by a worker of its own, so that it
// never delays compiling.
import { noWorker } from './compiler.js';
import type { Project } from './project.js';

export interface ExportRequest {
  entry: string;
  files: Record<string, string>;
}

export type ExportMessage = { glb: Uint8Array<ArrayBuffer> } | { reason: string };

/** Fails with a reason that can be shown. */
export function exportGlb({ entry, files }: Project): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./export_worker.ts', import.meta.url), { type: 'module' });
  const request: ExportRequest = { entry, files: Object.fromEntries(files.map(({ path, text }) => [path, text])) };
  return new Promise<Uint8Array<ArrayBuffer>>((done, failed) => {
    worker.onmessage = ({ data }: MessageEvent<ExportMessage>) =>
      'glb' in data ? done(data.glb) : failed(new Error(data.reason));
    worker.onerror = () => failed(new Error(noWorker));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
