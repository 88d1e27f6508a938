// Random edits of a document, as fast as an editor can send them, with questions in between: at the end the server says
// the same as one that has just been started, and has not grown.
//
//     node soak.mjs MODULES RIGY [EDITS]
//
// 10,000 edits by default.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [modules, rigy, edits = '10000'] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'package.json'));
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require('vscode-languageserver-protocol/node');

const ORIGINAL = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../../templates/character.rigy.yaml'), 'utf8');
const PIECES = ['', '\n', '\r\n', '  ', '- ', '{', '}', '[', ']', ': ', ', ', '"', "'", 'id', 'ä', '🚗', '#', '&a ', '*a', '\t', '1', '=$x', '|\n', 'bones'];
const QUESTIONS = ['completion', 'hover', 'definition', 'references', 'prepareRename', 'codeAction', 'documentSymbol', 'foldingRange', 'inlayHint', 'formatting'];
// How far the server may grow after it has warmed up: what allocators keep.
const MOST_GROWTH = 8e6;

let state = 20260;
const random = (below) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor(state / 65536) % below;
};

class Server {
  constructor() {
    this.program = spawn(rigy, ['lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.connection = createProtocolConnection(new StreamMessageReader(this.program.stdout), new StreamMessageWriter(this.program.stdin));
    this.published = new Map();
    this.awaited = () => {};
    this.connection.onNotification('textDocument/publishDiagnostics', (params) => {
      this.published.set(params.uri, params);
      this.awaited();
    });
    this.connection.listen();
  }

  async start(uri, text) {
    this.uri = uri;
    this.version = 1;
    await this.connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await this.connection.sendNotification('initialized', {});
    await this.connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'rigy', version: 1, text } });
  }

  change(change) {
    this.version += 1;
    return this.connection.sendNotification('textDocument/didChange',
      { textDocument: { uri: this.uri, version: this.version }, contentChanges: [change] });
  }

  // Waits for what it has to say about the last version.
  async diagnostics() {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no diagnostics within a minute')), 60000);
      this.awaited = () => {
        if (this.published.get(this.uri)?.version !== this.version) return;
        clearTimeout(timer);
        resolve();
      };
      this.awaited();
    });
    return this.published.get(this.uri).diagnostics;
  }

  memory() {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.program.pid}/status`, 'utf8'))[1]) * 1024;
  }

  async stop() {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
  }
}

// Lines end as the protocol says, columns are UTF-16 code units.
const placeOf = (text, offset) => {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1).length };
};
// Not between the two halves of a character, nor of a line break.
const boundary = (text, offset) => {
  const code = text.charCodeAt(offset);
  const isHalf = (code >= 0xdc00 && code < 0xe000) || (text[offset] === '\n' && text[offset - 1] === '\r');
  return isHalf ? offset - 1 : offset;
};

const uri = 'file:///tmp/rigy-soak/soak.rigy.yaml';
const server = new Server();
let text = ORIGINAL;
await server.start(uri, text);
await server.diagnostics();
let warm = 0;
let compared = 0;
const compare = async () => {
  const fresh = new Server();
  await fresh.start(uri, text);
  const wanted = await fresh.diagnostics();
  assert.deepEqual(await server.diagnostics(), wanted);
  await fresh.stop();
  compared += wanted.length;
};
const count = Number(edits);
const started = performance.now();
for (let i = 0; i < count; ++i) {
  if (i % 100 === 99) {
    // From broken to right and back.
    text = ORIGINAL;
    await server.change({ text });
  }
  const begin = boundary(text, random(text.length + 1));
  const end = boundary(text, Math.min(text.length, begin + random(4)));
  const piece = PIECES[random(PIECES.length)];
  const range = { start: placeOf(text, begin), end: placeOf(text, end) };
  await server.change({ range, text: piece });
  text = text.slice(0, begin) + piece + text.slice(end);
  if (i % 10 === 0) {
    const position = placeOf(text, boundary(text, random(text.length + 1)));
    await server.connection.sendRequest(`textDocument/${QUESTIONS[random(QUESTIONS.length)]}`, {
      textDocument: { uri }, position, range: { start: position, end: position }, context: { diagnostics: [], includeDeclaration: true }, options: {},
    });
  }
  if (i % 50 === 0) await server.diagnostics();
  if (i % 1000 === 999) await compare();
  if (i === Math.floor(count / 4)) warm = server.memory();
}
await compare();
const grown = server.memory() - warm;
console.log(`${count} edits in ${((performance.now() - started) / 1000).toFixed(1)} s; memory ${(warm / 1e6).toFixed(0)} MB after a quarter, ` +
  `${grown >= 0 ? '+' : ''}${(grown / 1e6).toFixed(1)} MB at the end; ${compared} diagnostics as of fresh starts`);
assert.ok(compared > 0, 'random edits leave mistakes');
assert.ok(grown < MOST_GROWTH, `grew by ${grown} bytes`);
await server.stop();
