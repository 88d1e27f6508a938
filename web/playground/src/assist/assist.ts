// Everything in the editor that comes from the compiler; nothing here knows the language. It is loaded when somebody is
// about to write, or when there is something to fix; with it searching, and what only files of weights need.
import { json } from '@codemirror/lang-json';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { desk, type Desk } from './asking.js';
import { completion } from './complete.js';
import { findFixes, fixesAt, fixing } from './fixes.js';
import { format, formatting } from './format.js';
import { hovering } from './hover.js';
import { ids } from './ids.js';
import { tips } from './tip.js';

export function assistance(asked: Desk): Extension {
  return [desk.of(asked), completion, hovering, fixing, ids, formatting, tips];
}

export const searching: Extension = [highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap)];

export { findFixes, fixesAt, format, json, openSearchPanel };
