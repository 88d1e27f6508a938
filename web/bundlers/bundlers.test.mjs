// The npm packages in pages that bundlers serve and build, in Chromium.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.env.BUNDLERS_FOLDER);
const installed = (path) => import(pathToFileURL(join(folder, 'node_modules', path)).href);
const { chromium } = createRequire(join(folder, 'package.json'))('playwright-core');
const { compile } = await installed('rigy/dist/index.js');
const { default: rigyPlugin } = await installed('rigy/dist/vite.js');
const { default: modelPlugin } = await installed('rigy-model/dist/vite.js');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
after(() => browser.close());

/** What the page at `address` says about its use of the packages. */
async function usedAt(address) {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  try {
    await page.goto(address);
    return await (await page.waitForFunction(() => window.used)).jsonValue();
  } finally {
    await page.close();
  }
}

async function check(address) {
  const text = /`([^`]*)`/.exec(await readFile(join(folder, 'main.js'), 'utf8'))[1];
  const { glb } = await compile({ 'ball.rigy.yaml': text });
  const used = await usedAt(address);
  assert.equal(used.error, undefined);
  assert.deepEqual(used.glb, Array.from(glb));
  assert.ok(used.png > 100);
}

/** Serves a folder as it is while `use` runs. */
async function serving(root, use) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    readFile(join(root, pathname)).then(
      (bytes) => response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((done) => server.listen(0, 'localhost', done));
  try {
    await use(`http://localhost:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Runs Vite's server for development, with nothing left from earlier runs. */
async function developing({ createServer: start }, name, plugins, use) {
  const server = await start({
    root: folder,
    cacheDir: join(folder, 'node_modules', `.vite-${name}`),
    configFile: false,
    logLevel: 'error',
    plugins,
    optimizeDeps: { force: true },
    server: { port: 0, host: 'localhost' },
  });
  await server.listen();
  try {
    await use(`http://localhost:${server.httpServer.address().port}/`);
  } finally {
    await server.close();
  }
}

const versions = { 'Vite 8': 'vite/dist/node/index.js', 'Vite 7': 'vite-7/dist/node/index.js' };

for (const [name, path] of Object.entries(versions)) {
  test(`${name} builds`, async () => {
    const { build } = await installed(path);
    const outDir = join(folder, `built-${name.replace(' ', '-')}`);
    await build({ root: folder, configFile: false, logLevel: 'error', build: { outDir, target: 'es2022' } });
    await serving(outDir, (address) => check(`${address}/index.html`));
  });
}

test('Vite 8 in development needs no plugin', async () => {
  await developing(await installed(versions['Vite 8']), 'eight', [], check);
});

test('Vite 7 in development works with the plugin of either package', async () => {
  const vite = await installed(versions['Vite 7']);
  await developing(vite, 'rigy', [rigyPlugin()], check);
  await developing(vite, 'model', [modelPlugin()], check);
});

test('Vite 7 in development without the plugin is told about it', async () => {
  await developing(await installed(versions['Vite 7']), 'seven', [], async (address) => {
    assert.match((await usedAt(address)).error, /rigy\.wasm is not a WebAssembly module but text\/html: .*'rigy\/vite'/);
  });
});

test('webpack 5 builds', async () => {
  const { default: webpack } = await installed('webpack/lib/index.js');
  const output = join(folder, 'built-webpack');
  const compiler = webpack({
    context: folder,
    mode: 'production',
    entry: './main.js',
    output: { path: output, filename: 'main.js', clean: true },
    experiments: { outputModule: true },
    performance: { hints: false },
  });
  const stats = await new Promise((done, failed) => {
    compiler.run((error, made) => compiler.close(() => (error ? failed(error) : done(made))));
  });
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  assert.deepEqual([errors, warnings], [[], []]);
  await writeFile(join(output, 'index.html'), await readFile(join(folder, 'index.html')));
  await serving(output, (address) => check(`${address}/index.html`));
});

test('a plain script needs no bundler', async () => {
  const main = await readFile(join(folder, 'main.js'), 'utf8');
  const paths = { rigy: 'rigy/dist/index.js', 'rigy/render': 'rigy/dist/render.js', 'rigy-model': 'rigy-model/dist/rigy-model.js' };
  const plain = main.replace(/(import .*)'([^']+)';/g, (_, start, name) => `${start}'./node_modules/${paths[name]}';`);
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await writeFile(join(folder, 'plain.js'), plain);
  await writeFile(join(folder, 'plain.html'), page.replace('main.js', 'plain.js'));
  await serving(folder, (address) => check(`${address}/plain.html`));
});
