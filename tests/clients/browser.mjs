// three.js, Babylon.js and PlayCanvas, in Chromium without a window.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { load, modules } from '../fbx_readers/scene.mjs';
import { seenIn } from '../fbx_readers/expected.mjs';
import { readGlb, readWithThree } from '../fbx_readers/readers.mjs';
import { BACKGROUND, PIXELS } from './exports.mjs';
import { decodePng } from './png.mjs';

const PAGES = join(dirname(fileURLToPath(import.meta.url)), 'pages');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.cjs': 'text/javascript' };

// Paths below /modules/, /work/, and otherwise the pages.
function serve(work) {
  const folders = { modules: join(modules, 'node_modules'), work, '': PAGES };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const first = path.split('/')[1];
    const file = first in folders ? join(folders[first], path.slice(first.length + 2)) : join(PAGES, path);
    try {
      const bytes = await readFile(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => server.listen(0, 'localhost', () => done(server)));
}

export async function openBrowser(work) {
  const { chromium } = await load('playwright-core/index.mjs');
  const server = await serve(work);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--force-color-profile=srgb'],
  });
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { browser, address: `http://localhost:${server.address().port}`, close };
}

async function openPage({ browser, address }) {
  const page = await browser.newPage({ viewport: { width: PIXELS, height: PIXELS } });
  page.setDefaultTimeout(300_000);
  await page.goto(`${address}/index.html`);
  return page;
}

// What the library shows of a file; each file has its own page.
async function showIn(browser, library, { glb, camera }, moment = {}) {
  const page = await openPage(browser);
  let picture;
  const takePicture = async () => {
    picture = decodePng(await page.locator('canvas').screenshot());
  };
  await page.exposeFunction('takePicture', takePicture);
  const request = { url: `/work/${basename(glb)}`, camera, pixels: PIXELS, background: BACKGROUND, ...moment };
  const ask = async ([script, options]) => {
    const { show, version } = await import(script);
    return { ...(await show(options)), version: `${version}` };
  };
  const seen = await page.evaluate(ask, [`/${library}.js`, request]);
  if (!picture) await takePicture();
  await page.close();
  return { ...seen, picture };
}

function countSkeletons(scene) {
  const skeletons = new Set();
  scene.traverse((object) => object.isSkinnedMesh && skeletons.add(object.skeleton));
  return skeletons.size;
}

async function showInThree(browser, one) {
  const { picture, version } = await showIn(browser, 'three', one);
  const file = await readGlb(one.glb);
  return { ...seenIn(file, one.expected), skeletons: countSkeletons(file.scene), picture, version: `r${version}` };
}

export async function pictureOfClip(browser, { clip, ...one }, seconds) {
  const { picture } = await showIn(browser, 'three', one, { clip, seconds });
  return picture;
}

async function showFbxInThree(browser, one) {
  const { REVISION } = await load('three/build/three.module.js');
  return { ...seenIn(readWithThree(one.fbx), one.expected), version: `r${REVISION}` };
}

export const BROWSER_PROGRAMS = [
  { name: 'three.js', file: 'glb', open: showInThree },
  { name: 'three.js FBXLoader', file: 'fbx', open: showFbxInThree },
  { name: 'Babylon.js', file: 'glb', open: (browser, one) => showIn(browser, 'babylon', one) },
  { name: 'PlayCanvas', file: 'glb', open: (browser, one) => showIn(browser, 'playcanvas', one) },
];
