// The page's side of the worker: numbers the requests, drops late answers, and terminates a worker
// that takes too long.
import type { Winding } from 'rigy';
import type { Project } from './project.js';
import type { Compiled, CompileRequest, WorkerMessage } from './protocol.js';

/** The part of a Worker that is used here. */
export interface Port {
  postMessage(request: CompileRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface CompilerEvents {
  ready(version: string, milliseconds: number): void;
  compiled(result: Compiled): void;
  /** The request failed; the next one may work. */
  failed(reason: string): void;
  /** There is no compiler in this browser. */
  unusable(reason: string): void;
}

export const timeLimit = 10_000;

/** Browsers do not tell a page why it has no worker. */
export const noWorker =
  'the worker that runs it could not be started. Either the server does not answer, or the browser, an extension ' +
  'or the policy of the server blocks workers';

export class Compiler {
  readonly #start: () => Port;
  readonly #events: CompilerEvents;
  readonly #limit: number;
  // Null if workers are blocked.
  #port: Port | null;
  #isReady = false;
  #last = 0;
  // Answers to earlier requests are not wanted.
  #wanted = 0;
  #waiting: CompileRequest | null = null;
  #running: CompileRequest | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: () => Port, events: CompilerEvents, limit = timeLimit) {
    this.#start = start;
    this.#events = events;
    this.#limit = limit;
    this.#port = this.#open();
  }

  /** Returns the number of the request. Of several made while one is running, only the last is sent. */
  request(project: Project, winding: Winding): number {
    this.#wanted = this.#last + 1;
    return this.follow(project, winding);
  }

  /** Another request of a quick succession: what is being compiled is shown on the way. */
  follow(project: Project, winding: Winding): number {
    this.#waiting = {
      number: ++this.#last,
      entry: project.entry,
      files: Object.fromEntries(project.files.map(({ path, text }) => [path, text])),
      winding,
    };
    this.#send();
    return this.#last;
  }

  /** Drops the request that is running: the text has changed. */
  outdate(): void {
    this.#wanted = ++this.#last;
    this.#waiting = null;
  }

  #open(): Port | null {
    try {
      const port = this.#start();
      port.onmessage = ({ data }) => this.#receive(data);
      port.onerror = () => this.#events.unusable(noWorker);
      return port;
    } catch {
      this.#events.unusable(noWorker);
      return null;
    }
  }

  #send(): void {
    if (!this.#isReady || this.#running || !this.#waiting) return;
    this.#running = this.#waiting;
    this.#waiting = null;
    this.#port?.postMessage(this.#running);
    this.#timer = setTimeout(() => this.#stop(), this.#limit);
  }

  #stop(): void {
    this.#port?.terminate();
    this.#isReady = false;
    this.#running = null;
    this.#port = this.#open();
    const seconds = this.#limit / 1000;
    this.#events.failed(`Compiling took more than ${seconds} seconds and was stopped.`);
  }

  #receive(message: WorkerMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#events.ready(message.version, message.milliseconds);
        break;
      case 'unusable':
        this.#events.unusable(message.reason);
        return;
      case 'failed':
      case 'compiled':
        clearTimeout(this.#timer);
        this.#running = null;
        if (message.number >= this.#wanted) this.#deliver(message);
    }
    this.#send();
  }

  #deliver(message: Extract<WorkerMessage, { number: number }>): void {
    if (message.kind === 'compiled') this.#events.compiled(message);
    else this.#events.failed(message.reason);
  }
}
