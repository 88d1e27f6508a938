// New clips, and new keys of a clip: the text that is written. Loaded on first use.
import type { Change, Outline } from 'rigy';
import type { ArmaturePose } from './pose.js';
import { baseOf, fileAt, type Project, type ProjectFile } from './project.js';
import { toEuler, type Vec3 } from './quaternion.js';

const degrees = 180 / Math.PI;
const secondsPerPose = 1;

/** A motion whose clip goes from rest through all poses of the document, one second each; null if it has no bones of its own. */
export function motionOf(project: Project, { armatures, poses }: Outline): ProjectFile | null {
  const own = armatures.filter(({ imported }) => !imported);
  const posed = own.find(({ bones }) => bones.some(({ id }) => poses.some((pose) => pose.bones.some((bone) => bone.id === id))));
  if (!posed) return null;
  const rest = poses.some(({ id }) => id === 'rest') ? [] : [['rest', '{}']];
  const all = [...rest, ...poses.map(({ id }) => [name(id), `{from_asset: ${name(id)}}`])];
  const lines = [
    'rigm_version: "0.1"',
    `asset: ${name(project.entry.split('/').at(-1)!)}`,
    ...(own.length > 1 ? [`armature: ${name(posed.id)}`] : []),
    '',
    'poses:',
    ...all.map(([id, pose]) => `  ${id}: ${pose}`),
    '',
    'clips:',
    '  clip:',
    `    length: ${all.length * secondsPerPose}`,
    '    loop: true',
    '    ease: smooth',
    '    keys:',
    ...all.map(([id], i) => `      - {at: ${i * secondsPerPose}, pose: ${id}}`),
  ];
  return { path: freePath(project), text: `${lines.join('\n')}\n` };
}

function freePath(project: Project): string {
  const folder = project.entry.slice(0, project.entry.lastIndexOf('/') + 1);
  const base = folder + baseOf(project.entry);
  for (let number = 1; ; ++number) {
    const path = `${base}${number === 1 ? '' : `_${number}`}.rigm.yaml`;
    if (!fileAt(project, path)) return path;
  }
}

/** The time of a new key: in thousandths, unless that would be after the end of the clip. */
export function keyTime(seconds: number, length: number): number {
  return Math.min(rounded(seconds), Math.floor(length * 1e6) / 1e6);
}

/** A key at a time, with what is shown as a pose of its own. */
export function keyChanges(text: string, clip: string, index: number, at: number, bones: string[], pose: ArmaturePose): Change[] {
  const id = freeKeyPose(text, clip);
  const path = `clips.${clip}.keys`;
  return [
    { set: `poses.${id}`, value: poseText(bones, pose) },
    { insert: path, index, value: `{at: ${at}, pose: ${id}}` },
  ];
}

function freeKeyPose(text: string, clip: string): string {
  const base = /^[A-Za-z_]\w*$/.test(clip) ? `${clip}_key` : 'key';
  for (let number = 1; ; ++number) {
    if (!new RegExp(`\\b${base}${number}\\b`).test(text)) return `${base}${number}`;
  }
}

function poseText(bones: string[], pose: ArmaturePose): string {
  const turns = bones.flatMap((bone, b) => {
    const angles = toEuler(pose[b]!.rotation).map((angle) => rounded(angle * degrees)) as Vec3;
    const written = angles.flatMap((angle, i) => (angle === 0 ? [] : [`${'xyz'[i]!}: ${angle}`]));
    return written.length === 0 ? [] : [`${name(bone)}: {${written.join(', ')}}`];
  });
  const moves = bones.flatMap((bone, b) => {
    const offset = pose[b]!.offset.map(rounded);
    return offset.every((one) => one === 0) ? [] : [`${name(bone)}: [${offset.join(', ')}]`];
  });
  const parts = [...(turns.length === 0 ? [] : [`turn: {${turns.join(', ')}}`]), ...(moves.length === 0 ? [] : [`move: {${moves.join(', ')}}`])];
  return `{${parts.join(', ')}}`;
}

/** Thousandths. */
function rounded(value: number): number {
  return Number(value.toFixed(3)) + 0;
}

/** With quotes where YAML would read something else. */
function name(id: string): string {
  const isPlain = /^[A-Za-z_][\w./-]*$/.test(id) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(id);
  return isPlain ? id : JSON.stringify(id);
}
