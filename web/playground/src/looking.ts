// The menu of what else can be seen: a section, and what `rigy lint` finds.
import type { Diagnostic } from 'rigy';
import { byId } from './dom.js';
import { loaded } from './loading.js';
import type { Model } from './model.js';
import { notifyError } from './notice.js';
import type { Project } from './project.js';
import type { Section } from './view/cut.js';
import type { View } from './view/view.js';

export interface LookingEvents {
  project(): Project;
  model(): Model | null;
  /** What lint found, besides the compiler's own problems. */
  found(findings: Diagnostic[]): void;
}

const lintPause = 400;

export class Looking {
  readonly #view: View;
  readonly #events: LookingEvents;
  readonly #axis = byId<HTMLSelectElement>('section-axis');
  readonly #at = byId<HTMLInputElement>('section-at');
  readonly #lint = byId<HTMLInputElement>('show-lint');
  #pause: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(view: View, events: LookingEvents) {
    this.#view = view;
    this.#events = events;
    this.#axis.addEventListener('change', () => this.#cut(true));
    this.#at.addEventListener('input', () => this.#cut(false));
    this.#lint.addEventListener('change', () => this.compiled());
  }

  /** Another document is open. */
  clear(): void {
    this.#axis.value = '';
    this.#cut(true);
  }

  /** A document was compiled: what was found in the last one may no longer be true. */
  compiled(): void {
    clearTimeout(this.#pause);
    const number = ++this.#asked;
    this.#events.found([]);
    this.#view.setMarks([]);
    byId('lint-summary').textContent = this.#lint.checked ? 'Looking…' : '';
    if (this.#lint.checked) this.#pause = setTimeout(() => void this.#find(number), lintPause);
  }

  #cut(isOther: boolean): void {
    const axis = this.#axis.value as Section['axis'] | '';
    this.#at.disabled = axis === '';
    if (axis !== '' && isOther) {
      const [from, to] = this.#view.extent(axis);
      Object.assign(this.#at, { min: String(from), max: String(to), step: String((to - from) / 200 || 0.001) });
      this.#at.value = String((from + to) / 2);
    }
    byId('section-text').textContent = axis === '' ? '' : `${axis} = ${this.#at.valueAsNumber.toFixed(3)} m`;
    this.#view.setSection(axis === '' ? null : { axis, at: this.#at.valueAsNumber });
  }

  async #find(number: number): Promise<void> {
    const project = this.#events.project();
    try {
      const lint = await loaded('Lint', () => import('./findings.js'));
      const model = this.#events.model();
      if (!lint || !model) return;
      const findings = await lint.findingsOf(project);
      // The text has changed since.
      if (number !== this.#asked) return;
      this.#view.setMarks(lint.marksOf(model, findings));
      this.#events.found(findings);
      byId('lint-summary').textContent = lint.summaryOf(findings);
    } catch (error) {
      byId('lint-summary').textContent = '';
      notifyError(`Nothing was looked for: ${(error as Error).message}.`);
    }
  }
}
