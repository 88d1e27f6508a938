// Compiles and exports every case of the conformance suite with the npm package, web/package/dist, and writes
// the same stream as cross_runner.
import { readdirSync, readFileSync } from 'node:fs';
import { load } from '../../web/package/dist/index.js';

const suite = new URL('../../conformance/', import.meta.url);

function filesBelow(folder) {
  const files = {};
  for (const entry of readdirSync(new URL(folder, suite), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) Object.assign(files, filesBelow(`${path}/`));
    else if (entry.isFile()) files[path] = new Uint8Array(readFileSync(new URL(path, suite)));
  }
  return files;
}

const rigy = await load();
const files = filesBelow('inputs/');
const { tests } = JSON.parse(readFileSync(new URL('manifest.json', suite), 'utf8'));
// runner.cpp has the same order.
const formats = ['glb', 'fbx', 'gltf', 'obj', 'stl'];
for (const [number, test] of tests.entries()) {
  const options = {
    entry: test.input,
    pose: test.pose_id ?? '',
    bakeTransforms: test.bake_transforms ?? false,
  };
  const { glb, diagnostics } = rigy.compile(files, options);
  const text = Buffer.from(JSON.stringify({ diagnostics }));
  const exported = rigy.export(files, { entry: test.input, format: formats[number % formats.length], poses: 'loops' });
  const bytes = Buffer.concat(exported.files.map((file) => file.bytes));
  process.stdout.write(`${glb?.length ?? 0} ${text.length} ${bytes.length}\n`);
  if (glb !== null) process.stdout.write(glb);
  process.stdout.write(text);
  process.stdout.write(bytes);
}
