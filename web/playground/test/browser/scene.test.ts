// A scene in the page: its children are moved in the inspector, which changes the text.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { exampleFiles, nativeGlb, sha256 } from '../support.js';
import { afterCompiling, boxOf, drawn, isWithin, openExample, textOf, type Box } from './page.js';
import { openSite } from './site.js';

const entry = 'room/room.rigs.yaml';
const written = exampleFiles[entry]!;
const table = `slot: {name: middle}
        mount: {name: foot}
`;

const site = await openSite();
after(() => site.close());
const shared = await site.open({ fragment: '#arm' });
const { page } = shared;

async function picture(): Promise<Buffer> {
  await drawn(page);
  return page.locator('#stage canvas').screenshot();
}

async function rotate(degrees: number): Promise<void> {
  await afterCompiling(page, () => page.locator('#placing').getByText(`${degrees}°`, { exact: true }).click());
}

/** The page shows what the native program makes of the text. */
async function checkOutput(text: string): Promise<void> {
  assert.equal(await textOf(page), text);
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  assert.equal(
    await page.getAttribute('#copy-digest', 'data-digest'),
    sha256(nativeGlb({ ...exampleFiles, [entry]: text }, entry)),
  );
}

test('a child of the room is rotated and nudged, in the text and in the picture', async () => {
  assert.equal(await page.isVisible('#placing'), false);
  await openExample(page, 'room');
  assert.equal(await page.isVisible('#placing'), true);
  assert.equal(await page.isVisible('#no-rig'), false);
  assert.equal(await page.inputValue('#child'), 'table1');
  const before = await picture();
  await rotate(90);
  const rotated = await picture();
  assert.ok(!before.equals(rotated));
  await checkOutput(written.replace(table, `${table}        rotate: 90deg\n`));
  await page.focus('#nudge-east');
  for (let i = 0; i < 3; ++i) await afterCompiling(page, () => page.keyboard.press('PageUp'));
  assert.ok(!rotated.equals(await picture()));
  const nudge = await page.textContent('#nudge-east + output');
  assert.match(nudge!, /^[1-9]\d+cm$/);
  await checkOutput(written.replace(table, `${table}        rotate: 90deg\n        nudge: {east: ${nudge}}\n`));
  // Back by the editor's own undo.
  for (let i = 0; i < 4 && (await textOf(page)) !== written; ++i) {
    await afterCompiling(page, () => page.keyboard.press('ControlOrMeta+z'));
  }
  await checkOutput(written);
  assert.equal(await page.textContent('#nudge-east + output'), '0cm');
  assert.equal(await page.isChecked('input[name=rotate][value="0"]'), true);
});

test('a child that stands on another child is chosen, found in the text and moved', async () => {
  await openExample(page, 'room');
  await page.selectOption('#child', 'tray1');
  assert.equal(await page.isChecked('input[name=rotate][value="90"]'), true);
  assert.equal(await page.textContent('#nudge-east + output'), '-25cm');
  assert.match((await page.textContent('.cm-activeLine'))!, /id: tray1/);
  await rotate(180);
  await checkOutput(written.replace('rotate: 90deg', 'rotate: 180deg'));
  assert.equal(await page.inputValue('#child'), 'tray1');
});

test('the panel is whole in windows of all sizes', async () => {
  const before = page.viewportSize()!;
  for (const size of ['1400 × 900', '1024 × 768', '1024 × 600', '390 × 844']) {
    const [width, height] = size.split(' × ').map(Number) as [number, number];
    await page.setViewportSize({ width, height });
    const button = page.locator('#panels [data-panel=rig]');
    if (await button.isVisible()) await button.click();
    const inspector = await boxOf(page, '.inspector');
    const boxes = await page
      .locator('#placing :is(select, label, input[type=range], output)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as Box));
    assert.equal(boxes.length, 14);
    for (const box of boxes) assert.ok(isWithin(box, inspector), `${size}: ${JSON.stringify([box, inspector])}`);
  }
  await page.setViewportSize(before);
});

test('nothing was logged, and nothing was asked of any other place', () => {
  assert.deepEqual(shared.faults, []);
});
