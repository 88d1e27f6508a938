// ./dev clients: opens the exports in every program that is installed, compares what it shows with what it should, and prints
// the table of records/clients.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openBlender } from './blender.mjs';
import { BROWSER_PROGRAMS, openBrowser } from './browser.mjs';
import { makeExports, makeOptionExports } from './exports.mjs';
import { draw as drawWithF3d } from './f3d.mjs';
import { openGodot } from './godot.mjs';
import { encodePng, halved, tile } from './png.mjs';
import { convertWithAutodesk, pack, readWithAssimp, validate } from './tools.mjs';
import { ENOUGH, verdictOf } from './verdict.mjs';

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PAGE = join(REPOSITORY, 'records/clients.md');
// Small files have places of 14 bits, and weights of 8.
const ENOUGH_OF_OPTIONS = 1e-3;
const ASPECTS = { rest: 'rest shape', bones: 'bones', poses: 'poses', picture: 'picture' };

const [, program, work, ...options] = process.argv.slice(2);
const wanted = options.filter((option) => option !== '--record');
if (!work) {
  console.error(`usage: ${process.argv[1]} MODULES-DIR RIGY WORK-DIR [--record] [PROGRAM...]`);
  process.exit(2);
}

const isInstalled = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

// Each program: what it needs, and a function that prepares it for all exports and gives one from an export to what
// it shows. `enough` says where a program itself rounds more.
function programs(browser) {
  const inBrowser = BROWSER_PROGRAMS.map(({ name, file, open }) => ({
    name, file, needs: 'chromium', prepare: () => (one) => open(browser, one),
  }));
  const seenInBlender = new Map();
  const openOnce = (exports) => {
    if (!seenInBlender.has(exports)) seenInBlender.set(exports, openBlender(work, exports));
    return seenInBlender.get(exports);
  };
  return [
    { name: 'glTF validator', file: 'glb', needs: 'node', prepare: () => validate },
    ...inBrowser,
    { name: 'Blender', file: 'glb', needs: 'blender', prepare: (exports) => ({ id }) => openOnce(exports)(id).glb },
    { name: 'Blender', file: 'fbx', needs: 'blender', prepare: (exports) => ({ id }) => openOnce(exports)(id).fbx },
    { name: 'Godot', file: 'glb', needs: 'godot3', prepare: (exports) => openGodot(work, exports), enough: { rest: 1e-3, poses: 1e-3 } },
    { name: 'f3d', file: 'glb', needs: 'f3d', prepare: () => drawWithF3d },
    { name: 'assimp', file: 'glb', needs: 'assimp', prepare: () => readWithAssimp },
    { name: 'gltfpack', file: 'glb', needs: 'node', prepare: () => pack, enough: { poses: 1e-3 } },
    { name: "Autodesk's SDK (fbx2gltf)", file: 'fbx', needs: 'node', prepare: () => convertWithAutodesk },
  ];
}

async function openAll({ name, file, needs, prepare }, exports) {
  const results = { name, file, version: '', verdicts: {}, problems: [], pictures: {} };
  if (!isInstalled(needs)) return { ...results, notRun: true };
  try {
    const open = await prepare(exports);
    for (const one of exports) {
      const seen = await open(one);
      results.version = seen.version ?? results.version;
      results.verdicts[one.id] = verdictOf(one, seen);
      if (seen.picture) results.pictures[one.id] = seen.picture;
    }
  } catch (error) {
    results.problems.push(`${name}: ${error.message}`);
  }
  return results;
}

// The worst of all exports, as a cell of the table.
function cellOf({ name, file, verdicts, problems }, aspect, enough) {
  const found = Object.entries(verdicts).map(([id, verdict]) => ({ id, ...verdict[aspect], isThere: Boolean(verdict[aspect]) }));
  const there = found.filter(({ isThere }) => isThere);
  if (there.length === 0) return aspect === 'rest' && name === 'glTF validator' ? 'no errors, no warnings' : '–';
  for (const { id, problem, tolerance } of there) {
    if (problem) problems.push(`${name} (${file}), ${id}, ${ASPECTS[aspect]}: ${problem}`);
    else if (tolerance > enough) problems.push(`${name} (${file}), ${id}, ${ASPECTS[aspect]}: only to ${tolerance}`);
  }
  if (there.some(({ problem }) => problem)) return `**wrong**: ${there.filter(({ problem }) => problem).map(({ id }) => id).join(', ')}`;
  if (aspect === 'picture') return 'right';
  return `to ${Math.max(...there.map(({ tolerance }) => tolerance)).toExponential(0)}`;
}

function lineOf(results, exports, enough = {}) {
  const { name, file, version, notRun, verdicts } = results;
  if (notRun) return `| ${name} | .${file} | not run | | | | |`;
  const cells = Object.keys(ASPECTS).map((aspect) => cellOf(results, aspect, enough[aspect] ?? ENOUGH));
  return `| ${name} ${version} | .${file} | ${Object.keys(verdicts).length} of ${exports.length} | ${cells.join(' | ')} |`;
}

function tableOf(lines) {
  return ['| program | file | opens | rest shape | bones | poses | picture |', '|---|---|---|---|---|---|---|', ...lines, ''].join('\n');
}

// Exports with options, each in its programs.
async function openOptions(wantedPrograms, exports) {
  const all = [];
  for (const program of wantedPrograms.filter(({ file }) => file === 'glb')) {
    const own = exports.filter(({ programs: names }) => names.includes(program.name));
    if (own.length === 0) continue;
    console.error(`clients: presets and options in ${program.name}`);
    all.push({ ...(await openAll(program, own)), exports: own });
  }
  return all;
}

function optionLines(results) {
  return results.exports.map(({ id, options }) => {
    const verdict = results.verdicts[id];
    const one = { ...results, verdicts: verdict ? { [id]: verdict } : {} };
    const cells = Object.keys(ASPECTS).map((aspect) => cellOf(one, aspect, ENOUGH_OF_OPTIONS));
    const state = results.notRun ? 'not run' : verdict ? 'yes' : '**no**';
    return `| ${id.split('_')[0]} | \`${options}\` | ${results.name} ${results.version} | ${state} | ${cells.join(' | ')} |`;
  });
}

function optionTable(all) {
  const head = ['| document | options | program | opens | rest shape | bones | poses | picture |', '|---|---|---|---|---|---|---|---|'];
  return [...head, ...all.flatMap(optionLines), ''].join('\n');
}

function savePicture(name, rows) {
  const folder = join(REPOSITORY, 'records/clients');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), encodePng(tile(rows)));
}

function savePictures(all, exports) {
  const picturesOf = (name) => all.find((results) => results.name === name && results.file === 'glb')?.pictures ?? {};
  const rows = ['Blender', 'three.js'].map(picturesOf);
  if (rows.some((pictures) => exports.some(({ id }) => !pictures[id]))) return;
  for (const { id } of exports) savePicture(id, [rows.map((pictures) => halved(pictures[id]))]);
}

// A row for each export; a column for each program that opens it.
function saveOptionPictures(all, exports) {
  for (const { id } of exports) {
    const pictures = all.map((results) => results.pictures[id]).filter(Boolean);
    if (pictures.length > 0) savePicture(id, [pictures.map(halved)]);
  }
}

// The lines of programs that were not run this time stay.
function record(lines, ofOptions) {
  const page = readFileSync(PAGE, 'utf8');
  const isOf = (line, { name, file }) => line.startsWith(`| ${name} `) && line.includes(`| .${file} |`);
  const renewed = (line) => lines[all.findIndex((results) => isOf(line, results))] ?? line;
  const written = (recorded) => (wanted.length > 0 ? recorded.split('\n').map(renewed).join('\n') : tableOf(lines));
  // The first table of the page, and that of options.
  const ofPrograms = page.replace(/^(?:\|.*\n)+?(?=\n)/m, written);
  const ofAll = (recorded, before) => (wanted.length > 0 ? recorded : `${before}${ofOptions}`);
  writeFileSync(PAGE, ofPrograms.replace(/(## Presets and options\n\n)(?:\|.*\n)+/, ofAll));
}

const exports = await makeExports(resolve(program), join(REPOSITORY, 'examples'), resolve(work));
const optionExports = await makeOptionExports(resolve(program), join(REPOSITORY, 'examples'), resolve(work));
const browser = isInstalled('chromium') ? await openBrowser(resolve(work)) : undefined;
const all = [];
const lines = [];
const wantedPrograms = programs(browser).filter(({ name }) => wanted.length === 0 || wanted.includes(name));
for (const one of wantedPrograms) {
  console.error(`clients: ${one.name} (.${one.file})`);
  const results = await openAll(one, exports);
  all.push(results);
  lines.push(lineOf(results, exports, one.enough));
}
const withOptions = await openOptions(wantedPrograms, optionExports);
const ofOptions = optionTable(withOptions);
await browser?.close();
console.log(`${tableOf(lines)}\n${ofOptions}`);
const problems = [...all, ...withOptions].flatMap((results) => results.problems);
for (const problem of problems) console.log(problem);
if (options.includes('--record')) {
  record(lines, ofOptions);
  savePictures(all, exports);
  saveOptionPictures(withOptions, optionExports);
}
process.exitCode = problems.length > 0 ? 1 : 0;
