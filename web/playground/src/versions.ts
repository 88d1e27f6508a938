// Looks back: the model as it was opened, and earlier versions with their pictures.
import { byId } from './dom.js';
import { History } from './history.js';
import type { Project } from './project.js';
import type { Projects } from './projects.js';
import { shelfOf } from './storage.js';
import type { View } from './view/view.js';

export interface VersionsEvents {
  /** Shows what another text is, without changing anything. */
  preview(project: Project): void;
}

const pictureSize = { width: 240, height: 150 };
const paper = '#e6e8ec';
/** After the last change, so that it does not disturb who is typing. */
const pause = 2000;

export class Versions {
  readonly #projects: Projects;
  readonly #view: View;
  readonly #events: VersionsEvents;
  readonly #compare = byId<HTMLButtonElement>('compare');
  readonly #history: History;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(projects: Projects, view: View, events: VersionsEvents) {
    this.#projects = projects;
    this.#view = view;
    this.#events = events;
    this.#history = new History(shelfOf('localStorage'), ({ project, name }) => projects.openVersion(project, name));
    this.#compare.addEventListener('click', () => this.#toggle());
  }

  /** The text has changed, or another is open. */
  changed(): void {
    this.#compare.setAttribute('aria-pressed', 'false');
    this.#compare.hidden = !this.#projects.isEdited;
  }

  /** What is written was compiled without errors. */
  compiled(): void {
    clearTimeout(this.#timer);
    if (this.#projects.isEdited && !this.#isLookingBack()) this.#timer = setTimeout(() => this.#note(), pause);
  }

  #isLookingBack(): boolean {
    return this.#compare.getAttribute('aria-pressed') === 'true';
  }

  #toggle(): void {
    const isBack = !this.#isLookingBack();
    this.#compare.setAttribute('aria-pressed', String(isBack));
    this.#events.preview(isBack ? this.#projects.original : this.#projects.project);
  }

  #note(): void {
    if (!this.#isLookingBack()) this.#history.note(this.#projects.name, this.#projects.project, this.#picture());
  }

  // The middle of what is seen.
  #picture(): string {
    const { width, height } = pictureSize;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, pictureSize);
    const context = canvas.getContext('2d')!;
    context.fillStyle = paper;
    context.fillRect(0, 0, width, height);
    this.#view.draw((shown) => {
      const scale = Math.max(width / shown.width, height / shown.height);
      const [wide, high] = [shown.width * scale, shown.height * scale];
      context.drawImage(shown, (width - wide) / 2, (height - high) / 2, wide, high);
    });
    return canvas.toDataURL('image/jpeg', 0.7);
  }
}
