// The picture of one element: the playground's stage and figure, without its tools.
import { Vector3 } from 'three';
import { emptyModel, type Model } from '../../playground/src/model.js';
import type { Pose } from '../../playground/src/pose.js';
import type { Vec3 } from '../../playground/src/quaternion.js';
import { Rig } from '../../playground/src/rig.js';
import { viewColors } from '../../playground/src/view/colors.js';
import { Figure } from '../../playground/src/view/figure.js';
import { Palette } from '../../playground/src/view/palette.js';
import { directionOf, frontQuarter } from '../../playground/src/view/sides.js';
import { Stage } from '../../playground/src/view/stage.js';
import type { Clip } from './clips.js';
import { Player } from './player.js';
import { SharedScreen } from './shared_screen.js';

/** Where the camera stands. */
export const views = new Map<string, Vec3>([['three-quarter', frontQuarter], ...Object.entries(directionOf)]);

/** By its name, or by azimuth and elevation in degrees, as `rigy render --view` has them; null if it is neither. */
export function directionFrom(view: string): Vec3 | null {
  const angles = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(view)?.slice(1);
  if (!angles) return views.get(view) ?? null;
  const [azimuth, elevation] = angles.map((degrees) => (Number(degrees) * Math.PI) / 180) as [number, number];
  const across = Math.cos(elevation);
  return [across * Math.sin(azimuth), Math.sin(elevation), across * Math.cos(azimuth)];
}
const look = { wireframe: false, backFaces: false, uvs: false, heat: null, cut: null };

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
  readonly #player = new Player((pose) => this.#setPose(pose));
  readonly #isDark = matchMedia('(prefers-color-scheme: dark)');
  #theme: string | null = null;
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
      posed: (pose) => this.#setPose(pose),
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

  /** The clip that is played, if any. */
  get clip(): string | null {
    return this.#player.clip?.id ?? null;
  }

  /** `light` or `dark`; anything else is what the reader prefers. */
  setTheme(theme: string | null): void {
    this.#theme = theme;
    this.#paint();
  }

  /** At rest if there is no such pose, and in the usual view if there is no such view; or in the last view. */
  show(model: Model, pose: string | null, view: string | null, keepsView = false): void {
    const direction = directionFrom(view ?? '') ?? frontQuarter;
    this.#player.stop();
    this.#model = model;
    this.#pose = this.poses.includes(pose) ? pose : null;
    this.#rig.start(model.outline, { direction, ...(this.#pose === null ? {} : { pose: this.#pose }) });
    this.#figure.setModel(model, this.#palette.show(model.glb.meshes));
    this.#figure.setLook(look);
    this.#rig.announce();
    const box = this.#figure.bounds();
    this.#stage.frame(box);
    if (!keepsView) this.#stage.fit(box, new Vector3(...direction).normalize());
  }

  play(clip: Clip): void {
    this.#pose = null;
    this.#player.play(clip);
  }

  choose(pose: string | null): void {
    this.#player.stop();
    this.#pose = pose;
    this.#rig.choose(pose);
  }

  /** Gives back everything; the picture cannot be used afterwards. */
  free(): void {
    this.#listening.abort();
    this.#player.stop();
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

  #setPose(pose: Pose): void {
    this.#figure.setPose(pose);
    this.#stage.invalidate();
  }

  #paint(): void {
    const isDark = this.#theme === 'dark' || (this.#theme !== 'light' && this.#isDark.matches);
    this.#stage.setColors(viewColors[isDark ? 'dark' : 'light']);
  }

  // In somebody else's page: the wheel scrolls it unless the picture has the focus.
  #beAGuest(container: HTMLElement): void {
    const { controls } = this.#stage;
    const { signal } = this.#listening;
    controls.enableZoom = false;
    container.style.touchAction = 'pan-y';
    container.addEventListener('focus', () => (controls.enableZoom = true), { signal });
    container.addEventListener('blur', () => (controls.enableZoom = false), { signal });
    this.#isDark.addEventListener('change', () => this.#paint(), { signal });
    this.#paint();
    const sight = new IntersectionObserver(([entry]) => this.#player.setSeen(entry!.isIntersecting));
    sight.observe(container);
    signal.addEventListener('abort', () => sight.disconnect());
  }
}
