// What is picked is moved, by dragging and by keys; what is cut open and what lint finds is seen. At all sizes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Outline } from 'rigy';
import { exampleFiles } from '../support.js';
import { afterCompiling, boxOf, drawn, highlighted, isWithin, openExample, pixelAt, pointOf, setText, showPanel, sizes, textOf } from './page.js';
import { openSite } from './site.js';

declare const playground: { handle(): [number, number, number] | null; outline(): Outline | undefined };

const site = await openSite();
after(() => site.close());

const shelf = `version: "0.13"
params: {deep: 0.2}
meshes:
  - id: shelf
    primitives:
      - {id: wall, type: box, dimensions: {x: 0.1, y: 1, z: 1}, transform: {translation: [-1, 0.5, 0]}}
      # Not at the wall yet.
      - {id: shelf, type: box, dimensions: {x: 0.4, y: 0.1, z: $deep}, transform: {translation: [-0.65, 0.5, 0]}}
      - {id: ball, type: sphere, dimensions: {radius: 0.1}, transform: {translation: [-1, 1.3, 0]}}
anchors:
  - {id: hook, translation: [0.3, 0.4, 0]} # for a coat
`;

async function undone(page: Page, text: string): Promise<void> {
  await showPanel(page, 'code');
  await page.locator('.cm-content').focus();
  await afterCompiling(page, () => page.keyboard.press('ControlOrMeta+z'));
  assert.equal(await textOf(page), text, 'more than one step was written');
}

async function picked(page: Page, id: string): Promise<void> {
  await page.waitForFunction((name) => document.querySelector('#item h2')?.textContent === name && playground.handle() !== null, id);
}

async function press(page: Page, keys: string): Promise<void> {
  await page.focus('#stage');
  await afterCompiling(page, () => page.keyboard.press(keys));
  await page.waitForTimeout(150);
}

/** Waits for a text that has been written, which is not what is shown on the way. */
async function written(page: Page, before: string): Promise<string> {
  await showPanel(page, 'code');
  for (let i = 0; i < 40; ++i) {
    const text = await textOf(page);
    if (text !== before) return text;
    await page.waitForTimeout(50);
  }
  assert.fail('nothing was written');
}

async function drag(page: Page, from: { x: number; y: number }, by: number, isTouch: boolean): Promise<void> {
  const path = [0, 0.3, 0.6, 1].map((share) => ({ x: from.x + share * by, y: from.y }));
  if (!isTouch) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of path) await page.mouse.move(x, y);
    return page.mouse.up();
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [path[0]!]);
  for (const point of path) await touch('touchMove', [point]);
  await touch('touchEnd', []);
}

/** What can be used of the panel is in the page. */
async function isWhole(page: Page, selector: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (const one of await page.locator(`${selector} :is(input, select, button, label)`).all()) {
    if (!(await one.isVisible())) continue;
    await one.scrollIntoViewIfNeeded();
    const box = (await one.boundingBox())!;
    const isInside = box.x >= 0 && box.x + box.width <= width + 0.5 && box.y >= 0 && box.y + box.height <= height + 0.5;
    assert.ok(isInside, `${await one.evaluate((element) => element.outerHTML)}: ${JSON.stringify(box)}`);
  }
}

async function checkChild(page: Page, isTouch: boolean): Promise<void> {
  await openExample(page, 'room');
  const text = exampleFiles['room/room.rigs.yaml']!;
  await showPanel(page, 'rig');
  await page.selectOption('#child', 'tray1');
  await picked(page, 'tray1');
  await isWhole(page, '#item');
  await press(page, 'Shift+ArrowUp');
  assert.equal(await written(page, text), text.replace('nudge: {east: -25cm}', 'nudge: {east: -25cm, up: 1cm}'));
  await undone(page, text);
  await showPanel(page, 'rig');
  await picked(page, 'tray1');
  await page.locator('#item-fields input[name="nudge.east"]').fill('-0.1');
  await page.locator('#item-fields input[name="nudge.east"]').press('Enter');
  assert.equal(await written(page, text), text.replace('east: -25cm', 'east: -10cm'));
  await undone(page, text);
  await showPanel(page, 'rig');
  await page.locator('#grips label', { hasText: 'Turn' }).click();
  await press(page, 'Shift+ArrowRight');
  assert.match(await written(page, text), /rotate: (0|180)deg\n {12}nudge: \{east: -25cm\}/);
  await undone(page, text);
  await showPanel(page, 'rig');
  await page.locator('#grips label', { hasText: 'Move' }).click();
  await picked(page, 'tray1');
  const at = await pointOf(page, (await page.evaluate(() => playground.handle()))!);
  await drag(page, at, 30, isTouch);
  const moved = await written(page, text);
  assert.match(moved, /nudge: \{east: -?[\d.]+cm\}\n {10}children:\n {12}- id: lamp1/);
  await undone(page, text);
}

async function checkInstance(page: Page): Promise<void> {
  await openExample(page, 'car');
  const text = exampleFiles['car/car.rigy.yaml']!;
  await page.focus('#stage');
  await page.keyboard.press('1');
  const wheel = await pointOf(page, [-0.9, 0.2, -1.3]);
  await page.mouse.dblclick(wheel.x, wheel.y);
  await picked(page, 'front_axle');
  assert.equal(await page.locator('#tabs [aria-selected=true]').textContent(), 'car.rigy.yaml');
  await press(page, 'Shift+ArrowUp');
  const raised = text
    .replace('front_a, translation: [0, 0.32,', 'front_a, translation: [0, 0.33,')
    .replace('front_b, translation: [1, 0.32,', 'front_b, translation: [1, 0.33,')
    .replace('front_c, translation: [0, 1.32,', 'front_c, translation: [0, 1.33,');
  assert.equal(await written(page, text), raised);
  await undone(page, text);
  // A part of it says what it is in.
  await page.mouse.click(wheel.x, wheel.y);
  await showPanel(page, 'rig');
  await page.locator('#item-owners button', { hasText: 'in front_axle' }).click();
  await picked(page, 'front_axle');
}

async function checkSnapping(page: Page, isTouch: boolean): Promise<void> {
  await showPanel(page, 'code');
  await setText(page, shelf);
  await page.waitForFunction(() => playground.outline()?.meshes[0]?.id === 'shelf');
  await page.focus('#stage');
  await page.keyboard.press('1');
  await page.keyboard.press('f');
  const front = await pointOf(page, [-0.65, 0.5, -0.1]);
  await page.mouse.click(front.x, front.y);
  await picked(page, 'shelf');
  // From the front, −x is to the right: the left face comes within a few pixels of the wall.
  const [here, there] = await Promise.all([pointOf(page, [-0.65, 0.5, 0]), pointOf(page, [-0.75, 0.5, 0])]);
  const at = await pointOf(page, (await page.evaluate(() => playground.handle()))!);
  await showPanel(page, 'rig');
  await page.selectOption('#snap', '0');
  await drag(page, at, there.x - here.x + 3, isTouch);
  assert.equal(await written(page, shelf), shelf.replace('[-0.65, 0.5, 0]', '[-0.75, 0.5, 0]'));
  assert.match((await page.textContent('#readout'))!, /left of shelf on right of wall/);
  await undone(page, shelf);
}

async function checkAnchor(page: Page): Promise<void> {
  await showPanel(page, 'code');
  const line = page.locator('.cm-line', { hasText: 'id: hook' });
  await line.click();
  await picked(page, 'hook');
  await showPanel(page, 'rig');
  await page.selectOption('#snap', '0.1');
  await press(page, 'Shift+ArrowUp');
  assert.equal(await written(page, shelf), shelf.replace('[0.3, 0.4, 0]', '[0.3, 0.5, 0]'));
  await undone(page, shelf);
}

async function checkLook(page: Page): Promise<void> {
  await page.click('#look');
  await isWhole(page, '#look-menu');
  await page.selectOption('#section-axis', 'z');
  await page.locator('#section-at').fill('0');
  await drawn(page);
  assert.equal(await page.textContent('#section-text'), 'z = 0.000 m');
  await page.locator('.switch', { has: page.locator('#show-lint') }).click();
  await page.waitForFunction(() => document.querySelector('#lint-summary')!.textContent === '2 findings');
  assert.ok(isWithin(await boxOf(page, '#look-menu'), { left: 0, top: 0, right: page.viewportSize()!.width, bottom: page.viewportSize()!.height }));
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.label-finding:not([hidden])').first().textContent(), 'L01');
  await showPanel(page, 'code');
  assert.match((await page.textContent('#problems-list'))!, /L01/);
  // Its front is cut away; what is inside of the wall is flat, and a click there picks nothing behind the cut.
  const [r, g, b] = await pixelAt(page, await pointOf(page, [-0.97, 0.2, 0]));
  assert.ok(Math.max(r, g, b) - Math.min(r, g, b) < 60, `${[r, g, b]}`);
  await page.click('#look');
  await page.selectOption('#section-axis', '');
  await page.locator('.switch', { has: page.locator('#show-lint') }).click();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.label-finding').count(), 0);
  const wall = await pointOf(page, [-1, 0.8, -0.5]);
  await page.mouse.click(wall.x, wall.y);
  assert.equal(await highlighted(page), 'wall');
}

for (const size of sizes) {
  test(`parts, anchors, instances and children are moved at ${size.width} × ${size.height}`, async () => {
    const isTouch = size.width < 500;
    const opened = await site.open({ viewport: size, fragment: '#arm', hasTouch: isTouch });
    const { page } = opened;
    page.setDefaultTimeout(30_000);
    await checkChild(page, isTouch);
    await checkInstance(page);
    await checkSnapping(page, isTouch);
    await checkAnchor(page);
    await checkLook(page);
    assert.deepEqual(opened.faults, []);
    await opened.close();
  });
}
