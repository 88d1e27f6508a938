// Blender, started once for all exports, as GLB and as FBX.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { BACKGROUND, PIXELS } from './exports.mjs';
import { decodePng } from './png.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

// What the script answers for the exports.
function ask(work, script, exports) {
  const [request, answer] = ['request', 'answer'].map((name) => join(work, `blender.${name}.json`));
  writeFileSync(request, JSON.stringify({ exports, pixels: PIXELS, background: BACKGROUND }));
  // Blender takes its modules from the first python3 in the path, which must be the system's.
  const env = { ...process.env, PATH: '/usr/bin:/bin' };
  const options = ['-b', '--factory-startup', '--python-exit-code', '1', '--python', join(HERE, script)];
  execFileSync('blender', [...options, '--', request, answer], { stdio: 'pipe', env });
  return JSON.parse(readFileSync(answer, 'utf8'));
}

export function openBlender(work, exports) {
  const pictures = (id) => join(work, `blender.${id}`);
  const list = exports.map(({ id, glb, fbx, camera }) => ({ id, glb, fbx, camera, pictures: pictures(id) }));
  const seen = ask(work, 'blender_open.py', list);
  return (id) => {
    if (seen[id].problem) throw new Error(seen[id].problem);
    const { glb, fbx } = seen[id];
    return {
      glb: { ...glb, picture: decodePng(readFileSync(`${pictures(id)}.png`)), version: seen.version },
      fbx: { ...fbx, version: seen.version, knowsDualQuaternions: true },
    };
  };
}

// The clips of the exports, and pictures of the moments that are shown.
export function playInBlender(work, exports) {
  const pictures = (id) => join(work, `blender.clip.${id}`);
  const list = exports.map(({ id, glb, clip, seconds, shown, camera }) => ({
    id, glb, clip, seconds, shown, camera, pictures: pictures(id),
  }));
  const seen = ask(work, 'blender_play.py', list);
  return ({ id, shown }) => ({
    ...seen[id],
    pictures: shown.map((_, number) => decodePng(readFileSync(`${pictures(id)}.${number}.png`))),
    version: seen.version,
  });
}
