// <rigy-model>: a Rigy document, compiled and shown in place.
//
//   <rigy-model src="arm.rigy.yaml" pose="bent"></rigy-model>
//   <rigy-model>version: "0.6" …</rigy-model>
import { Picture } from './picture.js';
import { projectAt, projectIn } from './sources.js';
import { compilerOf } from './compiler.js';
import { toFragment } from '../../playground/src/share.js';
import { modelOf } from '../../playground/src/model.js';
import type { Project } from '../../playground/src/project.js';
import type { Diagnostic } from 'rigy';
import { style } from './style.js';

export class RigyModel extends HTMLElement {
  static readonly observedAttributes = ['src', 'pose', 'playground'];
  /** The address of a playground, for a link to it; an attribute of the same name wins. */
  static playground = '';

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #link = element('a', { part: 'link', target: '_blank', rel: 'noopener' }, 'Open in the playground');
  readonly #poses = element('div', { part: 'poses', role: 'group', 'aria-label': 'Poses' });
  readonly #message = element('pre', { part: 'message', role: 'status' });
  readonly #stage = element('div', { part: 'stage', role: 'img', tabindex: '0' });
  #picture: Picture | null = null;
  #turn = 0;

  connectedCallback(): void {
    if (!this.#picture) {
      this.#root.append(element('style', {}, style), this.#stage, this.#poses, this.#link, this.#message);
      this.#picture = new Picture(this.#stage);
    }
    void this.render();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.render();
  }

  /** Reads, compiles and shows the document again; call it after changing the text inside. */
  async render(): Promise<void> {
    const turn = ++this.#turn;
    const isLate = () => turn !== this.#turn;
    try {
      const src = this.getAttribute('src');
      const project = src ? await projectAt(new URL(src, document.baseURI)) : await projectIn(this.textContent ?? '');
      const rigy = await compilerOf();
      if (isLate()) return;
      const files = Object.fromEntries(project.files.map(({ path, text }) => [path, text]));
      const { glb, outline, diagnostics } = rigy.compile(files, { entry: project.entry, outline: true });
      if (glb && outline) this.#picture!.show(modelOf(glb, outline), this.getAttribute('pose'));
      this.#say(diagnostics.filter(({ severity }) => severity === 'error').map(lineOf).join('\n'));
      this.#showPoses();
      await this.#showLink(project, isLate);
    } catch (error) {
      if (!isLate()) this.#say(error instanceof Error ? error.message : String(error));
    }
    if (!isLate()) this.dispatchEvent(new Event('rigy-shown'));
  }

  #say(text: string): void {
    this.#message.textContent = text;
    this.toggleAttribute('invalid', text !== '');
  }

  #showPoses(): void {
    const picture = this.#picture!;
    this.#poses.replaceChildren(
      ...picture.poses.map((id) => {
        const button = element('button', { type: 'button', part: 'pose' }, id ?? 'Rest');
        button.setAttribute('aria-pressed', String(id === picture.pose));
        button.addEventListener('click', () => {
          picture.choose(id);
          this.#showPoses();
        });
        return button;
      }),
    );
    this.#poses.hidden = picture.poses.length < 2;
  }

  async #showLink(project: Project, isLate: () => boolean): Promise<void> {
    const playground = this.getAttribute('playground') ?? RigyModel.playground;
    this.#link.hidden = playground === '';
    if (playground === '') return;
    const fragment = await toFragment(project);
    if (!isLate()) this.#link.href = new URL(playground, document.baseURI).href + fragment;
  }
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

if (!customElements.get('rigy-model')) customElements.define('rigy-model', RigyModel);
