// For everyone: screen readers, high contrast, no network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { afterCompiling, chooseBone, sizes } from './page.js';
import { openSite } from './site.js';

declare const axe: {
  run(): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>;
};

const site = await openSite();
after(() => site.close());

const mostGrown = 2 * 1024 * 1024;
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await page.evaluate(() => axe.run());
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`));
}

for (const { width, height } of sizes) {
  test(`axe finds nothing at ${width} × ${height}: page, files, clip, bone, menus, gallery and dark`, async () => {
    const { page, close } = await site.open({ fragment: '#desk_lamp', viewport: { width, height } });
    await page.evaluate(source);
    await page.waitForSelector('#timeline:not([hidden])');
    await page.selectOption('#clip', 'nod');
    await page.click('#open-file-tree');
    assert.deepEqual(await violations(page), []);
    for (const menu of ['#look', '#add']) {
      await page.click(menu);
      assert.deepEqual(await violations(page), []);
      await page.keyboard.press('Escape');
    }
    const rig = page.locator('#panels [data-panel=rig]');
    if (await rig.isVisible()) await rig.click();
    await chooseBone(page, 'upper');
    await page.waitForSelector('#item:not([hidden])');
    await page.click('#theme');
    assert.deepEqual(await violations(page), []);
    await page.click('#open-gallery');
    assert.deepEqual(await violations(page), []);
    await close();
  });
}

test('the page opens without a network after the first visit, and can be installed', async () => {
  const { page, close } = await site.open({ serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.goto(`${site.address}#humanoid`);
  await page.reload();
  await page.waitForSelector('#stage[data-state=fine]');
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  await afterCompiling(page, async () => {
    await page.locator('.cm-content').focus();
    await page.keyboard.insertText('#');
  });
  await page.context().setOffline(false);
  const manifest = (await page.evaluate(async () => (await fetch('manifest.webmanifest')).json())) as { icons: { src: string }[] };
  assert.equal((await page.request.get(site.address + manifest.icons[0]!.src)).status(), 200);
  await close();
});

test('with high contrast, borders and what is pressed can be told apart', async () => {
  const { page, close } = await site.open({ forcedColors: 'active' });
  const look = (selector: string) =>
    page.locator(selector).first().evaluate((element) => {
      const { borderColor, backgroundColor } = getComputedStyle(element);
      return `${borderColor} ${backgroundColor}`;
    });
  assert.notEqual(await look('.toolbar [aria-pressed=true]'), await look('.toolbar [aria-pressed=false]'));
  await close();
});

test('2,000 edits take no more memory than 200', async (t) => {
  const { page, close } = await site.open({ fragment: '#house', viewport: { width: 500, height: 400 } });
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  const edit = (count: number) =>
    page.evaluate(async (edits) => {
      const slider = document.querySelector<HTMLInputElement>('#params-list input[type=range]')!;
      for (let i = 0; i < edits; ++i) {
        const before = document.body.dataset['compiled'];
        slider.value = String(Number(slider.min) + ((Number(slider.max) - Number(slider.min)) * (i % 7)) / 10);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        while (document.body.dataset['compiled'] === before) await new Promise((done) => setTimeout(done));
      }
    }, count);
  await edit(200);
  const before = await used();
  await edit(1800);
  const grown = (await used()) - before;
  t.diagnostic(`grown by ${Math.round(grown / 1024)} KiB (limit ${mostGrown / 1024})`);
  assert.ok(grown < mostGrown, `${grown} bytes`);
  await close();
});
