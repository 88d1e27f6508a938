// Blender, started once for all exports, as GLB and as FBX.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { BACKGROUND, PIXELS } from './exports.mjs';
import { decodePng } from './png.mjs';

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'blender_open.py');

export function openBlender(work, exports) {
  const [request, answer] = ['request', 'answer'].map((name) => join(work, `blender.${name}.json`));
  const pictures = (id) => join(work, `blender.${id}`);
  const list = exports.map(({ id, glb, fbx, camera }) => ({ id, glb, fbx, camera, pictures: pictures(id) }));
  writeFileSync(request, JSON.stringify({ exports: list, pixels: PIXELS, background: BACKGROUND }));
  // Blender takes its modules from the first python3 in the path, which must be the system's.
  const env = { ...process.env, PATH: '/usr/bin:/bin' };
  execFileSync('blender', ['-b', '--factory-startup', '--python', SCRIPT, '--', request, answer], { stdio: 'pipe', env });
  const seen = JSON.parse(readFileSync(answer, 'utf8'));
  return (id) => {
    if (seen[id].problem) throw new Error(seen[id].problem);
    const { glb, fbx } = seen[id];
    return {
      glb: { ...glb, picture: decodePng(readFileSync(`${pictures(id)}.png`)), version: seen.version },
      fbx: { ...fbx, version: seen.version, knowsDualQuaternions: true },
    };
  };
}
