// The messages between the page and the worker.
import type { Diagnostic, Method, Outline, Questions, Winding } from 'rigy';

export interface CompileRequest {
  number: number;
  entry: string;
  files: Record<string, string>;
  winding: Winding;
}

/** A question about the texts. */
export interface AskRequest<M extends Method = Method> {
  question: number;
  files: Record<string, string>;
  method: M;
  params: Questions[M]['params'];
}

export type WorkerRequest = CompileRequest | AskRequest;

export type WorkerMessage =
  | { kind: 'ready'; version: string; milliseconds: number }
  | { kind: 'unusable'; reason: string }
  | { kind: 'failed'; number: number; reason: string }
  | {
      kind: 'compiled';
      number: number;
      glb: Uint8Array<ArrayBuffer> | null;
      outline: Outline | null;
      diagnostics: Diagnostic[];
      milliseconds: number;
    }
  | { kind: 'answered'; question: number; answer: unknown }
  | { kind: 'unanswered'; question: number; reason: string };

export type Compiled = Extract<WorkerMessage, { kind: 'compiled' }>;
