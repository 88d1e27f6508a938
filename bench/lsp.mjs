// How long the language server takes for each kind of request, in documents of 300 KB and 5 MB, as a table for
// docs/performance.md.
//
//     node bench/lsp.mjs MODULES RIGY [--json]
//
// MODULES is a folder with vscode-languageserver-protocol, such as build/npm-editors after the test lsp. Times are those
// of the processor, since other programs may use the machine at the same time. With --json it prints the times for
// `./dev bench`, which fails if an answer takes longer than docs/editors.md promises: 50 and 500 ms.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [modules, rigy, ...options] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'package.json'));
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require('vscode-languageserver-protocol/node');

const SIZES = [
  { name: '300 KB', bytes: 300e3, rounds: 12 },
  { name: '5 MB', bytes: 5e6, rounds: 3 },
];

// An asset with a skeleton, poses, materials and params, and as many parts as fit.
const documentOf = (bytes) => {
  const head = `version: "0.13"
params: {width: 2}
materials: {red: {base_color: [1, 0, 0, 1]}, blue: {base_color: [0, 0, 1, 1]}}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: arm, parent: root, head: [0, 1, 0], tail: [1, 1, 0]}
bindings:
  - {mesh_id: body, armature_id: rig, weights: [{primitive_id: part_0, bones: [{bone_id: arm, weight: 1}]}]}
poses:
  - {id: wave, bones: {root: {translation: [0, 0, 0]}, arm: {translation: [0, 1, 0]}}}
meshes:
  - id: body
    primitives:
`;
  const parts = [];
  for (let i = 0, size = head.length; size < bytes; ++i) {
    parts.push(`      - {id: part_${i}, type: box, material: red, dimensions: {x: "=$width/2", y: 2, z: 3}, transform: {translation: [${2 * i}, 0, 0]}}\n`);
    size += parts.at(-1).length;
  }
  return head + parts.join('');
};

const program = spawn(rigy, ['lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = createProtocolConnection(new StreamMessageReader(program.stdout), new StreamMessageWriter(program.stdin));
let published = () => {};
connection.onNotification('textDocument/publishDiagnostics', (params) => published(params));
connection.listen();

// The processor time of all threads, in milliseconds.
const spent = () => readdirSync(`/proc/${program.pid}/task`)
  .map((task) => Number(readFileSync(`/proc/${program.pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
  .reduce((sum, one) => sum + one, 0);
const diagnosed = (uri, version) => new Promise((resolve) => {
  published = (params) => { if (params.uri === uri && params.version === version) resolve(); };
});
const placeOf = (text, part, inside) => {
  const offset = text.indexOf(part, text.length / 2) < 0 ? text.indexOf(part) : text.indexOf(part, text.length / 2);
  const before = text.slice(0, offset + inside).split('\n');
  return { line: before.length - 1, character: before.at(-1).length };
};

const requests = (text) => {
  const id = placeOf(text, 'id: part_', 6);
  const bone = placeOf(text, 'bone_id: arm', 10);
  const material = placeOf(text, 'material: red', 11);
  const whole = { start: { line: 0, character: 0 }, end: { line: text.split('\n').length, character: 0 } };
  const options = { tabSize: 2, insertSpaces: true };
  return {
    completion: { position: material },
    'completion of primitives': { position: placeOf(text, 'primitive_id: part', 15) },
    hover: { position: id },
    definition: { position: bone },
    references: { position: id, context: { includeDeclaration: true } },
    documentHighlight: { position: material },
    prepareRename: { position: id },
    rename: { position: bone, newName: 'limb' },
    codeAction: { range: { start: id, end: id }, context: { diagnostics: [] } },
    documentSymbol: {},
    foldingRange: {},
    selectionRange: { positions: [id] },
    documentLink: {},
    documentColor: {},
    inlayHint: { range: whole },
    formatting: { options },
  };
};

await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
await connection.sendNotification('initialized', {});
const rows = new Map();
const note = (name, times) => rows.set(name, [...(rows.get(name) ?? []), Math.max(...times)]);
for (const size of SIZES) {
  const uri = `file:///tmp/rigy-bench-${size.bytes}/a.rigy.yaml`;
  const text = documentOf(size.bytes);
  let ready = diagnosed(uri, 1);
  await connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'rigy', version: 1, text } });
  await ready;
  for (const [name, params] of Object.entries(requests(text))) {
    const times = [];
    for (let i = 0; i < size.rounds; ++i) {
      const before = spent();
      await connection.sendRequest(`textDocument/${name.split(' ')[0]}`, { textDocument: { uri }, ...params });
      times.push(spent() - before);
    }
    note(name, times);
  }
  const at = placeOf(text, 'id: part_', 6);
  const diagnoses = [];
  for (let version = 2; version < 2 + size.rounds; ++version) {
    ready = diagnosed(uri, version);
    const before = spent();
    await connection.sendNotification('textDocument/didChange',
      { textDocument: { uri, version }, contentChanges: [{ range: { start: at, end: at }, text: 'x' }] });
    await ready;
    diagnoses.push(spent() - before);
  }
  note('diagnostics of a change', diagnoses);
  await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
}
await connection.sendRequest('shutdown');
await connection.sendNotification('exit');

if (options.includes('--json')) {
  console.log(JSON.stringify(Object.fromEntries(rows)));
} else {
  console.log(`| request | ${SIZES.map((size) => size.name).join(' | ')} |\n|---|---|---|`);
  for (const [name, times] of rows) console.log(`| ${name} | ${times.map((ms) => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`).join(' | ')} |`);
}
