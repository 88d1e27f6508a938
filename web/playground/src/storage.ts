// Keeps edited projects in the browser, so that nothing is lost when the page is reloaded or closed.
import { examples } from './examples.js';
import { lessons } from './lessons.js';
import type { Kept, Opened, WorkspaceState } from './workspace.js';

const key = 'rigy-playground-projects';
const version = 1;
const mostFormer = 5;
const pause = 300;

type StoredOpened = Omit<Opened, 'example'> & { example: string | null };

interface Stored {
  version: number;
  projects: { opened: StoredOpened; original: StoredOpened }[];
}

/** The projects of an earlier visit, the open one last; null if none was edited. */
export function storedWorkspace(): WorkspaceState | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null;
    if (stored?.version !== version) return null;
    const kept = stored.projects.map(({ opened, original }): Kept => ({
      opened: withExample(opened),
      original: withExample(original),
    }));
    const current = kept.pop();
    return current ? { current, former: kept } : null;
  } catch {
    return null;
  }
}

function withExample(stored: StoredOpened): Opened {
  return { ...stored, example: [...examples, ...lessons].find(({ id }) => id === stored.example) ?? null };
}

function withId(opened: Opened): StoredOpened {
  return { ...opened, example: opened.example?.id ?? null };
}

export class Storage {
  readonly #state: () => WorkspaceState | null;
  readonly #refused: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRefused = false;

  /** `state` is what to keep, null if nothing was edited; `refused` is called once, if the browser keeps nothing. */
  constructor(state: () => WorkspaceState | null, refused: () => void) {
    this.#state = state;
    this.#refused = refused;
    addEventListener('pagehide', () => this.#save());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#save();
    });
  }

  saveSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), pause);
  }

  #save(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const state = this.#state();
    // The former projects are the first to go where there is no room.
    const isSaved = state
      ? store([...state.former.slice(-mostFormer), state.current]) || store([state.current])
      : store([]);
    if (!isSaved && !this.#isRefused) this.#refused();
    this.#isRefused = !isSaved;
  }
}

function store(kept: Kept[]): boolean {
  const projects = kept.map(({ opened, original }) => ({ opened: withId(opened), original: withId(original) }));
  try {
    if (projects.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ version, projects } satisfies Stored));
    return true;
  } catch {
    return false;
  }
}
