// What is dragged, or moved by keys, to move, turn or size a part of the document, or to let a bone reach.
import { Group, Matrix4, Object3D, Quaternion as Rotation, Vector3, type PerspectiveCamera } from 'three';
import type { Quaternion, Vec3 } from '../quaternion.js';
import { LateControls } from './late_controls.js';

export type HandleMode = 'translate' | 'rotate' | 'scale';

/** Where the handle is, in the space of what it moves. */
export interface Held {
  position: Vec3;
  rotation: Quaternion;
  scale: Vec3;
}

/** How it moves. */
export interface Grasp {
  mode: HandleMode;
  /** Along the axes of what it holds, not of the world. */
  isLocal: boolean;
  /** It only turns about the y axis. */
  isUpright: boolean;
  /** In radians, whatever the steps are. */
  turnStep: number | null;
}

export interface HandleEvents {
  /** Returns where it is to be instead: it may snap to something. */
  dragged(held: Held): Held;
  released(held: Held): void;
  /** The handle is grabbed or let go. */
  grabbed(isGrabbed: boolean): void;
  changed(): void;
}

/** An axis of the handle's space, as it is seen: to the right, up, or away from the viewer. */
export type Direction = 'right' | 'up' | 'away';

const fineSize = 0.75;
// For fingers.
const coarseSize = 1.3;
const turnStep = Math.PI / 36;
const sizeStep = 0.05;
const finestStep = 0.001;

export class Handle {
  readonly #late: LateControls;
  readonly #camera: PerspectiveCamera;
  readonly #size = matchMedia('(pointer: coarse)').matches ? coarseSize : fineSize;
  #isWanted = false;
  readonly #space = new Group();
  readonly #object = new Object3D();
  #grasp: Grasp = { mode: 'translate', isLocal: false, isUpright: false, turnStep: null };
  #step = 0;

  constructor(camera: PerspectiveCamera, surface: HTMLElement, events: HandleEvents) {
    this.#space.matrixAutoUpdate = false;
    this.#space.add(this.#object);
    this.#camera = camera;
    this.#late = new LateControls(camera, surface, (controls) => {
      controls.setSize(this.#size);
      controls.addEventListener('change', () => events.changed());
      controls.addEventListener('objectChange', () => this.#hold(events.dragged(this.held)));
      controls.addEventListener('dragging-changed', ({ value }) => {
        events.grabbed(value === true);
        if (value !== true) events.released(this.held);
      });
      if (this.#isWanted) this.#attach();
      events.changed();
    });
  }

  get objects(): Object3D[] {
    return [this.#space, this.#late.root];
  }

  get isLoading(): boolean {
    return this.#late.isLoading;
  }

  get isGrabbed(): boolean {
    return this.#late.made?.dragging ?? false;
  }

  get isShown(): boolean {
    return this.#late.made?.object !== undefined;
  }

  get held(): Held {
    const { position, quaternion, scale } = this.#object;
    return {
      position: position.toArray(),
      rotation: [quaternion.w, quaternion.x, quaternion.y, quaternion.z],
      scale: scale.toArray(),
    };
  }

  /** A point in the middle of the arrow along x, in the world; null if there is no handle. */
  get arrow(): Vec3 | null {
    if (!this.isShown) return null;
    const at = this.#object.getWorldPosition(new Vector3());
    const isLocal = this.#grasp.isLocal ? this.#object.getWorldQuaternion(new Rotation()) : new Rotation();
    const along = new Vector3(1, 0, 0).applyQuaternion(isLocal);
    return at.addScaledVector(along, 0.35 * this.#armLength(at)).toArray();
  }

  /** How far a pixel is there, in the world. */
  pixel(height: number): number {
    const camera = this.#camera;
    const at = this.#object.getWorldPosition(new Vector3());
    return (2 * at.distanceTo(camera.position) * Math.tan((camera.fov * Math.PI) / 360)) / height;
  }

  /** In the space of `matrix`, column by column. Steps are in meters; 0 for none. */
  show(matrix: number[] | null, held: Held, grasp: Grasp, step: number): void {
    if (this.isGrabbed) return;
    this.#grasp = grasp;
    this.#step = step;
    this.#space.matrix.copy(matrix ? new Matrix4().fromArray(matrix) : new Matrix4());
    this.#hold(held);
    this.#isWanted = true;
    this.#late.need();
    this.#attach();
  }

  hide(): void {
    if (this.isGrabbed) return;
    this.#isWanted = false;
    this.#late.made?.detach();
  }

  #attach(): void {
    const controls = this.#late.made;
    if (!controls) return;
    const { mode, isLocal, isUpright, turnStep: ownStep } = this.#grasp;
    controls.setMode(mode);
    controls.setSpace(isLocal ? 'local' : 'world');
    controls.setTranslationSnap(this.#step || null);
    controls.setRotationSnap(ownStep ?? (this.#step ? turnStep : null));
    controls.showX = controls.showZ = controls.showE = !isUpright;
    if (!this.isShown) controls.attach(this.#object);
  }

  /** Where it is after a step in a direction, as it is seen; null if it cannot go there. */
  stepped(direction: Direction, sign: 1 | -1): Held | null {
    const axis = this.#axisSeen(direction);
    const held = this.held;
    const by = sign * axis.sign;
    if (this.#grasp.mode === 'translate') {
      held.position[axis.index] = withoutNoise(held.position[axis.index]! + by * (this.#step || finestStep));
      return this.#hold(held);
    }
    if (this.#grasp.mode === 'scale') {
      held.scale[axis.index]! *= 1 + sign * sizeStep;
      return this.#hold(held);
    }
    return this.#hold(this.#turned(held, direction, sign));
  }

  // To the left and right about the axis that points up, up and down about the one that points to the right.
  #turned(held: Held, direction: Direction, sign: number): Held | null {
    const about = direction === 'right' ? 'up' : direction === 'up' ? 'right' : 'away';
    const axis = this.#axisSeen(about);
    if (this.#grasp.isUpright && axis.index !== 1) return null;
    const angle = (direction === 'up' ? -sign : sign) * axis.sign * (this.#grasp.turnStep ?? turnStep);
    const turn = new Rotation().setFromAxisAngle(new Vector3().setComponent(axis.index, 1), angle);
    const { x, y, z, w } = turn.multiply(this.#object.quaternion);
    return { ...held, rotation: [w, x, y, z] };
  }

  // Each axis of the handle's space is seen in one direction.
  #axisSeen(direction: Direction): { index: 0 | 1 | 2; sign: 1 | -1 } {
    const { matrixWorld } = this.#camera;
    const toSpace = new Matrix4().extractRotation(this.#space.matrix).invert();
    const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
    matrixWorld.extractBasis(right, up, back);
    const free = new Set<0 | 1 | 2>([0, 1, 2]);
    const seen = (['up', 'right', 'away'] as const).map((one) => {
      const vector = { right, up, away: back.clone().negate() }[one].clone().transformDirection(toSpace);
      const index = [...free].reduce((a, b) => (Math.abs(vector.getComponent(b)) > Math.abs(vector.getComponent(a)) ? b : a));
      free.delete(index);
      return { one, index, sign: vector.getComponent(index) < 0 ? (-1 as const) : (1 as const) };
    });
    return seen.find(({ one }) => one === direction)!;
  }

  #hold(held: Held): Held;
  #hold(held: Held | null): Held | null;
  #hold(held: Held | null): Held | null {
    if (held === null) return null;
    const [w, x, y, z] = held.rotation;
    this.#object.position.set(...held.position);
    this.#object.quaternion.set(x, y, z, w);
    this.#object.scale.set(...held.scale);
    this.#space.updateMatrixWorld(true);
    return held;
  }

  #armLength(at: Vector3): number {
    const { fov, position } = this.#camera;
    return at.distanceTo(position) * 1.9 * Math.tan((fov * Math.PI) / 360) * (this.#size / 4);
  }
}

function withoutNoise(value: number): number {
  return Number(value.toFixed(6)) + 0;
}
