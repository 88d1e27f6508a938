// Opening, changing and sharing projects: the workspace, shown in tabs, editor, gallery and address.
import { copyText } from './digest.js';
import { byId } from './dom.js';
import { FilesError, listenForDrops, readFiles } from './drop.js';
import type { Editor } from './editor.js';
import { examples, projectOf, type Example, type Start } from './examples.js';
import { listenToFileMenu } from './file_menu.js';
import { Gallery } from './gallery.js';
import { dismiss, notify, notifyError, type NoticeAction } from './notice.js';
import {
  fileAt,
  newProject,
  renamed,
  suffixOf,
  withFiles,
  withoutFile,
  withText,
  type Project,
  type ProjectFile,
} from './project.js';
import { fromFragment, isShared, LinkError, toFragment } from './share.js';
import { bytesText } from './stats.js';
import { Tabs } from './tabs.js';
import { nameOf, Workspace, type Opened } from './workspace.js';

export interface ProjectsEvents {
  /** Another document is to be compiled and shown in its initial view. */
  opened(start: Start): void;
  /** The same document, with other files around it. */
  changed(): void;
  /** The same document, while typing. */
  edited(): void;
  /** Another file is in the editor. */
  fileShown(): void;
}

const plainStart: Start = { direction: [-0.5, 0.28, -1] };

export class Projects {
  readonly #workspace = new Workspace();
  readonly #editor: Editor;
  readonly #events: ProjectsEvents;
  readonly #tabs = new Tabs((path) => this.openFile(path));
  readonly #gallery = new Gallery((example) => this.#openExample(example));

  constructor(editor: Editor, events: ProjectsEvents) {
    this.#editor = editor;
    this.#events = events;
    this.#listen();
  }

  get project(): Project {
    return this.#workspace.project;
  }

  // --- opening ----------------------------------------------------------------------------------

  /** Opens what the address refers to. */
  async openAddress(): Promise<void> {
    const fragment = location.hash;
    const example = examples.find(({ id }) => fragment === `#${id}`);
    if (example) return this.#openExample(example);
    if (!isShared(fragment)) return this.#openExample(examples[0]!);
    const turn = this.#workspace.ask();
    const isLate = () => location.hash !== fragment || this.#workspace.isOvertaken(turn);
    try {
      const project = await fromFragment(fragment);
      if (!isLate()) this.#open({ project, title: 'Shared project', fragment, example: null }, turn);
    } catch (error) {
      if (!isLate()) this.#refuseLink(error);
    }
  }

  #refuseLink(error: unknown): void {
    const reason = error instanceof LinkError ? error.message : 'it is damaged';
    if (this.project.files.length === 0) this.#openExample(examples[0]!);
    else setAddress(this.#workspace.current.fragment);
    notifyError(`This link cannot be opened: ${reason}.`);
  }

  #openExample(example: Example): void {
    const { id, title } = example;
    this.#open({ project: projectOf(example), title, fragment: `#${id}`, example });
  }

  #open(opened: Opened, turn?: number, message = ''): void {
    const before = nameOf(this.#workspace.current);
    const isPutAside = this.#workspace.open(opened, turn);
    this.#showOpened();
    if (isPutAside) {
      const first = message || `Opened ${nameOf(opened)}.`;
      notify(`${first} ${before}, with your changes, was set aside.`, this.#undo());
    } else if (message) {
      notify(message);
    } else {
      dismiss();
    }
  }

  #showOpened(): void {
    const { current } = this.#workspace;
    this.#editor.reset();
    setAddress(current.fragment);
    this.#gallery.setCurrent(current.example?.id ?? null);
    byId('caption-title').textContent = current.example?.title ?? '';
    byId('caption-text').textContent = current.example?.sentence ?? '';
    this.openFile(current.project.entry);
    this.#events.opened(current.example?.start ?? plainStart);
  }

  #bringBack(): void {
    const former = this.#workspace.bringBack();
    if (!former) return;
    this.#showOpened();
    notify(`${nameOf(former)} has been restored.`);
  }

  #undo(): NoticeAction {
    return { label: 'Undo', run: () => this.#bringBack() };
  }

  // --- files ------------------------------------------------------------------------------------

  edit(path: string, text: string): void {
    this.#workspace.change({ project: withText(this.project, path, text) });
    this.#events.edited();
  }

  openFile(path: string): void {
    const file = fileAt(this.project, path);
    if (!file) return;
    this.#editor.open(file);
    this.#tabs.show(this.project, path);
    byId('project-name').textContent = nameOf(this.#workspace.current);
    this.#events.fileShown();
  }

  #change(project: Project, active: string): void {
    this.#workspace.change({ project });
    this.openFile(active);
    this.#events.changed();
  }

  // What is shown belongs to another document.
  #changeEntry(project: Project, active: string): void {
    this.#workspace.change({ project });
    this.openFile(active);
    this.#events.opened(plainStart);
  }

  #rename(path: string): void {
    const before = this.#editor.path;
    this.#editor.forget(before);
    this.#change(renamed(this.project, before, path), path);
  }

  #remove(): void {
    const path = this.#editor.path;
    const isEntry = path === this.project.entry;
    this.#workspace.keep();
    this.#editor.forget(path);
    const rest = withoutFile(this.project, path);
    if (isEntry) this.#changeEntry(rest, rest.entry);
    else this.#change(rest, rest.entry);
    notify(`Deleted ${path}.`, this.#undo());
  }

  async #add(reading: Promise<ProjectFile[]>): Promise<void> {
    const turn = this.#workspace.ask();
    try {
      const files = await reading;
      if (this.#workspace.isOvertaken(turn)) return;
      const message = `Opened ${files.map(({ path }) => path).join(', ')}.`;
      // A document becomes a project of its own, with the files dropped with it.
      if (files.some(({ path }) => suffixOf(path) !== '')) {
        this.#open({ project: newProject(files), title: null, fragment: '', example: null }, turn, message);
      } else {
        this.#addBeside(files, message);
      }
    } catch (error) {
      notifyError(error instanceof FilesError ? error.message : 'The files could not be read.');
    }
  }

  #addBeside(files: ProjectFile[], message: string): void {
    const isReplaced = files.some(({ path, text }) => (fileAt(this.project, path)?.text ?? text) !== text);
    if (isReplaced) this.#workspace.keep();
    for (const { path } of files) this.#editor.forget(path);
    this.#change(withFiles(this.project, files), files[0]!.path);
    notify(message, isReplaced ? this.#undo() : null);
  }

  // --- sharing ----------------------------------------------------------------------------------

  async #share(): Promise<void> {
    const { turn } = this.#workspace;
    try {
      const fragment = await toFragment(this.project);
      if (this.#workspace.turn !== turn) return;
      this.#workspace.change({ fragment });
      setAddress(fragment);
      const size = bytesText(location.href.length);
      const done = `Link copied. It holds the whole project (${size}); nothing was uploaded.`;
      await copyText(location.href, done, 'The link is in the address bar: copy it from there.');
    } catch (error) {
      const reason = error instanceof LinkError ? error.message : 'this browser cannot compress it';
      notifyError(`This project does not fit in a link: ${reason}.`);
    }
  }

  #listen(): void {
    listenToFileMenu({
      project: () => this.project,
      active: () => this.#editor.path,
      former: () => this.#workspace.former && nameOf(this.#workspace.former),
      create: (path) => this.#change(withFiles(this.project, [{ path, text: newText(path) }]), path),
      rename: (path) => this.#rename(path),
      open: (files) => void this.#add(readFiles(files)),
      makeEntry: () => this.#changeEntry({ ...this.project, entry: this.#editor.path }, this.#editor.path),
      remove: () => this.#remove(),
      bringBack: () => this.#bringBack(),
    });
    const dropHere = byId('drop-here');
    listenForDrops(
      (files) => void this.#add(files),
      (isOver) => (dropHere.hidden = !isOver),
    );
    byId('share').addEventListener('click', () => void this.#share());
    addEventListener('hashchange', () => void this.openAddress());
  }
}

function setAddress(fragment: string): void {
  history.replaceState(null, '', fragment || location.pathname + location.search);
}

function newText(path: string): string {
  const texts: Record<string, string> = {
    '.rigy.yaml': 'version: "0.6"\n',
    '.rigs.yaml': 'rigs_version: "0.1"\nimports: {}\nscene: {}\n',
  };
  return texts[suffixOf(path)] ?? '';
}
