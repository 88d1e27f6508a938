// What all projects show their model with.
import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';

/** A scene with light, drawn on the whole page. `step` is called with the time of each frame, in seconds. */
export function makeStage(step = (/** @type {number} */ _seconds) => {}) {
  const scene = new Scene();
  scene.background = new Color(0xe8ecf1);
  const sun = new DirectionalLight(0xffffff, 2);
  sun.position.set(2, 3, 2);
  scene.add(new HemisphereLight(0xffffff, 0x8899aa, 2), sun);

  const camera = new PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100);
  camera.position.set(1.5, 1.3, 2.4);
  camera.lookAt(0, 0.6, 0);

  const renderer = new WebGLRenderer({ antialias: true });
  renderer.setSize(innerWidth, innerHeight);
  document.body.append(renderer.domElement);
  renderer.setAnimationLoop((time) => {
    step(time / 1000);
    renderer.render(scene, camera);
  });
  return scene;
}
