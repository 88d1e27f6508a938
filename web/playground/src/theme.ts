// Light or dark: follows the system until the user chooses.
import { type Colors, viewColors } from './view/colors.js';

export type Theme = 'light' | 'dark';

const key = 'rigy-playground-theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}

export class ThemeSwitch {
  #chosen = stored();
  readonly #apply: (colors: Colors) => void;

  constructor(button: HTMLElement, apply: (colors: Colors) => void) {
    this.#apply = apply;
    button.addEventListener('click', () => this.#choose(this.current === 'dark' ? 'light' : 'dark'));
    systemIsDark.addEventListener('change', () => this.#show());
    this.#show();
  }

  get current(): Theme {
    return this.#chosen ?? (systemIsDark.matches ? 'dark' : 'light');
  }

  #choose(theme: Theme): void {
    this.#chosen = theme;
    try {
      localStorage.setItem(key, theme);
    } catch {
      // Private windows may refuse to store it; the choice then lasts until the page is closed.
    }
    this.#show();
  }

  #show(): void {
    document.documentElement.dataset['theme'] = this.current;
    this.#apply(viewColors[this.current]);
  }
}
