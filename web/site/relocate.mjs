// Makes the built site independent of its address. VitePress wants to know it when it builds; it gets a token, which is
// replaced here: in pages by the relative way to the root, in scripts by the root that the page has found.
//
//   node relocate.mjs DIR
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'rollup/parseAst';

export const token = '/rigy-site-root/';
const root = 'globalThis.rigySite';

// Before all other scripts: where the root is, and what the server has prepared gets addresses that stay right when the
// page changes without being loaded again. Read from files, there are no scripts, and relative addresses are right.
function headScript(depth) {
  return `<script>rigySite=new URL('${'../'.repeat(depth) || './'}',location).pathname</script>`;
}
const bodyScript = `<script>for(const name of ['href','src'])for(const one of document.querySelectorAll('['+name+'^="."]')){const to=new URL(one.getAttribute(name),location);if(location.protocol!=='file:')one.setAttribute(name,to.pathname+to.search+to.hash)}</script>`;

function relocatePage(html, depth) {
  const up = '../'.repeat(depth) || './';
  // A folder is its index, also where no server says so.
  const relative = html
    .replaceAll(`href="${token}"`, `href="${up}index.html"`)
    .replace(new RegExp(`href="${token}([^"#?]*/)(["#?])`, 'g'), `href="${up}$1index.html$2`)
    .replaceAll(token, up);
  return relative.replace('<head>', `<head>${headScript(depth)}`).replace('</body>', `${bodyScript}</body>`);
}

function relocateScript(code) {
  if (!code.includes(token)) return code;
  const found = [];
  const visit = (node, parent) => {
    if (!node || typeof node.type !== 'string') return;
    const isText = node.type === 'Literal' || node.type === 'TemplateLiteral';
    if (isText && code.slice(node.start, node.end).includes(token)) {
      found.push({ ...node, isKey: parent.type === 'Property' && parent.key === node && !parent.computed });
      if (node.type === 'Literal') return;
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) visit(child, node);
    }
  };
  visit(parseAst(code), {});
  let result = code;
  for (const { start, end, isKey } of found.sort((a, b) => b.start - a.start)) {
    const moved = `(${result.slice(start, end)}).replaceAll(${JSON.stringify(token)},${root})`;
    result = result.slice(0, start) + (isKey ? `[${moved}]` : moved) + result.slice(end);
  }
  return result;
}

export function relocate(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = `${folder}/${name}`;
    if (name.endsWith('.html')) writeFileSync(path, relocatePage(readFileSync(path, 'utf8'), name.split('/').length - 1));
    if (/\.(js|css)$/.test(name)) {
      const text = readFileSync(path, 'utf8');
      const changed = name.endsWith('.js') ? relocateScript(text) : text.replaceAll(token, '../');
      if (changed !== text) writeFileSync(path, changed);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) relocate(process.argv[2]);
