// Completion: what may be written at the cursor, with filled-in forms whose values are edited one after the other.
import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { Prec, type Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { CompletionItem, CompletionKind } from 'rigy';
import { desk, offsetAt, positionAt } from './asking.js';

const types: Record<CompletionKind, string> = {
  3: 'function',
  6: 'variable',
  10: 'property',
  12: 'enum',
  15: 'class',
  17: 'text',
  18: 'constant',
};

/** A snippet of the protocol as CodeMirror writes it: it has no choices, and only its fields have braces after $. */
export function templateOf(text: string): string {
  return text
    .replace(/\$\{(\d+)\|([^,|}]*)[^}]*\}/g, '${$1:$2}')
    .replace(/(?<!\\)\$(\d+)/g, '${$1}')
    .replace(/\\\$\{([^}]*)\}/g, '$\\{$1\\}')
    .replace(/\\([$\\}])/g, '$1');
}

function optionOf(item: CompletionItem, index: number): Completion {
  const { label, kind, detail, documentation, textEdit } = item;
  return {
    label,
    type: types[kind],
    // In the order of the language: what is required comes first.
    boost: -Math.min(index, 99),
    apply: snippet(templateOf(textEdit.newText)),
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { info: documentation }),
  };
}

// Not by itself on an empty line, where Enter is to make another one.
const wanted = /(?:[\w$]|[:-] |[{[,] ?)$/;

async function complete({ state, pos, explicit, view }: CompletionContext): Promise<CompletionResult | null> {
  // Gestures and sliders change the text, too.
  if (!explicit && view?.hasFocus === false) return null;
  const asking = state.facet(desk);
  const line = state.doc.lineAt(pos);
  if (!asking || (!explicit && !wanted.test(line.text.slice(0, pos - line.from)))) return null;
  const { items } = await asking
    .ask('textDocument/completion', { position: positionAt(state.doc, pos) })
    .catch(() => ({ items: [] }));
  if (items.length === 0) return null;
  const from = offsetAt(state.doc, items[0]!.textEdit.range.start);
  const to = offsetAt(state.doc, items[0]!.textEdit.range.end);
  // A word that is complete: Enter goes on behind it.
  const word = state.sliceDoc(from, pos);
  if (!explicit && items.some(({ label }) => label === word)) return null;
  return { from, to, options: items.map(optionOf), validFor: /^\w*$/ };
}

export const completion: Extension = [
  autocompletion({ override: [complete], defaultKeymap: false, icons: true }),
  Prec.highest(keymap.of([...completionKeymap, { key: 'Tab', run: acceptCompletion }])),
];
