// The statistics below the view.
import { byId } from './dom.js';
import type { Stats } from './model.js';

const number = new Intl.NumberFormat('en');

const unknown = '–';

export function showStats(stats: Stats | null): void {
  byId('stat-vertices').textContent = stats ? number.format(stats.vertices) : unknown;
  byId('stat-triangles').textContent = stats ? number.format(stats.triangles) : unknown;
  byId('stat-joints').textContent = stats ? number.format(stats.joints) : unknown;
  byId('stat-bytes').textContent = stats ? bytesText(stats.bytes) : unknown;
}

export function showCompileTime(milliseconds: number | null): void {
  byId('stat-time').textContent =
    milliseconds === null ? unknown : `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KiB'] : [bytes / 1024 ** 2, 'MiB'];
  return `${size.toFixed(size < 100 ? 1 : 0)} ${unit}`;
}
