// A second opinion on every document of the repository and of the fuzzer's corpus: what `rigy fmt` reads and writes
// again means the same to npm `yaml`, which reads YAML 1.2 with another reader.
//
//   documents.mjs PACKAGES RIGY SOURCE
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const [, , packages, rigy, source] = process.argv;
const YAML = createRequire(join(packages, 'package.json'))('yaml');
// Another reader counts these characters as parts of names.
const differs = /[&*][\w-]*[^\s\w,\]}-]/;

function filesBelow(folder, wanted) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => wanted(path) && statSync(path).isFile());
}

// Documents of golden tests are in the files that describe them.
function inGoldens(path) {
  const sections = readFileSync(path, 'utf8').split(/^--- /m);
  return sections.filter((one) => /^file \S+\.(rigy|rigs|ricy)\.yaml\n/.test(one)).map((one) => one.slice(one.indexOf('\n') + 1));
}

function valueOf(text) {
  const document = YAML.parseDocument(text, { version: '1.2', uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: 1000 });
  } catch {
    return undefined; // aliases of nothing, or of too much
  }
}

const isYaml = (path) => path.endsWith('.yaml');
const texts = [
  ...['conformance', 'examples', 'templates'].flatMap((name) => filesBelow(join(source, name), isYaml)).map((path) => readFileSync(path, 'utf8')),
  ...['fuzz/corpus/yaml', 'fuzz/corpus/reader'].flatMap((name) => filesBelow(join(source, name), () => true)).map((path) => readFileSync(path, 'utf8')),
  ...filesBelow(join(source, 'tests/golden'), (path) => path.endsWith('.txt')).flatMap(inGoldens),
].filter((text) => text.length < 200_000 && !differs.test(text));

const folder = mkdtempSync(join(tmpdir(), 'rigy-opinion-'));
let compared = 0;
const wrong = [];
try {
  const paths = texts.map((text, i) => {
    const path = join(folder, `${i}.rigy.yaml`);
    writeFileSync(path, text);
    return path;
  });
  spawnSync(rigy, ['fmt', folder, '--in-place', '--diagnostics', 'json'], { maxBuffer: 1 << 28 });
  paths.forEach((path, i) => {
    const after = readFileSync(path, 'utf8');
    const before = valueOf(texts[i]);
    if (after === texts[i] || before === undefined) return;
    ++compared;
    if (!isDeepStrictEqual(before, valueOf(after))) wrong.push(texts[i]);
  });
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${texts.length} documents, ${compared} written in another way, ${wrong.length} with another meaning`);
for (const text of wrong.slice(0, 3)) console.log(`---\n${text}`);
process.exitCode = wrong.length > 0 || compared < 1000 ? 1 : 0;
