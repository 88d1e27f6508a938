// What all projects show their model with.
import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';

const STYLE = `
  body { margin: 0; font-family: sans-serif; }
  canvas { display: block; }
  p, img { position: absolute; margin: 1rem; }
  img { right: 0; }`;

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
  document.head.append(Object.assign(document.createElement('style'), { textContent: STYLE }));
  document.body.append(renderer.domElement);
  renderer.setAnimationLoop((time) => {
    step(time / 1000);
    renderer.render(scene, camera);
  });
  return scene;
}

/** Shows a line of text on the stage. */
export function tell(/** @type {string} */ text) {
  element('p', 'about').textContent = text;
}

/** Shows a picture in the corner of the stage. */
export function showPicture(/** @type {string} */ url) {
  const picture = /** @type {HTMLImageElement} */ (element('img', 'picture'));
  Object.assign(picture, { src: url, alt: 'The robot, drawn by rigy', width: 160 });
}

/** The element with this id, made when it is first asked for. */
function element(/** @type {string} */ kind, /** @type {string} */ id) {
  const found = document.querySelector(`#${id}`);
  if (found) return found;
  const made = Object.assign(document.createElement(kind), { id });
  document.body.prepend(made);
  return made;
}
