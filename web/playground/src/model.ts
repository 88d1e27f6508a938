// The result of one compilation, ready to be shown: the geometry of the GLB and its source lines.
import type { Outline, OutlinePrimitive, Place as WrittenPlace } from 'rigy';
import { readGlb, type Glb } from './glb.js';
import { worldTransforms, type BoneId, type Pose, type WorldTransform } from './pose.js';
import type { Vec3 } from './quaternion.js';
import { skin, type PosedVertices, type Solver } from './solvers.js';

export interface Model {
  glb: Glb;
  outline: Outline;
}

export const emptyModel: Model = {
  glb: { meshes: [], placed: [], worlds: new Map(), skins: [], byteLength: 0 },
  outline: { meshes: [], armatures: [], skins: [], poses: [], anchors: [], instances: [], children: [] },
};

/** Which solver deforms the vertices: each binding's own, or one for all. */
export type SolverChoice = 'document' | Solver;

export interface Place {
  file: string;
  line: number;
}

export function modelOf(bytes: Uint8Array<ArrayBuffer>, outline: Outline): Model {
  return { glb: readGlb(bytes), outline: countedThrough(outline) };
}

// From language 0.12 on the compiler counts in each glTF primitive; the arrays of the model hold all of a mesh.
function countedThrough(outline: Outline): Outline {
  return {
    ...outline,
    meshes: outline.meshes.map((mesh) => {
      let firstVertex = 0;
      let firstIndex = 0;
      const primitives = mesh.primitives.map((primitive) => {
        const counted = { ...primitive, firstVertex, firstIndex };
        firstVertex += primitive.vertexCount;
        firstIndex += primitive.indexCount;
        return counted;
      });
      return { ...mesh, primitives };
    }),
  };
}

export interface Stats {
  vertices: number;
  triangles: number;
  joints: number;
  bytes: number;
}

/** Counts what is stored in the file: a mesh that several instances share counts once. */
export function statsOf({ glb }: Model): Stats {
  const total = (count: (mesh: Glb['meshes'][number]) => number) =>
    glb.meshes.reduce((sum, mesh) => sum + count(mesh), 0);
  return {
    vertices: total((mesh) => mesh.positions.length / 3),
    triangles: total((mesh) => mesh.indices.length / 3),
    joints: glb.skins.reduce((sum, { heads }) => sum + heads.length, 0),
    bytes: glb.byteLength,
  };
}

export function hasUvs({ glb }: Model): boolean {
  return glb.meshes.some(({ uvs }) => uvs !== null);
}

export function skinOfMesh({ glb }: Model, mesh: number): number | null {
  return glb.placed.find((placed) => placed.mesh === mesh && placed.skin !== null)?.skin ?? null;
}

export function worldsOfSkin({ glb, outline }: Model, index: number, pose: Pose): WorldTransform[] {
  const { armature } = outline.skins[index]!;
  return worldTransforms(outline.armatures[armature]!, pose[armature]!, glb.skins[index]!.heads);
}

/** Moves the vertices of a bound mesh into `posed`; false if no bone moves the mesh. */
export function poseMesh(
  model: Model,
  mesh: number,
  choice: SolverChoice,
  pose: Pose,
  posed: PosedVertices,
): boolean {
  const { positions, normals, influences } = model.glb.meshes[mesh]!;
  const skinIndex = skinOfMesh(model, mesh);
  if (influences === null || skinIndex === null) return false;
  const solver = choice === 'document' ? (model.outline.meshes[mesh]!.solver ?? 'lbs') : choice;
  const heads: Vec3[] = model.glb.skins[skinIndex]!.heads;
  skin(solver, { positions, normals, ...influences }, heads, worldsOfSkin(model, skinIndex, pose), posed);
  return true;
}

export function primitiveOfTriangle(
  { outline }: Model,
  mesh: number,
  triangle: number,
): OutlinePrimitive | undefined {
  return outline.meshes[mesh]?.primitives.find(
    ({ firstIndex, indexCount }) =>
      3 * triangle >= firstIndex && 3 * triangle < firstIndex + indexCount,
  );
}

/** The primitive that is written on a line, original before mirrored. */
export function primitiveAtLine({ outline }: Model, { file, line }: Place): OutlinePrimitive | undefined {
  return outline.meshes
    .flatMap(({ primitives }) => primitives)
    .find((one) => one.file === file && one.line <= line && line <= one.endLine);
}

/** What is written on a line, by kind; of several, the one with the fewest lines. */
export type Part =
  | { kind: 'primitive'; primitive: OutlinePrimitive }
  | { kind: 'bone'; bone: BoneId }
  | { kind: 'anchor' | 'instance' | 'child'; id: string; file: string };

export function partAtLine(model: Model, place: Place): Part | undefined {
  const { armatures, anchors, instances, children } = model.outline;
  const isHere = ({ file, line, endLine }: WrittenPlace) => file === place.file && line <= place.line && place.line <= endLine;
  const named = (kind: 'anchor' | 'instance' | 'child', all: ({ id: string } & WrittenPlace)[]) =>
    all.map((one): [WrittenPlace, Part] => [one, { kind, id: one.id, file: one.file }]);
  const bones = armatures.flatMap((all, armature) =>
    all.bones.map((one, bone): [WrittenPlace, Part] => [one, { kind: 'bone', bone: { armature, bone } }]),
  );
  const primitive = primitiveAtLine(model, place);
  if (primitive) return { kind: 'primitive', primitive };
  const found = [...bones, ...named('anchor', anchors), ...named('instance', instances), ...named('child', children)]
    .filter(([where]) => isHere(where))
    .sort(([a], [b]) => a.endLine - a.line - (b.endLine - b.line));
  return found[0]?.[1];
}

/** The instances and children that something lies in, from the outermost on. */
export interface Owner {
  kind: 'instance' | 'child';
  id: string;
  file: string;
}

export function ownersOf({ outline }: Model, nodes: number[]): Owner[] {
  return nodes.flatMap((node): Owner[] => {
    const child = outline.children.find((one) => one.node === node);
    if (child) return [{ kind: 'child', id: child.id, file: child.file }];
    const instance = outline.instances.find((one) => one.node === node);
    return instance ? [{ kind: 'instance', id: instance.id, file: instance.file }] : [];
  });
}

/** The primitive of the same name in a later version of the document. */
export function samePrimitive(
  before: Model,
  primitive: OutlinePrimitive,
  after: Model,
): OutlinePrimitive | undefined {
  const mesh = before.outline.meshes.find(({ primitives }) => primitives.includes(primitive));
  return after.outline.meshes
    .filter(({ id, file }) => id === mesh?.id && file === mesh.file)
    .flatMap(({ primitives }) => primitives)
    .find(({ id }) => id === primitive.id);
}

export interface IndexRange {
  mesh: number;
  first: number;
  count: number;
}

/** Everything in the output that comes from the lines of `source`, including its mirror image. */
export function rangesFrom({ outline }: Model, source: OutlinePrimitive): IndexRange[] {
  return outline.meshes.flatMap(({ primitives }, mesh) =>
    primitives
      .filter(
        ({ file, line, column }) =>
          file === source.file && line === source.line && column === source.column,
      )
      .map(({ firstIndex, indexCount }) => ({ mesh, first: firstIndex, count: indexCount })),
  );
}
