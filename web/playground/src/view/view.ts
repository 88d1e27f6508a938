// The picture of the model, and its pointer and keyboard control.
import {
  Box3,
  Box3Helper,
  BufferGeometry,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
  Raycaster,
  Vector2,
  Vector3,
} from 'three';
import type { OutlinePrimitive } from 'rigy';
import { emptyModel, primitiveOfTriangle, type IndexRange, type Model, type SolverChoice } from '../model.js';
import type { BoneId, Pose } from '../pose.js';
import type { Quaternion, Vec3 } from '../quaternion.js';
import type { Start } from '../start.js';
import { Cut, type Section } from './cut.js';
import { Figure, type Look } from './figure.js';
import { Gizmo } from './gizmo.js';
import { Handle, type Direction, type Held } from './handle.js';
import { Labels, type Label } from './labels.js';
import { Palette } from './palette.js';
import { corners, frontQuarter } from './sides.js';
import { Skeleton, type ShownBone } from './skeleton.js';
import type { Colors } from './colors.js';
import { Stage } from './stage.js';

export interface ViewOptions {
  skeleton: boolean;
  names: boolean;
  anchors: boolean;
  grid: boolean;
  wireframe: boolean;
  backFaces: boolean;
  uvs: boolean;
  heat: boolean;
  /** If two, both are shown side by side. */
  solvers: SolverChoice[];
}

export interface ViewEvents {
  /** `isSecond`: with Shift, besides the one that is picked. */
  pickPrimitive(primitive: OutlinePrimitive, isSecond: boolean, nodes: number[]): void;
  /** What lies in these nodes was clicked twice. */
  pickOwner(nodes: number[]): void;
  pickBone(bone: BoneId): void;
  pickNothing(): void;
  /** Where the camera stands, seen from what it looks at. */
  seenFrom(direction: Vec3): void;
  /** The gizmo rotated the selected bone to this, relative to its armature. */
  turnBone(rotation: Quaternion): void;
  /** The anchor at that index of the outline. */
  pickAnchor(index: number): void;
  dragged(held: Held): Held;
  released(held: Held): void;
  /** A key asks for a step of the handle, and is let go. */
  stepped(direction: Direction, sign: 1 | -1): void;
  stepsEnded(): void;
}

/** What a finding is about: parts that are painted, and where its label belongs. */
export interface FindingMark {
  text: string;
  at: Vec3;
  ranges: IndexRange[];
}

const stepKeys: Record<string, [Direction, 1 | -1]> = {
  ArrowLeft: ['right', -1],
  ArrowRight: ['right', 1],
  ArrowUp: ['up', 1],
  ArrowDown: ['up', -1],
  PageUp: ['away', 1],
  PageDown: ['away', -1],
};

const dragDistance = 5;
const captionMargin = 8;

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
  readonly #line = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: 0xe5397f, depthTest: false }));
  // Around what is picked, if that is more than a primitive.
  readonly #frame = new Box3Helper(new Box3(), 0x4f6df5);
  #framed: number | null = null;
  readonly #cut = new Cut();
  #marks: FindingMark[] = [];
  readonly #palette = new Palette();
  readonly #gizmo: Gizmo;
  readonly handle: Handle;
  #hasRings = true;
  readonly #surface: HTMLElement;
  readonly #events: ViewEvents;
  #figures: Figure[] = [];
  #ghosts: Figure[] = [];
  #model: Model = emptyModel;
  #pose: Pose = [];
  #selected: BoneId | null = null;
  // At which placement of its armature the selected bone was picked.
  #place: number | null = null;
  #highlighted: OutlinePrimitive | null = null;
  #options: ViewOptions;
  #makeRoom = () => {};

  constructor(container: HTMLElement, options: ViewOptions, events: ViewEvents) {
    this.#events = events;
    this.#options = options;
    const canvas = container.querySelector('canvas')!;
    this.#surface = container.querySelector<HTMLElement>('.gizmo-surface')!;
    this.#labels = new Labels(container.querySelector<HTMLElement>('.labels')!);
    this.#stage = new Stage(canvas, container);
    this.#anchors.renderOrder = 9;
    this.#anchors.frustumCulled = false;
    this.#gizmo = new Gizmo(this.#stage.camera, this.#surface, {
      turned: (rotation) => events.turnBone(rotation),
      grabbed: (isGrabbed) => (this.#stage.controls.enabled = !isGrabbed),
      changed: () => this.#stage.invalidate(),
    });
    this.handle = new Handle(this.#stage.camera, this.#surface, {
      dragged: (held) => events.dragged(held),
      released: (held) => events.released(held),
      grabbed: (isGrabbed) => (this.#stage.controls.enabled = !isGrabbed),
      changed: () => this.#stage.invalidate(),
    });
    this.#line.renderOrder = 9;
    this.#line.frustumCulled = false;
    this.#line.visible = false;
    this.#frame.visible = false;
    this.#stage.scene.add(this.#skeleton, this.#anchors, this.#line, this.#frame, ...this.#gizmo.objects, ...this.handle.objects);
    this.#listen(container);
    this.#watchCaption(container.querySelector<HTMLElement>('#caption')!);
    this.#makeFigures();
  }

  // --- what is shown --------------------------------------------------------------------------

  setModel(model: Model, pose: Pose): void {
    this.#model = model;
    this.#pose = pose;
    this.#highlighted = null;
    this.setLine(null);
    this.#marks = [];
    this.#showAnchors();
    this.#showModel();
    this.#refresh();
    this.#showFrame();
    this.#stage.frame(this.#bounds());
  }

  /** A plane across an axis: what lies between it and the camera is cut away. */
  setSection(section: Section | null): void {
    this.#cut.set(section);
    this.#refresh();
  }

  /** What findings are about, until the next model. */
  setMarks(marks: FindingMark[]): void {
    this.#marks = marks;
    this.#refresh();
  }

  /** Outlines everything that lies in a node. */
  outlineNode(node: number | null): void {
    this.#framed = node;
    this.#showFrame();
    this.#stage.invalidate();
  }

  #showFrame(): void {
    const node = this.#framed;
    const box = node === null ? new Box3() : this.#figures[0]!.boundsOf(node);
    this.#frame.visible = !box.isEmpty();
    this.#frame.box.copy(box);
  }

  /** In which the model is, for a slider. */
  extent(axis: 'x' | 'y' | 'z'): [from: number, to: number] {
    const { min, max } = this.#bounds();
    return [min[axis], max[axis]];
  }

  get height(): number {
    return this.#surface.clientHeight;
  }

  setOptions(options: ViewOptions): void {
    const isOther = options.solvers.join() !== this.#options.solvers.join();
    this.#options = options;
    const panes = this.#figures.length;
    if (isOther) this.#makeFigures();
    this.#refresh();
    // Side by side there is half the width for each.
    if (this.#figures.length !== panes) this.fit();
  }

  setPose(pose: Pose): void {
    this.#pose = pose;
    for (const figure of this.#figures) figure.setPose(pose);
    this.#refreshOverlay();
  }

  /** The same model in other poses, faintly. */
  setGhosts(poses: Pose[]): void {
    for (const ghost of this.#ghosts.splice(poses.length)) {
      this.#stage.scene.remove(ghost);
      ghost.free();
    }
    poses.forEach((pose, i) => {
      const ghost = (this.#ghosts[i] ??= new Figure('document'));
      ghost.haunt(this.#model, pose);
      this.#stage.scene.add(ghost);
    });
    this.#stage.invalidate();
  }

  select(bone: BoneId | null): void {
    const isSame = bone?.armature === this.#selected?.armature && bone?.bone === this.#selected?.bone;
    if (!isSame) this.#place = null;
    this.#selected = bone;
    this.#refresh();
  }

  /** Whether the selected bone has rings to turn it by. */
  setRings(hasRings: boolean): void {
    this.#hasRings = hasRings;
    this.#placeGizmo();
    this.#stage.invalidate();
  }

  highlight(primitive: OutlinePrimitive | null): void {
    this.#highlighted = primitive;
    for (const figure of this.#figures) figure.highlight(primitive);
    this.#stage.invalidate();
  }

  setColors(colors: Colors): void {
    this.#stage.setColors(colors);
  }

  /** From where it is seen, if no direction is given. */
  fit(direction: Start['direction'] | null = null): void {
    const from = direction ? this.#cameraFor(direction) : this.#direction();
    this.#makeRoom();
    this.#stage.fit(this.#bounds(), from.normalize());
  }

  /** A line that was measured. */
  setLine(ends: [Vec3, Vec3] | null): void {
    this.#line.geometry.dispose();
    this.#line.geometry = new BufferGeometry();
    this.#line.geometry.setAttribute('position', new Float32BufferAttribute((ends ?? []).flat(), 3));
    this.#line.visible = ends !== null;
    this.#stage.invalidate();
  }

  /** Draws now, and lets the picture be read. */
  draw<Result>(read: (canvas: HTMLCanvasElement) => Result): Result {
    return this.#stage.draw(read);
  }

  /** One turn around the model from where it is seen: a function that shows a share of it, from 0 to 1. */
  turntable(): (share: number) => void {
    const { camera, controls } = this.#stage;
    const from = camera.position.clone().sub(controls.target);
    return (share) => {
      const offset = from.clone().applyAxisAngle(new Vector3(0, 1, 0), 2 * Math.PI * share);
      camera.position.copy(controls.target).add(offset);
      controls.update();
    };
  }

  /** The positions of every vertex as shown, mesh by mesh, for each solver shown. */
  positions(): number[][][] {
    return this.#figures.map((figure) => figure.positions());
  }

  /** What turns and moves things is being loaded. */
  get isLoading(): boolean {
    return this.#gizmo.isLoading || this.handle.isLoading;
  }

  get canDraw(): boolean {
    return this.#stage.canDraw;
  }

  get highlighted(): OutlinePrimitive | null {
    return this.#highlighted;
  }

  /** The world rotation of the rings around the selected bone. */
  get rings(): Quaternion {
    return this.#gizmo.rotation;
  }

  /** Where a point of the model is in the page. */
  project(point: [x: number, y: number, z: number]): { x: number; y: number } {
    const { camera } = this.#stage;
    // It may have moved since the last frame.
    camera.updateMatrixWorld();
    const { x, y } = new Vector3(...point).project(camera);
    const box = this.#surface.getBoundingClientRect();
    return { x: box.left + ((x + 1) / 2) * box.width, y: box.top + ((1 - y) / 2) * box.height };
  }

  // The model has the room above the caption.
  #watchCaption(caption: HTMLElement): void {
    const makeRoom = () => {
      const isShown = caption.offsetHeight > 0 && caption.textContent?.trim() !== '';
      const top = caption.offsetTop - captionMargin;
      this.#stage.setCovered(isShown ? Math.max(0, this.#surface.clientHeight - top) : 0);
    };
    new ResizeObserver(makeRoom).observe(caption);
    this.#makeRoom = makeRoom;
  }

  #cameraFor(direction: Start['direction']): Vector3 {
    if (direction !== 'inside') return new Vector3(...direction);
    this.#stage.scene.updateMatrixWorld();
    return this.#figures[0]!.clearest(corners.map((corner) => new Vector3(...corner)));
  }

  #direction(): Vector3 {
    const { camera, controls } = this.#stage;
    const direction = camera.position.clone().sub(controls.target);
    return direction.lengthSq() > 1e-6 ? direction : new Vector3(...frontQuarter);
  }

  #bounds(): Box3 {
    return this.#figures.reduce((box, figure) => box.union(figure.bounds()), new Box3());
  }

  // One per solver shown.
  #makeFigures(): void {
    for (const figure of this.#figures) {
      this.#stage.scene.remove(figure);
      figure.free();
    }
    const { solvers } = this.#options;
    this.#figures = solvers.map((choice) => new Figure(choice));
    this.#stage.scene.add(...this.#figures);
    this.#surface.style.width = `${100 / solvers.length}%`;
    this.#showModel();
    const panes = this.#figures.map((figure, pane) => ({ prepare: () => this.#prepare(figure, pane) }));
    this.#stage.setPanes(panes, () => {
      this.#labels.move(this.#stage.camera);
      this.#events.seenFrom(this.#direction().toArray());
    });
  }

  #showModel(): void {
    const materials = this.#palette.show(this.#model.glb.meshes);
    for (const figure of this.#figures) {
      figure.setModel(this.#model, materials);
      figure.setPose(this.#pose);
    }
  }

  #prepare(figure: Figure, pane: number): void {
    this.#cut.face(this.#stage.camera.position);
    for (const other of this.#figures) other.visible = other === figure;
    this.#gizmo.visible = pane === 0;
  }

  #refresh(): void {
    const { wireframe, backFaces, uvs, heat } = this.#options;
    const look: Look = { wireframe, backFaces, uvs, heat: heat ? this.#selected : null, cut: this.#cut };
    for (const figure of this.#figures) {
      figure.setLook(look);
      figure.mark(this.#marks.flatMap(({ ranges }) => ranges));
      figure.highlight(this.#highlighted);
    }
    this.#stage.ground.gridVisible = this.#options.grid;
    this.#refreshOverlay();
  }

  #refreshOverlay(): void {
    this.#skeleton.show(this.#model, this.#pose, this.#selected);
    this.#skeleton.visible = this.#options.skeleton;
    this.#anchors.visible = this.#options.anchors && this.#model.outline.anchors.length > 0;
    this.#labels.show(this.#labelsToShow(), this.#figures.length || 1);
    this.#placeGizmo();
    this.#stage.invalidate();
  }

  #showAnchors(): void {
    const places = this.#model.outline.anchors.flatMap(({ translation }) => translation);
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
      .filter(({ isChosen }) => names || (skeleton && isChosen));
    const points: Label[] = (anchors ? this.#model.outline.anchors : []).map((anchor) => ({
      text: anchor.id,
      at: new Vector3(...anchor.translation),
      kind: 'anchor',
      isChosen: false,
    }));
    const findings: Label[] = this.#marks.map(({ text, at }) => ({ text, at: new Vector3(...at), kind: 'finding', isChosen: false }));
    return [...findings, ...bones, ...points];
  }

  // --- the pointer ----------------------------------------------------------------------------

  #placeGizmo(): void {
    const bone = this.#selectedBone();
    if (bone && this.#options.skeleton && this.#hasRings) this.#gizmo.place(bone.head, bone.frame);
    else this.#gizmo.remove();
  }

  #selectedBone(): ShownBone | undefined {
    const selected = this.#selected;
    const shown = this.#skeleton.bones.filter(
      (one) => one.armature === selected?.armature && one.bone === selected.bone,
    );
    return shown.find(({ place }) => place === this.#place) ?? shown[0];
  }

  /** The rotation of the selected bone relative to its armature, where the gizmo starts. */
  setHandle(rotation: Quaternion): void {
    this.#gizmo.setTurn(rotation);
  }

  // A click is a press that neither moved nor grabbed the gizmo. One on a handle that is not dragged is for what lies under it.
  #listen(container: HTMLElement): void {
    let start = { x: 0, y: 0 };
    let isClick = false;
    container.addEventListener('pointerdown', (event) => {
      start = { x: event.clientX, y: event.clientY };
      isClick = !this.#gizmo.isGrabbed;
    });
    container.addEventListener('pointermove', (event) => {
      const moved = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (event.buttons !== 0 && moved >= dragDistance) isClick = false;
    });
    container.addEventListener('click', (event) => {
      if (isClick) this.#pick(container, event);
    });
    container.addEventListener('dblclick', (event) => {
      const hit = isClick && this.#hit(this.#rayThrough(container, event));
      if (hit) this.#events.pickOwner(hit.nodes);
    });
    container.addEventListener('keydown', (event) => {
      if (!this.#stepByKey(event)) this.#orbitByKey(event);
    });
    container.addEventListener('keyup', ({ key }) => {
      if (key in stepKeys) this.#events.stepsEnded();
    });
    container.addEventListener('blur', () => this.#events.stepsEnded());
  }

  #stepByKey(event: KeyboardEvent): boolean {
    const step = stepKeys[event.key];
    if (!step || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || !this.handle.isShown) return false;
    event.preventDefault();
    this.#events.stepped(...step);
    this.#stage.invalidate();
    return true;
  }

  #rayThrough(container: HTMLElement, event: MouseEvent): { raycaster: Raycaster; pane: number } {
    const box = container.getBoundingClientRect();
    const width = box.width / this.#stage.paneCount;
    const pane = Math.min(this.#stage.paneCount - 1, Math.floor((event.clientX - box.left) / width));
    const x = (event.clientX - box.left - pane * width) / width;
    const y = (event.clientY - box.top) / box.height;
    const raycaster = new Raycaster();
    raycaster.setFromCamera(new Vector2(2 * x - 1, 1 - 2 * y), this.#stage.camera);
    return { raycaster, pane };
  }

  #hit({ raycaster, pane }: { raycaster: Raycaster; pane: number }): ReturnType<Figure['pick']> {
    return this.#figures[pane]?.pick(raycaster) ?? null;
  }

  #pick(container: HTMLElement, event: MouseEvent): void {
    const ray = this.#rayThrough(container, event);
    const { raycaster } = ray;
    const anchor = this.#pickedAnchor(raycaster);
    if (anchor !== null) return this.#events.pickAnchor(anchor);
    const bone = this.#skeleton.pick(raycaster);
    if (bone) return this.#pickBone(bone);
    const hit = this.#hit(ray);
    const primitive = hit && primitiveOfTriangle(this.#model, hit.mesh, hit.triangle);
    if (hit && primitive) this.#events.pickPrimitive(primitive, event.shiftKey, hit.nodes);
    else this.#events.pickNothing();
  }

  #pickedAnchor(raycaster: Raycaster): number | null {
    if (!this.#anchors.visible) return null;
    const { camera, controls } = this.#stage;
    raycaster.params.Points.threshold = 0.012 * camera.position.distanceTo(controls.target);
    return raycaster.intersectObject(this.#anchors, false)[0]?.index ?? null;
  }

  #pickBone({ armature, bone, place }: ShownBone): void {
    this.#events.pickBone({ armature, bone });
    this.#place = place;
    this.#placeGizmo();
    this.#stage.invalidate();
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
