// three.js draws an export. What it makes of the numbers is looked at in Node.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

export const version = THREE.REVISION;

export async function show({ url, camera: { eye, target, degrees, near, far }, pixels, background, clip, seconds }) {
  const canvas = document.getElementById('canvas');
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(pixels, pixels);
  const { scene: model, animations } = await new GLTFLoader().loadAsync(url);
  if (clip) {
    const mixer = new THREE.AnimationMixer(model);
    mixer.clipAction(animations.find(({ name }) => name === clip)).play();
    mixer.setTime(seconds);
  }
  const scene = new THREE.Scene();
  scene.background = new THREE.Color().setRGB(...background, THREE.LinearSRGBColorSpace);
  const camera = new THREE.PerspectiveCamera(degrees, 1, near, far);
  camera.position.set(...eye);
  camera.lookAt(...target);
  const sun = new THREE.DirectionalLight(0xffffff, 2.5);
  sun.position.set(1, 2, 1.5);
  scene.add(model, sun, new THREE.AmbientLight(0xffffff, 1.2));
  renderer.render(scene, camera);
  return {};
}
