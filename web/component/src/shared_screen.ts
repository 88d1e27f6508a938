// One WebGL context for all pictures of a page: browsers give a page about sixteen. Each picture is drawn out of sight
// and copied to a canvas of its own.
import { DirectionalLight, type Camera, type Scene, type WebGLRenderer } from 'three';
import { makeRenderer, type Screen } from '../../playground/src/view/stage.js';

// Undefined before the first picture; null if there is no WebGL.
let renderer: WebGLRenderer | null | undefined;
// A shadow is only needed while its picture is drawn, so all use the same map.
let shadowMap: DirectionalLight['shadow']['map'] = null;
// The size of the context, in pixels of the page: that of the largest picture so far.
const largest = { width: 0, height: 0 };
const shown = new Set<HTMLCanvasElement>();

function sharedRenderer(): WebGLRenderer | null {
  if (renderer !== undefined) return renderer;
  const canvas = document.createElement('canvas');
  renderer = makeRenderer(canvas);
  // After the renderer's own listener: every picture is drawn again.
  canvas.addEventListener('webglcontextrestored', () => {
    for (const one of shown) one.dispatchEvent(new Event('webglcontextrestored'));
  });
  return renderer;
}

export class SharedScreen implements Screen {
  readonly #renderer: WebGLRenderer;
  readonly #canvas: HTMLCanvasElement;

  static on(canvas: HTMLCanvasElement): SharedScreen | null {
    const shared = sharedRenderer();
    return shared && new SharedScreen(shared, canvas);
  }

  private constructor(shared: WebGLRenderer, canvas: HTMLCanvasElement) {
    this.#renderer = shared;
    this.#canvas = canvas;
    shown.add(canvas);
  }

  setSize(width: number, height: number): void {
    const ratio = this.#renderer.getPixelRatio();
    this.#canvas.width = Math.floor(width * ratio);
    this.#canvas.height = Math.floor(height * ratio);
    if (width <= largest.width && height <= largest.height) return;
    largest.width = Math.max(width, largest.width);
    largest.height = Math.max(height, largest.height);
    this.#renderer.setSize(largest.width, largest.height, false);
  }

  setScissorTest(isOn: boolean): void {
    this.#renderer.setScissorTest(isOn);
  }

  setScissor(x: number, y: number, width: number, height: number): void {
    this.#renderer.setScissor(x, y, width, height);
  }

  setViewport(x: number, y: number, width: number, height: number): void {
    this.#renderer.setViewport(x, y, width, height);
  }

  render(scene: Scene, camera: Camera): void {
    const sun = scene.children.find((light) => light instanceof DirectionalLight && light.castShadow);
    const { shadow } = sun as DirectionalLight;
    shadow.map = shadowMap;
    this.#renderer.render(scene, camera);
    shadowMap = shadow.map;
    shadow.map = null;
    this.#copy();
  }

  free(): void {
    shown.delete(this.#canvas);
    this.#canvas.width = 0;
  }

  // The picture is at the lower left.
  #copy(): void {
    const { width, height } = this.#canvas;
    const { domElement } = this.#renderer;
    const context = this.#canvas.getContext('2d');
    context?.clearRect(0, 0, width, height);
    context?.drawImage(domElement, 0, domElement.height - height, width, height, 0, 0, width, height);
  }
}
