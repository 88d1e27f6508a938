// The YAML language server of npm finds the schema that `rigy init` names, and completes fields by it.
//
//   language_server.mjs PACKAGES RIGY
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , packages, rigy] = process.argv;
const installed = createRequire(join(packages, 'package.json')).resolve('yaml-language-server/package.json');
const program = join(dirname(installed), 'bin/yaml-language-server');
const folder = mkdtempSync(join(tmpdir(), 'rigy-schema-'));

class Client {
  constructor() {
    this.server = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.waiting = new Map();
    this.bytes = Buffer.alloc(0);
    this.count = 0;
    this.server.stdout.on('data', (data) => this.take(data));
  }

  take(data) {
    this.bytes = Buffer.concat([this.bytes, data]);
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(this.bytes.toString('latin1'));
      if (!head || this.bytes.length < head[0].length + Number(head[1])) return;
      const message = JSON.parse(this.bytes.subarray(head[0].length, head[0].length + Number(head[1])));
      this.bytes = this.bytes.subarray(head[0].length + Number(head[1]));
      if (message.method !== undefined && message.id !== undefined) this.answer(message);
      else this.waiting.get(message.id)?.(message.result);
    }
  }

  answer({ id, method, params }) {
    const result = method === 'workspace/configuration' ? params.items.map(() => null) : null;
    this.send({ id, result });
  }

  send(message) {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  request(method, params) {
    const id = ++this.count;
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    this.send({ id, method, params });
    return answer;
  }
}

async function labels(client, path, text, line, character) {
  const uri = pathToFileURL(path).href;
  client.send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } });
  const found = await client.request('textDocument/completion', { textDocument: { uri }, position: { line, character } });
  return (found?.items ?? found ?? []).map(({ label }) => label);
}

const client = new Client();
try {
  execFileSync(rigy, ['init', 'lamp'], { cwd: folder });
  execFileSync(rigy, ['init', 'hall', '--template', 'scene'], { cwd: folder });
  const rootUri = pathToFileURL(folder).href;
  await client.request('initialize', { processId: process.pid, rootUri, capabilities: {}, workspaceFolders: [{ uri: rootUri, name: 'x' }] });
  client.send({ method: 'initialized', params: {} });
  for (const [name, fields] of [['lamp.rigy.yaml', ['meshes', 'armatures', 'poses']], ['hall.rigs.yaml', ['imports', 'scene']],
    ['parts/lamp.rigy.yaml', ['meshes', 'anchors']]]) {
    const path = join(folder, name);
    const header = readFileSync(path, 'utf8').split('\n').slice(0, 2);
    assert.match(header[0], /^# yaml-language-server: \$schema=/);
    assert.match(header[1], /^# \$schema: /);
    const text = `${header.join('\n')}\n\n`;
    const found = await labels(client, path, text, 2, 0);
    for (const field of fields) assert.ok(found.includes(field), `${name}: ${field} is not among ${found}`);
  }
  console.log('the schemas complete fields');
} finally {
  client.server.kill();
  rmSync(folder, { recursive: true });
}
