// <rigy-model>: a Rigy document, compiled and shown in place.
//
//   <rigy-model src="arm.rigy.yaml" pose="bent"></rigy-model>
//   <rigy-model>version: "0.6" …</rigy-model>
import { Picture, views } from './picture.js';
import { projectAt, projectIn } from './sources.js';
import { compilerOf } from './compiler.js';
import { toFragment } from '../../playground/src/share.js';
import { modelOf, type Model } from '../../playground/src/model.js';
import type { Project } from '../../playground/src/project.js';
import type { Diagnostic } from 'rigy';
import { style } from './style.js';

declare global {
  interface HTMLElementTagNameMap {
    'rigy-model': RigyModel;
  }
}

/** What became of a document. Without a project it could not even be read. */
interface Outcome {
  project: Project | null;
  model: Model | null;
  problem: string;
}

// In Node.js, where a page may be made, there are no elements; importing this must work all the same.
const Element = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The element. It gets the event `rigy-shown` when a document is shown, and `error`, an ErrorEvent, when something is
 * wrong with it or with an attribute.
 */
export class RigyModel extends Element {
  static readonly observedAttributes = ['src', 'pose', 'view', 'alt', 'playground'];
  /** The address of a playground, for a link to it; an attribute of the same name wins. */
  static playground = '';

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #link = element('a', { part: 'link', target: '_blank', rel: 'noopener', hidden: '' }, 'Open in the playground');
  readonly #poses = element('div', { part: 'poses', role: 'group', 'aria-label': 'Poses', hidden: '' });
  readonly #message = element('pre', { part: 'message', role: 'status' });
  readonly #stage = element('div', { part: 'stage', role: 'img', tabindex: '0', 'aria-label': '3D model' });
  #picture: Picture | null = null;
  #turn = 0;

  connectedCallback(): void {
    if (!this.#root.hasChildNodes()) {
      this.#root.append(element('style', {}, style), this.#stage, this.#poses, this.#link, this.#message);
    }
    this.#picture = new Picture(this.#stage);
    void this.render();
  }

  disconnectedCallback(): void {
    ++this.#turn;
    this.#picture?.free();
    this.#picture = null;
  }

  attributeChangedCallback(): void {
    // When the element is made, all its attributes come before it is connected.
    if (this.#picture) void this.render();
  }

  /** Reads, compiles and shows the document again; call it after changing the text inside. */
  async render(): Promise<void> {
    const turn = ++this.#turn;
    const outcome = await this.#outcome();
    const picture = this.#picture;
    if (picture === null || turn !== this.#turn) return;
    const problem = outcome.problem || this.#show(picture, outcome.model!);
    this.#stage.hidden = outcome.problem !== '';
    this.#poses.hidden = outcome.problem !== '' || picture.poses.length < 2;
    this.#say(problem);
    await this.#showLink(outcome.project, () => turn !== this.#turn);
    if (turn !== this.#turn) return;
    if (problem) this.dispatchEvent(new ErrorEvent('error', { message: problem }));
    if (outcome.model) this.dispatchEvent(new Event('rigy-shown'));
  }

  async #outcome(): Promise<Outcome> {
    try {
      const src = this.getAttribute('src');
      const project = src ? await projectAt(new URL(src, document.baseURI)) : await projectIn(this.textContent ?? '');
      const files = new Map(project.files.map(({ path, text }) => [path, text]));
      const result = (await compilerOf()).compile(files, { entry: project.entry, outline: true });
      if (result.ok) return { project, model: modelOf(result.glb, result.outline!), problem: '' };
      const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
      return { project, model: null, problem: errors.map(lineOf).join('\n') };
    } catch (error) {
      return { project: null, model: null, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  // Returns what is wrong, if anything; the model is shown as well as it can be.
  #show(picture: Picture, model: Model): string {
    const [pose, view] = [this.getAttribute('pose'), this.getAttribute('view')];
    this.#stage.hidden = false;
    picture.show(model, pose, view);
    this.#showPoses(picture, model);
    if (!picture.canDraw) return 'The model cannot be shown: this browser has no WebGL.';
    return unknown('pose', pose, model.outline.poses.map(({ id }) => id)) || unknown('view', view, [...views.keys()]);
  }

  #say(text: string): void {
    this.#message.textContent = text;
    this.toggleAttribute('invalid', text !== '');
  }

  #showPoses(picture: Picture, model: Model): void {
    this.#stage.setAttribute('aria-label', this.getAttribute('alt') ?? this.#nameOf(model, picture.pose));
    this.#poses.replaceChildren(
      ...picture.poses.map((id) => {
        const button = element('button', { type: 'button', part: 'pose' }, id ?? 'Rest');
        button.setAttribute('aria-pressed', String(id === picture.pose));
        button.addEventListener('click', () => {
          picture.choose(id);
          this.#showPoses(picture, model);
        });
        return button;
      }),
    );
  }

  // After the file, or what is in the document.
  #nameOf(model: Model, pose: string | null): string {
    const file = this.getAttribute('src')?.replace(/[?#].*$/, '').split('/').at(-1)?.replace(/(\.rig[ys])?\.ya?ml$/, '');
    const name = file || model.outline.meshes[0]?.id || '';
    return `3D model ${name}${pose === null ? '' : `, pose ${pose}`}`.trim();
  }

  async #showLink(project: Project | null, isLate: () => boolean): Promise<void> {
    const playground = this.getAttribute('playground') ?? RigyModel.playground;
    const fragment = project && playground !== '' ? await toFragment(project) : null;
    if (isLate()) return;
    this.#link.hidden = fragment === null;
    if (fragment !== null) this.#link.href = new URL(playground, document.baseURI).href + fragment;
  }
}

function unknown(what: string, name: string | null, names: string[]): string {
  if (!name || names.includes(name)) return '';
  const others = names.length === 0 ? `the document has no ${what}s` : `known ${what}s: ${names.join(', ')}`;
  return `There is no ${what} '${name}'; ${others}.`;
}

function lineOf({ file, line, code, message, help }: Diagnostic): string {
  const text = `${file}:${line}: ${code}: ${message}`;
  return help ? `${text}\n  ${help}` : text;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

if (globalThis.customElements && !customElements.get('rigy-model')) customElements.define('rigy-model', RigyModel);
