// Plays the clips of the project's motions, and changes their keys in the text.
import type { Change, Clips, Method, MotionClip, Outline, Questions } from 'rigy';
import { keyAt, neighbors, poseAt } from './clips.js';
import { loaded } from './loading.js';
import type { Pose } from './pose.js';
import { fileAt, type Project } from './project.js';
import { Timeline, type KeyChange } from './timeline.js';

export interface MotionEvents {
  ask<M extends Method>(project: Project, method: M, params: Questions[M]['params']): Promise<Questions[M]['answer']>;
  posed(pose: Pose): void;
  /** No clip is chosen any more. */
  left(): void;
  ghosts(poses: Pose[]): void;
  /** Changes the text of a motion, as one step. */
  change(file: string, changes: Change[]): void;
  /** What the model shows. */
  shown(): Pose;
  project(): Project;
}

interface Playable {
  file: string;
  motion: Clips;
  clip: MotionClip;
}

const suffix = '.rigm.yaml';

export class Motion {
  readonly #events: MotionEvents;
  readonly #timeline: Timeline;
  #clips: Playable[] = [];
  #outline: Outline | null = null;
  #chosen: number | null = null;
  #seconds = 0;
  #frame = 0;
  #asked = 0;
  // The file of a clip to be played once it is compiled.
  #awaited: string | null = null;

  constructor(events: MotionEvents) {
    this.#events = events;
    this.#timeline = new Timeline({
      chosen: (clip) => this.#choose(clip),
      scrubbed: (seconds) => {
        this.pause();
        this.#show(seconds);
      },
      played: () => (this.#frame === 0 ? this.play() : this.pause()),
      keyChanged: (key, changed) => this.#changeKey(key, changed),
      keyAdded: () => void this.#addKey(),
      keyRemoved: (key) => this.#removeKey(key),
      ghosts: () => this.#showGhosts(),
    });
  }

  get isPlaying(): boolean {
    return this.#frame !== 0;
  }

  get hasClips(): boolean {
    return this.#clips.length > 0;
  }

  get seconds(): number {
    return this.#seconds;
  }

  /** The clip that is shown. */
  get current(): Playable | null {
    return this.#chosen === null ? null : (this.#clips[this.#chosen] ?? null);
  }

  /** The key at the time that is shown. */
  get key(): { file: string; clip: string; index: number; pose: string; mirror: boolean } | null {
    const current = this.current;
    const index = current ? keyAt(current.clip, this.#seconds) : -1;
    const key = current?.clip.keys[index];
    return current && key ? { file: current.file, clip: current.clip.id, index, pose: key.pose, mirror: key.mirror } : null;
  }

  /** Another document: nothing is known of its clips yet. */
  clear(): void {
    this.#asked += 1;
    this.pause();
    this.#chosen = null;
    this.#clips = [];
    this.#outline = null;
    this.#timeline.list([], null);
    this.#timeline.show(null);
    this.#events.ghosts([]);
  }

  /** The document was compiled. */
  async update(project: Project, outline: Outline): Promise<void> {
    const number = ++this.#asked;
    this.#outline = outline;
    const files = project.files.filter(({ path }) => path.endsWith(suffix));
    const found = await Promise.all(
      files.map(async ({ path }): Promise<Playable[]> => {
        const motion = await this.#events.ask(project, 'rigy/clips', { textDocument: { uri: path } }).catch(() => null);
        const isOfEntry = motion?.asset === project.entry;
        return isOfEntry ? motion!.clips.map((clip) => ({ file: path, motion: motion!, clip })) : [];
      }),
    );
    if (number === this.#asked) this.#take(found.flat());
  }

  #take(clips: Playable[]): void {
    const before = this.current;
    this.#clips = clips;
    const same = clips.findIndex(({ file, clip }) => file === before?.file && clip.id === before.clip.id);
    this.#chosen = before === null || same < 0 ? null : same;
    const files = new Set(clips.map(({ file }) => file));
    const names = clips.map(({ file, clip }) => (files.size > 1 ? `${file.slice(0, -suffix.length)}: ${clip.id}` : clip.id));
    this.#timeline.list(names, this.#chosen);
    this.#timeline.show(this.current?.clip ?? null);
    if (this.current) this.#show(Math.min(this.#seconds, this.current.clip.length));
    else if (before) this.#leave();
    this.#playAwaited();
  }

  #playAwaited(): void {
    const found = this.#clips.findIndex(({ file }) => file === this.#awaited);
    if (found < 0) return;
    this.#awaited = null;
    this.#timeline.choose(found);
    this.#choose(found);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.play();
  }

  /** Plays the first clip of a file as soon as it is compiled, or shows it if there is to be little movement. */
  expect(file: string): void {
    this.#awaited = file;
  }

  /** Shows a share of the clip, from 0 to 1. */
  showShare(share: number): void {
    this.#show(share * (this.current?.clip.length ?? 0));
  }

  play(): void {
    const clip = this.current?.clip;
    if (!clip || this.#frame !== 0) return;
    if (this.#seconds >= clip.length) this.#seconds = 0;
    let last = performance.now();
    const step = (now: number) => {
      const { length = 0, loop = false } = this.current?.clip ?? {};
      const seconds = this.#seconds + Math.max(0, now - last) / 1000;
      last = now;
      this.#show(loop ? seconds % length : Math.min(seconds, length));
      if (!loop && seconds >= length) return this.pause();
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
    this.#timeline.showPlaying(true);
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#timeline.showPlaying(false);
  }

  /** Something else poses the model now. */
  interrupt(): void {
    if (this.#chosen === null) return;
    this.pause();
    this.#chosen = null;
    this.#timeline.choose(null);
    this.#timeline.show(null);
    this.#events.ghosts([]);
  }

  #choose(clip: number | null): void {
    this.pause();
    this.#chosen = clip;
    this.#timeline.show(this.current?.clip ?? null);
    if (clip === null) return this.#leave();
    this.#show(0);
  }

  #leave(): void {
    this.#events.ghosts([]);
    this.#events.left();
  }

  #show(seconds: number): void {
    const current = this.current;
    if (!current || !this.#outline) return;
    this.#seconds = seconds;
    this.#timeline.showTime(seconds);
    this.#events.posed(poseAt(this.#outline, current.motion, current.clip, seconds));
    this.#showGhosts();
  }

  #showGhosts(): void {
    const current = this.current;
    const outline = this.#outline;
    if (!current || !outline || !this.#timeline.hasGhosts) return this.#events.ghosts([]);
    const times = neighbors(current.clip, this.#seconds);
    this.#events.ghosts(times.map((at) => poseAt(outline, current.motion, current.clip, at)));
  }

  // What is shown, also bones that were turned between keys, becomes a pose.
  async #addKey(): Promise<void> {
    this.pause();
    const current = this.current;
    const armature = this.#outline?.armatures.findIndex(({ id, imported }) => id === current?.motion.armature && !imported) ?? -1;
    const keying = await loaded('What adds keys', () => import('./keying.js'));
    if (!current || armature < 0 || !keying) return;
    const { file, clip } = current;
    const text = fileAt(this.#events.project(), file)?.text ?? '';
    this.#seconds = keying.keyTime(this.#seconds, clip.length);
    const later = clip.keys.findIndex(({ at }) => at > this.#seconds);
    const index = later < 0 ? clip.keys.length : later;
    const bones = this.#outline!.armatures[armature]!.bones.map(({ id }) => id);
    this.#events.change(file, keying.keyChanges(text, clip.id, index, this.#seconds, bones, this.#events.shown()[armature]!));
  }

  #removeKey(key: number): void {
    const current = this.current;
    if (current) this.#events.change(current.file, [{ remove: `clips.${current.clip.id}.keys[${key}]` }]);
  }

  #changeKey(key: number, changed: KeyChange): void {
    const current = this.current;
    if (!current) return;
    const path = `clips.${current.clip.id}.keys[${key}]`;
    if ('at' in changed) {
      this.#seconds = changed.at;
      this.#events.change(current.file, [{ number: `${path}.at`, to: changed.at }]);
    } else {
      this.#events.change(current.file, [{ set: `${path}.ease`, value: changed.ease }]);
    }
  }
}
