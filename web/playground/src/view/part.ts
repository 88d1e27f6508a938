// One mesh of the file in the buffers of the graphics card, which several instances may show. The buffers
// are recreated only where their sizes change, and filled only where their contents do.
import { BufferAttribute, BufferGeometry } from 'three';
import { outwardIndices, type GlbMesh, type GlbSurface } from '../glb.js';
import type { IndexRange } from '../model.js';
import type { PosedVertices } from '../solvers.js';

export class Part {
  /** Triangles that face outward. */
  readonly outward = new BufferGeometry();
  /** Triangles as they are in the file. */
  readonly stored = new BufferGeometry();
  /** Only the highlighted triangles. */
  readonly lit = new BufferGeometry();

  #surfaces: GlbSurface[] = [];

  constructor() {
    this.stored.attributes = this.outward.attributes;
    this.lit.attributes = this.outward.attributes;
  }

  show(mesh: GlbMesh): void {
    if (!this.#fits(mesh)) this.#allocate(mesh);
    fill(this.#attribute('position'), mesh.positions);
    fill(this.#attribute('normal'), mesh.normals);
    fill(this.#attribute('uv'), mesh.uvs ?? new Float32Array((mesh.positions.length / 3) * 2));
    fill(this.outward.index!, outwardIndices(mesh));
    fill(this.stored.index!, mesh.indices);
    this.#surfaces = mesh.surfaces;
    this.#forgetBounds();
  }

  /** One group per surface; with `backFaces`, another of all triangles, whose backs are marked. */
  group(backFaces: boolean): void {
    for (const geometry of [this.outward, this.stored]) {
      geometry.clearGroups();
      this.#surfaces.forEach(({ firstIndex, indexCount }, i) => geometry.addGroup(firstIndex, indexCount, i));
      if (backFaces) geometry.addGroup(0, geometry.index!.count, this.#surfaces.length);
    }
  }

  /** `move` writes the current positions of the vertices; false if they have not moved. */
  pose(move: (posed: PosedVertices) => boolean): void {
    const [position, normal] = [this.#attribute('position'), this.#attribute('normal')];
    const isMoved = move({
      positions: position.array as Float32Array,
      normals: normal.array as Float32Array,
    });
    if (!isMoved) return;
    position.needsUpdate = true;
    normal.needsUpdate = true;
    this.#forgetBounds();
  }

  paint(weights: Float32Array): void {
    fill(this.#attribute('weight'), weights);
  }

  /** For each material of what is lit, the indices that it is drawn over. */
  light(ranges: IndexRange[][]): void {
    this.lit.clearGroups();
    ranges.forEach((some, material) => {
      for (const { first, count } of some) this.lit.addGroup(first, count, material);
    });
  }

  positions(): number[] {
    return [...this.#attribute('position').array];
  }

  free(): void {
    for (const geometry of [this.outward, this.stored, this.lit]) geometry.dispose();
  }

  #attribute(name: 'position' | 'normal' | 'uv' | 'weight'): BufferAttribute {
    return this.outward.getAttribute(name) as BufferAttribute;
  }

  #fits({ positions, indices }: GlbMesh): boolean {
    const { index } = this.outward;
    return index?.count === indices.length && this.#attribute('position').array.length === positions.length;
  }

  #allocate({ positions, indices }: GlbMesh): void {
    this.free();
    const floats = (size: number) => new BufferAttribute(new Float32Array((positions.length / 3) * size), size);
    this.outward.setAttribute('position', floats(3));
    this.outward.setAttribute('normal', floats(3));
    this.outward.setAttribute('uv', floats(2));
    this.outward.setAttribute('weight', floats(1));
    for (const geometry of [this.outward, this.stored]) {
      geometry.setIndex(new BufferAttribute(new Uint32Array(indices.length), 1));
    }
    this.lit.setIndex(this.outward.index);
    this.lit.clearGroups();
  }

  #forgetBounds(): void {
    for (const geometry of [this.outward, this.stored]) {
      geometry.boundingBox = null;
      geometry.boundingSphere = null;
    }
  }
}

function fill(attribute: BufferAttribute, values: Float32Array | Uint32Array): void {
  if (isSame(attribute.array, values)) return;
  attribute.array.set(values);
  attribute.needsUpdate = true;
}

// A loop: functions for each of the numbers of a large mesh would take longer than compiling it.
function isSame(kept: ArrayLike<number>, values: Float32Array | Uint32Array): boolean {
  for (let i = 0; i < values.length; ++i) {
    if (kept[i] !== values[i]) return false;
  }
  return true;
}
