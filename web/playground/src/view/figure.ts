// The model as one solver moves it: its meshes, in one of several ways of showing them.
import {
  BackSide,
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  FrontSide,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Vector3,
  type Material,
  type Raycaster,
} from 'three';
import { heatShader, weightsOf } from '../heat.js';
import { outwardIndices, type GlbMaterial } from '../glb.js';
import { poseMesh, rangesFrom, type IndexRange, type Model, type SolverChoice } from '../model.js';
import type { Pose } from '../pose.js';
import type { OutlinePrimitive } from 'rigy';

export interface Look {
  wireframe: boolean;
  backFaces: boolean;
  /** The bone whose weights are shown instead of the materials. */
  heat: { armature: number; bone: number } | null;
}

// The weight of vertices that no bone of the armature moves.
const unbound = -1;
const highlightColor = 0x4f6df5;

const backFaceMaterial = new MeshBasicMaterial({ color: 0xe5397f, side: BackSide });
const heatMaterial = makeHeatMaterial();
const wireMaterial = new MeshBasicMaterial({
  color: 0x10131a,
  wireframe: true,
  transparent: true,
  opacity: 0.28,
});
const highlightMaterial = new MeshBasicMaterial({
  color: highlightColor,
  transparent: true,
  opacity: 0.42,
  depthWrite: false,
  polygonOffset: true,
  polygonOffsetFactor: -2,
  polygonOffsetUnits: -2,
});

// Colours are found per pixel from the interpolated weight: between two vertices the colours of the
// weights in between appear, not a mixture of the two.
function makeHeatMaterial(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 0.85 });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `attribute float weight;\nvarying float shownWeight;\n${shader.vertexShader}`.replace(
      '#include <begin_vertex>',
      '#include <begin_vertex>\nshownWeight = weight;',
    );
    shader.fragmentShader = `varying float shownWeight;\n${heatShader()}\n${shader.fragmentShader}`.replace(
      '#include <color_fragment>',
      'diffuseColor.rgb = shownWeight < -0.5 ? vec3(0.16) : heatColor(shownWeight);',
    );
  };
  return material;
}

function shownMaterial(material: GlbMaterial | null): MeshStandardMaterial {
  const [r, g, b, a] = material?.baseColor ?? [0.62, 0.63, 0.66, 1];
  const isClear = a < 1;
  return new MeshStandardMaterial({
    color: new Color(r, g, b),
    opacity: a,
    transparent: isClear,
    depthWrite: !isClear,
    roughness: isClear ? 0.12 : 0.58,
    metalness: 0,
  });
}

// One mesh of the file; several instances may show it.
interface Part {
  geometry: BufferGeometry;
  outward: BufferAttribute;
  stored: BufferAttribute;
  material: MeshStandardMaterial;
  highlight: BufferGeometry;
}

export class Figure extends Group {
  readonly #model: Model;
  readonly #choice: SolverChoice;
  readonly #parts: Part[];
  readonly #solids: Mesh<BufferGeometry, Material | Material[]>[] = [];
  readonly #wires: Mesh[] = [];

  constructor(model: Model, choice: SolverChoice) {
    super();
    this.#model = model;
    this.#choice = choice;
    this.#parts = model.glb.meshes.map((_, mesh) => this.#makePart(mesh));
    for (const { mesh, matrix } of model.glb.placed) this.#place(mesh, new Matrix4().fromArray(matrix));
  }

  #makePart(index: number): Part {
    const mesh = this.#model.glb.meshes[index]!;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(mesh.positions.slice(), 3));
    geometry.setAttribute('normal', new BufferAttribute(mesh.normals.slice(), 3));
    const outward = new BufferAttribute(outwardIndices(mesh), 1);
    geometry.setIndex(outward);
    // Twice: in front the material, behind the mark of back faces, where that is shown.
    geometry.addGroup(0, mesh.indices.length, 0);
    geometry.addGroup(0, mesh.indices.length, 1);
    const highlight = new BufferGeometry();
    highlight.attributes = geometry.attributes;
    highlight.setIndex([]);
    const stored = new BufferAttribute(mesh.indices, 1);
    return { geometry, outward, stored, highlight, material: shownMaterial(mesh.material) };
  }

  #place(index: number, matrix: Matrix4): void {
    const part = this.#parts[index]!;
    const solid = new Mesh<BufferGeometry, Material | Material[]>(part.geometry, part.material);
    solid.castShadow = !part.material.transparent;
    solid.receiveShadow = !part.material.transparent;
    solid.userData['mesh'] = index;
    const wire = new Mesh(part.geometry, wireMaterial);
    const highlight = new Mesh(part.highlight, highlightMaterial);
    highlight.renderOrder = 1;
    for (const object of [solid, wire, highlight]) {
      object.matrixAutoUpdate = false;
      object.matrix.copy(matrix);
      object.frustumCulled = false;
      this.add(object);
    }
    this.#solids.push(solid);
    this.#wires.push(wire);
  }

  setPose(pose: Pose): void {
    this.#parts.forEach(({ geometry }, mesh) => {
      const position = geometry.getAttribute('position') as BufferAttribute;
      const normal = geometry.getAttribute('normal') as BufferAttribute;
      poseMesh(this.#model, mesh, this.#choice, pose, {
        positions: position.array as Float32Array,
        normals: normal.array as Float32Array,
      });
      position.needsUpdate = true;
      normal.needsUpdate = true;
      geometry.boundingBox = null;
      geometry.boundingSphere = null;
    });
  }

  setLook({ wireframe, backFaces, heat }: Look): void {
    for (const wire of this.#wires) wire.visible = wireframe;
    this.#parts.forEach(({ geometry, outward, stored }, mesh) => {
      geometry.setIndex(backFaces ? stored : outward);
      if (heat) this.#paintHeat(geometry, mesh, heat);
    });
    for (const solid of this.#solids) {
      const shown = heat ? heatMaterial : this.#parts[solid.userData['mesh'] as number]!.material;
      shown.side = FrontSide;
      solid.material = backFaces ? [shown, backFaceMaterial] : shown;
    }
  }

  #paintHeat(geometry: BufferGeometry, mesh: number, heat: NonNullable<Look['heat']>): void {
    const { influences, positions } = this.#model.glb.meshes[mesh]!;
    const skin = this.#model.glb.placed.find((placed) => placed.mesh === mesh)?.skin ?? null;
    const follows = skin !== null && this.#model.outline.skins[skin]!.armature === heat.armature;
    const weights =
      influences && follows
        ? weightsOf(influences, heat.bone)
        : new Float32Array(positions.length / 3).fill(unbound);
    geometry.setAttribute('weight', new BufferAttribute(weights, 1));
  }

  highlight(source: OutlinePrimitive | null): void {
    const ranges: IndexRange[] = source ? rangesFrom(this.#model, source) : [];
    this.#parts.forEach(({ highlight, outward }, mesh) => {
      const indices = ranges
        .filter((range) => range.mesh === mesh)
        .flatMap(({ first, count }) => [...outward.array.subarray(first, first + count)]);
      highlight.setIndex(indices);
    });
  }

  /** The triangle of a mesh that is seen first. */
  pick(raycaster: Raycaster): { mesh: number; triangle: number; distance: number } | null {
    const [hit] = raycaster.intersectObjects(this.#solids, false);
    if (!hit || hit.faceIndex === undefined || hit.faceIndex === null) return null;
    const { mesh } = hit.object.userData as { mesh: number };
    return { mesh, triangle: hit.faceIndex, distance: hit.distance };
  }

  bounds(): Box3 {
    const box = new Box3();
    for (const solid of this.#solids) {
      solid.geometry.computeBoundingBox();
      box.union(solid.geometry.boundingBox!.clone().applyMatrix4(solid.matrix));
    }
    if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(0, 0.5, 0), new Vector3(1, 1, 1));
    return box;
  }

  positions(): number[][] {
    return this.#parts.map(({ geometry }) => [...geometry.getAttribute('position').array]);
  }

  free(): void {
    for (const { geometry, highlight, material } of this.#parts) {
      geometry.dispose();
      highlight.dispose();
      material.dispose();
    }
  }
}
