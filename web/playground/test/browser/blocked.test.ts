// Where something is missing that the page needs, it says what.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { siteFolder } from '../support.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());

const noWorker = /^The compiler could not be loaded: the worker that runs it could not be started\. .* blocks workers\.$/;

test('without its server, the guide, the language and an explanation say so', async () => {
  const { page, close } = await site.open({ fragment: '#arm' });
  await page.context().setOffline(true);
  for (const [button, what] of [['#open-learn', 'The guide'], ['#open-language', 'The language']] as const) {
    await page.click(button);
    await page.waitForSelector('#notice[data-kind=error]:not([hidden])');
    assert.equal(
      await page.textContent('#notice-text'),
      `${what} could not be loaded: the server of this page does not answer. Try again when it does.`,
    );
    assert.ok(await page.locator('#handbook').isHidden());
    await page.click('#notice-close');
  }
  await page.context().setOffline(false);
  await page.click('#open-learn');
  await page.waitForSelector('#handbook:not([hidden])');
  await close();
});

test('where workers are blocked, by the browser or by the server, the page says so', async () => {
  for (const how of ['browser', 'server']) {
    const context = await site.browser.newContext();
    if (how === 'browser') {
      await context.addInitScript(() => {
        globalThis.Worker = class {
          constructor() {
            throw new DOMException('blocked', 'SecurityError');
          }
        } as unknown as typeof Worker;
      });
    }
    const page = await context.newPage();
    if (how === 'server') {
      await page.route(site.address, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "worker-src 'none'" } });
      });
    }
    await page.goto(site.address);
    await page.waitForSelector('#stage[data-state=broken]');
    assert.match((await page.textContent('#stage-note'))!, noWorker, how);
    assert.equal(await page.textContent('#problems-summary'), 'The compiler could not be loaded');
    // The rest of the page works.
    await page.click('#open-gallery');
    await page.click('.card[data-example=arm]');
    await page.waitForSelector('#project-name:text-is("Arm")');
    await context.close();
  }
});

test('opened as a file, or without scripts, the page says that it needs a server', async () => {
  for (const address of [`file://${join(siteFolder, 'index.html')}`, site.address]) {
    const context = await site.browser.newContext({ javaScriptEnabled: address !== site.address, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('#not-started').waitFor({ state: 'visible' });
    assert.match((await page.textContent('#not-started'))!, /^The playground has not started\. It works only from a server/);
    await context.close();
  }
  const { page, close } = await site.open();
  assert.equal(await page.locator('#not-started').count(), 0);
  await close();
});
