// The timeline below the picture: clips, their keys, and the time.
import type { MotionClip, MotionKey } from 'rigy';
import { keyAt } from './clips.js';
import { button, byId, el } from './dom.js';

export type KeyChange = { at: number } | { ease: MotionKey['ease'] };

export interface TimelineEvents {
  /** Null: no clip, the poses are shown. */
  chosen(clip: number | null): void;
  scrubbed(seconds: number): void;
  played(): void;
  /** A key has another time or another easing. */
  keyChanged(key: number, changed: KeyChange): void;
  /** What is shown becomes a key at this time. */
  keyAdded(): void;
  keyRemoved(key: number): void;
  ghosts(isOn: boolean): void;
}

export class Timeline {
  readonly #events: TimelineEvents;
  readonly #bar = byId('timeline');
  readonly #choice = byId<HTMLSelectElement>('clip');
  readonly #play = byId<HTMLButtonElement>('play');
  readonly #time = byId<HTMLInputElement>('time');
  readonly #keys = byId('keys');
  readonly #at = byId<HTMLInputElement>('key-at');
  readonly #ease = byId<HTMLSelectElement>('key-ease');
  readonly #add = byId<HTMLButtonElement>('key-add');
  readonly #remove = byId<HTMLButtonElement>('key-remove');
  readonly #ghosts = byId<HTMLButtonElement>('ghosts');
  #clip: MotionClip | null = null;
  // The key at the time that is shown, which the slider only has in thousandths; -1 if there is none.
  #key = -1;

  constructor(events: TimelineEvents) {
    this.#events = events;
    this.#choice.addEventListener('change', () => {
      const { selectedIndex } = this.#choice;
      events.chosen(selectedIndex > 0 ? selectedIndex - 1 : null);
    });
    this.#play.addEventListener('click', () => events.played());
    this.#time.addEventListener('input', () => events.scrubbed(Number(this.#time.value)));
    this.#at.addEventListener('change', () => this.#change({ at: this.#at.valueAsNumber }));
    this.#ease.addEventListener('change', () => this.#change({ ease: this.#ease.value as MotionKey['ease'] }));
    this.#add.addEventListener('click', () => events.keyAdded());
    this.#remove.addEventListener('click', () => this.#key >= 0 && events.keyRemoved(this.#key));
    this.#ghosts.addEventListener('click', () => {
      const isOn = this.#ghosts.getAttribute('aria-pressed') !== 'true';
      this.#ghosts.setAttribute('aria-pressed', String(isOn));
      events.ghosts(isOn);
    });
  }

  get hasGhosts(): boolean {
    return this.#ghosts.getAttribute('aria-pressed') === 'true';
  }

  /** `names` are those of all clips. */
  list(names: string[], chosen: number | null): void {
    this.#bar.hidden = names.length === 0;
    this.#choice.replaceChildren(el('option', {}, 'No clip'), ...names.map((name) => el('option', {}, name)));
    this.choose(chosen);
  }

  choose(chosen: number | null): void {
    this.#choice.selectedIndex = chosen === null ? 0 : chosen + 1;
  }

  show(clip: MotionClip | null): void {
    this.#clip = clip;
    this.#key = -1;
    this.#bar.classList.toggle('has-clip', clip !== null);
    for (const control of [this.#play, this.#time, this.#ghosts]) control.disabled = clip === null;
    this.#time.max = String(clip?.length ?? 1);
    this.#keys.replaceChildren(...(clip?.keys ?? []).map((key) => this.#mark(key, clip!.length)));
    if (!clip) this.showTime(0);
  }

  showTime(seconds: number): void {
    this.#time.value = String(seconds);
    byId('time-text').textContent = `${seconds.toFixed(2)} s`;
    this.#key = this.#clip ? keyAt(this.#clip, seconds) : -1;
    const shown = this.#clip?.keys[this.#key];
    for (const control of [this.#at, this.#ease]) control.disabled = shown === undefined;
    this.#add.disabled = this.#clip === null || shown !== undefined;
    // A clip has at least one.
    this.#remove.disabled = shown === undefined || this.#clip!.keys.length < 2;
    if (shown) {
      if (document.activeElement !== this.#at) this.#at.value = String(shown.at);
      this.#ease.value = shown.ease;
    }
    [...this.#keys.children].forEach((mark, i) => mark.classList.toggle('is-here', i === this.#key));
  }

  showPlaying(isPlaying: boolean): void {
    this.#play.setAttribute('aria-pressed', String(isPlaying));
    this.#play.textContent = isPlaying ? 'Pause' : 'Play';
  }

  #mark(key: MotionKey, length: number): HTMLElement {
    const name = `${key.pose}${key.mirror ? ', mirrored' : ''} at ${key.at} s, ${key.ease}`;
    const mark = button('', () => this.#events.scrubbed(key.at), { class: 'key', title: name, 'aria-label': `Key ${name}` });
    mark.style.left = `${(100 * key.at) / length}%`;
    return mark;
  }

  #change(changed: KeyChange): void {
    const isNumber = !('at' in changed) || Number.isFinite(changed.at);
    if (this.#key >= 0 && isNumber) this.#events.keyChanged(this.#key, changed);
  }
}
