// What is dragged to move, turn or size a part of the document, or to let a bone reach.
import { Group, Matrix4, Object3D, Vector3, type PerspectiveCamera } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { Quaternion, Vec3 } from '../quaternion.js';

export type HandleMode = 'translate' | 'rotate' | 'scale';

/** Where the handle is, in the space of what it moves. */
export interface Held {
  position: Vec3;
  rotation: Quaternion;
  scale: Vec3;
}

export interface HandleEvents {
  dragged(held: Held): void;
  released(held: Held): void;
  /** The handle is grabbed or let go. */
  grabbed(isGrabbed: boolean): void;
  changed(): void;
}

export class Handle {
  readonly #controls: TransformControls;
  readonly #space = new Group();
  readonly #object = new Object3D();

  constructor(camera: PerspectiveCamera, surface: HTMLElement, events: HandleEvents) {
    this.#space.matrixAutoUpdate = false;
    this.#space.add(this.#object);
    this.#controls = new TransformControls(camera, surface);
    this.#controls.setSize(0.75);
    this.#controls.addEventListener('change', () => events.changed());
    this.#controls.addEventListener('objectChange', () => events.dragged(this.#held()));
    this.#controls.addEventListener('dragging-changed', ({ value }) => {
      events.grabbed(value === true);
      if (value !== true) events.released(this.#held());
    });
  }

  get objects(): Object3D[] {
    return [this.#space, this.#controls.getHelper()];
  }

  get isGrabbed(): boolean {
    return this.#controls.dragging;
  }

  get isShown(): boolean {
    return this.#controls.object !== undefined;
  }

  /** A point in the middle of the arrow along x, in the world; null if there is no handle. */
  get arrow(): Vec3 | null {
    if (!this.isShown) return null;
    const at = this.#object.getWorldPosition(new Vector3());
    const camera = this.#controls.camera as PerspectiveCamera;
    const size = at.distanceTo(camera.position) * 1.9 * Math.tan((camera.fov * Math.PI) / 360) * (this.#controls.size / 4);
    return [at.x + 0.35 * size, at.y, at.z];
  }

  /** In the space of `matrix`, column by column. Steps are in meters; 0 for none. */
  show(matrix: number[] | null, held: Held, mode: HandleMode, step: number): void {
    if (this.isGrabbed) return;
    this.#space.matrix.copy(matrix ? new Matrix4().fromArray(matrix) : new Matrix4());
    this.#space.updateMatrixWorld(true);
    const [w, x, y, z] = held.rotation;
    this.#object.position.set(...held.position);
    this.#object.quaternion.set(x, y, z, w);
    this.#object.scale.set(...held.scale);
    this.#controls.setMode(mode);
    this.#controls.setSpace(mode === 'scale' ? 'local' : 'world');
    this.#controls.setTranslationSnap(step || null);
    this.#controls.setRotationSnap(step ? Math.PI / 36 : null);
    if (!this.isShown) this.#controls.attach(this.#object);
  }

  hide(): void {
    if (!this.isGrabbed) this.#controls.detach();
  }

  #held(): Held {
    const { position, quaternion, scale } = this.#object;
    return {
      position: position.toArray(),
      rotation: [quaternion.w, quaternion.x, quaternion.y, quaternion.z],
      scale: scale.toArray(),
    };
  }
}
