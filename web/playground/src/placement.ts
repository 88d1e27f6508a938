// Where a child of a scene is placed, and what changes in the text when it is moved.
import type { Change, OutlineChild, Place, Position } from 'rigy';

export type Placement = Pick<OutlineChild, 'rotate' | 'nudge'>;

export const directions = ['east', 'up', 'north'] as const;

/** The changes that give a child another `rotate` and `nudge`: only of what differs, so that the rest keeps its units. */
export function placementChanges(before: Placement & { place: Place }, { rotate, nudge }: Placement): Change[] {
  const { line, columnUtf16 } = before.place;
  const at = { line: line - 1, character: columnUtf16 - 1 };
  // A field that is not there is only added if it says something.
  const turned: Change[] = rotate === before.rotate ? [] : [{ set: 'rotate', value: `${rotate}deg`, at, ifWritten: rotate === 0 }];
  return [...turned, ...nudgeChanges(before.nudge, nudge, at)];
}

function nudgeChanges(before: Placement['nudge'], after: Placement['nudge'], at: Position): Change[] {
  const moved = directions.flatMap((direction, i) => (after[i] === before[i] ? [] : [{ direction, to: after[i]! }]));
  // The first ones are written on one line.
  if (before.every((one) => one === 0) && moved.length > 0) {
    const value = moved.map(({ direction, to }) => `${direction}: ${lengthText(to)}`).join(', ');
    return [{ set: 'nudge', value: `{${value}}`, at }];
  }
  return moved.map(({ direction, to }) => ({ set: `nudge.${direction}`, value: lengthText(to), at, ifWritten: to === 0 }));
}

/** Centimeters, to a tenth of a millimeter: what the author gave in other units is only rounded. */
export function lengthText(meters: number): string {
  return `${Number((100 * meters).toFixed(2))}cm`;
}
