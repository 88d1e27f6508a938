// Makes pages of the site from Markdown that code hosts show as well: links and pictures lead to where the site has
// them, and pictures of documents become live models.
import { existsSync, statSync } from 'node:fs';
import { addressOf, isFile, root, targetOf } from './repository.mjs';

const fence = /^(```|~~~)/;
const codeOrText = /(`+[^`]*?`+)/;
const link = /(!?)\[((?:[^\][]|!\[[^\]]*\]\([^)]*\)|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

// Applies a change to the paragraphs that are no code; links may go on in the next line.
function changeText(text, change) {
  let inFence = false;
  const isCode = (line) => {
    const isFence = fence.test(line);
    if (isFence) inFence = !inFence;
    return isFence || inFence || line.startsWith('    ');
  };
  const parts = [];
  for (const line of text.split('\n')) {
    const code = isCode(line);
    const last = parts.at(-1);
    if (last && !code && !last.code && line !== '' && last.text !== '') last.text += `\n${line}`;
    else parts.push({ text: line, code });
  }
  return parts.map((part) => (part.code ? part.text : change(part.text))).join('\n');
}

// And in a line to what is no code.
function changeParts(line, change) {
  return line.split(codeOrText).map((part, i) => (i % 2 === 0 ? change(part) : part)).join('');
}

/** What a page of docs/ becomes. `options.repository` is the address of a code host, for links to sources. */
export function pageOf(file, text, { models, repository, keepsHtml = false }) {
  return changeText(text, (line) => {
    const safe = keepsHtml ? line : changeParts(line, (part) => part.replace(/<(?!br>)/g, '&lt;'));
    return safe.replace(link, (_, mark, label, target) =>
      mark ? pictureOf(file, label, target, models) : linkOf(file, label, target, { models, repository }));
  });
}

function linkOf(file, label, target, { models, repository }) {
  const inner = label.replace(link, (_, mark, alt, picture) => (mark ? pictureOf(file, alt, picture, models) : alt));
  if (/^([a-z]+:|#)/.test(target)) return `[${inner}](${target})`;
  const { path, fragment } = targetOf(file, target);
  const address = siteAddress(path, fragment);
  if (address !== null) return `[${inner}](${address})`;
  if (!existsSync(root + path)) throw new Error(`${file}: ${target} leads nowhere`);
  return repository ? `[${inner}](${repository}${path})` : inner;
}

/** An absolute address, or null for what is only in the repository. */
export function siteAddress(path, fragment = '') {
  const diagnostic = path === 'docs/diagnostics.md' && /^[a-z]\d+$/.test(fragment);
  if (diagnostic) return `/diagnostics/${fragment.toUpperCase()}`;
  if (existsSync(root + path) && statSync(root + path).isDirectory()) return folderAddress(path);
  const address = addressOf(path);
  if (address !== null) return `/${address}${fragment && `#${fragment}`}`;
  return /^(docs\/.*\.json|examples\/.*\.(json|yaml))$/.test(path) && isFile(path) ? `/${path}` : null;
}

function folderAddress(path) {
  if (path.startsWith('examples')) return '/gallery/';
  return isFile(`${path}/README.md`) ? `/${addressOf(`${path}/README.md`)}` : null;
}

function pictureOf(file, alt, target, models) {
  const { path } = targetOf(file, target);
  const address = models.pictureAt(path);
  const model = models.of(path.replace(/^docs\/images\//, ''));
  if (!model) return `![${alt}](${address})`;
  return modelOf(model, address, alt);
}

/** A picture that becomes a live model as soon as it is seen. */
export function modelOf({ src, motion, pose, clip, view }, picture, alt) {
  const addresses = { src: `/${src}`, motion: motion && `/${motion}` };
  const attributes = Object.entries({ ...addresses, pose, clip, view, picture, alt })
    .filter(([, value]) => value)
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`);
  return `<LiveModel${attributes.join('')} />`;
}

/** The tables of pictures in examples/README.md as cards. */
export function cardsOf(text) {
  return text.replace(/^\| \| \|\n\|---\|---\|\n((?:\|.*\|\n?)+)/gm, (_, rows) => {
    const cards = [...rows.matchAll(/^\| (.*?) \| (.*) \|$/gm)].map(([, picture, words]) => {
      const [name, sentence] = words.split('<br>');
      return `<div class="card">\n\n${picture}\n\n${sentence}\n\n<div class="of">\n\n${name}\n\n</div>\n\n</div>`;
    });
    return `<div class="cards">\n\n${cards.join('\n\n')}\n\n</div>\n`;
  });
}
