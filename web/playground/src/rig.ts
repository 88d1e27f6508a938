// The current pose and the selected bone: the inspector and the gizmo change them, the view shows
// them.
import type { Outline } from 'rigy';
import { emptyModel } from './model.js';
import {
  blendPoses,
  carriedOver,
  documentPose,
  isSameArmature,
  poseEntry,
  restPose,
  worldTransforms,
  type ArmaturePose,
  type BoneId,
  type JointMotion,
  type Pose,
} from './pose.js';
import { add, identity, inverse, multiply, rotate, subtract, type Quaternion, type Vec3 } from './quaternion.js';
import type { Start } from './start.js';
import { UndoStack } from './undo.js';

export interface RigEvents {
  posed(pose: Pose): void;
  /** `isCarriedOver`: it was selected before, in another version of the document. */
  selected(bone: BoneId | null, isCarriedOver: boolean): void;
  /** The pose of the document it comes from: null for rest, `undefined` for none. */
  named(poseId: string | null | undefined, isModified: boolean): void;
}

interface Posed {
  pose: Pose;
  poseId: string | null | undefined;
  isModified: boolean;
}

const blendTime = 320;

export class Rig {
  readonly #events: RigEvents;
  readonly #isCalm = matchMedia('(prefers-reduced-motion: reduce)');
  #outline = emptyModel.outline;
  #pose: Pose = [];
  #poseId: string | null | undefined = null;
  #isModified = false;
  #selected: BoneId | null = null;
  #frame = 0;
  readonly #undo = new UndoStack<Posed>();

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
    if (named && !this.#isModified) this.#pose = documentPose(outline, named);
    else this.#pose = carriedOver(before, this.#pose, outline);
    if (typeof this.#poseId === 'string' && !named) this.#poseId = undefined;
    this.#undo.update((posed) => ({ ...posed, pose: carriedOver(before, posed.pose, outline) }));
    this.#selected = sameBone(before, this.#selected, outline);
  }

  /** Another document: resets everything. */
  start(outline: Outline, { pose: poseId, bone }: Start): void {
    this.#stop();
    this.#outline = outline;
    const pose = outline.poses.find(({ id }) => id === poseId);
    this.#poseId = pose?.id ?? null;
    this.#isModified = false;
    this.#undo.clear();
    this.#pose = pose ? documentPose(outline, pose) : restPose(outline);
    this.#selected = boneNamed(outline, bone);
  }

  announce(): void {
    this.#events.named(this.#poseId, this.#isModified);
    this.#events.selected(this.#selected, true);
    this.#events.posed(this.#pose);
  }

  choose(poseId: string | null): void {
    const pose = this.#outline.poses.find(({ id }) => id === poseId);
    this.#record(`pose ${poseId}`);
    this.#poseId = pose?.id ?? null;
    this.#isModified = false;
    this.#events.named(this.#poseId, false);
    this.#blendTo(pose ? documentPose(this.#outline, pose) : restPose(this.#outline));
  }

  /** A moment of a clip: nothing to undo, and no pose of the document. */
  play(pose: Pose): void {
    this.#stop();
    this.#pose = pose;
    this.#poseId = undefined;
    this.#isModified = false;
    this.#events.named(undefined, false);
    this.#events.posed(pose);
  }

  /** The document's pose that is shown: null for rest, `undefined` for none. */
  get poseId(): string | null | undefined {
    return this.#poseId;
  }

  get isAtRest(): boolean {
    return this.#pose.every((armature) =>
      armature.every(({ rotation, offset }) => Math.abs(rotation[0]) > 1 - 1e-12 && offset.every((part) => part === 0)),
    );
  }

  /** Where the tail of the selected bone is. */
  tail(): Vec3 | null {
    const bone = this.#selected;
    const armature = bone && this.#outline.armatures[bone.armature];
    if (!bone || !armature) return null;
    const heads = armature.bones.map(({ head }) => head);
    const { rotation, translation } = worldTransforms(armature, this.#pose[bone.armature]!, heads)[bone.bone]!;
    const { head, tail } = armature.bones[bone.bone]!;
    return add(translation, rotate(rotation, subtract(tail, head)));
  }

  /** Other motions of all bones of an armature. */
  move(armature: number, motions: ArmaturePose): void {
    this.#stop();
    this.#record(`move ${armature}`);
    this.#pose = this.#pose.map((before, a) => (a === armature ? motions : before));
    this.#isModified = true;
    this.#events.named(this.#poseId, true);
    this.#events.posed(this.#pose);
  }

  select(bone: BoneId | null): void {
    this.#selected = bone;
    this.#events.selected(bone, false);
  }

  motion(): JointMotion | null {
    const bone = this.#selected;
    return bone ? (this.#pose[bone.armature]?.[bone.bone] ?? null) : null;
  }

  /** Relative to the parent. */
  turn(rotation: Quaternion): void {
    this.#change('turn', (motion) => ({ ...motion, rotation }));
  }

  /** Seen from the armature. */
  turnTo(rotation: Quaternion): void {
    const { parent } = this.#worlds();
    this.turn(multiply(inverse(parent), rotation));
  }

  reset(): void {
    this.#change('reset', () => ({ rotation: identity, offset: [0, 0, 0] }));
  }

  /** The rotation of the selected bone, seen from the armature. */
  rotation(): Quaternion {
    return this.#worlds().own;
  }

  /** Takes back the last turn or choice of a pose. */
  undo(): void {
    this.#show(this.#undo.undo(this.#posed()));
  }

  redo(): void {
    this.#show(this.#undo.redo(this.#posed()));
  }

  /** As an entry of the document's poses. */
  entry(id: string): { value: string; lines: string[] } {
    return poseEntry(this.#outline, this.#pose, id);
  }

  /** The document will have the pose under this name. */
  name(poseId: string): void {
    this.#poseId = poseId;
    this.#isModified = false;
  }

  #posed(): Posed {
    return { pose: this.#pose, poseId: this.#poseId, isModified: this.#isModified };
  }

  #record(key: string): void {
    this.#undo.record(this.#posed(), key, performance.now());
  }

  #show(posed: Posed | undefined): void {
    if (!posed) return;
    this.#stop();
    this.#pose = posed.pose;
    this.#poseId = posed.poseId;
    this.#isModified = posed.isModified;
    this.#events.named(this.#poseId, this.#isModified);
    this.#events.posed(this.#pose);
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

  #change(what: string, change: (motion: JointMotion) => JointMotion): void {
    const bone = this.#selected;
    if (!bone) return;
    this.#stop();
    this.#record(`${what} ${bone.armature}.${bone.bone}`);
    this.#pose = this.#pose.map((armature, a) =>
      a === bone.armature
        ? armature.map((motion, b) => (b === bone.bone ? change(motion) : motion))
        : armature,
    );
    this.#isModified = true;
    this.#events.named(this.#poseId, true);
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
