// The files as tabs.
import { button, byId, roving } from './dom.js';
import type { Diagnostic } from 'rigy';
import type { Project } from './project.js';

export class Tabs {
  readonly #list = byId('tabs');
  readonly #open: (path: string) => void;
  #errors = new Map<string, number>();

  constructor(open: (path: string) => void) {
    this.#open = open;
    roving(this.#list, '[role=tab]', ['ArrowLeft', 'ArrowRight']);
  }

  show({ files, entry }: Project, active: string): void {
    const hadFocus = this.#list.contains(document.activeElement);
    const folder = commonFolder(files.map(({ path }) => path));
    const tabs = files.map(({ path }) => {
      const tab = button(path.slice(folder.length), () => this.#open(path), {
        'data-path': path,
        role: 'tab',
        'aria-selected': String(path === active),
        'aria-controls': 'editor',
        tabindex: path === active ? '0' : '-1',
        title: path === entry ? `${path} (the document that is compiled)` : path,
      });
      tab.classList.toggle('is-entry', path === entry && files.length > 1);
      return tab;
    });
    this.#list.replaceChildren(...tabs);
    this.#showErrors();
    const current = tabs[files.findIndex(({ path }) => path === active)];
    if (hadFocus) current?.focus();
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Marks the files that have errors. */
  mark(diagnostics: Diagnostic[]): void {
    this.#errors = new Map();
    for (const { file, severity } of diagnostics) {
      if (severity === 'error') this.#errors.set(file, (this.#errors.get(file) ?? 0) + 1);
    }
    this.#showErrors();
  }

  #showErrors(): void {
    for (const tab of this.#list.querySelectorAll<HTMLElement>('[role=tab]')) {
      const errors = this.#errors.get(tab.dataset['path']!) ?? 0;
      tab.classList.toggle('has-errors', errors > 0);
      if (errors > 0) tab.setAttribute('aria-label', `${tab.textContent}, ${errors} ${errors === 1 ? 'error' : 'errors'}`);
      else tab.removeAttribute('aria-label');
    }
  }
}

function commonFolder(paths: string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.lastIndexOf('/') + 1);
  return paths.every((path) => path.startsWith(folder)) ? folder : '';
}
