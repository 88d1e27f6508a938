// Reads the binary glTF that the compiler writes, tightly packed. A mesh may have one glTF primitive or, from
// language 0.12 on, one per primitive of the document: here they are one after the other in the same arrays.
import type { Vec3 } from './quaternion.js';

export interface GlbMaterial {
  name: string;
  baseColor: [r: number, g: number, b: number, a: number];
}

export interface GlbMesh {
  name: string;
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
  /** The first UV set: two numbers per vertex, zero where a surface has none; null if none has any. */
  uvs: Float32Array | null;
  surfaces: GlbSurface[];
  /** Four per vertex; null if the mesh is not bound. */
  influences: { joints: Uint16Array; weights: Float32Array } | null;
}

/** Successive indices with the same material. */
export interface GlbSurface {
  firstIndex: number;
  indexCount: number;
  material: GlbMaterial | null;
  hasUvs: boolean;
}

/** A mesh and its placement. */
export interface Placed {
  node: string;
  /** The numbers of the nodes that it lies in, from the outermost on, and its own. */
  nodes: number[];
  mesh: number;
  skin: number | null;
  /** To world space, column-major. */
  matrix: number[];
}

export interface Glb {
  meshes: GlbMesh[];
  placed: Placed[];
  /** Where each node is, column-major; those of bones are not. */
  worlds: Map<number, number[]>;
  /** The heads of each skin's bones. */
  skins: { heads: Vec3[] }[];
  byteLength: number;
}

interface GltfNode {
  name: string;
  mesh?: number;
  skin?: number;
  matrix?: number[];
  children?: number[];
}

interface GltfPrimitive {
  attributes: Record<string, number>;
  indices: number;
  material?: number;
}

interface Gltf {
  accessors?: { bufferView: number; count: number }[];
  bufferViews?: { byteOffset: number; byteLength: number }[];
  materials?: { name: string; pbrMetallicRoughness: { baseColorFactor: GlbMaterial['baseColor'] } }[];
  meshes?: { name: string; primitives: GltfPrimitive[] }[];
  nodes?: GltfNode[];
  scenes: [{ nodes?: number[] }];
  skins?: { inverseBindMatrices: number }[];
}

const headerSize = 12;
const chunkHeaderSize = 8;
const unmoved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function readGlb(bytes: Uint8Array<ArrayBuffer>): Glb {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const jsonStart = headerSize + chunkHeaderSize;
  const binaryStart = jsonStart + view.getUint32(headerSize, true) + chunkHeaderSize;
  const text = new TextDecoder().decode(bytes.subarray(jsonStart, binaryStart - chunkHeaderSize));
  const gltf = JSON.parse(text) as Gltf;
  // A copy, so that every block is aligned for typed arrays.
  const binary = bytes.slice(binaryStart).buffer;
  return {
    meshes: meshesOf(gltf, binary),
    ...placesOf(gltf),
    skins: skinsOf(gltf, binary),
    byteLength: bytes.byteLength,
  };
}

function blockOf(gltf: Gltf, accessor: number): { offset: number; size: number } {
  const { byteOffset, byteLength } = gltf.bufferViews![gltf.accessors![accessor]!.bufferView]!;
  return { offset: byteOffset, size: byteLength };
}

function floatsOf(gltf: Gltf, binary: ArrayBuffer, accessor: number): Float32Array {
  const { offset, size } = blockOf(gltf, accessor);
  return new Float32Array(binary, offset, size / 4);
}

function meshesOf(gltf: Gltf, binary: ArrayBuffer): GlbMesh[] {
  return (gltf.meshes ?? []).map(({ name, primitives }) => {
    const parts = primitives.map((primitive) => partOf(gltf, binary, primitive));
    const isBound = parts.every(({ joints }) => joints !== null);
    return {
      name,
      positions: joined(Float32Array, parts.map(({ positions }) => positions)),
      normals: joined(Float32Array, parts.map(({ normals }) => normals)),
      indices: joinedIndices(parts),
      uvs: joinedUvs(parts),
      surfaces: surfacesOf(parts),
      influences: isBound
        ? {
            joints: joined(Uint16Array, parts.map(({ joints }) => joints!)),
            weights: joined(Float32Array, parts.map(({ weights }) => weights!)),
          }
        : null,
    };
  });
}

type Part = ReturnType<typeof partOf>;

function partOf(gltf: Gltf, binary: ArrayBuffer, { attributes, indices, material: index }: GltfPrimitive) {
  const { POSITION, NORMAL, TEXCOORD_0, JOINTS_0, WEIGHTS_0 } = attributes;
  const floats = (accessor: number | undefined) =>
    accessor === undefined ? null : floatsOf(gltf, binary, accessor);
  const indexBlock = blockOf(gltf, indices);
  const joints = JOINTS_0 === undefined ? null : blockOf(gltf, JOINTS_0);
  const material = gltf.materials?.[index ?? -1];
  return {
    positions: floats(POSITION)!,
    normals: floats(NORMAL)!,
    uvs: floats(TEXCOORD_0),
    indices: new Uint32Array(binary, indexBlock.offset, indexBlock.size / 4),
    joints: joints && new Uint16Array(binary, joints.offset, joints.size / 2),
    weights: floats(WEIGHTS_0),
    material: material
      ? { name: material.name, baseColor: material.pbrMetallicRoughness.baseColorFactor }
      : null,
  };
}

function joined<Values extends Float32Array | Uint32Array | Uint16Array>(
  Type: new (length: number) => Values,
  arrays: Values[],
): Values {
  if (arrays.length === 1) return arrays[0]!;
  const all = new Type(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

// Those of a glTF primitive count its own vertices.
function joinedIndices(parts: Part[]): Uint32Array {
  let firstVertex = 0;
  const shifted = parts.map(({ indices, positions }) => {
    const first = firstVertex;
    firstVertex += positions.length / 3;
    return first === 0 ? indices : indices.map((index) => index + first);
  });
  return joined(Uint32Array, shifted);
}

function joinedUvs(parts: Part[]): Float32Array | null {
  if (parts.every(({ uvs }) => uvs === null)) return null;
  return joined(Float32Array, parts.map(({ uvs, positions }) => uvs ?? new Float32Array((positions.length / 3) * 2)));
}

function surfacesOf(parts: Part[]): GlbSurface[] {
  const surfaces: GlbSurface[] = [];
  let firstIndex = 0;
  for (const { indices, material, uvs } of parts) {
    const last = surfaces.at(-1);
    const isSame = last?.material?.name === material?.name && last?.hasUvs === (uvs !== null);
    if (last && isSame) last.indexCount += indices.length;
    else surfaces.push({ firstIndex, indexCount: indices.length, material, hasUvs: uvs !== null });
    firstIndex += indices.length;
  }
  return surfaces;
}

function skinsOf(gltf: Gltf, binary: ArrayBuffer): { heads: Vec3[] }[] {
  return (gltf.skins ?? []).map(({ inverseBindMatrices }) => {
    const matrices = floatsOf(gltf, binary, inverseBindMatrices);
    const heads: Vec3[] = [];
    for (let at = 12; at < matrices.length; at += 16) {
      heads.push([-matrices[at]!, -matrices[at + 1]!, -matrices[at + 2]!]);
    }
    return { heads };
  });
}

function placesOf(gltf: Gltf): Pick<Glb, 'placed' | 'worlds'> {
  const placed: Placed[] = [];
  const worlds: Glb['worlds'] = new Map();
  const visit = (index: number, above: number[], outer: number[]) => {
    const node = gltf.nodes![index]!;
    const nodes = [...outer, index];
    const matrix = node.matrix ? multiplied(above, node.matrix) : above;
    worlds.set(index, matrix);
    if (node.mesh !== undefined) {
      placed.push({ node: node.name, nodes, mesh: node.mesh, skin: node.skin ?? null, matrix });
    }
    for (const child of node.children ?? []) visit(child, matrix, nodes);
  };
  for (const root of gltf.scenes[0].nodes ?? []) visit(root, unmoved, []);
  return { placed, worlds };
}

export function multiplied(a: number[], b: number[]): number[] {
  return unmoved.map((_, i) => {
    const [row, column] = [i % 4, 4 * Math.floor(i / 4)];
    let sum = 0;
    for (let k = 0; k < 4; ++k) sum += a[row + 4 * k]! * b[column + k]!;
    return sum;
  });
}

/**
 * The same triangles, wound so that their fronts face where their normals point. The canonical
 * winding of some shapes is inward, but the picture should look right.
 */
export function outwardIndices({
  positions,
  normals,
  indices,
}: Pick<GlbMesh, 'positions' | 'normals' | 'indices'>): Uint32Array {
  const turned = indices.slice();
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i]!, 3 * indices[i + 1]!, 3 * indices[i + 2]!];
    const edge = (from: number, to: number, k: number) => positions[to + k]! - positions[from + k]!;
    const [ux, uy, uz] = [edge(a, b, 0), edge(a, b, 1), edge(a, b, 2)];
    const [vx, vy, vz] = [edge(a, c, 0), edge(a, c, 1), edge(a, c, 2)];
    const facing =
      (uy * vz - uz * vy) * (normals[a]! + normals[b]! + normals[c]!) +
      (uz * vx - ux * vz) * (normals[a + 1]! + normals[b + 1]! + normals[c + 1]!) +
      (ux * vy - uy * vx) * (normals[a + 2]! + normals[b + 2]! + normals[c + 2]!);
    if (facing < 0) [turned[i + 1], turned[i + 2]] = [indices[i + 2]!, indices[i + 1]!];
  }
  return turned;
}
