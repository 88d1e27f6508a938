// The steps of the guide, as lessons: a page of docs/guide and its document.
import type { Example } from './examples.js';
import type { Start } from './start.js';
import { directionOf, frontQuarter } from './view/sides.js';

export interface Lesson extends Example {
  /** The name of its page: "04-arm". */
  page: string;
}

function lesson(page: string, title: string, file: string, start: Partial<Start> = {}): Lesson {
  const id = `learn-${Number(page.slice(0, 2))}`;
  return { id, title, sentence: '', page, entry: `guide/${file}`, start: { direction: frontQuarter, ...start } };
}

export const lessons: Lesson[] = [
  lesson('01-box', 'A box', '01-box.rigy.yaml'),
  lesson('02-lamp', 'A lamp', '02-lamp.rigy.yaml'),
  lesson('03-desk-lamp', 'A lamp with joints', '03-desk-lamp.rigy.yaml', { pose: 'reading' }),
  lesson('04-arm', 'An arm that bends', '04-arm.rigy.yaml', { direction: directionOf.front, pose: 'bent', bone: 'elbow' }),
  lesson('05-poses', 'Poses and solvers', '05-poses.rigy.yaml', {
    direction: directionOf.front,
    pose: 'twisted',
    options: { skeleton: false, solvers: ['lbs', 'dqs'] },
  }),
  lesson('06-symmetry', 'Symmetry', '06-dog.rigy.yaml'),
  lesson('07-weights', 'Weights by hand', '07-weights.rigy.yaml', {
    pose: 'pitched',
    options: { skeleton: false },
  }),
  lesson('08-composition', 'Assets made of assets', '08-cart.rigy.yaml'),
  lesson('09-params', 'Saying it once', '09-bridge.rigy.yaml'),
  lesson('10-uvs', 'Texture coordinates', '10-crate.rigy.yaml', { options: { uvs: true } }),
  lesson('11-implicit', 'Blobs', '11-pear.rigy.yaml', { direction: [1, 0.28, -0.35] }),
  lesson('12-scene', 'A scene', '12-room.rigs.yaml', { direction: 'inside' }),
  lesson('13-export', 'Into Blender and Godot', '06-dog.rigy.yaml'),
  lesson('14-motion', 'Make it move', '06-dog.rigy.yaml'),
];

export async function pageOf({ page }: Lesson): Promise<string> {
  const { pages } = await import('./example_texts.js');
  return (await pages[`../../../docs/guide/${page}.md`]?.()) ?? '';
}

/** The lesson that a link of a page leads to. */
export function lessonAt(target: string): Lesson | undefined {
  return lessons.find(({ page }) => target === `${page}.md`);
}
