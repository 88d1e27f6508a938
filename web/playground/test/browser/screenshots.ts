// screenshots.js DIR: takes the pictures of the documentation and of the gallery.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openExample } from './page.js';
import { openSite } from './site.js';

const ids = ['humanoid', 'arm', 'twist', 'car', 'house', 'creature', 'room', 'materials', 'layers', 'armatures', 'robot'];
const onlyStage =
  '.bar, .source, #splitter, .inspector, .toolbar, .stats, #caption, #panels, #side, #picture, #look, #add, #timeline, #notice { display: none !important }' +
  'main { grid-template: 100% / 100% !important } body { grid-template-rows: 100% !important }';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: screenshots.js DIR');
  process.exit(2);
}

const site = await openSite();

// Resizing and loading draw in the next frames.
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(600);
}

async function takePage(name: string, fragment: string, options: object, act?: (page: Page) => Promise<void>) {
  const { page, close } = await site.open({ viewport: { width: 1140, height: 680 }, fragment, ...options });
  await act?.(page);
  await settle(page);
  await page.screenshot({ path: join(folder!, `${name}.png`) });
  await close();
}

const { page, close } = await site.open({ viewport: { width: 560, height: 350 } });
await page.setViewportSize({ width: 1140, height: 680 });
for (const id of ids) {
  await openExample(page, id);
  const style = await page.addStyleTag({ content: onlyStage });
  await page.setViewportSize({ width: 560, height: 350 });
  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await settle(page);
  await page.keyboard.press('f');
  await settle(page);
  await page.screenshot({ path: join(folder, `example-${id}.png`) });
  await style.evaluate((element) => (element as Element).remove());
  await page.setViewportSize({ width: 1140, height: 680 });
}
await close();

await takePage('playground', '#desk_lamp', {}, async (opened) => {
  await opened.waitForSelector('#timeline:not([hidden])');
  await opened.selectOption('#clip', 'nod');
  await opened.locator('.key').nth(1).click();
  await opened.getByRole('treeitem', { name: 'head', exact: true }).click();
});
await takePage('playground-dark', '#twist', { colorScheme: 'dark' });
await takePage('playground-gallery', '#fox', {}, async (opened) => {
  await opened.click('#open-gallery');
  // Those below are loaded when they come near.
  await opened.waitForFunction(() => [...document.images].every((image) => (image.src && image.complete) || image.getBoundingClientRect().top > innerHeight));
});
await site.close();
