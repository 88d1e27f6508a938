// Turns of the selected bone at a key of a clip: written into the key's pose when the control is let go.
import type { Change, Method, Outline, Questions } from 'rigy';
import { reasonOf } from './assist/asking.js';
import type { Motion } from './motion.js';
import { notifyError } from './notice.js';
import type { Project } from './project.js';
import { toEuler, type Vec3 } from './quaternion.js';
import type { Rig } from './rig.js';

export interface KeyTurnEvents {
  ask<M extends Method>(project: Project, method: M, params: Questions[M]['params']): Promise<Questions[M]['answer']>;
  project(): Project;
  outline(): Outline | undefined;
  change(file: string, changes: Change[]): Promise<boolean>;
}

interface Turned {
  key: NonNullable<Motion['key']>;
  bone: string;
}

const degrees = 180 / Math.PI;

export class KeyTurn {
  readonly #rig: Rig;
  readonly #motion: Motion;
  readonly #events: KeyTurnEvents;
  #turned: Turned | null = null;

  constructor(rig: Rig, motion: Motion, events: KeyTurnEvents) {
    this.#rig = rig;
    this.#motion = motion;
    this.#events = events;
  }

  /** The selected bone was turned, and may go on turning. */
  turned(): void {
    const { selected } = this.#rig;
    const bone = selected && this.#events.outline()?.armatures[selected.armature]?.bones[selected.bone];
    const key = this.#motion.isPlaying ? null : this.#motion.key;
    this.#turned = key && bone ? { key, bone: bone.id } : null;
  }

  /** A control was let go: one change of the text. Between keys nothing is written. */
  async settle(): Promise<void> {
    const turned = this.#turned;
    const shown = this.#rig.motion();
    this.#turned = null;
    if (!turned || !shown) return;
    const { file, clip, index } = turned.key;
    try {
      const { path, value } = await this.#events.ask(this.#events.project(), 'rigy/keyTurn', {
        textDocument: { uri: file },
        clip,
        key: index,
        bone: turned.bone,
        degrees: toEuler(shown.rotation).map((angle) => angle * degrees) as Vec3,
      });
      await this.#events.change(file, [{ set: path, value }]);
    } catch (error) {
      notifyError(`The text was not changed: ${reasonOf(error)}.`);
    }
  }
}
