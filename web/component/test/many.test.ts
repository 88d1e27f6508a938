// Many elements on a page, and elements that come and go.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage, openPage } from './support.js';

const { page, faults } = await newPage();

declare global {
  interface Window {
    /** How many objects of WebGL there are, by kind. */
    alive: Record<string, number>;
    contexts: WebGL2RenderingContext[];
  }
}

await page.addInitScript(() => {
  window.alive = {};
  window.contexts = [];
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
  for (const kind of ['Buffer', 'Texture', 'Framebuffer', 'Renderbuffer', 'VertexArray', 'Program', 'Shader']) {
    window.alive[kind] = 0;
    for (const [verb, change] of [['create', 1], ['delete', -1]] as const) {
      const original = prototype[verb + kind]!;
      prototype[verb + kind] = function (...given: unknown[]) {
        window.alive[kind]! += change;
        return original.apply(this, given);
      };
    }
  }
  const original = HTMLCanvasElement.prototype.getContext as (...given: unknown[]) => unknown;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
    const context = original.apply(this, given);
    if (context instanceof WebGL2RenderingContext && !window.contexts.includes(context)) window.contexts.push(context);
    return context;
  } as HTMLCanvasElement['getContext'];
});

function ball(red: number): string {
  return `version: "0.6"
materials: { paint: { base_color: [${red}, 0.2, 0.8, 1] } }
meshes:
  - id: ball
    primitives:
      - { id: ball, type: sphere, dimensions: { radius: 0.5 }, material: paint }
`;
}

function opaquePixels(): number[] {
  return Array.from(document.querySelectorAll('rigy-model'), ({ shadowRoot }) => {
    const canvas = shadowRoot!.querySelector('canvas')!;
    if (canvas.width === 0) return 0;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, i) => i % 4 === 3 && value === 255).length;
  });
}

async function waitUntilAllAreDrawn(count: number): Promise<void> {
  await page.waitForFunction(`(${opaquePixels.toString()})().filter((pixels) => pixels > 100).length === ${count}`);
}

const style = '<style>rigy-model { display: inline-block; width: 120px; height: 90px; }</style>';

test('sixty on a page all show, with one context', async () => {
  const models = Array.from({ length: 60 }, (_, i) => `<rigy-model>${ball(i / 59)}</rigy-model>`);
  await openPage(page, style + models.join('\n'));
  await waitUntilAllAreDrawn(60);
  assert.equal(await page.evaluate(() => window.contexts.length), 1);
  assert.deepEqual(faults, []);
});

test('all are drawn again when the context was lost', async () => {
  await page.evaluate(async () => {
    const [context] = window.contexts;
    const loss = context!.getExtension('WEBGL_lose_context')!;
    for (const { shadowRoot } of document.querySelectorAll('rigy-model')) {
      const canvas = shadowRoot!.querySelector('canvas')!;
      canvas.getContext('2d')!.clearRect(0, 0, canvas.width, canvas.height);
    }
    loss.loseContext();
    await new Promise((done) => setTimeout(done, 200));
    loss.restoreContext();
  });
  await waitUntilAllAreDrawn(60);
  assert.deepEqual(faults.splice(0), ['THREE.WebGLRenderer: Context Lost.', 'THREE.WebGLRenderer: Context Restored.']);
});

// Puts another element in place of the one on the page, `count` times, each of which is drawn.
async function replace(on: Page, count: number): Promise<void> {
  await on.evaluate(
    async ({ text, times }) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      for (let i = 0; i < times; ++i) {
        const model = document.createElement('rigy-model');
        model.textContent = text.replace('radius: 0.5', `radius: ${0.5 + i / 1000}`);
        const shown = new Promise((done) => model.addEventListener('rigy-shown', done, { once: true }));
        document.querySelector('rigy-model')!.replaceWith(model);
        await shown;
        await frame();
        await frame();
      }
    },
    { text: ball(1), times: count },
  );
}

async function resources(on: Page): Promise<{ gpu: Record<string, number>; nodes: number; listeners: number; heap: number }> {
  const session = await on.context().newCDPSession(on);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { gpu: await on.evaluate(() => window.alive), nodes, listeners: jsEventListeners, heap: usedSize };
}

test('elements that are removed leave nothing', async (t) => {
  await openPage(page, `${style}<rigy-model>${ball(0)}</rigy-model>`);
  await replace(page, 10);
  const before = await resources(page);
  await replace(page, 200);
  const later = await resources(page);
  t.diagnostic(`before ${JSON.stringify(before)}, 200 elements later ${JSON.stringify(later)}`);
  assert.deepEqual(later.gpu, before.gpu);
  assert.ok(later.nodes <= before.nodes + 50, `${later.nodes} nodes, ${before.nodes} before`);
  assert.ok(later.listeners <= before.listeners + 50, `${later.listeners} listeners, ${before.listeners} before`);
  // Not exactly: the browser goes on compiling code, and keeps records of slow frames.
  assert.ok(later.heap <= before.heap + 1024 * 1024, `${later.heap} bytes, ${before.heap} before`);
});

test('an element that is moved is shown where it is now', async () => {
  await openPage(page, `${style}<div></div><p></p><rigy-model>${ball(0)}</rigy-model>`);
  await waitUntilAllAreDrawn(1);
  await page.evaluate(() => document.querySelector('p')!.append(document.querySelector('rigy-model')!));
  await waitUntilAllAreDrawn(1);
  assert.deepEqual(faults, []);
});
