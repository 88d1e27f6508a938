// Bones that reach for a point: solved by the compiler, and written as one change of the text.
import type { Change, Method, Outline, Questions } from 'rigy';
import { flattened, unflattened } from './clips.js';
import type { Motion } from './motion.js';
import { notify } from './notice.js';
import type { Project } from './project.js';
import type { Vec3 } from './quaternion.js';
import type { Rig } from './rig.js';

export interface ReachEvents {
  ask<M extends Method>(project: Project, method: M, params: Questions[M]['params']): Promise<Questions[M]['answer']>;
  project(): Project;
  outline(): Outline | undefined;
  change(file: string, changes: Change[]): Promise<boolean>;
  /** Writes what is shown as a new pose. */
  insertPose(): Promise<void>;
}

const decimals = 4;

export class Reach {
  readonly #rig: Rig;
  readonly #motion: Motion;
  readonly #events: ReachEvents;

  constructor(rig: Rig, motion: Motion, events: ReachEvents) {
    this.#rig = rig;
    this.#motion = motion;
    this.#events = events;
  }

  /** Fails with a reason that can be shown. */
  async to(to: Vec3): Promise<void> {
    const selected = this.#rig.selected;
    const armature = selected && this.#events.outline()?.armatures[selected.armature];
    if (!selected || !armature) return;
    const project = this.#events.project();
    const bone = armature.bones[selected.bone]!;
    const { motions } = await this.#events.ask(project, 'rigy/reach', {
      textDocument: { uri: armature.file },
      armature: armature.id,
      bone: bone.id,
      count: bone.parent === null ? 1 : 2,
      to,
      motions: flattened(this.#rig.pose[selected.armature]!),
    });
    this.#rig.move(selected.armature, unflattened(motions));
  }

  /** At a key of a clip the key's pose gets the reach, else the pose that is shown; at rest it becomes a new pose. */
  async write(to: Vec3): Promise<void> {
    const key = this.#motion.key;
    if (key) return this.#writeReach(key, to);
    const { poseId } = this.#rig;
    const index = this.#events.outline()?.poses.findIndex(({ id }) => id === poseId) ?? -1;
    if (typeof poseId !== 'string' || index < 0) return this.#events.insertPose();
    const { lines } = this.#rig.entry(poseId);
    const bones = lines.slice(2).map((line) => line.trim());
    const change = { set: `poses[${index}].bones`, value: `{${bones.join(', ')}}`, lines: bones };
    this.#rig.name(poseId);
    await this.#events.change(this.#events.project().entry, [change]);
  }

  async #writeReach({ file, pose, mirror }: NonNullable<Motion['key']>, to: Vec3): Promise<void> {
    const selected = this.#rig.selected!;
    const bone = this.#events.outline()!.armatures[selected.armature]!.bones[selected.bone]!;
    if (mirror) return notify(`This key is the mirror image of the pose ${pose}: change a key that is not mirrored.`);
    const point = to.map((value) => Number(value.toFixed(decimals)) + 0).join(', ');
    const value = `{bone: ${JSON.stringify(bone.id)}, to: [${point}]${bone.parent === null ? ', bones: 1' : ''}}`;
    await this.#events.change(file, [{ insert: `poses.${pose}.reach`, value }]);
  }
}
