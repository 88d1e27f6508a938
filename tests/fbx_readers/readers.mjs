// The readers of FBX: three.js's FBXLoader, Autodesk's own in fbx2gltf. Each gives a scene and its animations.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { load, modules } from './scene.mjs';

// The loaders are made for browsers, where the global object has this name.
globalThis.self ??= globalThis;
const { FBXLoader } = await load('three/examples/jsm/loaders/FBXLoader.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');

const FBX2GLTF = join(modules, 'node_modules/fbx2gltf/bin/Linux/FBX2glTF');

const bufferOf = (path) => new Uint8Array(readFileSync(path)).buffer;

export async function readGlb(path) {
  const { scene, animations } = await new GLTFLoader().parseAsync(bufferOf(path), '');
  return { scene, animations };
}

// Takes colours as sRGB; what the file has are linear ones, as Autodesk's and Blender's readers take them.
export function readWithThree(path) {
  const scene = new FBXLoader().parse(bufferOf(path), '');
  scene.traverse((mesh) => {
    for (const material of mesh.isMesh ? [mesh.material].flat() : []) {
      if (!material.linear) material.color.convertLinearToSRGB();
      material.linear = true;
    }
  });
  return { scene, animations: scene.animations };
}

// Its exit status says nothing; what it wrote does. Animations are sampled, a still as one frame.
export function readWithAutodesk(path) {
  const out = path.replace(/\.fbx$/, '.autodesk');
  const options = ['--binary', '--pbr-metallic-roughness', '--anim-framerate', 'bake30'];
  execFileSync(FBX2GLTF, [...options, '--input', path, '--output', out], { stdio: 'pipe' });
  return readGlb(`${out}.glb`);
}

// The package comes without permission to run its program.
export function prepareReaders() {
  chmodSync(FBX2GLTF, 0o755);
}
