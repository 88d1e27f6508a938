// The ground: a grid of meters and tenths that fades with distance, and the shadows on it.
import {
  Color,
  DoubleSide,
  Group,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
} from 'three';

const vertexShader = `
varying vec2 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const fragmentShader = `
uniform vec3 lineColor;
uniform float strength;
uniform float reach;
uniform vec2 middle;
varying vec2 place;

float lines(float spacing, float width) {
  vec2 at = place / spacing;
  vec2 perPixel = fwidth(at);
  vec2 distance = abs(fract(at - 0.5) - 0.5) / perPixel;
  // Lines closer than a few pixels would only shimmer.
  vec2 visible = 1.0 - smoothstep(0.15, 0.4, perPixel);
  vec2 line = (1.0 - smoothstep(width, width + 1.0, distance)) * visible;
  return max(line.x, line.y);
}

void main() {
  float fade = 1.0 - smoothstep(0.25 * reach, reach, length(place - middle));
  float alpha = max(lines(1.0, 0.6), 0.35 * lines(0.1, 0.1));
  gl_FragColor = vec4(lineColor, alpha * strength * fade * fade);
  #include <colorspace_fragment>
}`;

// Where a floor of the model lies in the ground, the floor is what is seen.
const behind = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 16 };

export class Ground extends Group {
  readonly #grid: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #shadow: Mesh<PlaneGeometry, ShadowMaterial>;

  constructor() {
    super();
    const plane = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
    this.#grid = new Mesh(
      plane,
      new ShaderMaterial({
        vertexShader,
        fragmentShader,
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
        ...behind,
        uniforms: {
          lineColor: { value: new Color() },
          strength: { value: 1 },
          reach: { value: 5 },
          middle: { value: [0, 0] },
        },
      }),
    );
    this.#shadow = new Mesh(plane, new ShadowMaterial({ transparent: true, depthWrite: false, ...behind }));
    this.#shadow.receiveShadow = true;
    this.#grid.renderOrder = -1;
    this.#shadow.renderOrder = -2;
    this.add(this.#shadow, this.#grid);
  }

  set gridVisible(visible: boolean) {
    this.#grid.visible = visible;
  }

  /** Around a model: `x` and `z` of its middle, and its size. */
  place(x: number, z: number, size: number): void {
    const reach = Math.max(3, 4 * size);
    for (const plane of [this.#grid, this.#shadow]) {
      plane.scale.set(2 * reach, 1, 2 * reach);
      plane.position.x = x;
      plane.position.z = z;
    }
    const { uniforms } = this.#grid.material;
    uniforms['reach']!.value = reach;
    uniforms['middle']!.value = [x, z];
  }

  setColors(line: string, strength: number, shadow: number): void {
    const { uniforms } = this.#grid.material;
    (uniforms['lineColor']!.value as Color).set(line);
    uniforms['strength']!.value = strength;
    this.#shadow.material.opacity = shadow;
  }

  free(): void {
    for (const { geometry, material } of [this.#grid, this.#shadow]) {
      geometry.dispose();
      material.dispose();
    }
  }
}
