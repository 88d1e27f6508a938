// What helps with posing and learning, in windows of several sizes: it works, and what it shows is in the window.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  afterCompiling,
  boxOf,
  chooseBone,
  isWithin,
  largestMove,
  openExample,
  positions,
  replaceInText,
  showPanel,
  sizes,
  textOf,
} from './page.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());

// The editor first makes a tip outside of the window, to measure it, and then puts it in its place.
async function untilTipIsPlaced(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.problem-tip')!.getBoundingClientRect().top > -9000);
}

async function checkIsSeen(page: Page, selector: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const box = await boxOf(page, selector);
  const isSeen = box.right > box.left && isWithin(box, { left: 0, top: 0, right: width, bottom: height });
  assert.ok(isSeen, `${selector}: ${JSON.stringify(box)}`);
}

async function checkTurning(page: Page): Promise<void> {
  await showPanel(page, 'rig');
  await page.getByRole('button', { name: 'Rest', exact: true }).click();
  await chooseBone(page, 'elbow');
  const [rest] = await positions(page);
  await page.locator('#angle-x').scrollIntoViewIfNeeded();
  await checkIsSeen(page, '#angle-x');
  await page.fill('#angle-x', '-42.5');
  assert.ok(largestMove(rest!, (await positions(page))[0]!) > 0.05);
  await page.keyboard.press('ControlOrMeta+z');
  assert.ok(largestMove(rest!, (await positions(page))[0]!) < 1e-6);
}

async function checkPose(page: Page): Promise<void> {
  const chip = page.locator('.chip[data-pose=bent]');
  await chip.click();
  await page.fill('#angle-y', '20');
  assert.equal(await chip.evaluate((element) => element.classList.contains('is-modified')), true);
  await page.locator('#insert-pose').scrollIntoViewIfNeeded();
  await checkIsSeen(page, '#insert-pose');
  await afterCompiling(page, () => page.click('#insert-pose'));
  assert.deepEqual(await page.locator('.chip').allTextContents(), ['Rest', 'bent', 'my_pose']);
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  await showPanel(page, 'code');
  assert.match(await textOf(page), /\n  - id: my_pose\n/);
}

async function checkMessage(page: Page): Promise<void> {
  await openExample(page, 'arm');
  await showPanel(page, 'code');
  await replaceInText(page, 'to: {bone_id: shoulder', 'to: {bone_id: sholder');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('F8');
  await page.waitForSelector('.problem-tip');
  assert.match((await page.textContent('.problem-tip'))!, /^gradient refers to bone 'sholder'/);
  await untilTipIsPlaced(page);
  await checkIsSeen(page, '.problem-tip');
}

async function checkGallery(page: Page): Promise<void> {
  await page.click('#open-gallery');
  await checkIsSeen(page, '#gallery');
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.card img')!.naturalWidth > 0);
  for (const name of ['box', 'arm', 'character', 'house', 'scene', 'creature']) {
    const button = `#gallery-templates button:text-is("${name}")`;
    await page.locator(button).scrollIntoViewIfNeeded();
    await checkIsSeen(page, button);
  }
  await afterCompiling(page, () => page.click('#gallery-templates button:text-is("box")'));
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  await page.click('#open-gallery');
  await page.locator('#new-project').scrollIntoViewIfNeeded();
  await checkIsSeen(page, '#new-project');
  await afterCompiling(page, () => page.click('#new-project'));
  assert.equal(await page.textContent('#project-name'), 'New project');
}

async function checkHandbook(page: Page): Promise<void> {
  await showPanel(page, 'code');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.click('#open-language');
  // An empty project begins with its version.
  assert.match((await page.textContent('#handbook-text .is-found'))!, /version/);
  await checkIsSeen(page, '#handbook');
  await page.fill('#handbook-search', 'capsule');
  await checkIsSeen(page, '#handbook-search');
  await page.click('#handbook-close');
  await afterCompiling(page, () => page.click('#open-learn'));
  await afterCompiling(page, () => page.click('#lesson-next'));
  assert.equal(await page.textContent('#handbook-title'), 'Step 2 of 14');
  for (const part of ['#handbook', '#lesson-back', '#lesson-next', '#stage', '#editor']) await checkIsSeen(page, part);
  await page.click('#open-learn');
  assert.ok(await page.locator('#handbook').isHidden());
}

for (const size of sizes) {
  test(`poses, messages, templates and the handbook at ${size.width} × ${size.height}`, async () => {
    const isPhone = size.width < 500;
    const opened = await site.open({ viewport: size, fragment: '#arm', hasTouch: isPhone, isMobile: isPhone });
    await checkTurning(opened.page);
    await checkPose(opened.page);
    await checkMessage(opened.page);
    await checkGallery(opened.page);
    await checkHandbook(opened.page);
    assert.deepEqual(opened.faults, []);
    await opened.close();
  });
}
