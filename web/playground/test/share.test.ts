// Links that hold a project.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type { Project } from '../src/project.js';
import { fromFragment, LinkError, longestFragment, mostText, toFragment } from '../src/share.js';
import { exampleFiles } from './support.js';

const project: Project = {
  files: [
    { path: 'main.rigy.yaml', text: 'version: "0.6"\n# 🦴 <img src=x onerror=alert(1)>\n' },
    { path: 'parts/empty.yaml', text: '' },
  ],
  entry: 'main.rigy.yaml',
};

function linkTo(value: unknown): string {
  return `#p1=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;
}

async function refusal(fragment: string): Promise<string> {
  try {
    await fromFragment(fragment);
  } catch (error) {
    assert.ok(error instanceof LinkError, String(error));
    return error.message;
  }
  return 'accepted';
}

test('a project comes back as it was', async () => {
  const fragment = await toFragment(project);
  assert.match(fragment, /^#p1=[A-Za-z0-9_-]+$/);
  assert.deepEqual(await fromFragment(fragment), project);
});

test('all examples in one link come back, and are compressed', async () => {
  const files = Object.entries(exampleFiles).map(([path, text]) => ({ path, text }));
  const all: Project = { files, entry: files[0]!.path };
  const fragment = await toFragment(all);
  assert.deepEqual(await fromFragment(fragment), all);
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  assert.ok(fragment.length < size / 3, `${fragment.length} of ${size}`);
});

test('a damaged link is refused with a reason', async () => {
  const whole = await toFragment(project);
  const reasons: [fragment: string, reason: string][] = [
    ['#anything', 'it is not a link of this playground'],
    ['#p2=abc', 'it is not a link of this playground'],
    ['#p1=%%%', 'it was cut off or changed on its way'],
    ['#p1=', 'it was cut off or changed on its way'],
    [whole.slice(0, -8), 'it was cut off or changed on its way'],
    [`#p1=${deflateRawSync('{').toString('base64url')}`, 'its contents are damaged'],
    [`#p1=${deflateRawSync(Buffer.from([0xff])).toString('base64url')}`, 'it was cut off or changed on its way'],
    [linkTo(null), 'it holds no files'],
    [linkTo({ entry: 'a', files: [] }), 'it holds no files'],
    [linkTo({ entry: 'a', files: [['a', 1]] }), 'one of its files is damaged'],
    [linkTo({ entry: 'a', files: ['a'] }), 'one of its files is damaged'],
    [linkTo({ entry: 'b', files: [['a', '']] }), 'its list of files is damaged'],
    [linkTo({ entry: 'a', files: [['a', ''], ['a', '']] }), 'its list of files is damaged'],
    [linkTo({ entry: 'a', files: [['a', ' '.repeat(mostText)]] }), 'it holds more than 8 MiB of text'],
  ];
  for (const [fragment, reason] of reasons) {
    assert.equal(await refusal(fragment), reason, fragment.slice(0, 60));
  }
});

test('a project that makes no working link is refused with a reason', async () => {
  const holding = (text: string): Project => ({ files: [{ path: 'a', text }], entry: 'a' });
  // Random hexadecimal digits shrink to about half, and grow by a third as base64.
  const noise = (bytes: number) => randomBytes(bytes).toString('hex');
  const long = await toFragment(holding(noise(600_000)));
  assert.ok(long.length < longestFragment);
  assert.equal((await fromFragment(long)).files[0]!.text.length, 1_200_000);
  await assert.rejects(toFragment(holding(noise(900_000))), (error) => {
    assert.ok(error instanceof LinkError);
    assert.match(error.message, /^it would have 1\d{6} characters, and not all browsers open more than 1000000$/);
    return true;
  });
  // It would be short, but is refused when it is opened.
  await assert.rejects(toFragment(holding(' '.repeat(mostText))), /^Error: it holds more than 8 MiB of text$/);
});
