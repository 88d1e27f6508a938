// The messages between the page and the worker.
import type { Diagnostic, Outline, Winding } from 'rigy';

export interface CompileRequest {
  number: number;
  entry: string;
  files: Record<string, string>;
  winding: Winding;
}

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
    };

export type Compiled = Extract<WorkerMessage, { kind: 'compiled' }>;
