// The controls of three.js that move and turn things, loaded when they are first needed.
import { Group, type Camera } from 'three';
import type { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import { loaded } from '../loading.js';

export class LateControls {
  /** What is in the scene. */
  readonly root = new Group();
  #controls: TransformControls | null = null;
  #isLoading = false;
  readonly #load: () => Promise<void>;

  /** `made`: they are there now. */
  constructor(camera: Camera, surface: HTMLElement, made: (controls: TransformControls) => void) {
    this.#load = async () => {
      const module = await loaded('Handles', () => import('three/examples/jsm/controls/TransformControls.js'));
      this.#isLoading = false;
      if (!module) return;
      this.#controls = new module.TransformControls(camera, surface);
      this.root.add(this.#controls.getHelper());
      made(this.#controls);
    };
  }

  /** Null unless they have been needed. */
  get made(): TransformControls | null {
    return this.#controls;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  need(): void {
    if (this.#controls || this.#isLoading) return;
    this.#isLoading = true;
    void this.#load();
  }
}
