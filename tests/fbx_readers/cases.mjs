// The documents whose exports are read back: all examples, and cases of the suite of every category that
// has shapes, bones, materials, poses, instances or UVs.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CHOSEN = /^zzz/;

function documentsIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.rigy.yaml'))
    .map((name) => ({ id: name.replace('.rigy.yaml', ''), document: join(folder, name) }));
}

// `only`: the id of one case, or "all" for the whole suite.
export function casesFrom(examples, suite, only) {
  const { tests } = JSON.parse(readFileSync(join(suite, 'manifest.json'), 'utf8'));
  const cases = tests
    .filter(({ type }) => type === 'positive')
    .map(({ id, input }) => ({ id, document: join(suite, input) }));
  const all = [...documentsIn(examples), ...documentsIn(join(examples, 'car')), ...cases];
  if (only === 'all') return all;
  if (only) return all.filter(({ id }) => id === only);
  return all.filter(({ id, document }) => document.startsWith(examples) || CHOSEN.test(id));
}
