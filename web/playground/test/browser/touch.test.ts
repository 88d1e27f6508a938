// What fingers and eyes need: large targets, contrast, and a find panel that belongs to the page.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openExample, showPanel } from './page.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());

const least = 32;

/** What can be tapped and is smaller than a finger. Links in running text are part of their lines. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((pixels) => {
    const selector =
      'button, select, [role=tab], [role=treeitem], .segments label, .switch, .cm-search label, ' +
      'input:not([type=radio], [type=checkbox], [type=file]), .param input[type=checkbox]';
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const isInText = element.closest('#handbook-text, .cm-content') !== null;
      const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 0;
      if (!isShown || isInText || (width >= pixels && height >= pixels)) return [];
      return [`${element.id || element.className || element.textContent}: ${width} × ${height}`];
    });
  }, least);
}

for (const [width, height] of [[390, 844], [768, 1024], [1280, 800]] as const) {
  test(`whatever can be tapped is large enough at ${width} × ${height}`, async () => {
    const { page, close } = await site.open({ viewport: { width, height }, hasTouch: true, isMobile: true, fragment: '#house' });
    const check = async (what: string) => assert.deepEqual(await tooSmall(page), [], what);
    await check('code and params');
    await showPanel(page, 'rig');
    await check('params');
    await openExample(page, 'arm');
    await check('bones');
    await page.click('#add');
    await check('add');
    await page.keyboard.press('Escape');
    await openExample(page, 'room');
    await check('placement');
    await showPanel(page, 'code');
    await page.locator('.cm-content').focus();
    await page.keyboard.press('ControlOrMeta+f');
    await page.waitForSelector('.cm-search');
    await check('find');
    await page.keyboard.press('Escape');
    for (const [button, shown] of [['[aria-label="File actions"]', '#file-menu'], ['#download', '#download-menu'], ['#side', '#side-menu'], ['#look', '#look-menu']] as const) {
      await page.click(button);
      await page.waitForSelector(`${shown}:popover-open`);
      await check(shown);
      await page.keyboard.press('Escape');
    }
    await page.click('#open-gallery');
    await check('gallery');
    await page.keyboard.press('Escape');
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await close();
  });
}

/** The least contrast of what the editor shows, against the line's own background. */
function leastContrast(page: Page): Promise<{ contrast: number; text: string }> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const paint = (color: string) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    };
    const luminance = () => {
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
        const value = byte / 255;
        return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const panel = getComputedStyle(document.querySelector('.source')!).backgroundColor;
    const spans = [...document.querySelectorAll<HTMLElement>('.cm-line span')].filter((span) => span.textContent!.trim() !== '');
    const measured = spans.map((span) => {
      paint(panel);
      paint(getComputedStyle(span.closest('.cm-line')!).backgroundColor);
      const behind = luminance();
      paint(getComputedStyle(span).color);
      const [dark, light] = [behind, luminance()].sort((a, b) => a - b) as [number, number];
      return { contrast: (light + 0.05) / (dark + 0.05), text: span.textContent! };
    });
    return measured.sort((a, b) => a.contrast - b.contrast)[0]!;
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`code, comments included, and the find panel can be read in ${colorScheme} mode`, async () => {
    const { page, close } = await site.open({ colorScheme, fragment: '#fence' });
    const { contrast, text } = await leastContrast(page);
    assert.ok(contrast >= 4.5, `${contrast.toFixed(2)}: ${text}`);
    // Also on lines that are picked.
    await page.locator('.cm-line', { hasText: 'id: ' }).first().click();
    const picked = await leastContrast(page);
    assert.ok(picked.contrast >= 4.5, `${picked.contrast.toFixed(2)}: ${picked.text}`);
    await page.keyboard.press('ControlOrMeta+f');
    await page.waitForSelector('.cm-search');
    const styles = await page.locator('.cm-search').evaluate((panel) => {
      const of = (selector: string) => getComputedStyle(panel.querySelector(selector)!);
      const page_ = getComputedStyle(document.getElementById('share')!);
      const { backgroundImage, backgroundColor, color } = of('.cm-button');
      return {
        button: [backgroundImage, backgroundColor, color],
        wanted: ['none', page_.backgroundColor, page_.color],
        field: of('.cm-textfield').color,
      };
    });
    assert.deepEqual(styles.button, styles.wanted);
    assert.equal(styles.field, styles.wanted[2]);
    await close();
  });
}
