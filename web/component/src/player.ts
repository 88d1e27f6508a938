// Plays a clip, again and again, frame by frame; browsers draw no frames of pages that are out of sight.
import type { Pose } from '../../playground/src/pose.js';
import type { Clip } from './clips.js';

export class Player {
  readonly #show: (pose: Pose) => void;
  #frame = 0;
  #clip: Clip | null = null;
  /** Seconds since the beginning of the clip. */
  #time = 0;
  #isSeen = true;

  constructor(show: (pose: Pose) => void) {
    this.#show = show;
  }

  get clip(): Clip | null {
    return this.#clip;
  }

  /** A clip of the same name goes on where the last one was. */
  play(clip: Clip): void {
    if (this.#clip?.id !== clip.id) this.#time = 0;
    this.#clip = clip;
    this.#go();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#clip = null;
  }

  /** A model that nobody sees does not move. */
  setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#go();
  }

  #go(): void {
    if (this.#frame !== 0 || this.#clip === null || !this.#isSeen) return;
    let last = performance.now();
    const step = (now: number) => {
      this.#frame = 0;
      if (this.#clip === null || !this.#isSeen) return;
      this.#time = (this.#time + Math.max(0, now - last) / 1000) % Math.max(this.#clip.length, 0.001);
      last = now;
      this.#show(this.#clip.poseAt(this.#time));
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}
