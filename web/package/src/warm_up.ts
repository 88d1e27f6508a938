// Engines compile a function of a module when it is first called. Compiling this document calls most
// of them, so that the user's first document does not have to wait. The work would be needed anyway,
// and all instances of the module share the compiled code.
import type { Files } from './types.js';

const body = `
symmetry: {mirror_x: {prefix_from: l_, prefix_to: r_}}
meshes:
  - id: body
    primitives:
      - {id: core, type: box, dimensions: {x: 1, y: 1, z: 1}}
      - {id: head, type: sphere, dimensions: {radius: 1}, transform: {translation: [0, 1, 0]}}
      - {id: neck, type: cylinder, dimensions: {radius: 1, height: 1}}
      - {id: l_arm, type: capsule, dimensions: {radius: 1, height: 1}}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: l_arm, parent: root, head: [1, 0, 0], tail: [2, 0, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    weights:
      - {primitive_id: head, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: neck, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: l_arm, bones: [{bone_id: l_arm, weight: 1}]}
    weight_maps:
      - primitive_id: core
        gradients:
          - axis: y
            range: [0, 1]
            from: {bone_id: root, weight: 1}
            to: {bone_id: l_arm, weight: 1}
poses:
  - {id: rest, bones: {root: {}, l_arm: {translation: [1, 0, 0]}, r_arm: {translation: [-1, 0, 0]}}}
`;

/** A document of the given version of the language. */
export function sampleOf(version: string): Files {
  return { 'sample.rigy.yaml': `version: "${version}"${body}` };
}
