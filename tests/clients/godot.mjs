// Godot 3: a project with all exports, imported by the editor and looked at by a script.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { BACKGROUND, PIXELS } from './exports.mjs';
import { decodePng } from './png.mjs';

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'godot_dump.gd');
const PROJECT = `config_version=4
[application]
config/name="clients"
[display]
window/size/width=${PIXELS}
window/size/height=${PIXELS}
[rendering]
quality/driver/driver_name="GLES2"
`;

const MOST_SECONDS = 300;

function commandFor(project, ...options) {
  const screen = ['-a', '-s', '-screen 0 1280x1024x24'];
  return [...screen, 'godot3', '--audio-driver', 'Dummy', '--video-driver', 'GLES2', '--path', project, ...options];
}

// The editor imports when it starts. With --quit it does not always end, so it is stopped when all files are there.
async function importAll(project, ids) {
  const editor = spawn('xvfb-run', commandFor(project, '--editor'), { stdio: 'ignore', detached: true });
  const folder = join(project, '.import');
  const isDone = (id) => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`${id}.glb`) && name.endsWith('.md5'));
  for (let second = 0; second < MOST_SECONDS && !ids.every(isDone); second += 1) await sleep(1000);
  await sleep(2000);
  process.kill(-editor.pid);
  if (!ids.every(isDone)) throw new Error('the editor does not import the files');
}

// Godot 3.2 writes the names of bones in lower case.
function renamed(bones, names) {
  const original = new Map(names.map((name) => [name.toLowerCase(), name]));
  const nameOf = (name) => original.get(name) ?? name;
  return Object.fromEntries(Object.entries(bones).map(([name, bone]) => [nameOf(name), { ...bone, parent: nameOf(bone.parent) }]));
}

export async function openGodot(work, exports) {
  const project = join(work, 'godot');
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project);
  writeFileSync(join(project, 'project.godot'), PROJECT);
  copyFileSync(SCRIPT, join(project, 'dump.gd'));
  for (const { id, glb } of exports) copyFileSync(glb, join(project, `${id}.glb`));
  const list = exports.map(({ id, camera }) => ({ id, camera }));
  writeFileSync(join(project, 'request.json'), JSON.stringify({ exports: list, pixels: PIXELS, background: BACKGROUND }));
  await importAll(project, exports.map(({ id }) => id));
  execFileSync('xvfb-run', commandFor(project, '-s', 'dump.gd'), { stdio: 'pipe', timeout: 1000 * MOST_SECONDS });
  const seen = JSON.parse(readFileSync(join(project, 'answer.json'), 'utf8'));
  // It ends with a status other than 0.
  const version = spawnSync('godot3', ['--version'], { encoding: 'utf8' }).stdout.split('.').slice(0, 3).join('.');
  return ({ id, expected }) => ({
    ...seen[id],
    bones: renamed(seen[id].bones, Object.keys(expected.bones)),
    picture: decodePng(readFileSync(join(project, `${id}.png`))),
    version,
  });
}
