// three.js, as the tests use it: the world positions of every triangle of a file.
export async function threeFrom(load) {
  // The loader is made for browsers, where the global object has this name.
  globalThis.self ??= globalThis;
  const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
  const THREE = await load('three/build/three.module.js');
  const { MeshoptDecoder } = await load('three/examples/jsm/libs/meshopt_decoder.module.js');
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);

  // Corners of all triangles of a mesh, nine numbers per triangle: in the world, and as stored.
  function cornersOf(mesh) {
    const { index, attributes } = mesh.geometry;
    const places = [];
    const point = new THREE.Vector3();
    for (let i = 0; i < attributes.position.count; i += 1) {
      mesh.getVertexPosition(i, point);
      places.push(point.applyMatrix4(mesh.matrixWorld).toArray());
    }
    const vertices = Array.from(index.array);
    return {
      placed: vertices.flatMap((vertex) => places[vertex]),
      stored: vertices.flatMap((vertex) => point.fromBufferAttribute(attributes.position, vertex).toArray()),
    };
  }

  return {
    THREE,

    // `bytes` must be the whole of its buffer.
    load: (bytes) => loader.parseAsync(bytes.buffer, ''),

    // For every node with a mesh, by its number in the file: the corners of each part of the mesh.
    trianglesOf({ scene, parser }) {
      scene.updateMatrixWorld(true);
      const triangles = new Map();
      scene.traverse((object) => {
        if (!object.isMesh) return;
        let node = object;
        while (parser.associations.get(node)?.nodes === undefined) node = node.parent;
        const number = parser.associations.get(node).nodes;
        if (!triangles.has(number)) triangles.set(number, []);
        triangles.get(number).push(cornersOf(object));
      });
      return triangles;
    },

    // Moves everything to where the animation has it at this time.
    play({ scene, animations }, name, seconds = 0) {
      const mixer = new THREE.AnimationMixer(scene);
      mixer.clipAction(animations.find((clip) => clip.name === name)).play();
      mixer.setTime(seconds);
    },
  };
}
