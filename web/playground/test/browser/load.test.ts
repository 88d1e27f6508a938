// What the page costs: its size, its requests, the time to compile.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { root, siteFolder } from '../support.js';
import { setText } from './page.js';
import { openSite } from './site.js';

const firstCompileLimit = 100;
const frame = 16;
const firstLoadLimit = 1_000_000;
const interactiveLimit = 1500;
const slowdown = 4;

const site = await openSite();
after(() => site.close());

// Other programs only ever make it take longer: the best of a few runs is nearest to what the page itself
// takes. More than one is made only where the first was disturbed.
async function best(limit: number, most: number, run: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < most && least > limit; ++i) least = Math.min(least, await run());
  return least;
}

test('the humanoid is compiled soon after the module is ready', async (t) => {
  const time = await best(firstCompileLimit, 6, async () => {
    const { page, close } = await site.open({ fragment: '#humanoid' });
    const measured = await page.evaluate(() => performance.getEntriesByName('first-compile')[0]!.duration);
    assert.equal(await page.textContent('#problems-summary'), 'No problems');
    await close();
    return measured;
  });
  t.diagnostic(`humanoid: ${time.toFixed(1)} ms after the module is ready (limit ${firstCompileLimit})`);
  assert.ok(time <= firstCompileLimit, `${time} ms`);
});

test('later compiles of 20 primitives take less than a frame', async (t) => {
  const primitives = Array.from({ length: 20 }, (_, i) => {
    const place = `transform: { translation: [${i % 5}, ${0.4 + Math.floor(i / 5)}, 0] }`;
    return `      - { id: p${i}, type: capsule, dimensions: { radius: 0.1, height: 0.3 }, ${place} }`;
  });
  const text = `version: "0.6"\nmeshes:\n  - id: many\n    primitives:\n${primitives.join('\n')}\n`;
  const { page, close } = await site.open();
  let edits = 0;
  const time = await best(frame, 20, async () => {
    await setText(page, text + '#'.repeat(++edits));
    return Number.parseFloat((await page.textContent('#stat-time'))!);
  });
  t.diagnostic(`compile of 20 primitives: ${time} ms (limit ${frame})`);
  assert.ok(time <= frame, `${time} ms`);
  await close();
});

test('the first load is small', async (t) => {
  const { asked, close } = await site.open();
  await close();
  const all = asked.map((url) => url.slice(site.address.length).replace(/[?#].*/, '') || 'index.html');
  const names = all.filter((name) => /\.(html|js|css|wasm)$/.test(name));
  const sizes = [...new Set(names)].map((name) => gzipSync(readFileSync(join(siteFolder, name))).length);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  t.diagnostic(`the first load is ${size} bytes, gzipped (limit ${firstLoadLimit}), in ${sizes.length} files`);
  assert.ok(size <= firstLoadLimit, `${size} bytes`);
});

// By the time that the page's own thread computes, which other programs do not change.
test('on a computer of a quarter of the speed the text can soon be edited', async (t) => {
  const time = await best(interactiveLimit, 6, async () => {
    const context = await site.browser.newContext({ viewport: { width: 1100, height: 640 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(site.address);
    await page.waitForSelector('.cm-line');
    const { metrics } = await session.send('Performance.getMetrics');
    await context.close();
    return slowdown * 1000 * metrics.find(({ name }) => name === 'ThreadTime')!.value;
  });
  t.diagnostic(`can be edited after ${time.toFixed(0)} ms at a quarter of the speed (limit ${interactiveLimit})`);
  assert.ok(time <= interactiveLimit, `${time} ms`);
});

test('the cheat sheet is served as llms.txt', () => {
  assert.deepEqual(readFileSync(join(siteFolder, 'llms.txt')), readFileSync(join(root, 'docs/cheatsheet.md')));
});

test('the page may ask no other place, and its worker asks for one file', async () => {
  const reached: string[] = [];
  const other = createServer((request, response) => {
    reached.push(request.url!);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  await new Promise<void>((listening) => other.listen(0, 'localhost', listening));
  const { page, faults, asked, close } = await site.open();
  const worker = page.workers()[0]!.url();
  const ofPage = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const later = asked.slice(asked.indexOf(worker) + 1).filter((url) => /\.(js|wasm)$/.test(url));
  const behindWorker = later.filter((url) => !ofPage.includes(url));
  assert.equal(behindWorker.length, 1, behindWorker.join(' '));
  assert.match(behindWorker[0]!, /\/rigy-[\w-]+\.wasm$/);
  assert.deepEqual(faults, []);
  const ask = (url: string) => fetch(url).then(() => 'reached', () => 'refused');
  const { port } = other.address() as AddressInfo;
  assert.equal(await page.evaluate(ask, `http://localhost:${port}/`), 'refused');
  assert.deepEqual(reached, []);
  await close();
  other.close();
});
