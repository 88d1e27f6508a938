// The bones, drawn over the model: an octahedron each, from head to tail.
import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
  type BufferAttribute,
  type Raycaster,
} from 'three';
import { worldsOfSkin, type Model } from '../model.js';
import { worldTransforms, type BoneId, type Pose, type WorldTransform } from '../pose.js';
import { add, rotate, subtract } from '../quaternion.js';

export interface ShownBone extends BoneId {
  name: string;
  /** Which placement of the armature. */
  place: number;
  /** The rotation of that placement. */
  frame: Quaternion;
  head: Vector3;
  tail: Vector3;
}

const facesPerBone = 8;
const calm = new Color(0xf2f0ea);
const chosen = new Color(0xffa62b);

export class Skeleton extends Group {
  readonly #mesh = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      opacity: 0.88,
      depthTest: false,
      depthWrite: false,
      side: DoubleSide,
      toneMapped: false,
    }),
  );
  #bones: ShownBone[] = [];

  constructor() {
    super();
    this.#mesh.frustumCulled = false;
    this.#mesh.renderOrder = 10;
    this.add(this.#mesh);
  }

  get bones(): ShownBone[] {
    return this.#bones;
  }

  show(model: Model, pose: Pose, selected: BoneId | null): void {
    this.#bones = shownBones(model, pose);
    const positions: number[] = [];
    const colors: number[] = [];
    for (const bone of this.#bones) {
      const isChosen = bone.armature === selected?.armature && bone.bone === selected.bone;
      addOctahedron(bone, isChosen ? chosen : calm, positions, colors);
    }
    this.#fill('position', positions);
    this.#fill('color', colors);
  }

  // A pose moves the bones sixty times a second: buffers are recreated only for other bones.
  #fill(name: 'position' | 'color', values: number[]): void {
    const { geometry } = this.#mesh;
    const present = geometry.getAttribute(name) as BufferAttribute | undefined;
    if (present?.array.length === values.length) {
      present.array.set(values);
      present.needsUpdate = true;
    } else {
      geometry.dispose();
      geometry.setAttribute(name, new Float32BufferAttribute(values, 3));
    }
  }

  pick(raycaster: Raycaster): ShownBone | null {
    if (!this.visible) return null;
    this.#mesh.geometry.boundingSphere = null;
    const [hit] = raycaster.intersectObject(this.#mesh, false);
    return this.#bones[Math.floor((hit?.faceIndex ?? -1) / facesPerBone)] ?? null;
  }
}

// Meshes bound to the same placement of an armature share their bones.
function shownBones(model: Model, pose: Pose): ShownBone[] {
  const seen = new Set<string>();
  const bound = model.glb.placed.flatMap(({ skin, matrix }) => {
    if (skin === null) return [];
    const { armature } = model.outline.skins[skin]!;
    const key = `${armature} ${matrix.join()}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const place = { index: seen.size - 1, matrix: new Matrix4().fromArray(matrix) };
    return bonesOf(model, armature, worldsOfSkin(model, skin, pose), place);
  });
  return [...bound, ...unboundBones(model, pose)];
}

// Of armatures of the document that nothing is bound to yet: where they are written.
function unboundBones(model: Model, pose: Pose): ShownBone[] {
  const { armatures, skins } = model.outline;
  return armatures.flatMap((one, armature) => {
    if (one.imported || skins.some((skin) => skin.armature === armature)) return [];
    const worlds = worldTransforms(one, pose[armature]!, one.bones.map(({ head }) => head));
    return bonesOf(model, armature, worlds, { index: 0, matrix: new Matrix4() });
  });
}

function bonesOf(
  { outline }: Model,
  armature: number,
  worlds: WorldTransform[],
  { index, matrix }: { index: number; matrix: Matrix4 },
): ShownBone[] {
  const frame = new Quaternion();
  matrix.decompose(new Vector3(), frame, new Vector3());
  return outline.armatures[armature]!.bones.map(({ id, head, tail }, bone) => {
    const { rotation, translation } = worlds[bone]!;
    const end = add(translation, rotate(rotation, subtract(tail, head)));
    return {
      armature,
      bone,
      name: id,
      place: index,
      frame,
      head: new Vector3(...translation).applyMatrix4(matrix),
      tail: new Vector3(...end).applyMatrix4(matrix),
    };
  });
}

function addOctahedron(
  { head, tail }: ShownBone,
  color: Color,
  positions: number[],
  colors: number[],
): void {
  const along = new Vector3().subVectors(tail, head);
  const length = along.length() || 1e-6;
  const aside = new Vector3(1, 0, 0);
  if (Math.abs(along.x) > 0.9 * length) aside.set(0, 0, 1);
  const u = new Vector3().crossVectors(along, aside).normalize();
  const v = new Vector3().crossVectors(along, u).normalize();
  const waist = head.clone().addScaledVector(along, 0.12);
  const width = Math.min(0.075 * length, 0.03);
  const ring = [u, v, u.clone().negate(), v.clone().negate()].map((side) =>
    waist.clone().addScaledVector(side, width),
  );
  ring.forEach((corner, i) => {
    const next = ring[(i + 1) % 4]!;
    const shade = 0.62 + 0.38 * (i / 3);
    for (const tip of [head, tail]) {
      positions.push(...tip.toArray(), ...corner.toArray(), ...next.toArray());
      for (let k = 0; k < 3; ++k) colors.push(color.r * shade, color.g * shade, color.b * shade);
    }
  });
}
