// The page's side of the worker: numbers the requests, drops late answers, and terminates a worker
// that takes too long.
import type { Method, Questions, Winding } from 'rigy';
import type { Project } from './project.js';
import type { AskRequest, Compiled, CompileRequest, WorkerMessage, WorkerRequest } from './protocol.js';

/** The part of a Worker that is used here. */
export interface Port {
  postMessage(request: WorkerRequest): void;
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

interface Asked {
  request: AskRequest;
  done(answer: unknown): void;
  failed(reason: Error): void;
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
  readonly #asked = new Map<number, Asked>();
  #questions = 0;
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
      files: filesOf(project),
      winding,
    };
    this.#send();
    return this.#last;
  }

  /** Asks about the texts of the project; fails with a reason that can be shown. */
  ask<M extends Method>(project: Project, method: M, params: Questions[M]['params']): Promise<Questions[M]['answer']> {
    return new Promise<unknown>((done, failed) => {
      const request = { question: ++this.#questions, files: filesOf(project), method, params } as AskRequest;
      this.#asked.set(request.question, { request, done, failed });
      if (this.#isReady) this.#port?.postMessage(request);
    }) as Promise<Questions[M]['answer']>;
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
    const waiting = [...this.#asked.values()];
    this.#asked.clear();
    for (const { failed } of waiting) failed(new Error('The compiler was stopped because it took too long.'));
    this.#port = this.#open();
    const seconds = this.#limit / 1000;
    this.#events.failed(`Compiling took more than ${seconds} seconds and was stopped.`);
  }

  #receive(message: WorkerMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        for (const { request } of this.#asked.values()) this.#port?.postMessage(request);
        this.#events.ready(message.version, message.milliseconds);
        break;
      case 'unusable':
        this.#events.unusable(message.reason);
        return;
      case 'answered':
        this.#take(message.question)?.done(message.answer);
        return;
      case 'unanswered':
        this.#take(message.question)?.failed(new Error(message.reason));
        return;
      case 'failed':
      case 'compiled':
        clearTimeout(this.#timer);
        this.#running = null;
        if (message.number >= this.#wanted) this.#deliver(message);
    }
    this.#send();
  }

  #take(question: number): Asked | undefined {
    const asked = this.#asked.get(question);
    this.#asked.delete(question);
    return asked;
  }

  #deliver(message: Extract<WorkerMessage, { number: number }>): void {
    if (message.kind === 'compiled') this.#events.compiled(message);
    else this.#events.failed(message.reason);
  }
}

function filesOf({ files }: Project): Record<string, string> {
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}
