// The model as one solver deforms it: its meshes, in one of several display modes.
import {
  BackSide,
  Box3,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Raycaster,
  Vector3,
  type BufferGeometry,
  type Material,
} from 'three';
import { heatShader, weightsOf } from '../heat.js';
import { emptyModel, poseMesh, rangesFrom, skinOfMesh, type IndexRange, type Model, type SolverChoice } from '../model.js';
import type { BoneId, Pose } from '../pose.js';
import type { OutlinePrimitive } from 'rigy';
import { checkerTexture } from './checker.js';
import type { Cut } from './cut.js';
import { Part } from './part.js';

export interface Look {
  wireframe: boolean;
  backFaces: boolean;
  /** A checker texture instead of the materials, where there are UVs. */
  uvs: boolean;
  /** The bone whose weights are shown instead of the materials. */
  heat: BoneId | null;
  /** Null for a figure that is never cut. */
  cut: Cut | null;
}

// The weight of vertices that no bone of the armature moves.
const unbound = -1;
const litColor = 0x4f6df5;

const backFaceMaterial = new MeshBasicMaterial({ color: 0xe5397f, side: BackSide });
const heatMaterial = makeHeatMaterial();
const wireMaterial = new MeshBasicMaterial({
  color: 0x10131a,
  wireframe: true,
  transparent: true,
  opacity: 0.28,
});
const litMaterial = new MeshBasicMaterial({
  color: litColor,
  transparent: true,
  opacity: 0.42,
  depthWrite: false,
  polygonOffset: true,
  polygonOffsetFactor: -2,
  polygonOffsetUnits: -2,
});

// As the renderer marks warnings.
const markMaterial = litMaterial.clone();
markMaterial.color.set(0xf2b01e);
markMaterial.opacity = 0.55;

const ghostMaterial = new MeshBasicMaterial({ color: litColor, transparent: true, opacity: 0.13, depthWrite: false });

// Made when it is first shown: few look at UVs.
let checkerMaterial: MeshStandardMaterial | undefined;

function checker(): MeshStandardMaterial {
  checkerMaterial ??= new MeshStandardMaterial({ map: checkerTexture(), roughness: 0.8 });
  return checkerMaterial;
}

// Colors are computed per pixel from the interpolated weight, so that between two vertices the
// colors of the weights in between appear, not a mixture of the two.
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

export class Figure extends Group {
  readonly #choice: SolverChoice;
  readonly #parts: Part[] = [];
  #model: Model = emptyModel;
  #materials: Material[][] = [];
  #solids: Mesh<BufferGeometry, Material[]>[] = [];
  #wires: Mesh[] = [];
  #cut: Cut | null = null;
  #lit: IndexRange[] = [];
  #marked: IndexRange[] = [];

  constructor(choice: SolverChoice) {
    super();
    this.#choice = choice;
  }

  /** `materials` has one per surface of each mesh. */
  setModel(model: Model, materials: Material[][]): void {
    const { meshes, placed } = model.glb;
    this.#model = model;
    this.#materials = materials;
    for (const unused of this.#parts.splice(meshes.length)) unused.free();
    meshes.forEach((mesh, i) => (this.#parts[i] ??= new Part()).show(mesh));
    this.clear();
    this.#solids = [];
    this.#wires = [];
    for (const { mesh, matrix, nodes } of placed) this.#place(mesh, new Matrix4().fromArray(matrix), nodes);
  }

  #place(index: number, matrix: Matrix4, nodes: number[]): void {
    const part = this.#parts[index]!;
    const materials = this.#materials[index]!;
    const solid = new Mesh<BufferGeometry, Material[]>(part.outward, materials);
    const isOpaque = materials.every(({ transparent }) => !transparent);
    solid.castShadow = isOpaque;
    solid.receiveShadow = isOpaque;
    solid.userData['mesh'] = index;
    solid.userData['nodes'] = nodes;
    const wire = new Mesh(part.outward, wireMaterial);
    const lit = new Mesh(part.lit, [litMaterial, markMaterial]);
    lit.renderOrder = 1;
    for (const object of [solid, wire, lit]) {
      object.matrixAutoUpdate = false;
      object.matrix.copy(matrix);
      object.frustumCulled = false;
      this.add(object);
    }
    this.#solids.push(solid);
    this.#wires.push(wire);
  }

  /** Shows the model in a pose as a ghost. */
  haunt(model: Model, pose: Pose): void {
    if (model !== this.#model) {
      this.setModel(model, model.glb.meshes.map(({ surfaces }) => surfaces.map(() => ghostMaterial)));
      this.setLook({ wireframe: false, backFaces: false, uvs: false, heat: null, cut: null });
      this.highlight(null);
    }
    this.setPose(pose);
  }

  setPose(pose: Pose): void {
    this.#parts.forEach((part, mesh) => {
      part.pose((posed) => poseMesh(this.#model, mesh, this.#choice, pose, posed));
    });
  }

  setLook({ wireframe, backFaces, uvs, heat, cut }: Look): void {
    // Of a model that is cut open, the backs are shown as if it were solid.
    const backs = backFaces ? backFaceMaterial : cut?.isOn ? cut.inside : null;
    this.#cut = cut;
    for (const wire of this.#wires) wire.visible = wireframe;
    for (const part of this.#parts) part.group(backs !== null);
    if (heat) this.#parts.forEach((part, mesh) => part.paint(this.#weights(mesh, heat)));
    for (const solid of this.#solids) {
      const mesh = solid.userData['mesh'] as number;
      const part = this.#parts[mesh]!;
      const shown = this.#model.glb.meshes[mesh]!.surfaces.map(({ hasUvs }, i) => {
        if (heat) return heatMaterial;
        return uvs && hasUvs ? checker() : this.#materials[mesh]![i]!;
      });
      solid.geometry = backFaces ? part.stored : part.outward;
      solid.material = backs ? [...shown, backs] : shown;
      cut?.clip([...solid.material, wireMaterial, litMaterial, markMaterial]);
    }
  }

  #weights(mesh: number, heat: BoneId): Float32Array {
    const { influences, positions } = this.#model.glb.meshes[mesh]!;
    const skin = skinOfMesh(this.#model, mesh);
    const follows = skin !== null && this.#model.outline.skins[skin]!.armature === heat.armature;
    return influences && follows
      ? weightsOf(influences, heat.bone)
      : new Float32Array(positions.length / 3).fill(unbound);
  }

  highlight(source: OutlinePrimitive | null): void {
    this.#lit = source ? rangesFrom(this.#model, source) : [];
    this.#showLit();
  }

  /** Paints what findings are about. */
  mark(ranges: IndexRange[]): void {
    this.#marked = ranges;
    this.#showLit();
  }

  #showLit(): void {
    this.#parts.forEach((part, index) => {
      const isHere = ({ mesh }: IndexRange) => mesh === index;
      part.light([this.#lit.filter(isHere), this.#marked.filter(isHere)]);
    });
  }

  /** The nearest triangle of a mesh, and the nodes that it lies in. */
  pick(raycaster: Raycaster): { mesh: number; nodes: number[]; triangle: number; distance: number } | null {
    const hits = raycaster.intersectObjects(this.#solids, false);
    const hit = hits.find(({ point }) => !this.#cut?.hides(point));
    if (!hit || hit.faceIndex === undefined || hit.faceIndex === null) return null;
    const { mesh, nodes } = hit.object.userData as { mesh: number; nodes: number[] };
    return { mesh, nodes, triangle: hit.faceIndex, distance: hit.distance };
  }

  /** The first of these directions from which fewest meshes are behind others. */
  clearest(directions: Vector3[]): Vector3 {
    const hidden = directions.map((direction) => this.#hiddenFrom(direction));
    return directions[hidden.indexOf(Math.min(...hidden))]!;
  }

  #hiddenFrom(direction: Vector3): number {
    const isHidden = (solid: Mesh) => {
      solid.geometry.computeBoundingBox();
      const middle = solid.geometry.boundingBox!.getCenter(new Vector3()).applyMatrix4(solid.matrix);
      const others = this.#solids.filter((other) => other !== solid);
      return new Raycaster(middle, direction.clone().normalize()).intersectObjects(others, false).length > 0;
    };
    return this.#solids.filter(isHidden).length;
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

  /** Of what lies in a node. */
  boundsOf(node: number): Box3 {
    const box = new Box3();
    for (const solid of this.#solids) {
      if (!(solid.userData['nodes'] as number[]).includes(node)) continue;
      solid.geometry.computeBoundingBox();
      box.union(solid.geometry.boundingBox!.clone().applyMatrix4(solid.matrix));
    }
    return box;
  }

  positions(): number[][] {
    return this.#parts.map((part) => part.positions());
  }

  free(): void {
    for (const part of this.#parts) part.free();
  }
}
