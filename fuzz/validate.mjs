// Every generated output under the Khronos validator: no errors, and only the warnings that are
// inherent in the document.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import { checkAll } from '../tests/gltf_readers/suite.mjs';

const WARNING = 1;
const [modules, folder] = process.argv.slice(2);
if (!folder) {
  console.error(`usage: ${process.argv[1]} MODULES-DIR FOLDER`);
  process.exit(2);
}
const validator = createRequire(resolve(modules, 'package.json'))('gltf-validator');

const cases = readFileSync(join(folder, 'manifest.txt'), 'utf8')
  .split('\n')
  .filter((line) => line)
  .map((line) => line.split(' '))
  .map(([id, ...allowed]) => ({ id, allowed }));

await checkAll(cases, async ({ id, allowed }) => {
  const bytes = new Uint8Array(readFileSync(join(folder, id)));
  const report = await validator.validateBytes(bytes, { maxIssues: 0 });
  const serious = report.issues.messages.find(
    ({ severity, code }) => severity < WARNING || (severity === WARNING && !allowed.includes(code)),
  );
  return serious && `${serious.code} at ${serious.pointer}: ${serious.message}`;
});
