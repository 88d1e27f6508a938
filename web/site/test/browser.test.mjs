// The site in a browser, below a path that it was not told.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { launch, serve, site } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// One page of each kind.
const kinds = ['index.html', 'guide/01-box.html', 'reference.html', 'cheatsheet.html', 'diagnostics/index.html', 'diagnostics/V19.html', 'cli.html', 'gallery/index.html', 'gallery/fox.html', 'rigbench.html'];
// The last one is that of a phone, in which the pages are checked for accessibility.
const sizes = [[1440, 900], [1100, 700], [820, 1180], [390, 844]];
const inDark = ['index.html', 'guide/01-box.html', 'gallery/fox.html'];
// Text, styles, scripts and pictures of the first screen; and with the compiler and three.js, which follow.
const firstLimit = 300_000;
const liveLimit = 1_250_000;

const server = await serve();
const browser = await launch();
after(async () => {
  await browser.close();
  server.close();
});

async function open(name, options = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block', viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(server.address + name, { waitUntil: 'load' });
  // Its scripts run.
  await page.waitForFunction(() => document.querySelector('#app')?.__vue_app__);
  return { page, context, faults, asked };
}

// The middle of what the model is drawn on: the mean of red, green and blue.
function meanColor(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector('rigy-model').shadowRoot.querySelector('canvas');
    const small = new OffscreenCanvas(24, 24).getContext('2d');
    small.drawImage(canvas, 0, 0, 24, 24);
    const { data } = small.getImageData(0, 0, 24, 24);
    return [0, 1, 2].map((part) => data.reduce((sum, value, i) => sum + (i % 4 === part ? value : 0), 0) / 576);
  });
}

const nextShown = (page) => page.evaluate(() => new Promise((shown) => document.querySelector('rigy-model').addEventListener('rigy-shown', () => requestAnimationFrame(() => requestAnimationFrame(shown)), { once: true })));

test('the model of the landing page follows the text, and mistakes leave the last one', async () => {
  const { page, context, faults, asked } = await open('index.html');
  await page.waitForSelector('rigy-model');
  await page.waitForFunction(() => document.querySelector('rigy-model').shadowRoot.querySelector('[part=clip]'));
  const before = await meanColor(page);
  const text = await page.inputValue('textarea');
  const shown = nextShown(page);
  await page.fill('textarea', text.replace(/enamel: \{base_color: \[.*?\]/, 'enamel: {base_color: [0.9, 0.02, 0.02, 1]'));
  await shown;
  const after = await meanColor(page);
  assert.ok(after[0] - after[2] > before[0] - before[2] + 3, `${before} → ${after}`);
  await page.fill('textarea', text.replace('type: cylinder', 'type: cilinder'));
  await page.waitForFunction(() => document.querySelector('rigy-model').shadowRoot.querySelector('[part=message]').textContent.includes('cylinder'));
  assert.ok(await page.evaluate(() => !document.querySelector('rigy-model').shadowRoot.querySelector('[part=stage]').hidden));
  assert.deepEqual(faults, []);
  // The weight of a visit.
  const names = [...new Set(asked.map((url) => decodeURIComponent(new URL(url).href.slice(server.address.length)).replace(/[?#].*/, '')))];
  const weight = (which) => names.filter(which).reduce((sum, name) => sum + gzipSync(readFileSync(site + name)).length, 0);
  const isLater = (name) => name.startsWith('component/') || name.startsWith('images/');
  const [first, all] = [weight((name) => !isLater(name)), weight((name) => !name.startsWith('images/'))];
  assert.ok(first < firstLimit, `${first} bytes at first, limit ${firstLimit}`);
  assert.ok(all < liveLimit, `${all} bytes with the model, limit ${liveLimit}`);
  await context.close();
});

test('clips move the model', async () => {
  const { page, context } = await open('gallery/desk_lamp.html');
  await page.click('rigy-model [part=clip]');
  const first = await meanColor(page);
  await page.waitForFunction(async (color) => {
    const canvas = document.querySelector('rigy-model').shadowRoot.querySelector('canvas');
    const small = new OffscreenCanvas(24, 24).getContext('2d');
    small.drawImage(canvas, 0, 0, 24, 24);
    const { data } = small.getImageData(0, 0, 24, 24);
    const red = data.reduce((sum, value, i) => sum + (i % 4 === 0 ? value : 0), 0) / 576;
    return Math.abs(red - color[0]) > 0.2;
  }, first);
  await context.close();
});

test('each kind of page is accessible, in light and dark, and fits windows from phone to desktop', async () => {
  const found = [];
  for (const [colorScheme, names] of [['light', kinds], ['dark', inDark]]) {
    const { page, context } = await open(names[0], { colorScheme });
    for (const name of names) {
      await page.goto(server.address + name);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const taken = await page.evaluate(() => document.scrollingElement.scrollWidth);
        if (taken > width) found.push(`${name}: ${taken} pixels wide, in ${width}`);
      }
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      for (const { id, nodes } of violations) found.push(`${name} ${colorScheme}: ${id}: ${nodes.slice(0, 2).map(({ html }) => html.slice(0, 160)).join(' ')}`);
    }
    await context.close();
  }
  assert.deepEqual(found, []);
});

test('the search finds diagnostics and fields', async () => {
  const { page, context } = await open('cli.html');
  for (const [words, address] of [['V19', 'diagnostics/V19.html'], ['primitive dimensions', 'reference.html#primitive.dimensions']]) {
    await page.keyboard.press('Control+k');
    await page.fill('.VPLocalSearchBox input', words);
    await page.waitForSelector(`.VPLocalSearchBox a[href*="${address}"]`);
    await page.keyboard.press('Escape');
  }
  await context.close();
});

test('links work when the page changes without being loaded again', async () => {
  const { page, context, faults } = await open('guide/01-box.html');
  await page.click('.VPDoc a.next');
  await page.waitForURL('**/guide/02-lamp.html');
  await page.click('.VPNavBarTitle a');
  await page.waitForURL(server.address + '**');
  await page.waitForSelector('.landing');
  await page.click('.landing .showpieces a');
  await page.waitForURL('**/some/where/gallery/fox.html');
  assert.deepEqual(faults, []);
  await context.close();
});

test('whatever the width, the bar leads everywhere', async () => {
  const { page, context } = await open('reference.html');
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const menu = page.locator('.VPNavBarHamburger');
    const hasMenu = await menu.isVisible();
    if (hasMenu) await menu.click();
    const links = page.locator(hasMenu ? '.VPNavScreen' : '.VPNavBarMenu').locator('a[href*="studio"], a[href*="gallery"]');
    assert.equal(await links.count(), 2);
    for (const link of await links.all()) {
      const box = await link.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${width}: ${JSON.stringify(box)}`);
    }
    if (hasMenu) await menu.click();
  }
  await context.close();
});

test('the studio is part of the site', async () => {
  const { page, context } = await open('index.html');
  await page.click('.landing .actions a[href*="studio"]');
  await page.waitForURL('**/some/where/studio/**');
  await page.waitForSelector('#problems-summary');
  await context.close();
});

test('the site can be read without a network, and from files', async () => {
  const { page, context } = await open('index.html', { serviceWorkers: 'allow' });
  await page.evaluate(() => new Promise((kept) => navigator.serviceWorker.addEventListener('message', ({ data }) => data === 'kept' && kept())));
  await context.setOffline(true);
  await page.goto(`${server.address}diagnostics/V19.html`);
  assert.match(await page.textContent('h1'), /V19/);
  await page.goto(`${server.address}gallery/fox.html`);
  await page.waitForSelector('.live-model.shown');
  await context.setOffline(false);
  await page.goto(`file://${site}guide/01-box.html`);
  await page.locator('.live-model img').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('.live-model img').naturalWidth > 0);
  await page.click('.VPDoc a.next');
  assert.match(await page.textContent('h1'), /lamp/i);
  await context.close();
});
