// Shows the compiler's result: the model, its statistics, and the download.
import { copyText, download, sha256 } from './digest.js';
import { byId } from './dom.js';
import type { Preset } from './export.js';
import type { Inspector } from './inspector.js';
import { loaded } from './loading.js';
import { emptyModel, hasUvs, modelOf, statsOf, type Model } from './model.js';
import { notifyError } from './notice.js';
import type { Picked } from './picked.js';
import { baseOf, type Project } from './project.js';
import type { Compiled } from './protocol.js';
import type { Rig } from './rig.js';
import type { Start } from './start.js';
import { showCompileTime, showStats } from './stats.js';
import type { Switches } from './switches.js';
import type { View } from './view/view.js';

export interface OutputParts {
  view: View;
  rig: Rig;
  inspector: Inspector;
  switches: Switches;
  picked: Picked;
}

type StageState = 'loading' | 'fine' | 'stale' | 'empty' | 'broken';

export class Output {
  readonly #parts: OutputParts;
  #model: Model | null = null;
  #glb: Uint8Array<ArrayBuffer> | null = null;
  // How to show the first model of a document that was just opened.
  #start: Start | null = null;
  #isUsable = true;

  constructor(parts: OutputParts) {
    this.#parts = parts;
    byId('copy-digest').addEventListener('click', () => void copyDigest());
  }

  get model(): Model | null {
    return this.#model;
  }

  /** False if there is no compiler. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Another document is being compiled: nothing shown belongs to it. */
  clear(start: Start): void {
    const { view, rig, inspector, switches, picked } = this.#parts;
    this.#start = start;
    this.#model = null;
    rig.start(emptyModel.outline, start);
    view.setModel(emptyModel, rig.pose);
    picked.show(undefined);
    inspector.showOutline(null, null);
    rig.announce();
    switches.start(start.options);
    showStats(null);
    showCompileTime(null);
    this.#withholdFile();
    if (this.#isUsable) setStageState('loading', '');
  }

  /** The next model is another one, to be seen from its start; what is shown stays until then. */
  renew(start: Start): void {
    this.#start = start;
  }

  show({ glb, outline, milliseconds }: Compiled): void {
    showCompileTime(milliseconds);
    if (glb && outline) {
      this.#showModel(glb, modelOf(glb, outline));
    } else {
      this.#withholdFile();
      const note = this.#model ? 'The last version without errors' : 'Nothing to show yet';
      setStageState(this.#model ? 'stale' : 'empty', note);
    }
  }

  /** The last result does not belong to the text shown. */
  fail(reason: string): void {
    notifyError(reason);
    this.#withholdFile();
    setStageState(this.#model ? 'stale' : 'empty', '');
  }

  /** There is no compiler in this browser. */
  giveUp(reason: string): void {
    this.#isUsable = false;
    setStageState('broken', `The compiler could not be loaded: ${reason}.`);
  }

  /** The canonical file. It is named after `entry`, the document, and not like the other one. */
  download(entry: string): void {
    if (this.#glb) download(this.#glb, `${baseOf(entry)}.canonical.glb`);
  }

  /** The files for a program. */
  async downloadExport(project: Project, preset: Preset): Promise<void> {
    const exporting = await loaded('What exports', () => import('./export.js'));
    if (!exporting) return;
    try {
      for (const { name, bytes } of await exporting.exportedFor(project, preset)) download(bytes, name);
    } catch (error) {
      notifyError(`The document could not be exported: ${(error as Error).message}.`);
    }
  }

  #showModel(bytes: Uint8Array<ArrayBuffer>, model: Model): void {
    const { view, rig, inspector, picked } = this.#parts;
    const before = this.#model;
    const start = this.#start;
    this.#model = model;
    this.#glb = bytes;
    this.#start = null;
    if (start) rig.start(model.outline, start);
    else rig.setOutline(model.outline);
    view.setModel(model, rig.pose);
    picked.carryOver(before, model);
    inspector.showOutline(model.outline, rig.selected);
    rig.announce();
    if (start) view.fit(start.direction);
    document.querySelector<HTMLElement>('[data-toggle=uvs]')!.hidden = !hasUvs(model);
    showStats(statsOf(model));
    this.#offerFile(bytes);
    setStageState('fine', this.#noteOn(model));
  }

  #noteOn({ glb: { placed } }: Model): string {
    if (!this.#parts.view.canDraw) {
      return 'This browser has no WebGL, so the model cannot be shown. Everything else works.';
    }
    return placed.length === 0 ? 'This document has no meshes yet' : '';
  }

  #offerFile(bytes: Uint8Array<ArrayBuffer>): void {
    setFileEnabled(true);
    void sha256(bytes).then((digest) => {
      if (this.#glb === bytes) showDigest(digest?.slice(0, 8) ?? 'not available', digest ?? '');
    });
  }

  #withholdFile(): void {
    this.#glb = null;
    setFileEnabled(false);
    if (!this.#model) showDigest('–', '');
  }
}

function setFileEnabled(isEnabled: boolean): void {
  byId<HTMLButtonElement>('download').disabled = !isEnabled;
  byId<HTMLButtonElement>('copy-digest').disabled = !isEnabled;
}

function showDigest(text: string, digest: string): void {
  byId('copy-digest').textContent = text;
  byId('copy-digest').dataset['digest'] = digest;
}

function copyDigest(): Promise<void> | void {
  const { digest } = byId('copy-digest').dataset;
  if (!digest) return notifyError('Browsers compute digests only for pages from https or localhost.');
  return copyText(digest, `Copied the SHA-256: ${digest}`, `The SHA-256 is ${digest}`);
}

function setStageState(state: StageState, note: string): void {
  byId('stage').dataset['state'] = state;
  byId('stage-note').textContent = note;
}
