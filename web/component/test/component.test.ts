// The component in a browser, and the plugin for markdown-it.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import MarkdownIt from 'markdown-it';
import { chromium } from 'playwright-core';

// From web/component/build/test.
const folder = fileURLToPath(new URL('../../', import.meta.url));
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const sizeLimit = 250 * 1024;
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url!, 'http://localhost');
  readFile(join(root, pathname)).then(
    (contents) => response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'text/plain' }).end(contents),
    () => response.writeHead(404).end(),
  );
});
await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
const { port } = server.address() as { port: number };
const address = `http://localhost:${port}/web/component/example/`;
const example = `${address}index.html`;
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
after(async () => {
  await browser.close();
  server.close();
});

const page = await browser.newPage({ reducedMotion: 'reduce' });
page.setDefaultTimeout(90_000);
const faults: string[] = [];
page.on('pageerror', (error) => faults.push(error.message));
page.on('console', (message) => faults.push(message.text()));

test('the component is small', (t) => {
  const size = gzipSync(readFileSync(join(folder, 'dist/rigy-model.js'))).length;
  t.diagnostic(`rigy-model.js with three.js: ${(size / 1024).toFixed(0)} KiB gzipped (limit 250)`);
  assert.ok(size <= sizeLimit, `${size} bytes`);
  assert.ok(statSync(join(folder, 'dist/rigy.wasm')).size > 0);
});

test('documents in files, in the page and in code blocks are shown', async () => {
  await page.goto(example);
  await page.waitForFunction(() => document.querySelectorAll('rigy-model').length === 3);
  assert.equal(await page.locator('pre > code').count(), 0);
  for (const index of [0, 1, 2]) {
    await page.locator('rigy-model').nth(index).scrollIntoViewIfNeeded();
    assert.equal(await page.locator('rigy-model').nth(index).locator('[part=message]').textContent(), '');
  }
  await page.locator('#file [part=pose]').first().waitFor();
  for (const index of [0, 1, 2]) {
    const stage = page.locator('rigy-model').nth(index).locator('[part=stage]');
    const shown = await stage.screenshot();
    await stage.evaluate((element) => (element.querySelector('canvas')!.style.visibility = 'hidden'));
    assert.ok(!shown.equals(await stage.screenshot()), `nothing is drawn in model ${index}`);
    await stage.evaluate((element) => (element.querySelector('canvas')!.style.visibility = ''));
  }
});

test('poses are chosen by buttons', async () => {
  const poses = page.locator('#file [part=pose]');
  assert.deepEqual(await poses.allTextContents(), ['Rest', 'bent']);
  assert.equal(await page.locator('#file [aria-pressed=true]').textContent(), 'bent');
  const picture = () => page.locator('#file [part=stage]').screenshot();
  const bent = await picture();
  await poses.first().click();
  assert.equal(await page.locator('#file [aria-pressed=true]').textContent(), 'Rest');
  assert.ok(!bent.equals(await picture()));
  assert.equal(await page.locator('#inline [part=poses]').isVisible(), false);
});

test('the link leads to the playground with the whole project', async () => {
  const link = await page.locator('#inline [part=link]').getAttribute('href');
  assert.match(link!, /^https:\/\/playground\.example\/#p1=[\w-]+$/);
});

test('errors are told with their lines, and a corrected text clears them', async () => {
  const render = (text: string) =>
    page.locator('#inline').evaluate(async (model, changed) => {
      model.textContent = changed;
      await (model as unknown as { render(): Promise<void> }).render();
      return model.shadowRoot!.querySelector('[part=message]')!.textContent;
    }, text);
  assert.match((await render('version: "0.6"\nmeshs: []\n'))!, /^document\.rigy\.yaml:2: \w+: .*meshs/);
  assert.equal(await render('version: "0.6"\nmeshes: []\n'), '');
  await page.locator('#file').evaluate((model) => model.setAttribute('src', 'missing.rigy.yaml'));
  await page.locator('#file[invalid]').waitFor();
  assert.equal(
    await page.locator('#file [part=message]').textContent(),
    `${address}missing.rigy.yaml cannot be read: status 404`,
  );
  // The browser itself reports the status.
  assert.deepEqual(faults.filter((fault) => !fault.includes('404')), []);
});

test('markdown-it writes fences as elements, with their text escaped', async () => {
  const { default: rigyFences } = (await import(join(folder, 'dist/markdown-it.js'))) as {
    default: (md: MarkdownIt, options?: object) => void;
  };
  const md = new MarkdownIt().use(rigyFences, { playground: '/play/' });
  assert.equal(
    md.render('```rigy pose=bent\nversion: "0.6" # <b>\n```\n'),
    '<rigy-model pose="bent" playground="/play/">version: &quot;0.6&quot; # &lt;b&gt;\n</rigy-model>\n',
  );
  assert.equal(md.render('```js\n1 < 2\n```\n'), '<pre><code class="language-js">1 &lt; 2\n</code></pre>\n');
});
