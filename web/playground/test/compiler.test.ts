// The page's side of the worker, with a worker that answers when it is told to.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import { Compiler, type Port } from '../src/compiler.js';
import type { Project } from '../src/project.js';
import type { CompileRequest, WorkerMessage, WorkerRequest } from '../src/protocol.js';

class FakeWorker implements Port {
  onmessage: Port['onmessage'] = null;
  onerror: Port['onerror'] = null;
  requests: CompileRequest[] = [];
  questions: number[] = [];
  isTerminated = false;

  postMessage(request: WorkerRequest): void {
    if ('question' in request) this.questions.push(request.question);
    else this.requests.push(request);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  say(data: WorkerMessage): void {
    this.onmessage?.({ data } as MessageEvent<WorkerMessage>);
  }
  ready(): void {
    this.say({ kind: 'ready', version: '1', milliseconds: 1 });
  }
  answer(number: number): void {
    this.say({ kind: 'compiled', number, glb: null, outline: null, diagnostics: [], milliseconds: 1 });
  }
}

function makeCompiler(limit?: number) {
  const workers: FakeWorker[] = [];
  const log: string[] = [];
  const start = () => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  };
  const events = {
    ready: () => void log.push('ready'),
    compiled: ({ number }: { number: number }) => void log.push(`compiled ${number}`),
    failed: (reason: string) => void log.push(`failed: ${reason}`),
    unusable: (reason: string) => void log.push(`unusable: ${reason}`),
  };
  return { compiler: new Compiler(start, events, limit), workers, log };
}

function project(text: string): Project {
  return { files: [{ path: 'a.rigy.yaml', text }], entry: 'a.rigy.yaml' };
}

test('requests wait until the module is loaded, and only the last is sent', () => {
  const { compiler, workers, log } = makeCompiler();
  compiler.request(project('one'), 'canonical');
  compiler.request(project('two'), 'outward');
  const [worker] = workers;
  assert.deepEqual(worker!.requests, []);
  worker!.ready();
  assert.deepEqual(worker!.requests, [
    { number: 2, entry: 'a.rigy.yaml', files: { 'a.rigy.yaml': 'two' }, winding: 'outward' },
  ]);
  worker!.answer(2);
  assert.deepEqual(log, ['ready', 'compiled 2']);
});

test('an answer to a text that has changed since is dropped', () => {
  const { compiler, workers, log } = makeCompiler();
  const [worker] = workers;
  worker!.ready();
  compiler.request(project('one'), 'canonical');
  compiler.outdate();
  worker!.answer(1);
  assert.deepEqual(log, ['ready']);
});

test('an answer that was overtaken is dropped, and what came last is compiled', () => {
  const { compiler, workers, log } = makeCompiler();
  const [worker] = workers;
  worker!.ready();
  for (const text of ['one', 'two', 'three']) compiler.request(project(text), 'canonical');
  assert.deepEqual(worker!.requests.map(({ number }) => number), [1]);
  worker!.answer(1);
  assert.deepEqual(worker!.requests.map(({ number }) => number), [1, 3]);
  assert.deepEqual(log, ['ready']);
  worker!.answer(3);
  assert.deepEqual(log, ['ready', 'compiled 3']);
});

test('a worker that takes too long is replaced, and the next request works', async () => {
  const { compiler, workers, log } = makeCompiler(20);
  workers[0]!.ready();
  compiler.request(project('endless'), 'canonical');
  await wait(60);
  assert.equal(workers[0]!.isTerminated, true);
  assert.deepEqual(log, ['ready', 'failed: Compiling took more than 0.02 seconds and was stopped.']);
  compiler.request(project('short'), 'canonical');
  workers[1]!.ready();
  workers[1]!.answer(2);
  assert.deepEqual(log.slice(2), ['ready', 'compiled 2']);
});

test('failures are told, those of overtaken requests are not', () => {
  const { compiler, workers, log } = makeCompiler();
  const [worker] = workers;
  worker!.ready();
  compiler.request(project('one'), 'canonical');
  worker!.say({ kind: 'failed', number: 1, reason: 'no memory' });
  compiler.request(project('two'), 'canonical');
  compiler.request(project('three'), 'canonical');
  worker!.say({ kind: 'failed', number: 2, reason: 'no memory either' });
  worker!.answer(3);
  worker!.say({ kind: 'unusable', reason: 'no WebAssembly' });
  assert.deepEqual(log, ['ready', 'failed: no memory', 'compiled 3', 'unusable: no WebAssembly']);
});

test('questions wait for the module, and fail with the worker', async () => {
  const { compiler, workers } = makeCompiler(20);
  const position = { line: 0, character: 0 };
  const ask = () => compiler.ask(project('x'), 'textDocument/hover', { textDocument: { uri: 'a.rigy.yaml' }, position });
  const first = ask();
  assert.deepEqual(workers[0]!.questions, []);
  workers[0]!.ready();
  assert.deepEqual(workers[0]!.questions, [1]);
  workers[0]!.say({ kind: 'answered', question: 1, answer: null });
  assert.equal(await first, null);
  const refused = ask();
  workers[0]!.say({ kind: 'unanswered', question: 2, reason: 'no such text' });
  await assert.rejects(refused, { message: 'no such text' });
  const lost = ask();
  compiler.request(project('y'), 'canonical');
  await assert.rejects(lost, /took too long/);
});
