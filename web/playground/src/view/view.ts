// The picture of the model, and what can be done in it with the pointer.
import {
  Box3,
  BufferGeometry,
  Float32BufferAttribute,
  Object3D,
  Points,
  PointsMaterial,
  Raycaster,
  Vector2,
  Vector3,
} from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { OutlinePrimitive } from 'rigy';
import { emptyModel, primitiveOfTriangle, type Model, type SolverChoice } from '../model.js';
import type { BoneId, Pose } from '../pose.js';
import type { Quaternion } from '../quaternion.js';
import { Figure, type Look } from './figure.js';
import { Labels, type Label } from './labels.js';
import { Skeleton } from './skeleton.js';
import { Stage, type Colors } from './stage.js';

export interface ViewOptions {
  skeleton: boolean;
  names: boolean;
  anchors: boolean;
  grid: boolean;
  wireframe: boolean;
  backFaces: boolean;
  heat: boolean;
  /** Two: both are shown, beside each other. */
  solvers: SolverChoice[];
}

export interface ViewEvents {
  pickPrimitive(primitive: OutlinePrimitive): void;
  pickBone(bone: BoneId): void;
  pickNothing(): void;
  /** The gizmo turned the selected bone to this rotation in the world. */
  turnBone(rotation: Quaternion): void;
}

const dragDistance = 5;
const defaultDirection = new Vector3(-0.55, 0.32, -1);

export class View {
  readonly #stage: Stage;
  readonly #skeleton = new Skeleton();
  readonly #labels: Labels;
  readonly #anchors = new Points(
    new BufferGeometry(),
    new PointsMaterial({
      color: 0x1fa37a,
      size: 9,
      sizeAttenuation: false,
      depthTest: false,
      transparent: true,
    }),
  );
  readonly #gizmo: TransformControls;
  readonly #handle = new Object3D();
  readonly #surface: HTMLElement;
  readonly #events: ViewEvents;
  #figures: Figure[] = [];
  #model: Model = emptyModel;
  #pose: Pose = [];
  #selected: BoneId | null = null;
  #highlighted: OutlinePrimitive | null = null;
  #options: ViewOptions;

  constructor(container: HTMLElement, options: ViewOptions, events: ViewEvents) {
    this.#events = events;
    this.#options = options;
    const canvas = container.querySelector('canvas')!;
    this.#surface = container.querySelector<HTMLElement>('.gizmo-surface')!;
    this.#labels = new Labels(container.querySelector<HTMLElement>('.labels')!);
    this.#stage = new Stage(canvas, container);
    this.#anchors.renderOrder = 9;
    this.#anchors.frustumCulled = false;
    this.#gizmo = new TransformControls(this.#stage.camera, this.#surface);
    this.#gizmo.setMode('rotate');
    this.#gizmo.setSpace('local');
    this.#gizmo.setSize(0.62);
    this.#gizmo.addEventListener('change', () => this.#stage.invalidate());
    this.#gizmo.addEventListener('dragging-changed', ({ value }) => {
      this.#stage.controls.enabled = !value;
    });
    this.#gizmo.addEventListener('objectChange', () => {
      const { x, y, z, w } = this.#handle.quaternion;
      this.#events.turnBone([w, x, y, z]);
    });
    this.#stage.scene.add(this.#skeleton, this.#anchors, this.#handle, this.#gizmo.getHelper());
    this.#listen(container);
    this.#stage.setPanes([{ prepare: () => {} }], () => {});
  }

  // --- what is shown --------------------------------------------------------------------------

  setModel(model: Model, pose: Pose): void {
    this.#model = model;
    this.#pose = pose;
    this.#highlighted = null;
    this.#makeFigures();
    this.#stage.frame(this.#bounds());
  }

  setOptions(options: ViewOptions): void {
    const isOther = options.solvers.join() !== this.#options.solvers.join();
    this.#options = options;
    if (isOther) this.#makeFigures();
    else this.#refresh();
  }

  setPose(pose: Pose): void {
    this.#pose = pose;
    for (const figure of this.#figures) figure.setPose(pose);
    this.#refreshOverlay();
  }

  select(bone: BoneId | null): void {
    this.#selected = bone;
    this.#refresh();
  }

  highlight(primitive: OutlinePrimitive | null): void {
    this.#highlighted = primitive;
    for (const figure of this.#figures) figure.highlight(primitive);
    this.#stage.invalidate();
  }

  setColors(colors: Colors): void {
    this.#stage.setColors(colors);
  }

  fit(direction: [x: number, y: number, z: number] | null = null): void {
    const from = direction ? new Vector3(...direction) : this.#direction();
    this.#stage.fit(this.#bounds(), from.normalize());
  }

  /** The positions of every vertex as shown, mesh by mesh, for each solver on show. */
  positions(): number[][][] {
    return this.#figures.map((figure) => figure.positions());
  }

  get canDraw(): boolean {
    return this.#stage.canDraw;
  }

  get highlighted(): OutlinePrimitive | null {
    return this.#highlighted;
  }

  /** Where a point of the model is in the page. */
  project(point: [x: number, y: number, z: number]): { x: number; y: number } {
    const { x, y } = new Vector3(...point).project(this.#stage.camera);
    const box = this.#surface.getBoundingClientRect();
    return { x: box.left + ((x + 1) / 2) * box.width, y: box.top + ((1 - y) / 2) * box.height };
  }

  #direction(): Vector3 {
    const { camera, controls } = this.#stage;
    const direction = camera.position.clone().sub(controls.target);
    return direction.lengthSq() > 1e-6 ? direction : defaultDirection.clone();
  }

  #bounds(): Box3 {
    return this.#figures.reduce((box, figure) => box.union(figure.bounds()), new Box3());
  }

  #makeFigures(): void {
    for (const figure of this.#figures) {
      this.#stage.scene.remove(figure);
      figure.free();
    }
    const { solvers } = this.#options;
    this.#figures = solvers.map((choice) => new Figure(this.#model, choice));
    this.#stage.scene.add(...this.#figures);
    this.#surface.style.width = `${100 / solvers.length}%`;
    for (const figure of this.#figures) figure.setPose(this.#pose);
    this.#refresh();
    const panes = this.#figures.map((figure, pane) => ({ prepare: () => this.#prepare(figure, pane) }));
    this.#stage.setPanes(panes, () => this.#labels.move(this.#stage.camera));
  }

  #prepare(figure: Figure, pane: number): void {
    for (const other of this.#figures) other.visible = other === figure;
    this.#gizmo.getHelper().visible = pane === 0 && this.#gizmo.object !== undefined;
  }

  #refresh(): void {
    const { wireframe, backFaces, heat } = this.#options;
    const look: Look = { wireframe, backFaces, heat: heat ? this.#selected : null };
    for (const figure of this.#figures) {
      figure.setLook(look);
      figure.highlight(this.#highlighted);
    }
    this.#stage.ground.gridVisible = this.#options.grid;
    this.#refreshOverlay();
  }

  #refreshOverlay(): void {
    this.#skeleton.show(this.#model, this.#pose, this.#selected);
    this.#skeleton.visible = this.#options.skeleton;
    this.#showAnchors();
    this.#labels.show(this.#labelsToShow(), this.#figures.length || 1);
    this.#placeGizmo();
    this.#stage.invalidate();
  }

  #showAnchors(): void {
    const anchors = this.#model.outline.anchors;
    this.#anchors.visible = this.#options.anchors && anchors.length > 0;
    const places = anchors.flatMap(({ translation }) => translation);
    this.#anchors.geometry.dispose();
    this.#anchors.geometry = new BufferGeometry();
    this.#anchors.geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
  }

  #labelsToShow(): Label[] {
    const { skeleton, names, anchors } = this.#options;
    const bones: Label[] = this.#skeleton.bones
      .map((bone) => ({
        text: bone.name,
        at: bone.head.clone().lerp(bone.tail, 0.4),
        kind: 'bone' as const,
        isChosen: bone.armature === this.#selected?.armature && bone.bone === this.#selected.bone,
      }))
      .filter(({ isChosen }) => skeleton && (names || isChosen));
    const points: Label[] = (anchors ? this.#model.outline.anchors : []).map((anchor) => ({
      text: anchor.id,
      at: new Vector3(...anchor.translation),
      kind: 'anchor',
      isChosen: false,
    }));
    return [...bones, ...points];
  }

  // --- the pointer ----------------------------------------------------------------------------

  #placeGizmo(): void {
    const selected = this.#selected;
    const bone = this.#skeleton.bones.find(
      (one) => one.armature === selected?.armature && one.bone === selected.bone,
    );
    if (!bone || !this.#options.skeleton) {
      this.#gizmo.detach();
      return;
    }
    this.#handle.position.copy(bone.head);
    if (this.#gizmo.object !== this.#handle) this.#gizmo.attach(this.#handle);
  }

  /** The rotation of the selected bone in the world, for the gizmo to start from. */
  setHandle([w, x, y, z]: Quaternion): void {
    if (!this.#gizmo.dragging) this.#handle.quaternion.set(x, y, z, w);
  }

  #listen(container: HTMLElement): void {
    let start = { x: 0, y: 0 };
    container.addEventListener('pointerdown', (event) => {
      start = { x: event.clientX, y: event.clientY };
    });
    container.addEventListener('click', (event) => {
      const moved = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (moved < dragDistance && this.#gizmo.axis === null) this.#pick(container, event);
    });
    container.addEventListener('keydown', (event) => this.#orbitByKey(event));
  }

  #pick(container: HTMLElement, event: MouseEvent): void {
    const box = container.getBoundingClientRect();
    const width = box.width / this.#stage.paneCount;
    const pane = Math.min(this.#stage.paneCount - 1, Math.floor((event.clientX - box.left) / width));
    const x = (event.clientX - box.left - pane * width) / width;
    const y = (event.clientY - box.top) / box.height;
    const raycaster = new Raycaster();
    raycaster.setFromCamera(new Vector2(2 * x - 1, 1 - 2 * y), this.#stage.camera);
    const bone = this.#skeleton.pick(raycaster);
    if (bone) return this.#events.pickBone({ armature: bone.armature, bone: bone.bone });
    const hit = this.#figures[pane]?.pick(raycaster);
    const primitive = hit && primitiveOfTriangle(this.#model, hit.mesh, hit.triangle);
    if (primitive) this.#events.pickPrimitive(primitive);
    else this.#events.pickNothing();
  }

  #orbitByKey(event: KeyboardEvent): void {
    const step = Math.PI / 24;
    const turns: Record<string, [azimuth: number, polar: number, zoom: number]> = {
      ArrowLeft: [-step, 0, 1],
      ArrowRight: [step, 0, 1],
      ArrowUp: [0, -step, 1],
      ArrowDown: [0, step, 1],
      '+': [0, 0, 0.9],
      '=': [0, 0, 0.9],
      '-': [0, 0, 1 / 0.9],
    };
    const turn = turns[event.key];
    if (!turn || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const { camera, controls } = this.#stage;
    const offset = camera.position.clone().sub(controls.target);
    const polar = Math.acos(offset.y / offset.length());
    const nextPolar = Math.min(3.1, Math.max(0.04, polar + turn[1]));
    const azimuth = Math.atan2(offset.x, offset.z) + turn[0];
    offset.setFromSphericalCoords(offset.length() * turn[2], nextPolar, azimuth);
    camera.position.copy(controls.target).add(offset);
    controls.update();
    this.#stage.invalidate();
  }
}
