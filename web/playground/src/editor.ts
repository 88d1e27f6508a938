// The editor: one CodeMirror view, one state per file, so that every file keeps its own history.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintKeymap, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import {
  Compartment,
  EditorState,
  StateEffect,
  StateField,
  Transaction,
  type Extension,
  type Text,
} from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import type { Diagnostic, TextEdit } from 'rigy';
import { changesOf, replacementOf, type Desk } from './assist/asking.js';
import { button, el } from './dom.js';
import { editorTheme } from './editor_theme.js';
import { hangingWrap } from './hanging_wrap.js';
import { loaded } from './loading.js';
import { problemMessages } from './problem_messages.js';
import { isOtherText, type ProjectFile } from './project.js';
import { yamlIndent } from './yaml_indent.js';

export interface EditorEvents {
  /** Who answers questions about a file. */
  desk(path: string): Desk;
  /** `isOther`: the whole text was replaced by another one. */
  edited(path: string, text: string, isOther: boolean): void;
  /** The author moved the cursor to another line. */
  movedTo(path: string, line: number): void;
  explain(code: string): void;
}

interface Lines {
  from: number;
  to: number;
}

const pickLines = StateEffect.define<Lines | null>();

const pickedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    decorations = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(pickLines)) decorations = decorationsOf(transaction.state.doc, effect.value);
    }
    return decorations;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorationsOf(doc: Text, lines: Lines | null): DecorationSet {
  if (lines === null) return Decoration.none;
  const picked = [];
  for (let line = lines.from; line <= Math.min(lines.to, doc.lines); ++line) {
    picked.push(Decoration.line({ class: 'cm-picked' }).range(doc.line(line).from));
  }
  return Decoration.set(picked);
}

function isJson(path: string): boolean {
  return path.endsWith('.json');
}

type Assist = typeof import('./assist/assist.js');

export class Editor {
  readonly #view: EditorView;
  readonly #events: EditorEvents;
  readonly #states = new Map<string, EditorState>();
  #path = '';
  #diagnostics: Diagnostic[] = [];
  #isOwnMove = false;
  readonly #assisting = new Compartment();
  #assist: Assist | null = null;
  #isAssistAsked = false;

  constructor(parent: HTMLElement, events: EditorEvents) {
    this.#events = events;
    this.#view = new EditorView({ parent });
    for (const sign of ['focusin', 'pointerenter']) {
      parent.addEventListener(sign, () => void this.#askAssist(), { once: true });
    }
  }

  get path(): string {
    return this.#path;
  }

  /** Forgets all files; the next `open` starts afresh. */
  reset(): void {
    this.#states.clear();
    this.#path = '';
    this.#diagnostics = [];
  }

  forget(path: string): void {
    this.#states.delete(path);
    if (this.#path === path) this.#path = '';
  }

  open(file: ProjectFile): void {
    if (this.#path === file.path) return;
    if (this.#path !== '') this.#states.set(this.#path, this.#view.state);
    this.#path = file.path;
    const kept = this.#states.get(file.path);
    const isSame = kept?.doc.toString() === file.text;
    this.#view.setState(kept && isSame ? kept : this.#newState(file));
    this.#addAssist();
    if (isJson(file.path)) void this.#askAssist();
    const { head } = this.#view.state.selection.main;
    this.#view.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'center' }) });
    this.#mark();
  }

  setDiagnostics(diagnostics: Diagnostic[]): void {
    this.#diagnostics = diagnostics;
    this.#mark();
    if (diagnostics.some(({ file }) => file === this.#path)) void this.#findFixes();
  }

  /** Writes the text in the one style. */
  async format(): Promise<void> {
    await this.#askAssist();
    await this.#assist?.format(this.#view);
  }

  /** Marks the lines as picked. */
  pick(lines: Lines | null): void {
    this.#view.dispatch({ effects: pickLines.of(lines) });
  }

  /** Moves the cursor there. */
  goTo(line: number, column: number, { focus = true } = {}): void {
    const at = this.#position(line, column);
    this.#isOwnMove = true;
    this.#view.dispatch({
      selection: { anchor: at },
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    });
    this.#isOwnMove = false;
    if (focus) this.#view.focus();
  }

  /** Changes what differs, as if it were typed. */
  replace(text: string): void {
    this.#view.dispatch({ changes: replacementOf(this.#view.state.doc.toString(), text) });
  }

  focus(): void {
    this.#view.focus();
  }

  /** The word at the cursor; empty if there is none. */
  get word(): string {
    const { state } = this.#view;
    const range = state.wordAt(state.selection.main.head);
    return range ? state.sliceDoc(range.from, range.to) : '';
  }

  /** Changes the text of the file shown, as one step; if it is joined, a quick succession is undone together. */
  change(edits: TextEdit[], isJoined = false): void {
    const changes = changesOf(this.#view.state.doc, edits);
    // Only typing is undone together with what came shortly before.
    const by = isJoined ? 'input.type' : 'input.edit';
    this.#view.dispatch({ changes, annotations: Transaction.userEvent.of(by) });
  }

  #newState({ path, text }: ProjectFile): EditorState {
    return EditorState.create({ doc: text, extensions: this.#extensions(path) });
  }

  #extensions(path: string): Extension {
    return [
      problemMessages,
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of('  '),
      bracketMatching(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      isJson(path) ? [] : [yaml(), yamlIndent],
      this.#assisting.of(this.#assistance(path)),
      keymap.of([...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab, { key: 'Mod-f', run: () => this.#searchFirst() }]),
      EditorView.contentAttributes.of({
        tabindex: '0',
        'aria-label': `Source of ${path}. Press Escape, then Tab to leave the editor.`,
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.#edited(path, update);
        const lineOf = (state: EditorState) => state.doc.lineAt(state.selection.main.head).number;
        const isMoved = update.selectionSet && lineOf(update.state) !== lineOf(update.startState);
        const isTyped = update.docChanged;
        if (isMoved && !isTyped && !this.#isOwnMove) this.#events.movedTo(path, lineOf(update.state));
      }),
      pickedLines,
      hangingWrap,
      editorTheme,
    ];
  }

  #assistance(path: string): Extension {
    if (!this.#assist) return [];
    return [isJson(path) ? this.#assist.json() : this.#assist.assistance(this.#events.desk(path)), this.#assist.searching];
  }

  // Asked again only if it could not be loaded.
  async #askAssist(): Promise<void> {
    if (this.#isAssistAsked) return;
    this.#isAssistAsked = true;
    this.#assist = await loaded('Help with writing', () => import('./assist/assist.js'));
    this.#isAssistAsked = this.#assist !== null;
    this.#addAssist();
  }

  // The first search may come before what searches is loaded.
  #searchFirst(): boolean {
    if (this.#assist) return false;
    void loaded('Searching', () => import('./assist/assist.js')).then((assist) => {
      if (!assist) return;
      this.#assist = assist;
      this.#isAssistAsked = true;
      this.#addAssist();
      assist.openSearchPanel(this.#view);
    });
    return true;
  }

  // To a state that was made before it was loaded.
  #addAssist(): void {
    const added = this.#assisting.get(this.#view.state);
    const isMissing = Array.isArray(added) && added.length === 0;
    if (!this.#assist || !isMissing) return;
    this.#view.dispatch({ effects: this.#assisting.reconfigure(this.#assistance(this.#path)) });
    if (this.#diagnostics.length > 0) void this.#findFixes();
  }

  async #findFixes(): Promise<void> {
    await this.#askAssist();
    await this.#assist?.findFixes(this.#view);
  }

  #edited(path: string, { changes, startState, state, transactions }: ViewUpdate): void {
    let inserted = 0;
    changes.iterChangedRanges((_fromBefore, _toBefore, from, to) => (inserted += to - from));
    const text = state.doc.toString();
    // Comparing texts takes time, which only a large change is worth.
    const isFormatted = transactions.some((one) => one.isUserEvent('format'));
    const isLarge = inserted > text.length / 2 && !isFormatted;
    this.#events.edited(path, text, isLarge && isOtherText(startState.doc.toString(), text));
  }

  #position(line: number, column: number): number {
    const { doc } = this.#view.state;
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(from + Math.max(column - 1, 0), to);
  }

  #mark(): void {
    const marks = this.#diagnostics
      .filter(({ file }) => file === this.#path)
      .map((diagnostic) => this.#markOf(diagnostic));
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  #markOf(diagnostic: Diagnostic): Mark {
    const from = this.#position(diagnostic.line, diagnostic.columnUtf16);
    const to = this.#position(diagnostic.endLine, diagnostic.endColumnUtf16);
    return {
      from,
      to: Math.max(from, to),
      severity: diagnostic.severity,
      message: diagnostic.message,
      renderMessage: () => this.#hoverHelp(diagnostic),
    };
  }

  #hoverHelp({ code, message, help, line }: Diagnostic): HTMLElement {
    const link = el('button', { type: 'button', class: 'link' }, `${code}: explain`);
    link.addEventListener('click', () => this.#events.explain(code));
    const box = el('div', { class: 'hover-help' }, el('p', {}, message));
    if (help) box.append(el('p', { class: 'help' }, help));
    const fixes = (this.#assist?.fixesAt(this.#view, line) ?? []).filter(({ diagnostics }) => diagnostics?.some((one) => one.code === code));
    for (const { title, edit } of fixes) {
      box.append(button(title, () => this.#events.desk(this.#path).apply(edit), { class: 'fix' }));
    }
    box.append(link);
    return box;
  }
}
