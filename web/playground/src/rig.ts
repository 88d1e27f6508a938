// The current pose and the selected bone: the inspector and the gizmo change them, the view shows
// them.
import type { Outline } from 'rigy';
import type { Start } from './examples.js';
import { emptyModel } from './model.js';
import {
  blendPoses,
  carriedOver,
  documentPose,
  isSameArmature,
  poseText,
  restPose,
  turnedPose,
  worldTransforms,
  type BoneId,
  type JointMotion,
  type Pose,
} from './pose.js';
import { identity, inverse, multiply, type Quaternion } from './quaternion.js';

export interface RigEvents {
  posed(pose: Pose): void;
  selected(bone: BoneId | null): void;
  /** `undefined` if it is no longer a pose of the document. */
  named(poseId: string | null | undefined): void;
}

const blendTime = 320;

export class Rig {
  readonly #events: RigEvents;
  readonly #isCalm = matchMedia('(prefers-reduced-motion: reduce)');
  #outline = emptyModel.outline;
  #pose: Pose = [];
  #poseId: string | null | undefined = null;
  #selected: BoneId | null = null;
  #frame = 0;

  constructor(events: RigEvents) {
    this.#events = events;
  }

  get pose(): Pose {
    return this.#pose;
  }

  get selected(): BoneId | null {
    return this.#selected;
  }

  get isMoving(): boolean {
    return this.#frame !== 0;
  }

  /** A new version of the same document: keeps pose and selection as far as possible. */
  setOutline(outline: Outline): void {
    const before = this.#outline;
    this.#stop();
    this.#outline = outline;
    const named = outline.poses.find(({ id }) => id === this.#poseId);
    if (named) this.#pose = documentPose(outline, named);
    else this.#pose = carriedOver(before, this.#pose, outline);
    if (typeof this.#poseId === 'string' && !named) this.#poseId = undefined;
    this.#selected = sameBone(before, this.#selected, outline);
  }

  /** Another document: resets everything. */
  start(outline: Outline, { pose: poseId, turns, bone }: Start): void {
    this.#stop();
    this.#outline = outline;
    const pose = outline.poses.find(({ id }) => id === poseId);
    this.#poseId = pose?.id ?? (turns ? undefined : null);
    this.#pose = pose ? documentPose(outline, pose) : turnedPose(outline, turns ?? {});
    this.#selected = boneNamed(outline, bone);
  }

  announce(): void {
    this.#events.named(this.#poseId);
    this.#events.selected(this.#selected);
    this.#events.posed(this.#pose);
  }

  choose(poseId: string | null): void {
    const pose = this.#outline.poses.find(({ id }) => id === poseId);
    this.#poseId = pose?.id ?? null;
    this.#events.named(this.#poseId);
    this.#blendTo(pose ? documentPose(this.#outline, pose) : restPose(this.#outline));
  }

  select(bone: BoneId | null): void {
    this.#selected = bone;
    this.#events.selected(bone);
  }

  motion(): JointMotion | null {
    const bone = this.#selected;
    return bone ? (this.#pose[bone.armature]?.[bone.bone] ?? null) : null;
  }

  /** Relative to the parent. */
  turn(rotation: Quaternion): void {
    this.#change((motion) => ({ ...motion, rotation }));
  }

  /** Seen from the armature. */
  turnTo(rotation: Quaternion): void {
    const { parent } = this.#worlds();
    this.turn(multiply(inverse(parent), rotation));
  }

  reset(): void {
    this.#change(() => ({ rotation: identity, offset: [0, 0, 0] }));
  }

  /** The rotation of the selected bone, seen from the armature. */
  rotation(): Quaternion {
    return this.#worlds().own;
  }

  text(): string {
    return poseText(this.#outline, this.#pose, 'my_pose');
  }

  #worlds(): { own: Quaternion; parent: Quaternion } {
    const bone = this.#selected;
    const armature = bone && this.#outline.armatures[bone.armature];
    if (!bone || !armature) return { own: identity, parent: identity };
    const heads = armature.bones.map(({ head }) => head);
    const worlds = worldTransforms(armature, this.#pose[bone.armature]!, heads);
    const { parent } = armature.bones[bone.bone]!;
    return {
      own: worlds[bone.bone]!.rotation,
      parent: parent === null ? identity : worlds[parent]!.rotation,
    };
  }

  #change(change: (motion: JointMotion) => JointMotion): void {
    const bone = this.#selected;
    if (!bone) return;
    this.#stop();
    this.#pose = this.#pose.map((armature, a) =>
      a === bone.armature
        ? armature.map((motion, b) => (b === bone.bone ? change(motion) : motion))
        : armature,
    );
    this.#poseId = undefined;
    this.#events.named(undefined);
    this.#events.posed(this.#pose);
  }

  #blendTo(target: Pose): void {
    this.#stop();
    const from = this.#pose;
    const start = performance.now();
    const step = (now: number) => {
      const t = this.#isCalm.matches ? 1 : Math.min(1, Math.max(0, (now - start) / blendTime));
      this.#pose = blendPoses(from, target, t * t * (3 - 2 * t));
      this.#frame = t < 1 ? requestAnimationFrame(step) : 0;
      this.#events.posed(this.#pose);
    };
    step(start);
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }
}

function boneNamed(outline: Outline, name: string | undefined): BoneId | null {
  for (const [armature, { bones }] of outline.armatures.entries()) {
    const bone = bones.findIndex(({ id }) => id === name);
    if (bone >= 0) return { armature, bone };
  }
  return null;
}

function sameBone(from: Outline, bone: BoneId | null, to: Outline): BoneId | null {
  const armature = bone && from.armatures[bone.armature];
  if (!bone || !armature) return null;
  const a = to.armatures.findIndex((other) => isSameArmature(other, armature));
  const name = armature.bones[bone.bone]!.id;
  const b = to.armatures[a]?.bones.findIndex(({ id }) => id === name) ?? -1;
  return b < 0 ? null : { armature: a, bone: b };
}
