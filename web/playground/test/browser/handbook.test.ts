// Templates, the language beside the editor, and the guide step by step.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support.js';
import { afterCompiling, boxOf, isWithin, openExample, setText, textOf } from './page.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());
const shared = await site.open();
const { page } = shared;

test('every template opens as rigy init writes it, and compiles', async () => {
  for (const name of ['box', 'arm', 'character', 'house', 'scene', 'creature']) {
    await page.click('#open-gallery');
    await afterCompiling(page, () => page.click(`#gallery-templates button:text-is("${name}")`));
    assert.equal(await page.textContent('#problems-summary'), 'No problems', name);
    const file = `${name}.${name === 'scene' ? 'rigs' : 'rigy'}.yaml`;
    assert.equal(await textOf(page), readFileSync(join(root, 'templates', file), 'utf8'));
  }
});

test('the guide goes through its steps, each with its document', async () => {
  await afterCompiling(page, () => page.click('#open-learn'));
  assert.ok(await page.locator('#lesson-back').isDisabled());
  for (let step = 1; step <= 14; ++step) {
    assert.equal(await page.textContent('#handbook-title'), `Step ${step} of 14`);
    assert.match((await page.textContent('#handbook-text h2'))!, new RegExp(`^${step}\\. `));
    assert.equal(await page.textContent('#problems-summary'), 'No problems', `step ${step}`);
    if (step < 14) await afterCompiling(page, () => page.click('#lesson-next'));
  }
  assert.ok(await page.locator('#lesson-next').isDisabled());
  await afterCompiling(page, () => page.click('#lesson-back'));
  await afterCompiling(page, () => page.click('#handbook-text .link:text-is("step 6")'));
  assert.equal(await page.textContent('#handbook-title'), 'Step 6 of 14');
  await page.click('#open-learn');
  assert.ok(await page.locator('#handbook').isHidden());
});

test('the language opens at the word under the cursor, and can be searched', async () => {
  await openExample(page, 'arm');
  await setText(page, 'version: "0.13"\nmeshes: []\nskinning_solver: lbs\n');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.click('#open-language');
  assert.match((await page.textContent('#handbook-text .is-found'))!, /skinning_solver: lbs \| dqs/);
  await page.fill('#handbook-search', 'Capsule');
  const shown = await page.locator('#handbook-text :is(p, li, tr, pre, h3):visible').allTextContents();
  assert.ok(shown.length > 2 && shown.every((text) => /capsule/i.test(text)), shown.join('\n'));
  await page.fill('#handbook-search', 'no such thing');
  assert.ok(await page.locator('#handbook-none').isVisible());
  await page.fill('#handbook-search', '');
  assert.ok(await page.locator('#handbook-none').isHidden());
  await page.click('#handbook-close');
});

test('the handbook fits into every window', async () => {
  await page.click('#open-language');
  for (const [width, height] of [[1400, 900], [1024, 768], [1024, 600], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    const window = { left: 0, top: 0, right: width, bottom: height };
    for (const part of ['#handbook', '#handbook-search', '#handbook-close', '#editor', '#open-learn', '#open-help']) {
      const box = await boxOf(page, part);
      assert.ok(isWithin(box, window), `${part} at ${width} x ${height}: ${JSON.stringify(box)}`);
    }
    assert.ok((await boxOf(page, '#editor')).bottom <= (await boxOf(page, '#handbook')).top + 1);
  }
  assert.deepEqual(shared.faults, []);
});
