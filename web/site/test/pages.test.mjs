// The pages as they are written for the generator, without it: every docs page is there, and links lead somewhere.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root, slugOf } from '../repository.mjs';

const folder = mkdtempSync(`${tmpdir()}/rigy-site-`);
after(() => rmSync(folder, { recursive: true }));
execFileSync('node', [fileURLToPath(new URL('../pages.mjs', import.meta.url)), folder]);
const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.md'));
const textOf = (name) => readFileSync(`${folder}/${name}`, 'utf8');
const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code');

/** The page of an address, or null. */
function pageAt(address) {
  const name = `${address.replace(/^\//, '').replace(/(^|\/)$/, '$1index')}.md`;
  return names.includes(name) ? name : null;
}

function placesIn(name) {
  const text = textOf(name).replace(/^```[\s\S]*?^```/gm, '');
  const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading]) => slugOf(heading.replaceAll('&lt;', '')));
  return new Set([...headings, ...Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id)]);
}

test('links lead to pages, to places in them, and to files', () => {
  const lost = [];
  for (const name of names) {
    for (const [, target] of withoutCode(textOf(name)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:|^\/studio\//.test(target)) continue;
      const [address, fragment = ''] = target.split('#');
      const page = address === '' ? name : pageAt(address);
      const isFile = page === null && /\.\w+$/.test(address) && (existsSync(root + address) || existsSync(`${root}docs${address}`));
      if (page === null ? !isFile : fragment !== '' && !placesIn(page).has(fragment)) lost.push(`${name}: ${target}`);
    }
  }
  assert.deepEqual(lost, []);
});

test('every diagnostic has a page, and every field an address', () => {
  const ids = Array.from(readFileSync(`${root}docs/diagnostics.md`, 'utf8').matchAll(/^## ([A-Z]\d+)$/gm), ([, id]) => id);
  const rows = readFileSync(`${root}docs/reference.md`, 'utf8').match(/^\| `\w+`(?= )/gm);
  assert.ok(ids.length > 200 && rows.length > 200);
  assert.deepEqual(ids.filter((id) => pageAt(`/diagnostics/${id}`) === null), []);
  const addresses = [...placesIn('reference.md')].filter((place) => place.includes('.'));
  assert.equal(addresses.length, rows.length);
  assert.ok(addresses.includes('primitive.dimensions'));
});

test('the sidebar of a page has the pages of its part', () => {
  const sidebar = JSON.parse(readFileSync(`${folder}/sidebar.json`, 'utf8'));
  // As VitePress looks for it: the first key that the page begins with.
  const besides = (page) => sidebar[Object.keys(sidebar).find((key) => `/${page}`.startsWith(key))].map(({ text }) => text);
  assert.deepEqual(besides('cli.md'), ['Tools', 'More']);
  assert.deepEqual(besides('clients.md'), ['Files', 'More']);
  assert.deepEqual(besides('diagnostics/index.md'), ['Messages', 'More']);
  assert.deepEqual(besides('diagnostics/V19.md'), ['All diagnostics', 'V']);
});

test('pictures of documents are live models', () => {
  assert.match(textOf('guide/06-symmetry.md'), /<LiveModel src="\/examples\/guide\/06-dog.rigy.yaml" pose="trot" view="150,20" picture="\/images\/guide\/06-dog.png" alt="A trotting dog" \/>/);
  const fox = textOf('gallery/index.md').match(/<LiveModel src="\/examples\/gallery\/fox.rigy.yaml"[^>]*>/g);
  assert.match(fox[0], /motion="\/examples\/gallery\/fox.trot.rigm.yaml"/);
});
