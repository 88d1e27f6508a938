// The distance between two parts: click one, then the other with Shift. Loaded on first use.
import type { Measurement, OutlinePrimitive } from 'rigy';
import { measured } from './export.js';
import { notify, notifyError } from './notice.js';
import type { Project } from './project.js';
import type { Vec3 } from './quaternion.js';

export function measurementText({ a, b, status, distance, penetration }: Measurement): string {
  const meters = (value: number) => `${Number(value.toPrecision(4))} m`;
  switch (status) {
    case 'apart':
      return `${a} and ${b} are ${meters(distance)} apart.`;
    case 'touching':
      return `${a} and ${b} touch.`;
    case 'overlapping':
      return `${a} and ${b} overlap${penetration === null ? '' : ` by ${meters(penetration)}`}.`;
    case 'containing':
      return `${b} is inside ${a}.`;
    case 'contained':
      return `${a} is inside ${b}.`;
  }
}

/** Says how the parts lie to each other at rest, and shows the line between them. */
export async function measure(
  project: Project,
  from: OutlinePrimitive | null,
  to: OutlinePrimitive,
  show: (line: [Vec3, Vec3] | null) => void,
): Promise<void> {
  if (!from) return notify('Click one part first, then another with Shift.');
  try {
    const measurement = await measured(project, from.id, to.id);
    show(measurement.status === 'apart' ? measurement.points : null);
    notify(measurementText(measurement));
  } catch (error) {
    notifyError(`Nothing was measured: ${(error as Error).message}.`);
  }
}
