// Documents and the files that they refer to, from disk and from elsewhere.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gatherFiles, load } from 'rigy';
import { readFiles } from 'rigy/node';
import { nativeBytes, root } from './support.js';

const rigy = await load();

/** A new folder with these files. */
function folderOf(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rigy-read-')));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('examples with all they import compile to the bytes of the program', async () => {
  for (const entry of ['car/car.rigy.yaml', 'room/room.rigs.yaml', 'arm.rigy.yaml']) {
    const files = await readFiles(join(root, 'examples', entry), { root });
    assert.equal([...files.keys()][0], `examples/${entry}`);
    const result = rigy.compile(files);
    assert.deepEqual(result.diagnostics.filter(({ severity }) => severity === 'error'), []);
    assert.deepEqual(result.glb, nativeBytes(join(root, 'examples', entry), []));
  }
});

test('names are relative to the working directory, or to the folder of a document elsewhere', async () => {
  const folder = folderOf({ 'a/b.rigy.yaml': 'version: "0.6"\n' });
  assert.deepEqual([...(await readFiles(join(folder, 'a/b.rigy.yaml'))).keys()], ['b.rigy.yaml']);
  const before = process.cwd();
  process.chdir(folder);
  try {
    assert.deepEqual([...(await readFiles('a/b.rigy.yaml')).keys()], ['a/b.rigy.yaml']);
  } finally {
    process.chdir(before);
  }
});

test('every way of naming a file is found', async () => {
  const folder = folderOf({
    'm.rigy.yaml': [
      'imports:',
      '  a: parts/a.rigy.yaml  # see notes.yaml, which is not there',
      '  b: { "source": "b c", contract: \'b.ricy.yml\' }',
      'weights: [{source: w.json}]',
      'params: {file: late.yaml}',
      'again: {source: parts/a.rigy.yaml}',
      'scene: {lamp: "our lamps/old one.rigy.yaml"}',
      '  - chair: the größte chair.rigy.yaml # a comment',
    ].join('\n'),
    'parts/a.rigy.yaml': 'source: ../shared/d.yaml',
    'shared/d.yaml': '',
    'b c': '',
    'b.ricy.yml': '',
    'w.json': '{"source": "z.yaml"}',
    'late.yaml': 'imports: {m: m.rigy.yaml}',
    'z.yaml': '',
    'our lamps/old one.rigy.yaml': '',
    'the größte chair.rigy.yaml': '',
  });
  const files = await readFiles(join(folder, 'm.rigy.yaml'), { root: folder });
  assert.deepEqual(
    [...files.keys()].sort(),
    [
      'b c',
      'b.ricy.yml',
      'late.yaml',
      'm.rigy.yaml',
      'our lamps/old one.rigy.yaml',
      'parts/a.rigy.yaml',
      'shared/d.yaml',
      'the größte chair.rigy.yaml',
      'w.json',
    ],
  );
  assert.equal(new TextDecoder().decode(files.get('parts/a.rigy.yaml')), 'source: ../shared/d.yaml');
});

test('nothing outside the root is read', async () => {
  const folder = folderOf({
    'in/m.rigy.yaml': 'a: ../out.yaml\nb: /etc/x.yaml\nc: link.yaml\nd: folder.yaml\n',
    'in/folder.yaml/x': '',
    'out.yaml': 'secret',
  });
  symlinkSync(join(folder, 'out.yaml'), join(folder, 'in/link.yaml'));
  const read = await readFiles(join(folder, 'in/m.rigy.yaml'));
  assert.deepEqual([...read.keys()], ['m.rigy.yaml']);
  await assert.rejects(readFiles(join(folder, 'out.yaml'), { root: join(folder, 'in') }), {
    message: /out\.yaml' is not below the root '.*in'$/,
  });
});

test('a document that is not there is an error, and a missing import a diagnostic', async () => {
  await assert.rejects(readFiles('/no/such.rigy.yaml'), { code: 'ENOENT' });
  const text = readFileSync(join(root, 'examples/car/car.rigy.yaml'), 'utf8');
  const folder = folderOf({ 'car.rigy.yaml': text });
  const { ok, diagnostics } = rigy.compile(await readFiles(join(folder, 'car.rigy.yaml')));
  assert.equal(ok, false);
  assert.match(diagnostics[0]!.message, /axle\.rigy\.yaml/);
});

test('files come from anywhere', async () => {
  const asked: string[] = [];
  const files = await gatherFiles('car.rigy.yaml', async (path) => {
    asked.push(path);
    return readFileSync(join(root, 'examples/car', path), 'utf8');
  });
  assert.ok(rigy.compile(files).ok);
  assert.equal(new Set(asked).size, asked.length);
});
