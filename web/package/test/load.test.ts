// The places that the module can be loaded from.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { load, type Rigy } from 'rigy';
import { sampleOf } from '../dist/warm_up.js';
import { moduleFile } from './support.js';

const bytes = readFileSync(moduleFile);
const buffer = new Uint8Array(bytes).buffer;
const document = { 'a.rigy.yaml': 'version: "0.6"\n' };

function works(rigy: Rigy): void {
  assert.equal(rigy.languageVersion, '0.13');
  assert.equal(rigy.compile(document).ok, true);
}

test('from the folder of the script', async () => works(await load()));
test('from an address on disk', async () => works(await load(moduleFile)));
test('from an address as text', async () => works(await load(moduleFile.href)));
test('from a path', async () => works(await load(fileURLToPath(moduleFile))));
test('from bytes', async () => works(await load(buffer)));
test('from a compiled module', async () => works(await load(await WebAssembly.compile(buffer))));

test('the document that warms it up goes all the way', async () => {
  const rigy = await load();
  const { ok, diagnostics } = rigy.compile(sampleOf(rigy.languageVersion));
  assert.deepEqual({ ok, diagnostics }, { ok: true, diagnostics: [] });
});

test('from the network', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/missing.wasm') {
      response.writeHead(404).end();
      return;
    }
    if (request.url === '/page.wasm') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
      return;
    }
    const type = request.url === '/typed.wasm' ? 'application/wasm' : 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    works(await load(`${at}/typed.wasm`));
    works(await load(new URL(`${at}/untyped.wasm`)));
    await assert.rejects(load(`${at}/missing.wasm`), {
      message: `rigy: cannot load ${at}/missing.wasm: status 404`,
    });
    await assert.rejects(load(`${at}/page.wasm`), {
      message: /^rigy: \S+page\.wasm is not a WebAssembly module but text\/html: .* Vite .* 'rigy\/vite'/,
    });
  } finally {
    server.closeAllConnections?.();
    server.close();
  }
});

test('what is not there, or not a module, is an error', async () => {
  await assert.rejects(load('/no/such/rigy.wasm'), { code: 'ENOENT' });
  await assert.rejects(load(new ArrayBuffer(8)), { name: 'CompileError' });
});

test('in a worker, with a module that was compiled elsewhere', async () => {
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { load } = await import(workerData.script);
    const rigy = await load(workerData.module);
    parentPort.postMessage(rigy.compile(workerData.files));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: {
      script: new URL('../dist/index.js', import.meta.url).href,
      module: await WebAssembly.compile(buffer),
      files: document,
    },
  });
  const result = await new Promise((done, failed) => {
    worker.once('message', done);
    worker.once('error', failed);
  });
  assert.deepEqual(result, (await load()).compile(document));
});
