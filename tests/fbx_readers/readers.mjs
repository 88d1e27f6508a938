// The readers of FBX: three.js's FBXLoader, and Autodesk's own in fbx2gltf. Each gives a scene and its
// animations.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { load, modules } from './scene.mjs';

// The loaders are made for browsers, where the global object has this name.
globalThis.self ??= globalThis;
const { FBXLoader } = await load('three/examples/jsm/loaders/FBXLoader.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { MeshoptDecoder } = await load('three/examples/jsm/libs/meshopt_decoder.module.js');

const FBX2GLTF = join(modules, 'node_modules/fbx2gltf/bin/Linux/FBX2glTF');

const bufferOf = (path) => new Uint8Array(readFileSync(path)).buffer;

export async function readGlb(path) {
  const { scene, animations, parser } = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(bufferOf(path), '');
  return { scene, animations, json: parser.json };
}

// three.js takes colors as sRGB. Those in the file are linear, as Autodesk's and Blender's readers
// take them. In FBX v = 0 is at the bottom, which textures of the loader would compensate for.
function asWritten(mesh) {
  for (const material of [mesh.material].flat()) {
    if (!material.userData.isLinear) material.color.convertLinearToSRGB();
    material.userData.isLinear = true;
  }
  const { uv, uv1 } = mesh.geometry.attributes;
  for (const set of [uv, uv1].filter(Boolean)) {
    if (!set.isFlipped) for (let i = 0; i < set.count; i += 1) set.setY(i, 1 - set.getY(i));
    set.isFlipped = true;
  }
}

export function readWithThree(path) {
  const scene = new FBXLoader().parse(bufferOf(path), '');
  scene.traverse((object) => {
    if (object.isMesh) asWritten(object);
  });
  return { scene, animations: scene.animations };
}

// The exit status means nothing; the output does. The package's program is not executable as
// installed, and it writes no color at all if all four components are 0.
export async function readWithAutodesk(path) {
  const out = path.replace(/\.fbx$/, '.autodesk');
  const options = ['--binary', '--pbr-metallic-roughness', '--anim-framerate', 'bake30'];
  chmodSync(FBX2GLTF, 0o755);
  execFileSync(FBX2GLTF, [...options, '--input', path, '--output', out], { stdio: 'pipe' });
  const { scene, animations, json } = await readGlb(`${out}.glb`);
  const black = (json.materials ?? []).filter(({ pbrMetallicRoughness: pbr }) => !pbr.baseColorFactor);
  scene.traverse((mesh) => {
    if (!mesh.isMesh || !black.some(({ name }) => name === mesh.material.name)) return;
    mesh.material.color.set(0);
    mesh.material.opacity = 0;
  });
  return { scene, animations };
}
