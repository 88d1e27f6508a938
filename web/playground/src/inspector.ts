// The panel next to the view: poses, solvers, bones, weights.
import type { Outline } from 'rigy';
import { BoneTree } from './bone_tree.js';
import { button, byId } from './dom.js';
import { heatGradient } from './heat.js';
import { emptyModel } from './model.js';
import type { BoneId, JointMotion } from './pose.js';
import type { Quaternion } from './quaternion.js';
import { Turn } from './turn.js';

export interface InspectorEvents {
  choosePose(id: string | null): void;
  chooseSolver(choice: SolverMode): void;
  selectBone(bone: BoneId): void;
  turnBone(rotation: Quaternion): void;
  resetBone(): void;
  insertPose(): void;
  copyPose(): void;
  showWeights(isOn: boolean): void;
}

export type SolverMode = 'document' | 'lbs' | 'dqs' | 'both';

export class Inspector {
  readonly #events: InspectorEvents;
  readonly #poses = byId('poses');
  readonly #bones: BoneTree;
  readonly #turn: Turn;
  #outline: Outline | null = null;

  constructor(events: InspectorEvents) {
    this.#events = events;
    this.#bones = new BoneTree((bone) => events.selectBone(bone));
    this.#turn = new Turn((rotation) => events.turnBone(rotation));
    for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=solver]')) {
      radio.addEventListener('change', () => events.chooseSolver(radio.value as SolverMode));
    }
    byId('reset-bone').addEventListener('click', () => events.resetBone());
    byId('insert-pose').addEventListener('click', () => events.insertPose());
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
    // The children of a scene are placed instead.
    byId('no-rig').hidden = hasBones || outline === null || outline.children.length > 0;
    this.#listPoses(outline ?? emptyModel.outline);
    this.#bones.show(outline ?? emptyModel.outline);
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

  /** `undefined` if the pose does not come from the document. */
  showPose(id: string | null | undefined, isModified: boolean): void {
    for (const chip of this.#poses.querySelectorAll<HTMLElement>('.chip')) {
      const isBase = id !== undefined && chip.dataset['pose'] === (id ?? '');
      chip.setAttribute('aria-pressed', String(isBase && !isModified));
      chip.classList.toggle('is-modified', isBase && isModified);
      if (isBase && isModified) chip.title = 'Modified: click to go back to it';
      else chip.removeAttribute('title');
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
    this.#bones.select(bone);
    byId<HTMLFieldSetElement>('turn').disabled = bone === null;
    const name = bone && this.#outline?.armatures[bone.armature]?.bones[bone.bone]?.id;
    byId('turn-title').textContent = name ?? 'Choose a bone to rotate it';
  }

  showMotion(motion: JointMotion | null): void {
    this.#turn.show(motion);
  }
}
