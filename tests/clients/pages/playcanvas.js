// PlayCanvas draws an export and says what it shows.
import * as pc from '/modules/playcanvas/build/playcanvas.mjs';

export const { version } = pc;

// Where a vertex is: moved by its bones, as the shader does it, or by its node.
function placer(instance) {
  const { mesh, skinInstance, node } = instance;
  if (!skinInstance) return (point) => node.getWorldTransform().transformPoint(point);
  const [joints, weights] = [[], []];
  mesh.getVertexStream(pc.SEMANTIC_BLENDINDICES, joints);
  mesh.getVertexStream(pc.SEMANTIC_BLENDWEIGHT, weights);
  const matrices = skinInstance.bones.map((bone, i) =>
    new pc.Mat4().mul2(bone.getWorldTransform(), skinInstance.skin.inverseBindPose[i]));
  return (point, vertex) => {
    const sum = new pc.Vec3();
    for (let i = 4 * vertex; i < 4 * vertex + 4; i += 1) {
      sum.add(matrices[joints[i]].transformPoint(point).mulScalar(weights[i]));
    }
    return sum;
  };
}

function trianglesOf(entity) {
  const triangles = [];
  for (const instance of entity.findComponents('render').flatMap((render) => render.meshInstances)) {
    const [positions, indices] = [[], []];
    instance.mesh.getPositions(positions);
    instance.mesh.getIndices(indices);
    const place = placer(instance);
    const places = Array.from({ length: positions.length / 3 }, (_, i) => {
      const { x, y, z } = place(new pc.Vec3(...positions.slice(3 * i, 3 * i + 3)), i);
      return [x, y, z];
    });
    for (let i = 0; i < indices.length; i += 3) {
      triangles.push({ corners: [0, 1, 2].map((k) => places[indices[i + k]]) });
    }
  }
  return triangles;
}

function bonesOf(entity) {
  const instances = entity.findComponents('render').flatMap((render) => render.meshInstances);
  const bones = new Set(instances.flatMap(({ skinInstance }) => skinInstance?.bones ?? []));
  const entries = [...bones].map((bone) => {
    const world = bone.getWorldTransform();
    const [y, x] = [world.getY().normalize(), world.getX().normalize()];
    const head = bone.getPosition();
    const numbers = [head, y, x].flatMap((vector) => [vector.x, vector.y, vector.z]);
    return [bone.name, { parent: bones.has(bone.parent) ? bone.parent.name : null, numbers }];
  });
  return Object.fromEntries(entries);
}

function inPoses(app, entity, tracks) {
  const poses = {};
  for (const track of tracks) {
    entity.addComponent('anim', { activate: true });
    entity.anim.assignAnimation('pose', track, undefined, 1, false);
    app.update(0);
    poses[track.name] = { triangles: trianglesOf(entity) };
    entity.removeComponent('anim');
  }
  return poses;
}

function addLights(app) {
  const sun = new pc.Entity();
  sun.addComponent('light', { type: 'directional', intensity: 1.3 });
  sun.setEulerAngles(40, 30, 0);
  app.root.addChild(sun);
  app.scene.ambientLight = new pc.Color(0.5, 0.5, 0.5);
}

function addCamera(app, { eye, target, degrees, near, far }, background) {
  const camera = new pc.Entity();
  const clearColor = new pc.Color(...background).gamma();
  camera.addComponent('camera', { fov: degrees, nearClip: near, farClip: far, clearColor });
  camera.setPosition(...eye);
  camera.lookAt(...target);
  app.root.addChild(camera);
}

const loadFile = (app, url) => new Promise((done, failed) => {
  app.assets.loadFromUrl(url, 'container', (error, asset) => (error ? failed(new Error(error)) : done(asset.resource)));
});

export async function show({ url, camera, pixels, background }) {
  const canvas = Object.assign(document.getElementById('canvas'), { width: pixels, height: pixels });
  const app = new pc.Application(canvas, { graphicsDeviceOptions: { preserveDrawingBuffer: true } });
  app.setCanvasResolution(pc.RESOLUTION_FIXED, pixels, pixels);
  addLights(app);
  addCamera(app, camera, background);
  const file = await loadFile(app, url);
  const entity = file.instantiateRenderEntity();
  app.root.addChild(entity);
  app.render();
  await window.takePicture();
  const seen = { triangles: trianglesOf(entity), bones: bonesOf(entity) };
  return { ...seen, poses: inPoses(app, entity, file.animations.map((asset) => asset.resource)) };
}
