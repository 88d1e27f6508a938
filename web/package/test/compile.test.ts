// Options, results, and arguments that are not usable.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { compile, load, type CompileOptions, type CompileResult, type Files } from 'rigy';
import { Instance } from '../dist/instance.js';
import { compileRequestOf } from '../dist/request.js';
import { moduleFile, nativeBytes, nativeVersion, readExamples, suiteCase, suiteFiles } from './support.js';

const rigy = await load();
const box = `version: "0.6"
meshes:
  - id: body
    primitives:
      - {id: core, type: box, dimensions: {x: 1, y: 2, z: 3}}
`;
const glbMagic = [0x67, 0x6c, 0x54, 0x46];

function startsLikeGlb(glb: Uint8Array | null): boolean {
  return glb !== null && glbMagic.every((byte, i) => glb[i] === byte);
}

test('the versions are those of the native program', () => {
  assert.equal(`rigy ${rigy.version} (language ${rigy.languageVersion})`, nativeVersion());
});

test('the package has the version of the compiler', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  assert.equal((JSON.parse(text) as { version: string }).version, rigy.version);
});

test('text and bytes give the same', () => {
  const fromText = rigy.compile({ 'box.rigy.yaml': box });
  const fromBytes = rigy.compile({ 'box.rigy.yaml': new TextEncoder().encode(box) });
  assert.ok(startsLikeGlb(fromText.glb));
  assert.deepEqual(fromText, fromBytes);
  assert.deepEqual(fromText.diagnostics, []);
});

test('files may be a Map, in the order of which the first is the entry', () => {
  const files = new Map([
    ['10', box],
    ['2', 'version: 1'],
  ]);
  assert.deepEqual(rigy.compile(files), rigy.compile({ '10': box }));
  assert.throws(() => rigy.compile(new Map()), { message: 'rigy: there are no files and no entry' });
  // One of another context, as test runners make them.
  const foreign = runInNewContext('new Map([["a.rigy.yaml", text]])', { text: box }) as Map<string, string>;
  assert.ok(!(foreign instanceof Map));
  assert.ok(rigy.compile(foreign).ok);
});

test('ok narrows the result', async () => {
  // That it compiles is half of the test.
  const glbOf = (result: CompileResult): Uint8Array => (result.ok ? result.glb : new Uint8Array());
  assert.ok(startsLikeGlb(glbOf(rigy.compile({ 'box.rigy.yaml': box }))));
  const { ok, glb } = await compile({ 'box.rigy.yaml': box });
  if (ok) assert.ok(glb.length > 0);
  else assert.equal(glb satisfies null, null);
  const inspected = rigy.inspect({ 'box.rigy.yaml': box });
  assert.ok(inspected.ok);
  assert.equal(inspected.inspection.summary.mesh_count, 1);
});

test('the bytes are a copy of their own', () => {
  const first = rigy.compile({ 'box.rigy.yaml': box }).glb;
  assert.ok(first !== null);
  const before = first.slice();
  rigy.compile({ 'box.rigy.yaml': box.replace('x: 1', 'x: 5') });
  assert.deepEqual(first, before);
  assert.equal(first.buffer.byteLength, first.byteLength);
});

test('options are those of the program', () => {
  const pairs: [input: string, options: CompileOptions, native: string[]][] = [
    ['E01_humanoid', {}, []],
    ['J02_sphere', { winding: 'outward' }, ['--winding', 'outward']],
    ['L02_two_bone_dqs_twist', { pose: 'twist45' }, ['--pose', 'twist45', '--bake-skin']],
    ['H30_bake_transforms', { bakeTransforms: true }, ['--bake-transforms']],
    ['H30_bake_transforms', { bakeTransforms: false }, []],
  ];
  for (const [name, options, native] of pairs) {
    const entry = suiteCase(name).input;
    const { glb } = rigy.compile(suiteFiles(), { ...options, entry });
    assert.deepEqual(glb, nativeBytes(entry, native), `${name} ${native.join(' ')}`);
  }
});

test('a diagnostic has every field', () => {
  const text = 'version: "0.6"\nmeshes: [{id: "🦴"}]\n';
  const { ok, glb, diagnostics } = rigy.compile({ 'box.rigy.yaml': text });
  assert.equal(ok, false);
  assert.equal(glb, null);
  assert.deepEqual(diagnostics, [
    {
      severity: 'error',
      code: 'V34',
      class: 'ParseError',
      message: "missing field 'primitives' in mesh '🦴'",
      file: 'box.rigy.yaml',
      line: 2,
      column: 10,
      end_line: 2,
      end_column: 19,
      column_utf16: 10,
      end_column_utf16: 20,
      endLine: 2,
      endColumn: 19,
      columnUtf16: 10,
      endColumnUtf16: 20,
      path: 'meshes[0]',
      help: 'add primitives: a list of at least one primitive',
      related: [],
    },
  ]);
});

test('maxErrors bounds the diagnostics', () => {
  const files = { 'box.rigy.yaml': 'version: "0.6"\na: 1\nb: 2\nc: 3\n' };
  assert.equal(rigy.compile(files).diagnostics.length, 3);
  assert.equal(rigy.compile(files, { maxErrors: 2 }).diagnostics.length, 2);
  assert.equal(rigy.compile(files, { maxErrors: 2 ** 40 }).diagnostics.length, 3);
});

test('the outline says where everything is written', () => {
  const car = readExamples('car');
  const { glb, outline } = rigy.compile(car, { entry: 'car.rigy.yaml', outline: true });
  assert.deepEqual(glb, rigy.compile(car, { entry: 'car.rigy.yaml' }).glb);
  assert.ok(outline !== null);
  for (const { primitives } of outline.meshes) {
    let vertex = 0;
    for (const primitive of primitives) {
      const { file, line, columnUtf16, endLine, endColumnUtf16, firstVertex, vertexCount } = primitive;
      const id = primitive.mirrored ? primitive.id.replace(/^R_/, 'L_') : primitive.id;
      const lines = car[file]!.split('\n').slice(line - 1, endLine);
      lines[lines.length - 1] = lines.at(-1)!.slice(0, endColumnUtf16 - 1);
      const place = lines.join('\n').slice(columnUtf16 - 1);
      assert.match(place, /^\{[^{}]*(\{[^{}]*\}[^{}]*)*\}$/);
      assert.ok(place.includes(`id: ${id},`), place);
      assert.equal(firstVertex, vertex);
      vertex += vertexCount;
    }
  }
  assert.deepEqual([...new Set(outline.meshes.map(({ file }) => file))], [
    'car.rigy.yaml',
    'axle.rigy.yaml',
    'wheel.rigy.yaml',
  ]);
  assert.deepEqual(outline.meshes.map(({ solver }) => solver), outline.meshes.map(() => null));
});

test('the outline is only there when it is asked for', () => {
  assert.equal(rigy.compile({ 'box.rigy.yaml': box }).outline, null);
  const rejected = rigy.compile({ 'box.rigy.yaml': 'version: 1' }, { outline: true });
  assert.equal(rejected.outline, null);
});

test('the entry is the first file unless it is named', () => {
  const files = { 'box.rigy.yaml': box, 'broken.rigy.yaml': 'version: 1' };
  assert.equal(rigy.compile(files).ok, true);
  assert.equal(rigy.compile(files, { entry: './a/../box.rigy.yaml' }).ok, true);
  const rejected = rigy.compile(files, { entry: 'broken.rigy.yaml' });
  assert.deepEqual(rejected.diagnostics.map(({ file }) => file), ['broken.rigy.yaml']);
});

test('an entry that is not there is a diagnostic', () => {
  const { ok, diagnostics } = rigy.compile({ 'box.rigy.yaml': box }, { entry: 'bex.rigy.yaml' });
  assert.equal(ok, false);
  assert.deepEqual(
    diagnostics.map(({ code, message }) => [code, message]),
    [['X25', 'cannot read the document: there is no such file']],
  );
});

test('unusable arguments are type errors', () => {
  const files = { 'box.rigy.yaml': box };
  const calls: [files: unknown, options: unknown, message: string][] = [
    [null, {}, 'rigy: files is neither an object nor a Map'],
    [[box], {}, 'rigy: files is neither an object nor a Map'],
    [{}, {}, 'rigy: there are no files and no entry'],
    [{ a: 1 }, {}, "rigy: file 'a' is neither a string nor a Uint8Array"],
    [{ ...files, '/a': '' }, {}, "rigy: file '/a' is not a relative path inside the files"],
    [{ ...files, 'a/../../b': '' }, {}, "rigy: file 'a/../../b' is not a relative path inside the files"],
    [{ ...files, 'a\0b': '' }, {}, 'rigy: file contains a NUL'],
    [files, { entry: 1 }, 'rigy: entry is not a string'],
    [files, { entry: '../a' }, "rigy: entry '../a' is not a relative path inside the files"],
    [files, { pose: 7 }, 'rigy: pose is not a string'],
    [files, { pose: 'a\0' }, 'rigy: pose contains a NUL'],
    [{ a: `ok: 🦴\n\ud83d` }, {}, "rigy: file 'a' contains a lone surrogate, U+D83D, at index 7"],
    [{ ...files, '\udc00': '' }, {}, 'rigy: file contains a lone surrogate, U+DC00, at index 0'],
    [files, { pose: 'a\ud83d' }, 'rigy: pose contains a lone surrogate, U+D83D, at index 1'],
    [files, { params: { w: '\udfff' } }, "rigy: param 'w' contains a lone surrogate, U+DFFF, at index 0"],
    [files, { winding: 'inward' }, "rigy: winding is 'inward', not 'canonical' or 'outward'"],
    [files, { maxErrors: 1.5 }, 'rigy: maxErrors is not a non-negative integer'],
    [files, { maxErrors: -1 }, 'rigy: maxErrors is not a non-negative integer'],
    [files, null, 'rigy: options is not an object'],
    [
      files,
      { bakeTransform: true },
      "rigy: there is no option 'bakeTransform'; the options are entry, pose, winding, bakeTransforms, outline, " +
        'expandedYaml, maxErrors, warningsAsErrors, suppressedWarnings, motions, boneMap, findBoneMap, params, listParams',
    ],
    [files, { params: 1 }, 'rigy: params is not an object'],
    [files, { params: { w: NaN } }, "rigy: param 'w' is not a finite number, a string or a boolean"],
    [files, { params: { w: null } }, "rigy: param 'w' is not a finite number, a string or a boolean"],
    [files, { params: { w: 'a\0' } }, "rigy: param 'w' contains a NUL"],
    [files, { params: { w: 1 } }, "rigy: params: 'w': the document has no params"],
    [files, { expandedYaml: true }, "rigy: expandedYaml is 'true', not 'none', 'provenance' or 'plain'"],
  ];
  for (const [given, options, message] of calls) {
    assert.throws(() => rigy.compile(given as Files, options as CompileOptions), {
      name: 'TypeError',
      message,
    });
  }
});

test('what only the module refuses is an error that names the argument', () => {
  const instance = new Instance(new WebAssembly.Module(readFileSync(moduleFile)));
  const request = compileRequestOf({ 'box.rigy.yaml': box }, {});
  request.choices.push(['winding', 'inward']);
  assert.deepEqual(instance.run('compile', request), {
    paramError: "winding: 'inward' is not one of canonical, outward",
  });
});

const shelf = `version: "0.12"
params: {wide: 2, tall: 1.5, wood: "oak 🌳", open: true}  # four of them
materials: {oak 🌳: {base_color: [1, 1, 1, 1]}, "2": {base_color: [0, 0, 0, 1]}}
meshes:
  - id: shelf
    material: $wood
    primitives:
      - {id: board, type: box, dimensions: {x: $wide, y: "=$tall*2", z: 1}}
`;

test('params replace the values of the document', () => {
  const compiled = (text: string, options: CompileOptions) => {
    const result = rigy.compile({ 'shelf.rigy.yaml': text }, options);
    assert.deepEqual(result.diagnostics, []);
    return result.glb;
  };
  const written = shelf
    .replace('wide: 2', 'wide: 2.25')
    .replace('tall: 1.5', 'tall: 1e-7')
    .replace('wood: "oak 🌳"', 'wood: "2"');
  const params = { wide: 2.25, tall: 1e-7, wood: '2' };
  assert.deepEqual(compiled(shelf, { params }), compiled(written, {}));
  assert.notDeepEqual(compiled(shelf, {}), compiled(written, {}));
});

test('params that do not fit the document are type errors, and later calls work', () => {
  const files = { 'shelf.rigy.yaml': shelf };
  assert.throws(() => rigy.compile(files, { params: { wyde: 1, oops: 2 } }), {
    name: 'TypeError',
    message:
      "rigy: params: the document has no param 'wyde'; did you mean 'wide'?; the document has no param 'oops'",
  });
  const { ok, diagnostics } = rigy.compile(files, { params: { wide: 'x' } });
  assert.equal(ok, false);
  assert.deepEqual(diagnostics.map(({ code }) => code), ['V61']);
});

test('the declared params are listed on request', () => {
  const place = (text: string) => {
    const line = shelf.split('\n')[1]!;
    const start = line.indexOf(text) + 1;
    const points = (end: number) => [...line.slice(0, end - 1)].length + 1;
    const end = start + text.length;
    return {
      file: 'shelf.rigy.yaml',
      line: 2,
      column: points(start),
      end_line: 2,
      end_column: points(end),
      column_utf16: start,
      end_column_utf16: end,
      endLine: 2,
      endColumn: points(end),
      columnUtf16: start,
      endColumnUtf16: end,
    };
  };
  const expected = [
    { name: 'wide', type: 'integer', value: 2, ...place('2') },
    { name: 'tall', type: 'number', value: 1.5, ...place('1.5') },
    { name: 'wood', type: 'string', value: 'oak 🌳', ...place('"oak 🌳"') },
    { name: 'open', type: 'boolean', value: true, ...place('true') },
  ];
  const files = { 'shelf.rigy.yaml': shelf };
  assert.equal(rigy.compile(files).params, null);
  assert.deepEqual(rigy.compile(files, { listParams: true }).params, expected);
  assert.deepEqual(rigy.compile(files, { listParams: true, params: { wide: 3 } }).params, expected);
  const broken = { 'shelf.rigy.yaml': shelf.replace('type: box', 'type: bax') };
  const rejected = rigy.compile(broken, { listParams: true });
  assert.equal(rejected.ok, false);
  assert.deepEqual(rejected.params, expected);
  assert.deepEqual(rigy.compile({ 'box.rigy.yaml': box }, { listParams: true }).params, []);
});

test('the expanded document compiles to the same bytes', () => {
  const files = { 'shelf.rigy.yaml': shelf };
  const plain = rigy.compile(files, { expandedYaml: 'plain' });
  const commented = rigy.compile(files, { expandedYaml: 'provenance' });
  assert.equal(rigy.compile(files).expandedYaml, null);
  assert.ok(plain.expandedYaml !== null && commented.expandedYaml !== null);
  assert.doesNotMatch(plain.expandedYaml, /[$#]/);
  assert.match(commented.expandedYaml, /# .*\$wide/);
  for (const text of [plain.expandedYaml, commented.expandedYaml]) {
    assert.deepEqual(rigy.compile({ 'shelf.rigy.yaml': text }).glb, plain.glb);
  }
});

test('the convenience function gives the same', async () => {
  const files = { 'box.rigy.yaml': box };
  assert.deepEqual(await compile(files), rigy.compile(files));
  await assert.rejects(compile({}), { name: 'TypeError' });
});
