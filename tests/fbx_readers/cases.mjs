// The documents whose exports are read back.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

function documentsIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.rigy.yaml'))
    .map((name) => ({ id: name, document: join(folder, name) }));
}

export function casesFrom(examples, suite) {
  const { tests } = JSON.parse(readFileSync(join(suite, 'manifest.json'), 'utf8'));
  const positive = tests.filter((test) => test.type === 'positive');
  return [
    ...documentsIn(examples),
    { id: 'car.rigy.yaml', document: join(examples, 'car', 'car.rigy.yaml') },
    ...positive.map(({ id, input }) => ({ id, document: join(suite, input) })),
  ];
}
