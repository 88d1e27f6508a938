// Finds places in the text of a document, and changes it there, so that everything else, comments included,
// stays as it was written.
import { yamlLanguage } from '@codemirror/lang-yaml';

type SyntaxNode = ReturnType<typeof yamlLanguage.parser.parse>['topNode'];

export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

/** A value without parts. */
export interface Scalar {
  key: string;
  from: number;
  to: number;
  text: string;
}

export function applied(text: string, { from, to, insert }: TextEdit): string {
  return text.slice(0, from) + insert + text.slice(to);
}

/** The scalars of a mapping at the top of the document, in block or flow style. */
export function scalarsOf(text: string, key: string): Scalar[] {
  const mapping = topLevel(text, key)?.value;
  if (mapping?.name !== 'BlockMapping' && mapping?.name !== 'FlowMapping') return [];
  return mapping.getChildren('Pair').flatMap((pair) => {
    const value = valueOf(pair);
    if (value?.name !== 'Literal' && value?.name !== 'QuotedLiteral') return [];
    const { from, to } = value;
    return [{ key: keyOf(text, pair), from, to, text: text.slice(from, to) }];
  });
}

/** The values that name a file. Keys and comments are not among them. */
export function fileNames(text: string): TextEdit[] {
  const found: TextEdit[] = [];
  yamlLanguage.parser.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      const isValue = (name === 'Literal' || name === 'QuotedLiteral') && node.parent?.name !== 'Key';
      const insert = isValue ? unquoted(text.slice(from, to)) : '';
      if (/\.(ya?ml|json)$/.test(insert)) found.push({ from, to, insert });
    },
  });
  return found;
}

/** Appends an entry, written as `- …` with lines after it, to a list at the top; null if that is in flow style. */
export function appendedTo(text: string, key: string, entry: string): TextEdit | null {
  const found = topLevel(text, key);
  if (!found) {
    const gap = text === '' || text.endsWith('\n') ? '' : '\n';
    return { from: text.length, to: text.length, insert: `${gap}\n${key}:\n${indented(entry, 2)}` };
  }
  const { pair, value } = found;
  const isEmpty = value === null || /^(\[\s*\]|~|null)$/.test(text.slice(value.from, value.to));
  if (isEmpty) {
    const colon = pair.getChild(':')!.to;
    return { from: colon, to: value?.to ?? colon, insert: `\n${indented(entry, 2).trimEnd()}` };
  }
  if (value.name !== 'BlockSequence') return null;
  const first = value.getChild('-')!.from;
  const column = first - (text.lastIndexOf('\n', first - 1) + 1);
  // A comment may end the last line.
  const lineEnd = text.indexOf('\n', value.to);
  const at = lineEnd < 0 ? text.length : lineEnd;
  return { from: at, to: at, insert: `\n${indented(entry, column).trimEnd()}` };
}

function topLevel(text: string, key: string): { pair: SyntaxNode; value: SyntaxNode | null } | null {
  const root = yamlLanguage.parser.parse(text).topNode.getChild('Document')?.getChild('BlockMapping');
  const pair = root?.getChildren('Pair').find((one) => keyOf(text, one) === key);
  return pair ? { pair, value: valueOf(pair) } : null;
}

function keyOf(text: string, pair: SyntaxNode): string {
  const key = pair.getChild('Key');
  return key ? unquoted(text.slice(key.from, key.to)) : '';
}

function valueOf(pair: SyntaxNode): SyntaxNode | null {
  let value = pair.getChild(':')?.nextSibling ?? null;
  while (value?.name === 'Comment') value = value.nextSibling;
  return value;
}

export function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}

export function indented(lines: string, columns: number): string {
  return lines.replace(/^(?=.)/gm, ' '.repeat(columns));
}
