// Where a new line of YAML begins. The text before it decides, not the syntax tree: while a document is being
// typed, most of it is not there yet.
import { indentService } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

const unit = 2;

/** A line as the start of an entry: where its innermost dash is, if it has one, and what follows. */
interface Entry {
  line: number;
  dash: number | null;
  column: number;
  rest: string;
}

interface Bracket {
  entry: Entry;
  /** Where its contents are on its own line, if they begin there. */
  contents: number | null;
}

interface Scanned {
  /** The brackets that are open, the outermost first. */
  open: Bracket[];
  /** The entry whose brackets, opened on an earlier line, the last line closes. */
  closed: Entry | null;
  /** The column of the key whose text, after | or >, goes on. */
  textKey: number | null;
}

const key = /^(?:"[^"]*"|'[^']*'|[^\s"'[{][^"']*?)\s*:(?:\s+(.*))?$/;
const textHeader = /^[|>][-+\d]*$/;
const anchorOrTag = /^[&!]\S*$/;
const quoted = /(?<=^|[\s[{,:])(?:"(?:[^"\\]|\\.)*("|$)|'(?:[^']|'')*('|$))/g;

/** The column of the line after `before`; `after` is what will be on it. */
export function newLineColumn(before: string, after = ''): number {
  const lines = before.split('\n');
  const last = lines.at(-1)!;
  const { open, closed, textKey } = scanned(lines);
  const inner = open.at(-1);
  if (inner && /^\s*[\]}]/.test(after)) return inner.entry.dash ?? inner.entry.column;
  if (last.trim() === '') return last.length;
  if (textKey !== null && indentOf(last) > textKey) return indentOf(last);
  const entry = entryOf(last, lines.length - 1);
  if (inner) return inner.entry.line === entry.line ? (inner.contents ?? entry.column + unit) : indentOf(last);
  return columnAfter(closed ?? entry);
}

function columnAfter({ dash, column, rest }: Entry): number {
  const found = key.exec(rest);
  // An item that is not a mapping is complete: the next one has its own dash.
  if (!found) return rest === '' ? column : (dash ?? column);
  const value = found[1] ?? '';
  const isBegun = value === '' || textHeader.test(value) || anchorOrTag.test(value);
  return isBegun ? column + unit : column;
}

function scanned(lines: string[]): Scanned {
  const state: Scanned = { open: [], closed: null, textKey: null };
  lines.forEach((line, number) => {
    const isText = state.textKey !== null && (line.trim() === '' || indentOf(line) > state.textKey);
    if (!isText) scanLine(state, entryOf(line, number));
  });
  return state;
}

function scanLine(state: Scanned, entry: Entry): void {
  state.closed = null;
  const bare = entry.rest.replace(quoted, (text) => '"'.repeat(text.length));
  for (const { 0: bracket, index } of bare.matchAll(/(?<=^|[\s[{,:])[[{]|[\]}]/g)) {
    const gap = bare.slice(index + 1).search(/\S/);
    const contents = gap < 0 ? null : entry.column + index + 1 + gap;
    if (bracket === '[' || bracket === '{') state.open.push({ entry, contents });
    else closeBracket(state, entry);
  }
  const isHeader = state.open.length === 0 && textHeader.test(key.exec(entry.rest)?.[1] ?? '');
  state.textKey = isHeader ? entry.column : null;
}

function closeBracket(state: Scanned, { line }: Entry): void {
  const opened = state.open.pop();
  if (opened && opened.entry.line !== line) state.closed = opened.entry;
}

function entryOf(line: string, number: number): Entry {
  let column = indentOf(line);
  let dash: number | null = null;
  let rest = withoutComment(line.slice(column));
  for (let item = /^-(?:\s+|$)/.exec(rest); item; item = /^-(?:\s+|$)/.exec(rest)) {
    dash = column;
    // A dash alone is followed by a space on the next line.
    column += Math.max(item[0].length, unit);
    rest = rest.slice(item[0].length);
  }
  return { line: number, dash, column, rest };
}

function withoutComment(text: string): string {
  const bare = text.replace(quoted, (part) => '"'.repeat(part.length));
  const comment = /(^|\s)#/.exec(bare);
  return (comment ? text.slice(0, comment.index) : text).trimEnd();
}

function indentOf(line: string): number {
  return /^ */.exec(line)![0].length;
}

export const yamlIndent: Extension = indentService.of((context, at) => {
  const { doc } = context.state;
  const line = doc.lineAt(at);
  if (context.simulatedBreak === at) return newLineColumn(doc.sliceString(0, at), doc.sliceString(at, line.to));
  // A line that is there keeps its place, which has a meaning; only a closing bracket moves to its opening one.
  const isClosing = line.number > 1 && /^\s*[\]}]/.test(line.text);
  return isClosing ? newLineColumn(doc.sliceString(0, line.from - 1), line.text) : indentOf(line.text);
});
