// A document as a module: the model is exported when the page is built. While Vite serves the page, a change of the document
// or of a file that it refers to shows at once, without loading the page again.
import { Color, DirectionalLight, HemisphereLight, type Object3D, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import robot from '../../models/robot.rigy.yaml';
import canonical from '../../models/robot.rigy.yaml?canonical';
import about from '../../models/robot.rigy.yaml?json';
import picture from '../../models/robot.rigy.yaml?png';
import greet from '../../models/greet.rigm.yaml';

const scene = new Scene();
scene.background = new Color(0xe8ecf1);
scene.add(new HemisphereLight(0xffffff, 0x8899aa, 2));
const sun = new DirectionalLight(0xffffff, 2);
sun.position.set(2, 3, 2);
scene.add(sun);

const camera = new PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100);
camera.position.set(1.5, 1.3, 2.4);
camera.lookAt(0, 0.6, 0);

const renderer = new WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
renderer.setAnimationLoop(() => renderer.render(scene, camera));
document.body.append(renderer.domElement);

let shown: Object3D | undefined;

async function show(url: string): Promise<void> {
  const model = await new GLTFLoader().loadAsync(url);
  if (shown) scene.remove(shown);
  shown = model.scene;
  scene.add(shown);
  document.body.dataset.shown = url;
}

await show(robot);
document.querySelector('#about')!.textContent = `${about.summary.triangle_count} triangles, ${about.summary.bone_count} bones`;
document.querySelector<HTMLImageElement>('#picture')!.src = picture;
Object.assign(document.body.dataset, { canonical, greet });

import.meta.hot?.accept('../../models/robot.rigy.yaml', (changed) => show(changed!.default));
