// What the view shows: the switches of its toolbar and the choices of the inspector.
import type { ViewOptions } from './view/view.js';

export type Toggle = 'skeleton' | 'names' | 'anchors' | 'wireframe' | 'backFaces' | 'uvs' | 'grid';

export const firstOptions: ViewOptions = {
  skeleton: true,
  names: false,
  anchors: false,
  grid: true,
  wireframe: false,
  backFaces: false,
  uvs: false,
  heat: false,
  solvers: ['document'],
};

export class Switches {
  readonly #changed: (options: ViewOptions) => void;
  readonly #buttons = [...document.querySelectorAll<HTMLElement>('[data-toggle]')];
  #options = firstOptions;

  constructor(changed: (options: ViewOptions) => void) {
    this.#changed = changed;
    for (const button of this.#buttons) {
      button.addEventListener('click', () => this.toggle(button.dataset['toggle'] as Toggle));
    }
  }

  get options(): ViewOptions {
    return this.#options;
  }

  /** The initial state for a document. */
  start(options: Partial<ViewOptions> = {}): void {
    this.#show({ ...firstOptions, ...options });
  }

  set(changed: Partial<ViewOptions>): void {
    this.#show({ ...this.#options, ...changed });
  }

  toggle(name: Toggle): void {
    this.set({ [name]: !this.#options[name] });
  }

  #show(options: ViewOptions): void {
    this.#options = options;
    for (const button of this.#buttons) {
      button.setAttribute('aria-pressed', String(options[button.dataset['toggle'] as Toggle]));
    }
    this.#changed(options);
  }
}
