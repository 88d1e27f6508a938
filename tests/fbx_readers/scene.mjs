// What a file shows, whichever reader is used: triangles in the world, bones, materials, poses.
// Three of the readers produce a three.js scene; blender_dump.py gives the same as JSON.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const modules = resolve(process.argv[2]);
export const load = (path) => import(pathToFileURL(join(modules, 'node_modules', path)).href);
const { AnimationMixer, Vector3 } = await load('three/build/three.module.js');

// three.js changes names that it could not use in a property path, and keeps the original.
function nameOf(object) {
  return object.userData.originalName ?? object.userData.name ?? object.name;
}

// What readers call the material of a mesh that has none.
const DEFAULTS = ['', '__DEFAULT', 'DefaultMaterial', 'Default'];
const materialName = ({ name }) => (DEFAULTS.includes(name) ? '' : name);

function materialOf(mesh, triangle) {
  if (!Array.isArray(mesh.material)) return mesh.material;
  const group = mesh.geometry.groups.find(({ start, count }) => 3 * triangle >= start && 3 * triangle < start + count);
  return mesh.material[group.materialIndex];
}

// A vertex where bones and nodes put it: position, normal, and the UVs of the first two sets.
function vertexOf(mesh, i) {
  const { position, normal, uv, uv1 } = mesh.geometry.attributes;
  const place = (vector) => {
    if (mesh.isSkinnedMesh) mesh.applyBoneTransform(i, vector);
    return vector.applyMatrix4(mesh.matrixWorld);
  };
  const start = place(new Vector3().fromBufferAttribute(position, i));
  const end = place(new Vector3().fromBufferAttribute(position, i).add(new Vector3().fromBufferAttribute(normal, i)));
  const sets = [uv, uv1].filter(Boolean);
  return [...start, ...end.sub(start).normalize(), ...sets.flatMap((set) => [set.getX(i), set.getY(i)])];
}

// Every triangle of every mesh: three corners and the name of a material.
export function trianglesOf(scene) {
  const triangles = [];
  scene.updateMatrixWorld(true);
  scene.traverse((mesh) => {
    if (!mesh.isMesh) return;
    if (mesh.isSkinnedMesh) mesh.skeleton.update();
    const { index, attributes } = mesh.geometry;
    const corners = [...Array(attributes.position.count).keys()].map((i) => vertexOf(mesh, i));
    const count = (index ?? attributes.position).count / 3;
    for (let triangle = 0; triangle < count; triangle += 1) {
      const vertices = [0, 1, 2].map((i) => (index ? index.getX(3 * triangle + i) : 3 * triangle + i));
      triangles.push({
        corners: vertices.map((vertex) => corners[vertex]),
        material: materialName(materialOf(mesh, triangle)),
      });
    }
  });
  return triangles;
}

// Bones by name: parent (null for roots), head, the bone's direction (+Y), and its +X. If a file
// does not say which nodes are bones, `names` does.
export function bonesOf(scene, names) {
  const bones = {};
  const isBone = (object) => (names ? names.has(nameOf(object)) : object.isBone);
  scene.updateMatrixWorld(true);
  scene.traverse((object) => {
    // FBXLoader gives each of several meshes its own bone, one inside the other.
    if (!isBone(object) || nameOf(object.parent) === nameOf(object)) return;
    const head = new Vector3().setFromMatrixPosition(object.matrixWorld);
    const [x, y] = [0, 1].map((axis) => new Vector3().setFromMatrixColumn(object.matrixWorld, axis).normalize());
    bones[nameOf(object)] = {
      parent: isBone(object.parent) ? nameOf(object.parent) : null,
      numbers: [...head, ...y, ...x],
    };
  });
  return bones;
}

// The places of all nodes that are neither bones nor meshes, or of those with the given names. In
// glTF files a group is the scene or a mesh of several primitives.
export function emptiesOf(scene, names) {
  const empties = {};
  scene.updateMatrixWorld(true);
  scene.traverse((object) => {
    if (names ? !names.has(nameOf(object)) : object.isGroup || object.isBone || object.isMesh) return;
    empties[nameOf(object)] = [...new Vector3().setFromMatrixPosition(object.matrixWorld)];
  });
  return empties;
}

// Materials by name, as red, green, blue (linear) and alpha.
export function materialsOf(scene) {
  const materials = {};
  scene.traverse((mesh) => {
    for (const material of mesh.isMesh ? [mesh.material].flat() : []) {
      const name = materialName(material);
      const { color, opacity } = material;
      if (name) materials[name] = [color.r, color.g, color.b, opacity];
    }
  });
  return materials;
}

// What `look` sees of the scene in the middle of each animation, by the name of the animation.
export function inPoses(scene, animations, look) {
  const results = {};
  for (const clip of animations) {
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(clip).play();
    mixer.setTime(clip.duration / 2);
    results[clip.name] = look(scene);
    mixer.stopAllAction();
  }
  return results;
}
