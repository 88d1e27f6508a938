// Documents typed key by key: every line begins where it belongs, or further right, from where Backspace leads back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support.js';
import { afterCompiling, textOf } from './page.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());
const shared = await site.open({ fragment: '#empty' });
const { page } = shared;

async function clear(): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
}

/** The length of the cursor's line: after Enter, the spaces before the cursor. */
function column(): Promise<number> {
  return page.evaluate(() => document.querySelector('.cm-activeLine')!.textContent!.length);
}

async function typeLine(line: string): Promise<void> {
  const wanted = line.search(/\S|$/);
  let at = await column();
  assert.ok(at >= wanted, `${at} spaces before: ${line}`);
  for (; at > wanted; at = await column()) await page.keyboard.press('Backspace');
  await page.keyboard.type(line.slice(wanted));
}

async function typeDocument(text: string): Promise<void> {
  await clear();
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    if (i > 0) await page.keyboard.press('Enter');
    // Enter on an empty line takes its spaces away.
    if (line !== '') await typeLine(line);
  }
}

test('Enter goes on where an item or a key continues', async () => {
  await clear();
  for (const [line, next] of [['meshes:', 2], ['- id: a', 4], ['primitives:', 6], ['- { id: b, type: box }', 6]] as const) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
    assert.equal(await column(), next, `after ${line}`);
  }
});

const posts = `version: "0.13"
meshes:
  - id: posts # both
    primitives:
      - id: one
        type: box
        dimensions: {x: 1, y: 2,
                     z: 1}
      - {id: two, type: sphere, dimensions: {radius: 1}}
anchors:
  - id: top
    translation: [0, 1, 0]`;

for (const [name, text] of [
  ['a document in block style', posts],
  ['the template box', readFileSync(join(root, 'templates/box.rigy.yaml'), 'utf8').trimEnd()],
] as const) {
  test(`${name}, typed, is what it was`, async () => {
    await afterCompiling(page, () => typeDocument(text));
    assert.equal(await textOf(page), text);
    await page.waitForFunction(() => document.getElementById('problems-summary')!.textContent === 'No problems');
  });
}

test('nothing was logged, and nothing was asked of any other place', () => {
  assert.deepEqual(shared.faults, []);
});
