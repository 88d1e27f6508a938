// The files as a tree of folders, between the tabs and the text. Loaded on first use.
import type { Diagnostic } from 'rigy';
import { byId, el } from './dom.js';
import type { Project } from './project.js';

export interface FileTreeEvents {
  open(path: string): void;
  /** Another name, perhaps in another folder. */
  move(from: string, to: string): void;
  /** Asks for the name of a new file in a folder, which ends with a slash. */
  create(folder: string): void;
}

export interface TreeRow {
  /** That of a folder ends with a slash. */
  path: string;
  name: string;
  level: number;
}

/** Folders before files, both by name; what is in a folder after it. */
export function rowsOf(paths: string[]): TreeRow[] {
  const all = new Set<string>();
  for (const path of paths) {
    all.add(path);
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) all.add(path.slice(0, at + 1));
  }
  // A folder sorts before the files beside it.
  const key = (path: string) => path.replace(/[^/]+$/, (name) => `\uffff${name}`);
  const sorted = [...all].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return sorted.map((path) => {
    const parts = path.replace(/\/$/, '').split('/');
    return { path, name: parts.at(-1)!, level: parts.length };
  });
}

export class FileTree {
  readonly #events: FileTreeEvents;
  readonly #panel = byId('files');
  readonly #list = byId('file-tree');
  readonly #button = byId('open-file-tree');
  readonly #closed = new Set<string>();
  #project: Project = { files: [], entry: '' };
  #active = '';
  #errors = new Set<string>();
  #isOpening = false;

  constructor(events: FileTreeEvents) {
    this.#events = events;
    byId('new-in-folder').addEventListener('click', () => events.create(folderOf(this.#focused() ?? this.#active)));
    this.#list.addEventListener('keydown', (event) => this.#moveByKey(event));
  }

  show(project: Project, active: string): void {
    this.#project = project;
    this.#active = active;
    if (project.files.length < 2 && !this.#panel.hidden) this.toggle();
    this.#render();
    if (this.#isOpening) this.#items().find(({ tabIndex }) => tabIndex === 0)?.focus();
    this.#isOpening = false;
  }

  mark(diagnostics: Diagnostic[]): void {
    this.#errors = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file));
    this.#render();
  }

  /** Opened, it takes the focus when it is next shown. */
  toggle(): void {
    this.#isOpening = this.#panel.hidden;
    this.#panel.hidden = !this.#isOpening;
    this.#button.setAttribute('aria-expanded', String(this.#isOpening));
  }

  #render(): void {
    if (this.#panel.hidden) return;
    const focused = this.#focused();
    const rows = rowsOf(this.#project.files.map(({ path }) => path));
    const isShown = ({ path }: TreeRow) => [...this.#closed].every((folder) => path === folder || !path.startsWith(folder));
    this.#list.replaceChildren(...rows.filter(isShown).map((row) => this.#item(row)));
    const items = this.#items();
    const reached = items.find(({ dataset }) => dataset['path'] === (focused ?? this.#active)) ?? items[0];
    if (reached) reached.tabIndex = 0;
    if (focused !== null) reached?.focus();
  }

  #items(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>('[role=treeitem]')];
  }

  #focused(): string | null {
    const item = document.activeElement as HTMLElement | null;
    return (item && this.#list.contains(item) && item.dataset['path']) || null;
  }

  #item({ path, name, level }: TreeRow): HTMLElement {
    const isFolder = path.endsWith('/');
    const isEntry = path === this.#project.entry;
    const hasErrors = this.#errors.has(path);
    const notes = [...(isEntry ? ['compiled'] : []), ...(hasErrors ? ['has errors'] : [])];
    const item = el('li', { role: 'treeitem', 'aria-level': String(level), 'data-path': path, tabindex: '-1', title: path }, name);
    if (notes.length > 0) item.setAttribute('aria-label', `${name}, ${notes.join(', ')}`);
    if (isFolder) item.setAttribute('aria-expanded', String(!this.#closed.has(path)));
    else item.setAttribute('aria-selected', String(path === this.#active));
    item.classList.toggle('is-entry', isEntry);
    item.classList.toggle('has-errors', hasErrors);
    item.style.setProperty('--depth', String(level - 1));
    item.addEventListener('click', () => (isFolder ? this.#fold(path) : this.#events.open(path)));
    this.#listenToDrags(item, path);
    return item;
  }

  #listenToDrags(item: HTMLElement, path: string): void {
    item.draggable = !path.endsWith('/');
    item.addEventListener('dragstart', (event) => event.dataTransfer?.setData('text/x-rigy-file', path));
    item.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('text/x-rigy-file')) event.preventDefault();
    });
    item.addEventListener('drop', (event) => {
      const from = event.dataTransfer?.getData('text/x-rigy-file');
      if (!from) return;
      event.preventDefault();
      const to = folderOf(path) + from.slice(from.lastIndexOf('/') + 1);
      if (to !== from) this.#events.move(from, to);
    });
  }

  #fold(folder: string): void {
    if (!this.#closed.delete(folder)) this.#closed.add(folder);
    this.#render();
  }

  // As trees are used: right opens a folder, left closes it or goes to the one that something is in.
  #moveByKey(event: KeyboardEvent): void {
    const items = this.#items();
    const at = items.indexOf(document.activeElement as HTMLElement);
    const path = items[at]?.dataset['path'];
    if (path === undefined) return;
    const isFolder = path.endsWith('/');
    const isClosed = this.#closed.has(path);
    const outer = items.findIndex(({ dataset }) => dataset['path'] === outerOf(path));
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (event.key === 'Enter' || event.key === ' ') items[at]!.click();
    else if (event.key === 'ArrowRight' && isFolder) isClosed ? this.#fold(path) : items[at + 1]?.focus();
    else if (event.key === 'ArrowLeft') isFolder && !isClosed ? this.#fold(path) : items[outer]?.focus();
    else if (event.key in targets) items[targets[event.key]!]?.focus();
    else return;
    event.preventDefault();
  }
}

/** The folder that something is in, or that it is; with a slash at the end, or empty. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function outerOf(path: string): string {
  return folderOf(path.replace(/\/$/, ''));
}
