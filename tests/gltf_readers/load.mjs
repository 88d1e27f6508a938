// Every positive output through three.js's GLTFLoader: it must load, with the vertices and joints that the
// manifest states.
import { checkAll, fromArguments } from './suite.mjs';

const { load, cases, bytesOf } = fromArguments();
// The loader is made for browsers, where the global object has this name.
globalThis.self ??= globalThis;
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const loader = new GLTFLoader();

async function verticesOf(parser) {
  const meshes = await Promise.all((parser.json.meshes ?? []).map((_, index) => parser.getDependency('mesh', index)));
  let count = 0;
  for (const mesh of meshes) {
    mesh.traverse((object) => {
      if (object.isMesh) count += object.geometry.getAttribute('position').count;
    });
  }
  return count;
}

// The primitives of a mesh share the skeleton of its node.
function jointsOf(scene) {
  const skeletons = new Set();
  scene.traverse((object) => {
    if (!object.isSkinnedMesh) return;
    const { bones } = object.skeleton;
    if (!bones.every((bone) => bone.isBone)) throw new Error(`mesh '${object.name}' lacks a joint`);
    skeletons.add(object.skeleton);
  });
  return [...skeletons].reduce((count, skeleton) => count + skeleton.bones.length, 0);
}

await checkAll(cases, async (test) => {
  const bytes = bytesOf(test);
  const { scene, parser } = await loader.parseAsync(bytes.buffer, '');
  const found = { vertices: await verticesOf(parser), joints: jointsOf(scene) };
  for (const what of ['vertices', 'joints']) {
    if (found[what] !== test[what]) return `${what}: the manifest says ${test[what]}, three.js finds ${found[what]}`;
  }
  return undefined;
});
