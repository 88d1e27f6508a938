// What the tests share: a server of the repository, and Chromium.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';

// From web/component/build/test.
export const folder = fileURLToPath(new URL('../../', import.meta.url));
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url!, 'http://localhost');
  readFile(join(root, pathname)).then(
    (contents) => response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'text/plain' }).end(contents),
    () => response.writeHead(404).end(),
  );
});
await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
const { port } = server.address() as { port: number };
/** The folder of the example. */
export const address = `http://localhost:${port}/web/component/example/`;
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
after(async () => {
  await browser.close();
  server.close();
});

/** With what the page reports, apart from files that are missing on purpose, and pixels that tests read. */
export async function newPage(): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(90_000);
  const faults: string[] = [];
  const isExpected = (text: string) => text.includes('404') || text.includes('willReadFrequently');
  const note = (text: string) => isExpected(text) || faults.push(text);
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => note(message.text()));
  return { page, faults };
}

/** Opens a page beside the example, with the component and `body`. */
export async function openPage(page: Page, body: string): Promise<void> {
  const html = `<!doctype html><html lang="en"><title>Test</title>
    <script type="module" src="../dist/rigy-model.js"></script>${body}`;
  await page.route(`${address}test.html`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${address}test.html`);
}
