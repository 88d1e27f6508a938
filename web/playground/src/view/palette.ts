// The materials of the model's surfaces. They are recolored for the next model rather than recreated: with
// the last material that uses it a shader is discarded, and compiling it again is noticeable.
import { MeshStandardMaterial } from 'three';
import type { GlbMaterial, GlbMesh } from '../glb.js';

const noMaterial: GlbMaterial['baseColor'] = [0.62, 0.63, 0.66, 1];
// How many stay when a model has fewer.
const mostSpare = 16;

export class Palette {
  readonly #materials: MeshStandardMaterial[] = [];

  /** One for each surface of each mesh. */
  show(meshes: GlbMesh[]): MeshStandardMaterial[][] {
    let count = 0;
    const shown = meshes.map(({ surfaces }) =>
      surfaces.map(({ material }) => {
        const own = (this.#materials[count++] ??= new MeshStandardMaterial({ metalness: 0 }));
        recolor(own, material?.baseColor ?? noMaterial);
        return own;
      }),
    );
    for (const unused of this.#materials.splice(Math.max(count, mostSpare))) unused.dispose();
    return shown;
  }

  free(): void {
    for (const material of this.#materials) material.dispose();
  }
}

function recolor(material: MeshStandardMaterial, [r, g, b, a]: GlbMaterial['baseColor']): void {
  const isClear = a < 1;
  material.color.setRGB(r, g, b);
  material.opacity = a;
  material.roughness = isClear ? 0.12 : 0.58;
  material.depthWrite = !isClear;
  // This needs another shader.
  if (material.transparent !== isClear) material.needsUpdate = true;
  material.transparent = isClear;
}
