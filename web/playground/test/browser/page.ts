// Actions that the tests repeat in the page.
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { Outline } from 'rigy';

interface Hook {
  positions(): number[][][];
  project(point: [number, number, number]): { x: number; y: number };
  isMoving(): boolean;
  highlighted(): string | undefined;
  rings(): [w: number, x: number, y: number, z: number];
  outline(): Outline | undefined;
}
declare const playground: Hook;

export async function positions(page: Page): Promise<number[][][]> {
  await page.waitForFunction(() => !playground.isMoving());
  return page.evaluate(() => playground.positions());
}

export function highlighted(page: Page): Promise<string | undefined> {
  return page.evaluate(() => playground.highlighted());
}

export function rings(page: Page): Promise<[w: number, x: number, y: number, z: number]> {
  return page.evaluate(() => playground.rings());
}

export function pointOf(page: Page, point: [number, number, number]): Promise<{ x: number; y: number }> {
  return page.evaluate((p) => playground.project(p), point);
}

/** Where a bone of the document begins, at rest. */
export function headOf(page: Page, bone: string): Promise<[number, number, number]> {
  return page.evaluate((id) => {
    const bones = playground.outline()!.armatures.flatMap((armature) => armature.bones);
    return bones.find((one) => one.id === id)!.head as [number, number, number];
  }, bone);
}

/** Waits until what has changed is drawn. */
export function drawn(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Does something that makes the page compile, and waits for what comes of it. */
export async function afterCompiling(page: Page, change: () => Promise<unknown>): Promise<void> {
  const before = await page.getAttribute('body', 'data-compiled');
  await change();
  await page.waitForFunction((old) => document.body.dataset['compiled'] !== old, before);
}

export async function setText(page: Page, text: string): Promise<void> {
  await afterCompiling(page, async () => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  });
}

export async function replaceInText(page: Page, from: string, to: string): Promise<void> {
  const text = await textOf(page);
  assert.ok(text.includes(from), `there is no ${from}`);
  await setText(page, text.replace(from, to));
}

/** The text of the file in the editor, also the part that is scrolled out of view. */
export async function textOf(page: Page): Promise<string> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  return page.evaluate(() => navigator.clipboard.readText());
}

export async function openExample(page: Page, id: string): Promise<void> {
  await page.click('#open-gallery');
  await afterCompiling(page, () => page.click(`.card[data-example=${id}]`));
  await page.waitForSelector('#stage[data-state=fine]');
}

export async function openFiles(page: Page, files: Record<string, string>): Promise<void> {
  const chosen = Object.entries(files).map(([name, text]) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  }));
  await page.setInputFiles('#file-input', chosen);
}

export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([path, contents]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([contents!], path!));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}

/** The fragment of the address, including the #. */
export function fragmentOf(page: Page): Promise<string> {
  return page.evaluate(() => location.hash);
}

export async function chooseBone(page: Page, name: string): Promise<void> {
  await page.getByRole('treeitem', { name, exact: true }).click();
  // What turns it is loaded with the first one.
  await page.waitForFunction(() => !playground.isMoving());
}

export function largestMove(a: number[][], b: number[][]): number {
  let largest = 0;
  a.forEach((mesh, m) => {
    mesh.forEach((value, i) => (largest = Math.max(largest, Math.abs(value - b[m]![i]!))));
  });
  return largest;
}

/** The windows in which the page must be usable. */
export const sizes = [
  { width: 1400, height: 900 },
  { width: 1024, height: 768 },
  { width: 1024, height: 600 },
  { width: 390, height: 844 },
];

/** Shows text or rig, where a narrow window has room for only one of them. */
export async function showPanel(page: Page, name: 'code' | 'rig'): Promise<void> {
  const button = page.locator(`#panels [data-panel=${name}]`);
  if (await button.isVisible()) await button.click();
}

/** The color of a pixel of the page. */
export async function pixelAt(page: Page, { x, y }: { x: number; y: number }): Promise<[number, number, number]> {
  const png = await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } });
  const chunks: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const isData = png.toString('latin1', at + 4, at + 8) === 'IDAT';
    if (isData) chunks.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  // A single pixel is the same under every filter; the first byte names it.
  const [, r, g, b] = inflateSync(Buffer.concat(chunks));
  return [r!, g!, b!];
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxOf(page: Page, selector: string): Promise<Box> {
  return page.locator(selector).evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });
}

/** Where the vertices are in the page, as one box. Only for models whose nodes have no transforms. */
export async function modelBox(page: Page): Promise<Box> {
  await page.waitForFunction(() => !playground.isMoving());
  return page.evaluate(() => {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const mesh of playground.positions()[0]!) {
      for (let i = 0; i < mesh.length; i += 3) {
        const { x, y } = playground.project([mesh[i]!, mesh[i + 1]!, mesh[i + 2]!]);
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
      }
    }
    return box;
  });
}

export function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom
  );
}
