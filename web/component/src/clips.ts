// What moves a model: the clips of a motion, read from its export, or the poses of the document one after the other.
import type { Outline, OutlineArmature } from 'rigy';
import type { Model } from '../../playground/src/model.js';
import { blendPoses, documentPose, motionsTo, restOf, restPose, type Pose } from '../../playground/src/pose.js';
import { add, identity, inverse, mix, multiply, rotate, slerp, type Quaternion, type Vec3 } from '../../playground/src/quaternion.js';

export interface Clip {
  id: string;
  /** In seconds. */
  length: number;
  poseAt(time: number): Pose;
}

interface Node {
  name: string;
  children?: number[];
  translation?: Vec3;
  /** x, y, z, w. */
  rotation?: number[];
  extras?: { rigy_id?: string; rigy_kind?: string };
}

interface Animation {
  name: string;
  channels: { sampler: number; target: { node: number; path: string } }[];
  samplers: { input: number; output: number; interpolation?: string }[];
}

interface Gltf {
  nodes: Node[];
  animations?: Animation[];
  accessors: { bufferView: number; byteOffset?: number; count: number; type: string }[];
  bufferViews: { byteOffset?: number }[];
}

interface Place {
  rotation: Quaternion;
  translation: Vec3;
}

/** The values of one channel at its times. */
interface Track {
  times: Float32Array;
  values: Float32Array;
  width: number;
  isStepped: boolean;
}

const restSeconds = 0.7;
const moveSeconds = 0.9;

/** From rest to each pose of the document and back to rest; null if it has none. */
export function clipOfPoses({ outline }: Model): Clip | null {
  if (outline.poses.length === 0) return null;
  const stops = [restPose(outline), ...outline.poses.map((pose) => documentPose(outline, pose))];
  const step = restSeconds + moveSeconds;
  return {
    id: 'poses',
    length: stops.length * step,
    poseAt(time) {
      const index = Math.floor(time / step) % stops.length;
      const t = Math.max(0, (time % step) - restSeconds) / moveSeconds;
      return blendPoses(stops[index]!, stops[(index + 1) % stops.length]!, t * t * (3 - 2 * t));
    },
  };
}

/** The clips of an exported motion (binary glTF that faces −z, as the document does). */
export function clipsOf(glb: Uint8Array<ArrayBuffer>, outline: Outline): Clip[] {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  const jsonSize = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonSize))) as Gltf;
  const binary = glb.slice(20 + jsonSize + 8).buffer;
  return (gltf.animations ?? []).map((animation) => clipOf(gltf, binary, animation, outline));
}

function clipOf(gltf: Gltf, binary: ArrayBuffer, { name, channels, samplers }: Animation, outline: Outline): Clip {
  const tracks = new Map<string, Track>();
  let length = 0;
  for (const { sampler, target } of channels) {
    const { input, output, interpolation } = samplers[sampler]!;
    const times = floatsOf(gltf, binary, input);
    const width = target.path === 'rotation' ? 4 : 3;
    tracks.set(`${target.node} ${target.path}`, {
      times,
      values: floatsOf(gltf, binary, output),
      width,
      isStepped: interpolation === 'STEP',
    });
    length = Math.max(length, times.at(-1) ?? 0);
  }
  const rest = placesOf(gltf, new Map(), 0);
  const poseAt = (time: number) => {
    const now = placesOf(gltf, tracks, time);
    return outline.armatures.map((armature) => (armature.imported ? restOf(armature) : poseOf(gltf, armature, rest, now)));
  };
  return { id: name, length, poseAt };
}

// A bone of the document is not turned at rest, one of the export lies along its axis: what counts is the difference.
function poseOf(gltf: Gltf, armature: OutlineArmature, rest: Map<number, Place>, now: Map<number, Place>) {
  const bones = bonesOf(gltf, armature.id);
  const places = armature.bones.map(({ id, head }) => {
    const node = bones.get(id);
    if (node === undefined) return { rotation: identity, translation: head };
    const { rotation, translation } = now.get(node)!;
    return { rotation: multiply(rotation, inverse(rest.get(node)!.rotation)), translation };
  });
  return motionsTo(armature, places);
}

function bonesOf(gltf: Gltf, armature: string): Map<string, number> {
  const bones = new Map<string, number>();
  const gather = (index: number) => {
    const { extras, name, children = [] } = gltf.nodes[index]!;
    bones.set(extras?.rigy_id ?? name, index);
    children.forEach(gather);
  };
  const top = gltf.nodes.find(({ extras }) => extras?.rigy_kind === 'armature' && extras.rigy_id === armature);
  top?.children?.forEach(gather);
  return bones;
}

// Where every node is, in the world.
function placesOf(gltf: Gltf, tracks: Map<string, Track>, time: number): Map<number, Place> {
  const places = new Map<number, Place>();
  const place = (index: number, parent: Place) => {
    const node = gltf.nodes[index]!;
    const move = tracks.get(`${index} translation`);
    const turn = tracks.get(`${index} rotation`);
    const translation = move ? vectorAt(move, time) : (node.translation ?? [0, 0, 0]);
    const rotation = turn ? rotationAt(turn, time) : quaternionOf(node.rotation ?? [0, 0, 0, 1]);
    const own = {
      rotation: multiply(parent.rotation, rotation),
      translation: add(rotate(parent.rotation, translation), parent.translation),
    };
    places.set(index, own);
    node.children?.forEach((child) => place(child, own));
  };
  const children = new Set(gltf.nodes.flatMap((node) => node.children ?? []));
  gltf.nodes.forEach((_, index) => {
    if (!children.has(index)) place(index, { rotation: identity, translation: [0, 0, 0] });
  });
  return places;
}

/** The keys on both sides of a time, and how far it is between them. */
function keysAt({ times, isStepped }: Track, time: number): [before: number, after: number, t: number] {
  let after = times.findIndex((at) => at > time);
  if (after < 0) after = times.length - 1;
  const before = Math.max(0, after - 1);
  const span = times[after]! - times[before]!;
  const t = span > 0 ? Math.min(1, Math.max(0, (time - times[before]!) / span)) : 1;
  return [before, after, isStepped && t < 1 ? 0 : t];
}

function vectorAt(track: Track, time: number): Vec3 {
  const [before, after, t] = keysAt(track, time);
  const at = (key: number) => Array.from(track.values.subarray(3 * key, 3 * key + 3)) as Vec3;
  return mix(at(before), at(after), t);
}

function rotationAt(track: Track, time: number): Quaternion {
  const [before, after, t] = keysAt(track, time);
  const at = (key: number) => quaternionOf(Array.from(track.values.subarray(4 * key, 4 * key + 4)));
  return slerp(at(before), at(after), t);
}

function quaternionOf([x, y, z, w]: number[]): Quaternion {
  return [w!, x!, y!, z!];
}

function floatsOf({ accessors, bufferViews }: Gltf, binary: ArrayBuffer, index: number): Float32Array {
  const { bufferView, byteOffset = 0, count, type } = accessors[index]!;
  const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type]!;
  return new Float32Array(binary, (bufferViews[bufferView]!.byteOffset ?? 0) + byteOffset, count * width);
}
