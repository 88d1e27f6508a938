// Keeps edited projects in the browser, so that nothing is lost when the page is reloaded or closed. Every project has
// a record of its own, and every record a revision: a tab replaces only what it has itself read or written.
import { newId, type Kept, type Opened, type Workspace } from './workspace.js';

const prefix = 'rigy-playground-project:';
// The id of the project that is open, if it was edited: for this tab, and of the tab that saved last.
const openKey = 'rigy-playground-open';
// Versions before had all projects in one record.
const oldKey = 'rigy-playground-projects';
const version = 2;
const mostRecords = 12;
const pause = 300;

/** The part of the browser's storage that is used here. */
export type Shelf = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

type StoredOpened<Example> = Omit<Opened, 'example'> & { example: Example };

interface StoredProject {
  opened: StoredOpened<string | null>;
  original: StoredOpened<string | null>;
}

interface StoredRecord extends StoredProject {
  version: number;
  saved: number;
  revision: string;
  /** The revision that this one was made from. */
  follows: string | null;
}

interface FoundRecord {
  id: string;
  record: StoredRecord;
}

/** What this tab has last read or written. */
interface Known {
  revision: string;
  contents: string;
}

export interface StorageEvents {
  /** Called once, if the browser keeps nothing. */
  refused(): void;
  /** Another tab has changed the open project, which was not changed here: its version is open now. */
  updated(): void;
  /** Another tab has changed the open project, which was also changed here: both versions are kept. */
  parted(): void;
}

export class Storage {
  readonly #shelf: Shelf;
  readonly #tab: Shelf;
  readonly #workspace: Workspace;
  readonly #exampleOf: (id: string | null) => Opened['example'];
  readonly #events: StorageEvents;
  readonly #known = new Map<string, Known>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRefused = false;

  /** `shelf` is for all tabs, `tab` for this one. */
  constructor(
    shelf: Shelf,
    tab: Shelf,
    workspace: Workspace,
    exampleOf: (id: string | null) => Opened['example'],
    events: StorageEvents,
  ) {
    this.#shelf = shelf;
    this.#tab = tab;
    this.#workspace = workspace;
    this.#exampleOf = exampleOf;
    this.#events = events;
  }

  /** Puts the projects of earlier visits into the workspace. */
  restore(): void {
    try {
      this.#convertOld();
      const records = this.#records();
      const openId = this.#tab.getItem(openKey) ?? this.#shelf.getItem(openKey);
      const kept = records.map(({ id, record }) => this.#learn(id, record));
      const current = kept.find(({ id }) => id === openId) ?? null;
      this.#workspace.restore({ current, former: kept.filter((one) => one !== current) });
    } catch {
      // A browser that refuses to be read has kept nothing.
    }
  }

  saveSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), pause);
  }

  /** Also saves an open project whose record is gone: another tab may have needed the room. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { current, former } = this.#workspace.state;
    // One that is refused does not keep the others from being saved.
    const results = [...former, ...(current ? [current] : [])].map((kept) => this.#keep(kept, kept === current));
    const saved = results.every((isSaved) => isSaved);
    this.#drop();
    if (!saved && !this.#isRefused) this.#events.refused();
    this.#isRefused = !saved;
  }

  /** Another tab has written a record. */
  changedElsewhere(key: string | null, text: string | null): void {
    const record = key?.startsWith(prefix) ? recordOf(text) : null;
    const known = record && this.#known.get(key!.slice(prefix.length));
    if (!record || !known || known.revision === record.revision) return;
    const id = key!.slice(prefix.length);
    const { current } = this.#workspace.state;
    const isOpen = this.#workspace.id === id;
    const isChangedHere = current !== null && isOpen && contentsOf(current) !== known.contents;
    if (isChangedHere || record.follows !== known.revision) return this.#part(id, record);
    this.#workspace.update(this.#learn(id, record));
    if (isOpen) this.#events.updated();
  }

  // Here the project goes on under another id; what the other tab has written can be brought back.
  #part(id: string, record: StoredRecord): void {
    const isOpen = this.#workspace.id === id;
    this.#workspace.part(this.#learn(id, record));
    this.save();
    if (isOpen) this.#events.parted();
  }

  #keep(kept: Kept, isCurrent: boolean): boolean {
    const contents = contentsOf(kept);
    const known = this.#known.get(kept.id);
    const stored = this.#read(kept.id);
    if (known?.contents === contents && (stored || !isCurrent)) return true;
    if (stored && stored.revision !== known?.revision) {
      this.#part(kept.id, stored);
      return true;
    }
    return this.#write(kept.id, contents, stored?.revision ?? null);
  }

  #write(id: string, contents: string, follows: string | null): boolean {
    const revision = newId();
    const head = { version, saved: Date.now(), revision, follows };
    const text = JSON.stringify({ ...head, ...(JSON.parse(contents) as StoredProject) } satisfies StoredRecord);
    this.#makeRoom(mostRecords, id);
    const removed: FoundRecord[] = [];
    // The oldest records are the first to go where there is no room.
    for (let most = mostRecords - 1; most >= 0; --most) {
      if (stored(this.#shelf, prefix + id, text)) {
        this.#known.set(id, { revision, contents });
        return true;
      }
      removed.push(...this.#makeRoom(most, id));
    }
    // It does not fit even alone, so the others need not go.
    for (const other of removed) stored(this.#shelf, prefix + other.id, JSON.stringify(other.record));
    return false;
  }

  /** Returns what had to go. */
  #makeRoom(most: number, except: string): FoundRecord[] {
    const others = this.#records().filter(({ id }) => id !== except);
    const removed = others.slice(0, Math.max(0, others.length + 1 - most));
    for (const { id } of removed) this.#shelf.removeItem(prefix + id);
    return removed;
  }

  // What was edited back to its original, or is open without an edit, needs no record.
  #drop(): void {
    const { current, former } = this.#workspace.state;
    const wanted = new Set([...former, ...(current ? [current] : [])].map(({ id }) => id));
    for (const [id, { revision }] of this.#known) {
      if (wanted.has(id)) continue;
      if (this.#read(id)?.revision === revision) this.#shelf.removeItem(prefix + id);
      this.#known.delete(id);
    }
    for (const shelf of [this.#tab, this.#shelf]) stored(shelf, openKey, current?.id ?? '');
  }

  #learn(id: string, record: StoredRecord): Kept {
    const { opened, original, revision } = record;
    this.#known.set(id, { revision, contents: JSON.stringify({ opened, original }) });
    const withExample = (one: StoredOpened<string | null>) => ({ ...one, example: this.#exampleOf(one.example) });
    return { id, opened: withExample(opened), original: withExample(original) };
  }

  #read(id: string): StoredRecord | null {
    try {
      return recordOf(this.#shelf.getItem(prefix + id));
    } catch {
      return null;
    }
  }

  // The latest last.
  #records(): FoundRecord[] {
    const keys = Array.from({ length: this.#shelf.length }, (_, i) => this.#shelf.key(i)!);
    return keys
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ id: key.slice(prefix.length), record: recordOf(this.#shelf.getItem(key)) }))
      .filter((one): one is FoundRecord => one.record !== null)
      .sort((a, b) => a.record.saved - b.record.saved);
  }

  // There may be no room for both the old record and the new ones, so the old one goes first.
  #convertOld(): void {
    const text = this.#shelf.getItem(oldKey);
    if (text === null) return;
    this.#shelf.removeItem(oldKey);
    const made = oldProjectsOf(text).map((project, i) => {
      const head = { version, saved: i, revision: newId(), follows: null };
      return { id: newId(), text: JSON.stringify({ ...head, ...project } satisfies StoredRecord) };
    });
    if (made.every((one) => stored(this.#shelf, prefix + one.id, one.text))) {
      if (made.length > 0) stored(this.#shelf, openKey, made.at(-1)!.id);
      return;
    }
    for (const { id } of made) this.#shelf.removeItem(prefix + id);
    stored(this.#shelf, oldKey, text);
  }
}

const noShelf: Shelf = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {
    throw new Error('this browser keeps nothing');
  },
  removeItem: () => {},
};

/** Some browsers forbid even to look. */
export function shelfOf(kind: 'localStorage' | 'sessionStorage'): Shelf {
  try {
    return globalThis[kind];
  } catch {
    return noShelf;
  }
}

/** Saves when the page may be closed, and listens to other tabs. */
export function listenToTabs(storage: Storage): void {
  addEventListener('pagehide', () => storage.save());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storage.save();
  });
  addEventListener('storage', ({ key, newValue }) => storage.changedElsewhere(key, newValue));
}

function recordOf(text: string | null): StoredRecord | null {
  try {
    const record = JSON.parse(text ?? 'null') as StoredRecord | null;
    return record?.version === version ? record : null;
  } catch {
    return null;
  }
}

/** None if the text is damaged. */
function oldProjectsOf(text: string): StoredProject[] {
  try {
    const { projects } = JSON.parse(text) as { projects: StoredProject[] };
    const hasFiles = (one: StoredOpened<string | null>) => Array.isArray(one.project.files);
    return projects
      .filter(({ opened, original }) => hasFiles(opened) && hasFiles(original))
      .map(({ opened, original }) => ({ opened, original }));
  } catch {
    return [];
  }
}

function contentsOf({ opened, original }: Kept): string {
  const withId = (one: Opened) => ({ ...one, example: one.example?.id ?? null });
  return JSON.stringify({ opened: withId(opened), original: withId(original) } satisfies StoredProject);
}

function stored(shelf: Shelf, key: string, text: string): boolean {
  try {
    shelf.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
