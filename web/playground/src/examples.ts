// The gallery's examples: the documents of examples/, and the initial view of each.
import type { Texts } from './example_texts.js';
import { newProject, type Project } from './project.js';
import type { Start } from './start.js';
import { frontQuarter } from './view/sides.js';

export interface Example {
  id: string;
  title: string;
  /** What to look at. */
  sentence: string;
  entry: string;
  start: Start;
}

export const examples: Example[] = [
  {
    id: 'fox',
    title: 'Fox',
    sentence: 'Trunk, tail and skull are chains of spheres that melt together; the legs bend along y.',
    entry: 'gallery/fox.rigy.yaml',
    start: { direction: [-0.9, 0.19, -1], pose: 'trot', options: { skeleton: false } },
  },
  {
    id: 'knight',
    title: 'Knight',
    sentence: 'Armor, shield and cape are cut from ellipsoids; sword and shield follow the hands.',
    entry: 'gallery/knight.rigy.yaml',
    start: { direction: [-0.47, 0.19, -1], options: { skeleton: false } },
  },
  {
    id: 'mech',
    title: 'Mech',
    sentence: 'A faceted hull on legs of three segments, made to be walked by inverse kinematics.',
    entry: 'gallery/mech.rigy.yaml',
    start: { direction: [-1, 0.18, -0.78], options: { skeleton: false } },
  },
  {
    id: 'dragon',
    title: 'Dragon',
    sentence: 'Neck and tail are chains of spheres along a curve, the wings sheets between two giant ones.',
    entry: 'gallery/dragon.rigy.yaml',
    start: { direction: [-0.78, 0.27, -1], options: { skeleton: false } },
  },
  {
    id: 'desk_lamp',
    title: 'Desk lamp',
    sentence: 'A shade hollowed out by a capsule, and four bones to nod with.',
    entry: 'gallery/desk_lamp.rigy.yaml',
    start: { direction: [-0.7, 0.22, -1], options: { skeleton: false } },
  },
  {
    id: 'excavator',
    title: 'Excavator',
    sentence: 'Every hydraulic ram is two bones that point at each other.',
    entry: 'gallery/excavator.rigy.yaml',
    start: { direction: [-1, 0.35, -1], options: { skeleton: false } },
  },
  {
    id: 'ship',
    title: 'Ship',
    sentence: 'One ellipsoid, cut at different heights, is hull, deck and stripe; each mast has a bone.',
    entry: 'gallery/ship.rigy.yaml',
    start: { direction: [-0.9, 0.29, -1], options: { skeleton: false } },
  },
  {
    id: 'village',
    title: 'Village',
    sentence: 'A scene of four assets: one cottage five times, a windmill and nine trees.',
    entry: 'gallery/village.rigs.yaml',
    start: { direction: [0.18, 0.45, -1], options: { skeleton: false } },
  },
  {
    id: 'chess',
    title: 'Chess set',
    sentence: '32 men from six descriptions, each on a bone of its own.',
    entry: 'gallery/chess.rigy.yaml',
    start: { direction: [-0.36, 0.61, -1], options: { skeleton: false } },
  },
  {
    id: 'plant',
    title: 'Plant',
    sentence: 'Three rings of leaves are three repeats; in the pose night they close.',
    entry: 'gallery/plant.rigy.yaml',
    start: { direction: [-0.36, 0.57, -1], options: { skeleton: false } },
  },
  {
    id: 'biplane',
    title: 'Biplane',
    sentence: 'A fuselage of 24 spheres that become smaller, and a propeller on its own bone.',
    entry: 'gallery/biplane.rigy.yaml',
    start: { direction: [-0.62, 0.29, -1], options: { skeleton: false } },
  },
  {
    id: 'robot_arm',
    title: 'Robot arm',
    sentence: 'Castings of implicit surfaces, and a crate that the gripper can carry.',
    entry: 'gallery/robot_arm.rigy.yaml',
    start: { direction: [-0.9, 0.39, -1], options: { skeleton: false } },
  },
  {
    id: 'hero',
    title: 'Hero',
    sentence: 'A person with every bone that engines ask for; a map beside the document names them for VRM.',
    entry: 'hero.rigy.yaml',
    start: { direction: [-0.75, 0.16, -1], options: { skeleton: false } },
  },
  {
    id: 'humanoid',
    title: 'Humanoid',
    sentence: 'Only the left arm and leg are written; one line of symmetry makes the right side, weights and all.',
    entry: 'humanoid.rigy.yaml',
    start: { direction: [-0.75, 0.16, -1], options: { skeleton: true } },
  },
  {
    id: 'arm',
    title: 'Arm',
    sentence: 'Two capsules bend as one: a gradient hands each vertex over from shoulder to elbow.',
    entry: 'arm.rigy.yaml',
    start: { direction: [-1, 0.18, -0.35], pose: 'bent', bone: 'elbow', options: { skeleton: true } },
  },
  {
    id: 'twist',
    title: 'Twist: LBS against DQS',
    sentence: 'The same half turn twice. Linear blending pinches the waist like a candy wrapper; dual quaternions keep it round.',
    entry: 'twist.rigy.yaml',
    start: {
      direction: [-0.3, 0.14, -1],
      pose: 'half_turn',
      options: { skeleton: false, solvers: ['lbs', 'dqs'] },
    },
  },
  {
    id: 'car',
    title: 'Car',
    sentence: 'One wheel file becomes five wheels: imports placed by three anchors each, held to a contract.',
    entry: 'car/car.rigy.yaml',
    start: { direction: [-0.85, 0.42, -1], options: { skeleton: false } },
  },
  {
    id: 'house',
    title: 'House',
    sentence: 'Drag a param: walls with cutouts, gables and roof follow. UVs shows its texture coordinates.',
    entry: 'house.rigy.yaml',
    start: { direction: [-0.75, 0.3, -1], options: { skeleton: false } },
  },
  {
    id: 'creature',
    title: 'Creature',
    sentence: 'A body of one implicit surface: twelve ops on a grid of 48³ cells, compiled again while you drag.',
    entry: 'creature.rigy.yaml',
    start: { direction: [-0.5, 0.15, -1], pose: 'curious', options: { skeleton: false } },
  },
  {
    id: 'room',
    title: 'Room',
    sentence: 'A scene: furniture on named slots, three deep. Move the table and the lamp on its tray goes along.',
    entry: 'room/room.rigs.yaml',
    start: { direction: 'inside', options: { skeleton: false } },
  },
  {
    id: 'materials',
    title: 'Materials',
    sentence: 'One base color per mesh; an alpha below 1 makes the bell jar clear.',
    entry: 'materials.rigy.yaml',
    start: { direction: [-0.5, 0.3, -1], options: { skeleton: false } },
  },
  {
    id: 'layers',
    title: 'Five layers of weights',
    sentence: 'One post per layer, weakest first: default, per primitive, weight file, gradient, vertex overrides.',
    entry: 'layers.rigy.yaml',
    start: {
      direction: [0.25, 0.28, 1],
      pose: 'lifted',
      bone: 'lift',
      options: { skeleton: false, heat: true },
    },
  },
  {
    id: 'armatures',
    title: 'Several armatures',
    sentence: 'Two rigs in one document, and one pose that moves both.',
    entry: 'armatures.rigy.yaml',
    start: { direction: frontQuarter, pose: 'windy', options: { skeleton: false } },
  },
  {
    id: 'robot',
    title: 'Robot',
    sentence: 'Rigid parts: every primitive follows one bone. Turn a shoulder and the arm goes along.',
    entry: 'robot.rigy.yaml',
    start: { direction: [-0.55, 0.2, -1], pose: 'wave', options: { skeleton: true } },
  },
  {
    id: 'fence',
    title: 'Fence',
    sentence: 'One repeat per kind of part: every picket follows from its number.',
    entry: 'fence.rigy.yaml',
    start: { direction: frontQuarter, options: { skeleton: false } },
  },
  {
    id: 'bookshelf',
    title: 'Bookshelf',
    sentence: 'A repeat around repeats: 72 books, and a little trigonometry that makes no two alike.',
    entry: 'bookshelf.rigy.yaml',
    start: { direction: frontQuarter, options: { skeleton: false } },
  },
  {
    id: 'tower',
    title: 'Tower',
    sentence: 'Twelve stories from one body. Drag twist to 0 and it stands straight.',
    entry: 'tower.rigy.yaml',
    start: { direction: frontQuarter, options: { skeleton: false } },
  },
  {
    id: 'bean',
    title: 'Bean',
    sentence: 'Nine metaballs on an arc melt into each other; one more presses the hollow.',
    entry: 'bean.rigy.yaml',
    start: { direction: frontQuarter, options: { skeleton: false } },
  },
  {
    id: 'rock',
    title: 'Rock',
    sentence: 'Metaballs placed by their number: another seed is another rock.',
    entry: 'rock.rigy.yaml',
    start: { direction: frontQuarter, options: { skeleton: false } },
  },
  {
    id: 'mug',
    title: 'Mug',
    sentence: 'Ops are summed, in any order: a large strength cuts away whatever was added there.',
    entry: 'mug.rigy.yaml',
    start: { direction: [-0.6, 0.6, -1], options: { skeleton: false } },
  },
];

// What is shown at first, which is not to wait for the list of all.
const first: Texts = import.meta.glob<string>('../../../examples/gallery/fox.*.yaml', { query: '?raw', import: 'default' });

async function textsOf(entry: string): Promise<Texts> {
  return entry.startsWith('gallery/fox.') ? first : (await import('./example_texts.js')).examples;
}

/** A document to start from scratch. */
export function emptyProject(): Project {
  return newProject([{ path: 'new.rigy.yaml', text: 'version: "0.13"\n\nmeshes:\n' }]);
}

/** What `rigy init` writes. */
export const templateNames = ['box', 'arm', 'character', 'house', 'scene', 'creature'];

export async function templateProject(name: string): Promise<Project> {
  const { templates } = await import('./example_texts.js');
  const prefix = '../../../templates/';
  const isScene = name === 'scene';
  const entry = `${name}.${isScene ? 'rigs' : 'rigy'}.yaml`;
  const parts = Object.keys(templates).filter((path) => isScene && path.startsWith(`${prefix}parts/`));
  const files = [prefix + entry, ...parts].map(async (path) => ({
    path: path.slice(prefix.length),
    text: await templates[path]!(),
  }));
  return newProject(await Promise.all(files), entry);
}

/** The example with its motions and the files it refers to, directly or indirectly. */
export async function projectOf({ entry }: Example): Promise<Project> {
  const texts = await textsOf(entry);
  const prefix = '../../../examples/';
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const base = prefix + entry.slice(0, entry.indexOf('.'));
  const motions = Object.keys(texts).filter((path) => path.startsWith(`${base}.`) && path.endsWith('.rigm.yaml'));
  const paths = [entry, ...motions.map((path) => path.slice(prefix.length))];
  const files = [];
  for (const path of paths) {
    const text = await texts[prefix + path]!();
    files.push({ path: path.slice(folder.length), text });
    for (const [, name] of text.matchAll(/:\s*([^\s,}]+\.(?:yaml|json))/g)) {
      const other = folder + name!;
      if (texts[prefix + other] !== undefined && !paths.includes(other)) paths.push(other);
    }
  }
  return newProject(files, entry.slice(folder.length));
}
