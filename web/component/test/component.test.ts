// The component in a browser.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { address, folder, newPage, openPage } from './support.js';

const sizeLimit = 250 * 1024;
const { page, faults } = await newPage();

test('the component is small', (t) => {
  const size = gzipSync(readFileSync(join(folder, 'dist/rigy-model.js'))).length;
  t.diagnostic(`rigy-model.js with three.js: ${(size / 1024).toFixed(0)} KiB gzipped (limit 250)`);
  assert.ok(size <= sizeLimit, `${size} bytes`);
  assert.ok(statSync(join(folder, 'dist/rigy.wasm')).size > 0);
});

test('documents in files, in the page and in code blocks are shown', async () => {
  await page.goto(`${address}index.html`);
  await page.waitForFunction(() => document.querySelectorAll('rigy-model').length === 3);
  assert.equal(await page.locator('pre > code').count(), 0);
  for (const index of [0, 1, 2]) {
    await page.locator('rigy-model').nth(index).scrollIntoViewIfNeeded();
    assert.equal(await page.locator('rigy-model').nth(index).locator('[part=message]').textContent(), '');
  }
  await page.locator('#file [part=pose]').first().waitFor();
  for (const index of [0, 1, 2]) {
    const stage = page.locator('rigy-model').nth(index).locator('[part=stage]');
    const shown = await stage.screenshot();
    await stage.evaluate((element) => (element.querySelector('canvas')!.style.visibility = 'hidden'));
    assert.ok(!shown.equals(await stage.screenshot()), `nothing is drawn in model ${index}`);
    await stage.evaluate((element) => (element.querySelector('canvas')!.style.visibility = ''));
  }
});

test('poses are chosen by buttons', async () => {
  const poses = page.locator('#file [part=pose]');
  assert.deepEqual(await poses.allTextContents(), ['Rest', 'bent']);
  assert.equal(await page.locator('#file [aria-pressed=true]').textContent(), 'bent');
  const picture = () => page.locator('#file [part=stage]').screenshot();
  const bent = await picture();
  await poses.first().click();
  assert.equal(await page.locator('#file [aria-pressed=true]').textContent(), 'Rest');
  assert.ok(!bent.equals(await picture()));
  assert.equal(await page.locator('#inline [part=poses]').isVisible(), false);
});

test('the link leads to the playground with the whole project', async () => {
  const link = await page.locator('#inline [part=link]').getAttribute('href');
  assert.match(link!, /^https:\/\/playground\.example\/#p1=[\w-]+$/);
});

test('errors are told with their lines, and a corrected text clears them', async () => {
  const render = (text: string) =>
    page.locator('#inline').evaluate(async (model, changed) => {
      model.textContent = changed;
      await (model as unknown as { render(): Promise<void> }).render();
      return model.shadowRoot!.querySelector('[part=message]')!.textContent;
    }, text);
  assert.match((await render('version: "0.6"\nmeshs: []\n'))!, /^document\.rigy\.yaml:2: \w+: .*meshs/);
  assert.equal(await render('version: "0.6"\nmeshes: []\n'), '');
  assert.deepEqual(faults, []);
});

test('a document that cannot be read is told, and nothing of the one before is left', async () => {
  const model = page.locator('#file');
  const message = await model.evaluate(
    (element) =>
      new Promise<string>((told) => {
        element.addEventListener('error', (event) => told((event as ErrorEvent).message), { once: true });
        element.setAttribute('src', 'missing.rigy.yaml');
      }),
  );
  assert.equal(message, `${address}missing.rigy.yaml cannot be read: status 404`);
  assert.equal(await model.locator('[part=message]').textContent(), message);
  assert.notEqual(await model.getAttribute('invalid'), null);
  for (const part of ['stage', 'poses', 'link']) assert.equal(await model.locator(`[part=${part}]`).isVisible(), false, part);
  await model.evaluate((element) => element.setAttribute('src', '../../../examples/arm.rigy.yaml'));
  await page.locator('#file:not([invalid])').waitFor();
  for (const part of ['stage', 'poses', 'link']) assert.equal(await model.locator(`[part=${part}]`).isVisible(), true, part);
  const gone = await model.evaluate(
    (element) =>
      new Promise<string>((told) => {
        element.addEventListener('error', (event) => told((event as ErrorEvent).message), { once: true });
        element.setAttribute('src', 'http://localhost:1/a.rigy.yaml');
      }),
  );
  assert.equal(gone, 'http://localhost:1/a.rigy.yaml cannot be read: there is no answer');
  assert.deepEqual(faults.filter((fault) => !fault.includes('ERR_')), []);
});

test('files are looked for beside the document, whatever signs their names have', async () => {
  const asked: string[] = [];
  const note = (request: { url(): string }) => asked.push(request.url());
  page.on('request', note);
  await openPage(
    page,
    `<rigy-model>
       version: "0.13"
       imports:
         a: { source: "ftp:a.rigy.yaml" }
         b: { source: "50%25_#1?.rigy.yaml" }
     </rigy-model>`,
  );
  await page.locator('rigy-model[invalid]').waitFor();
  page.off('request', note);
  const found = asked.filter((url) => url.endsWith('.rigy.yaml'));
  const names = ['50%2525_%231%3F.rigy.yaml', 'a.rigy.yaml', 'ftp:a.rigy.yaml'];
  assert.deepEqual(found.sort(), names.map((name) => address + name));
});

test('an unknown pose or view is an error event, and the model is shown', async () => {
  const source = 'src="../../../examples/arm.rigy.yaml"';
  let requests = 0;
  page.on('request', (request) => (requests += Number(request.url().endsWith('arm.rigy.yaml'))));
  await openPage(
    page,
    `<script>
       window.told = [];
       addEventListener('error', (event) => told.push(event.message), true);
     </script>
     <rigy-model id="pose" ${source} pose="bend"></rigy-model>
     <rigy-model id="view" ${source} view="lft"></rigy-model>
     <rigy-model id="other" ${source} view="constructor"></rigy-model>`,
  );
  for (const id of ['pose', 'view', 'other']) await page.locator(`#${id}[invalid]`).waitFor();
  const told = await page.evaluate(() => (window as unknown as { told: string[] }).told);
  assert.deepEqual(told.sort(), [
    "There is no pose 'bend'; known poses: bent.",
    "There is no view 'constructor'; known views: three-quarter, front, back, left, right, top, bottom.",
    "There is no view 'lft'; known views: three-quarter, front, back, left, right, top, bottom.",
  ]);
  assert.equal(await page.locator('#pose [part=message]').textContent(), told[0]);
  assert.equal(await page.locator('#pose [aria-pressed=true]').textContent(), 'Rest');
  assert.equal(await page.locator('#pose [part=stage]').isVisible(), true);
  // Above the message.
  await page.locator('#pose [part=pose]').last().click();
  assert.equal(await page.locator('#pose [aria-pressed=true]').textContent(), 'bent');
  assert.equal(requests, 3, 'each element reads its document once');
});

test('a browser without WebGL says so', async () => {
  const { page: other } = await newPage();
  await other.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext as (...given: unknown[]) => unknown;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...given: unknown[]) {
      return kind === 'webgl2' ? null : original.call(this, kind, ...given);
    } as HTMLCanvasElement['getContext'];
  });
  await openPage(other, `<rigy-model>${sides}</rigy-model>`);
  await other.locator('rigy-model[invalid]').waitFor();
  assert.match((await other.locator('[part=message]').textContent())!, /no WebGL/);
  await other.close();
});

test('the picture has a name', async () => {
  const source = 'src="../../../examples/arm.rigy.yaml?v=2"';
  await openPage(
    page,
    `<rigy-model ${source}></rigy-model><rigy-model ${source} pose="bent"></rigy-model>
     <rigy-model ${source} alt="An arm that can bend"></rigy-model><rigy-model>${sides}</rigy-model>`,
  );
  await page.locator('rigy-model').nth(1).locator('[part=pose]').first().waitFor();
  const names = ['3D model arm', '3D model arm, pose bent', 'An arm that can bend', '3D model compass'];
  for (const name of names) await page.getByRole('img', { name, exact: true }).waitFor();
  await page.locator('rigy-model').nth(1).locator('[part=pose]').first().click();
  assert.equal(await page.getByRole('img', { name: '3D model arm', exact: true }).count(), 2);
});

// Boxes around a larger one: red in front, which is -z, cyan behind, blue at the left, which is -x, yellow at the right.
const sides = `
version: "0.13"
materials:
  red: { base_color: [1, 0, 0, 1] }
  cyan: { base_color: [0, 1, 1, 1] }
  blue: { base_color: [0, 0, 1, 1] }
  yellow: { base_color: [1, 1, 0, 1] }
  gray: { base_color: [0.5, 0.5, 0.5, 1] }
meshes:
  - id: compass
    primitives:
      - { id: middle, type: box, material: gray, dimensions: { x: 1, y: 1, z: 1 } }
      - { id: f, type: box, material: red, dimensions: { x: 0.9, y: 0.9, z: 0.2 }, transform: { translation: [0, 0, -0.5] } }
      - { id: b, type: box, material: cyan, dimensions: { x: 0.9, y: 0.9, z: 0.2 }, transform: { translation: [0, 0, 0.5] } }
      - { id: l, type: box, material: blue, dimensions: { x: 0.2, y: 0.9, z: 0.9 }, transform: { translation: [-0.5, 0, 0] } }
      - { id: r, type: box, material: yellow, dimensions: { x: 0.2, y: 0.9, z: 0.9 }, transform: { translation: [0.5, 0, 0] } }
`;

test('views are sides of the model, which faces -z; the usual one shows its front and its left', async () => {
  const seen: Record<string, string[]> = {
    '': ['blue', 'red'],
    'three-quarter': ['blue', 'red'],
    front: ['red'],
    back: ['cyan'],
    left: ['blue'],
    right: ['yellow'],
    '90,0': ['yellow'],
    '215,10': ['red', 'blue'].sort(),
  };
  const names = Object.keys(seen);
  await openPage(page, names.map((view) => `<rigy-model view="${view}">${sides}</rigy-model>`).join('\n'));
  await page.getByRole('img', { name: '3D model compass' }).nth(names.length - 1).waitFor();
  // The colors of each picture, the most frequent first.
  const colors = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll('rigy-model'), ({ shadowRoot }) => {
        const { width, height } = shadowRoot!.querySelector('canvas')!;
        const { data } = shadowRoot!.querySelector('canvas')!.getContext('2d')!.getImageData(0, 0, width, height);
        const counts: Record<string, number> = { red: 0, cyan: 0, blue: 0, yellow: 0 };
        for (let i = 0; i < data.length; i += 4) {
          const bits = [0, 1, 2].map((c) => (data[i + c]! > 110 && data[i + c]! > 1.6 * Math.min(...data.subarray(i, i + 3)) ? 1 : 0));
          const name = { '100': 'red', '011': 'cyan', '001': 'blue', '110': 'yellow' }[bits.join('')];
          if (name) ++counts[name]!;
        }
        return Object.keys(counts).sort((a, b) => counts[b]! - counts[a]!);
      }),
    );
  await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));
  const found = (await colors()).map((some, i) => [names[i]!, some.slice(0, seen[names[i]!]!.length).sort()]);
  assert.deepEqual(Object.fromEntries(found), seen);
  assert.deepEqual(faults.filter((fault) => !fault.includes('ERR_')), []);
});
