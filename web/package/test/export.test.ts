// Exports: the same files as the native program writes, and arguments that are not usable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportAsset, load, type ExportOptions, type Files } from 'rigy';
import { nativeExport, readExamples, suiteCase, suiteFiles } from './support.js';

const rigy = await load();
const box = `version: "0.6"
meshes:
  - id: body
    primitives:
      - {id: core, type: box, dimensions: {x: 1, y: 2, z: 3}}
`;

test('files are those of the program', () => {
  const calls: [input: string, options: ExportOptions, native: string[]][] = [
    ['E01_humanoid', {}, []],
    ['E01_humanoid', { format: 'gltf', scale: 0.01 }, ['--scale', '0.01']],
    ['L02_two_bone_dqs_twist', { poses: 'loops' }, ['--poses', 'loops']],
    ['L02_two_bone_dqs_twist', { format: 'obj', pose: 'twist45' }, ['--pose', 'twist45']],
    ['J02_sphere', { format: 'stl' }, []],
    ['J02_sphere', { format: 'obj', face: '-z' }, ['--face', '-z']],
    ['E01_humanoid', { preset: 'godot', bones: 'godot', sockets: 'follow' }, ['--for', 'godot', '--bones', 'godot', '--anchors', 'follow']],
    [
      'E01_humanoid',
      { small: true, compress: true, merge: 'armature', colors: 'palette' },
      ['--small', '--compress', '--merge', 'armature', '--colors', 'palette'],
    ],
    ['L02_two_bone_dqs_twist', { preset: 'unreal', format: 'fbx', lods: 3 }, ['--for', 'unreal', '--lods', '3']],
    ['H30_bake_transforms', { anchors: false, colliders: 'godot' }, ['--no-anchors', '--colliders', 'godot']],
  ];
  for (const [name, options, native] of calls) {
    const entry = suiteCase(name).input;
    const { ok, files } = rigy.export(suiteFiles(), { ...options, entry, name: 'out' });
    assert.ok(ok);
    const expected = nativeExport(entry, `out.${options.format ?? 'glb'}`, native);
    assert.deepEqual(Object.fromEntries(files.map((file) => [file.name, file.bytes])), expected, name);
  }
});

test('files are named after the document', () => {
  const nameOf = (entry: string, options: ExportOptions = {}) =>
    rigy.export({ [entry]: box }, options).files.map(({ name }) => name);
  assert.deepEqual(nameOf('parts/box.rigy.yaml'), ['box.glb']);
  assert.deepEqual(nameOf('box.v2.yml', { format: 'gltf' }), ['box.v2.gltf', 'box.v2.bin']);
  assert.deepEqual(nameOf('box', { format: 'stl' }), ['box.stl']);
  assert.deepEqual(nameOf('box.rigy.yaml', { name: 'crate' }), ['crate.glb']);
  // As the program does it, in the folder of the suite.
  const entry = suiteCase('E01_humanoid').input;
  const { files } = rigy.export(suiteFiles(), { entry, format: 'gltf' });
  const native = nativeExport(entry, 'E01_humanoid.gltf', []);
  assert.deepEqual(Object.fromEntries(files.map((file) => [file.name, file.bytes])), native);
});

test('a rejected document has diagnostics and no files', async () => {
  const { ok, files, diagnostics } = await exportAsset({ 'box.rigy.yaml': box.replace('x: 1, ', '') });
  assert.equal(ok, false);
  assert.deepEqual(files, []);
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ['V34'],
  );
});

test('unusable arguments are type errors', () => {
  const files = { 'box.rigy.yaml': box };
  const calls: [options: unknown, message: string][] = [
    [{ format: 'dae' }, "rigy: format is 'dae', not 'glb', 'gltf', 'obj', 'stl', 'fbx' or 'vrm'"],
    [{ poses: 'walk' }, "rigy: poses is 'walk', not 'stills', 'loops' or 'none'"],
    [{ face: 'z' }, "rigy: face is 'z', not '+z' or '-z'"],
    [{ scale: 0 }, 'rigy: scale: it must be greater than 0'],
    [{ scale: '2' }, 'rigy: scale is not a finite number'],
    [{ name: 1 }, 'rigy: name is not a string'],
    [{ small: 'yes' }, 'rigy: small is neither true nor false'],
    [{ lods: -1 }, 'rigy: lods is not a non-negative integer'],
    [{ detail: '1' }, 'rigy: detail is not a finite number'],
    [{ vrmAuthors: 3 }, 'rigy: vrmAuthors is neither a string nor an array of them'],
    [
      { winding: 'outward' },
      "rigy: there is no option 'winding'; the options are entry, preset, format, name, pose, poses, colliders, anchors, " +
        'scale, face, rootMotion, names, unit, up, merge, bones, sockets, colors, shading, small, compress, restClip, ' +
        'detail, lods, tPose, vrmName, vrmAuthors, vrmLicense, ' +
        'maxErrors, warningsAsErrors, suppressedWarnings, motions, boneMap, findBoneMap, params',
    ],
  ];
  for (const [options, message] of calls) {
    assert.throws(() => rigy.export(files as Files, options as ExportOptions), { name: 'TypeError', message });
  }
});

test('a bone map beside the document names bones and what a person is called', () => {
  const { 'hero.rigy.yaml': hero = '', 'hero.bones.yaml': map = '' } = readExamples('.');
  const files = { 'hero.rigy.yaml': hero, 'hero.bones.yaml': map };
  const { ok, files: written, diagnostics } = rigy.export(files, { preset: 'vrm' });
  assert.deepEqual({ ok, diagnostics }, { ok: true, diagnostics: [] });
  const [vrm] = written;
  assert.equal(vrm?.name, 'hero.vrm');
  assert.match(new TextDecoder().decode(vrm?.bytes.subarray(0, 20_000)), /"VRMC_vrm":\{"specVersion":"1.0","meta":\{"name":"Hero"/);
  const without = rigy.export({ 'hero.rigy.yaml': hero }, { preset: 'vrm' });
  // Name, authors and license.
  assert.deepEqual(
    without.diagnostics.map(({ code }) => code),
    ['B06', 'B06', 'B06'],
  );
});

test('what an option cannot have is a type error', () => {
  assert.throws(() => rigy.export({ 'box.rigy.yaml': box }, { detail: 2 }), {
    name: 'TypeError',
    message: 'rigy: detail: it must be from 0 to 1',
  });
});
