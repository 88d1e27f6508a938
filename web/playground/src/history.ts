// Earlier versions of what was edited here, each with a picture: at most one a minute, the latest few.
import { button, byId, el } from './dom.js';
import { isSame, type Project } from './project.js';
import type { Shelf } from './storage.js';

export interface Version {
  name: string;
  /** When it was first and last changed, in milliseconds. */
  since: number;
  at: number;
  project: Project;
  /** A small picture, as an address. */
  picture: string;
}

const key = 'rigy-history';
const most = 24;
const minute = 60_000;
/** Of text that is stored, so that there is room for the projects themselves. */
const mostStored = 1_500_000;

/** The versions with another one, the latest last: it takes the place of one that is less than a minute old. */
export function withVersion(versions: Version[], added: Omit<Version, 'since'>): Version[] {
  const last = versions.filter(({ name }) => name === added.name).at(-1);
  if (last && isSame(last.project, added.project)) return versions;
  const isYoung = last !== undefined && added.at - last.since < minute;
  const others = isYoung ? versions.filter((version) => version !== last) : versions;
  return [...others, { ...added, since: isYoung ? last.since : added.at }].slice(-most);
}

export class History {
  readonly #shelf: Shelf;
  readonly #dialog = byId<HTMLDialogElement>('history');
  readonly #restore: (version: Version) => void;

  constructor(shelf: Shelf, restore: (version: Version) => void) {
    this.#shelf = shelf;
    this.#restore = restore;
    byId('open-history').addEventListener('click', () => this.#show());
  }

  note(name: string, project: Project, picture: string): void {
    const versions = withVersion(this.#read(), { name, at: Date.now(), project, picture });
    // The oldest go first where there is no room for all.
    while (versions.length > 0 && !this.#write(versions)) versions.shift();
  }

  #read(): Version[] {
    try {
      return JSON.parse(this.#shelf.getItem(key) ?? '[]') as Version[];
    } catch {
      return [];
    }
  }

  #write(versions: Version[]): boolean {
    const text = JSON.stringify(versions);
    if (text.length > mostStored) return false;
    try {
      this.#shelf.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }

  #show(): void {
    const cards = this.#read().reverse().map((version) => el('li', {}, this.#card(version)));
    byId('history-none').hidden = cards.length > 0;
    byId('history-cards').replaceChildren(...cards);
    this.#dialog.showModal();
  }

  #card(version: Version): HTMLElement {
    const card = button('', () => {
      this.#dialog.close();
      this.#restore(version);
    }, { class: 'card' });
    const picture = el('img', { src: version.picture, alt: '', width: '480', height: '300' });
    const time = new Date(version.at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
    card.append(picture, el('span', { class: 'card-title' }, version.name), el('span', { class: 'card-text' }, time));
    return card;
  }
}
