// The rings around the selected bone that rotate it.
import { Object3D, Quaternion as Rotation, type Camera, type Vector3 } from 'three';
import type { Quaternion } from '../quaternion.js';
import { LateControls } from './late_controls.js';

export interface GizmoEvents {
  /** The bone was rotated to this, relative to the armature. */
  turned(rotation: Quaternion): void;
  /** The rings are grabbed or released. */
  grabbed(isGrabbed: boolean): void;
  changed(): void;
}

export class Gizmo {
  readonly #late: LateControls;
  #isPlaced = false;
  readonly #handle = new Object3D();
  // The rotation of the instance that contains the armature.
  readonly #frame = new Rotation();
  readonly #turn = new Rotation();

  constructor(camera: Camera, surface: HTMLElement, events: GizmoEvents) {
    this.#late = new LateControls(camera, surface, (controls) => {
      controls.setMode('rotate');
      controls.setSpace('local');
      controls.setSize(0.62);
      controls.addEventListener('change', () => events.changed());
      controls.addEventListener('dragging-changed', ({ value }) => events.grabbed(value === true));
      controls.addEventListener('objectChange', () => {
        const { x, y, z, w } = this.#frame.clone().invert().multiply(this.#handle.quaternion);
        events.turned([w, x, y, z]);
      });
      if (this.#isPlaced) controls.attach(this.#handle);
      events.changed();
    });
  }

  get objects(): Object3D[] {
    return [this.#handle, this.#late.root];
  }

  /** In world space. */
  get rotation(): Quaternion {
    const { x, y, z, w } = this.#handle.quaternion;
    return [w, x, y, z];
  }

  get isLoading(): boolean {
    return this.#late.isLoading;
  }

  get isGrabbed(): boolean {
    return this.#late.made?.dragging ?? false;
  }

  set visible(isVisible: boolean) {
    this.#late.root.visible = isVisible;
  }

  /** Around the head of a bone, in an instance with the rotation `frame`. */
  place(head: Vector3, frame: Rotation): void {
    this.#handle.position.copy(head);
    this.#frame.copy(frame);
    this.#align();
    this.#isPlaced = true;
    this.#late.need();
    const controls = this.#late.made;
    if (controls && controls.object !== this.#handle) controls.attach(this.#handle);
  }

  remove(): void {
    this.#isPlaced = false;
    this.#late.made?.detach();
  }

  /** The rotation of the bone relative to the armature. */
  setTurn([w, x, y, z]: Quaternion): void {
    this.#turn.set(x, y, z, w);
    this.#align();
  }

  #align(): void {
    if (!this.isGrabbed) this.#handle.quaternion.multiplyQuaternions(this.#frame, this.#turn);
  }
}
