// The page in two tabs of one browser: no work is lost.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { afterCompiling, textOf } from './page.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());

async function secondTab(first: Page): Promise<Page> {
  const page = await first.context().newPage();
  page.setDefaultTimeout(90_000);
  await page.goto(site.address);
  await page.waitForSelector('#stage[data-state=fine]');
  return page;
}

async function append(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+End');
  await afterCompiling(page, () => page.keyboard.insertText(text));
}

function storedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('rigy-playground-project:'))
      .map(([, text]) => (JSON.parse(text as string) as { opened: { project: { files: { text: string }[] } } }).opened.project.files[0]!.text),
  );
}

// A tab hears of changes a moment later than they happen; this makes the moment as long as a test needs.
function canBeDeaf(): void {
  addEventListener('storage', (event) => {
    if ((globalThis as { isDeaf?: boolean }).isDeaf) event.stopImmediatePropagation();
  });
}

async function untilNotice(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await page.waitForFunction((wanted) => document.getElementById('notice-text')!.textContent!.includes(wanted), text);
}

test('a change in one tab is shown in the other, and two at the same time are both kept', async () => {
  const { page: first, close } = await site.open({ fragment: '#arm', first: canBeDeaf });
  await append(first, '# one\n');
  await first.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('rigy-playground-project:')));
  const second = await secondTab(first);
  assert.match(await textOf(second), /# one\n$/);
  await append(second, '# two\n');
  await untilNotice(first, 'Arm was changed in another tab; that version is shown.');
  assert.match(await textOf(first), /# one\n# two\n$/);
  // As if both were typed within the same moment: the first tab hears nothing until it has saved.
  await first.evaluate(() => Object.assign(globalThis, { isDeaf: true }));
  await append(second, '# second\n');
  await second.waitForTimeout(600);
  await append(first, '# first\n');
  await untilNotice(first, 'Arm was also changed in another tab. Both versions are kept');
  assert.match(await textOf(first), /# two\n# first\n$/);
  await second.bringToFront();
  assert.match(await textOf(second), /# two\n# second\n$/);
  const texts = await storedTexts(first);
  assert.ok(texts.some((text) => text.endsWith('# first\n')) && texts.some((text) => text.endsWith('# second\n')));
  // Closed and opened again, both tabs are as they were left.
  for (const [page, text] of [[first, /# first\n$/], [second, /# second\n$/]] as const) {
    await page.bringToFront();
    await page.reload();
    await page.waitForSelector('#stage[data-state=fine]');
    assert.match(await textOf(page), text);
  }
  await close();
});
