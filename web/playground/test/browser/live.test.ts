// rigy watch --serve: the real files in the page, in both directions.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import { exampleFiles, program, siteFolder } from '../support.js';
import { chooseBone, drawn, largestMove, positions, textOf } from './page.js';

const seenLimit = 100;
const share = 0.95;
const saves = 40;

const folder = mkdtempSync(join(tmpdir(), 'rigy-live-'));
const path = join(folder, 'humanoid.rigy.yaml');
const written = exampleFiles['humanoid.rigy.yaml']!;
writeFileSync(path, written);

const watching = spawn(program, ['watch', path, '--serve', '--site', siteFolder]);
let printed = '';
const address = await new Promise<string>((found) => {
  watching.stdout.on('data', (data: Buffer) => {
    printed += data.toString();
    const serving = /^serving: (\S+)$/m.exec(printed);
    if (serving) found(serving[1]!);
  });
  watching.stderr.on('data', (data: Buffer) => (printed += data.toString()));
  watching.on('exit', () => found(printed));
});
const isLeftOut = /built without a server/.test(address);
const options = { skip: isLeftOut ? 'this program was built without a server' : false };

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
after(async () => {
  await browser.close();
  watching.kill();
  rmSync(folder, { recursive: true });
});
const context = await browser.newContext({
  viewport: { width: 1400, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  reducedMotion: 'reduce',
});
const page = await context.newPage();
const faults: string[] = [];
page.on('console', (message) => faults.push(message.text()));
page.on('pageerror', (error) => faults.push(error.message));

/** The status of a request with these headers. */
function statusOf(url: string, method: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done, failed) => {
    const sent = request(url, { method, headers }, (response) => {
      response.resume();
      done(response.statusCode!);
    });
    sent.on('error', failed);
    sent.end(method === 'PUT' ? 'x' : '');
  });
}

/** What is in the file, as soon as it is so. */
async function inFile(isSo: (text: string) => boolean): Promise<string> {
  for (let i = 0; i < 200 && !isSo(readFileSync(path, 'utf8')); ++i) await page.waitForTimeout(50);
  const text = readFileSync(path, 'utf8');
  assert.ok(isSo(text), text);
  return text;
}

test('the page shows the real file', options, async () => {
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/#live$/);
  await page.goto(address);
  await page.waitForSelector('#stage[data-state=fine]');
  assert.equal(await textOf(page), written);
  assert.equal(await page.textContent('#project-name'), 'humanoid.rigy.yaml');
});

test('a file that is saved elsewhere is seen, and errors leave the last picture', options, async () => {
  const [before] = await positions(page);
  const wider = written.replace(/radius: ([\d.]+)/g, (_, radius: string) => `radius: ${1.1 * Number(radius)}`);
  assert.notEqual(wider, written);
  const compiled = await page.getAttribute('body', 'data-compiled');
  writeFileSync(path, wider);
  await page.waitForFunction((old) => document.body.dataset['compiled'] !== old, compiled);
  assert.ok(largestMove(before!, (await positions(page))[0]!) > 1e-3);
  writeFileSync(path, wider.replace('meshes:', 'meshs:'));
  await page.waitForFunction(() => document.getElementById('problems')!.dataset['state'] === 'errors');
  assert.ok((await positions(page))[0]!.length > 0);
  writeFileSync(path, written);
  await page.waitForFunction(() => document.getElementById('problems')!.dataset['state'] !== 'errors');
  assert.equal(largestMove(before!, (await positions(page))[0]!), 0);
});

test('a bone that is turned in the page is in the file', options, async () => {
  await chooseBone(page, 'neck');
  await page.fill('#angle-z', '30');
  await page.click('#insert-pose');
  const text = await inFile((one) => one.includes('my_pose'));
  assert.match(text.slice(text.indexOf('id: my_pose')), /"neck": \{rotation: \[0\.9659/);
  assert.ok(text.startsWith(written.slice(0, written.indexOf('poses:'))), 'everything else stays');
  writeFileSync(path, written);
  await page.waitForFunction(() => document.querySelector('[data-pose=my_pose]') === null);
});

test('a change is refused if the file has changed meanwhile', options, async () => {
  const elsewhere = `${written}# saved elsewhere\n`;
  await page.route('**/live/files/**', async (route) => {
    writeFileSync(path, elsewhere);
    await route.continue();
  });
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('# typed here\n');
  await page.waitForFunction(() => /changed on disk meanwhile/.test(document.getElementById('notice-text')!.textContent!));
  assert.equal(readFileSync(path, 'utf8'), elsewhere);
  await page.unroute('**/live/files/**');
  await page.waitForTimeout(300);
  assert.equal(await textOf(page), elsewhere);
  writeFileSync(path, written);
});

/**
 * From now on nothing is drawn. Machines that run tests have no graphics card, and the processor takes half a second for
 * a picture that a card draws in two milliseconds: what the program, the browser and the page do would not be seen.
 */
async function leaveOutPixels(): Promise<void> {
  await page.evaluate(() => {
    WebGL2RenderingContext.prototype.drawElements = () => {};
    WebGL2RenderingContext.prototype.drawArrays = () => {};
  });
}

test('from saved to seen', options, async (t) => {
  await leaveOutPixels();
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => requestAnimationFrame(() => seen.push(Date.now()))).observe(document.body, {
      attributes: true,
      attributeFilter: ['data-compiled'],
    });
  });
  const measure = async () => {
    const times: number[] = [];
    for (let i = 0; i < saves; ++i) {
      await page.waitForTimeout(100);
      await page.evaluate(() => void (globalThis as unknown as { seen: number[] }).seen.splice(0));
      const saved = Date.now();
      writeFileSync(path, written.replace(/radius: [\d.]+/, `radius: 0.1${i}`));
      await page.waitForFunction(() => (globalThis as unknown as { seen: number[] }).seen.length > 0);
      const [at] = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
      times.push(at! - saved);
    }
    return times.sort((a, b) => a - b);
  };
  // Other programs only ever make it take longer: measured again where the first round was disturbed.
  let best = Infinity;
  for (let round = 0; round < 5 && best > seenLimit; ++round) {
    const times = await measure();
    const at = times[Math.ceil(share * saves) - 1]!;
    best = Math.min(best, at);
    t.diagnostic(`${saves} saves: median ${times[saves / 2]} ms, 95 % at most ${at} ms (limit ${seenLimit})`);
  }
  await drawn(page);
  assert.ok(best <= seenLimit, `95 % of the saves were seen after up to ${best} ms`);
});

test('nobody else is answered', options, async () => {
  const { origin, pathname, host } = new URL(address);
  const project = `${origin}${pathname}live/project`;
  const file = `${origin}${pathname}live/files/humanoid.rigy.yaml?revision=1`;
  assert.equal(await statusOf(project, 'GET', {}), 200);
  assert.equal(await statusOf(project, 'GET', { host: 'example.com' }), 403);
  assert.equal(await statusOf(project, 'GET', { origin: 'http://example.com' }), 403);
  assert.equal(await statusOf(file, 'PUT', {}), 403);
  assert.equal(await statusOf(file, 'PUT', { origin: 'http://example.com' }), 403);
  assert.equal(await statusOf(file, 'PUT', { origin: `http://${host}` }), 409);
  assert.equal(await statusOf(`${origin}/live/project`, 'GET', {}), 404);
  assert.equal(await statusOf(file.replace('humanoid', 'other'), 'PUT', { origin: `http://${host}` }), 404);
});

test('nothing was logged', options, () => {
  // The refused change is an answer that browsers log.
  assert.deepEqual(faults.filter((fault) => !/409/.test(fault)), []);
});
