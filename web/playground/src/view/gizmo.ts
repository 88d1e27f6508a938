// The rings around the selected bone that rotate it.
import { Object3D, Quaternion as Rotation, type Camera, type Vector3 } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { Quaternion } from '../quaternion.js';

export interface GizmoEvents {
  /** The bone was rotated to this, relative to the armature. */
  turned(rotation: Quaternion): void;
  /** The rings are grabbed or released. */
  grabbed(isGrabbed: boolean): void;
  changed(): void;
}

export class Gizmo {
  readonly #controls: TransformControls;
  readonly #handle = new Object3D();
  // The rotation of the instance that contains the armature.
  readonly #frame = new Rotation();
  readonly #turn = new Rotation();

  constructor(camera: Camera, surface: HTMLElement, events: GizmoEvents) {
    this.#controls = new TransformControls(camera, surface);
    this.#controls.setMode('rotate');
    this.#controls.setSpace('local');
    this.#controls.setSize(0.62);
    this.#controls.addEventListener('change', () => events.changed());
    this.#controls.addEventListener('dragging-changed', ({ value }) => events.grabbed(value === true));
    this.#controls.addEventListener('objectChange', () => {
      const { x, y, z, w } = this.#frame.clone().invert().multiply(this.#handle.quaternion);
      events.turned([w, x, y, z]);
    });
  }

  get objects(): Object3D[] {
    return [this.#handle, this.#controls.getHelper()];
  }

  /** In world space. */
  get rotation(): Quaternion {
    const { x, y, z, w } = this.#handle.quaternion;
    return [w, x, y, z];
  }

  get isGrabbed(): boolean {
    return this.#controls.dragging;
  }

  set visible(isVisible: boolean) {
    this.#controls.getHelper().visible = isVisible && this.#controls.object !== undefined;
  }

  /** Around the head of a bone, in an instance with the rotation `frame`. */
  place(head: Vector3, frame: Rotation): void {
    this.#handle.position.copy(head);
    this.#frame.copy(frame);
    this.#align();
    if (this.#controls.object !== this.#handle) this.#controls.attach(this.#handle);
  }

  remove(): void {
    this.#controls.detach();
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
