// Pictures have the pixels of the native program; arguments that are not usable.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { type Files, load, render, type RenderOptions } from 'rigy/render';
import { nativePicture, readExamples, root, sha256 } from './support.js';

const renderer = await load();
const small = { width: 200, height: 150 };
const smallNative = ['--size', '200x150'];

// Everything of a PNG file but how well it is compressed.
function contentsOf(png: Uint8Array): string[] {
  const view = Buffer.from(png);
  const contents: string[] = [];
  for (let at = 8; at < view.length; at += 12 + view.readUInt32BE(at)) {
    const type = view.toString('latin1', at + 4, at + 8);
    const data = view.subarray(at + 8, at + 8 + view.readUInt32BE(at));
    if (type === 'IDAT') contents.push(`IDAT ${sha256(inflateSync(data))}`);
    else if (type === 'fdAT') contents.push(`fdAT ${sha256(inflateSync(data.subarray(4)))}`);
    else contents.push(`${type} ${sha256(data)}`);
  }
  return contents;
}

const arm = { 'arm.rigy.yaml': readFileSync(join(root, 'examples/arm.rigy.yaml'), 'utf8') };
const cases: [name: string, files: Files, input: string, options: RenderOptions, native: string[]][] = [
  ['a plain picture', arm, 'examples/arm.rigy.yaml', {}, []],
  ['several views', arm, 'examples/arm.rigy.yaml', { views: ['front', '30,15', 'top'] }, ['--views', 'front,30,15,top']],
  [
    'weights, bones and a pose',
    arm,
    'examples/arm.rigy.yaml',
    { pose: 'bent', heat: 'elbow', show: ['skeleton', 'names', 'grid'], solver: 'dqs', background: 'dark' },
    ['--pose', 'bent', '--heat', 'elbow', '--show', 'skeleton,names,grid', '--solver', 'dqs', '--background', 'dark'],
  ],
  ['a pose that the camera fits', arm, 'examples/arm.rigy.yaml', { pose: 'bent', fit: 'pose' }, ['--pose', 'bent', '--fit', 'pose']],
  [
    'an animation',
    arm,
    'examples/arm.rigy.yaml',
    { turntable: 3, projection: 'orthographic' },
    ['--turntable', '3', '--projection', 'orthographic'],
  ],
  [
    'an asset with imports, cut open',
    readExamples('car'),
    'examples/car/car.rigy.yaml',
    { entry: 'car.rigy.yaml', section: { axis: 'x', at: 0.2 }, focus: 'front_axle', background: 'transparent' },
    ['--section', 'x=0.2', '--focus', 'front_axle', '--background', 'transparent'],
  ],
];

for (const [name, files, input, options, native] of cases) {
  test(`${name} has the pixels of the native program`, () => {
    const { ok, png } = renderer.render(files, { ...small, ...options });
    assert.ok(ok);
    assert.deepEqual(contentsOf(png!), contentsOf(nativePicture(input, [...smallNative, ...native])));
  });
}

const box = (field: string) => ({
  'box.rigy.yaml': `version: "0.10"
params: {side: 1}
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: $side, y: 1, z: 1}${field}}]}]
`,
});

test('a document with errors has a picture if they are to be marked', async () => {
  const plain = await render(box(', color: red'), small);
  assert.deepEqual([plain.ok, plain.png], [false, null]);
  const marked = await render(box(', color: red'), { ...small, diagnostics: true });
  assert.equal(marked.ok, false);
  assert.ok(marked.png!.length > 100);
  assert.deepEqual(marked.diagnostics, plain.diagnostics);
});

test('params change the picture', () => {
  const narrow = renderer.render(box(''), small).png!;
  const wide = renderer.render(box(''), { ...small, params: { side: 3 } }).png!;
  assert.notDeepEqual(contentsOf(narrow), contentsOf(wide));
});

test('an id that names nothing is an error of the result', () => {
  const { ok, png, diagnostics } = renderer.render(box(''), { ...small, focus: 'q' });
  assert.deepEqual([ok, png, diagnostics.map(({ code }) => code)], [false, null, ['X51']]);
});

test('unusable arguments are type errors', () => {
  const calls: [options: unknown, message: RegExp][] = [
    [{ view: 'iso' }, /^rigy: there is no option 'view'; the options are entry, views, pose, show, /],
    [{ views: 'sideways' }, /^rigy: the views are not names of views, or AZ,EL in degrees, separated by commas$/],
    [{ views: [''] }, /^rigy: an entry of views is empty$/],
    [{ focus: [''] }, /^rigy: an entry of focus is empty$/],
    [{ diagnostics: 'yes' }, /^rigy: diagnostics is neither true nor false$/],
    [{ fit: 'all' }, /^rigy: fit is 'all', not 'rest' or 'pose'$/],
    [{ poses: 1 }, /^rigy: poses is neither true nor false$/],
    [{ width: 4 }, /^rigy: a picture has at least 16 pixels on each side/],
    [{ turntable: 1 }, /^rigy: an animation has 2 to 1000 frames, not 1$/],
    [{ turntable: 1500 }, /^rigy: an animation has 2 to 1000 frames, not 1500$/],
    [{ turntable: 1000 }, /^rigy: the frames of an animation have at most 134217728 pixels in all$/],
    [
      { turntable: 1000, width: 16, height: 16, views: ['top', 'iso', 'left'] },
      /^rigy: the frames of an animation have at most 2000 views in all, not 3000$/,
    ],
    [{ poses: true }, /^rigy: the document has no poses to show$/],
    [{ show: ['bones'] }, /^rigy: an entry of show is 'bones', not 'skeleton', /],
    [{ section: { axis: 'w', at: 0 } }, /^rigy: axis of section is 'w', not 'x', 'y' or 'z'$/],
    [{ section: { axis: 'x', at: NaN } }, /^rigy: at of section is not a finite number$/],
    [{ params: { sid: 1 } }, /^rigy: the document has no param 'sid'; did you mean 'side'\?$/],
  ];
  for (const [options, message] of calls) {
    assert.throws(() => renderer.render(box(''), options as RenderOptions), { name: 'TypeError', message });
  }
});
