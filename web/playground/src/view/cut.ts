// A section: a plane across an axis that takes away what lies between it and the camera.
import { BackSide, MeshBasicMaterial, Plane, Vector3, type Material } from 'three';

export interface Section {
  axis: 'x' | 'y' | 'z';
  /** In meters. */
  at: number;
}

export class Cut {
  /** How the inside looks: flat, as if what is cut were solid. */
  readonly inside = new MeshBasicMaterial({ color: 0x9a8f84, side: BackSide });
  readonly #plane = new Plane();
  #section: Section | null = null;

  get isOn(): boolean {
    return this.#section !== null;
  }

  set(section: Section | null): void {
    this.#section = section;
  }

  /** The camera is there now. */
  face(camera: Vector3): void {
    if (!this.#section) return;
    const { axis, at } = this.#section;
    const sign = camera[axis] > at ? -1 : 1;
    this.#plane.normal.set(0, 0, 0)[axis] = sign;
    this.#plane.constant = -sign * at;
  }

  hides(point: Vector3): boolean {
    return this.isOn && this.#plane.distanceToPoint(point) < 0;
  }

  clip(materials: Material[]): void {
    const planes = this.isOn ? [this.#plane] : null;
    for (const material of materials) {
      if ((material.clippingPlanes?.length ?? 0) === (planes?.length ?? 0)) continue;
      material.clippingPlanes = planes;
      material.needsUpdate = true;
    }
  }
}
