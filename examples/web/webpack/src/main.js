// A document as a module: the model is exported when the page is built.
import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
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
document.body.append(renderer.domElement);

const model = await new GLTFLoader().loadAsync(robot);
scene.add(model.scene);
renderer.setAnimationLoop(() => renderer.render(scene, camera));
document.querySelector('#about').textContent = `${about.summary.triangle_count} triangles, ${about.summary.bone_count} bones`;
Object.assign(document.body.dataset, { shown: robot, canonical, greet, picture });
