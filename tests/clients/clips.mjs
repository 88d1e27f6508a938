// ./dev clients clips: plays the clips of motions in programs and compares where every bone is, at several moments, with
// where `rigy pose` says it is. Prints the second table of records/clients.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readGlb, readWithThree } from '../fbx_readers/readers.mjs';
import { bonesOf, load, trianglesOf } from '../fbx_readers/scene.mjs';
import { playInBlender } from './blender.mjs';
import { openBrowser, pictureOfClip } from './browser.mjs';
import { cameraFor } from './exports.mjs';
import { playInGodot } from './godot.mjs';
import { encodePng, halved, tile } from './png.mjs';

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PAGE = join(REPOSITORY, 'records/clients.md');
const MOTIONS = [
  { id: 'person', path: 'motion/walker.rigm.yaml', clip: 'walk', length: 1 },
  { id: 'horse', path: 'motion/horse.rigm.yaml', clip: 'trot', length: 0.68 },
  { id: 'excavator', path: 'gallery/excavator.rigm.yaml', clip: 'dig', length: 6 },
];
// Godot 3 samples clips 15 times a second when it imports them, so these are moments that all programs have.
const GODOT_RATE = 15;
const MOMENTS = 6;
// What is drawn.
const SHOWN = [1, 4];
// Godot also leaves out samples that it finds unimportant.
const ENOUGH = { Godot: 2e-2 };

const [, program, work, ...options] = process.argv.slice(2);
const isInstalled = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

function run(command, document, output, ...more) {
  const path = join(work, output);
  execFileSync(program, [command, document, '-o', path, '--suppress-warning', 'all', ...more], { stdio: 'pipe' });
  return path;
}

// Bones by name with their heads, in the axes of exports, which face +z.
function headsAt(document, moment) {
  const entry = execFileSync(program, ['pose', document, '--pose', moment, '--suppress-warning', 'all'], { encoding: 'utf8' });
  const bones = entry.matchAll(/^ +"?([^":]+)"?: \{rotation: .*, translation: \[(.*)\]\}$/gm);
  return Object.fromEntries([...bones].map(([, name, numbers]) => {
    const [x, y, z] = numbers.split(', ').map(Number);
    return [name, [-x, y, -z]];
  }));
}

async function prepared({ id, path, clip, length }) {
  const document = join(REPOSITORY, 'examples', path);
  const glb = run('export', document, `${id}.clip.glb`, '--poses', 'none');
  const seconds = Array.from({ length: MOMENTS }, (_, i) => Math.floor((i * length * GODOT_RATE) / MOMENTS) / GODOT_RATE);
  const heads = seconds.map((at) => headsAt(document, `${clip}@${at}`));
  const { scene } = await readGlb(glb);
  return {
    id, clip, length, seconds, heads, glb,
    fbx: run('export', document, `${id}.clip.fbx`, '--poses', 'none'),
    godot: run('export', document, `${id}.godot.glb`, '--poses', 'none', '--for', 'godot'),
    // Clips lead beyond the rest shape.
    camera: cameraFor(trianglesOf(scene), { margin: 1.4 }),
    shown: SHOWN.map((moment) => seconds[moment]),
  };
}

const { AnimationMixer } = await load('three/build/three.module.js');
const { REVISION } = await load('three/build/three.module.js');

// What three.js makes of a file that it has read.
function playInThree({ scene, animations }, { clip, seconds, heads }) {
  const found = animations.find(({ name }) => name === clip || name.endsWith(`|${clip}`));
  if (!found) return { names: animations.map(({ name }) => name) };
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(found).play();
  const names = new Set(Object.keys(heads[0]));
  const places = seconds.map((at) => {
    mixer.setTime(at);
    const bones = Object.entries(bonesOf(scene, names));
    return Object.fromEntries(bones.map(([name, { numbers }]) => [name, numbers.slice(0, 3)]));
  });
  return { length: found.duration, heads: places };
}

// How far the farthest bone is from where it should be; a text if there is nothing to compare.
function distanceOf({ clip, length, heads: expected }, { names, length: found, heads, loops }) {
  if (names) return `no clip ${clip} among ${names.join(', ')}`;
  if (Math.abs(found - length) > 1e-3) return `${clip} takes ${found} s instead of ${length} s`;
  if (loops === false) return `${clip} does not loop`;
  let farthest = 0;
  for (const [moment, bones] of expected.entries()) {
    for (const [name, place] of Object.entries(bones)) {
      const seen = heads[moment][name] ?? heads[moment][name.toLowerCase()];
      if (!seen) return `no bone ${name}`;
      farthest = Math.max(farthest, Math.hypot(...place.map((value, axis) => value - seen[axis])));
    }
  }
  return farthest;
}

function programs(browser) {
  const three = async (one) => ({
    ...playInThree(await readGlb(one.glb), one),
    pictures: browser && (await Promise.all(one.shown.map((at) => pictureOfClip(browser, one, at)))),
  });
  const fbx = (one) => playInThree(readWithThree(one.fbx), one);
  return [
    { name: 'three.js', file: 'glb', needs: 'node', prepare: () => three, version: `r${REVISION}` },
    { name: 'three.js FBXLoader', file: 'fbx', needs: 'node', prepare: () => fbx, version: `r${REVISION}` },
    { name: 'Blender', file: 'glb', needs: 'blender', prepare: (all) => playInBlender(work, all) },
    { name: 'Godot', file: 'glb', needs: 'godot3', prepare: (all) => playInGodot(work, all) },
  ];
}

async function play({ name, file, needs, prepare, version = '' }, all) {
  const results = { name, file, version, cells: [], problems: [], pictures: {} };
  if (!isInstalled(needs)) return { ...results, cells: all.map(() => 'not run') };
  const see = await prepare(all);
  for (const one of all) {
    const seen = await see(one);
    results.version = seen.version ?? results.version;
    results.pictures[one.id] = seen.pictures;
    const distance = distanceOf(one, seen);
    const isWrong = typeof distance === 'string' || distance > (ENOUGH[name] ?? 1e-5);
    if (isWrong) results.problems.push(`${name} (${file}), ${one.id}: ${distance}`);
    results.cells.push(isWrong ? '**wrong**' : `to ${distance.toExponential(0)} m`);
  }
  return results;
}

const tableOf = (all, results) => [
  `| program | file | ${all.map(({ id, clip }) => `${id}, ${clip}`).join(' | ')} |`,
  `|---|---|${all.map(() => '---|').join('')}`,
  ...results.map(({ name, version, file, cells }) => `| ${name} ${version} | .${file} | ${cells.join(' | ')} |`),
  '',
].join('\n');

// Moments from top to bottom, programs from left to right.
function savePictures(all, results) {
  const folder = join(REPOSITORY, 'records/clients');
  mkdirSync(folder, { recursive: true });
  const shown = ['Blender', 'three.js', 'Godot'].map((name) => results.find((one) => one.name === name && one.file === 'glb'));
  for (const { id } of all) {
    const pictures = shown.map((one) => one?.pictures[id]);
    if (!pictures.every(Boolean)) continue;
    const rows = SHOWN.map((_, row) => pictures.map((columns) => halved(columns[row])));
    writeFileSync(join(folder, `clip-${id}.png`), encodePng(tile(rows)));
  }
}

function record(table) {
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, page.replace(/(## Clips\n[^|]*)(?:\|.*\n)+/, (_, before) => `${before}${table}`));
}

mkdirSync(work, { recursive: true });
const all = await Promise.all(MOTIONS.map(prepared));
const browser = isInstalled('chromium') ? await openBrowser(resolve(work)) : undefined;
const results = [];
for (const one of programs(browser)) {
  console.error(`clients: ${one.name} (.${one.file}) plays clips`);
  results.push(await play(one, all));
}
await browser?.close();
console.log(tableOf(all, results));
const problems = results.flatMap((one) => one.problems);
for (const problem of problems) console.log(problem);
if (options.includes('--record')) {
  record(tableOf(all, results));
  savePictures(all, results);
}
process.exitCode = problems.length > 0 ? 1 : 0;
