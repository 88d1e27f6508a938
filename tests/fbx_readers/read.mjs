// FBX files of the examples and of cases of the suite, read back by three.js and by Autodesk's reader.
import { checkAll } from '../gltf_readers/suite.mjs';
import { casesFrom } from './cases.mjs';
import { Rigy, firstProblem, seenIn } from './expected.mjs';
import { readWithAutodesk, readWithThree } from './readers.mjs';

const [, examples, suite, program, work, only] = process.argv.slice(2);
if (!work) {
  console.error(`usage: ${process.argv[1]} MODULES-DIR EXAMPLES-DIR SUITE-DIR RIGY WORK-DIR [ID|all]`);
  process.exit(2);
}
const rigy = new Rigy(program, work);
const readers = { 'three.js': readWithThree, Autodesk: readWithAutodesk };

// FBXLoader does not read a file without any connections.
const hasNodes = ({ triangles, bones, empties }) => [triangles, bones, empties].some((list) => Object.keys(list).length > 0);

await checkAll(casesFrom(examples, suite, only), async (test) => {
  const fbx = rigy.exportFbx(test);
  const expected = await rigy.expected(test);
  for (const [reader, read] of Object.entries(readers)) {
    if (read === readWithThree && !hasNodes(expected)) continue;
    const problem = firstProblem(expected, seenIn(await read(fbx), expected), { knowsDualQuaternions: false });
    if (problem) return `${reader}: ${problem}`;
  }
  return undefined;
});
