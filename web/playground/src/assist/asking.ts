// How the editor asks the compiler: the same questions that other editors ask the language server.
import { ChangeSet, Facet, Text, type ChangeSpec } from '@codemirror/state';
import type { Location, Method, Position, Questions, TextEdit, WorkspaceEdit } from 'rigy';

/** The params of a question without the text, which is the one in the editor. */
export type Asked<M extends Method> = Omit<Questions[M]['params'], 'textDocument'>;

export interface Desk {
  /** Fails with a reason that can be shown. */
  ask<M extends Method>(method: M, params: Asked<M>): Promise<Questions[M]['answer']>;
  /** Changes texts, as one step. */
  apply(edit: WorkspaceEdit): void;
  /** Shows a place, perhaps of another file. */
  show(place: Location): void;
  /** Says something that somebody asked for and does not see elsewhere. */
  say(message: string): void;
}

/** The desk of an editor; null for files that nothing can be asked about. */
export const desk = Facet.define<Desk, Desk | null>({ combine: ([first]) => first ?? null });

export function positionAt(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

export function offsetAt(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

export function changesOf(doc: Text, edits: TextEdit[]): ChangeSpec[] {
  return edits.map(({ range, newText }) => ({
    from: offsetAt(doc, range.start),
    to: offsetAt(doc, range.end),
    insert: newText,
  }));
}

/** What differs between two texts, as one change. */
export function replacementOf(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let kept = 0;
  const most = Math.min(before.length, after.length) - from;
  while (kept < most && before.at(-1 - kept) === after.at(-1 - kept)) kept += 1;
  return { from, to: before.length - kept, insert: after.slice(from, after.length - kept) };
}

/** The text with the edits. */
export function withEdits(text: string, edits: TextEdit[]): string {
  const doc = Text.of(text.split('\n'));
  return ChangeSet.of(changesOf(doc, edits), doc.length).apply(doc).toString();
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
