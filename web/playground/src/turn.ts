// The angles of the selected bone: a slider and a field each.
import { byId, el } from './dom.js';
import type { JointMotion } from './pose.js';
import { fromEuler, toEuler, type Quaternion, type Vec3 } from './quaternion.js';

interface Control {
  slider: HTMLInputElement;
  field: HTMLInputElement;
}

const axes = ['x', 'y', 'z'] as const;
const degrees = 180 / Math.PI;

export class Turn {
  readonly #turned: (rotation: Quaternion) => void;
  readonly #controls: Control[];
  #angles: Vec3 = [0, 0, 0];
  #isTurning = false;

  constructor(turned: (rotation: Quaternion) => void) {
    this.#turned = turned;
    this.#controls = axes.map((axis, i) => this.#makeControl(axis, i));
  }

  show(motion: JointMotion | null): void {
    // Not while turning: near 90 degrees the same rotation has other angles.
    if (this.#isTurning) return;
    this.#angles = (motion ? toEuler(motion.rotation) : [0, 0, 0]).map((angle) => angle * degrees) as Vec3;
    axes.forEach((_, i) => this.#showAngle(i));
  }

  #showAngle(axis: number): void {
    const { slider, field } = this.#controls[axis]!;
    const angle = this.#angles[axis]!;
    slider.value = String(Math.round(angle));
    // The author may be in the middle of a number.
    if (document.activeElement !== field || !this.#isTurning) field.value = String(Number(angle.toFixed(1)) + 0);
  }

  #turn(axis: number, text: string): void {
    const angle = Number.parseFloat(text);
    if (!Number.isFinite(angle)) return;
    this.#angles[axis] = angle;
    this.#isTurning = true;
    this.#showAngle(axis);
    this.#turned(fromEuler(this.#angles.map((value) => value / degrees) as Vec3));
    this.#isTurning = false;
  }

  #makeControl(axis: (typeof axes)[number], index: number): Control {
    const name = axis.toUpperCase();
    const slider = el('input', {
      type: 'range',
      min: '-180',
      max: '180',
      step: '1',
      value: '0',
      id: `turn-${axis}`,
    });
    const field = el('input', {
      type: 'number',
      step: '1',
      value: '0',
      id: `angle-${axis}`,
      'aria-label': `${name} in degrees`,
    });
    const label = el('label', { for: slider.id, class: `axis axis-${axis}` }, name);
    for (const input of [slider, field]) {
      input.addEventListener('input', () => this.#turn(index, input.value));
    }
    field.addEventListener('blur', () => this.#showAngle(index));
    byId('sliders').append(el('div', { class: 'slider' }, label, slider, field));
    return { slider, field };
  }
}
