// The panel next to the view: poses, solvers, bones, weights.
import type { Outline } from 'rigy';
import { button, byId, el, roving } from './dom.js';
import { heatGradient } from './heat.js';
import { emptyModel } from './model.js';
import type { BoneId, JointMotion } from './pose.js';
import { fromEuler, toEuler, type Quaternion, type Vec3 } from './quaternion.js';

export interface InspectorEvents {
  choosePose(id: string | null): void;
  chooseSolver(choice: SolverMode): void;
  selectBone(bone: BoneId): void;
  turnBone(rotation: Quaternion): void;
  resetBone(): void;
  copyPose(): void;
  showWeights(isOn: boolean): void;
}

export type SolverMode = 'document' | 'lbs' | 'dqs' | 'both';

const axes = ['x', 'y', 'z'] as const;
const degrees = 180 / Math.PI;

export class Inspector {
  readonly #events: InspectorEvents;
  readonly #poses = byId('poses');
  readonly #bones = byId('bones');
  #moving: HTMLInputElement | null = null;
  readonly #sliders: { input: HTMLInputElement; output: HTMLOutputElement }[];
  #outline: Outline | null = null;
  #selected: BoneId | null = null;

  constructor(events: InspectorEvents) {
    this.#events = events;
    this.#sliders = axes.map((axis) => this.#makeSlider(axis));
    roving(this.#bones, '[role=option]', ['ArrowUp', 'ArrowDown']);
    for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=solver]')) {
      radio.addEventListener('change', () => events.chooseSolver(radio.value as SolverMode));
    }
    byId('reset-bone').addEventListener('click', () => events.resetBone());
    byId('copy-pose').addEventListener('click', () => events.copyPose());
    const weights = byId<HTMLInputElement>('show-weights');
    weights.addEventListener('change', () => events.showWeights(weights.checked));
    byId('heat-bar').style.background = heatGradient();
  }

  /** Null if there is nothing to inspect yet. */
  showOutline(outline: Outline | null, selected: BoneId | null): void {
    this.#outline = outline;
    const hasBones = outline !== null && outline.skins.length > 0;
    byId('rig').hidden = !hasBones;
    byId('no-rig').hidden = hasBones || outline === null;
    this.#listPoses(outline ?? emptyModel.outline);
    this.#listBones(outline ?? emptyModel.outline);
    this.showSelection(selected);
  }

  #listPoses(outline: Outline): void {
    const ids = [null, ...outline.poses.map(({ id }) => id)];
    this.#poses.replaceChildren(
      ...ids.map((id) => {
        const chip = button(id ?? 'Rest', () => this.#events.choosePose(id), { class: 'chip' });
        chip.dataset['pose'] = id ?? '';
        return chip;
      }),
    );
  }

  /** `undefined` if the pose is the user's own. */
  showPose(id: string | null | undefined): void {
    for (const chip of this.#poses.querySelectorAll<HTMLElement>('.chip')) {
      chip.setAttribute('aria-pressed', String(id !== undefined && chip.dataset['pose'] === (id ?? '')));
    }
  }

  showSolver(mode: SolverMode): void {
    for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=solver]')) {
      radio.checked = radio.value === mode;
    }
  }

  showWeights(isOn: boolean): void {
    byId<HTMLInputElement>('show-weights').checked = isOn;
    byId('heat-legend').hidden = !isOn;
  }

  showWeightSummary(text: string): void {
    byId('heat-summary').textContent = text;
  }

  showSelection(bone: BoneId | null): void {
    this.#selected = bone;
    const key = bone && `${bone.armature}.${bone.bone}`;
    const options = [...this.#bones.querySelectorAll<HTMLElement>('[role=option]')];
    const current = options.find((option) => option.dataset['bone'] === key);
    for (const option of options) {
      option.setAttribute('aria-selected', String(option === current));
      option.tabIndex = option === (current ?? options[0]) ? 0 : -1;
    }
    current?.scrollIntoView({ block: 'nearest' });
    byId<HTMLFieldSetElement>('turn').disabled = bone === null;
    const name = bone && this.#outline?.armatures[bone.armature]?.bones[bone.bone]?.id;
    byId('turn-title').textContent = name ?? 'Choose a bone to rotate it';
  }

  showMotion(motion: JointMotion | null): void {
    const angles = motion ? toEuler(motion.rotation) : [0, 0, 0];
    this.#sliders.forEach(({ input, output }, i) => {
      const value = Math.round(angles[i]! * degrees);
      // Not the slider being moved: near 90 degrees the same rotation has other angles.
      if (this.#moving !== input) input.value = String(value);
      output.textContent = `${input.value}°`;
    });
  }

  #listBones(outline: Outline): void {
    const shown = new Set(outline.skins.map(({ armature }) => armature));
    this.#bones.replaceChildren(
      ...outline.armatures.flatMap((armature, a) => {
        if (!shown.has(a)) return [];
        const depthOf = (bone: number): number => {
          const { parent } = armature.bones[bone]!;
          return parent === null ? 0 : 1 + depthOf(parent);
        };
        const heading = el('li', { role: 'presentation', class: 'bones-heading' }, armature.id);
        const items = armature.bones.map(({ id }, b) => {
          const item = el('li', { role: 'option', 'data-bone': `${a}.${b}` }, id);
          item.style.setProperty('--depth', String(Math.min(8, depthOf(b))));
          item.addEventListener('click', () => this.#events.selectBone({ armature: a, bone: b }));
          return item;
        });
        return shown.size > 1 ? [heading, ...items] : items;
      }),
    );
  }

  #makeSlider(axis: (typeof axes)[number]): { input: HTMLInputElement; output: HTMLOutputElement } {
    const input = el('input', {
      type: 'range',
      min: '-180',
      max: '180',
      step: '1',
      value: '0',
      id: `turn-${axis}`,
    });
    const output = el('output', { for: input.id }, '0°');
    const label = el('label', { for: input.id, class: `axis axis-${axis}` }, axis.toUpperCase());
    input.addEventListener('input', () => {
      output.textContent = `${input.value}°`;
      this.#moving = input;
      if (this.#selected) this.#events.turnBone(fromEuler(this.#angles()));
      this.#moving = null;
    });
    byId('sliders').append(el('div', { class: 'slider' }, label, input, output));
    return { input, output };
  }

  #angles(): Vec3 {
    const [x, y, z] = this.#sliders.map(({ input }) => Number(input.value) / degrees);
    return [x!, y!, z!];
  }
}
