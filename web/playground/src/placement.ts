// Where a child of a scene is placed, and what changes in the text when it is moved.
import type { Change, OutlineChild, Place } from 'rigy';

export type Placement = Pick<OutlineChild, 'rotate' | 'nudge'>;

const directions = ['east', 'up', 'north'] as const;

/** The changes that give the field `place` of a child another `rotate` and `nudge`. */
export function placementChanges(place: Place, { rotate, nudge }: Placement): Change[] {
  const at = { line: place.line - 1, character: place.columnUtf16 - 1 };
  return [
    // A field that is not there is only added if it says something.
    { set: 'rotate', value: `${rotate}deg`, at, ifWritten: rotate === 0 },
    { set: 'nudge', value: nudgeText(nudge), at, ifWritten: nudge.every((one) => one === 0) },
  ];
}

function nudgeText(nudge: Placement['nudge']): string {
  const parts = directions.flatMap((direction, i) => (nudge[i] === 0 ? [] : [`${direction}: ${lengthText(nudge[i]!)}`]));
  return `{${parts.join(', ') || 'east: 0'}}`;
}

/** Centimeters, to a tenth of a millimeter: what the author gave in other units is only rounded. */
export function lengthText(meters: number): string {
  return `${Number((100 * meters).toFixed(2))}cm`;
}
