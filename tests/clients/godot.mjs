// Godot 3: a project with all exports, imported by the editor and looked at by a script.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { BACKGROUND, PIXELS } from './exports.mjs';
import { decodePng } from './png.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
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

// It leaves dots out of the names of clips: "left.wave" is called "leftwave".
function withDots(poses, names) {
  const original = new Map(names.map((name) => [name.replaceAll('.', ''), name]));
  return Object.fromEntries(Object.entries(poses).map(([name, pose]) => [original.get(name) ?? name, pose]));
}

// A project with the files, imported; `files` are paths by their ids.
async function makeProject(work, name, files, request) {
  const project = join(work, name);
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project);
  writeFileSync(join(project, 'project.godot'), PROJECT);
  copyFileSync(join(HERE, 'godot_dump.gd'), join(project, 'dump.gd'));
  copyFileSync(join(HERE, 'godot_play.gd'), join(project, 'play.gd'));
  for (const [id, path] of files) copyFileSync(path, join(project, `${id}.glb`));
  writeFileSync(join(project, 'request.json'), JSON.stringify({ exports: request, pixels: PIXELS, background: BACKGROUND }));
  await importAll(project, files.map(([id]) => id));
  return project;
}

// What the script answers, and the version of the program.
function ask(project, script) {
  execFileSync('xvfb-run', commandFor(project, '-s', script), { stdio: 'pipe', timeout: 1000 * MOST_SECONDS });
  const seen = JSON.parse(readFileSync(join(project, 'answer.json'), 'utf8'));
  // It ends with a status other than 0.
  const version = spawnSync('godot3', ['--version'], { encoding: 'utf8' }).stdout.split('.').slice(0, 3).join('.');
  return { seen, version };
}

export async function openGodot(work, exports) {
  const list = exports.map(({ id, camera }) => ({ id, camera }));
  const project = await makeProject(work, 'godot', exports.map(({ id, glb }) => [id, glb]), list);
  const { seen, version } = ask(project, 'dump.gd');
  return ({ id, expected }) => ({
    ...seen[id],
    bones: renamed(seen[id].bones, Object.keys(expected.bones)),
    poses: withDots(seen[id].poses, Object.keys(expected.poses)),
    picture: decodePng(readFileSync(join(project, `${id}.png`))),
    version,
  });
}

// The clips of the exports for Godot, and pictures of the moments that are shown. Godot knows a loop by the end of its name.
export async function playInGodot(work, exports) {
  const list = exports.map(({ id, clip, seconds, shown, camera }) => ({ id, clip, seconds, shown, camera }));
  const project = await makeProject(work, 'godot_clips', exports.map(({ id, godot }) => [id, godot]), list);
  const { seen, version } = ask(project, 'play.gd');
  return ({ id, shown }) => ({
    ...seen[id],
    pictures: shown.map((_, number) => decodePng(readFileSync(join(project, `${id}.${number}.png`)))),
    version,
  });
}
