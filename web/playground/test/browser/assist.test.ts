// What the compiler says in the editor: completion, hover, fixes, ids, formatting.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { afterCompiling, openFiles, setText, textOf } from './page.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());
const shared = await site.open({ viewport: { width: 1400, height: 900 }, fragment: '#empty' });
const { page } = shared;

const arm = `version: "0.13"
# A body on two bones.
meshes:
  - id: body
    primitives:
      - {id: trunk, type: box, dimensions: {x: 1, y: 2, z: 1}}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: tip, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    weight_maps:
      - primitive_id: trunk
        gradients:
          - axis: y
            range: [0, 1]
            from: {bone_id: root, weight: 1}
            to: {bone_id: tip, weight: 1}
`;

/** Puts the cursor into the first text like that. */
async function cursorIn(text: string): Promise<void> {
  const line = page.locator('.cm-line', { hasText: text }).first();
  const box = await line.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes: { node: Node; from: number }[] = [];
    let all = '';
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      nodes.push({ node, from: all.length });
      all += node.textContent!;
    }
    const at = all.indexOf(wanted) + 1;
    const { node, from } = nodes.filter((one) => one.from <= at).at(-1)!;
    const range = document.createRange();
    range.setStart(node, at - from);
    range.setEnd(node, at - from + 1);
    const { left, top, height } = range.getBoundingClientRect();
    return { x: left + 1, y: top + height / 2 };
  }, text);
  await page.mouse.click(box.x, box.y);
}

test('a form is completed with values to edit, one after the other', async () => {
  await setText(page, 'version: "0.13"\n');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('mes');
  const option = page.locator('.cm-tooltip-autocomplete li', { hasText: 'meshes' }).first();
  await option.waitFor();
  await page.waitForTimeout(150);
  await afterCompiling(page, () => page.keyboard.press('Enter'));
  const text = await textOf(page);
  assert.match(text, /meshes:\n {2}- /);
  assert.equal(await page.textContent('#problems-summary'), 'No problems', text);
});

test('Tab goes from value to value of a form', async () => {
  await setText(page, `${arm}anc`);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Control+Space');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'anchors' }).first().waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await page.keyboard.type('hand');
  await page.keyboard.press('Tab');
  await afterCompiling(page, () => page.keyboard.type('[0, 3, 0]'));
  const text = await textOf(page);
  assert.match(text, /anchors:\n {2}- \{?id: hand/);
  assert.match(text, /\[0, 3, 0\]/);
});

test('ids of the document are offered where one is to be named', async () => {
  await setText(page, arm.replace('parent: root', 'parent: '));
  await cursorIn('{id: tip');
  await page.keyboard.press('End');
  for (let i = 0; i < ', head: [0, 1, 0], tail: [0, 2, 0]}'.length; ++i) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  const options = page.locator('.cm-tooltip-autocomplete li');
  await options.first().waitFor();
  assert.ok((await options.allTextContents()).some((text) => text.startsWith('root')));
  await page.keyboard.press('Escape');
});

test('hover says what stands there, also from the keyboard', async () => {
  await setText(page, arm);
  await cursorIn('dimensions');
  await page.keyboard.press('Alt+h');
  const tip = page.locator('.hover-text');
  await tip.waitFor();
  assert.ok((await tip.textContent())!.length > 20);
  await page.keyboard.press('Escape');
  const { x, y } = (await page.locator('.cm-line', { hasText: 'id: tip' }).locator('span', { hasText: 'parent' }).first().boundingBox())!;
  await page.mouse.move(x + 4, y + 6);
  await tip.waitFor();
});

test('a light bulb fixes a slip, and so does the problem itself', async () => {
  await setText(page, arm.replace('dimensions', 'dimensons'));
  await page.locator('.bulb').waitFor();
  await page.locator('.bulb').click();
  const choice = page.locator('.choice', { hasText: 'dimensions' }).first();
  await choice.waitFor();
  await afterCompiling(page, () => choice.click());
  assert.equal(await textOf(page), arm);
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  assert.equal(await page.locator('.bulb').count(), 0);
  await setText(page, arm.replace('dimensions', 'dimensons'));
  await page.locator('.bulb').waitFor();
  await cursorIn('dimensons');
  await page.keyboard.press('ControlOrMeta+.');
  await choice.waitFor();
  await afterCompiling(page, () => page.keyboard.press('Enter'));
  assert.equal(await textOf(page), arm);
});

test('F2 renames an id wherever it is written, and refuses one that is taken', async () => {
  const named = `${arm}# Bones have names.\n`;
  await setText(page, named);
  await cursorIn('root, parent');
  await page.keyboard.press('F2');
  const field = page.locator('.new-name');
  await field.waitFor();
  assert.equal(await field.inputValue(), 'root');
  await field.fill('tip');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.rename p')!.textContent !== '');
  await field.fill('hip');
  await afterCompiling(page, () => page.keyboard.press('Enter'));
  assert.equal(await textOf(page), named.replaceAll('root', 'hip'));
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
});

test('F12 and Ctrl+click go to the definition, Shift+F12 lists the uses', async () => {
  await setText(page, arm);
  await cursorIn('root, head: [0, 1');
  await page.keyboard.press('F12');
  await page.waitForFunction(() => document.querySelector('.cm-activeLine')!.textContent!.includes('{id: root'));
  await page.keyboard.press('Shift+F12');
  await page.locator('.choice').first().waitFor();
  assert.equal(await page.locator('.choice').count(), 3);
  await page.keyboard.press('Escape');
  const word = page.locator('.cm-line', { hasText: 'mesh_id: body' }).locator('span', { hasText: 'body' }).last();
  await word.click({ modifiers: ['ControlOrMeta'] });
  await page.waitForFunction(() => document.querySelector('.cm-activeLine')!.textContent!.includes('- id: body'));
});

test('a file is formatted, and what it means stays', async () => {
  await setText(page, arm.replace('id: body', 'id:    body').replace('# A body', '#   A body'));
  await afterCompiling(page, () => page.keyboard.press('Shift+Alt+F'));
  const text = await textOf(page);
  assert.match(text, /- id: body\n/);
  assert.match(text, /#.*A body on two bones/);
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  await page.click('[aria-label="File actions"]');
  await page.click('#format-file');
  await page.waitForFunction(() => /Nothing to change/.test(document.getElementById('notice-text')!.textContent!));
});

test('a file that is renamed is named anew by the others, and an id is renamed across files', async () => {
  await openFiles(page, {
    'car.rigy.yaml': 'version: "0.13"\nimports:\n  w: {source: arm.rigy.yaml} # the arm\ninstances:\n  - {id: one, import: w}\n',
    'arm.rigy.yaml': arm,
  });
  await page.locator('[data-path="arm.rigy.yaml"]').click();
  await page.click('[aria-label="File actions"]');
  await page.click('#rename-file');
  await page.fill('#ask-path', 'limb.rigy.yaml');
  await afterCompiling(page, () => page.keyboard.press('Enter'));
  await page.locator('[data-path="car.rigy.yaml"]').click();
  assert.match(await textOf(page), /w: \{source: limb\.rigy\.yaml\} # the arm/);
});

test('nothing was logged, and nothing was asked of any other place', () => {
  assert.deepEqual(shared.faults, []);
});
