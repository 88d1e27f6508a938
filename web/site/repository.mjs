// The files of the repository that the site is made from, and the address of each in the site.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const read = (path) => readFileSync(root + path, 'utf8');
export const isFile = (path) => existsSync(root + path) && statSync(root + path).isFile();

const renamed = new Map([
  ['README.md', 'about'],
  ['docs/diagnostics.md', 'diagnostics/'],
  ['examples/README.md', 'gallery/'],
]);

/** Whether a file is a document that the site shows on a page of its own. */
export function isDocument(path) {
  return /^examples\/.*\.(rigy|rigs|rigm|ricy)\.yaml$/.test(path) && isFile(path);
}

/** Where a file is in the site, without a slash in front: `guide/01-box`; null if it is not there. */
export function addressOf(path) {
  if (renamed.has(path)) return renamed.get(path);
  if (isDocument(path)) return `gallery/${nameOfDocument(path)}`;
  if (!path.endsWith('.md') || !isFile(path)) return null;
  return path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '');
}

/** `examples/gallery/fox.rigy.yaml` is fox, `examples/guide/12-room.rigs.yaml` is guide/12-room.rigs. */
export function nameOfDocument(path) {
  return path.replace(/^examples\/(gallery\/)?/, '').replace(/(\.rigy)?\.yaml$/, '');
}

/** What a relative link in a file leads to: a path, and what comes after #. */
export function targetOf(file, link) {
  const [path, fragment = ''] = link.split('#');
  return { path: path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/, ''), fragment };
}

/** How the pictures of examples/README.md are drawn: name → [document, options]. */
export function drawnPictures() {
  const program = 'import json, pages; print(json.dumps(pages.DRAWN))';
  const printed = execFileSync('python3', ['-c', program], { cwd: `${root}tests/docs`, encoding: 'utf8' });
  return new Map(Object.entries(JSON.parse(printed)));
}

/** The address of a heading as code hosts make it, so that links work in both. */
export function slugOf(heading) {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
}
