// A program that uses the npm package of 0.13.0, with its types. Throws if something is not as it was.
import assert from 'node:assert';
import {
  compile,
  type CompileOptions,
  type Diagnostic,
  exportAsset,
  type ExportOptions,
  type Files,
  inspect,
  type InspectOptions,
  load,
  measure,
  type MeasureOptions,
  type Outline,
  type ParamValue,
  type Place,
  Rigy,
  type Winding,
} from 'rigy';
import { render, type RenderOptions } from 'rigy/render';

const box = `version: "0.10"
params: {side: 1}
meshes:
  - id: m
    primitives:
      - {id: p, type: box, dimensions: {x: $side, y: 1, z: 1}}
      - {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [4, 0, 0]}}
armatures:
  - {id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
bindings:
  - mesh_id: m
    armature_id: rig
    weights:
      - {primitive_id: p, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: q, bones: [{bone_id: root, weight: 1}]}
poses: [{id: up, bones: {root: {translation: [0, 1, 0]}}}]
`;
const files: Files = { 'box.rigy.yaml': box };

function where(place: Place): string {
  return [place.file, place.line, place.column, place.endLine, place.endColumn, place.columnUtf16, place.endColumnUtf16].join(':');
}

function summary(one: Diagnostic): string {
  return `${one.severity} ${one.code} ${one.class} ${where(one)} ${one.path} ${one.related.map(where).join(' ')}`;
}

async function compiles(): Promise<void> {
  const params: Record<string, ParamValue> = { side: 2 };
  const winding: Winding = 'canonical';
  const options: CompileOptions = {
    entry: 'box.rigy.yaml', pose: 'up', winding, bakeTransforms: true, maxErrors: 10, outline: true, params, listParams: true,
    expandedYaml: 'plain',
  };
  const { ok, glb, diagnostics, outline, expandedYaml, params: declared } = await compile(files, options);
  assert.ok(ok && glb !== null && outline !== null && declared !== null && expandedYaml !== null);
  assert.strictEqual(new TextDecoder().decode(glb.subarray(0, 4)), 'glTF');
  assert.deepStrictEqual(diagnostics, []);
  assert.deepStrictEqual(declared.map((one) => `${one.name} ${one.type} ${one.value} ${where(one)}`),
                         ['side integer 1 box.rigy.yaml:2:16:2:17:16:17']);
  follow(outline);
  const wrong = await compile({ 'a.rigy.yaml': 'version: "0.6"\nmeshs: []\n' });
  assert.ok(!wrong.ok && wrong.glb === null);
  assert.deepStrictEqual(wrong.diagnostics.map(summary), ['error V33 ParseError a.rigy.yaml:2:1:2:6:1:6 meshs ']);
  await assert.rejects(compile(files, { params: { wide: 1 } }), TypeError);
}

function follow(outline: Outline): void {
  const [mesh] = outline.meshes;
  assert.ok(mesh !== undefined);
  assert.strictEqual(mesh.solver, 'lbs');
  assert.deepStrictEqual(mesh.primitives.map(({ id, type, vertexCount, indexCount }) => [id, type, vertexCount, indexCount]),
                         [['p', 'box', 24, 36], ['q', 'box', 24, 36]]);
  assert.deepStrictEqual(outline.armatures[0]?.bones.map(({ id, parent, head, tail }) => [id, parent, head, tail]),
                         [['root', null, [0, 0, 0], [0, 1, 0]]]);
  assert.deepStrictEqual(outline.skins, []);
  assert.deepStrictEqual(outline.poses[0]?.bones.map(({ id, rotation, translation }) => [id, rotation, translation]),
                         [['root', [1, 0, 0, 0], [0, 1, 0]]]);
  assert.deepStrictEqual([outline.anchors, outline.children], [[], []]);
}

async function exports(): Promise<void> {
  for (const format of ['glb', 'gltf', 'obj', 'stl', 'fbx'] as const) {
    const options: ExportOptions = { format, poses: 'loops', colliders: 'godot', anchors: false, scale: 2, name: 'thing' };
    const { ok, files: written } = await exportAsset(files, options);
    assert.ok(ok);
    assert.strictEqual(written[0]?.name, `thing.${format}`);
    assert.ok(written.every(({ bytes }) => bytes instanceof Uint8Array && bytes.length > 0));
  }
}

async function numbers(): Promise<void> {
  const options: InspectOptions = { primitives: ['p', 'q'], pairwiseGaps: true, intentChecks: true, expanded: true };
  const { inspection } = await inspect(files, options);
  assert.ok(inspection !== null);
  assert.strictEqual(inspection.inspect_schema_version, 1);
  assert.deepStrictEqual(inspection.summary.bounds, { min: [-0.5, -0.5, -0.5], max: [4.5, 0.5, 0.5] });
  assert.strictEqual(inspection.pairs?.[0]?.gap.x, 3);
  const between: MeasureOptions = { pose: 'up', params: { side: 3 } };
  const { measurement } = await measure(files, 'p', 'q', between);
  assert.deepStrictEqual([measurement?.a, measurement?.status, measurement?.distance], ['m.p', 'apart', 2]);
}

async function pictures(): Promise<void> {
  const options: RenderOptions = {
    views: ['front', '30,15'], width: 64, height: 48, projection: 'orthographic', background: 'dark',
    section: { axis: 'x', at: 0.2 }, pose: 'up', solver: 'both', focus: 'p', highlight: ['q'], heat: 'root',
    show: ['skeleton', 'grid'], diagnostics: true,
  };
  const { ok, png } = await render(files, options);
  assert.ok(ok && png !== null);
  assert.deepStrictEqual([...png.subarray(1, 4)], [80, 78, 71]);
  assert.ok((await render(files, { width: 32, height: 32, poses: true })).png !== null);
}

await compiles();
await exports();
await numbers();
await pictures();
const loaded: Rigy = await load();
assert.ok(loaded.compile(files).ok && loaded.export(files).ok && loaded.inspect(files).ok && loaded.measure(files, 'p', 'q').ok);
console.log('npm: as it was');
