// The handbook beside the editor: the language on one page, to be searched, and the guide step by step. Both are loaded on
// first use.
import { byId } from './dom.js';
import { lessonAt, lessons, pageOf, type Lesson } from './lessons.js';
import { loaded } from './loading.js';

export interface HandbookEvents {
  /** The document of a lesson is to be opened. */
  learn(lesson: Lesson): void;
  /** The word at the cursor of the editor; empty if there is none. */
  word(): string;
}

type Part = 'language' | 'learn';

export class Handbook {
  readonly #panel = byId('handbook');
  readonly #text = byId('handbook-text');
  readonly #search = byId<HTMLInputElement>('handbook-search');
  readonly #events: HandbookEvents;
  #part: Part = 'language';
  #step = 0;

  constructor(events: HandbookEvents) {
    this.#events = events;
    const on = (id: string, action: () => void) => byId(id).addEventListener('click', action);
    on('open-language', () => this.#toggle('language'));
    on('open-learn', () => this.#toggle('learn'));
    on('handbook-close', () => this.#close());
    on('lesson-back', () => void this.#learn(this.#step - 1));
    on('lesson-next', () => void this.#learn(this.#step + 1));
    this.#search.addEventListener('input', () => this.#find(this.#search.value));
  }

  #toggle(part: Part): void {
    if (!this.#panel.hidden && this.#part === part) return this.#close();
    if (part === 'language') void this.#showLanguage();
    else void this.#learn(this.#step);
  }

  #close(): void {
    this.#panel.hidden = true;
    this.#showPressed();
  }

  #open(part: Part): void {
    this.#part = part;
    this.#panel.hidden = false;
    this.#panel.dataset['part'] = part;
    this.#text.scrollTop = 0;
    this.#showPressed();
  }

  #showPressed(): void {
    for (const part of ['language', 'learn']) {
      const isOpen = !this.#panel.hidden && this.#part === part;
      byId(`open-${part}`).setAttribute('aria-pressed', String(isOpen));
    }
  }

  // --- the language -----------------------------------------------------------------------------

  async #showLanguage(): Promise<void> {
    const word = this.#events.word();
    const found = await loaded('The language', () => Promise.all([import('../../../docs/cheatsheet.md?raw'), import('./markdown.js')]));
    if (!found) return;
    const [file, { blocksOf }] = found;
    this.#open('language');
    byId('handbook-title').textContent = 'The language';
    this.#text.replaceChildren(...blocksOf(file.default).slice(1));
    this.#search.value = '';
    this.#goTo(word);
  }

  // What can be found: blocks, or rows and items of those that have them.
  #entries(): HTMLElement[] {
    return [...this.#text.querySelectorAll<HTMLElement>('p, li, tr, pre, h3')];
  }

  #goTo(word: string): void {
    if (word === '') return;
    const found = bestEntry(this.#entries(), word);
    found?.classList.add('is-found');
    found?.scrollIntoView({ block: 'center' });
  }

  #find(query: string): void {
    const wanted = query.trim().toLowerCase();
    for (const entry of this.#entries()) {
      entry.classList.remove('is-found');
      entry.hidden = wanted !== '' && !entry.textContent!.toLowerCase().includes(wanted);
    }
    const isAny = this.#entries().some((entry) => !entry.hidden);
    byId('handbook-none').hidden = isAny;
  }

  // --- the guide --------------------------------------------------------------------------------

  async #learn(step: number): Promise<void> {
    const lesson = lessons[step];
    if (!lesson) return;
    const found = await loaded('The guide', () => Promise.all([pageOf(lesson), import('./markdown.js')]));
    if (!found) return;
    const [page, { blocksOf }] = found;
    this.#step = step;
    this.#open('learn');
    byId('handbook-title').textContent = `Step ${step + 1} of ${lessons.length}`;
    byId<HTMLButtonElement>('lesson-back').disabled = step === 0;
    byId<HTMLButtonElement>('lesson-next').disabled = step === lessons.length - 1;
    byId('handbook-none').hidden = true;
    const follow = (target: string) => {
      const other = lessonAt(target);
      return other ? () => void this.#learn(lessons.indexOf(other)) : null;
    };
    // The document itself is in the editor.
    const file = lesson.entry.slice(lesson.entry.lastIndexOf('/') + 1);
    const blocks = blocksOf(page, follow).filter((block) => !block.textContent!.startsWith(`# ${file}\n`));
    this.#text.replaceChildren(...blocks);
    this.#events.learn(lesson);
  }
}

/** The entry that says most about a word: that has it as code, before one that only mentions it. */
export function bestEntry<Entry extends { textContent: string | null; querySelectorAll?: Element['querySelectorAll'] }>(
  entries: Entry[],
  word: string,
): Entry | undefined {
  const whole = new RegExp(`(^|[^\\w])${word.replace(/[^\w]/g, '\\$&')}($|[^\\w])`);
  const hasCode = (entry: Entry) =>
    [...(entry.querySelectorAll?.('code') ?? [])].some((code) => whole.test(code.textContent ?? ''));
  return entries.find(hasCode) ?? entries.find((entry) => whole.test(entry.textContent ?? ''));
}
