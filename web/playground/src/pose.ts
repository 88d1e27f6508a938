// Poses. In the language, an entry places a bone in the world; users rotate a joint and expect its
// children to follow. So the page stores each bone's motion relative to its parent, and computes world
// transforms when it deforms vertices.
import type { Outline, OutlineArmature, OutlinePose } from 'rigy';
import {
  add,
  identity,
  inverse,
  mix,
  multiply,
  rotate,
  slerp,
  subtract,
  type Quaternion,
  type Vec3,
} from './quaternion.js';

/** A bone of the outline. */
export interface BoneId {
  armature: number;
  bone: number;
}

/** The motion of a bone in addition to that of its parent. */
export interface JointMotion {
  rotation: Quaternion;
  /** From its rest position, in the frame of its parent. */
  offset: Vec3;
}

/** One motion per bone of an armature. */
export type ArmaturePose = JointMotion[];
/** One per armature of the outline. */
export type Pose = ArmaturePose[];

/** A bone's place in the world: M = T(translation)·R(rotation), as in a document's pose. */
export interface WorldTransform {
  rotation: Quaternion;
  translation: Vec3;
}

export function restOf(armature: OutlineArmature): ArmaturePose {
  return armature.bones.map(() => ({ rotation: identity, offset: [0, 0, 0] }));
}

export function restPose(outline: Outline): Pose {
  return outline.armatures.map(restOf);
}

/** `heads` are those of the skin: an instance may have been baked elsewhere. */
export function worldTransforms(
  armature: OutlineArmature,
  pose: ArmaturePose,
  heads: Vec3[],
): WorldTransform[] {
  const worlds: (WorldTransform | undefined)[] = armature.bones.map(() => undefined);
  const worldOf = (index: number): WorldTransform => {
    const known = worlds[index];
    if (known !== undefined) return known;
    const { parent } = armature.bones[index]!;
    const { rotation, offset } = pose[index]!;
    const head = heads[index]!;
    let world: WorldTransform;
    if (parent === null) {
      world = { rotation, translation: add(head, offset) };
    } else {
      const above = worldOf(parent);
      const local = add(subtract(head, heads[parent]!), offset);
      world = {
        rotation: multiply(above.rotation, rotation),
        translation: add(rotate(above.rotation, local), above.translation),
      };
    }
    worlds[index] = world;
    return world;
  };
  return armature.bones.map((_, index) => worldOf(index));
}

/** A pose of the document; it moves the document's own armatures and leaves imported ones alone. */
export function documentPose(outline: Outline, pose: OutlinePose): Pose {
  return outline.armatures.map((armature) =>
    armature.imported ? restOf(armature) : motionsTo(armature, worldsOf(armature, pose)),
  );
}

// A bone that the pose does not list is at the origin, without rotation.
function worldsOf(armature: OutlineArmature, pose: OutlinePose): WorldTransform[] {
  const entries = new Map(pose.bones.map((entry) => [entry.id, entry]));
  return armature.bones.map(({ id }) => {
    const entry = entries.get(id);
    return {
      rotation: entry?.rotation ?? identity,
      translation: entry?.translation ?? [0, 0, 0],
    };
  });
}

/** The motions that bring the bones to these places. */
export function motionsTo(armature: OutlineArmature, worlds: WorldTransform[]): ArmaturePose {
  return armature.bones.map(({ head, parent }, index) => {
    const { rotation, translation } = worlds[index]!;
    if (parent === null) return { rotation, offset: subtract(translation, head) };
    const above = worlds[parent]!;
    const back = inverse(above.rotation);
    const local = rotate(back, subtract(translation, above.translation));
    return {
      rotation: multiply(back, rotation),
      offset: subtract(local, subtract(head, armature.bones[parent]!.head)),
    };
  });
}

export function blendPoses(from: Pose, to: Pose, t: number): Pose {
  return to.map((armature, a) =>
    armature.map((motion, b) => {
      const start = from[a]?.[b];
      if (start === undefined || t >= 1) return motion;
      return {
        rotation: slerp(start.rotation, motion.rotation, t),
        offset: mix(start.offset, motion.offset, t),
      };
    }),
  );
}

/** The pose as an entry of a document's `poses`. */
export function poseEntry(outline: Outline, pose: Pose, id: string): { value: string; lines: string[] } {
  const bones = outline.armatures.flatMap((armature, a) => {
    if (armature.imported) return [];
    const heads = armature.bones.map((bone) => bone.head);
    return worldTransforms(armature, pose[a]!, heads).map(({ rotation, translation }, b) => {
      const name = JSON.stringify(armature.bones[b]!.id);
      return `${name}: {rotation: ${listText(rotation, 9)}, translation: ${listText(translation, 6)}}`;
    });
  });
  return {
    value: `{id: ${id}, bones: {${bones.join(', ')}}}`,
    lines: [`id: ${id}`, 'bones:', ...bones.map((bone) => `  ${bone}`)],
  };
}

/** A name that no pose of the document has yet. */
export function freePoseId(outline: Outline): string {
  const isTaken = (id: string) => outline.poses.some((pose) => pose.id === id);
  let id = 'my_pose';
  for (let i = 2; isTaken(id); ++i) id = `my_pose_${i}`;
  return id;
}

function listText(values: number[], decimals: number): string {
  return `[${values.map((value) => Number(value.toFixed(decimals)) + 0).join(', ')}]`;
}

/** In two versions of a document. An id alone is not enough: several assets may use the same. */
export function isSameArmature(a: OutlineArmature, b: OutlineArmature): boolean {
  return a.id === b.id && a.imported === b.imported && (!a.imported || a.file === b.file);
}

/** The same motions for another version of the document: bones are found again by their ids. */
export function carriedOver(from: Outline, pose: Pose, to: Outline): Pose {
  return to.armatures.map((armature) => {
    const a = from.armatures.findIndex((other) => isSameArmature(other, armature));
    return restOf(armature).map((rest, b) => {
      const id = armature.bones[b]!.id;
      const before = from.armatures[a]?.bones.findIndex((bone) => bone.id === id) ?? -1;
      return pose[a]?.[before] ?? rest;
    });
  });
}
