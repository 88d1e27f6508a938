// Writes the pages of the site, from docs/, examples/ and what these link to, into a folder. RIGY_REPOSITORY, in the
// environment, is the address of the repository's files on a code host; without it, links to sources are plain text.
//
//   node pages.mjs DIR
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path/posix';
import { landing, parts } from './contents.mjs';
import { entriesOf, linkedTable, withFieldAddresses } from './diagnostics.mjs';
import { cardsOf, modelOf, pageOf } from './markdown.mjs';
import { Models, movedBy } from './models.mjs';
import { addressOf, isDocument, isFile, nameOfDocument, read, root, targetOf } from './repository.mjs';

const output = `${process.argv[2]}/`;
const repository = process.env.RIGY_REPOSITORY ?? '';
const models = new Models();

const fileOf = (address) => `${address.replace(/(^|\/)$/, '$1index')}.md`;

function write(address, text) {
  const path = output + fileOf(address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function below(folder, isWanted) {
  return readdirSync(root + folder, { recursive: true }).map((name) => `${folder}/${name}`).filter(isWanted).sort();
}

// --- pages of Markdown ---

// All of docs/, and other pages that they link to.
function allPages() {
  const found = ['README.md', 'examples/README.md', ...below('docs', (path) => path.endsWith('.md'))];
  for (const file of found) {
    for (const [, target] of read(file).matchAll(/\]\(([^)\s:#]+\.md)/g)) {
      const { path } = targetOf(file, target);
      if (isFile(path) && !found.includes(path)) found.push(path);
    }
  }
  return found;
}

const titleOf = (text) => /^# (.*)$/m.exec(text)[1].replaceAll('`', '');

// Beside a page are the pages of its part, and the beginnings of the other parts.
function sidebarOf(pages) {
  const all = parts.map(({ title, pages: names }) => ({ text: title, files: names.flatMap((name) => filesNamed(name, pages)) }));
  const forgotten = pages.filter((file) => file.startsWith('docs/') && !all.some(({ files }) => files.includes(file)));
  if (forgotten.length > 0) throw new Error(`contents.mjs does not have ${forgotten.join(', ')}`);
  const itemOf = (file) => ({ text: titleOf(read(file)), link: `/${addressOf(file)}` });
  const sidebar = {};
  for (const part of all) {
    const others = all.filter((other) => other !== part).map(({ text, files }) => ({ text, link: `/${addressOf(files[0])}` }));
    const shown = [{ text: part.text, items: part.files.map(itemOf) }, { text: 'More', items: others }];
    for (const file of part.files) sidebar[`/${fileOf(addressOf(file))}`] = shown;
  }
  return sidebar;
}

function filesNamed(name, pages) {
  const pattern = new RegExp(`^docs/${name.replace('*', '\\d.*')}\\.md$`);
  const files = pages.filter((file) => pattern.test(file));
  if (files.length === 0) throw new Error(`contents.mjs: there is no docs/${name}.md`);
  return files;
}

function bodyOf(file) {
  const text = pageOf(file, read(file), { models, repository, keepsHtml: file === 'README.md' });
  if (file === 'README.md') return text.replace(/src="(docs\/[^"]+)"/g, (_, path) => `src="${models.pictureAt(path)}"`);
  if (file === 'docs/reference.md') return withFieldAddresses(text);
  return file === 'examples/README.md' ? cardsOf(text).replace(/^# .*/, '# Gallery') : text;
}

function writePages(pages) {
  for (const file of pages) models.readPage(file, read(file));
  for (const file of pages) {
    if (file !== 'docs/diagnostics.md') write(addressOf(file), `${headOf(file)}${bodyOf(file)}`);
  }
}

function headOf(file) {
  const isPlain = file === 'examples/README.md' || file === 'README.md';
  return isPlain ? '---\nsidebar: false\naside: false\npageClass: gallery\n---\n\n' : '';
}

// --- diagnostics ---

function writeDiagnostics() {
  const { head, entries } = entriesOf(pageOf('docs/diagnostics.md', read('docs/diagnostics.md'), { models, repository }));
  write('diagnostics/', linkedTable(head));
  for (const { id, text } of entries) write(`diagnostics/${id}`, text);
  // Beside an entry are those of its letter.
  const sidebar = {};
  for (const { id } of entries) {
    const letter = id[0];
    sidebar[`/diagnostics/${letter}`] ??= [
      { text: 'All diagnostics', link: '/diagnostics/' },
      {
        text: letter,
        items: entries
          .filter((other) => other.id.startsWith(letter))
          .map((other) => ({ text: `${other.id} ${other.summary}`, link: `/diagnostics/${other.id}` })),
      },
    ];
  }
  return sidebar;
}

// --- documents ---

function writeDocument(path) {
  const name = nameOfDocument(path);
  const text = read(path);
  const stem = basename(name).replace(/\.rig.$/, '');
  const picture = [`examples/${basename(name)}.png`, `guide/${stem}.png`].find((one) => isFile(`docs/images/${one}`));
  const shown = { ...(picture && models.of(picture)), ...movedBy(path) };
  const address = picture ? models.pictureAt(`docs/images/${picture}`) : '';
  const model = path.endsWith('.ricy.yaml') ? '' : modelOf(shown, address, `The model of ${basename(path)}`);
  const pieces = [
    '---\nsidebar: false\naside: false\npageClass: document\nsearch: false\n---',
    `# ${basename(path)}`,
    model,
    `[All examples](/gallery/) · [the file](/${path})`,
    `\`\`\`txt\n${text}\`\`\``,
    '<ColoredSource />\n',
  ];
  write(`gallery/${name}`, pieces.join('\n\n'));
}

// --- the landing page ---

function writeLanding() {
  const [, lead] = /^# .*\n\n([\s\S]*?)\n\n/.exec(read('README.md'));
  const showpieces = [...read('README.md').matchAll(/\[!\[(.*?)\]\((.*?)\)\]\((.*?)\)/g)].map(([, title, picture, document]) => ({
    title,
    picture: models.pictureAt(picture),
    link: `/${addressOf(document)}`,
  }));
  const { src, motion, picture, view } = landing;
  const shown = { src: `/${src}`, motion: `/${motion}`, picture: models.pictureAt(picture), view };
  const data = { lead: lead.replaceAll('\n', ' '), showpieces, document: read(src), ...shown };
  writeFileSync(`${output}landing.json`, JSON.stringify(data));
  write('', '---\nlayout: page\nsidebar: false\naside: false\n---\n\n<Landing />\n');
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const pages = allPages();
writePages(pages);
const sidebar = { ...sidebarOf(pages), ...writeDiagnostics() };
for (const path of below('examples', isDocument)) writeDocument(path);
writeLanding();
writeFileSync(`${output}sidebar.json`, JSON.stringify(sidebar));
writeFileSync(`${output}pictures.json`, JSON.stringify([...models.pictures]));
