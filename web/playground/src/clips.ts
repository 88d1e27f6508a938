// Clips of motions, as the compiler samples them: which pose the model has at which time.
import type { Clips, MotionClip, Outline } from 'rigy';
import { blendPoses, restPose, type ArmaturePose, type JointMotion, type Pose } from './pose.js';

const numbersPerBone = 7;

/** How the bones move, as the compiler writes it. */
export function flattened(pose: ArmaturePose): number[] {
  return pose.flatMap(({ rotation, offset }) => [...rotation, ...offset]);
}

export function unflattened(numbers: number[]): ArmaturePose {
  const pose: ArmaturePose = [];
  for (let at = 0; at < numbers.length; at += numbersPerBone) {
    const [w, x, y, z, ...offset] = numbers.slice(at, at + numbersPerBone) as [number, number, number, number, ...number[]];
    pose.push({ rotation: [w, x, y, z], offset: offset as JointMotion['offset'] });
  }
  return pose;
}

/** The model at a time of the clip; other armatures are at rest. */
export function poseAt(outline: Outline, { armature, bones }: Clips, clip: MotionClip, seconds: number): Pose {
  const later = clip.times.findIndex((time) => time >= seconds);
  const next = later < 0 ? clip.times.length - 1 : later;
  const last = Math.max(0, next - 1);
  const span = clip.times[next]! - clip.times[last]!;
  const share = span > 0 ? (seconds - clip.times[last]!) / span : 1;
  const at = (sample: number) => posed(outline, armature, bones, unflattened(clip.motions[sample]!));
  return blendPoses(at(last), at(next), Math.min(1, Math.max(0, share)));
}

function posed(outline: Outline, armature: string, bones: string[], motions: ArmaturePose): Pose {
  return restPose(outline).map((rest, a) => {
    const { id, imported, bones: shown } = outline.armatures[a]!;
    if (imported || id !== armature) return rest;
    return rest.map((motion, b) => motions[bones.indexOf(shown[b]!.id)] ?? motion);
  });
}

// The timeline and new keys have thousandths: what rounds to a key is at it.
const apart = 5e-4 + 1e-9;

/** The nearest of the keys at a time; -1 if there is none. */
export function keyAt({ keys }: MotionClip, seconds: number): number {
  const distances = keys.map(({ at }) => Math.abs(at - seconds));
  const least = Math.min(...distances);
  return least <= apart ? distances.indexOf(least) : -1;
}

/** The keys around a time, without one that is at it. */
export function neighbors({ keys, length, loop }: MotionClip, seconds: number): number[] {
  const times = keys.map(({ at }) => at);
  const before = times.filter((at) => at < seconds - apart).at(-1) ?? (loop ? times.at(-1) : undefined);
  const after = times.find((at) => at > seconds + apart) ?? (loop && seconds < length ? times[0] : undefined);
  return [before, after].filter((at) => at !== undefined && Math.abs(at - seconds) > apart) as number[];
}
