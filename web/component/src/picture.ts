// The picture of one element: the playground's stage and figure, without its tools.
import { Vector3 } from 'three';
import { emptyModel, type Model } from '../../playground/src/model.js';
import { Rig } from '../../playground/src/rig.js';
import { viewColors } from '../../playground/src/theme.js';
import { Figure } from '../../playground/src/view/figure.js';
import { Palette } from '../../playground/src/view/palette.js';
import { Stage } from '../../playground/src/view/stage.js';

const direction: [x: number, y: number, z: number] = [-0.55, 0.32, -1];
const look = { wireframe: false, backFaces: false, uvs: false, heat: null };

export class Picture {
  readonly #stage: Stage;
  readonly #figure = new Figure('document');
  readonly #palette = new Palette();
  readonly #rig: Rig;
  #model: Model = emptyModel;
  #pose: string | null = null;

  constructor(container: HTMLElement) {
    const canvas = document.createElement('canvas');
    container.append(canvas);
    this.#stage = new Stage(canvas, container);
    this.#stage.scene.add(this.#figure);
    this.#stage.setPanes([{ prepare: () => {} }], () => {});
    this.#rig = new Rig({
      posed: (pose) => {
        this.#figure.setPose(pose);
        this.#stage.invalidate();
      },
      selected: () => {},
      named: () => {},
    });
    this.#beAGuest(container);
  }

  get pose(): string | null {
    return this.#pose;
  }

  /** Rest, which is null, and the poses of the document. */
  get poses(): (string | null)[] {
    return [null, ...this.#model.outline.poses.map(({ id }) => id)];
  }

  show(model: Model, pose: string | null): void {
    this.#model = model;
    this.#pose = model.outline.poses.some(({ id }) => id === pose) ? pose : null;
    this.#rig.start(model.outline, { direction, ...(this.#pose === null ? {} : { pose: this.#pose }) });
    this.#figure.setModel(model, this.#palette.show(model.glb.meshes));
    this.#figure.setLook(look);
    this.#rig.announce();
    const box = this.#figure.bounds();
    this.#stage.frame(box);
    this.#stage.fit(box, new Vector3(...direction).normalize());
  }

  choose(pose: string | null): void {
    this.#pose = pose;
    this.#rig.choose(pose);
  }

  // In somebody else's page: the wheel scrolls it unless the picture has the focus.
  #beAGuest(container: HTMLElement): void {
    const { controls } = this.#stage;
    controls.enableZoom = false;
    container.style.touchAction = 'pan-y';
    container.addEventListener('focus', () => (controls.enableZoom = true));
    container.addEventListener('blur', () => (controls.enableZoom = false));
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const paint = () => this.#stage.setColors(viewColors[dark.matches ? 'dark' : 'light']);
    dark.addEventListener('change', paint);
    paint();
  }
}
