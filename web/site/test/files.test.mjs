// What can be said of the site without a browser: links, addresses, and what stands in docs/.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path/posix';
import { test } from 'node:test';
import { token } from '../relocate.mjs';
import { pageNames, root, site, textOf } from './support.mjs';

const isFile = (name) => existsSync(site + name) && statSync(site + name).isFile();
const unescaped = (text) => text.replaceAll('&amp;', '&');
const names = pageNames();
const idsOf = new Map();

function hasId(name, id) {
  if (!idsOf.has(name)) idsOf.set(name, new Set(Array.from(textOf(name).matchAll(/\sid="([^"]+)"/g), ([, one]) => unescaped(one))));
  return idsOf.get(name).has(id);
}

test('every link leads to a file of the site, and to a place in it', () => {
  const lost = [];
  for (const name of names) {
    for (const [, target] of textOf(name).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(target) || target === '') continue;
      const [path, fragment = ''] = unescaped(target).split('#');
      const file = path === '' ? name : decodeURIComponent(join(name, '..', path));
      if (!isFile(file)) lost.push(`${name}: ${target}`);
      else if (fragment && file.endsWith('.html') && !file.startsWith('studio/') && !hasId(file, decodeURIComponent(fragment))) lost.push(`${name}: ${target}`);
    }
  }
  assert.ok(names.length > 300, `${names.length} pages`);
  assert.deepEqual([...new Set(lost)], []);
});

test('nothing says where the site is', () => {
  const found = names.filter((name) => textOf(name).includes(token) || /(href|src)="\//.test(textOf(name)));
  assert.deepEqual(found, []);
});

test('every diagnostic has a page', () => {
  const ids = Array.from(readFileSync(`${root}docs/diagnostics.md`, 'utf8').matchAll(/^## ([A-Z]\d+)$/gm), ([, id]) => id);
  assert.ok(ids.length > 200);
  assert.deepEqual(ids.filter((id) => !isFile(`diagnostics/${id}.html`)), []);
});

test('every field has an address', () => {
  const rows = readFileSync(`${root}docs/reference.md`, 'utf8').match(/^\| `\w+`(?= )/gm);
  const addresses = textOf('reference.html').match(/<a id="[^"]+\.\w+" class="field"/g);
  assert.equal(addresses.length, rows.length);
  assert.equal(new Set(addresses).size, rows.length);
  assert.ok(hasId('reference.html', 'primitive.dimensions'));
});
