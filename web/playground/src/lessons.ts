// The steps of the guide, as lessons: a page of docs/guide and its document.
import type { Example } from './examples.js';
import type { Start } from './start.js';

export interface Lesson extends Example {
  /** The name of its page: "04-arm". */
  page: string;
}

const fromFront: Start['direction'] = [-0.5, 0.28, -1];
const fromBack: Start['direction'] = [0.5, 0.28, 1];

function lesson(page: string, title: string, file: string, start: Start): Lesson {
  const id = `learn-${Number(page.slice(0, 2))}`;
  return { id, title, sentence: '', page, entry: `guide/${file}`, start };
}

export const lessons: Lesson[] = [
  lesson('01-box', 'A box', '01-box.rigy.yaml', { direction: fromBack }),
  lesson('02-lamp', 'A lamp', '02-lamp.rigy.yaml', { direction: fromBack }),
  lesson('03-desk-lamp', 'A lamp with joints', '03-desk-lamp.rigy.yaml', { direction: fromBack, pose: 'reading' }),
  lesson('04-arm', 'An arm that bends', '04-arm.rigy.yaml', { direction: [0, 0.1, 1], pose: 'bent', bone: 'elbow' }),
  lesson('05-poses', 'Poses and solvers', '05-poses.rigy.yaml', {
    direction: [0, 0.1, 1],
    pose: 'twisted',
    options: { skeleton: false, solvers: ['lbs', 'dqs'] },
  }),
  lesson('06-symmetry', 'Symmetry', '06-dog.rigy.yaml', { direction: fromFront }),
  lesson('07-weights', 'Weights by hand', '07-weights.rigy.yaml', {
    direction: fromBack,
    pose: 'pitched',
    options: { skeleton: false },
  }),
  lesson('08-composition', 'Assets made of assets', '08-cart.rigy.yaml', { direction: fromFront }),
  lesson('09-params', 'Saying it once', '09-bridge.rigy.yaml', { direction: fromFront }),
  lesson('10-uvs', 'Texture coordinates', '10-crate.rigy.yaml', { direction: fromBack, options: { uvs: true } }),
  lesson('11-implicit', 'Blobs', '11-pear.rigy.yaml', { direction: [0.9, 0.28, 0.5] }),
  lesson('12-scene', 'A scene', '12-room.rigs.yaml', { direction: [0.6, 0.45, 1] }),
  lesson('13-export', 'Into Blender and Godot', '06-dog.rigy.yaml', { direction: fromFront }),
];

const pages = import.meta.glob<string>('../../../docs/guide/[01]*.md', { query: '?raw', import: 'default' });

export async function pageOf({ page }: Lesson): Promise<string> {
  return (await pages[`../../../docs/guide/${page}.md`]?.()) ?? '';
}

/** The lesson that a link of a page leads to. */
export function lessonAt(target: string): Lesson | undefined {
  return lessons.find(({ page }) => target === `${page}.md`);
}
