// three.js draws an export. What it makes of the numbers is looked at in Node.
import * as THREE from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { VRMLoaderPlugin } from '/modules/@pixiv/three-vrm/lib/three-vrm.module.js';

export const version = THREE.REVISION;

export async function show({ url, camera: { eye, target, degrees, near, far }, pixels, background, clip, seconds }) {
  const canvas = document.getElementById('canvas');
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(pixels, pixels);
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).register((parser) => new VRMLoaderPlugin(parser));
  const { scene: model, animations, userData } = await loader.loadAsync(url);
  if (url.endsWith('.vrm') && !userData.vrm?.humanoid.getNormalizedBoneNode('leftHand')) throw new Error('three-vrm finds no person');
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
