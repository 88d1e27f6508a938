// The numbers below the view.
import { byId } from './dom.js';
import type { Stats } from './model.js';

const number = new Intl.NumberFormat('en');

export function showStats({ vertices, triangles, joints, bytes }: Stats): void {
  byId('stat-vertices').textContent = number.format(vertices);
  byId('stat-triangles').textContent = number.format(triangles);
  byId('stat-joints').textContent = number.format(joints);
  byId('stat-bytes').textContent = bytesText(bytes);
}

export function showCompileTime(milliseconds: number): void {
  byId('stat-time').textContent = `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KiB'] : [bytes / 1024 ** 2, 'MiB'];
  return `${size.toFixed(size < 100 ? 1 : 0)} ${unit}`;
}
