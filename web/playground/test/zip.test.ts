// The archive of a project, read by Python.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOfZip, ZipError, zipOf } from '../src/zip.js';

const read = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({one.filename: archive.read(one).decode() for one in archive.infolist()}))
`;

test('another program reads every file of the archive', () => {
  const files = [
    { path: 'car.rigy.yaml', text: 'version: "0.6"\n' },
    { path: 'teile/größe ✓.yaml', text: 'é\n'.repeat(5000) },
    { path: 'empty.json', text: '' },
  ];
  const path = join(mkdtempSync(join(tmpdir(), 'rigy-zip-test-')), 'project.zip');
  writeFileSync(path, zipOf(files));
  const found = JSON.parse(execFileSync('python3', ['-c', read, path], { encoding: 'utf8' })) as Record<string, string>;
  assert.deepEqual(found, Object.fromEntries(files.map((file) => [file.path, file.text])));
  assert.deepEqual(zipOf(files), zipOf(files));
});

const write = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("car/car.rigy.yaml", "version: 0.13\\n" * 200)
    archive.writestr("car/größe.json", "{}")
    archive.writestr("notes.txt", "no document")
`;
const isWanted = (path: string) => !path.endsWith('.txt');

test('archives of other programs are read, and our own', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'rigy-zip-test-')), 'project.zip');
  execFileSync('python3', ['-c', write, path]);
  assert.deepEqual(await filesOfZip(new Uint8Array(readFileSync(path)), isWanted, 1e6), [
    { path: 'car/car.rigy.yaml', text: 'version: 0.13\n'.repeat(200) },
    { path: 'car/größe.json', text: '{}' },
  ]);
  const own = [{ path: 'a/ü.yaml', text: 'x: 1\n' }];
  assert.deepEqual(await filesOfZip(zipOf(own), isWanted, 1e6), own);
});

test('an archive that is too large, damaged or none is refused', async () => {
  const archive = zipOf([{ path: 'a.yaml', text: 'x'.repeat(1000) }]);
  await assert.rejects(filesOfZip(archive, isWanted, 999), /larger than 8 MiB/);
  await assert.rejects(filesOfZip(archive.slice(40), isWanted, 1e6), ZipError);
  await assert.rejects(filesOfZip(new Uint8Array(100), isWanted, 1e6), /not a zip archive/);
});
