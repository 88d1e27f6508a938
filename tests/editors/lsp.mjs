// The language server over a real connection, with the client library of VS Code.
//
//     node lsp.mjs MODULES RIGY
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, rigy] = process.argv.slice(2);
const require = createRequire(join(modules, 'package.json'));
const { CancellationTokenSource, createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require('vscode-languageserver-protocol/node');

const folder = mkdtempSync(join(tmpdir(), 'rigy lsp ä-'));
const uriOf = (name) => pathToFileURL(join(folder, name)).href;

const WHEEL = `version: "0.13"
materials: {rubber: {base_color: [0.2159, 0, 0, 1]}}
meshes:
  - id: tire
    primitives: [{id: ring, type: cylinder, dimensions: {radius: 0.3, height: 0.1}, material: rubber}]
anchors: [{id: hub, translation: [0, 0, 0]}, {id: rim, translation: [1, 0, 0]}, {id: top, translation: [0, 1, 0]}]
`;
const CAR = `# 🚗 a car
version: "0.13"
params: {width: 2}
imports: {wheel: {source: wheel.rigy.yaml}}
meshes:
  - id: body
    primitives:
      - {id: hull, type: box, dimensions: {x: "=$width/2", y: 0.5, z: 3}}
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
instances:
  - {id: front, import: wheel, attach3: {from: [hub, rim, top], to: [a, b, c], mode: rigid}}
`;
const MAN = `version: "0.13"  # 🦾
symmetry: {mirror_x: {prefix_from: "L_", prefix_to: "R_"}}
meshes:
  - id: body
    primitives:
      - {id: L_sleeve, type: sphere, dimensions: {radius: 1}, transform: {translation: [-2, 1, 0]}}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: L_arm, parent: root, head: [-1, 0.5, 0], tail: [-1, 1.5, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    weight_maps: [{primitive_id: L_sleeve, source: sleeve.weights.json}]
anchors: [{id: foot, translation: [0, 0, 0]}, {id: fx, translation: [1, 0, 0]}, {id: fy, translation: [0, 1, 0]}]
`;
const SLEEVE = '{"primitive_id": "L_sleeve", "vertex_count": 1, "influences": [{"vertex": 0, "bones": [{"bone_id": "L_arm", "weight": 1}]}]}';
const WAVE = `rigm_version: "0.1"
asset: man.rigy.yaml
poses: {wave: {turn: {L_arm: {x: 30}, R_arm: {x: -30}}}}
clips: {hi: {length: 1, keys: [{at: 0, pose: wave}]}}
`;
const STREET = `rigs_version: "0.1"
imports: {man: man.rigy.yaml}
scene:
  base: man
  children:
    - {id: twin, base: man, place: {slot: {anchors: [foot, fx, fy]}, mount: {anchors: [foot, fx, fy]}}}
`;
writeFileSync(join(folder, 'man.rigy.yaml'), MAN);
writeFileSync(join(folder, 'sleeve.weights.json'), SLEEVE);
writeFileSync(join(folder, 'man.rigm.yaml'), WAVE);
writeFileSync(join(folder, 'street.rigs.yaml'), STREET);
writeFileSync(join(folder, 'wheel.rigy.yaml'), WHEEL);
writeFileSync(join(folder, 'car.rigy.yaml'), CAR);

// Where the documentation is.
const env = { ...process.env, RIGY_SITE: 'https://docs.example.com/rigy' };
const program = spawn(rigy, ['lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'], env });
const connection = createProtocolConnection(new StreamMessageReader(program.stdout), new StreamMessageWriter(program.stdin));
const diagnostics = new Map();
let awaited = () => {};
connection.onNotification('textDocument/publishDiagnostics', (params) => {
  diagnostics.set(params.uri, params);
  awaited();
});
let watched = [];
connection.onRequest('client/registerCapability', ({ registrations: [one] }) => {
  watched = one.registerOptions.watchers.map(({ globPattern }) => globPattern);
  return null;
});
connection.listen();

const until = (condition, what) => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), 20000);
  awaited = () => {
    if (!condition()) return;
    clearTimeout(timer);
    resolve();
  };
  awaited();
});
const versions = new Map();
const open = (uri, text) => {
  versions.set(uri, 1);
  return connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'rigy', version: 1, text } });
};
const change = (uri, ...contentChanges) => {
  versions.set(uri, versions.get(uri) + 1);
  return connection.sendNotification('textDocument/didChange', { textDocument: { uri, version: versions.get(uri) }, contentChanges });
};
const current = (uri) => diagnostics.get(uri)?.version === versions.get(uri);
const placeIn = (text, part, inside = 0) => {
  const before = text.slice(0, text.indexOf(part) + inside).split('\n');
  return { line: before.length - 1, character: before.at(-1).length };
};
const ask = (method, uri, more = {}) => connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, ...more });
const textAt = (text, range) => text.split('\n')[range.start.line].slice(range.start.character, range.end.character);

// A text after the edits of a code action in it.
const edited = (text, action, uri) => {
  const starts = [0];
  for (let i = 0; i < text.length; ++i) if (text[i] === '\n') starts.push(i + 1);
  const offsetOf = (place) => (place.line < starts.length ? starts[place.line] + place.character : text.length);
  const edits = action.edit.documentChanges.filter((one) => one.textDocument.uri === uri).flatMap((one) => one.edits);
  return edits
    .map((edit, number) => ({ begin: offsetOf(edit.range.start), end: offsetOf(edit.range.end), text: edit.newText, number }))
    .sort((a, b) => b.begin - a.begin || b.number - a.number)
    .reduce((after, edit) => after.slice(0, edit.begin) + edit.text + after.slice(edit.end), text);
};
const actionsAt = (uri, start, context = { diagnostics: [] }, end = start) => ask('codeAction', uri, { range: { start, end }, context });

const car = uriOf('car.rigy.yaml');
const wheel = uriOf('wheel.rigy.yaml');
const tests = {
  async 'initialize says what the server can do'() {
    const started = performance.now();
    const answer = await connection.sendRequest('initialize', { processId: process.pid, rootUri: pathToFileURL(folder).href,
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } } });
    assert.ok(performance.now() - started < 1000);
    assert.equal(answer.serverInfo.name, 'rigy');
    assert.ok(answer.capabilities.hoverProvider);
    await connection.sendNotification('initialized', {});
  },
  async 'a right document has no diagnostics'() {
    await open(car, CAR);
    await until(() => current(car), 'diagnostics of the car');
    assert.deepEqual(diagnostics.get(car).diagnostics.filter((one) => one.severity === 1), []);
  },
  async 'a change reports all mistakes with codes and places in UTF-16'() {
    const at = placeIn(CAR, 'hull');
    await change(car, { range: { start: at, end: at }, text: '🚗, idd: ' });
    await until(() => current(car), 'the mistakes');
    const found = diagnostics.get(car).diagnostics;
    const unknown = found.find((one) => one.code === 'V57');
    assert.ok(unknown, JSON.stringify(found));
    assert.equal(unknown.codeDescription.href, 'https://docs.example.com/rigy/diagnostics/V57.html');
    const explained = execFileSync(rigy, ['explain', 'v57'], { env, encoding: 'utf8' });
    assert.ok(explained.endsWith(`\n${unknown.codeDescription.href}\n`));
    assert.equal(unknown.range.start.character, at.character + '🚗, '.length);
    assert.equal(unknown.source, 'rigy');
    await change(car, { text: CAR });
    await until(() => current(car), 'the mended text');
  },
  async 'an unsaved import is read as the editor has it'() {
    await open(wheel, WHEEL.replace('id: hub', 'id: nave'));
    await until(() => diagnostics.get(car)?.diagnostics.some((one) => one.severity === 1), 'the missing anchor');
    const missing = diagnostics.get(car).diagnostics.find((one) => one.severity === 1);
    assert.match(missing.message, /hub/);
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri: wheel } });
    await until(() => diagnostics.get(car)?.diagnostics.every((one) => one.severity !== 1), 'the saved wheel');
  },
  async 'completion fills in forms'() {
    const text = CAR.replace('instances:', 'bindings:\n  - mesh_id: body\n    \ninstances:');
    await change(car, { text });
    const answer = await ask('completion', car, { position: { line: text.split('\n').indexOf('    '), character: 4 } });
    const [first] = answer.items;
    assert.equal(first.label, 'armature_id');
    assert.equal(first.insertTextFormat, 2);
    assert.match(first.textEdit.newText, /^armature_id: \$\{1:/);
    await change(car, { text: CAR });
  },
  async 'completion knows the anchors of an import'() {
    const answer = await ask('completion', car, { position: placeIn(CAR, 'hub', 1) });
    assert.deepEqual(answer.items.map((item) => item.label), ['hub', 'rim', 'top']);
  },
  async 'completion works in a half-written document with tabs'() {
    const text = `${CAR}poses:\n\t- id: x\nmaterials:\n  red: {bas`;
    await change(car, { text });
    const answer = await ask('completion', car, { position: placeIn(text, '{bas', 4) });
    assert.ok(answer.items.some((item) => item.label === 'base_color'));
    await change(car, { text: CAR });
  },
  async 'hover of a field links to its row in the reference'() {
    await until(() => current(car), 'the right text');
    const hover = await ask('hover', car, { position: placeIn(CAR, 'dimensions', 2) });
    assert.ok(hover.contents.value.endsWith('(https://docs.example.com/rigy/reference.html#primitive.dimensions)'), hover.contents.value);
  },
  async 'hover says the value of an expression'() {
    await until(() => current(car), 'the analysis');
    const hover = await ask('hover', car, { position: placeIn(CAR, '$width', 2) });
    assert.match(hover.contents.value, /= 1\b/);
    assert.equal(textAt(CAR, hover.range), '"=$width/2"');
  },
  async 'definition goes into the import'() {
    const [place] = await ask('definition', car, { position: placeIn(CAR, 'rim, top', 1) });
    assert.equal(place.uri, wheel);
    assert.equal(textAt(WHEEL, place.range), 'rim');
  },
  async 'definition of a path is the file'() {
    const [place] = await ask('definition', car, { position: placeIn(CAR, 'wheel.rigy.yaml', 1) });
    assert.equal(place.uri, wheel);
  },
  async 'references come from documents that import this one'() {
    await open(wheel, WHEEL);
    const places = await ask('references', wheel, { position: placeIn(WHEEL, 'id: hub', 4), context: { includeDeclaration: true } });
    assert.deepEqual(places.map((place) => place.uri).sort(), [car, wheel].sort());
  },
  async 'rename changes every file that names the id, also while there are mistakes'() {
    const broken = `${CAR}poses:\n  - id: [\n`;
    await change(car, { text: broken });
    const range = await ask('prepareRename', wheel, { position: placeIn(WHEEL, 'id: hub', 4) });
    assert.equal(textAt(WHEEL, range), 'hub');
    const answer = await ask('rename', wheel, { position: placeIn(WHEEL, 'id: hub', 4), newName: 'nave' });
    const changed = Object.fromEntries(answer.documentChanges.map((one) => [one.textDocument.uri, one.edits]));
    assert.deepEqual(Object.keys(changed).sort(), [car, wheel].sort());
    assert.equal(changed[car].length, 1);
    assert.equal(textAt(broken, changed[car][0].range), 'hub');
    await assert.rejects(ask('rename', wheel, { position: placeIn(WHEEL, 'id: hub', 4), newName: 'rim' }), /rim/);
    await change(car, { text: CAR });
  },
  async 'rename goes through motions, weight files, scenes and mirror images'() {
    const man = uriOf('man.rigy.yaml');
    await open(man, MAN);
    const renamed = async (part, newName) => {
      const answer = await ask('rename', man, { position: placeIn(MAN, part, 5), newName });
      return Object.fromEntries(answer.documentChanges.map((one) => [one.textDocument.uri, one.edits.map((edit) => edit.newText)]));
    };
    assert.deepEqual(await renamed('id: L_arm', 'L_limb'), {
      [man]: ['L_limb'], [uriOf('sleeve.weights.json')]: ['"L_limb"'], [uriOf('man.rigm.yaml')]: ['L_limb', 'R_limb'],
    });
    assert.deepEqual(await renamed('id: foot', 'sole'), { [man]: ['sole'], [uriOf('street.rigs.yaml')]: ['sole', 'sole'] });
    await assert.rejects(renamed('id: L_arm', 'limb'), /mirror image/);
  },
  async 'completion in a motion knows the bones of its asset'() {
    const motion = uriOf('man.rigm.yaml');
    await open(motion, WAVE);
    const answer = await ask('completion', motion, { position: placeIn(WAVE, 'R_arm', 1) });
    assert.deepEqual(answer.items.map((item) => item.label), ['root', 'L_arm', 'R_arm']);
  },
  async 'a canceled request is not answered any more, and leaves the server as it was'() {
    const uri = uriOf('slow.rigy.yaml');
    const items = Array.from({ length: 20000 }, (_, i) => `      - {type: box, id: part_${i}, dimensions: {x: 1, y: 2, z: 3}}`);
    await open(uri, `version: "0.13"\nmeshes:\n  - id: body\n    primitives:\n${items.join('\n')}\n`);
    const source = new CancellationTokenSource();
    const options = { tabSize: 2, insertSpaces: true };
    const answers = Array.from({ length: 6 }, () => connection.sendRequest('textDocument/formatting', { textDocument: { uri }, options }, source.token));
    source.cancel();
    const settled = await Promise.allSettled(answers);
    const canceled = settled.filter((one) => one.status === 'rejected' && one.reason.code === -32800);
    // The first may be answered before it is canceled.
    assert.ok(canceled.length >= 4, settled.map((one) => String(one.reason ?? 'answered')).join());
    assert.ok(settled.every((one) => one.status === 'fulfilled' || one.reason.code === -32800));
    await change(uri, { text: WHEEL });
    assert.deepEqual((await ask('documentSymbol', uri)).map((one) => one.name), ['materials', 'meshes', 'anchors']);
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  },
  async 'rename reaches documents that are far away, and many of them'() {
    const deep = join(folder, 'a', 'b', 'c', 'd', 'e', 'f', 'g');
    mkdirSync(deep, { recursive: true });
    for (let i = 0; i < 130; ++i) {
      writeFileSync(join(deep, `car${i}.rigy.yaml`), CAR.replace('wheel.rigy.yaml', '../../../../../../../far.rigy.yaml'));
    }
    const far = uriOf('far.rigy.yaml');
    writeFileSync(join(folder, 'far.rigy.yaml'), WHEEL);
    await open(far, WHEEL);
    const answer = await ask('rename', far, { position: placeIn(WHEEL, 'id: hub', 4), newName: 'nave' });
    assert.equal(answer.documentChanges.length, 131);
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri: far } });
    rmSync(join(folder, 'a'), { recursive: true });
    rmSync(join(folder, 'far.rigy.yaml'));
  },
  async 'several edits at once, beyond the end, within a character, from the end to the beginning, of an older version'() {
    const uri = uriOf('edits.rigy.yaml');
    await open(uri, '# 🦾\nversion: "0.13"\n');
    const end = { line: 900, character: 7 };
    await change(uri, { range: { start: end, end }, text: 'meshes: []\n' },
      { range: { start: { line: 0, character: 3 }, end: { line: 0, character: 4 } }, text: '' });
    versions.set(uri, 1);
    await change(uri, { range: { start: { line: 2, character: 3 }, end: { line: 2, character: 0 } }, text: 'anchors: []\n' });
    await connection.sendNotification('textDocument/didChange',
      { textDocument: { uri: uriOf('never.rigy.yaml'), version: 1 }, contentChanges: [{ text: 'a: 1' }] });
    assert.ok(Array.isArray(await ask('documentSymbol', uri)));
    await change(uri, { text: WHEEL });
    await until(() => current(uri), 'the whole text');
    assert.deepEqual((await ask('documentSymbol', uri)).map((one) => one.name), ['materials', 'meshes', 'anchors']);
  },
  async 'the outline is the tree of the asset'() {
    const symbols = await ask('documentSymbol', car);
    assert.deepEqual(symbols.map((one) => one.name), ['params', 'imports', 'meshes', 'anchors', 'instances']);
    assert.equal(symbols[2].children[0].children[0].name, 'hull');
  },
  async 'folding, selection, links, colors and hints'() {
    assert.ok((await ask('foldingRange', car)).some((fold) => fold.startLine === 4));
    const [selection] = await ask('selectionRange', car, { positions: [placeIn(CAR, 'rim, top', 1)] });
    assert.equal(textAt(CAR, selection.range), 'rim');
    assert.equal(textAt(CAR, selection.parent.range), '[hub, rim, top]');
    assert.deepEqual((await ask('documentLink', car)).map((link) => link.target), [wheel]);
    const [color] = await ask('documentColor', wheel);
    assert.equal(Math.round(color.color.red * 255), 128);
    const [written] = await ask('colorPresentation', wheel, { color: { red: 1, green: 0.5, blue: 0, alpha: 1 }, range: color.range });
    assert.equal(written.textEdit.newText, '[1, 0.2159, 0, 1]');
    const hints = await ask('inlayHint', car, { range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } });
    assert.ok(hints.some((hint) => /^= 1/.test(hint.label)));
    assert.ok(hints.some((hint) => hint.label === '24 vertices'));
  },
  async 'formatting gives the text of rigy fmt, and leaves a broken text alone'() {
    const uri = uriOf('wide.rigy.yaml');
    await open(uri, 'version:   "0.13" # why\nmeshes: [ {primitives: [],   id: a} ]\n');
    const [edit] = await ask('formatting', uri, { options: { tabSize: 2, insertSpaces: true } });
    assert.match(edit.newText, /version: "0.13" +# why/);
    assert.ok(edit.newText.indexOf('id: a') < edit.newText.indexOf('primitives'));
    await change(uri, { text: 'version: "0.13\nmeshes: [' });
    assert.deepEqual(await ask('formatting', uri, { options: {} }), []);
  },
  async 'code actions fix what is wrong, also elsewhere than a broken line, with CRLF and wide characters'() {
    const uri = uriOf('fixes.rigy.yaml');
    const broken = 'version: "0.13"\nmeshes:\n  - id: "🚗"\n    primitives:\n' +
      '      - {id: "🚗", type: box, dimensons: {x: 1, y: "2", z: 1}}\n      - {id: b, type: sphere, dimensions: {radius: 1}, material: rec}\n' +
      'materials: {red: {base_color: [1, 0, 0, 1]}, blue: {base_color: [0, 0, 1, 1]}}\n';
    for (const text of [broken, broken.replaceAll('\n', '\r\n'), `${broken}poses: [\n`]) {
      await (versions.has(uri) ? change(uri, { text }) : open(uri, text));
      const at = placeIn(text, 'dimensons', 2);
      // Once before the diagnostics are there, and once after.
      const early = await actionsAt(uri, at);
      await until(() => current(uri), 'its mistakes');
      const actions = await actionsAt(uri, at);
      assert.deepEqual(actions, early);
      const fix = actions.find((one) => one.kind === 'quickfix');
      assert.match(fix.title, /^Rename 'dimensons' to 'dimensions'$/);
      assert.equal(fix.isPreferred, true);
      assert.equal(fix.diagnostics[0].code, 'V57');
      assert.ok(edited(text, fix, uri).includes('type: box, dimensions: {x: 1'));
      assert.deepEqual(await actionsAt(uri, at, { diagnostics: [], only: ['refactor.inline'] }), []);
    }
    await change(uri, { text: broken });
    const unsafe = (await actionsAt(uri, placeIn(broken, 'rec}', 1))).find((one) => /red/.test(one.title));
    assert.match(unsafe.title, /\(unsafe: .+\)$/);
    assert.equal(unsafe.isPreferred, undefined);
  },
  async 'all safe fixes at once'() {
    const uri = uriOf('fixes.rigy.yaml');
    const text = 'version: 0.13\nmeshes:\n  - id: a\n    primitives:\n      - {id: b, type: box, dimensons: {x: 1, y: "2", z: 1}}  # ä\n';
    await change(uri, { text });
    const context = { diagnostics: [], only: ['source'] };
    const [all, ...others] = await actionsAt(uri, { line: 0, character: 0 }, context);
    assert.deepEqual(others, []);
    assert.equal(all.kind, 'source.fixAll');
    const after = edited(text, all, uri);
    assert.equal(after, text.replace('0.13', '"0.13"').replace('dimensons', 'dimensions').replace('"2"', '2'));
    await change(uri, { text: after });
    assert.deepEqual(await actionsAt(uri, { line: 0, character: 0 }, context), []);
  },
  async 'a fix of several diagnostics is offered once, for all of them'() {
    const uri = uriOf('screen.rigy.yaml');
    await open(uri, 'version: "0.13"\nmaterials: {red: {base_color: [255, 128, 0]}}\nmeshes: []\n');
    await until(() => current(uri), 'its mistakes');
    const { range } = diagnostics.get(uri).diagnostics.find((one) => one.code === 'V39');
    const fixes = (await actionsAt(uri, range.start, { diagnostics: [] }, range.end)).filter((one) => /Write/.test(one.title));
    assert.equal(fixes.length, 1, JSON.stringify(fixes));
    assert.deepEqual(fixes[0].diagnostics.map((one) => one.code).sort(), ['V39', 'V40', 'V40']);
  },
  async 'a finding of lint is allowed by a comment'() {
    const uri = uriOf('lint.rigy.yaml');
    const text = 'version: "0.13"\nmeshes:\n  - id: lamp\n    primitives:\n' +
      '      - {id: base, type: box, dimensions: {x: 0.3, y: 0.04, z: 0.3}, transform: {translation: [0, 0.02, 0]}}\n' +
      '      - {id: shade, type: cylinder, dimensions: {radius: 0.12, height: 0.1}, transform: {translation: [0, 0.7, 0]}}\n';
    await open(uri, text);
    await until(() => current(uri), 'the finding');
    const [finding] = diagnostics.get(uri).diagnostics;
    assert.equal(finding.code, 'L01');
    const allow = (await actionsAt(uri, finding.range.start)).find((one) => /^Allow L01/.test(one.title));
    assert.equal(allow.kind, 'quickfix');
    await change(uri, { text: edited(text, allow, uri) });
    await until(() => current(uri), 'nothing');
    assert.deepEqual(diagnostics.get(uri).diagnostics, []);
  },
  async 'common work: a param, a capsule, a pose, weights'() {
    const uri = uriOf('work.rigy.yaml');
    let text = 'version: "0.13"\r\nmeshes:\r\n  - id: body\r\n    primitives:\r\n      - {id: "ä🚗", type: box, dimensions: {x: 1, y: 2, z: 1}}\r\n' +
      'armatures:\r\n  - id: rig\r\n    bones:\r\n      - {id: hips, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\r\n' +
      '      - {id: neck, parent: hips, head: [0, 1, 0], tail: [0, 2, 0]}\r\n' +
      'bindings:\r\n  - {mesh_id: body, armature_id: rig}\r\nposes:\r\n  - id: nod\r\n    bones: {}\r\n';
    await open(uri, text);
    const work = [
      ['x: 1,', 3, /param 'x'/, 'refactor.extract', '{x: $x, y: 2'],
      ['id: neck', 4, /capsule along bone 'neck'/, 'refactor.rewrite', '{id: neck, type: capsule, dimensions: {radius: 0.15, height: 1}'],
      ['mesh_id', 2, /missing weights/, 'refactor.rewrite', 'bone_id: hips'],
      ['nod', 1, /every bone its rest/, 'refactor.rewrite', 'neck: {translation: [0, 1, 0]}'],
    ];
    for (const [part, inside, title, kind, result] of work) {
      const action = (await actionsAt(uri, placeIn(text, part, inside))).find((one) => title.test(one.title));
      assert.equal(action?.kind, kind, part);
      text = edited(text, action, uri);
      assert.ok(text.includes(result), text);
      await change(uri, { text });
    }
    await until(() => current(uri), 'its diagnostics');
    assert.deepEqual(diagnostics.get(uri).diagnostics.filter((one) => one.severity === 1), []);
    assert.ok(!/[^\r]\n/.test(text));
  },
  async 'documents of Windows: CRLF'() {
    const uri = uriOf('crlf.rigy.yaml');
    const text = WHEEL.replaceAll('\n', '\r\n').replace('tire', 'täre');
    await open(uri, text);
    const [symbol] = (await ask('documentSymbol', uri)).filter((one) => one.name === 'meshes');
    assert.equal(symbol.children[0].name, 'täre');
    assert.equal(symbol.children[0].selectionRange.start.line, 3);
  },
  async 'folders of the editor that come and go, whose documents import each other'() {
    const [here, there] = ['parts', 'parts and cars'].map((name) => join(folder, name));
    for (const one of [here, there]) mkdirSync(one);
    const user = join(there, 'car.rigy.yaml');
    writeFileSync(join(here, 'wheel.rigy.yaml'), WHEEL);
    writeFileSync(user, CAR.replace('wheel.rigy.yaml', '../parts/wheel.rigy.yaml'));
    const folders = (added, removed) => connection.sendNotification('workspace/didChangeWorkspaceFolders',
      { event: Object.fromEntries(Object.entries({ added, removed }).map(([key, paths]) => [key, paths.map((path) => ({ uri: pathToFileURL(path).href, name: path }))])) });
    const uri = pathToFileURL(user).href;
    const codes = () => diagnostics.get(uri)?.diagnostics.filter((one) => one.severity === 1).map((one) => one.code).join();
    await folders([there], [folder]);
    await open(uri, readFileSync(user, 'utf8'));
    await until(() => codes() === 'X20', 'a path that leads out of the folder');
    await folders([here], []);
    await until(() => codes() === '', 'the import from the other folder');
    const asked = { position: placeIn(WHEEL, 'id: hub', 4), context: { includeDeclaration: true } };
    const part = pathToFileURL(join(here, 'wheel.rigy.yaml')).href;
    await open(part, WHEEL);
    assert.deepEqual((await ask('references', part, asked)).map((place) => place.uri).sort(), [part, uri].sort());
    await folders([folder], [here, there]);
  },
  async 'a change by another program is seen'() {
    assert.deepEqual(watched, ['**/*.{rigy,rigs,ricy,rigm}.{yaml,yml}', '**/*.json']);
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri: wheel } });
    writeFileSync(join(folder, 'wheel.rigy.yaml'), WHEEL.replace('id: hub', 'id: nave'));
    await connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: wheel, type: 2 }] });
    await until(() => diagnostics.get(car).diagnostics.some((one) => one.severity === 1), 'the missing anchor');
    writeFileSync(join(folder, 'wheel.rigy.yaml'), WHEEL);
    await connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: wheel, type: 2 }] });
    await until(() => diagnostics.get(car).diagnostics.every((one) => one.severity !== 1), 'the mended wheel');
  },
  async 'a text that was never saved'() {
    const uri = 'untitled:Untitled-1';
    await open(uri, 'version: "0.13"\nmeshes: [{id: a, primitves: []}]\n');
    await until(() => current(uri), 'its mistakes');
    assert.ok(diagnostics.get(uri).diagnostics.some((one) => /primitives/.test(one.message)));
  },
  async 'a request about a document that is not open fails, and an unknown method too'() {
    await assert.rejects(ask('hover', uriOf('nothing.rigy.yaml'), { position: { line: 0, character: 0 } }), /not open/);
    await assert.rejects(connection.sendRequest('textDocument/howver', {}), /hover/);
  },
  async 'random edits end with the diagnostics of a fresh start'() {
    const uri = uriOf('random.rigy.yaml');
    const fresh = uriOf('fresh.rigy.yaml');
    await open(uri, WHEEL);
    let text = WHEEL;
    let state = 12345;
    const random = (below) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state % below;
    };
    const offsetToPlace = (offset) => {
      const before = text.slice(0, offset).split('\n');
      return { line: before.length - 1, character: before.at(-1).length };
    };
    const pieces = ['', '\n', '  ', '- ', '{', '}', '[', ']', ': ', '"', 'id', 'ä', '#', '&a ', '*a', '\t'];
    for (let i = 0; i < 500; ++i) {
      const begin = random(text.length + 1);
      const end = Math.min(text.length, begin + random(4));
      const piece = pieces[random(pieces.length)];
      await change(uri, { range: { start: offsetToPlace(begin), end: offsetToPlace(end) }, text: piece });
      text = text.slice(0, begin) + piece + text.slice(end);
      if (i % 25 === 0) await ask('completion', uri, { position: offsetToPlace(begin) });
    }
    await open(fresh, text);
    await until(() => current(uri) && current(fresh), 'both');
    const told = (of) => JSON.stringify(diagnostics.get(of).diagnostics).replaceAll(of, '');
    assert.equal(told(uri), told(fresh));
  },
  async 'a document of 300 KB answers within 50 ms'() {
    const uri = uriOf('large.rigy.yaml');
    const items = Array.from({ length: 2700 }, (_, i) => `      - {id: part_${i}, type: box, dimensions: {x: 1, y: 2, z: 3}, transform: {translation: [${i}, 0, 0]}}`);
    const text = `version: "0.13"\nmeshes:\n  - id: body\n    primitives:\n${items.join('\n')}\n`;
    assert.ok(text.length > 280000);
    await open(uri, text);
    await until(() => current(uri), 'its analysis');
    // Time of the processor, since other tests may use the machine at the same time.
    const spent = () => {
      const fields = readFileSync(`/proc/${program.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    };
    const before = spent();
    for (let i = 0; i < 20; ++i) await ask('completion', uri, { position: { line: 4 + i * 100, character: 34 } });
    const each = (spent() - before) / 20;
    console.log(`  completion in 300 KB: ${each} ms`);
    assert.ok(each < 50, `${each} ms`);
  },
  async 'rename changes nothing if documents are too deep to be found'() {
    const deep = join(folder, ...Array(66).fill('d'));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'car.rigy.yaml'), CAR);
    await open(wheel, WHEEL);
    const renaming = () => ask('rename', wheel, { position: placeIn(WHEEL, 'id: hub', 4), newName: 'nave' });
    await assert.rejects(renaming(), /nothing is renamed.* is more than 64 folders deep/);
    rmSync(join(folder, 'd'), { recursive: true });
    assert.ok((await renaming()).documentChanges.length > 0);
  },
  async 'exit ends what waits, but not shutdown'() {
    const framed = (message) => {
      const text = JSON.stringify({ jsonrpc: '2.0', ...message });
      return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    };
    const uri = uriOf('long.rigy.yaml');
    const items = Array.from({ length: 20000 }, (_, i) => `      - {id: p${i}, type: box, dimensions: {x: 1, y: 1, z: 1}}\n`);
    const text = `version: "0.13"\nmeshes:\n  - id: m\n    primitives:\n${items.join('')}`;
    const asked = Array.from({ length: 300 }, (_, id) => framed({ id, method: 'textDocument/formatting',
      params: { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } } }));
    const input = [framed({ id: 'first', method: 'initialize', params: { capabilities: {} } }),
      framed({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'rigy', version: 1, text } } }),
      ...asked, framed({ id: 'last', method: 'shutdown' }), framed({ method: 'exit' })];
    const { status, stdout } = spawnSync(rigy, ['lsp'], { input: input.join(''), maxBuffer: 1 << 30 });
    assert.equal(status, 0);
    assert.match(stdout.toString(), /"id":"last","result":null/);
    const canceled = stdout.toString().split('"code":-32800').length - 1;
    assert.ok(canceled > 200, `${canceled}`);
  },
  async 'shutdown and exit'() {
    assert.equal(await connection.sendRequest('shutdown'), null);
    const ended = new Promise((resolve) => program.on('exit', resolve));
    await connection.sendNotification('exit');
    assert.equal(await ended, 0);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`✔ ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`✖ ${name}\n${error.stack}`);
  }
}
program.kill();
rmSync(folder, { recursive: true });
process.exit(failed === 0 ? 0 : 1);
