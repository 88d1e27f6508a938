// Posing, writing poses, and what the editor offers besides typing.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { exampleFiles } from '../support.js';
import { afterCompiling, chooseBone, fragmentOf, largestMove, openExample, positions, replaceInText, textOf } from './page.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());
const shared = await site.open({ fragment: '#arm' });
const { page } = shared;

test('an angle can be typed, undone and redone', async () => {
  await openExample(page, 'arm');
  await page.getByRole('button', { name: 'Rest', exact: true }).click();
  await chooseBone(page, 'elbow');
  const [rest] = await positions(page);
  await page.fill('#angle-x', '-42.5');
  const [turned] = await positions(page);
  assert.ok(largestMove(rest!, turned!) > 0.05);
  assert.equal(await page.inputValue('#turn-x'), '-42');
  await page.keyboard.press('ControlOrMeta+z');
  assert.ok(largestMove(rest!, (await positions(page))[0]!) < 1e-6);
  assert.equal(await page.inputValue('#turn-x'), '0');
  await page.focus('#stage');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  assert.ok(largestMove(turned!, (await positions(page))[0]!) < 1e-6);
  await page.keyboard.press('ControlOrMeta+z');
  // In the editor the same keys undo typing, not turns.
  await page.keyboard.press('ControlOrMeta+y');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+z');
  assert.ok(largestMove(turned!, (await positions(page))[0]!) < 1e-6);
});

test('a changed pose is marked, and goes back at a click', async () => {
  await openExample(page, 'arm');
  const chip = page.locator('.chip[data-pose=bent]');
  const [bent] = await positions(page);
  assert.equal(await chip.getAttribute('aria-pressed'), 'true');
  await page.fill('#angle-y', '20');
  assert.equal(await chip.getAttribute('aria-pressed'), 'false');
  assert.equal(await chip.evaluate((element) => element.classList.contains('is-modified')), true);
  await chip.click();
  assert.equal(await chip.evaluate((element) => element.classList.contains('is-modified')), false);
  assert.ok(largestMove(bent!, (await positions(page))[0]!) < 1e-6);
});

test('a pose is written into the text, and is then one of the document', async () => {
  await openExample(page, 'arm');
  await page.fill('#angle-y', '20');
  const [turned] = await positions(page);
  await afterCompiling(page, () => page.click('#insert-pose'));
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  assert.deepEqual(await page.locator('.chip').allTextContents(), ['Rest', 'bent', 'my_pose']);
  assert.equal(await page.getAttribute('.chip[data-pose=my_pose]', 'aria-pressed'), 'true');
  assert.ok(largestMove(turned!, (await positions(page))[0]!) < 1e-4);
  const text = await textOf(page);
  assert.match(text, /\n  - id: my_pose\n    bones:\n      "base": \{rotation: \[/);
  assert.ok(text.startsWith(exampleFiles['arm.rigy.yaml']!.trimEnd()));
  await afterCompiling(page, () => page.click('#insert-pose'));
  assert.deepEqual(await page.locator('.chip').allTextContents(), ['Rest', 'bent', 'my_pose', 'my_pose_2']);
});

test('F8 goes to the next problem and shows its message', async () => {
  await openExample(page, 'arm');
  await replaceInText(page, 'to: {bone_id: shoulder', 'to: {bone_id: sholder');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('F8');
  await page.waitForSelector('.problem-tip');
  assert.match(
    (await page.textContent('.problem-tip'))!,
    /^gradient refers to bone 'sholder', which armature 'arm_rig' does not have/,
  );
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.problem-tip').count(), 0);
  await page.keyboard.press('F8');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('.problem-tip').count(), 0);
});

test('a project can be begun from nothing', async () => {
  await page.click('#open-gallery');
  await afterCompiling(page, () => page.click('#new-project'));
  assert.equal(await page.textContent('#project-name'), 'New project');
  assert.equal(await fragmentOf(page), '#empty');
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  assert.equal(await page.textContent('#stage-note'), 'This document has no meshes yet');
  assert.ok(await page.evaluate(() => document.activeElement!.classList.contains('cm-content')));
});

test('nothing was logged, and nothing was asked of any other place', () => {
  assert.deepEqual(shared.faults, []);
});
