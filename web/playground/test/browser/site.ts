// The built site on its own server, and a browser that opens it.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { siteFolder } from '../support.js';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
// Not at the root, to show that the site works from any path.
const folder = '/some/deeper/path/';

// What Playwright says about the page's service worker, which most tests block.
const serviceWorkerBlocked = 'Service Worker registration blocked by Playwright';

export interface Site {
  address: string;
  browser: Browser;
  /** A page with the site open, of which everything that goes wrong is noted. */
  open(options?: PageOptions): Promise<SitePage>;
  close(): Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  fragment?: string;
  /** Runs in the page before everything else. */
  first?: () => void;
}

export interface SitePage {
  page: Page;
  /** Messages of the console and requests to elsewhere; there should be none. */
  faults: string[];
  /** The address of every request of the page and its worker. */
  asked: string[];
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const server = await serve();
  const { port } = server.address() as { port: number };
  const address = `http://localhost:${port}${folder}`;
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--force-color-profile=srgb'],
  });
  return {
    address,
    browser,
    open: (options = {}) => openPage(browser, address, options),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const path = pathname.startsWith(folder) ? pathname.slice(folder.length) || 'index.html' : '?';
    readFile(join(siteFolder, normalize(path))).then(
      (contents) => {
        response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
        response.end(contents);
      },
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(0, 'localhost', () => resolve(server)));
}

async function openPage(
  browser: Browser,
  address: string,
  { fragment = '', first, ...options }: PageOptions,
): Promise<SitePage> {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 640 },
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    // It would keep files for a second visit, which tests do not make.
    serviceWorkers: 'block',
    ...options,
  });
  if (first) await context.addInitScript(first);
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  const faults: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => {
    if (message.text() !== serviceWorkerBlocked) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    asked.push(url);
    if (!url.startsWith(address) && !/^(data|blob):/.test(url)) faults.push(`request: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`);
  });
  await page.goto(address + fragment);
  await page.waitForSelector('#stage[data-state=fine]');
  return { page, faults, asked, close: () => context.close() };
}
