// The list of problems below the editor.
import type { Diagnostic } from 'rigy';
import { button, byId, el } from './dom.js';

export class Problems {
  readonly #summary = byId('problems-summary');
  readonly #list = byId('problems-list');
  readonly #goTo: (diagnostic: Diagnostic) => void;
  readonly #explain: (code: string) => void;

  constructor(goTo: (diagnostic: Diagnostic) => void, explain: (code: string) => void) {
    this.#goTo = goTo;
    this.#explain = explain;
  }

  show(diagnostics: Diagnostic[]): void {
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
    this.say(summaryOf(errors, diagnostics.length - errors));
    if (diagnostics.length === 0) return;
    byId('problems').dataset['state'] = errors > 0 ? 'errors' : 'warnings';
    this.#list.hidden = false;
    this.#list.replaceChildren(...diagnostics.map((diagnostic) => this.#item(diagnostic)));
  }

  /** Shows a text instead of a list. */
  say(summary: string): void {
    // Screen readers announce the text when it changes, and only then.
    if (this.#summary.textContent !== summary) this.#summary.textContent = summary;
    byId('problems').dataset['state'] = 'none';
    this.#list.hidden = true;
    this.#list.replaceChildren();
  }

  #item(diagnostic: Diagnostic): HTMLElement {
    const { severity, code, message, help, file, line } = diagnostic;
    const place = line > 0 ? `${file}:${line}` : file;
    const jump = button('', () => this.#goTo(diagnostic), { class: 'problem' });
    jump.append(el('span', { class: 'problem-message' }, message), el('span', { class: 'problem-place' }, place));
    if (help) jump.append(el('span', { class: 'problem-help' }, help));
    const explain = button(code, () => this.#explain(code), {
      class: 'problem-code',
      'aria-label': `Explain ${code}`,
      title: `Explain ${code}`,
    });
    return el('li', { class: `problem-item is-${severity}` }, jump, explain);
  }
}

function summaryOf(errors: number, warnings: number): string {
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  const parts = [];
  if (errors > 0) parts.push(count(errors, 'error'));
  if (warnings > 0) parts.push(count(warnings, 'warning'));
  return parts.length > 0 ? parts.join(', ') : 'No problems';
}
