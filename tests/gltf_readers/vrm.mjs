// Persons as VRM files: no errors and no warnings of the Khronos validator, and in three-vrm the T-pose, on the ground, with
// bones that move what they should.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { checkAll } from './suite.mjs';
import { threeFrom } from './three.mjs';

const WARNING = 1;
const META = ['--vrm-name', 'Figure', '--vrm-author', 'Ada', '--vrm-author', 'Bea', '--vrm-license', 'https://vrm.dev/licenses/1.0/'];
const CASES = [
  { id: 'hero', input: 'examples/hero.rigy.yaml', options: ['--for', 'vrm'], name: 'Hero', arm: 'L_arm' },
  { id: 'small hero', input: 'examples/hero.rigy.yaml', options: ['--for', 'vrm', '--small', '--colors', 'palette'], name: 'Hero', arm: 'L_arm' },
  { id: 'humanoid', input: 'examples/humanoid.rigy.yaml', options: ['--for', 'vrm', ...META], name: 'Figure', arm: 'L_shoulder' },
  { id: 'character', input: 'templates/character.rigy.yaml', options: ['--t-pose', '--scale', '2', ...META], name: 'Figure', arm: 'L_shoulder' },
];

const [modules, root, rigy] = process.argv.slice(2);
if (!rigy) {
  console.error(`usage: ${process.argv[1]} MODULES-DIR REPOSITORY RIGY`);
  process.exit(2);
}
const require = createRequire(resolve(modules, 'package.json'));
const load = (path) => import(pathToFileURL(join(resolve(modules), 'node_modules', path)).href);
const validator = require('gltf-validator');
const { THREE } = await threeFrom(load);
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMLoaderPlugin } = await load('@pixiv/three-vrm/lib/three-vrm.module.js');
const folder = mkdtempSync(join(tmpdir(), 'rigy-vrm-'));
const loader = new GLTFLoader();
// Pictures need a browser.
loader.register((parser) => {
  parser.loadTexture = async () => new THREE.Texture();
  return { name: 'no-pictures' };
});
loader.register((parser) => new VRMLoaderPlugin(parser));

function placesOf(scene) {
  scene.updateMatrixWorld(true);
  const places = [];
  scene.traverse((mesh) => {
    if (!mesh.isMesh) return;
    for (let i = 0; i < mesh.geometry.attributes.position.count; i += 1) {
      places.push(mesh.getVertexPosition(i, new THREE.Vector3()).applyMatrix4(mesh.matrixWorld));
    }
  });
  return places;
}

// What is wrong with the T-pose.
function faultOfRest(vrm) {
  const at = (bone) => vrm.humanoid.getRawBoneNode(bone).getWorldPosition(new THREE.Vector3());
  for (const [side, sign] of [['left', 1], ['right', -1]]) {
    const shoulder = at(`${side}UpperArm`);
    const hand = at(`${side}Hand`);
    if (sign * (hand.x - shoulder.x) < 0.2) return `the ${side} hand is not on its side`;
    if (Math.abs(hand.y - shoulder.y) > 1e-6 || Math.abs(hand.z - shoulder.z) > 1e-6) return `the ${side} arm is not stretched out`;
  }
  const lowest = Math.min(...placesOf(vrm.scene).map((place) => place.y));
  return Math.abs(lowest) > 1e-4 ? `it stands at ${lowest}` : undefined;
}

// Moving the left arm moves what is at its side, and nothing at the other.
function faultOfMotion(vrm) {
  const before = placesOf(vrm.scene);
  vrm.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = Math.PI / 2;
  vrm.update(0);
  const after = placesOf(vrm.scene);
  const moved = before.map((place, i) => place.distanceTo(after[i]));
  const hand = before.reduce((best, place, i) => (place.x > before[best].x ? i : best), 0);
  if (moved[hand] < 0.3 || after[hand].y - before[hand].y < 0.3) return `the left hand moves by ${moved[hand]}`;
  if (before.some((place, i) => place.x < -0.01 && moved[i] > 1e-5)) return 'the right side moves with the left arm';
  return undefined;
}

async function problemOf({ id, input, options, name, arm }) {
  const out = join(folder, `${id}.vrm`);
  execFileSync(rigy, ['export', join(root, input), ...options, '-o', out], { stdio: ['ignore', 'ignore', 'inherit'] });
  const bytes = new Uint8Array(readFileSync(out));
  const report = await validator.validateBytes(bytes, { maxIssues: 0 });
  const serious = report.issues.messages.find((message) => message.severity <= WARNING);
  if (serious) return `${serious.code} at ${serious.pointer}: ${serious.message}`;
  const gltf = await loader.parseAsync(bytes.buffer, '');
  const { vrm, json } = { vrm: gltf.userData.vrm, json: gltf.parser.json };
  if (!vrm) return 'three-vrm finds no person';
  if (vrm.meta.name !== name || vrm.meta.licenseUrl !== 'https://vrm.dev/licenses/1.0/') return `meta is ${JSON.stringify(vrm.meta)}`;
  if (json.animations) return 'it has clips';
  const picture = json.extensions.VRMC_vrm.meta.thumbnailImage;
  if (picture === undefined || json.images[picture].mimeType !== 'image/png') return 'it has no thumbnail';
  if (vrm.humanoid.getRawBoneNode('leftUpperArm').userData.rigy_id !== arm) return 'the left arm is another bone';
  const grip = vrm.scene.getObjectByName('grip');
  if (grip && grip.parent.userData.rigy_id !== 'R_hand') return `the anchor follows ${grip.parent.name}`;
  return faultOfRest(vrm) ?? faultOfMotion(vrm);
}

try {
  await checkAll(CASES, problemOf);
} finally {
  rmSync(folder, { recursive: true });
}
