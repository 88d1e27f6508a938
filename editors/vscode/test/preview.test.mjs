// The preview: what the extension sends to its page, and what the page shows.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('..', import.meta.url));
const repository = join(folder, '../..');
const packageIndex = join(repository, 'web/package/dist/index.js');
const work = mkdtempSync(join(tmpdir(), 'rigy-preview-'));
after(() => rmSync(work, { recursive: true }));

/** The extension's preview, with a fake of VS Code. */
async function loadPreview() {
  const outfile = join(work, 'preview.mjs');
  await build({
    stdin: { contents: "export * from './src/preview'; export * from './test/fake_vscode.mjs';", resolveDir: folder, loader: 'ts' },
    alias: { vscode: join(folder, 'test/fake_vscode.mjs'), rigy: packageIndex },
    bundle: true, platform: 'node', format: 'esm', outfile,
  });
  return import(pathToFileURL(outfile).href);
}

const wheel = `version: "0.13"
meshes:
  - id: tire
    primitives:
      - {id: ring, type: sphere, dimensions: {radius: 0.3}}
anchors: [{id: hub, translation: [0, 0, 0]}, {id: rim, translation: [1, 0, 0]}, {id: top, translation: [0, 1, 0]}]
`;
const car = `version: "0.13"
imports: {wheel: {source: ../parts/wheel.rigy.yaml}}
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
instances: [{id: front, import: wheel, attach3: {from: [hub, rim, top], to: [a, b, c], mode: rigid}}]
`;

test('the extension sends what is typed, where the cursor is, and goes where a part is clicked', async (t) => {
  const vscode = await loadPreview();
  const { asked, fire, window, workspace, documentOf } = vscode;
  for (const part of ['cars', 'parts']) mkdirSync(join(work, part));
  const [carPath, wheelPath] = [join(work, 'cars/car.rigy.yaml'), join(work, 'parts/wheel.rigy.yaml')];
  writeFileSync(carPath, car);
  writeFileSync(wheelPath, wheel);
  const until = async (kind) => {
    for (let i = 0; i < 500; ++i) {
      const found = asked.messages.findIndex((message) => message.kind === kind);
      if (found >= 0) return asked.messages.splice(0).find((message) => message.kind === kind);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no message '${kind}': ${JSON.stringify(asked.messages.map((one) => one.kind))}`);
  };

  workspace.folder = work;
  const document = documentOf(carPath, car);
  workspace.textDocuments.push(document);
  const preview = new vscode.Preview({ extensionUri: { fsPath: folder }, subscriptions: [] });
  preview.open(document);
  const first = await until('compiled');
  assert.equal(first.entry, 'cars/car.rigy.yaml');
  assert.equal(first.outline.meshes[0].primitives[0].file, 'parts/wheel.rigy.yaml');

  await t.test('texts that are not saved, also of imports', async () => {
    const open = documentOf(wheelPath, wheel.replace('sphere, dimensions: {radius: 0.3}', 'box, dimensions: {x: 1, y: 1, z: 1}'));
    workspace.textDocuments.push(open);
    fire('changed', {});
    const { outline } = await until('compiled');
    assert.equal(outline.meshes[0].primitives[0].type, 'box');
    document.text = car.replace('wheel, attach3', 'whel, attach3');
    fire('changed', {});
    assert.equal((await until('refused')).errors, 1);
    document.text = car;
    fire('changed', {});
    await until('compiled');
  });

  await t.test('the cursor, also in an import', async () => {
    fire('selected', { textEditor: { document: documentOf(wheelPath, wheel), selection: { active: { line: 4 } } } });
    assert.deepEqual(await until('cursor'), { kind: 'cursor', file: 'parts/wheel.rigy.yaml', line: 5 });
    fire('active', { document: workspace.textDocuments[1] });
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.deepEqual(asked.messages, [], 'an import that is looked at does not replace the document');
  });

  await t.test('a click goes to the line, in the column that shows the file', async () => {
    window.visibleTextEditors = [{ document: documentOf(wheelPath, wheel), viewColumn: 3 }];
    await fire('received', { kind: 'picked', file: 'parts/wheel.rigy.yaml', line: 5, column: 9 });
    const [{ path, viewColumn, selection }] = asked.shown;
    assert.deepEqual([path, viewColumn, selection.start.line, selection.start.character], [wheelPath, 3, 4, 8]);
  });

  await t.test('another document is followed', async () => {
    const other = documentOf(join(work, 'other.rigy.yaml'), wheel);
    workspace.textDocuments.push(other);
    writeFileSync(other.fileName, wheel);
    fire('active', { document: other });
    assert.equal((await until('compiled')).entry, 'other.rigy.yaml');
  });
  assert.deepEqual(asked.messages.filter(({ kind }) => kind === 'error'), []);
});

const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const skip = !existsSync(chromiumPath) && 'there is no Chromium';

test('the page lights the part at the cursor, keeps its camera, and tells which part is clicked', { skip }, async () => {
  const { chromium } = createRequire(join(repository, 'web/playground/package.json'))('playwright-core');
  const { load } = await import(pathToFileURL(packageIndex).href);
  const { pageOf } = await loadPreview();
  const rigy = await load();
  const text = readFileSync(join(repository, 'examples/humanoid.rigy.yaml'), 'utf8');
  const compiledOf = (one) => {
    const { glb, outline } = rigy.compile({ 'humanoid.rigy.yaml': one }, { outline: true });
    return { entry: 'humanoid.rigy.yaml', glb: [...glb], outline };
  };
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
  try {
    const page = await browser.newPage({ viewport: { width: 500, height: 500 }, reducedMotion: 'reduce' });
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.addInitScript(() => {
      globalThis.told = [];
      globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => told.push(message) });
    });
    // The policy of the page is in force: its files come from one origin.
    await page.route('https://preview.test/**', (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name === '') return route.fulfill({ contentType: 'text/html', body: pageOf((file) => `https://preview.test/${file}`, 'https://preview.test') });
      return route.fulfill({ path: join(folder, 'dist', name) });
    });
    await page.goto('https://preview.test/');
    const send = (message) => page.evaluate(({ glb, ...rest }) => postMessage({ ...rest, ...(glb && { glb: new Uint8Array(glb) }) }, '*'), message);
    const highlighted = (id) => page.waitForFunction((one) => preview.highlighted() === (one ?? undefined), id);
    await page.waitForFunction(() => told[0]?.kind === 'ready');
    await send({ kind: 'compiled', ...compiledOf(text) });
    await page.waitForSelector('#stage[data-state=fine]');

    const lineOf = (id) => text.split('\n').findIndex((line) => line.includes(`id: ${id},`)) + 1;
    // Where points of the model are in the picture, to a thousandth of a pixel: another model has other clipping planes.
    const camera = () => page.evaluate(() => [[0, 0, 0], [1, 2, 1]].map((point) => Object.values(preview.project(point)).map((one) => one.toFixed(3))));
    const before = await camera();
    await send({ kind: 'cursor', file: 'humanoid.rigy.yaml', line: lineOf('head') });
    await highlighted('head');
    assert.deepEqual(await camera(), before);
    await send({ kind: 'compiled', ...compiledOf(text.replace('radius: 0.17', 'radius: 0.2')) });
    await highlighted('head');
    assert.deepEqual(await camera(), before);

    const { x, y } = await page.evaluate(() => preview.project([0, 1.2, 0]));
    await page.mouse.click(x, y);
    await page.waitForFunction(() => told.length > 1);
    const picked = await page.evaluate(() => told[1]);
    assert.deepEqual([picked.kind, picked.file, picked.line], ['picked', 'humanoid.rigy.yaml', lineOf('torso')]);

    await send({ kind: 'refused', errors: 2 });
    await page.waitForSelector('#stage[data-state=stale]');
    assert.match(await page.textContent('#stage-note'), /^2 errors/);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
  }
});
