// The picture of one element: the playground's stage and figure, without its tools.
import { Vector3 } from 'three';
import { emptyModel, type Model } from '../../playground/src/model.js';
import type { Vec3 } from '../../playground/src/quaternion.js';
import { Rig } from '../../playground/src/rig.js';
import { viewColors } from '../../playground/src/view/colors.js';
import { Figure } from '../../playground/src/view/figure.js';
import { Palette } from '../../playground/src/view/palette.js';
import { directionOf, frontQuarter } from '../../playground/src/view/sides.js';
import { Stage } from '../../playground/src/view/stage.js';
import { SharedScreen } from './shared_screen.js';

/** Where the camera stands. */
export const views = new Map<string, Vec3>([['three-quarter', frontQuarter], ...Object.entries(directionOf)]);
const look = { wireframe: false, backFaces: false, uvs: false, heat: null };

// A shader is discarded with the last material that uses it, and compiling it again takes long: the materials of the
// picture that was freed last stay until the next one is, so that an element that replaces another has them.
let freeLastShaders = () => {};

export class Picture {
  readonly #canvas = document.createElement('canvas');
  readonly #screen = SharedScreen.on(this.#canvas);
  readonly #stage: Stage;
  readonly #figure = new Figure('document');
  readonly #palette = new Palette();
  readonly #rig: Rig;
  // Ends what listens outside of the picture.
  readonly #listening = new AbortController();
  #model: Model = emptyModel;
  #pose: string | null = null;

  constructor(container: HTMLElement) {
    container.append(this.#canvas);
    this.#stage = new Stage(this.#canvas, container, this.#screen);
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

  get canDraw(): boolean {
    return this.#stage.canDraw;
  }

  get pose(): string | null {
    return this.#pose;
  }

  /** Rest, which is null, and the poses of the document. */
  get poses(): (string | null)[] {
    return [null, ...this.#model.outline.poses.map(({ id }) => id)];
  }

  /** At rest if there is no such pose, and in the usual view if there is no such view. */
  show(model: Model, pose: string | null, view: string | null): void {
    const direction = views.get(view ?? '') ?? frontQuarter;
    this.#model = model;
    this.#pose = this.poses.includes(pose) ? pose : null;
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

  /** Gives back everything; the picture cannot be used afterwards. */
  free(): void {
    this.#listening.abort();
    // Stops a movement.
    this.#rig.start(emptyModel.outline, { direction: frontQuarter });
    this.#stage.free();
    this.#figure.free();
    this.#screen?.free();
    this.#canvas.remove();
    freeLastShaders();
    const [ground, palette] = [this.#stage.ground, this.#palette];
    freeLastShaders = () => {
      ground.free();
      palette.free();
    };
  }

  // In somebody else's page: the wheel scrolls it unless the picture has the focus.
  #beAGuest(container: HTMLElement): void {
    const { controls } = this.#stage;
    const { signal } = this.#listening;
    controls.enableZoom = false;
    container.style.touchAction = 'pan-y';
    container.addEventListener('focus', () => (controls.enableZoom = true), { signal });
    container.addEventListener('blur', () => (controls.enableZoom = false), { signal });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const paint = () => this.#stage.setColors(viewColors[dark.matches ? 'dark' : 'light']);
    dark.addEventListener('change', paint, { signal });
    paint();
  }
}
