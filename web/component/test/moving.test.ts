// Models that move, and texts that change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPage, openPage } from './support.js';

const { page, faults } = await newPage();
const gallery = '../../../examples/gallery';
const lamp = `src="${gallery}/desk_lamp.rigy.yaml" motion="${gallery}/desk_lamp.rigm.yaml"`;
const shown = () => page.locator('rigy-model [part=pose]').first().waitFor();
const pressed = () => page.locator('rigy-model [aria-pressed=true]').textContent();

// Resolves when the picture is not what it was.
async function moves(): Promise<void> {
  await page.evaluate(async () => {
    const canvas = document.querySelector('rigy-model')!.shadowRoot!.querySelector('canvas')!;
    const before = canvas.toDataURL();
    while (canvas.toDataURL() === before) await new Promise(requestAnimationFrame);
  });
}

async function setText(text: string | null): Promise<void> {
  await page.evaluate((value) => {
    const model = document.querySelector('rigy-model') as unknown as EventTarget & { text: string | null };
    return new Promise((done) => {
      for (const event of ['rigy-shown', 'error']) model.addEventListener(event, done, { once: true });
      model.text = value;
    });
  }, text);
}

test('the clips of a motion are played by buttons, and end with a pose', async () => {
  await openPage(page, `<rigy-model ${lamp}></rigy-model>`);
  await shown();
  assert.deepEqual(await page.locator('rigy-model button').allTextContents(), ['Rest', '▶ nod', '▶ hop']);
  assert.equal(await pressed(), 'Rest');
  await page.getByRole('button', { name: 'nod' }).click();
  assert.equal(await pressed(), '▶ nod');
  await moves();
  await page.keyboard.press('Enter');
  assert.equal(await pressed(), 'Rest');
});

test('play begins by itself, unless the reader prefers less motion', async () => {
  await openPage(page, `<rigy-model ${lamp} play clip="hop"></rigy-model>`);
  await shown();
  assert.equal(await pressed(), 'Rest');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openPage(page, `<rigy-model ${lamp} play clip="hop"></rigy-model>`);
  await shown();
  assert.equal(await pressed(), '▶ hop');
  await moves();
});

test('without a motion, play goes through the poses', async () => {
  await openPage(page, '<rigy-model src="../../../examples/arm.rigy.yaml" play></rigy-model>');
  await shown();
  assert.equal(await pressed(), '▶ poses');
  await moves();
});

test('a text takes the place of the document; with errors the last model stays', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, '<rigy-model src="../../../examples/arm.rigy.yaml" pose="bent" theme="dark"></rigy-model>');
  await shown();
  const text = await page.evaluate(async () => (await fetch('../../../examples/arm.rigy.yaml')).text());
  const background = () => page.locator('rigy-model').evaluate((model) => getComputedStyle(model).backgroundColor);
  const dark = await background();
  const before = await page.locator('rigy-model [part=stage]').screenshot();
  await setText(text.replace('0.72, 0.45, 0.3', '0.1, 0.2, 0.9'));
  assert.equal(await pressed(), 'bent');
  const after = await page.locator('rigy-model [part=stage]').screenshot();
  assert.ok(!after.equals(before));
  await setText('version: "0.6"\nmeshes: 3\n');
  assert.match((await page.locator('rigy-model [part=message]').textContent())!, /P04/);
  assert.equal(await page.locator('rigy-model [part=stage]').isVisible(), true);
  await setText(null);
  assert.equal(await page.locator('rigy-model [part=message]').textContent(), '');
  await page.locator('rigy-model').evaluate((model) => model.setAttribute('theme', 'light'));
  assert.notEqual(await background(), dark);
  assert.deepEqual(faults.filter((fault) => !fault.includes('ERR_')), []);
});
