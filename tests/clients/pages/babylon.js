// Babylon.js draws an export and says what it shows.
const load = (path) => new Promise((done, failed) => {
  const script = Object.assign(document.createElement('script'), { src: path, onload: done, onerror: failed });
  document.head.append(script);
});
await load('/modules/babylonjs/babylon.js');
await load('/modules/babylonjs-loaders/babylonjs.loaders.min.js');
const { BABYLON } = window;
BABYLON.MeshoptCompression.Configuration = { decoder: { url: '/modules/meshoptimizer/meshopt_decoder.cjs' } };

export const version = BABYLON.Engine.Version;

function corners(mesh) {
  const world = mesh.computeWorldMatrix(true);
  const numbers = mesh.getPositionData(mesh.skeleton !== null);
  return Array.from({ length: numbers.length / 3 }, (_, i) => {
    const point = BABYLON.Vector3.TransformCoordinates(BABYLON.Vector3.FromArray(numbers, 3 * i), world);
    return point.asArray();
  });
}

function trianglesOf(scene) {
  const triangles = [];
  for (const skeleton of scene.skeletons) skeleton.prepare(true);
  for (const mesh of scene.meshes.filter((one) => one.getTotalVertices() > 0)) {
    const places = corners(mesh);
    const indices = mesh.getIndices();
    for (let i = 0; i < indices.length; i += 3) {
      triangles.push({ corners: [0, 1, 2].map((k) => places[indices[i + k]]) });
    }
  }
  return triangles;
}

// The node of an armature is a bone to Babylon.js; it moves nothing.
const isArmature = (bone) => bone.getTransformNode().metadata?.gltf?.extras?.rigy_kind === 'armature';

function boneOf(bone) {
  const world = bone.getTransformNode().computeWorldMatrix(true).asArray();
  const column = (i) => {
    const axis = [0, 1, 2].map((k) => world[4 * i + k]);
    return axis.map((value) => value / Math.hypot(...axis));
  };
  return {
    parent: isArmature(bone.getParent()) ? null : bone.getParent().name,
    numbers: [...[12, 13, 14].map((i) => world[i]), ...column(1), ...column(0)],
  };
}

function bonesOf(scene) {
  const bones = scene.skeletons.flatMap((skeleton) => skeleton.bones).filter((bone) => !isArmature(bone));
  return Object.fromEntries(bones.map((bone) => [bone.name, boneOf(bone)]));
}

function inPoses(scene) {
  const poses = {};
  for (const group of scene.animationGroups) group.stop();
  for (const group of scene.animationGroups) {
    // An animation that has stopped leaves its bones where they were.
    for (const skeleton of scene.skeletons) skeleton.returnToRest();
    group.start(false);
    group.goToFrame(group.from);
    scene.render();
    poses[group.name] = { triangles: trianglesOf(scene) };
    group.stop();
  }
  return poses;
}

function light(scene) {
  new BABYLON.HemisphericLight('sky', new BABYLON.Vector3(0, 1, 0), scene).intensity = 1.2;
  new BABYLON.DirectionalLight('sun', new BABYLON.Vector3(-1, -2, -1.5), scene).intensity = 1.8;
}

export async function show({ url, camera: { eye, target, degrees, near, far }, pixels, background }) {
  const canvas = Object.assign(document.getElementById('canvas'), { width: pixels, height: pixels });
  const engine = new BABYLON.Engine(canvas, true, { preserveDrawingBuffer: true });
  const scene = new BABYLON.Scene(engine);
  scene.useRightHandedSystem = true;
  scene.clearColor = BABYLON.Color4.FromArray([...background, 1]);
  const camera = new BABYLON.FreeCamera('camera', BABYLON.Vector3.FromArray(eye), scene);
  camera.setTarget(BABYLON.Vector3.FromArray(target));
  Object.assign(camera, { fov: (degrees * Math.PI) / 180, minZ: near, maxZ: far });
  light(scene);
  // It plays the first animation of a file at once, unless told otherwise.
  const options = { pluginOptions: { gltf: { animationStartMode: 0 } } };
  BABYLON.SceneLoader.ShowLoadingScreen = false;
  await BABYLON.AppendSceneAsync(url, scene, options);
  await scene.whenReadyAsync();
  const seen = { triangles: trianglesOf(scene), bones: bonesOf(scene), skeletons: scene.skeletons.length };
  scene.render();
  await window.takePicture();
  return { ...seen, poses: inPoses(scene) };
}
