// Which project is open, and the edited ones it replaced: opening another project loses no edits.
import type { Example } from './examples.js';
import { isSame, type Project } from './project.js';

export interface Opened {
  project: Project;
  /** Null if it is named after the document that is compiled. */
  title: string | null;
  /** The fragment of the address, including the #; empty for files opened here. */
  fragment: string;
  example: Example | null;
}

export interface Kept {
  /** The same in every tab that shows this project. */
  id: string;
  opened: Opened;
  /** As it was before any edit. */
  original: Opened;
}

export interface WorkspaceState {
  /** The open project, if it was edited. */
  current: Kept | null;
  /** The edited projects that were set aside, the latest last. */
  former: Kept[];
}

const noProject: Project = { files: [], entry: '' };
const nothing: Opened = { project: noProject, title: null, fragment: '', example: null };

export class Workspace {
  #current: Kept = begun(nothing);
  #former: Kept[] = [];
  #asked = 0;
  #turn = 0;

  get id(): string {
    return this.#current.id;
  }

  get current(): Opened {
    return this.#current.opened;
  }

  get project(): Project {
    return this.#current.opened.project;
  }

  /** The open project as it was before any edit. */
  get original(): Project {
    return this.#current.original.project;
  }

  /** The edited project that was set aside last. */
  get former(): Opened | null {
    return this.#former.at(-1)?.opened ?? null;
  }

  get isEdited(): boolean {
    return !isSame(this.project, this.#current.original.project);
  }

  /** What to keep for the next visit. */
  get state(): WorkspaceState {
    return { current: this.isEdited ? this.#current : null, former: this.#former };
  }

  restore({ current, former }: WorkspaceState): void {
    if (current) this.#current = current;
    this.#former = former;
  }

  /** Another version of a project, from another tab. */
  update(kept: Kept): void {
    if (kept.id === this.id) this.#current = kept;
    this.#former = this.#former.map((one) => (one.id === kept.id ? kept : one));
  }

  /** Another version of a project that was also changed here: this one becomes a project of its own. */
  part(other: Kept): void {
    const parted = (one: Kept) => (one.id === other.id ? { ...one, id: newId() } : one);
    this.#current = parted(this.#current);
    this.#former = [...this.#former.map(parted), other];
  }

  /** When the open project was requested. */
  get turn(): number {
    return this.#turn;
  }

  /** Call before waiting for a project: the one requested last stays open, whichever arrives last. */
  ask(): number {
    return ++this.#asked;
  }

  isOvertaken(turn: number): boolean {
    return turn < this.#turn;
  }

  /** True if this set an edited project aside. */
  open(opened: Opened, turn = this.ask()): boolean {
    const { isEdited } = this;
    if (isEdited) this.keep();
    this.#turn = turn;
    this.#current = begun(opened);
    return isEdited;
  }

  change(changed: Partial<Opened>): void {
    const { id, opened, original } = this.#current;
    this.#current = { id, opened: { ...opened, ...changed }, original };
  }

  /** Back to the project as it was opened; the edited one is set aside. */
  revert(): void {
    const { original } = this.#current;
    this.keep();
    this.#current = begun(original);
  }

  /** Sets the open project aside as it is, before a change that removes text. */
  keep(): void {
    this.#former.push(this.#current);
    this.#current = { ...this.#current, id: newId() };
  }

  /** Exchanges the former project with the open one, which is kept if it was edited. */
  bringBack(): Opened | null {
    const former = this.#former.pop();
    if (!former) return null;
    this.open(former.opened);
    this.#current = former;
    return former.opened;
  }
}

function begun(opened: Opened): Kept {
  return { id: newId(), opened, original: opened };
}

export function newId(): string {
  return Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);
}

export function nameOf({ title, project }: Opened): string {
  return title ?? project.entry;
}
