// Shared by the tests of outputs: the packages, the cases, the counting.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// `more` names what follows the two folders on the command line.
export function fromArguments(...more) {
  const [modules, suite, ...rest] = process.argv.slice(2);
  if (!suite || rest.length !== more.length) {
    console.error(`usage: ${process.argv[1]} ${['MODULES-DIR', 'SUITE-DIR', ...more].join(' ')}`);
    process.exit(2);
  }
  const require = createRequire(resolve(modules, 'package.json'));
  const { tests } = JSON.parse(readFileSync(join(suite, 'manifest.json'), 'utf8'));
  return {
    require,
    suite: resolve(suite),
    rest,
    load: (path) => import(pathToFileURL(join(resolve(modules), 'node_modules', path)).href),
    cases: tests.filter((test) => test.type === 'positive'),
    bytesOf: (test) => new Uint8Array(readFileSync(join(suite, test.expected_output))),
  };
}

// Calls `check` for every case; it returns what is wrong, or nothing.
export async function checkAll(cases, check) {
  let failed = 0;
  for (const test of cases) {
    let problem;
    try {
      problem = await check(test);
    } catch (error) {
      problem = `${error}`;
    }
    if (!problem) continue;
    failed += 1;
    console.log(`${test.id}: ${problem}`);
  }
  console.log(`${cases.length - failed} passed, ${failed} failed`);
  process.exitCode = failed || cases.length === 0 ? 1 : 0;
}
