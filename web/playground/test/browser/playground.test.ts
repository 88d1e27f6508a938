// The page in a browser, used as people use it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { readGlb } from '../../src/glb.js';
import { exampleFiles, nativeGlb, sha256 } from '../support.js';
import {
  afterCompiling,
  chooseBone,
  dropFile,
  highlighted,
  largestMove,
  openExample,
  openFiles,
  pointOf,
  positions,
  replaceInText,
  setText,
  textOf,
} from './page.js';
import { openSite } from './site.js';

// Every document of examples/ that is not part of a page or of another example, by its id.
const entries = new Map(
  Object.keys(exampleFiles).flatMap((path): [string, string][] => {
    const id = /^(?:(?:car|gallery|room)\/)?(\w+)\.rig[ys]\.yaml$/.exec(path)?.[1];
    return id === undefined || ['axle', 'wheel'].includes(id) ? [] : [[id, path]];
  }),
);
const gallery = [...entries.keys()];

const site = await openSite();
after(() => site.close());
// Most tests share a page: loading one takes seconds without a graphics card.
const shared = await site.open();
const { page } = shared;

async function downloaded(choice = '#download-canonical'): Promise<Buffer> {
  await page.click('#download');
  await page.waitForFunction(() => document.activeElement?.id === 'download-export');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(choice)]);
  // Both can be in the same folder.
  assert.equal(file.suggestedFilename(), choice === '#download-export' ? 'robot.glb' : 'robot.canonical.glb');
  return readFileSync(await file.path());
}

test('an error is marked where it is, the last model stays, and both clear', async () => {
  await openExample(page, 'arm');
  const vertices = await page.textContent('#stat-vertices');
  await replaceInText(page, 'to: {bone_id: shoulder', 'to: {bone_id: sholder');
  const line = exampleFiles['arm.rigy.yaml']!.split('\n').findIndex((one) => one.includes('to: {bone_id: shoulder')) + 1;
  assert.equal(await page.textContent('#problems-summary'), '1 error');
  assert.equal(await page.textContent('.problem-place'), `arm.rigy.yaml:${line}`);
  assert.equal(
    await page.textContent('.problem-message'),
    "gradient refers to bone 'sholder', which armature 'arm_rig' does not have",
  );
  assert.equal(await page.getAttribute('#stage', 'data-state'), 'stale');
  assert.equal(await page.textContent('#stat-vertices'), vertices);
  assert.equal(await page.isDisabled('#download'), true);
  // From the list to the line, where the wrong word is underlined.
  await page.click('.problem');
  assert.equal(await page.textContent('.cm-lineNumbers .cm-activeLineGutter'), String(line));
  assert.equal(await page.textContent('.cm-lintRange-error'), 'sholder');
  await replaceInText(page, 'sholder', 'shoulder');
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  assert.equal(await page.locator('.cm-lintRange-error').count(), 0);
  assert.equal(await page.getAttribute('#stage', 'data-state'), 'fine');
});

test('hovering over an error helps once, and explains', async () => {
  await openExample(page, 'arm');
  await replaceInText(page, 'bone_id: shoulder', 'bone_id: sholder');
  await page.click('.problem');
  await page.hover('.cm-lintRange-error');
  const help = page.locator('.cm-tooltip .hover-help');
  await help.waitFor();
  assert.equal(await page.locator('.cm-tooltip:visible').count(), 1);
  // The message of F8 takes the place of this one, and is not joined by it.
  await page.keyboard.press('F8');
  await page.waitForSelector('.problem-tip');
  assert.equal(await page.locator('.cm-tooltip:visible').count(), 1);
  await page.mouse.move(0, 0);
  await page.hover('.cm-lintRange-error');
  await page.waitForTimeout(700);
  assert.equal(await page.locator('.cm-tooltip:visible').count(), 1);
  await page.locator('.cm-content').press('Escape');
  await page.mouse.move(0, 0);
  await page.hover('.cm-lintRange-error');
  await page.waitForSelector('.cm-tooltip-hover');
  assert.match((await help.textContent())!, /did you mean 'shoulder'\?Change 'sholder' to 'shoulder'V15: explain$/);
  await help.getByRole('button', { name: 'V15: explain' }).click();
  await page.waitForSelector('#explanation[open]');
  assert.match((await page.textContent('#explanation-text'))!, /^gradient refers to an unknown bone/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#explanation[open]').count(), 0);
});

test('the first key leads to the editor', async () => {
  await openExample(page, 'arm');
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  assert.ok(await page.evaluate(() => document.activeElement!.classList.contains('cm-content')));
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
});

test('every example opens without problems, and is what the native program makes', async () => {
  assert.equal(gallery.length, 30);
  const cards = await page.locator('.card').evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset['example']!));
  assert.deepEqual(cards.sort(), [...gallery].sort());
  for (const id of gallery) {
    await openExample(page, id);
    assert.equal(await page.textContent('#problems-summary'), 'No problems', id);
    const native = nativeGlb(exampleFiles, entries.get(id)!);
    await page.waitForFunction(
      (digest) => document.getElementById('copy-digest')!.dataset['digest'] === digest,
      sha256(native),
    );
    const { meshes, skins } = readGlb(new Uint8Array(native));
    const count = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0).toLocaleString('en');
    assert.equal(await page.textContent('#stat-vertices'), count(meshes.map((m) => m.positions.length / 3)));
    assert.equal(await page.textContent('#stat-triangles'), count(meshes.map((m) => m.indices.length / 3)));
    assert.equal(await page.textContent('#stat-joints'), count(skins.map((s) => s.heads.length)));
  }
});

test('the downloaded file of an edited text is the native one, in both windings', async () => {
  await openExample(page, 'robot');
  await replaceInText(page, 'radius: 0.12}', 'radius: 0.1125}');
  const text = await textOf(page);
  assert.match(text, /radius: 0\.1125/);
  const files = { 'robot.rigy.yaml': text };
  assert.equal(sha256(await downloaded()), sha256(nativeGlb(files, 'robot.rigy.yaml')));
  const exported = nativeGlb(files, 'robot.rigy.yaml', [], 'export');
  assert.equal(sha256(await downloaded('#download-export')), sha256(exported));
  await page.click('#copy-digest');
  await page.waitForSelector('#notice:not([hidden])');
  const digest = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(digest, sha256(nativeGlb(files, 'robot.rigy.yaml')));
  await afterCompiling(page, () => page.getByText('Outward', { exact: true }).click());
  const outward = nativeGlb(files, 'robot.rigy.yaml', ['--winding', 'outward']);
  assert.equal(sha256(await downloaded()), sha256(outward));
  await afterCompiling(page, () => page.getByText('Canonical', { exact: true }).click());
});

test('a bone is posed by slider and by gizmo, and reset', async () => {
  await openExample(page, 'humanoid');
  const [rest] = await positions(page);
  await page.getByRole('button', { name: 'step', exact: true }).click();
  assert.ok(largestMove((await positions(page))[0]!, rest!) > 0.1);
  await page.getByRole('button', { name: 'Rest', exact: true }).click();
  await chooseBone(page, 'L_elbow');
  await page.focus('#turn-x');
  for (let i = 0; i < 10; ++i) await page.keyboard.press('PageUp');
  const [turned] = await positions(page);
  assert.ok(largestMove(rest!, turned!) > 0.05, String(largestMove(rest!, turned!)));
  await page.click('#reset-bone');
  assert.ok(largestMove(rest!, (await positions(page))[0]!) < 1e-6);
  // The rings of the gizmo are around the head of the bone.
  const { x, y } = await pointOf(page, [-0.32, 1.17, 0]);
  let moved = 0;
  for (let radius = 30; radius < 90 && moved < 1e-3; radius += 3) {
    await page.mouse.move(x + radius, y);
    await page.mouse.down();
    await page.mouse.move(x + radius, y - 60, { steps: 3 });
    await page.mouse.up();
    moved = largestMove(rest!, (await positions(page))[0]!);
  }
  assert.ok(moved > 1e-3, 'the gizmo turned nothing');
  await page.getByRole('button', { name: /^Rest ?modified$/ }).click();
  assert.ok(largestMove(rest!, (await positions(page))[0]!) < 1e-6);
});

test('a pose of the document is what the native program bakes', async () => {
  await openExample(page, 'armatures');
  const native = nativeGlb(exampleFiles, 'armatures.rigy.yaml', ['--pose', 'windy', '--bake-skin']);
  const baked = readGlb(new Uint8Array(native)).meshes.map((mesh) => [...mesh.positions]);
  assert.ok(largestMove((await positions(page))[0]!, baked) < 1e-6);
  await page.getByRole('button', { name: 'Rest', exact: true }).click();
  assert.ok(largestMove((await positions(page))[0]!, baked) > 0.1);
});

test('LBS and DQS side by side: the waist collapses, and does not', async () => {
  await openExample(page, 'twist');
  assert.equal(await page.isVisible('#pane-names'), true);
  const [lbs, dqs] = await positions(page);
  const waist = (meshes: number[][]) => {
    let least = Infinity;
    const tube = meshes[0]!;
    for (let i = 0; i < tube.length; i += 3) {
      if (Math.abs(tube[i + 1]! - 0.85) < 0.1) least = Math.min(least, Math.hypot(tube[i]!, tube[i + 2]!));
    }
    return least;
  };
  assert.ok(waist(lbs!) < 0.05, `lbs ${waist(lbs!)}`);
  assert.ok(waist(dqs!) > 0.19, `dqs ${waist(dqs!)}`);
  await page.getByText('DQS', { exact: true }).last().click();
  assert.equal((await positions(page)).length, 1);
});

test('weights of a bone are shown with numbers', async () => {
  await openExample(page, 'layers');
  assert.match((await page.textContent('#heat-summary'))!, /^\d+ vertices follow lift, with weights up to 1\.00\.$/);
  const withHeat = await page.locator('#stage canvas').screenshot();
  await page.getByText('Weights of this bone').click();
  assert.equal(await page.isVisible('#heat-legend'), false);
  assert.ok(!withHeat.equals(await page.locator('#stage canvas').screenshot()));
});

test('every switch of the view changes the picture', async () => {
  await openExample(page, 'car');
  const picture = () => page.locator('#stage').screenshot();
  for (const name of ['Anchors', 'Wireframe', 'Back faces', 'Grid']) {
    const before = await picture();
    await page.getByRole('button', { name, exact: true }).click();
    assert.ok(!before.equals(await picture()), name);
  }
  await openExample(page, 'arm');
  for (const name of ['Names', 'Skeleton']) {
    const before = await picture();
    await page.getByRole('button', { name, exact: true }).click();
    assert.ok(!before.equals(await picture()), name);
  }
});

test('a click on a part finds its lines, and a line its part', async () => {
  await openExample(page, 'car');
  // The bonnet's front, above the grille.
  const { x, y } = await pointOf(page, [0, 0.75, -1.81]);
  await page.mouse.click(x, y);
  assert.equal(await highlighted(page), 'bonnet');
  assert.match((await page.locator('.cm-picked').allTextContents()).join(''), /id: bonnet/);
  // A wheel is written in another file.
  const wheel = await pointOf(page, [-0.9, 0.5, -1.2]);
  await page.mouse.click(wheel.x, wheel.y);
  assert.equal(await page.textContent('[role=tab][aria-selected=true]'), 'wheel.rigy.yaml');
  assert.match((await page.locator('.cm-picked').allTextContents()).join(''), /id: (tread|disc)/);
  await page.locator('.cm-line', { hasText: 'id: disc' }).click();
  assert.equal(await highlighted(page), 'disc');
  await page.locator('.cm-line', { hasText: 'version' }).click();
  assert.equal(await highlighted(page), undefined);
});

test('a shared link holds the whole project', async () => {
  await openExample(page, 'car');
  await setText(page, (await textOf(page)).replace('# A car', '# <img src=x onerror=alert(1)> A car'));
  const text = await textOf(page);
  await page.click('#share');
  await page.waitForSelector('#notice:not([hidden])');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${site.address}#p1=`), link.slice(0, 60));
  const other = await site.open({ fragment: link.slice(site.address.length) });
  assert.equal(await textOf(other.page), text);
  assert.deepEqual(await other.page.locator('[role=tab]').allTextContents(), [
    'car.rigy.yaml',
    'axle.rigy.yaml',
    'wheel.rigy.yaml',
    'wheel.ricy.yaml',
  ]);
  assert.equal(await other.page.textContent('#problems-summary'), 'No problems');
  // A link that was cut off says so, and leaves something to look at.
  await other.page.goto(link.slice(0, -30));
  await other.page.waitForSelector('#notice[data-kind=error]');
  assert.equal(
    await other.page.textContent('#notice-text'),
    'This link cannot be opened: it was cut off or changed on its way.',
  );
  assert.equal(await textOf(other.page), text);
  assert.deepEqual(other.faults, []);
  await other.close();
});

test('files are opened by dialog and by drop', async () => {
  await openFiles(page, { 'ball.rigy.yaml': exampleFiles['arm.rigy.yaml']!, 'notes.json': '{}' });
  await page.waitForFunction(() => document.getElementById('project-name')!.textContent === 'ball.rigy.yaml');
  assert.deepEqual(await page.locator('[role=tab]').allTextContents(), ['ball.rigy.yaml', 'notes.json']);
  await afterCompiling(page, () => dropFile(page, 'dropped.rigy.yaml', 'version: "0.6"\nmeshs: []\n'));
  assert.deepEqual(await page.locator('[role=tab]').allTextContents(), ['dropped.rigy.yaml']);
  assert.equal(await page.textContent('#problems-summary'), '1 error');
  assert.equal(await page.textContent('#stage-note'), 'Nothing to show yet');
});

test('files are made, renamed, compiled and deleted', async () => {
  await openExample(page, 'layers');
  const menu = async (item: string) => {
    await page.click('[aria-label="File actions"]');
    await page.click(item);
  };
  await menu('#new-file');
  await page.fill('#ask-path', 'layers.rigy.yaml');
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('#ask-problem'), "There is already a file 'layers.rigy.yaml'.");
  await page.fill('#ask-path', 'new.rigy.yaml');
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('[role=tab][aria-selected=true]'), 'new.rigy.yaml');
  await afterCompiling(page, () => menu('#make-entry'));
  await page.waitForFunction(() => document.getElementById('stat-vertices')!.textContent === '0');
  assert.equal(await page.textContent('#stage-note'), 'This document has no meshes yet');
  await menu('#rename-file');
  await page.fill('#ask-path', 'other.rigy.yaml');
  await afterCompiling(page, () => page.keyboard.press('Enter'));
  await afterCompiling(page, () => menu('#delete-file'));
  assert.deepEqual(await page.locator('[role=tab]').allTextContents(), ['layers.rigy.yaml', 'layers.weights.json']);
  await page.waitForFunction(() => document.getElementById('stat-vertices')!.textContent === '670');
});

test('everything can be done from the keyboard', async () => {
  await openExample(page, 'humanoid');
  const focused = () =>
    page.evaluate(() => {
      const { id, className, tagName, textContent } = document.activeElement!;
      return id || className.split(' ')[0] || `${tagName} ${textContent?.trim().slice(0, 20)}`;
    });
  await page.focus('#open-gallery');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#gallery[open]');
  // From 'Empty project' over 'Close', six templates and the first card.
  assert.equal(await focused(), 'new-project');
  for (let i = 0; i < 9; ++i) await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['example']), 'knight');
  await page.focus('[data-example="arm"]');
  await afterCompiling(page, () => page.keyboard.press('Enter'));
  assert.equal(await page.textContent('#project-name'), 'Arm');
  // Tab indents in the editor; Escape before it leads out.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.notEqual(await focused(), 'cm-content');
  // Every stop is visible, and the important ones are among them.
  const stops: string[] = [];
  await page.focus('#fit');
  for (let i = 0; i < 40; ++i) {
    stops.push(await focused());
    // After the last stop comes the browser's own frame.
    if (stops.at(-1)!.startsWith('BODY')) break;
    const isMarked = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const marks = [element, element.nextElementSibling].filter((one) => one !== null);
      return marks.some((one) =>
        ['', '::before'].some((part) => getComputedStyle(one, part).outlineStyle !== 'none'),
      );
    });
    assert.ok(isMarked, `no visible focus on ${stops.at(-1)}`);
    await page.keyboard.press('Tab');
  }
  for (const id of ['fit', 'stage', 'chip', 'turn-x', 'turn-z', 'reset-bone', 'show-weights']) {
    assert.ok(stops.includes(id), `${id} is not among ${stops.join(' ')}`);
  }
  // The view: keys orbit, letters switch.
  await page.focus('#stage');
  const before = await pointOf(page, [1, 0, 0]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  assert.notDeepEqual(await pointOf(page, [1, 0, 0]), before);
  await page.keyboard.press('w');
  assert.equal(await page.getAttribute('[data-toggle=wireframe]', 'aria-pressed'), 'true');
  await page.keyboard.press('w');
  // Bones by arrow keys, a turn by arrow keys.
  await page.locator('#bones [role=treeitem]').first().focus();
  await page.keyboard.press('End');
  assert.equal(await page.textContent('#turn-title'), 'elbow');
  await page.keyboard.press('?');
  await page.waitForSelector('#help[open]');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#help[open]').count(), 0);
});

test('letters are shortcuts only where no text is written, and alone', async () => {
  await openExample(page, 'arm');
  const isOn = () => page.getAttribute('[data-toggle=wireframe]', 'aria-pressed');
  await page.locator('.cm-content').focus();
  await page.keyboard.type('# w');
  // The editor's own field for searching.
  await page.keyboard.press('ControlOrMeta+f');
  await page.waitForSelector('.cm-search [name=search]:focus');
  await page.keyboard.type('w');
  assert.equal(await page.inputValue('.cm-search [name=search]'), 'w');
  await page.keyboard.press('Escape');
  await page.click('[aria-label="File actions"]');
  await page.click('#new-file');
  await page.fill('#ask-path', '');
  await page.keyboard.type('w');
  assert.equal(await page.inputValue('#ask-path'), 'w');
  await page.keyboard.press('Escape');
  assert.equal(await isOn(), 'false');
  await page.focus('#stage');
  for (const held of ['Shift', 'Alt', 'Control', 'Meta']) {
    await page.keyboard.press(`${held}+k`);
    assert.equal(await page.getAttribute('[data-toggle=skeleton]', 'aria-pressed'), 'true', held);
  }
  await page.keyboard.press('w');
  assert.equal(await isOn(), 'true');
});

test('nothing was logged, and nothing was asked of any other place', () => {
  assert.deepEqual(shared.faults, []);
});

test('on a phone the view stays above code or rig, and nothing sticks out', async () => {
  const phone = await site.open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    fragment: '#layers',
  });
  const width = () => phone.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok((await width()) <= 390);
  assert.equal(await phone.page.isVisible('#stage'), true);
  assert.equal(await phone.page.isVisible('.cm-content'), true);
  assert.equal(await phone.page.isVisible('#bones'), false);
  await phone.page.tap('#panels [data-panel=rig]');
  assert.equal(await phone.page.isVisible('.cm-content'), false);
  assert.equal(await phone.page.isVisible('#bones'), true);
  assert.ok((await width()) <= 390);
  assert.equal(await phone.page.evaluate(() => scrollX + document.body.scrollLeft), 0);
  const box = (await phone.page.locator('#open-help').boundingBox())!;
  assert.ok(box.x + box.width <= 390, 'the header sticks out');
  const [before] = await positions(phone.page);
  await phone.page.getByRole('button', { name: 'Rest', exact: true }).tap();
  assert.ok(largestMove(before!, (await positions(phone.page))[0]!) > 0.1);
  assert.deepEqual(phone.faults, []);
  await phone.close();
});

test('light and dark follow the system until they are chosen', async () => {
  // The page also opens, with a message, where its address is nonsense.
  const dark = await site.open({ colorScheme: 'dark', fragment: '#nonsense' });
  assert.equal(
    await dark.page.textContent('#notice-text'),
    'This link cannot be opened: it is not a link of this playground.',
  );
  const background = () => dark.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await dark.page.getAttribute('html', 'data-theme'), 'dark');
  const first = await background();
  await dark.page.click('#theme');
  assert.equal(await dark.page.getAttribute('html', 'data-theme'), 'light');
  assert.notEqual(await background(), first);
  await dark.page.reload();
  await dark.page.waitForSelector('#stage[data-state=fine]');
  assert.equal(await dark.page.getAttribute('html', 'data-theme'), 'light');
  assert.deepEqual(dark.faults, []);
  await dark.close();
});

test('without WebGL, and without the module, the page says so', async () => {
  // The service worker would have kept the module.
  const context = await site.browser.newContext({ serviceWorkers: 'block' });
  await context.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const plain = await context.newPage();
  await plain.goto(site.address);
  await plain.waitForSelector('#stage[data-state=fine]');
  assert.equal(
    await plain.textContent('#stage-note'),
    'This browser has no WebGL, so the model cannot be shown. Everything else works.',
  );
  assert.equal(await plain.isEnabled('#download'), true);
  await plain.route('**/*.wasm', (route) => route.fulfill({ status: 503 }));
  await plain.reload();
  await plain.waitForSelector('#stage[data-state=broken]');
  const note = /^The compiler could not be loaded: rigy: cannot load .*\.wasm: status 503\.$/;
  assert.match((await plain.textContent('#stage-note'))!, note);
  // It stays so, whatever is opened.
  await plain.click('#open-gallery');
  await plain.click('.card[data-example=robot]');
  await plain.waitForSelector('#project-name:text-is("Robot")');
  assert.equal(await plain.getAttribute('#stage', 'data-state'), 'broken');
  assert.match((await plain.textContent('#stage-note'))!, note);
  assert.equal(await plain.textContent('#problems-summary'), 'The compiler could not be loaded');
  await context.close();
});
