// Puts the files that pages show beside them: pictures, documents, schemas, and the component.
//
//   node files.mjs DIR
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { drawnPictures, root } from './repository.mjs';

const pages = process.argv[2];
const output = `${pages}/public/`;
const pictures = new Map(JSON.parse(readFileSync(`${pages}/pictures.json`, 'utf8')));

function copy(from, to, isWanted = () => true) {
  cpSync(root + from, output + to, { recursive: true, filter: (path) => statSync(path).isDirectory() || isWanted(path) });
}

// The showpieces are drawn anew, large, if there is the program; otherwise they are as docs/ has them.
function drawLarge() {
  const rigy = process.env.RIGY ?? `${root}build/rigy`;
  if (!existsSync(rigy)) return;
  for (const [picture, [document, options]] of drawnPictures()) {
    const address = pictures.get(`docs/images/${picture}`);
    if (!address || !document.startsWith('gallery/') || options.includes('--strip')) continue;
    const words = options.replace(/--size \S+/, '--size 990x660').split(' ');
    execFileSync(rigy, ['render', `${root}examples/${document}`, '-o', `${output}${address}`, ...words]);
  }
}

mkdirSync(output, { recursive: true });
for (const [path, address] of pictures) copy(path, address);
drawLarge();
copy('examples', 'examples', (path) => /\.(yaml|weights\.json)$/.test(path));
for (const name of readdirSync(`${root}docs`).filter((one) => one.endsWith('.json'))) copy(`docs/${name}`, `docs/${name}`);
for (const name of ['rigy-model.js', 'rigy.wasm']) copy(`web/component/dist/${name}`, `component/${name}`);
copy('web/playground/src/icon.svg', 'icon.svg');
