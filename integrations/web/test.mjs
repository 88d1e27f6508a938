// The projects of examples/web, built and served by bundlers and opened in Chromium, and RigyLoader in all its ways.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = process.env.FOLDER;
const examples = join(folder, 'examples');
const installed = (path) => import(pathToFileURL(join(folder, 'node_modules', path)).href);
const { chromium } = createRequire(join(folder, 'package.json'))('playwright-core');
const { compile, exportAsset } = await installed('rigy/dist/index.js');
const { readFiles } = await installed('rigy/dist/node.js');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.yaml': 'text/plain' };
const bundlers = { 'Vite 8': 'vite/dist/node/index.js', 'Vite 7': 'vite-7/dist/node/index.js' };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
after(() => browser.close());

/** Opens a page while `use` runs; nothing may go wrong on it. */
async function opened(address, use, allowed = () => false) {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const troubles = [];
  page.setDefaultTimeout(90_000);
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  try {
    await page.goto(address);
    await use(page);
    assert.deepEqual(troubles.filter((trouble) => !allowed(trouble)), []);
  } finally {
    await page.close();
  }
}

/** Serves a folder as it is while `use` runs. */
async function serving(root, use) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    readFile(join(root, decodeURIComponent(pathname))).then(
      (bytes) => response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'application/octet-stream' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((done) => server.listen(0, 'localhost', done));
  try {
    await use(`http://localhost:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Builds a project with the settings that it has. */
async function built(vite, project) {
  const root = join(examples, project);
  const { build } = await installed(vite);
  await build({ root, configFile: join(root, 'vite.config.js'), logLevel: 'error', build: { outDir: 'dist', emptyOutDir: true } });
  return join(root, 'dist');
}

/** Runs Vite's server for development, with nothing left from earlier runs. */
async function developing(vite, project, use) {
  const root = join(examples, project);
  const { createServer: start } = await installed(vite);
  const server = await start({
    root,
    configFile: join(root, 'vite.config.js'),
    cacheDir: join(folder, 'node_modules', `.vite-${project}`),
    logLevel: 'silent',
    optimizeDeps: { force: true },
    // In the folder of a test the packages are not those of the project alone.
    server: { port: 0, host: 'localhost', fs: { allow: [folder] } },
  });
  await server.listen();
  try {
    await use(`http://localhost:${server.httpServer.address().port}/`);
  } finally {
    await server.close();
  }
}

const shown = (page) => page.waitForFunction(() => document.body.dataset.shown);
const bytesAt = (page, url) =>
  page.evaluate(async (address) => Array.from(new Uint8Array(await (await fetch(address)).arrayBuffer())), url);

/** A picture of the page, kept if somebody asked for it: more than the background. */
async function look(page, name) {
  await page.waitForTimeout(1000);
  const path = process.env.SCREENSHOTS ? join(process.env.SCREENSHOTS, `${name}.png`) : undefined;
  const picture = await page.screenshot({ path });
  assert.ok(picture.length > 10_000, `${name} has a picture of ${picture.length} bytes`);
}

/** What all pages with modules have: the bytes of the compiler. */
async function checkModules(page) {
  await shown(page);
  const files = await readFiles(join(examples, 'models/robot.rigy.yaml'), { root: join(examples, 'models') });
  const motion = await readFiles(join(examples, 'models/greet.rigm.yaml'), { root: join(examples, 'models') });
  const { shown: url, canonical, greet } = await page.evaluate(() => ({ ...document.body.dataset }));
  assert.deepEqual(await bytesAt(page, url), Array.from((await exportAsset(files)).files[0].bytes));
  assert.deepEqual(await bytesAt(page, canonical), Array.from((await compile(files)).glb));
  assert.deepEqual(await bytesAt(page, greet), Array.from((await exportAsset(motion)).files[0].bytes));
  assert.equal(await page.textContent('#about'), '2892 triangles, 2 bones');
  const width = () => document.querySelector('#picture').naturalWidth;
  await page.waitForFunction(width);
  assert.ok((await page.evaluate(width)) >= 320);
}

test('RigyLoader gives what GLTFLoader gives', async () => {
  await writeFile(join(examples, 'loader/vite.config.js'), await readFile(join(examples, 'three/vite.config.js')));
  const check = (address) =>
    opened(
      `${address}index.html`,
      async (page) => {
        const used = await (await page.waitForFunction(() => window.used)).jsonValue();
        assert.equal(used.error, undefined);
        for (const name of ['motion', 'path', 'parsed', 'called', 'files', 'here', 'blob', 'twoAtOnce', 'options', 'afterDispose']) {
          assert.equal(used[name], true, name);
        }
        assert.deepEqual(used.clips, ['greet']);
        assert.deepEqual(used.diagnostics, []);
        assert.equal(used.rejected[0], true);
        assert.match(used.rejected[1], /robot|document.*error\[P05\]: type is 'spere'.*did you mean 'sphere'/s);
        assert.match(used.lost.join(), /parts\/lost\.rigy\.yaml/);
        assert.match(used.missing, /missing\.rigy\.yaml is a page of HTML: there is no such document/);
        assert.match(used.wrongOption, /there is no option 'posess'/);
        assert.deepEqual(used.events, ['all', 'failed data:,version: 3'.slice(0, 20), 'all']);
        // The one of the loader, and those that nobody has disposed of.
        assert.ok(page.workers().length > 0);
      },
      (trouble) => /404/.test(trouble),
    );
  await developing(bundlers['Vite 8'], 'loader', check);
});

for (const [name, vite] of Object.entries(bundlers)) {
  test(`${name}: the project with three.js`, async () => {
    await serving(await built(vite, 'three'), (address) =>
      opened(`${address}index.html`, async (page) => {
        await shown(page);
        assert.equal(await page.textContent('#about'), 'clips: greet');
        assert.equal(page.workers().length, 1);
        await look(page, 'web-three');
      }),
    );
    await developing(vite, 'three', (address) => opened(address, shown));
  });

  test(`${name}: the project with modules`, async () => {
    await serving(await built(vite, 'vite'), (address) =>
      opened(`${address}index.html`, async (page) => {
        await checkModules(page);
        await look(page, 'web-vite');
      }),
    );
  });

  test(`${name}: a change of an import shows without loading the page again`, async () => {
    const path = join(examples, 'models/parts/wheel.rigy.yaml');
    const wheel = await readFile(path, 'utf8');
    const change = async (page, from, to) => {
      const before = await page.evaluate(() => document.body.dataset.shown);
      await writeFile(path, wheel.replace(from, to));
      return before;
    };
    const changed = (page, before) => page.waitForFunction((url) => document.body.dataset.shown !== url, before);
    try {
      await developing(vite, 'vite', (address) =>
        opened(
          address,
          async (page) => {
            await checkModules(page);
            await page.evaluate(() => (window.isSamePage = true));
            await changed(page, await change(page, 'radius: 0.2', 'radius: 0.3'));
            await change(page, 'type: cylinder', 'type: cilinder');
            const overlay = page.locator('vite-error-overlay');
            await overlay.waitFor();
            assert.match(await overlay.evaluate((element) => element.shadowRoot.textContent), /wheel\.rigy\.yaml:\d+:\d+: error\[P05\]/);
            await changed(page, await change(page, 'radius: 0.2', 'radius: 0.1'));
            await page.waitForFunction(() => document.querySelector('vite-error-overlay') === null);
            assert.equal(await page.evaluate(() => window.isSamePage), true);
          },
          (trouble) => /500|\[vite\]|\[hmr\]/.test(trouble),
        ),
      );
    } finally {
      await writeFile(path, wheel);
    }
  });
}

for (const [name, vite] of Object.entries(bundlers)) {
  test(`${name}: an import that goes and comes back`, async () => {
    const path = join(examples, 'models/parts/wheel.rigy.yaml');
    const wheel = await readFile(path, 'utf8');
    try {
      await developing(vite, 'vite', (address) =>
        opened(
          address,
          async (page) => {
            await shown(page);
            await rm(path);
            const overlay = page.locator('vite-error-overlay');
            await overlay.waitFor();
            assert.match(await overlay.evaluate((element) => element.shadowRoot.textContent), /parts\/wheel\.rigy\.yaml/);
            await writeFile(path, wheel);
            await page.waitForFunction(() => document.querySelector('vite-error-overlay') === null && document.body.dataset.shown);
          },
          (trouble) => /500|\[vite\]|\[hmr\]/.test(trouble),
        ),
      );
    } finally {
      await writeFile(path, wheel);
    }
  });
}

test('errors fail the build, at their lines', async () => {
  const path = join(examples, 'models/robot.rigy.yaml');
  const robot = await readFile(path, 'utf8');
  try {
    await writeFile(path, robot.replace('type: sphere', 'type: spere'));
    for (const vite of Object.values(bundlers)) {
      await assert.rejects(built(vite, 'vite'), /robot\.rigy\.yaml:\d+:\d+: error\[P05\]: type is 'spere'/);
    }
  } finally {
    await writeFile(path, robot);
  }
});

test('Rollup: documents are modules', async () => {
  const [{ rollup }, { default: rigy }] = await Promise.all(['rollup/dist/es/rollup.js', 'rigy/dist/vite.js'].map(installed));
  const robot = join(examples, 'models/robot.rigy.yaml');
  const input = join(examples, 'models/index.js');
  await writeFile(input, "export { default as url } from './robot.rigy.yaml'; export { default as about } from './robot.rigy.yaml?json';");
  const bundle = await rollup({ input, plugins: [rigy()] });
  const { output } = await bundle.generate({ format: 'es' });
  const model = output.find(({ type, fileName }) => type === 'asset' && fileName.endsWith('.glb'));
  const files = await readFiles(robot, { root: join(examples, 'models') });
  assert.deepEqual(Array.from(model.source), Array.from((await exportAsset(files)).files[0].bytes));
  assert.match(output[0].code, /"triangle_count":\s*2892/);
  await rm(input);
});

test('TypeScript knows the modules', () => {
  const check = () => execFileSync(join(folder, 'node_modules/.bin/tsc'), ['-p', join(examples, 'vite')], { encoding: 'utf8' });
  assert.equal(check(), '');
});

/** Webpack or rspack with the settings of their project. */
async function packerTo(path, name, changes) {
  const bundler = await installed(name === 'webpack' ? 'webpack/lib/index.js' : '@rspack/core/dist/index.js');
  const { default: settings } = await import(pathToFileURL(join(examples, 'webpack/webpack.config.js')).href);
  return (bundler.rspack ?? bundler.default)({ ...settings, ...changes, output: { ...settings.output, path } });
}

/** Builds a script; the page is that of another project or the same. */
async function packed(name, changes, project) {
  const path = join(examples, project, `dist-${name}`);
  const compiler = await packerTo(path, name, changes);
  const stats = await new Promise((done, failed) => {
    compiler.run((error, made) => compiler.close(() => (error ? failed(error) : done(made))));
  });
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  assert.deepEqual([errors, warnings], [[], []]);
  const page = await readFile(join(examples, project, 'index.html'), 'utf8');
  await writeFile(join(path, 'index.html'), page.replace('./src/main.js', './main.js'));
  return path;
}

for (const name of ['webpack', 'rspack']) {
  test(`${name}: the project with modules`, async () => {
    await serving(await packed(name, {}, 'webpack'), (address) =>
      opened(`${address}index.html`, async (page) => {
        await checkModules(page);
        await look(page, `web-${name}`);
      }),
    );
  });

  test(`${name}: the project with three.js`, async () => {
    const output = await packed(name, { context: join(examples, 'three') }, 'three');
    await cp(join(examples, 'models'), output, { recursive: true });
    await serving(output, (address) =>
      opened(`${address}index.html`, async (page) => {
        await shown(page);
        assert.equal(await page.textContent('#about'), 'clips: greet');
        assert.equal(page.workers().length, 1);
      }),
    );
  });

  test(`${name}: an import that goes and comes back`, { timeout: 180_000 }, async () => {
    const path = join(examples, 'models/parts/wheel.rigy.yaml');
    const wheel = await readFile(path, 'utf8');
    const compiler = await packerTo(join(examples, 'webpack', `dist-${name}-watched`), name, { mode: 'development' });
    const builds = [];
    let tell = () => {};
    const next = async (ends) => {
      while (!builds.some(ends)) await new Promise((done) => (tell = done));
      builds.length = 0;
    };
    const watching = compiler.watch({ aggregateTimeout: 50 }, (error, stats) => {
      builds.push(error ? [String(error)] : stats.toJson({ all: false, errors: true }).errors.map(({ message }) => message));
      tell();
    });
    try {
      const isRight = (errors) => errors.length === 0;
      await next(isRight);
      await rm(path);
      await next((errors) => errors.some((one) => /parts\/wheel\.rigy\.yaml/.test(one)));
      await writeFile(path, wheel);
      await next(isRight);
    } finally {
      await writeFile(path, wheel);
      await new Promise((done) => watching.close(done));
      await new Promise((done) => compiler.close(done));
    }
  });
}
