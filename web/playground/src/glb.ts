// Reads the binary glTF that the compiler writes: one primitive per mesh, tightly packed.
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
  material: GlbMaterial | null;
  /** Four per vertex; null if the mesh is not bound. */
  influences: { joints: Uint16Array; weights: Float32Array } | null;
}

/** A mesh and its placement. */
export interface Placed {
  node: string;
  mesh: number;
  skin: number | null;
  /** To world space, column-major. */
  matrix: number[];
}

export interface Glb {
  meshes: GlbMesh[];
  placed: Placed[];
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

interface Gltf {
  accessors?: { bufferView: number; count: number }[];
  bufferViews?: { byteOffset: number; byteLength: number }[];
  materials?: { name: string; pbrMetallicRoughness: { baseColorFactor: GlbMaterial['baseColor'] } }[];
  meshes?: {
    name: string;
    primitives: [{ attributes: Record<string, number>; indices: number; material?: number }];
  }[];
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
    placed: placedOf(gltf),
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
  return (gltf.meshes ?? []).map(({ name, primitives: [primitive] }) => {
    const { POSITION, NORMAL, JOINTS_0, WEIGHTS_0 } = primitive.attributes;
    const indices = blockOf(gltf, primitive.indices);
    const material = gltf.materials?.[primitive.material ?? -1];
    const joints = JOINTS_0 === undefined ? null : blockOf(gltf, JOINTS_0);
    return {
      name,
      positions: floatsOf(gltf, binary, POSITION!),
      normals: floatsOf(gltf, binary, NORMAL!),
      indices: new Uint32Array(binary, indices.offset, indices.size / 4),
      material: material
        ? { name: material.name, baseColor: material.pbrMetallicRoughness.baseColorFactor }
        : null,
      influences: joints && {
        joints: new Uint16Array(binary, joints.offset, joints.size / 2),
        weights: floatsOf(gltf, binary, WEIGHTS_0!),
      },
    };
  });
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

function placedOf(gltf: Gltf): Placed[] {
  const placed: Placed[] = [];
  const visit = (index: number, above: number[]) => {
    const node = gltf.nodes![index]!;
    const matrix = node.matrix ? multiplied(above, node.matrix) : above;
    if (node.mesh !== undefined) {
      placed.push({ node: node.name, mesh: node.mesh, skin: node.skin ?? null, matrix });
    }
    for (const child of node.children ?? []) visit(child, matrix);
  };
  for (const root of gltf.scenes[0].nodes ?? []) visit(root, unmoved);
  return placed;
}

function multiplied(a: number[], b: number[]): number[] {
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
export function outwardIndices({ positions, normals, indices }: GlbMesh): Uint32Array {
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
