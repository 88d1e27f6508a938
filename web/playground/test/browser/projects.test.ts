// Opening, editing and sharing projects in a browser.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { toFragment } from '../../src/share.js';
import { zipOf } from '../../src/zip.js';
import { exampleFiles } from '../support.js';
import {
  afterCompiling,
  chooseBone,
  dropFile,
  fragmentOf,
  highlighted,
  openExample,
  openFiles,
  pointOf,
  positions,
  setText,
  textOf,
} from './page.js';
import { openSite } from './site.js';

const faulty = 'version: "0.6"\nmeshs: []\n';

const site = await openSite();
after(() => site.close());
// Most tests share a page: loading one takes seconds without a graphics card.
const shared = await site.open();
const { page } = shared;

function tabNames(): Promise<string[]> {
  return page.locator('[role=tab]').allTextContents();
}

async function statistics(): Promise<string[]> {
  return page.locator('.stats dd:not(#stat-time)').allTextContents();
}

test('what was written comes back after another example was opened', async () => {
  await openExample(page, 'arm');
  const mine = `${await textOf(page)}# mine\n`;
  await setText(page, mine);
  await openExample(page, 'twist');
  assert.equal(
    await page.textContent('#notice-text'),
    'Opened Twist: LBS against DQS. Arm, with your changes, was set aside.',
  );
  await afterCompiling(page, () => page.click('#notice-action'));
  assert.equal(await page.textContent('#project-name'), 'Arm');
  assert.equal(await fragmentOf(page), '#arm');
  assert.equal(await textOf(page), mine);
});

test('what was written comes back after a document was dropped, also from the menu', async () => {
  await openExample(page, 'arm');
  await openExample(page, 'car');
  await page.getByRole('tab', { name: 'wheel.rigy.yaml' }).click();
  const mine = `${await textOf(page)}# my wheel\n`;
  await setText(page, mine);
  await afterCompiling(page, () => dropFile(page, 'dropped.rigy.yaml', exampleFiles['robot.rigy.yaml']!));
  assert.equal(
    await page.textContent('#notice-text'),
    'Opened dropped.rigy.yaml. Car, with your changes, was set aside.',
  );
  assert.deepEqual(await tabNames(), ['dropped.rigy.yaml']);
  // The name and the address are those of what is open.
  assert.equal(await page.textContent('#project-name'), 'dropped.rigy.yaml');
  assert.equal(await fragmentOf(page), '');
  assert.equal(await page.locator('.card[aria-current]').count(), 0);
  await page.click('#notice-close');
  await page.click('[aria-label="File actions"]');
  assert.equal(await page.textContent('#bring-back'), 'Bring back Car');
  await afterCompiling(page, () => page.click('#bring-back'));
  assert.equal(await fragmentOf(page), '#car');
  await page.getByRole('tab', { name: 'wheel.rigy.yaml' }).click();
  assert.equal(await textOf(page), mine);
});

test('an untouched project is replaced without a word', async () => {
  await openExample(page, 'arm');
  await openExample(page, 'materials');
  assert.equal(await page.isVisible('#notice'), false);
});

test('files that are opened together are called after the document that is compiled', async () => {
  await afterCompiling(page, () =>
    openFiles(page, {
      'axle.rigy.yaml': exampleFiles['car/axle.rigy.yaml']!,
      'car.rigy.yaml': exampleFiles['car/car.rigy.yaml']!,
      'wheel.rigy.yaml': exampleFiles['car/wheel.rigy.yaml']!,
      'wheel.ricy.yaml': exampleFiles['car/wheel.ricy.yaml']!,
    }),
  );
  assert.equal(await page.textContent('#project-name'), 'car.rigy.yaml');
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
});

async function fileMenu(item: string): Promise<void> {
  await page.click('[aria-label="File actions"]');
  await page.click(item);
}

test('the file and the whole project can be downloaded', async () => {
  await openExample(page, 'car');
  await page.getByRole('tab', { name: 'wheel.rigy.yaml' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), fileMenu('#download-file')]);
  assert.equal(file.suggestedFilename(), 'wheel.rigy.yaml');
  assert.equal(readFileSync(await file.path(), 'utf8'), exampleFiles['car/wheel.rigy.yaml']);
  const [archive] = await Promise.all([page.waitForEvent('download'), fileMenu('#download-project')]);
  assert.equal(archive.suggestedFilename(), 'car.zip');
  const names = ['car.rigy.yaml', 'axle.rigy.yaml', 'wheel.rigy.yaml', 'wheel.ricy.yaml'];
  const files = names.map((path) => ({ path, text: exampleFiles[`car/${path}`]! }));
  assert.deepEqual(new Uint8Array(readFileSync(await archive.path())), zipOf(files));
});

test('a file that is renamed is still found by those that import it', async () => {
  await openExample(page, 'car');
  await page.getByRole('tab', { name: 'wheel.rigy.yaml' }).click();
  await fileMenu('#rename-file');
  await page.fill('#ask-path', 'parts/rim.rigy.yaml');
  await afterCompiling(page, () => page.keyboard.press('Enter'));
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  assert.match((await page.textContent('#notice-text'))!, /^Renamed to parts\/rim\.rigy\.yaml, also where it is named: in /);
  await page.getByRole('tab', { name: 'car.rigy.yaml' }).click();
  assert.match(await textOf(page), /source: parts\/rim\.rigy\.yaml/);
});

test('the tab of a file with errors is marked', async () => {
  await openExample(page, 'car');
  await page.getByRole('tab', { name: 'wheel.rigy.yaml' }).click();
  const wheel = await textOf(page);
  await setText(page, wheel.replace('meshes:', 'meshs:'));
  const marked = () => page.locator('[role=tab].has-errors').allTextContents();
  assert.deepEqual(await marked(), ['wheel.rigy.yaml']);
  assert.match((await page.getAttribute('[role=tab].has-errors', 'aria-label'))!, /^wheel\.rigy\.yaml, \d+ errors?$/);
  await page.getByRole('tab', { name: 'car.rigy.yaml' }).click();
  assert.deepEqual(await marked(), ['wheel.rigy.yaml']);
  await page.getByRole('tab', { name: 'wheel.rigy.yaml' }).click();
  await setText(page, wheel);
  assert.deepEqual(await marked(), []);
});

test('a deleted and an overwritten file come back', async () => {
  await openExample(page, 'layers');
  await page.getByRole('tab', { name: 'layers.weights.json' }).click();
  const weights = await textOf(page);
  await page.click('[aria-label="File actions"]');
  await afterCompiling(page, () => page.click('#delete-file'));
  assert.deepEqual(await tabNames(), ['layers.rigy.yaml']);
  assert.equal(await page.textContent('#notice-text'), 'Deleted layers.weights.json.');
  await afterCompiling(page, () => page.click('#notice-action'));
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  await afterCompiling(page, () => openFiles(page, { 'layers.weights.json': '{}' }));
  assert.notEqual(await page.textContent('#problems-summary'), 'No problems');
  await afterCompiling(page, () => page.click('#notice-action'));
  await page.getByRole('tab', { name: 'layers.weights.json' }).click();
  assert.equal(await textOf(page), weights);
});

test('a faulty new project shows nothing of the one before', async () => {
  await openExample(page, 'humanoid');
  await chooseBone(page, 'L_elbow');
  const { x, y } = await pointOf(page, [0, 1.2, 0]);
  await afterCompiling(page, () => dropFile(page, 'faulty.rigy.yaml', faulty));
  assert.equal(await page.textContent('#stage-note'), 'Nothing to show yet');
  assert.equal(await page.getAttribute('#stage', 'data-state'), 'empty');
  assert.deepEqual(await statistics(), ['–', '–', '–', '–', '–']);
  assert.equal(await page.locator('[role=treeitem]').count(), 0);
  assert.equal(await page.isVisible('#rig'), false);
  assert.equal(await page.locator('.label').count(), 0);
  assert.deepEqual(await positions(page), [[]]);
  await page.mouse.click(x, y);
  assert.equal(await highlighted(page), undefined);
  assert.equal(await page.textContent('#turn-title'), 'Choose a bone to rotate it');
  await setText(page, exampleFiles['arm.rigy.yaml']!);
  assert.equal(await page.isVisible('#rig'), true);
  assert.notEqual(await page.textContent('#stat-vertices'), '–');
  // An error in the same project leaves its last model.
  await setText(page, faulty);
  assert.equal(await page.textContent('#stage-note'), 'The last version without errors');
  assert.notEqual(await page.textContent('#stat-vertices'), '–');
});

test('a link that arrives late does not replace what was opened since', async () => {
  const entry = 'slow.rigy.yaml';
  const fragment = await toFragment({ files: [{ path: entry, text: faulty }], entry });
  await page.evaluate((hash) => {
    // After the page's own listener: the link is being unpacked while the example is chosen.
    const choose = () => document.querySelector<HTMLElement>('.card[data-example=robot]')!.click();
    addEventListener('hashchange', choose, { once: true });
    location.hash = hash;
  }, fragment);
  await page.waitForFunction(() => document.getElementById('project-name')!.textContent === 'Robot');
  await page.waitForTimeout(300);
  assert.equal(await page.textContent('#project-name'), 'Robot');
  assert.equal(await fragmentOf(page), '#robot');
});

test('what does not fit in a link is refused, and says why', async () => {
  await openExample(page, 'arm');
  const before = await fragmentOf(page);
  const noise = JSON.stringify(randomBytes(900_000).toString('hex'));
  await afterCompiling(page, () => openFiles(page, { 'noise.json': noise }));
  await page.click('#share');
  await page.waitForSelector('#notice[data-kind=error]:not([hidden])');
  assert.match(
    (await page.textContent('#notice-text'))!,
    /^This project does not fit in a link: it would have \d{7} characters, and not all browsers open more than 1000000\.$/,
  );
  assert.equal(await fragmentOf(page), before);
});

test('where the clipboard is refused the link is in the address', async () => {
  await openExample(page, 'arm');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('refused')) },
      configurable: true,
    });
  });
  await page.click('#share');
  await page.waitForSelector('#notice[data-kind=error]:not([hidden])');
  assert.equal(
    await page.textContent('#notice-text'),
    'The browser does not allow copying here. The link is in the address bar: copy it from there.',
  );
  assert.match(await fragmentOf(page), /^#p1=/);
  await page.click('#copy-digest');
  const digest = await page.getAttribute('#copy-digest', 'data-digest');
  await page.waitForFunction(
    (text) => document.getElementById('notice-text')!.textContent === text,
    `The browser does not allow copying here. The SHA-256 is ${digest}`,
  );
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
});

test('a damaged link leaves the project and its address', async () => {
  await openExample(page, 'arm');
  await page.evaluate(() => (location.hash = '#p1=damaged'));
  await page.waitForSelector('#notice[data-kind=error]:not([hidden])');
  assert.equal(await fragmentOf(page), '#arm');
  assert.equal(await page.textContent('#project-name'), 'Arm');
});

test('nothing was logged, and nothing was asked of any other place', () => {
  assert.deepEqual(shared.faults, []);
});
