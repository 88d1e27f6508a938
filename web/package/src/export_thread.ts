// Exports in a worker; on the calling thread where there are no workers, or this one cannot be loaded: in Node.js, and on
// pages that take the script from another site.
import { exportAsset } from './index.js';
import type { ExportOptions, ExportResult, FileContents } from './types.js';

export interface ExportQuestion {
  number: number;
  files: ReadonlyMap<string, FileContents>;
  options: ExportOptions;
}

export type ExportAnswer = { number: number; result: ExportResult } | { number: number; reason: string };

interface Waiting extends ExportQuestion {
  done(result: ExportResult | Promise<ExportResult>): void;
  failed(error: Error): void;
}

export class ExportThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null;
  #last = 0;

  constructor(usesWorker: boolean) {
    this.#worker = usesWorker ? startWorker() : null;
    if (this.#worker === null) return;
    this.#worker.onmessage = ({ data }: MessageEvent<ExportAnswer>) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#goOnWithoutWorker();
    };
  }

  export(files: ReadonlyMap<string, FileContents>, options: ExportOptions): Promise<ExportResult> {
    const worker = this.#worker;
    if (worker === null) return exportAsset(files, options);
    const question = { number: ++this.#last, files, options };
    return new Promise((done, failed) => {
      this.#waiting.set(question.number, { ...question, done, failed });
      worker.postMessage(question);
    });
  }

  /** Ends the worker; what is still asked of it fails. */
  dispose(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { failed } of this.#waiting.values()) failed(new Error('rigy: the loader was disposed of'));
    this.#waiting.clear();
  }

  #receive(answer: ExportAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if ('result' in answer) waiting?.done(answer.result);
    else waiting?.failed(new Error(answer.reason));
  }

  #goOnWithoutWorker(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { files, options, done } of this.#waiting.values()) done(exportAsset(files, options));
    this.#waiting.clear();
  }
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  try {
    return new Worker(new URL('./export_worker.js', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}
