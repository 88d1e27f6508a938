// The look of the editor; its colours come from style/theme.css, so one theme serves light and dark.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--code-quiet)' },
  { tag: tags.content, color: 'var(--ink)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--code-size)', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '12px 0 40px' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection': {
    backgroundColor: 'var(--selection) !important',
  },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--quiet)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 10px 0 14px', minWidth: '34px' },
  '.cm-activeLine': { backgroundColor: 'var(--line)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-picked': { backgroundColor: 'var(--picked)', boxShadow: 'inset 3px 0 var(--accent)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '4px 0 0 4px' },
  '.cm-lint-marker': { width: '9px', height: '9px', borderRadius: '50%', content: '""' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--error)' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warning)' },
  '.cm-lintRange-error, .cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--error) 1.5px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warning)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--edge)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
    maxWidth: 'min(460px, 90vw)',
  },
  '.cm-diagnostic': { padding: '10px 12px', borderLeft: '3px solid var(--error)', fontFamily: 'var(--sans)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)', borderColor: 'var(--edge)' },
  '.cm-panel button, .cm-panel input': { font: 'inherit' },
  '.cm-searchMatch': { backgroundColor: 'var(--picked)', outline: '1px solid var(--accent)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--picked) !important', outline: 'none' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--line)', border: 'none', color: 'var(--quiet)' },
});

export const editorTheme = [look, syntaxHighlighting(highlighting)];
