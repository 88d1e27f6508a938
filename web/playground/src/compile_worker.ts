// The compiler, off the page's own thread. Its module has only what is needed while somebody writes.
import { load, type Rigy } from 'rigy';
import type { AskRequest, CompileRequest, WorkerMessage, WorkerRequest } from './protocol.js';

const port = self as unknown as {
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null;
};

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function compile(rigy: Rigy, { number, entry, files, winding }: CompileRequest): void {
  try {
    const start = performance.now();
    const { glb, outline, diagnostics } = rigy.compile(files, { entry, winding, outline: true });
    const milliseconds = performance.now() - start;
    port.postMessage(
      { kind: 'compiled', number, glb, outline, diagnostics, milliseconds },
      glb ? [glb.buffer] : [],
    );
  } catch (error) {
    port.postMessage({ kind: 'failed', number, reason: reasonOf(error) });
  }
}

function answer(rigy: Rigy, { question, files, method, params }: AskRequest): void {
  try {
    port.postMessage({ kind: 'answered', question, answer: rigy.ask(files, method, params) });
  } catch (error) {
    port.postMessage({ kind: 'unanswered', question, reason: reasonOf(error) });
  }
}

try {
  if (typeof WebAssembly === 'undefined') throw new Error('this browser has no WebAssembly, or it is turned off');
  const start = performance.now();
  const rigy = await load(new URL('../../../build/wasm/rigy-edit.wasm', import.meta.url));
  port.onmessage = ({ data }) => ('question' in data ? answer(rigy, data) : compile(rigy, data));
  port.postMessage({ kind: 'ready', version: rigy.version, milliseconds: performance.now() - start });
} catch (error) {
  port.postMessage({ kind: 'unusable', reason: reasonOf(error) });
}
