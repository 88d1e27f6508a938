// Opening, changing and sharing projects: the workspace, shown in tabs, editor, gallery and address.
import type { Change, Diagnostic, Method, Questions, WorkspaceEdit } from 'rigy';
import { reasonOf, type Desk } from './assist/asking.js';
import { copyText, download } from './digest.js';
import { byId } from './dom.js';
import { chosenFolder, FilesError, listenForDrops, readFiles } from './drop.js';
import type { Editor } from './editor.js';
import { copyEmbed } from './embed.js';
import { emptyProject, examples, projectOf, templateProject, type Example } from './examples.js';
import { askForFile, listenToFileMenu } from './file_menu.js';
import type { FileTree } from './file_tree.js';
import { Gallery } from './gallery.js';
import { lessons } from './lessons.js';
import type { Live } from './live.js';
import { loaded } from './loading.js';
import { dismiss, notify, notifyError, type NoticeAction } from './notice.js';
import {
  baseOf,
  editedTexts,
  fileAt,
  newProject,
  newText,
  pathProblem,
  renamed,
  suffixOf,
  withFiles,
  withoutFile,
  withText,
  type Project,
  type ProjectFile,
} from './project.js';
import { fromFragment, isShared, LinkError, toFragment } from './share.js';
import type { Start } from './start.js';
import { bytesText } from './stats.js';
import { listenToTabs, shelfOf, Storage } from './storage.js';
import { Tabs } from './tabs.js';
import { nameOf, Workspace, type Opened } from './workspace.js';
import { frontQuarter } from './view/sides.js';

/** What changes a text: its author, a control that is being moved, or a program that saves it. */
export type Editing = 'typing' | 'moving' | 'saving';

export interface ProjectsEvents {
  /** Fails with a reason that can be shown. */
  ask<M extends Method>(project: Project, method: M, params: Questions[M]['params']): Promise<Questions[M]['answer']>;
  /** Another document is to be compiled and shown in its initial view. */
  opened(start: Start): void;
  /** The same document, with other files around it. */
  changed(): void;
  /** The same document has another text. */
  edited(by: Editing): void;
  /** The text was replaced by another document, to be shown in its initial view once it is compiled. */
  replaced(start: Start): void;
  /** Another file is in the editor. */
  fileShown(): void;
}

const plainStart: Start = { direction: frontQuarter };
const sceneStart: Start = { direction: 'inside' };
const liveFragment = '#live';
const emptyFragment = '#empty';

export class Projects {
  readonly #workspace = new Workspace();
  readonly #editor: Editor;
  readonly #events: ProjectsEvents;
  readonly #tabs = new Tabs((path) => this.openFile(path));
  // Made when it is first opened.
  #tree: FileTree | null = null;
  readonly #gallery = new Gallery(
    (example) => void this.openExample(example),
    (template) => void this.#openTemplate(template),
  );
  readonly #storage = new Storage(shelfOf('localStorage'), shelfOf('sessionStorage'), this.#workspace, exampleOf, {
    refused: () => notifyError('This browser does not keep your changes: they are lost when the page is closed.'),
    updated: () => this.#showUpdated(),
    parted: () => this.#sayParted(),
  });

  #editing: Editing = 'typing';
  // The files on disk that are shown, if the page comes from `rigy watch --serve`.
  #live: Live | null = null;

  constructor(editor: Editor, events: ProjectsEvents) {
    this.#editor = editor;
    this.#events = events;
    this.#listen();
  }

  get project(): Project {
    return this.#workspace.project;
  }

  /** As it was opened, from a link or elsewhere. */
  get original(): Project {
    return this.#workspace.original;
  }

  get name(): string {
    return nameOf(this.#workspace.current);
  }

  get isEdited(): boolean {
    return this.#workspace.isEdited;
  }

  /** An earlier version of a project. */
  openVersion(project: Project, title: string): void {
    this.#open({ project, title, fragment: '', example: null });
  }

  // --- opening ----------------------------------------------------------------------------------

  /** Opens what was edited in an earlier visit, or else what the address refers to. */
  start(): void {
    this.#storage.restore();
    const { current, isEdited } = this.#workspace;
    if (location.hash === liveFragment || !isEdited || (location.hash !== '' && location.hash !== current.fragment)) return void this.openAddress();
    this.#showOpened();
    notify(`${nameOf(current)} is as you left it.`, { label: 'Back to the original', run: () => this.#revert() });
  }

  /** Opens what the address refers to. */
  async openAddress(): Promise<void> {
    const fragment = location.hash;
    if (fragment === emptyFragment) return this.#openEmpty();
    if (fragment === liveFragment) return this.#openLive();
    const example = exampleOf(fragment.slice(1));
    if (example) return this.openExample(example);
    if (!isShared(fragment)) return this.openExample(examples[0]!);
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
    if (this.project.files.length === 0) void this.openExample(examples[0]!);
    else if (this.#editor.path === '') this.#showOpened();
    else setAddress(this.#workspace.current.fragment);
    notifyError(`This link cannot be opened: ${reason}.`);
  }

  async openExample(example: Example): Promise<void> {
    const { id, title } = example;
    const turn = this.#workspace.ask();
    const project = await loaded(title, () => projectOf(example));
    if (!project || this.#workspace.isOvertaken(turn)) return;
    this.#open({ project, title, fragment: `#${id}`, example }, turn);
  }

  async #openTemplate(name: string): Promise<void> {
    const turn = this.#workspace.ask();
    const project = await loaded('The template', () => templateProject(name));
    if (!project || this.#workspace.isOvertaken(turn)) return;
    this.#open({ project, title: `New ${name}`, fragment: '', example: null }, turn);
    this.#editor.focus();
  }

  #openEmpty(): void {
    this.#open({ project: emptyProject(), title: 'New project', fragment: emptyFragment, example: null });
    this.#editor.focus();
  }

  async #openLive(): Promise<void> {
    const turn = this.#workspace.ask();
    try {
      const { Live } = await import('./live.js');
      const watched = await Live.project();
      const files = watched.files.map(({ path, text }) => ({ path, text }));
      const project = newProject(files, watched.entry);
      this.#open({ project, title: watched.entry, fragment: liveFragment, example: null }, turn);
      this.#live = new Live(watched, {
        changed: (path, text) => this.#showSaved(path, text),
        refused: (path) => notifyError(`${path} was changed on disk meanwhile: what you see is the file. Ctrl+Z brings your change back.`),
        failed: (path) => notifyError(`${path} could not be written. Is rigy watch still running?`),
      });
    } catch {
      this.#refuseLink(new LinkError('there is no rigy watch --serve behind it'));
    }
  }

  // A file was saved elsewhere.
  #showSaved(path: string, text: string): void {
    if (path === this.#editor.path) return this.#editBy('saving', () => this.#editor.replace(text));
    this.#editor.forget(path);
    this.#change(withFiles(this.project, [{ path, text }]), this.#editor.path);
  }

  #open(opened: Opened, turn?: number, message = ''): void {
    this.#live?.close();
    this.#live = null;
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
    this.#tabs.mark([]);
    this.#tree?.mark([]);
    setAddress(current.fragment);
    this.#showExample();
    this.openFile(current.project.entry);
    this.#showEdited();
    this.#events.opened(current.example?.start ?? startOf(this.project));
  }

  #showExample(): void {
    const { example } = this.#workspace.current;
    this.#gallery.setCurrent(example?.id ?? null);
    byId('caption-title').textContent = example?.title ?? '';
    byId('caption-text').textContent = example?.sentence ?? '';
  }

  // Another tab has the same project open and has changed it.
  #showUpdated(): void {
    const { project } = this;
    const active = fileAt(project, this.#editor.path) ? this.#editor.path : project.entry;
    this.#editor.reset();
    this.#showExample();
    this.openFile(active);
    byId('revert').hidden = !this.#workspace.isEdited;
    this.#events.changed();
    notify(`${nameOf(this.#workspace.current)} was changed in another tab; that version is shown.`);
  }

  #sayParted(): void {
    const name = nameOf(this.#workspace.current);
    const show = { label: 'Show the other', run: () => this.#bringBack() };
    notify(`${name} was also changed in another tab. Both versions are kept; this is the one of this tab.`, show);
  }

  // Something may have changed: the way back is shown, and the next visit finds it.
  #showEdited(): void {
    // The real files keep themselves.
    const isLive = this.#workspace.current.fragment === liveFragment;
    byId('revert').hidden = !this.#workspace.isEdited || isLive;
    if (!isLive) this.#storage.saveSoon();
  }

  #revert(): void {
    this.#workspace.revert();
    this.#showOpened();
    notify(`${nameOf(this.#workspace.current)} is as it was opened.`, this.#undo());
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

  /** `isOther`: the text was replaced by another one. */
  edit(path: string, text: string, isOther: boolean): void {
    this.#workspace.change({ project: withText(this.project, path, text) });
    this.#showEdited();
    this.#live?.write(path, text);
    if (isOther && path === this.project.entry && !this.#live) this.#replace();
    this.#events.edited(this.#editing);
  }

  // What is said about the example is not true of the new text.
  #replace(): void {
    this.#workspace.change({ title: null, fragment: '', example: null });
    setAddress('');
    this.#showExample();
    byId('project-name').textContent = nameOf(this.#workspace.current);
    this.#events.replaced(startOf(this.project));
  }

  /** Changes the document that is compiled, in the editor, and says whether there was a place for it. */
  changeEntry(changes: Change[], by: Editing = 'typing'): Promise<boolean> {
    return this.changeFile(this.project.entry, changes, by);
  }

  /** The same with any file, which is shown then. */
  async changeFile(path: string, changes: Change[], by: Editing = 'typing'): Promise<boolean> {
    try {
      // A text that has changed by the time of the answer is asked about again.
      for (let round = 0; round < 5; ++round) {
        const { project } = this;
        const edits = await this.#events.ask(project, 'rigy/edit', { textDocument: { uri: path }, changes });
        if (fileAt(this.project, path)?.text !== fileAt(project, path)?.text) continue;
        this.openFile(path);
        this.#editBy(by, () => this.#editor.change(edits, by === 'moving'));
        return true;
      }
    } catch (error) {
      notifyError(`The text was not changed: ${reasonOf(error)}.`);
    }
    return false;
  }

  /** Another text for the document that is compiled, and files that it names. */
  replaceEntry(text: string, files: Record<string, string>): void {
    const named = Object.entries(files).map(([path, contents]) => ({ path, text: contents }));
    for (const { path } of named) this.#editor.forget(path);
    if (named.length > 0) this.#change(withFiles(this.project, named), this.project.entry);
    this.openFile(this.project.entry);
    this.#editor.replace(text);
  }

  /** A file beside the others, which is shown. */
  addFile(file: ProjectFile): void {
    this.#change(withFiles(this.project, [file]), file.path);
  }

  #editBy(by: Editing, edit: () => void): void {
    this.#editing = by;
    edit();
    this.#editing = 'typing';
  }

  /** Who answers the editor's questions about a file. */
  desk(path: string): Desk {
    return {
      ask: (method, params) => {
        const asked = { ...params, textDocument: { uri: path } } as Questions[typeof method]['params'];
        return this.#events.ask(this.project, method, asked);
      },
      apply: (edit) => this.#apply(edit),
      show: ({ uri, range }) => {
        this.openFile(uri);
        this.#editor.goTo(range.start.line + 1, range.start.character + 1);
      },
      say: (message) => notify(message),
    };
  }

  // The file in the editor keeps its history; that of the others ends.
  #apply(edit: WorkspaceEdit): void {
    const { path } = this.#editor;
    const texts = editedTexts(this.project, edit);
    const others = [...texts].filter(([other]) => other !== path);
    for (const [other] of others) this.#editor.forget(other);
    const files = others.map(([other, text]) => ({ path: other, text }));
    if (files.length > 0) {
      this.#change(withFiles(this.project, files), path);
      notify(`Also changed: ${files.map((file) => file.path).join(', ')}.`);
    }
    for (const { textDocument, edits } of edit.documentChanges) {
      if (textDocument.uri === path) this.#editor.change(edits);
    }
  }

  /** Marks the tabs of files with errors. */
  markProblems(diagnostics: Diagnostic[]): void {
    this.#tabs.mark(diagnostics);
    this.#tree?.mark(diagnostics);
  }

  openFile(path: string): void {
    const file = fileAt(this.project, path);
    if (!file) return;
    this.#editor.open(file);
    this.#tabs.show(this.project, path);
    // One file needs no tree.
    byId('open-file-tree').hidden = this.project.files.length < 2;
    this.#tree?.show(this.project, path);
    byId('project-name').textContent = nameOf(this.#workspace.current);
    this.#events.fileShown();
  }

  #change(project: Project, active: string): void {
    this.#workspace.change({ project });
    this.#showEdited();
    this.openFile(active);
    this.#events.changed();
  }

  // What is shown belongs to another document.
  #changeEntry(project: Project, active: string): void {
    this.#workspace.change({ project });
    this.#showEdited();
    this.openFile(active);
    this.#events.opened(startOf(this.project));
  }

  async #toggleTree(): Promise<void> {
    const made = this.#tree ? null : await loaded('The tree of files', () => import('./file_tree.js'));
    if (made) {
      this.#tree = new made.FileTree({
        open: (path) => this.openFile(path),
        move: (from, to) => this.#move(from, to),
        create: (folder) => askForFile(folder, { project: () => this.project, create: (path) => this.#create(path) }),
      });
    }
    this.#tree?.toggle();
    this.#tree?.show(this.project, this.#editor.path);
  }

  #create(path: string): void {
    this.addFile({ path, text: newText(this.project, path) });
  }

  #move(from: string, to: string): void {
    const problem = pathProblem(this.project, to);
    if (problem) notifyError(`${from} stays where it is: ${problem}`);
    else void this.#rename(from, to);
  }

  async #rename(before: string, path: string): Promise<void> {
    const { project } = this;
    const asked = { textDocument: { uri: before }, newUri: path };
    const edit = await this.#events.ask(project, 'rigy/moveFile', asked).catch(() => ({ documentChanges: [] }));
    if (this.project !== project) return;
    const texts = editedTexts(project, edit);
    for (const changed of [before, ...texts.keys()]) this.#editor.forget(changed);
    this.#change(renamed(project, before, path, texts), path);
    const changed = [...texts.keys()].map((one) => (one === before ? path : one));
    if (changed.length > 0) notify(`Renamed to ${path}, also where it is named: in ${changed.join(', ')}.`);
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

  #downloadFile(): void {
    const { path, text } = fileAt(this.project, this.#editor.path)!;
    download(new TextEncoder().encode(text), path.split('/').at(-1)!);
  }

  async #downloadProject(): Promise<void> {
    const { files, entry } = this.project;
    const zip = await loaded('What makes archives', () => import('./zip.js'));
    if (zip) download(zip.zipOf(files), `${baseOf(entry)}.zip`);
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
      const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
      if (!isGivenUp) notifyError(error instanceof FilesError ? error.message : 'The files could not be read.');
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
      this.#storage.saveSoon();
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
      create: (path) => this.#create(path),
      rename: (path) => void this.#rename(this.#editor.path, path),
      format: () => void this.#editor.format(),
      open: (files) => void this.#add(readFiles(files)),
      openFolder: () => void this.#add(chosenFolder()),
      makeEntry: () => this.#changeEntry({ ...this.project, entry: this.#editor.path }, this.#editor.path),
      remove: () => this.#remove(),
      downloadFile: () => this.#downloadFile(),
      downloadProject: () => void this.#downloadProject(),
      copyEmbed: () => void copyEmbed(this.project, nameOf(this.#workspace.current)),
      bringBack: () => this.#bringBack(),
    });
    const dropHere = byId('drop-here');
    listenForDrops(
      (files) => void this.#add(files),
      (isOver) => (dropHere.hidden = !isOver),
    );
    byId('open-file-tree').addEventListener('click', () => void this.#toggleTree());
    byId('revert').addEventListener('click', () => this.#revert());
    byId('new-project').addEventListener('click', () => {
      byId<HTMLDialogElement>('gallery').close();
      this.#openEmpty();
    });
    byId('share').addEventListener('click', () => void this.#share());
    listenToTabs(this.#storage);
    addEventListener('hashchange', () => void this.openAddress());
  }
}

function startOf({ entry }: Project): Start {
  return suffixOf(entry) === '.rigs.yaml' ? sceneStart : plainStart;
}

function exampleOf(id: string | null): Example | null {
  return [...examples, ...lessons].find((example) => example.id === id) ?? null;
}

function setAddress(fragment: string): void {
  history.replaceState(null, '', fragment || location.pathname + location.search);
}
