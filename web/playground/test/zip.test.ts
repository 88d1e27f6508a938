// The archive of a project, read by Python.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { zipOf } from '../src/zip.js';

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
