// The picture and what is picked in it, in a browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { toFragment } from '../../src/share.js';
import { exampleFiles, root } from '../support.js';
import {
  afterCompiling,
  chooseBone,
  drawn,
  headOf,
  highlighted,
  largestMove,
  openExample,
  openFiles,
  pointOf,
  positions,
  rings,
  setText,
} from './page.js';
import { openSite } from './site.js';

const site = await openSite();
after(() => site.close());
// Most tests share a page: loading one takes seconds without a graphics card.
const shared = await site.open();
const { page } = shared;

function pickedText(): Promise<string[]> {
  return page.locator('.cm-picked').allTextContents();
}

// Where a ring of the gizmo around a point can be grabbed: pressing there, and moving, turns it.
async function ringNear(x: number, y: number): Promise<{ x: number; y: number }> {
  for (let radius = 30; radius < 90; radius += 3) {
    const before = await rings(page);
    await page.mouse.move(x + radius, y);
    await page.mouse.down();
    await page.mouse.move(x + radius, y - 40, { steps: 2 });
    const turned = await rings(page);
    await page.mouse.move(x + radius, y, { steps: 2 });
    await page.mouse.up();
    if (turned.some((value, i) => Math.abs(value - before[i]!) > 1e-3)) return { x: x + radius, y };
  }
  throw new Error('there is no ring');
}

// Short lines, so that none is wrapped.
const twoBalls = `version: "0.6"
meshes:
  - id: balls
    primitives:
      - id: one
        type: sphere
        dimensions: {radius: 1}
      - id: two
        type: sphere
        dimensions: {radius: 2}
`;

test('the words for the sides are those of the model, which faces −Z', async () => {
  await openExample(page, 'humanoid');
  assert.equal(await page.textContent('#side'), 'Front left');
  assert.equal(await page.getAttribute('.chip[data-pose=""]', 'aria-pressed'), 'true');
  const [nose, left] = [[0, 1.7, -0.3], [-0.3, 1.2, 0]] as [number, number, number][];
  const middle: [number, number, number] = [0, 1.2, 0];
  const choose = async (side: string) => {
    await page.click('#side');
    await page.click(`#side-menu [data-side=${side}]`);
    await drawn(page);
    assert.equal((await page.textContent('#side'))!.toLowerCase(), side);
  };
  const across = async (point: [number, number, number]) => (await pointOf(page, point)).x - (await pointOf(page, middle)).x;
  // Its face to us, its left hand is on our right; and so on around it.
  await choose('front');
  assert.ok((await across(left!)) > 20);
  await choose('back');
  assert.ok((await across(left!)) < -20);
  await choose('left');
  assert.ok((await across(nose!)) < -20);
  await choose('right');
  assert.ok((await across(nose!)) > 20);
  await choose('top');
  assert.ok((await pointOf(page, nose!)).y > (await pointOf(page, middle)).y + 20);
  await page.focus('#stage');
  await page.keyboard.press('1');
  await drawn(page);
  assert.equal(await page.textContent('#side'), 'Front');
});

test('names are shown with and without the skeleton', async () => {
  await openExample(page, 'humanoid');
  await page.getByRole('button', { name: 'Skeleton', exact: true }).click();
  assert.equal(await page.locator('.label').count(), 0);
  await page.getByRole('button', { name: 'Names', exact: true }).click();
  assert.equal(await page.locator('.label').count(), 17);
});

test('a scene opens with a look inside, whichever way it is turned', async () => {
  await page.click('#open-gallery');
  await afterCompiling(page, () => page.click('#gallery-templates button:text-is("scene")'));
  const room = readFileSync(join(root, 'templates/parts/room.rigy.yaml'), 'utf8');
  // Half a turn: x and z change their signs, and least and most their places.
  const turned = room.replace(/min: \[(.*?), (.*?), (.*?)\], max: \[(.*?), (.*?), (.*?)\]/g, (...all: string[]) => {
    const [x0, y0, z0, x1, y1, z1] = all.slice(1, 7).map(Number) as [number, number, number, number, number, number];
    return `min: [${-x1}, ${y0}, ${-z1}], max: [${-x0}, ${y1}, ${-z0}]`;
  });
  assert.notEqual(turned, room);
  const files = Object.fromEntries(['scene.rigs.yaml', 'parts/furniture.ricy.yaml', 'parts/lamp.rigy.yaml', 'parts/table.rigy.yaml']
    .map((path) => [path, readFileSync(join(root, 'templates', path), 'utf8')]));
  const seen: (string | null)[] = [];
  for (const text of [room, turned]) {
    const all = [...Object.entries(files), ['parts/room.rigy.yaml', text]].map(([path, contents]) => ({ path: path!, text: contents! }));
    await afterCompiling(page, async () => {
      const fragment = await toFragment({ entry: 'scene.rigs.yaml', files: all });
      await page.evaluate((hash) => (location.hash = hash), fragment);
    });
    await page.waitForSelector('#stage[data-state=fine]');
    await drawn(page);
    seen.push(await page.textContent('#side'));
    const table = await pointOf(page, [-0.4, 0.72, 0]);
    await page.mouse.click(table.x, table.y);
    assert.ok(!['floor', 'back', 'side', undefined].includes(await highlighted(page)), `${seen.at(-1)}: ${await highlighted(page)}`);
  }
  assert.deepEqual(new Set(seen).size, 2);
});

test('a picked part stays picked while its lines are edited, also over an error', async () => {
  await openExample(page, 'arm');
  await setText(page, twoBalls);
  await page.locator('.cm-line', { hasText: 'id: two' }).click();
  assert.equal(await highlighted(page), 'two');
  await afterCompiling(page, async () => {
    await page.keyboard.press('End');
    await page.keyboard.type(': ');
  });
  assert.equal(await page.getAttribute('#stage', 'data-state'), 'stale');
  await afterCompiling(page, async () => {
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' # big');
  });
  assert.equal(await page.getAttribute('#stage', 'data-state'), 'fine');
  assert.equal(await highlighted(page), 'two');
  const lines = ['      - id: two # big', '        type: sphere', '        dimensions: {radius: 2}'];
  assert.deepEqual(await pickedText(), lines);
  // One line further down.
  await afterCompiling(page, async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
  });
  assert.equal(await highlighted(page), 'two');
  assert.deepEqual(await pickedText(), lines);
});

test('a picked part that is gone is no longer picked', async () => {
  await setText(page, twoBalls);
  await page.locator('.cm-line', { hasText: 'id: two' }).click();
  assert.equal(await highlighted(page), 'two');
  await afterCompiling(page, async () => {
    await page.keyboard.press('End');
    await page.keyboard.type('_b');
  });
  assert.equal(await highlighted(page), undefined);
  assert.deepEqual(await pickedText(), []);
});

test('a press on a ring of the gizmo does not let go of the bone', async () => {
  await openExample(page, 'humanoid');
  await page.getByRole('button', { name: 'Rest', exact: true }).click();
  await chooseBone(page, 'L_elbow');
  const elbow = await pointOf(page, await headOf(page, 'L_elbow'));
  // There and back again: the click at the end is where the press was.
  const ring = await ringNear(elbow.x, elbow.y);
  assert.equal(await page.textContent('#turn-title'), 'L_elbow');
  await page.mouse.click(ring.x, ring.y);
  assert.equal(await page.textContent('#turn-title'), 'L_elbow');
  // Orbiting there and back picks nothing either.
  const corner = await page.locator('#stage').boundingBox();
  await page.mouse.move(corner!.x + 20, corner!.y + 20);
  await page.mouse.down();
  await page.mouse.move(corner!.x + 60, corner!.y + 20, { steps: 2 });
  await page.mouse.move(corner!.x + 20, corner!.y + 20, { steps: 2 });
  await page.mouse.up();
  assert.equal(await page.textContent('#turn-title'), 'L_elbow');
  await page.mouse.click(corner!.x + 20, corner!.y + 20);
  assert.equal(await page.textContent('#turn-title'), 'Choose a bone to rotate it');
});

test('the rings are rotated like the instance', async () => {
  const limb = `version: "0.6"
meshes:
  - id: m
    primitives:
      - {id: p, type: box, dimensions: {x: 0.2, y: 1, z: 0.2}, transform: {translation: [0, 0.5, 0]}}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
bindings:
  - {mesh_id: m, armature_id: rig, weights: [{primitive_id: p, bones: [{bone_id: root, weight: 1}]}]}
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [1, 0, 0]}
  - {id: c, translation: [0, 1, 0]}
`;
  // A quarter turn about y: x becomes −z.
  const main = `version: "0.6"
imports: {limb: {source: limb.rigy.yaml}}
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [0, 0, -1]}
  - {id: c, translation: [0, 1, 0]}
instances:
  - {id: turned, import: limb, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
`;
  await afterCompiling(page, () => openFiles(page, { 'main.rigy.yaml': main, 'limb.rigy.yaml': limb }));
  assert.equal(await page.textContent('#problems-summary'), 'No problems');
  await chooseBone(page, 'root');
  const isNear = (a: number[], b: number[]) => a.every((value, i) => Math.abs(value - b[i]!) < 1e-6);
  const quarter = [Math.SQRT1_2, 0, Math.SQRT1_2, 0];
  assert.ok(isNear(await rings(page), quarter), String(await rings(page)));
  // Turned by slider about the x of the armature, and after that by hand: ring and bone agree.
  await page.focus('#turn-x');
  for (let i = 0; i < 3; ++i) await page.keyboard.press('PageUp');
  const [before] = await positions(page);
  const head = await pointOf(page, [0, 0, 0]);
  const ring = await ringNear(head.x, head.y);
  await page.mouse.move(ring.x, ring.y);
  await page.mouse.down();
  await page.mouse.move(ring.x, ring.y - 40, { steps: 3 });
  const held = await rings(page);
  await page.mouse.up();
  assert.ok(isNear(await rings(page), held), `${await rings(page)} ${held}`);
  assert.ok(largestMove(before!, (await positions(page))[0]!) > 0.01);
});

test('toolbar and statistics are whole, the toolbar in one row at the common widths', async () => {
  const toolbar = () =>
    page.evaluate(() => {
      const bar = document.querySelector('.toolbar')!;
      const shown = [...bar.querySelectorAll('button')].filter((button) => !button.hidden);
      const buttons = shown.map((button) => button.getBoundingClientRect());
      const { left, right } = bar.getBoundingClientRect();
      return {
        count: buttons.length,
        isWhole: buttons.every((box) => box.left >= left && box.right <= right),
        rows: new Set(buttons.map(({ top }) => Math.round(top))).size,
      };
    });
  const before = page.viewportSize()!;
  // The house has one button more, for its UVs.
  for (const [id, buttonCount] of [['humanoid', 7], ['house', 8]] as const) {
    await openExample(page, id);
    for (const width of [1440, 1280, 1140, 1100, 1024, 900, 821, 768, 390, 375, 320]) {
      const where = `${id}, ${width} pixels`;
      await page.setViewportSize({ width, height: 680 });
      const { count, isWhole, rows } = await toolbar();
      assert.equal(count, buttonCount, where);
      assert.ok(isWhole, where);
      if ([1440, 1280, 1140, 1024, 768, 390].includes(width)) assert.equal(rows, 1, where);
      const digest = (await page.locator('#copy-digest').boundingBox())!;
      if (width >= 1100) assert.ok(digest.x + digest.width <= width - 8, `the digest: ${where}`);
    }
    await page.setViewportSize(before);
  }
});

test('a file that is opened is seen from its start', async () => {
  await openExample(page, 'humanoid');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+End');
  await openExample(page, 'robot');
  assert.equal(await page.textContent('.cm-lineNumbers .cm-activeLineGutter'), '1');
  assert.equal(await page.evaluate(() => document.querySelector('.cm-scroller')!.scrollTop), 0);
});

// Counts what the graphics card is asked for.
function countBuffers(): void {
  const gl = WebGL2RenderingContext.prototype;
  const counts = { buffers: 0, programs: 0 };
  const count = (name: keyof WebGL2RenderingContext, key: keyof typeof counts, by: number) => {
    const original = gl[name] as (...values: unknown[]) => unknown;
    Object.assign(gl, {
      [name](this: unknown, ...values: unknown[]) {
        counts[key] += by;
        return original.apply(this, values);
      },
    });
  };
  count('createBuffer', 'buffers', 1);
  count('deleteBuffer', 'buffers', -1);
  count('createProgram', 'programs', 1);
  Object.assign(globalThis, { counts });
}

test('edits and switches neither pile up buffers nor compile shaders again', async () => {
  const counted = await site.open({ first: countBuffers, fragment: '#arm' });
  const text = exampleFiles['arm.rigy.yaml']!;
  const settled = () =>
    counted.page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return { ...(globalThis as unknown as { counts: Record<string, number> }).counts };
    });
  const useAll = async (version: number) => {
    for (const key of ['w', 'b', 'a', 'n']) {
      await counted.page.focus('#stage');
      await counted.page.keyboard.press(key);
      await settled();
      await counted.page.keyboard.press(key);
    }
    await counted.page.press('#show-weights', 'Space');
    for (const name of ['Rest', 'bent']) await counted.page.getByRole('button', { name, exact: true }).click();
    await counted.page.locator('.cm-line', { hasText: 'type: capsule' }).first().click();
    await settled();
    await counted.page.press('#show-weights', 'Space');
    const longer = version % 2 ? '      - { id: more, type: box, dimensions: { x: 1, y: 1, z: 1 } }\n' : '';
    await setText(counted.page, text.replace(/(primitives:\n)/, `$1${longer}`).concat(`# ${version}\n`));
    return settled();
  };
  await useAll(1);
  const first = await useAll(2);
  await useAll(3);
  const later = await useAll(4);
  assert.equal(later['buffers'], first['buffers']);
  assert.equal(later['programs'], first['programs']);
  await openExample(counted.page, 'robot');
  await openExample(counted.page, 'arm');
  const back = await settled();
  assert.equal(back['programs'], first['programs']);
  assert.ok(back['buffers']! <= first['buffers']!, JSON.stringify([first, back]));
  assert.deepEqual(counted.faults, []);
  await counted.close();
});

test('the picture comes back when the graphics card was lost', async () => {
  const lost = await site.open({ fragment: '#arm' });
  const picture = () => lost.page.locator('#stage canvas').screenshot();
  // Fonts and the last frames arrive in their own time.
  const settledPicture = async (isWanted: (now: Buffer, last: Buffer) => boolean) => {
    let last = await picture();
    for (let i = 0; i < 40; ++i) {
      await lost.page.waitForTimeout(250);
      const now = await picture();
      if (isWanted(now, last)) return now;
      last = now;
    }
    throw new Error('the picture is not what it was');
  };
  const before = await settledPicture((now, last) => now.equals(last));
  const during = await lost.page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('#stage canvas')!;
    const context = canvas.getContext('webgl2')!;
    const extension = context.getExtension('WEBGL_lose_context')!;
    const event = (name: string) => new Promise((done) => canvas.addEventListener(name, done, { once: true }));
    const isLost = event('webglcontextlost');
    extension.loseContext();
    await isLost;
    const wasLost = context.isContextLost();
    const isRestored = event('webglcontextrestored');
    await new Promise((done) => setTimeout(done, 50));
    extension.restoreContext();
    await isRestored;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return wasLost;
  });
  assert.equal(during, true);
  await settledPicture((now) => now.equals(before));
  await lost.close();
});

test('nothing was logged, and nothing was asked of any other place', () => {
  assert.deepEqual(shared.faults, []);
});
