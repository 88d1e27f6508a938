// Writes the service worker of a built site: every file of it is kept after the first visit. The studio has its own.
//
//   node offline.mjs DIR
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true })
  .filter((name) => statSync(`${folder}/${name}`).isFile() && !/^studio\/|\.map$|^sw\.js$/.test(name))
  .sort();
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(`${folder}/${name}`));
const template = readFileSync(new URL('service_worker.js', import.meta.url), 'utf8');
const filled = template.replace("'VERSION'", `'${hash.digest('hex').slice(0, 16)}'`).replace('[/* FILES */]', JSON.stringify(files));
writeFileSync(`${folder}/sw.js`, filled);
