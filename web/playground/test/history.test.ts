// Which versions are kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVersion, type Version } from '../src/history.js';

const project = (text: string) => ({ entry: 'a.rigy.yaml', files: [{ path: 'a.rigy.yaml', text }] });
const version = (name: string, at: number, text: string) => ({ name, at, project: project(text), picture: '' });
const textsOf = (versions: Version[]) => versions.map((one) => one.project.files[0]!.text);

test('there is one version a minute, and none without a change', () => {
  let versions = withVersion([], version('A', 0, 'one'));
  versions = withVersion(versions, version('A', 30_000, 'two'));
  assert.deepEqual(textsOf(versions), ['two']);
  versions = withVersion(versions, version('A', 59_000, 'two'));
  assert.equal(versions[0]!.at, 30_000);
  versions = withVersion(versions, version('A', 61_000, 'three'));
  assert.deepEqual(textsOf(versions), ['two', 'three']);
  versions = withVersion(versions, version('B', 62_000, 'other'));
  assert.deepEqual(textsOf(versions), ['two', 'three', 'other']);
});

test('the oldest versions go', () => {
  let versions: Version[] = [];
  for (let i = 0; i < 40; ++i) versions = withVersion(versions, version('A', i * 60_000, String(i)));
  assert.equal(versions.length, 24);
  assert.equal(textsOf(versions)[0], '16');
});
