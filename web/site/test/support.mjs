// What the tests share: the files of the site, a server that has it below a path, and Chromium.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const site = `${root}build/site/`;
export const textOf = (name) => readFileSync(site + name, 'utf8');

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** All pages but those of the studio. */
export function pageNames() {
  return readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html') && !name.startsWith('studio/')).sort();
}

/** Serves the site below a path that it was not told. */
export async function serve() {
  const base = '/some/where/';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = decodeURIComponent(pathname.slice(base.length)).replace(/(^|\/)$/, '$1index.html');
    const found = pathname.startsWith(base) ? readFile(site + name) : Promise.reject();
    found.then(
      (contents) => response.writeHead(200, { 'content-type': types[extname(name)] ?? 'text/plain; charset=utf-8' }).end(contents),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((listening) => server.listen(0, 'localhost', listening));
  return { address: `http://localhost:${server.address().port}${base}`, close: () => server.close() };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
}
