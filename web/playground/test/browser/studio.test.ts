// Working with the model itself: clips on a timeline, handles that write text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { zipOf } from '../../src/zip.js';
import { afterCompiling, chooseBone, largestMove, openExample, openFiles, pointOf, positions, setText, textOf } from './page.js';
import { openSite, type SitePage } from './site.js';

declare const playground: { handle(): [number, number, number] | null; outline(): { meshes: { id: string }[] } | undefined };

const site = await openSite();
let opened: SitePage;
let page: Page;
before(async () => {
  opened = await site.open({ fragment: '#arm' });
  ({ page } = opened);
  page.setDefaultTimeout(30_000);
});
after(() => site.close());

const document = `version: "0.13"
params: {wide: 0.4}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
meshes:
  - id: body
    primitives:
      # The middle.
      - {id: box, type: box, dimensions: {x: $wide, y: 0.3, z: 0.3}, transform: {translation: [0, 0.3, 0]}}
      - {id: L_ball, type: sphere, dimensions: {radius: 0.1}, transform: {translation: [-0.5, 0.3, 0]}}
      - {id: lid, type: box, dimensions: {x: 0.1, y: "=$wide / 4", z: 0.1}, transform: {translation: [0, 0.6, 0]}}
`;

const limb = `version: "0.13"
meshes:
  - id: limb
    primitives:
      - {id: stick, type: box, dimensions: {x: 0.2, y: 1, z: 0.2}, transform: {translation: [0, 0.5, 0]}}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
bindings:
  - {mesh_id: limb, armature_id: rig, weights: [{primitive_id: stick, bones: [{bone_id: root, weight: 1}]}]}
`;
const motion = `rigm_version: "0.1"
asset: limb.rigy.yaml
poses:
  rest: {}
  down: {turn: {root: {x: -24}}}
clips:
  nod:
    length: 2
    loop: true
    keys:
      - {at: 0, pose: rest}
      - {at: 0.35, pose: down} # the first nod
      - {at: 0.7, pose: rest}
`;

async function scrub(seconds: number): Promise<void> {
  await page.locator('#time').fill(String(seconds));
}

async function setField(name: string, value: string): Promise<void> {
  const field = page.locator(`#item-fields input[name="${name}"]`);
  await field.fill(value);
  await field.press('Enter');
}

/** The document below, as it is written there. */
async function openDocument(): Promise<void> {
  await setText(page, document);
  await page.waitForFunction(() => playground.outline()?.meshes[0]?.id === 'body');
}

/** Puts the cursor on a line, which picks the part that is written there. */
async function goTo(line: number, id: string): Promise<void> {
  await page.locator('.cm-line').nth(line - 1).click();
  // What hovers over the line would be in the way.
  await page.mouse.move(0, 0);
  await page.waitForFunction((name) => window.document.querySelector('#item:not([hidden]) h2')?.textContent === name, id);
}

async function dragArrow(pixels: number): Promise<void> {
  await page.waitForFunction(() => playground.handle() !== null);
  const arrow = await page.evaluate(() => playground.handle());
  const { x, y } = await pointOf(page, arrow!);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels / 2, y, { steps: 3 });
  await page.mouse.move(x + pixels, y, { steps: 3 });
  await page.mouse.up();
}

test('a clip is scrubbed, played and paused, with its keys and ghosts', async () => {
  await openFiles(page, { 'limb.rigm.yaml': motion, 'limb.rigy.yaml': limb });
  await page.waitForSelector('#timeline:not([hidden])');
  const rest = await positions(page);
  await page.selectOption('#clip', 'nod');
  assert.equal(await page.locator('.key').count(), 3);
  await scrub(0.35);
  const down = await positions(page);
  assert.ok(largestMove(rest[0]!, down[0]!) > 0.02);
  await page.click('#ghosts');
  await page.locator('#stage').focus();
  await page.keyboard.press('p');
  assert.equal(await page.textContent('#play'), 'Pause');
  await page.waitForFunction(() => Number((window.document.querySelector('#time') as HTMLInputElement).value) > 0.5);
  await page.click('#play');
  assert.equal(await page.textContent('#play'), 'Play');
});

test('the angles of the selected bone at a key are written, in one step for each control', async () => {
  await page.locator('.key').nth(1).click();
  await chooseBone(page, 'root');
  await afterCompiling(page, async () => {
    await page.fill('#angle-z', '15');
    await page.press('#angle-z', 'Enter');
  });
  assert.match(await textOf(page), /down: \{turn: \{root: \{x: -24, z: 15\}\}\}/);
  assert.equal(await page.inputValue('#angle-x'), '-24');
  await afterCompiling(page, () => page.locator('#turn-z').fill('0'));
  assert.match(await textOf(page), /down: \{turn: \{root: \{x: -24\}\}\}/);
  // Between keys there is no pose to write into.
  await scrub(0.2);
  const text = await textOf(page);
  await page.fill('#angle-z', '40');
  await page.press('#angle-z', 'Enter');
  assert.equal(await textOf(page), text);
});

test('the easing and the time of a key are written, and undone in one step', async () => {
  await page.locator('.key').nth(1).click();
  await afterCompiling(page, () => page.selectOption('#key-ease', 'linear'));
  assert.equal(await textOf(page), motion.replace('pose: down}', 'pose: down, ease: linear}'));
  await page.locator('.cm-content').focus();
  await afterCompiling(page, () => page.keyboard.press('ControlOrMeta+z'));
  assert.equal(await textOf(page), motion);
  await page.locator('.key').nth(1).click();
  await afterCompiling(page, async () => {
    await page.fill('#key-at', '0.4');
    await page.press('#key-at', 'Enter');
  });
  assert.equal(await textOf(page), motion.replace('0.35', '0.4'));
});

test('a key is added where the time is, with what is shown, and removed again', async () => {
  await openFiles(page, { 'limb.rigm.yaml': motion, 'limb.rigy.yaml': limb });
  await page.waitForSelector('#timeline:not([hidden])');
  await page.selectOption('#clip', 'nod');
  await page.locator('.key').first().click();
  assert.ok(await page.isDisabled('#key-add'));
  await scrub(1.2);
  assert.ok(await page.isDisabled('#key-remove'));
  await chooseBone(page, 'root');
  await page.fill('#angle-z', '12.5');
  await page.press('#angle-z', 'Enter');
  await afterCompiling(page, () => page.click('#key-add'));
  // The spline swings past rest.
  const more = motion
    .replace('x: -24}}}\n', 'x: -24}}}\n  nod_key1: {turn: {root: {x: 4.423, z: 12.5}}}\n')
    .replace('at: 0.7, pose: rest}', 'at: 0.7, pose: rest}\n      - {at: 1.2, pose: nod_key1}');
  assert.equal(await textOf(page), more);
  await page.waitForFunction(() => window.document.querySelectorAll('.key').length === 4);
  assert.equal(await page.inputValue('#key-at'), '1.2');
  await afterCompiling(page, () => page.click('#key-remove'));
  assert.equal(await textOf(page), more.replace('      - {at: 1.2, pose: nod_key1}\n', ''));
  await page.locator('.cm-content').focus();
  await afterCompiling(page, () => page.keyboard.press('ControlOrMeta+z'));
  await afterCompiling(page, () => page.keyboard.press('ControlOrMeta+z'));
  assert.equal(await textOf(page), motion, 'more than two steps were written');
});

test('keys between thousandths can be changed and removed, and a key at the end is within the clip', async () => {
  const fine = motion.replace('0.35', '0.333333').replace('length: 2\n    loop: true', 'length: 0.6667').replace('at: 0.7', 'at: 0.6');
  await openFiles(page, { 'limb.rigm.yaml': fine, 'limb.rigy.yaml': limb });
  await page.waitForSelector('#timeline:not([hidden])');
  await page.selectOption('#clip', 'nod');
  await page.locator('.key').nth(1).click();
  await afterCompiling(page, () => page.selectOption('#key-ease', 'linear'));
  const eased = fine.replace('pose: down}', 'pose: down, ease: linear}');
  assert.equal(await textOf(page), eased);
  await afterCompiling(page, () => page.click('#key-remove'));
  assert.ok(!(await textOf(page)).includes('0.333333'));
  await page.waitForFunction(() => window.document.querySelectorAll('.key').length === 2);
  await page.click('#play');
  await page.waitForSelector('#play[aria-pressed=false]');
  await afterCompiling(page, () => page.click('#key-add'));
  assert.match(await textOf(page), /at: 0\.6667, pose: nod_key1/);
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
});

test('a bone reaches for what its tail is dragged to, and the pose is one change of the text', async () => {
  await openExample(page, 'arm');
  await chooseBone(page, 'elbow');
  await page.locator('#grips label', { hasText: 'Reach' }).click();
  const before = await textOf(page);
  await page.locator('#stage').focus();
  const posed = await positions(page);
  await afterCompiling(page, () => dragArrow(60));
  assert.ok(largestMove(posed[0]!, (await positions(page))[0]!) > 0.02);
  const after = await textOf(page);
  assert.notEqual(after, before);
  await afterCompiling(page, () => page.keyboard.press('ControlOrMeta+z'));
  assert.equal(await textOf(page), before);
});

test('numbers are typed: a param is changed where it is, a computed one is refused with the reason', async () => {
  await openDocument();
  await goTo(8, 'box');
  await afterCompiling(page, () => setField('transform.translation[1]', '0.35'));
  assert.equal(await textOf(page), document.replace('[0, 0.3, 0]', '[0, 0.35, 0]'));
  await goTo(8, 'box');
  await afterCompiling(page, () => setField('dimensions.x', '0.5'));
  assert.equal(await textOf(page), document.replace('[0, 0.3, 0]', '[0, 0.35, 0]').replace('wide: 0.4', 'wide: 0.5'));
  await goTo(10, 'lid');
  await setField('dimensions.y', '0.3');
  await page.waitForFunction(() => /computed/.test(window.document.querySelector('#notice-text')!.textContent!));
  assert.equal(await page.inputValue('#item-fields input[name="dimensions.y"]'), '0.125');
});

test('a part is dragged: its partner follows, and the text changes in one step', async () => {
  await openDocument();
  await goTo(9, 'L_ball');
  await page.locator('#stage').focus();
  await page.keyboard.press('1');
  const before = (await positions(page))[0]!;
  await dragArrow(40);
  // What is compiled on the way is not written yet.
  await page.waitForFunction(() => !window.document.querySelectorAll('.cm-line')[8]!.textContent!.includes('[-0.5,'));
  const text = await textOf(page);
  const moved = /L_ball.*translation: \[(-?[\d.]+), 0.3, 0\]/.exec(text);
  assert.ok(moved && Number(moved[1]) !== -0.5, text);
  assert.equal(text, document.replace('[-0.5, 0.3, 0]', `[${moved[1]}, 0.3, 0]`));
  assert.equal(Number(moved[1]) * 100, Math.round(Number(moved[1]) * 100));
  await page.waitForFunction(() => window.document.querySelector('#problems-summary')!.textContent === 'No problems');
  const now = (await positions(page))[0]!;
  const least = (mesh: number[]) => Math.min(...mesh.filter((_, i) => i % 3 === 0));
  const most = (mesh: number[]) => Math.max(...mesh.filter((_, i) => i % 3 === 0));
  assert.ok(Math.abs(least(now[0]!) + most(now[0]!)) < 1e-6);
  assert.notEqual(least(now[0]!), least(before[0]!));
  await afterCompiling(page, () => page.keyboard.press('ControlOrMeta+z'));
  assert.equal(await textOf(page), document);
});

test('the distance between two parts is measured', async () => {
  await page.locator('#stage').focus();
  await page.keyboard.press('1');
  const clickAt = async (point: [number, number, number], modifiers: 'Shift'[] = []) => {
    const at = await pointOf(page, point);
    for (const key of modifiers) await page.keyboard.down(key);
    await page.mouse.click(at.x, at.y);
    for (const key of modifiers) await page.keyboard.up(key);
  };
  await clickAt([-0.5, 0.33, 0]);
  await clickAt([0.1, 0.2, -0.15], ['Shift']);
  await page.waitForFunction(() => /apart/.test(window.document.querySelector('#notice-text')!.textContent!));
  // From the ball's surface to the side of the box.
  assert.match((await page.textContent('#notice-text'))!, /are 0\.2 m apart/);
});

test('the model is seen as it was opened, and an earlier version is brought back', async () => {
  const bounds = async () => Math.max(...(await positions(page))[0]!.flat());
  const now = await bounds();
  await afterCompiling(page, () => page.click('#compare'));
  assert.notEqual(await bounds(), now);
  await afterCompiling(page, () => page.click('#compare'));
  assert.equal(await bounds(), now);
  const text = await textOf(page);
  await page.waitForFunction((kept) => localStorage.getItem('rigy-history')?.includes(JSON.stringify(kept).slice(1, -1)), text.slice(0, 40));
  await page.click('[aria-label="File actions"]');
  await page.click('#open-history');
  await afterCompiling(page, () => page.locator('#history .card').first().click());
  assert.equal(await textOf(page), text);
});

test('a zip archive is opened as a project', async () => {
  const files = { 'car/car.rigy.yaml': 'version: "0.13"\nimports: {wheel: parts/wheel.rigy.yaml}\n', 'car/parts/wheel.rigy.yaml': 'version: "0.13"\n' };
  const zip = zipOf(Object.entries(files).map(([path, text]) => ({ path, text })));
  await afterCompiling(page, () =>
    page.setInputFiles('#file-input', [{ name: 'car.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) }]),
  );
  assert.deepEqual(await page.locator('#tabs [role=tab]').allTextContents(), ['car.rigy.yaml', 'parts/wheel.rigy.yaml']);
});

test('the picture, a turn around it and an animation are saved', async () => {
  await page.setViewportSize({ width: 800, height: 400 });
  page.setDefaultTimeout(90_000);
  const save = async (of: string): Promise<Buffer> => {
    await page.click('#picture');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`#picture-menu ${of}`)]);
    return readFileSync((await file.path())!);
  };
  assert.equal((await save('[data-as=png]')).toString('latin1', 1, 4), 'PNG');
  const turn = await save('[data-film=turn][data-as=apng]');
  assert.ok(turn.includes('acTL') && turn.length > 10_000);
  const video = await save('[data-film=turn][data-as=webm]');
  assert.deepEqual([...video.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3]);
  assert.ok(await page.isDisabled('#picture-menu [data-film=clip][data-as=webm]'));
});

test('nothing was logged, and nothing was asked of any other place', () => {
  assert.deepEqual(opened.faults, []);
});
