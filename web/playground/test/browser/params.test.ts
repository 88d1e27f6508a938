// Params, UVs and implicit surfaces in the page.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { exampleFiles } from '../support.js';
import { afterCompiling, drawn, highlighted, largestMove, openExample, pointOf, positions, textOf } from './page.js';
import { openSite } from './site.js';

const compileLimit = 33;
const share = 0.95;

// Notes how long the worker took for each compilation.
function noteTimes(): void {
  const times: number[] = [];
  const Original = Worker;
  Object.assign(globalThis, {
    times,
    Worker: class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener('message', ({ data }: MessageEvent<{ kind: string; milliseconds: number }>) => {
          if (data.kind === 'compiled') times.push(data.milliseconds);
        });
      }
    },
  });
}

const site = await openSite();
after(() => site.close());
const shared = await site.open({ viewport: { width: 1400, height: 900 }, first: noteTimes, fragment: '#house' });
const { page } = shared;

function takeTimes(from: Page): Promise<number[]> {
  return from.evaluate(() => (globalThis as unknown as { times: number[] }).times.splice(0));
}

test('a param is changed in the text by slider and box, and everything else stays', async () => {
  const house = exampleFiles['house.rigy.yaml']!;
  assert.deepEqual(await page.locator('.param label').allTextContents(), ['w', 'd', 'h', 't', 'rise', 'eaves', 'door']);
  const [before] = await positions(page);
  await page.focus('#param-w');
  await afterCompiling(page, () => page.keyboard.press('ArrowRight'));
  assert.equal(await textOf(page), house.replace('w: 4,', 'w: 4.1,'));
  assert.ok(largestMove(before!, (await positions(page))[0]!) > 0.04);
  await afterCompiling(page, () => page.fill('[aria-label="h, as a number"]', '3.5'));
  assert.equal(await textOf(page), house.replace('w: 4,', 'w: 4.1,').replace('h: 2.2', 'h: 3.5'));
  assert.equal(await page.inputValue('#param-h'), '3.5');
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  // From the text to the slider.
  await page.locator('.cm-content').focus();
  await afterCompiling(page, () => page.keyboard.press('ControlOrMeta+z'));
  await afterCompiling(page, () => page.keyboard.press('ControlOrMeta+z'));
  assert.equal(await textOf(page), house);
  assert.equal(await page.inputValue('#param-w'), '4');
});

test('parts of a mesh with several glTF primitives are found by click and by line', async () => {
  await openExample(page, 'house');
  const roof = await pointOf(page, [-1.2, 2.92, -1]);
  await page.mouse.click(roof.x, roof.y);
  assert.match((await highlighted(page))!, /^[LR]_roof$/);
  await page.locator('.cm-line', { hasText: 'id: leaf' }).click();
  assert.equal(await highlighted(page), 'leaf');
});

test('a slider that is left at a value with errors goes back to the last one without', async () => {
  await openExample(page, 'house');
  // The walls become narrower than the door.
  const slider = (await page.locator('#param-door').boundingBox())!;
  const y = slider.y + slider.height / 2;
  await page.mouse.move(slider.x + 0.45 * slider.width, y);
  await page.mouse.down();
  await page.mouse.move(slider.x + slider.width - 2, y, { steps: 12 });
  await page.waitForFunction(() => document.getElementById('problems')!.dataset['state'] === 'errors');
  await page.mouse.up();
  await page.waitForFunction(() => document.getElementById('problems')!.dataset['state'] === 'none');
  assert.match((await page.textContent('#notice-text'))!, /^With door at [\d.]+ the document has errors; door is [\d.]+ again\.$/);
  const box = page.locator('[aria-label="door, as a number"]');
  const kept = await box.inputValue();
  assert.match(await textOf(page), new RegExp(`door: ${kept.replace('.', '\\.')}[ ,}]`));
  // What is no number is not taken over, and does not stay.
  await box.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.locator('#stage').focus();
  assert.equal(await box.inputValue(), kept);
});

test('UVs are shown where there are some; the house opens in its own colors', async () => {
  await openExample(page, 'house');
  const toggle = page.locator('[data-toggle=uvs]');
  assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
  const picture = () => page.locator('#stage canvas').screenshot();
  await drawn(page);
  const colored = await picture();
  await toggle.click();
  await drawn(page);
  assert.ok(!colored.equals(await picture()));
  await openExample(page, 'arm');
  assert.equal(await toggle.isVisible(), false);
  assert.equal(await page.isVisible('#params'), false);
});

test('a creature of 12 ops at 48³ is compiled while a slider is dragged', async (t) => {
  await openExample(page, 'creature');
  const measure = async () => {
    const slider = (await page.locator('#param-belly').boundingBox())!;
    const y = slider.y + slider.height / 2;
    await page.mouse.move(slider.x + 0.45 * slider.width, y);
    await page.mouse.down();
    await takeTimes(page);
    const times: number[] = [];
    for (let i = 0; i < 60 || times.length < 40; ++i) {
      const at = 0.55 + 0.12 * Math.sin(i / 4);
      await page.mouse.move(slider.x + at * slider.width, y);
      await page.waitForTimeout(16);
      times.push(...(await takeTimes(page)));
    }
    await page.mouse.up();
    return times.sort((a, b) => a - b);
  };
  // Other programs only ever make it take longer: measured again where the first round was disturbed.
  let best = Infinity;
  for (let round = 0; round < 5 && best > compileLimit; ++round) {
    const times = await measure();
    const at = (part: number) => times[Math.min(times.length - 1, Math.ceil(part * times.length) - 1)]!;
    best = Math.min(best, at(share));
    t.diagnostic(
      `${times.length} compilations: median ${at(0.5).toFixed(1)} ms, 95 % at most ${at(share).toFixed(1)} ms, ` +
        `longest ${at(1).toFixed(1)} ms (limit ${compileLimit} ms for 95 %)`,
    );
  }
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  assert.notEqual(await textOf(page), exampleFiles['creature.rigy.yaml']);
  assert.ok(best <= compileLimit, `95 % of the compilations took up to ${best} ms`);
});

test('nothing was logged, and nothing was asked of any other place', () => {
  assert.deepEqual(shared.faults, []);
});
