// Somebody who has never seen the language makes a small creature with two poses, only with what the page offers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Outline } from 'rigy';
import { afterCompiling, chooseBone, largestMove, positions, showPanel, sizes, textOf } from './page.js';
import { openSite } from './site.js';

declare const playground: { outline(): Outline | undefined; highlighted(): string | undefined };

const site = await openSite();
after(() => site.close());

async function add(page: Page, what: string): Promise<void> {
  await page.click('#add');
  await afterCompiling(page, () => page.click(`#add-menu ${what}`));
}

async function addShape(page: Page, shape: string, id: string): Promise<void> {
  await add(page, `[data-shape=${shape}]`);
  await page.waitForFunction((name) => playground.highlighted() === name, id);
  await page.waitForFunction((name) => document.querySelector('#item h2')?.textContent === name, id);
}

async function type(page: Page, field: string, value: string): Promise<void> {
  await showPanel(page, 'rig');
  const input = page.locator(`#item-fields input[name="${field}"]`);
  await input.fill(value);
  await afterCompiling(page, () => input.press('Enter'));
}

async function pose(page: Page, bone: string, angle: string): Promise<void> {
  await showPanel(page, 'rig');
  await chooseBone(page, bone);
  const field = page.locator('#sliders input[type=number]').first();
  await field.fill(angle);
  await field.press('Enter');
  await afterCompiling(page, () => page.click('#insert-pose'));
}

async function makeCreature(page: Page): Promise<void> {
  assert.equal(await page.textContent('#stage-note'), 'This document has no meshes yet');
  assert.equal((await page.textContent('#add'))!.trim(), 'Add a first shape');
  await addShape(page, 'capsule', 'capsule');
  await addShape(page, 'sphere', 'ball');
  await type(page, 'dimensions.radius', '0.13');
  await type(page, 'transform.translation[1]', '0.45');
  await page.locator('#item-color').evaluate((input: HTMLInputElement) => {
    input.value = '#2f7d32';
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction(() => /ball_color: \{base_color/.test(document.querySelector('.cm-content')!.textContent!) || !document.querySelector('.source')!.checkVisibility());
  await add(page, '[data-skeleton=biped]');
  await afterCompiling(page, () => page.click('#notice-action'));
  await page.waitForFunction(() => playground.outline()!.skins.length > 0);
}

// The clips are read again after the document was compiled.
function keysAre(page: Page, count: number): Promise<unknown> {
  return page.waitForFunction((wanted) => document.querySelectorAll('.key').length === wanted, count);
}

// From rest through both poses, without a line of a motion being written.
async function makeClip(page: Page, rest: number[][][], first: number[][][]): Promise<void> {
  await page.click('#notice-action:text-is("Make a clip of the poses")');
  await page.waitForSelector('#timeline.has-clip');
  assert.equal(await page.locator('.key').count(), 3);
  await page.locator('#time').fill('1');
  assert.ok(largestMove(first[0]!, (await positions(page))[0]!) < 1e-5);
  await page.locator('#time').fill('0');
  assert.ok(largestMove(rest[0]!, (await positions(page))[0]!) < 1e-6);
  // A key between the others, with a bone that is turned there, and without it again.
  await page.locator('#time').fill('0.5');
  await showPanel(page, 'rig');
  await chooseBone(page, 'head');
  const field = page.locator('#sliders input[type=number]').first();
  await field.fill('-30');
  await field.press('Enter');
  const turned = await positions(page);
  await afterCompiling(page, () => page.click('#key-add'));
  await keysAre(page, 4);
  assert.ok(largestMove(turned[0]!, (await positions(page))[0]!) < 1e-5);
  await afterCompiling(page, () => page.click('#key-remove'));
  await keysAre(page, 3);
  await page.selectOption('#clip', { index: 0 });
}

for (const size of sizes) {
  test(`a creature with two poses, without reading a page, at ${size.width} × ${size.height}`, async () => {
    const opened = await site.open({ viewport: size, fragment: '#empty', hasTouch: size.width < 500 });
    const { page } = opened;
    await makeCreature(page);
    const rest = await positions(page);
    await pose(page, 'head', '40');
    const first = await positions(page);
    assert.ok(largestMove(rest[0]!, first[0]!) > 0.01);
    await pose(page, 'spine', '-30');
    assert.deepEqual(await page.evaluate(() => playground.outline()!.poses.map(({ id }) => id).length), 2);
    await makeClip(page, rest, first);
    await showPanel(page, 'rig');
    await page.locator('#poses button').first().click();
    assert.ok(largestMove(rest[0]!, (await positions(page))[0]!) < 1e-6);
    await showPanel(page, 'code');
    assert.match(await textOf(page), /^asset: new\.rigy\.yaml$/m);
    await page.locator('#tabs [data-path="new.rigy.yaml"]').click();
    const text = await textOf(page);
    assert.equal(await page.textContent('#problems-summary'), 'No problems', text);
    assert.match(text, /ball_color: \{base_color: \[0\.028, 0\.205, 0\.032, 1\]\}/);
    assert.match(text, /id: ball, .*material: ball_color/);
    assert.deepEqual(opened.faults, []);
    await opened.close();
  });
}
