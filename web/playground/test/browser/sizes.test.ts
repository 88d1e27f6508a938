// The page in windows of several sizes, down to that of a phone: what must be true in all of them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { exampleFiles } from '../support.js';
import {
  afterCompiling,
  boxOf,
  drawn,
  fragmentOf,
  isWithin,
  modelBox,
  openExample,
  pixelAt,
  pointOf,
  setText,
  showPanel,
  sizes,
  textOf,
  type Box,
} from './page.js';
import { openSite, type SitePage } from './site.js';

const floor = `version: "0.6"
materials:
  walnut: { base_color: [0.13, 0.06, 0.025, 1] }
meshes:
  - id: floor
    primitives:
      - { id: plate, type: box, material: walnut, dimensions: { x: 3, y: 0.2, z: 3 }, transform: { translation: [0, -0.1, 0] } }
`;

const site = await openSite();
after(() => site.close());

function isUnmoved(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      document.querySelector('.bar')!.getBoundingClientRect().top === 0 &&
      [document.documentElement, document.body, document.querySelector('main')!].every(
        ({ scrollTop, scrollLeft }) => scrollTop === 0 && scrollLeft === 0,
      ),
  );
}

/** The part of the stage that the caption leaves free. */
async function freeStage(page: Page): Promise<Box> {
  const stage = await boxOf(page, '#stage');
  const caption = await boxOf(page, '#caption');
  return { ...stage, bottom: Math.min(stage.bottom, caption.top) };
}

async function checkNothingIsCut(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  const stats = await page.locator('.stats dd').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as Box));
  const bar = await boxOf(page, '.stats');
  for (const box of stats) assert.ok(isWithin(box, bar) && box.right <= width, JSON.stringify([box, bar]));
  assert.ok(isWithin(await modelBox(page), await freeStage(page)), 'the model is not above the caption');
}

async function checkRig(page: Page): Promise<void> {
  await showPanel(page, 'rig');
  // The switches of solver and winding.
  const inspector = await boxOf(page, '.inspector');
  const choices = await page
    .locator('.segments label:visible')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as Box));
  assert.equal(choices.length, 6);
  for (const { left, right } of choices) assert.ok(left >= inspector.left && right <= inspector.right);
  const isClipped = await page
    .locator('.segments span')
    .evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth));
  assert.equal(isClipped, false);
  // Every bone has its row, below its parent.
  const names = await page.locator('#bones [role=treeitem]').allTextContents();
  const shoulder = names.indexOf('R_shoulder');
  assert.equal(names.length, 17);
  assert.deepEqual(names.slice(shoulder - 3, shoulder + 3), ['L_shoulder', 'L_elbow', 'L_hand', 'R_shoulder', 'R_elbow', 'R_hand']);
  const levels = await page.locator('#bones [role=treeitem]').evaluateAll((all) => all.map((one) => one.ariaLevel));
  assert.equal(levels[shoulder], levels[names.indexOf('L_shoulder')]);
  assert.ok(await page.locator('#bones').evaluate((list) => list.scrollHeight <= list.clientHeight));
}

async function checkScrolling(page: Page): Promise<void> {
  // Also by keyboard, when the focus moves first.
  await page.locator('#show-weights').focus();
  await page.keyboard.press('Space');
  assert.equal(await page.isVisible('#heat-legend'), true);
  assert.ok(await isUnmoved(page), 'the page was scrolled');
  await page.getByText('Weights of this bone').click();
  assert.equal(await page.isVisible('#heat-legend'), false);
  for (const id of ['turn-z', 'copy-pose', 'stage', 'copy-digest']) {
    await page.locator(`#${id}`).focus();
    assert.ok(await isUnmoved(page), `the page was scrolled by ${id}`);
  }
  await page.evaluate(() => document.querySelector('input[name=winding]')!.scrollIntoView());
  assert.ok(await isUnmoved(page), 'the page was scrolled');
}

async function checkBoth(page: Page): Promise<void> {
  await page.getByText('Both', { exact: true }).click();
  const stage = await freeStage(page);
  const pane = { ...stage, right: (stage.left + stage.right) / 2 };
  assert.ok(isWithin(await modelBox(page), pane), 'the model does not fit beside its twin');
  await page.getByText('As written', { exact: true }).click();
  assert.ok(isWithin(await modelBox(page), stage));
}

async function checkNames(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Names', exact: true }).click();
  await drawn(page);
  const boxes = await page
    .locator('.label:not([hidden])')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as Box));
  assert.ok(boxes.length >= 9, `${boxes.length} names`);
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(0, i)) {
      const isApart = a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
      assert.ok(isApart, JSON.stringify([a, b]));
    }
  }
}

async function checkReload({ page }: SitePage): Promise<void> {
  const mine = `${exampleFiles['humanoid.rigy.yaml']}# mine\n`;
  await setText(page, mine);
  assert.equal(await page.isVisible('#revert'), true);
  await page.reload();
  await page.waitForSelector('#stage[data-state=fine]');
  assert.equal(await textOf(page), mine);
  assert.equal(await page.textContent('#notice-text'), 'Humanoid is as you left it.');
  assert.equal(await page.textContent('#caption-title'), 'Humanoid');
  await afterCompiling(page, () => page.click('#notice-action'));
  assert.equal(await textOf(page), exampleFiles['humanoid.rigy.yaml']);
  assert.equal(await page.isVisible('#revert'), false);
  // And back again.
  await afterCompiling(page, () => page.click('#notice-action'));
  assert.equal(await textOf(page), mine);
  await afterCompiling(page, () => page.click('#revert'));
  assert.equal(await textOf(page), exampleFiles['humanoid.rigy.yaml']);
}

async function checkReplacedText(page: Page): Promise<void> {
  await setText(page, floor);
  assert.equal(await page.textContent('#caption-title'), '');
  assert.equal(await page.textContent('#caption-text'), '');
  assert.equal(await page.textContent('#project-name'), 'humanoid.rigy.yaml');
  assert.equal(await fragmentOf(page), '');
  assert.ok(isWithin(await modelBox(page), await boxOf(page, '#stage')), 'the camera shows another place');
  const { left, right } = await modelBox(page);
  const stage = await boxOf(page, '#stage');
  assert.ok(right - left > 0.5 * (stage.right - stage.left), 'the camera is far away');
}

// The plate lies in the ground, where the grid and the shadows are.
async function checkFloor(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (let turn = 0; turn < 3; ++turn) {
    await drawn(page);
    const middle = await pointOf(page, [0, 0, 0]);
    const clip = { x: Math.round(middle.x) - 30, y: Math.round(middle.y) - 8, width: 60, height: 16 };
    const withGrid = await page.screenshot({ clip });
    await page.getByRole('button', { name: 'Grid', exact: true }).click();
    await drawn(page);
    assert.ok(withGrid.equals(await page.screenshot({ clip })), 'the grid shows through the floor');
    await page.getByRole('button', { name: 'Grid', exact: true }).click();
    await page.focus('#stage');
    await page.keyboard.press(turn === 0 ? 'ArrowRight' : 'ArrowUp');
  }
}

// Lit from above, a surface has its own color: sRGB of the material, give or take a little.
async function checkColor(page: Page): Promise<void> {
  const srgb = (value: number) => 255 * (1.055 * value ** (1 / 2.4) - 0.055);
  const wanted = [0.13, 0.06, 0.025].map(srgb);
  await drawn(page);
  const shown = await pixelAt(page, await pointOf(page, [0.2, 0, -0.3]));
  wanted.forEach((value, i) => assert.ok(Math.abs(shown[i]! - value) < 24, `${shown} instead of ${wanted}`));
}

for (const size of sizes) {
  test(`nothing is cut, covered, lost or scrolled away at ${size.width} × ${size.height}`, async () => {
    const isPhone = size.width < 500;
    const opened = await site.open({ viewport: size, fragment: '#humanoid', hasTouch: isPhone, isMobile: isPhone });
    const { page } = opened;
    await checkNothingIsCut(page);
    await checkRig(page);
    await checkScrolling(page);
    await checkBoth(page);
    await checkNames(page);
    await showPanel(page, 'code');
    await checkReload(opened);
    await checkReplacedText(page);
    await checkFloor(page);
    await checkColor(page);
    assert.deepEqual(opened.faults, []);
    await opened.close();
  });
}

test('projects that were set aside are there at the next visit, and a link comes first', async () => {
  const { page, close } = await site.open({ fragment: '#arm' });
  const mine = `${await textOf(page)}# mine\n`;
  await setText(page, mine);
  await openExample(page, 'robot');
  await page.waitForTimeout(400);
  await page.reload();
  await page.waitForSelector('#stage[data-state=fine]');
  assert.equal(await page.textContent('#project-name'), 'Robot');
  await page.click('[aria-label="File actions"]');
  assert.equal(await page.textContent('#bring-back'), 'Bring back Arm');
  await afterCompiling(page, () => page.click('#bring-back'));
  assert.equal(await textOf(page), mine);
  // Another address than that of the edited project.
  await page.goto('about:blank');
  await page.goto(`${site.address}#twist`);
  await page.waitForSelector('#stage[data-state=fine]');
  assert.equal(await page.textContent('#project-name'), 'Twist: LBS against DQS');
  assert.equal(
    await page.textContent('#notice-text'),
    'Opened Twist: LBS against DQS. Arm, with your changes, was set aside.',
  );
  await close();
});

test('a browser that keeps nothing says so once', async () => {
  const { page, close } = await site.open({
    fragment: '#arm',
    first: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  });
  await setText(page, `${await textOf(page)}# mine\n`);
  await page.waitForSelector('#notice[data-kind=error]:not([hidden])');
  assert.equal(
    await page.textContent('#notice-text'),
    'This browser does not keep your changes: they are lost when the page is closed.',
  );
  await page.click('#notice-close');
  await setText(page, `${await textOf(page)}# more\n`);
  await page.waitForTimeout(500);
  assert.equal(await page.isVisible('#notice'), false);
  await close();
});
