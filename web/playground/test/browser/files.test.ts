// The files of a project as a tree of folders, at all sizes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { afterCompiling, boxOf, isWithin, sizes, textOf } from './page.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());

const rows = (page: Page) =>
  page.locator('#file-tree [role=treeitem]').evaluateAll((all) => all.map((one) => `${one.ariaLevel} ${one.textContent}`));
const openFile = (page: Page) => page.getAttribute('#tabs [aria-selected=true]', 'data-path');

async function checkKeys(page: Page): Promise<void> {
  const all = await rows(page);
  assert.deepEqual(all.slice(0, 2), ['1 parts', '2 chair.rigy.yaml']);
  assert.equal(all.at(-1), '1 room.rigs.yaml');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'room.rigs.yaml');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await rows(page), ['1 parts', '1 room.rigs.yaml']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await openFile(page), 'parts/chair.rigy.yaml');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'parts');
}

// Moving a file also changes where it is named.
async function checkMove(page: Page): Promise<void> {
  await afterCompiling(page, () =>
    page.evaluate(() => {
      const item = (path: string) => document.querySelector(`#file-tree [data-path="${path}"]`)!;
      const dataTransfer = new DataTransfer();
      item('parts/cup.rigy.yaml').dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }));
      item('room.rigs.yaml').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }),
  );
  assert.ok((await rows(page)).includes('1 cup.rigy.yaml'));
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  await page.locator('#file-tree [data-path="room.rigs.yaml"]').click();
  assert.match(await textOf(page), /cup: cup\.rigy\.yaml/);
  await page.click('#new-in-folder');
  assert.equal(await page.inputValue('#ask-path'), 'part.rigy.yaml');
  await page.fill('#ask-path', 'more/part.rigy.yaml');
  await afterCompiling(page, () => page.click('#ask [type=submit]'));
  assert.deepEqual((await rows(page)).slice(0, 2), ['1 more', '2 part.rigy.yaml']);
}

for (const size of sizes) {
  test(`the tree of files at ${size.width} × ${size.height}`, async () => {
    const isTouch = size.width < 500;
    const opened = await site.open({ viewport: size, fragment: '#room', hasTouch: isTouch });
    const { page } = opened;
    await page.click('#open-file-tree');
    await page.waitForFunction(() => document.activeElement?.role === 'treeitem');
    await checkKeys(page);
    await checkMove(page);
    assert.ok(isWithin(await boxOf(page, '#files'), await boxOf(page, '.source')));
    await page.click('#open-file-tree');
    assert.equal(await page.isVisible('#files'), false);
    assert.deepEqual(opened.faults, []);
    await opened.close();
  });
}
