// f3d, which only draws.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { BACKGROUND, PIXELS } from './exports.mjs';
import { decodePng } from './png.mjs';

const toSrgb = (value) => (1.055 * value ** (1 / 2.4) - 0.055).toFixed(4);

export function draw({ glb, camera: { eye, target, degrees } }) {
  const out = glb.replace('.export.glb', '.f3d.png');
  const options = {
    output: out,
    resolution: `${PIXELS},${PIXELS}`,
    'bg-color': BACKGROUND.map(toSrgb).join(),
    'camera-position': eye.join(),
    'camera-focal-point': target.join(),
    'camera-view-up': '0,1,0',
    'camera-view-angle': degrees,
  };
  const list = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  execFileSync('xvfb-run', ['-a', '-s', '-screen 0 800x800x24', 'f3d', ...list, glb], { stdio: 'pipe' });
  const version = /f3d (\S+)/.exec(execFileSync('f3d', ['--version'], { encoding: 'utf8' }))[1];
  return { picture: decodePng(readFileSync(out)), version };
}
