// Camera, light and ground; draws only when something has changed.
import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Colors } from './colors.js';
import { Ground } from './ground.js';

/** What a stage is drawn on: a renderer of its own, or a share of one. */
export type Screen = Pick<WebGLRenderer, 'render' | 'setScissor' | 'setScissorTest' | 'setSize' | 'setViewport'>;

/** The contents of one part of the picture. */
export interface Pane {
  prepare(): void;
}

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(30, 1, 0.05, 500);
  readonly controls: OrbitControls;
  readonly ground = new Ground();
  // Null if the browser has no WebGL: the rest of the page still works.
  readonly #screen: Screen | null;
  readonly #canvas: HTMLCanvasElement;
  readonly #container: HTMLElement;
  readonly #sun = new DirectionalLight(0xfff6ea, 1.9);
  // Cool light from the other side, and a thin edge from the back. Together the lights show a surface that
  // faces up in its own color and no brighter: their sum there is about π.
  readonly #fill = new DirectionalLight(0xcfdcff, 0.6);
  readonly #rim = new DirectionalLight(0xffffff, 0.4);
  readonly #sky = new HemisphereLight(0xf4f7ff, 0x9a8f84);
  #panes: Pane[] = [];
  // The frame that will draw; 0 if none is scheduled.
  #frame = 0;
  // Pixels at the lower edge that something covers.
  #covered = 0;
  #afterDraw: () => void = () => {};
  readonly #resizes = new ResizeObserver(() => this.#resize());

  constructor(canvas: HTMLCanvasElement, container: HTMLElement, screen: Screen | null = makeRenderer(canvas)) {
    this.#canvas = canvas;
    this.#container = container;
    this.#screen = screen;
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(1024, 1024);
    this.#sun.shadow.radius = 3;
    this.#sun.shadow.bias = -0.0004;
    this.#sun.shadow.normalBias = 0.01;
    this.#fill.position.set(1, 0.4, -0.7);
    this.#rim.position.set(0.4, 0.8, 1);
    this.scene.add(this.#sun, this.#sun.target, this.#fill, this.#rim, this.#sky, this.ground);
    this.controls = new OrbitControls(this.camera, container);
    this.controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.controls.dampingFactor = 0.12;
    this.controls.addEventListener('change', () => this.invalidate());
    // After the renderer's own listener, which recreates everything.
    canvas.addEventListener('webglcontextrestored', () => this.invalidate());
    this.#resizes.observe(container);
  }

  get canDraw(): boolean {
    return this.#screen !== null;
  }

  setPanes(panes: Pane[], afterDraw: () => void): void {
    this.#panes = panes;
    this.#afterDraw = afterDraw;
    this.#resize();
  }

  get paneCount(): number {
    return Math.max(1, this.#panes.length);
  }

  /** The lowest `pixels` are covered: the middle of the picture is the middle of the rest. */
  setCovered(pixels: number): void {
    if (pixels === this.#covered) return;
    this.#covered = pixels;
    this.#resize();
  }

  setColors(colors: Colors): void {
    this.ground.setColors(colors.grid, colors.gridStrength, colors.shadow);
    this.#sky.intensity = colors.sky;
    this.invalidate();
  }

  /** Draws now, and lets the picture be read. */
  draw<Result>(read: (canvas: HTMLCanvasElement) => Result): Result {
    this.#draw();
    return read(this.#canvas);
  }

  invalidate(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** Nothing is drawn afterwards. What is in the scene is its owner's, and so is the ground. */
  free(): void {
    cancelAnimationFrame(this.#frame);
    this.#panes = [];
    this.#resizes.disconnect();
    this.controls.dispose();
    this.#sun.dispose();
    this.scene.clear();
  }

  /** Light and ground for a model that fills `box`. */
  frame(box: Box3): void {
    const size = box.getSize(new Vector3()).length() || 1;
    const middle = box.getCenter(new Vector3());
    this.ground.place(middle.x, middle.z, size);
    this.#sun.target.position.copy(middle);
    this.#sun.position.copy(middle).add(new Vector3(-0.55, 1.25, -0.8).multiplyScalar(1.6 * size));
    const { camera } = this.#sun.shadow;
    const reach = 0.9 * size;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    Object.assign(camera, { near: 0.1, far: 5 * size });
    camera.updateProjectionMatrix();
    this.controls.minDistance = 0.1 * size;
    this.controls.maxDistance = 12 * size;
    this.camera.near = size / 200;
    this.camera.far = 60 * size;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  /** Looks at the whole of `box` from `direction`. */
  fit(box: Box3, direction: Vector3): void {
    const middle = box.getCenter(new Vector3());
    const { camera } = this;
    camera.position.copy(middle).add(direction);
    camera.lookAt(middle);
    camera.updateMatrixWorld();
    const toCamera = camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
    const tangent = Math.tan((camera.fov * Math.PI) / 360);
    const free = 1 - this.#covered / Math.max(1, this.#container.clientHeight);
    let distance = 0;
    for (let i = 0; i < 8; ++i) {
      const corner = new Vector3(
        i & 1 ? box.max.x : box.min.x,
        i & 2 ? box.max.y : box.min.y,
        i & 4 ? box.max.z : box.min.z,
      ).applyMatrix4(toCamera);
      const depth = corner.z + direction.length();
      const needed = Math.max(Math.abs(corner.y) / free, Math.abs(corner.x) / camera.aspect) / tangent;
      distance = Math.max(distance, needed + depth);
    }
    const margin = 1.14;
    camera.position.copy(middle).addScaledVector(direction.clone().normalize(), margin * distance);
    this.controls.target.copy(middle);
    this.controls.update();
    this.invalidate();
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#container;
    if (width === 0 || height === 0) return;
    this.#screen?.setSize(width, height, false);
    const paneWidth = width / this.paneCount;
    this.camera.aspect = paneWidth / height;
    this.camera.setViewOffset(paneWidth, height, 0, this.#covered / 2, paneWidth, height);
    // Immediately: the canvas has just been cleared.
    this.#draw();
  }

  #draw(): void {
    const screen = this.#screen;
    if (screen === null) return;
    const isMoving = this.controls.enableDamping && this.controls.update();
    const { clientWidth: width, clientHeight: height } = this.#container;
    const paneWidth = width / this.paneCount;
    screen.setScissorTest(this.#panes.length > 1);
    this.#panes.forEach((pane, i) => {
      pane.prepare();
      screen.setViewport(i * paneWidth, 0, paneWidth, height);
      screen.setScissor(i * paneWidth, 0, paneWidth, height);
      screen.render(this.scene, this.camera);
    });
    this.#afterDraw();
    if (isMoving) this.invalidate();
  }
}

/** Null if the browser has no WebGL. */
export function makeRenderer(canvas: HTMLCanvasElement): WebGLRenderer | null {
  // Checked first, because three.js would log the error that it throws.
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true });
  if (context === null) return null;
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.setPixelRatio(Math.min(2, devicePixelRatio));
  renderer.toneMapping = NeutralToneMapping;
  renderer.localClippingEnabled = true;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  return renderer;
}
