// What a file shows, whoever reads it: triangles in the world, bones, named nodes. All readers end in
// a three.js scene or, for Blender, in the same numbers as JSON.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const modules = resolve(process.argv[2]);
export const load = (path) => import(pathToFileURL(join(modules, 'node_modules', path)).href);
const { AnimationMixer, Vector3 } = await load('three/build/three.module.js');

// three.js changes names that it could not use in a property path, and keeps the original.
export function nameOf(object) {
  return object.userData.originalName ?? object.userData.name ?? object.name;
}

function materialOf(mesh, triangle) {
  if (!Array.isArray(mesh.material)) return mesh.material;
  const group = mesh.geometry.groups.find(({ start, count }) => 3 * triangle >= start && 3 * triangle < start + count);
  return mesh.material[group.materialIndex];
}

// What readers call the material of a mesh that has none.
const DEFAULTS = ['', '__DEFAULT', 'DefaultMaterial', 'Default'];
const materialName = ({ name }) => (DEFAULTS.includes(name) ? '' : name);

// Every triangle of every mesh, where its bones and nodes put it: nine numbers and a material.
export function trianglesOf(scene) {
  const triangles = [];
  const corner = new Vector3();
  scene.updateMatrixWorld(true);
  scene.traverse((mesh) => {
    if (!mesh.isMesh) return;
    if (mesh.isSkinnedMesh) mesh.skeleton.update();
    const { index, attributes } = mesh.geometry;
    const count = (index ?? attributes.position).count / 3;
    for (let triangle = 0; triangle < count; triangle += 1) {
      const numbers = [];
      for (let i = 3 * triangle; i < 3 * triangle + 3; i += 1) {
        mesh.getVertexPosition(index ? index.getX(i) : i, corner).applyMatrix4(mesh.matrixWorld);
        numbers.push(corner.x, corner.y, corner.z);
      }
      triangles.push({ numbers, material: materialName(materialOf(mesh, triangle)) });
    }
  });
  return triangles;
}

// Bones by name: parent (null for roots), head, and the direction in which the bone points, its +Y.
export function bonesOf(scene) {
  const bones = {};
  scene.updateMatrixWorld(true);
  scene.traverse((object) => {
    if (!object.isBone) return;
    const head = new Vector3().setFromMatrixPosition(object.matrixWorld);
    const direction = new Vector3().setFromMatrixColumn(object.matrixWorld, 1).normalize();
    const side = new Vector3().setFromMatrixColumn(object.matrixWorld, 0).normalize();
    bones[nameOf(object)] = {
      parent: object.parent.isBone ? nameOf(object.parent) : null,
      numbers: [...head, ...direction, ...side],
    };
  });
  return bones;
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

// Calls `look` with the scene in the middle of each animation, and returns its results by name.
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

const sizeOf = (numbers) => numbers.reduce((size, number) => Math.max(size, Math.abs(number)), 1);

function isNear(a, b, tolerance) {
  return a.length === b.length && a.every((number, i) => Math.abs(number - b[i]) <= tolerance);
}

// The corners in the same order, starting anywhere.
function isSameTriangle(a, b, tolerance) {
  const turned = [b, [...b.slice(3), ...b.slice(0, 3)], [...b.slice(6), ...b.slice(0, 6)]];
  return turned.some((numbers) => isNear(a, numbers, tolerance));
}

const isDegenerate = ({ numbers }) => {
  const corners = [0, 3, 6].map((i) => numbers.slice(i, i + 3).join());
  return new Set(corners).size < 3;
};

function centre(numbers) {
  return [0, 1, 2].map((axis) => (numbers[axis] + numbers[axis + 3] + numbers[axis + 6]) / 3);
}

// Cells of a grid in which triangles are looked up by their centre, the neighbours included.
class Grid {
  constructor(triangles, size) {
    this.size = size;
    this.cells = new Map();
    for (const triangle of triangles) {
      const key = this.cellOf(centre(triangle.numbers)).join();
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(triangle);
    }
  }

  cellOf(point) {
    return point.map((coordinate) => Math.floor(coordinate / this.size));
  }

  // Removes a triangle that `accepts`, and says whether there was one.
  take(point, accepts) {
    const [x, y, z] = this.cellOf(point);
    for (const dx of [0, -1, 1]) {
      for (const dy of [0, -1, 1]) {
        for (const dz of [0, -1, 1]) {
          const cell = this.cells.get([x + dx, y + dy, z + dz].join()) ?? [];
          const found = cell.findIndex(accepts);
          if (found < 0) continue;
          cell.splice(found, 1);
          return true;
        }
      }
    }
    return false;
  }
}

// Nothing if both have the same triangles, each as often, with the same materials; else what differs.
export function triangleProblem(expected, found, tolerance, materials = true) {
  const wanted = expected.filter((triangle) => !isDegenerate(triangle));
  if (found.length !== wanted.length) return `${found.length} triangles instead of ${wanted.length}`;
  const limit = tolerance * sizeOf(wanted.flatMap(({ numbers }) => numbers));
  const grid = new Grid(found, 100 * limit);
  for (const { numbers, material } of wanted) {
    const accepts = (other) => (!materials || other.material === material)
      && isSameTriangle(numbers, other.numbers, limit);
    if (!grid.take(centre(numbers), accepts)) return `no triangle ${numbers.map((n) => n.toFixed(5))} of '${material}'`;
  }
  return undefined;
}

// Nothing if both have the same keys with near numbers (and the same parents); else what differs.
export function tableProblem(what, expected, found, tolerance) {
  const names = Object.keys(expected).sort();
  if (names.join('\n') !== Object.keys(found).sort().join('\n')) {
    return `${what}: ${Object.keys(found).sort()} instead of ${names}`;
  }
  const size = sizeOf(Object.values(expected).flatMap((entry) => entry.numbers ?? entry));
  for (const name of names) {
    if (expected[name].parent !== found[name].parent) {
      return `${what} '${name}' belongs to '${found[name].parent}' instead of '${expected[name].parent}'`;
    }
    const [a, b] = [expected[name], found[name]].map((entry) => entry.numbers ?? entry);
    if (!isNear(a, b, tolerance * size)) return `${what} '${name}': ${b} instead of ${a}`;
  }
  return undefined;
}
