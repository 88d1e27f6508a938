// Every example compiles, in the canonical and in the outward winding, to a file in which the
// Khronos validator finds no errors and no warnings; the car stores its wheel once.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import { checkAll } from './suite.mjs';

const WARNING = 1;
const [modules, examples, rigy] = process.argv.slice(2);
if (!rigy) {
  console.error(`usage: ${process.argv[1]} MODULES-DIR EXAMPLES-DIR RIGY`);
  process.exit(2);
}
const validator = createRequire(resolve(modules, 'package.json'))('gltf-validator');

const documents = readdirSync(examples, { recursive: true })
  .map(String)
  .concat(readdirSync(join(examples, 'car')).map((name) => join('car', name)))
  .filter((name, index, all) => name.endsWith('.rigy.yaml') && all.indexOf(name) === index);

function compile(document, winding) {
  const options = ['--winding', winding, '--suppress-warning', 'all'];
  return execFileSync(rigy, ['compile', join(examples, document), '-o', '-', ...options], {
    maxBuffer: 1 << 26,
  });
}

function jsonOf(glb) {
  return JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString('utf8'));
}

async function problemOf(document, winding) {
  const glb = compile(document, winding);
  const report = await validator.validateBytes(new Uint8Array(glb), { maxIssues: 0 });
  const serious = report.issues.messages.find((message) => message.severity <= WARNING);
  if (serious) return `${serious.code} at ${serious.pointer}: ${serious.message}`;
  if (document !== join('car', 'car.rigy.yaml')) return undefined;
  const names = jsonOf(glb).meshes.map((mesh) => mesh.name);
  const tyres = names.filter((name) => name.endsWith('tyre'));
  return tyres.length === 1 ? undefined : `the tyre is stored ${tyres.length} times`;
}

const cases = documents.flatMap((id) => ['canonical', 'outward'].map((winding) => ({ id, winding })));
await checkAll(cases, (test) => problemOf(test.id, test.winding));
