// Where a child of a scene is placed, and how its lines change when it is moved.
import type { OutlineChild, Place } from 'rigy';

export type Placement = Pick<OutlineChild, 'rotate' | 'nudge'>;

const directions = ['east', 'up', 'north'] as const;

/** The text with another `rotate` and `nudge` under the `place` of a child. */
export function withPlacement(text: string, place: Place, { rotate, nudge }: Placement): string {
  const start = offsetOf(text, place.line, place.columnUtf16);
  const end = offsetOf(text, place.endLine, place.endColumnUtf16);
  let fields = text.slice(start, end);
  const indent = ' '.repeat(place.columnUtf16 - 1);
  fields = withField(fields, indent, rotateField, `rotate: ${rotate}deg`, rotate === 0);
  fields = withField(fields, indent, nudgeField, `nudge: ${nudgeText(nudge)}`, nudge.every((one) => one === 0));
  return text.slice(0, start) + fields + text.slice(end);
}

const rotateField = /(?<=^|[\s{,])rotate:[ \t]*[^\s,}#]+/;
// In braces, or on lines of its own.
const nudgeField = /(?<=^|[\s{,])nudge:(?:[ \t]*\{[^}]*\}|(?:[ \t]*\r?\n[ \t]+(?:east|up|north):[^\r\n]*)+)/;

// A field that is not there is only added if it says something.
function withField(fields: string, indent: string, pattern: RegExp, field: string, isDefault: boolean): string {
  if (pattern.test(fields)) return fields.replace(pattern, () => field);
  if (isDefault) return fields;
  if (!fields.startsWith('{')) return `${fields}\n${indent}${field}`;
  return fields.replace(/\s*\}$/, (close) => `, ${field}${close}`);
}

function nudgeText(nudge: Placement['nudge']): string {
  const parts = directions.flatMap((direction, i) => (nudge[i] === 0 ? [] : [`${direction}: ${lengthText(nudge[i]!)}`]));
  return `{ ${parts.join(', ') || 'east: 0'} }`;
}

/** Centimeters, to a tenth of a millimeter: what the author gave in other units is only rounded. */
export function lengthText(meters: number): string {
  return `${Number((100 * meters).toFixed(2))}cm`;
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let i = 1; i < line; i += 1) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}
