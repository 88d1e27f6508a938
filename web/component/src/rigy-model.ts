// <rigy-model>: a Rigy document, compiled and shown in place.
//
//   <rigy-model src="arm.rigy.yaml" pose="bent"></rigy-model>
//   <rigy-model>version: "0.6" …</rigy-model>
import { clipOfPoses, clipsOf, type Clip } from './clips.js';
import { directionFrom, Picture, views } from './picture.js';
import { motionAt, projectAt, projectIn } from './sources.js';
import { compilerOf } from './compiler.js';
import { toFragment } from '../../playground/src/share.js';
import { modelOf, type Model } from '../../playground/src/model.js';
import type { Project } from '../../playground/src/project.js';
import type { Diagnostic, Files, Rigy } from 'rigy';
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
  clips: Clip[];
  problem: string;
}

// In Node.js, where a page may be made, there are no elements; importing this must work all the same.
const Element = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The element. It gets the event `rigy-shown` when a document is shown, and `error`, an ErrorEvent, when something is
 * wrong with it or with an attribute.
 */
export class RigyModel extends Element {
  static readonly observedAttributes = ['src', 'pose', 'view', 'alt', 'playground', 'motion', 'clip', 'play', 'theme'];
  /** The address of a playground, for a link to it; an attribute of the same name wins. */
  static playground = '';

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #link = element('a', { part: 'link', target: '_blank', rel: 'noopener', hidden: '' }, 'Open in the playground');
  readonly #poses = element('div', { part: 'poses', role: 'group', 'aria-label': 'Poses and clips', hidden: '' });
  readonly #message = element('pre', { part: 'message', role: 'status' });
  readonly #stage = element('div', { part: 'stage', role: 'img', tabindex: '0', 'aria-label': '3D model' });
  readonly #isCalm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
  #picture: Picture | null = null;
  #turn = 0;
  #text: string | null = null;
  // Whether a model is shown, whose view stays while the text changes.
  #isShown = false;

  /** The text that is shown instead of that at `src`; the last model stays while it has errors. Null: that at `src`. */
  get text(): string | null {
    return this.#text;
  }

  set text(text: string | null) {
    this.#text = text;
    if (this.#picture) void this.render();
  }

  connectedCallback(): void {
    if (!this.#root.hasChildNodes()) {
      this.#root.append(element('style', {}, style), this.#stage, this.#poses, this.#link, this.#message);
    }
    this.#picture = new Picture(this.#stage);
    this.#picture.setTheme(this.getAttribute('theme'));
    this.#isShown = false;
    void this.render();
  }

  disconnectedCallback(): void {
    ++this.#turn;
    this.#picture?.free();
    this.#picture = null;
  }

  attributeChangedCallback(name: string): void {
    // When the element is made, all its attributes come before it is connected.
    if (name === 'theme') this.#picture?.setTheme(this.getAttribute(name));
    else if (this.#picture) void this.render();
  }

  /** Reads, compiles and shows the document again; call it after changing the text inside. */
  async render(): Promise<void> {
    const turn = ++this.#turn;
    const outcome = await this.#outcome();
    const picture = this.#picture;
    if (picture === null || turn !== this.#turn) return;
    const problem = (outcome.model ? this.#show(picture, outcome.model, outcome.clips) : '') || outcome.problem;
    const isEmpty = outcome.model === null && (this.#text === null || !this.#isShown);
    this.#isShown = !isEmpty;
    this.#stage.hidden = isEmpty;
    this.#poses.hidden = isEmpty || this.#poses.childElementCount < 2;
    this.#say(problem);
    await this.#showLink(outcome.project, () => turn !== this.#turn);
    if (turn !== this.#turn) return;
    if (problem) this.dispatchEvent(new ErrorEvent('error', { message: problem }));
    if (outcome.model) this.dispatchEvent(new Event('rigy-shown'));
  }

  async #outcome(): Promise<Outcome> {
    try {
      const src = this.getAttribute('src');
      const project = src
        ? await projectAt(new URL(src, document.baseURI), this.#text)
        : await projectIn(this.#text ?? this.textContent ?? '');
      const compiler = await compilerOf();
      const result = compiler.compile(filesOf(project), { entry: project.entry, outline: true });
      if (!result.ok) return { project, model: null, clips: [], problem: errorsIn(result.diagnostics) };
      const model = modelOf(result.glb, result.outline!);
      return { project, model, ...(await this.#clipsOf(compiler, project, model)) };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { project: null, model: null, clips: [], problem };
    }
  }

  // Those of the motion, or the poses as one.
  async #clipsOf(compiler: Rigy, asset: Project, model: Model): Promise<{ clips: Clip[]; problem: string }> {
    const motion = this.getAttribute('motion');
    if (!motion) {
      const poses = this.hasAttribute('play') ? clipOfPoses(model) : null;
      return { clips: poses ? [poses] : [], problem: '' };
    }
    const project = await motionAt(new URL(motion, document.baseURI), asset);
    const result = compiler.export(filesOf(project), { entry: project.entry, poses: 'none', face: '-z' });
    if (!result.ok) return { clips: [], problem: errorsIn(result.diagnostics) };
    return { clips: clipsOf(result.files[0]!.bytes, model.outline), problem: '' };
  }

  // Returns what is wrong, if anything; the model is shown as well as it can be.
  #show(picture: Picture, model: Model, clips: Clip[]): string {
    const [pose, view, clip] = [this.getAttribute('pose'), this.getAttribute('view'), this.getAttribute('clip')];
    // What the reader has chosen goes on while the text changes.
    const [lastPose, lastClip] = [picture.pose, picture.clip];
    const goesOn = this.#isShown && this.#text !== null;
    this.#stage.hidden = false;
    picture.show(model, goesOn ? lastPose : pose, view, goesOn);
    const moves = this.hasAttribute('play') && !this.#isCalm?.matches;
    const played = goesOn ? clips.find(({ id }) => id === lastClip) : moves && (clips.find(({ id }) => id === clip) ?? clips[0]);
    if (played) picture.play(played);
    this.#showPoses(picture, model, clips);
    if (!picture.canDraw) return 'The model cannot be shown: this browser has no WebGL.';
    const poseIds = model.outline.poses.map(({ id }) => id);
    return (
      unknown('pose', pose, poseIds) ||
      (directionFrom(view ?? '') ? '' : unknown('view', view, [...views.keys()])) ||
      unknown('clip', clip, clips.map(({ id }) => id))
    );
  }

  #say(text: string): void {
    this.#message.textContent = text;
    this.toggleAttribute('invalid', text !== '');
  }

  #showPoses(picture: Picture, model: Model, clips: Clip[]): void {
    const button = (part: string, label: string, isPressed: boolean, choose: () => void) => {
      const made = element('button', { type: 'button', part, 'aria-pressed': String(isPressed) }, label);
      made.addEventListener('click', () => {
        choose();
        this.#showPoses(picture, model, clips);
      });
      return made;
    };
    this.#stage.setAttribute('aria-label', this.getAttribute('alt') ?? this.#nameOf(model, picture.pose));
    const focused = [...this.#poses.children].indexOf(this.#root.activeElement!);
    this.#poses.replaceChildren(
      ...picture.poses.map((id) =>
        button('pose', id ?? 'Rest', picture.clip === null && id === picture.pose, () => picture.choose(id)),
      ),
      ...clips.map((clip) => {
        const isPlayed = picture.clip === clip.id;
        return button('clip', `▶ ${clip.id}`, isPlayed, () => (isPlayed ? picture.choose(null) : picture.play(clip)));
      }),
    );
    (this.#poses.children[focused] as HTMLElement | undefined)?.focus();
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

function filesOf({ files }: Project): Files {
  return new Map(files.map(({ path, text }) => [path, text]));
}

function errorsIn(diagnostics: Diagnostic[]): string {
  return diagnostics.filter(({ severity }) => severity === 'error').map(lineOf).join('\n');
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
