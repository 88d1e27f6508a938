// Drives `rigy mcp` with the official clients over standard input and output. The environment has RIGY, the program,
// and MCP_FOLDER, the folder that has the npm packages.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const rigy = process.env.RIGY;
const examples = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../examples");
const require = createRequire(path.join(process.env.MCP_FOLDER, "package.json"));
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
const modern = await load("@modelcontextprotocol/client");
const modernStdio = await load("@modelcontextprotocol/client/stdio");
const Ajv = require("ajv/dist/2020.js").default;

// Two boxes on each other, and one that floats.
const box = `version: "0.13"
meshes:
  - id: body
    primitives:
      - {id: a, type: box, dimensions: {x: 1, y: 1, z: 1}}
      - {id: b, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [1, 0, 0]}}
      - {id: c, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 3, 0]}}
`;

// Takes long: the surface is looked for on a fine grid.
const heavy = `version: "0.13"
meshes:
  - id: m
    primitives:
      - id: blob
        type: implicit_surface
        domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 120, ny: 120, nz: 120}}
        iso: 0.5
        ops:
${Array.from({ length: 110 }, (_, i) => `          - {op: add, field: metaball_sphere@1, radius: 0.9, strength: 1, transform: {translation: [${i / 200}, 0, 0]}}`).join("\n")}
`;

function scratch() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rigy-mcp-"));
  fs.copyFileSync(path.join(examples, "arm.rigy.yaml"), path.join(folder, "arm.rigy.yaml"));
  return folder;
}

// A test that fails leaves its servers running.
const connected = [];
test.after(() => Promise.all(connected.map((client) => client.close())));

async function connect(root, { client = null, Transport = StdioClientTransport, more = [] } = {}) {
  const made = client ?? new Client({ name: "test", version: "1" });
  const transport = new Transport({ command: rigy, args: ["mcp", "--root", root, ...more] });
  await made.connect(transport);
  connected.push(made);
  return { client: made, transport };
}

// A schema in which an object has nothing but its properties.
function strict(schema) {
  if (Array.isArray(schema)) return schema.map(strict);
  if (schema === null || typeof schema !== "object") return schema;
  const made = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  return made.properties && made.type ? { additionalProperties: false, ...made } : made;
}

const ajv = new Ajv({ strict: false });
const documented = (name) => ajv.compile(JSON.parse(fs.readFileSync(path.join(examples, `../docs/${name}.schema.json`), "utf8")));
const inside = { diff: documented("diff"), inspection: documented("inspect") };
let answerSchemas = null;

// What an answer says must be what its schema has, and no more; also what the schemas of the documentation describe.
async function checkAnswer(client, name, answer) {
  answerSchemas ??= client.listTools().then(({ tools }) =>
    Object.fromEntries(tools.map((tool) => [tool.name, ajv.compile(strict(tool.outputSchema))])));
  const valid = (await answerSchemas)[name];
  assert.ok(valid(answer), `${name}: ${JSON.stringify(valid.errors)}`);
  for (const [key, described] of Object.entries(inside)) {
    if (answer[key] === undefined) continue;
    const { summary } = answer;
    assert.ok(described(summary ? { ...answer[key], summary } : answer[key]), `${name}: ${JSON.stringify(described.errors)}`);
  }
}

// Calls a tool; its answer must fit its schema, and the text must say the same.
async function call(client, name, args, options) {
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  assert.equal(result.isError ?? false, false, JSON.stringify(result.content[0]));
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  await checkAnswer(client, name, result.structuredContent);
  return { ...result.structuredContent, images: result.content.filter((one) => one.type === "image") };
}

async function fault(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.equal(result.isError, true);
  return result.content[0].text;
}

// What a server says to messages, without a client between.
async function answers(messages, more = []) {
  const server = spawn(rigy, ["mcp", ...more], { stdio: ["pipe", "pipe", "inherit"] });
  server.stdin.end(messages.map((one) => JSON.stringify(one) + "\n").join(""));
  let text = "";
  for await (const piece of server.stdout) text += piece;
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

const isPng = (image) =>
  image.mimeType === "image/png" && Buffer.from(image.data, "base64").subarray(1, 4).toString() === "PNG";
const width = (image) => Buffer.from(image.data, "base64").readUInt32BE(16);

// How much memory a process has, in KiB.
const memory = (pid) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))[1]);

test("initialize answers soon, and names revision, server and capabilities", async () => {
  const times = [];
  for (let i = 0; i < 5; ++i) {
    const begin = performance.now();
    const { client } = await connect(examples);
    times.push(performance.now() - begin);
    if (i === 0) {
      assert.equal(client.getServerVersion().name, "rigy");
      assert.deepEqual(Object.keys(client.getServerCapabilities()).sort(), ["prompts", "resources", "tools"]);
      assert.match(client.getInstructions(), /write_asset/);
      await client.ping();
    }
    await client.close();
  }
  // The time includes starting the program. The promise is 50 ms; a busy machine may need more for the first ones.
  assert.ok(Math.min(...times) < 50, `initialize took ${times}`);
});

test("revisions are negotiated", async () => {
  const initialize = (protocolVersion, id) => ({
    jsonrpc: "2.0", id, method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } },
  });
  const begun = await answers([initialize("2025-11-25", 1), initialize("2025-06-18", 2), initialize("2024-11-05", 3)]);
  assert.deepEqual(begun.map((one) => one.result.protocolVersion), ["2025-11-25", "2025-06-18", "2025-11-25"]);
  const meta = (version, capabilities) => ({
    _meta: { "io.modelcontextprotocol/protocolVersion": version, ...capabilities },
  });
  const capable = { "io.modelcontextprotocol/clientCapabilities": {} };
  const [discovered, old, incomplete, ping] = await answers([
    { jsonrpc: "2.0", id: "d", method: "server/discover", params: meta("2026-07-28", capable) },
    { jsonrpc: "2.0", id: 2, method: "tools/list", params: meta("1900-01-01", capable) },
    { jsonrpc: "2.0", id: 3, method: "tools/list", params: meta("2026-07-28", {}) },
    { jsonrpc: "2.0", id: 4, method: "ping", params: meta("2026-07-28", capable) },
  ]);
  assert.deepEqual(discovered.result.supportedVersions, ["2026-07-28", "2025-11-25", "2025-06-18"]);
  assert.equal(discovered.result.resultType, "complete");
  assert.equal(old.error.code, -32022);
  assert.equal(old.error.data.requested, "1900-01-01");
  assert.equal(incomplete.error.code, -32602);
  assert.equal(ping.error.code, -32601);
});

test("the client of the newest revision works", async () => {
  const client = new modern.Client({ name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await connect(examples, { client, Transport: modernStdio.StdioClientTransport });
  assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
  assert.equal((await client.listTools()).tools.length >= 9, true);
  assert.ok((await client.listResources()).resources.length > 20);
  assert.equal((await client.listPrompts()).prompts.length, 3);
  const read = await client.readResource({ uri: "rigy://docs/cheatsheet.md" });
  assert.match(read.contents[0].text, /version/);
  const result = await client.callTool({ name: "look", arguments: { path: "arm.rigy.yaml", size: 64 } });
  assert.ok(isPng(result.content[1]));
  await assert.rejects(client.readResource({ uri: "rigy://docs/none.md" }), (error) => error.code === -32602);
  await client.close();
});

test("tools have schemas that their examples and answers fit", async () => {
  const { client } = await connect(examples);
  const { tools } = await client.listTools();
  assert.ok(tools.length <= 12);
  // What cannot be guessed has an example, at every level.
  const checkProperties = (where, properties) => {
    for (const [name, property] of Object.entries(properties)) {
      const at = `${where}.${name}`;
      assert.ok(property.description, at);
      const given = property.examples ?? [];
      const isPlain = property.type === "boolean" || property.enum || property.properties;
      assert.ok(given.length > 0 || isPlain, `${at} has no example`);
      for (const example of [...given, ...("default" in property ? [property.default] : [])]) {
        assert.ok(ajv.compile(property)(example), `${at}: ${JSON.stringify(example)}`);
      }
      checkProperties(at, property.properties ?? property.items?.properties ?? {});
    }
  };
  for (const tool of tools) {
    const valid = ajv.compile(tool.inputSchema);
    assert.ok(tool.inputSchema.examples.length > 0, tool.name);
    for (const example of tool.inputSchema.examples) assert.ok(valid(example), `${tool.name}: ${JSON.stringify(valid.errors)}`);
    checkProperties(tool.name, tool.inputSchema.properties);
    assert.equal(tool.inputSchema.additionalProperties, false);
    ajv.compile(tool.outputSchema);
  }
  await client.close();
});

test("the example of every tool works", async () => {
  const root = scratch();
  const lamp = `version: "0.13"
meshes:
  - id: lamp
    primitives:
      - {id: base, type: cylinder, dimensions: {radius: 0.2, height: 0.04}, transform: {translation: [0, 0.02, 0]}}
      - {id: arm, type: capsule, dimensions: {radius: 0.02, height: 0.4}, transform: {translation: [0, 0.22, 0]}}
      - {id: shade, type: sphere, dimensions: {radius: 0.1}, transform: {translation: [0, 0.5, 0]}}
`;
  fs.writeFileSync(path.join(root, "lamp.rigy.yaml"), lamp);
  fs.writeFileSync(path.join(root, "lamp2.rigy.yaml"), lamp.replace("0.2,", "0.25,"));
  fs.copyFileSync(path.join(examples, "motion/fox.rigy.yaml"), path.join(root, "fox.rigy.yaml"));
  const { client } = await connect(root);
  const { tools } = await client.listTools();
  for (const tool of tools) {
    for (const example of tool.inputSchema.examples) {
      const answer = await call(client, tool.name, example);
      assert.ok(answer.ok ?? true, tool.name);
      for (const list of ["pairs", "bones", "ground"]) assert.ok(!answer[list]?.some((one) => one.error), tool.name);
    }
  }
  await client.close();
});

test("write_asset checks, lints, sums up, draws, edits and saves", async () => {
  const root = scratch();
  const { client } = await connect(root);
  await client.listTools();
  const written = await call(client, "write_asset", { document: box });
  assert.equal(written.ok, true);
  assert.ok(written.lint.findings > 0, "one box floats");
  assert.equal(written.summary.primitive_count, 3);
  assert.ok(isPng(written.images[0]));
  assert.equal(width(written.images[0]), 768);
  const bare = await call(client, "write_asset", { document: box, lint: false, summary: false, picture: false });
  assert.deepEqual([bare.lint, bare.summary, bare.images.length], [undefined, undefined, 0]);

  const saved = await call(client, "write_asset", { document: box, save_as: "boxes/two.rigy.yaml", picture: false });
  assert.deepEqual(saved.saved, ["boxes/two.rigy.yaml"]);
  const edits = [{ find: "[0, 3, 0]", replace: "[0, 1, 0]" }];
  const edited = await call(client, "write_asset", { path: "boxes/two.rigy.yaml", edits, picture: false });
  assert.equal(edited.lint.findings < saved.lint.findings, true);
  assert.equal(fs.readFileSync(path.join(root, "boxes/two.rigy.yaml"), "utf8"), box.replace("[0, 3, 0]", "[0, 1, 0]"));
  assert.match(await fault(client, "write_asset", { path: "boxes/two.rigy.yaml", edits }), /occurs 0 times/);
  const many = [{ find: "type: box", replace: "type: ball" }];
  assert.match(await fault(client, "write_asset", { path: "boxes/two.rigy.yaml", edits: many }), /occurs 3 times/);

  // Findings are listed in parts, too, and poses are looked at.
  const some = await call(client, "write_asset", { document: box, limit: 1, picture: false });
  assert.equal(some.lint.diagnostics.length, 1);
  assert.equal(some.next, some.lint.findings > 1 ? 1 : null);
  const arm = fs.readFileSync(path.join(root, "arm.rigy.yaml"), "utf8");
  const torn = arm.replace(/^poses:$/m, `poses:
  - id: torn
    bones:
      shoulder: {translation: [0, 1.35, 0]}
      elbow: {translation: [2, 0.75, 0]}`);
  assert.notEqual(torn, arm);
  const found = await call(client, "write_asset", { document: torn, picture: false });
  assert.match(found.lint.diagnostics[0].message, /in pose 'torn'/);

  // What is saved is checked as the file that it becomes.
  const motion = "rigm_version: \"0.1\"\nasset: boxes/two.rigy.yaml\n";
  const misnamed = await call(client, "write_asset", { document: motion, save_as: "motion.rigy.yaml", picture: false });
  assert.match(misnamed.diagnostics[0].message, /this is a motion/);
  const copied = await call(client, "write_asset", { path: "boxes/two.rigy.yaml", save_as: "other/three.rigy.yaml", picture: false,
    edits: [{ find: "      - {id: a", replace: "      - {id: a, type: ball}\n      - {id: a" }] });
  assert.equal(copied.diagnostics[0].file, "other/three.rigy.yaml");

  const files = { "s.rigs.yaml": "rigs_version: \"0.1\"\nimports: {b: parts/b.rigy.yaml}\nscene:\n  - {id: one, use: b}\n",
    "parts/b.rigy.yaml": box };
  const scene = await call(client, "write_asset", { files, entry: "s.rigs.yaml", save_as: "room", picture: false });
  assert.deepEqual(scene.saved.sort(), ["room/parts/b.rigy.yaml", "room/s.rigs.yaml"]);
  const wrong = await call(client, "write_asset", { document: box.replace("type: box", "type: bxo") });
  assert.equal(wrong.ok, false);
  assert.match(wrong.diagnostics[0].help, /box/);
  assert.deepEqual(Object.keys(wrong.diagnostics[0]).filter((key) => /[A-Z]/.test(key)), []);
  assert.ok(wrong.diagnostics[0].fixes[0].edits.length > 0);
  const broken = box + "      - {id: c, type: ball}\n".repeat(120);
  const first = await call(client, "write_asset", { document: broken, limit: 50, picture: false });
  assert.equal(first.diagnostics.length, 50);
  assert.equal(first.next, 50);
  const second = await call(client, "write_asset", { document: broken, limit: 50, next: 50, picture: false });
  assert.notDeepEqual(second.diagnostics[0], first.diagnostics[0]);
  await client.close();
});

test("look draws views, sections, overlays, poses and diagnostics", async () => {
  const { client } = await connect(examples);
  const one = await call(client, "look", { path: "arm.rigy.yaml" });
  assert.equal(width(one.images[0]), 768);
  for (const more of [{ views: ["front", "left", "30,20"] }, { section: "x=0" }, { show: ["names", "skeleton"] },
    { focus: ["upper"] }, { highlight: ["lower"] }, { heat: "elbow" }, { strip: ["rest", "rest"] },
    { projection: "orthographic", background: "dark" }]) {
    const drawn = await call(client, "look", { path: "arm.rigy.yaml", size: 128, ...more });
    assert.equal(width(drawn.images[0]), 128, JSON.stringify(more));
    assert.notEqual(drawn.images[0].data, one.images[0].data);
  }
  // Hardly a place is left empty.
  const sizes = { 2: 64, 3: 128, 4: 128, 5: 85, 6: 85 };
  for (const [count, height] of Object.entries(sizes)) {
    const views = ["front", "left", "back", "right", "top", "iso"].slice(0, count);
    const { images } = await call(client, "look", { path: "arm.rigy.yaml", size: 128, views });
    assert.equal(Buffer.from(images[0].data, "base64").readUInt32BE(20), height, count);
  }
  const strip = await call(client, "look", { path: "arm.rigy.yaml", size: 128, strip: ["rest", "bent"] });
  assert.equal(strip.picture, "From left to right: rest, bent");
  const numbered = await call(client, "look", { path: "arm.rigy.yaml", size: 256, show: ["numbers"] });
  assert.deepEqual(numbered.numbers, { 1: "arm.upper", 2: "arm.lower" });
  const one_number = await call(client, "look", { path: "arm.rigy.yaml", size: 256, show: ["numbers"], focus: ["lower"] });
  assert.deepEqual(one_number.numbers, { 1: "arm.lower" });
  const bad = box.replace("x: 1,", "x: -1,");
  assert.equal((await call(client, "look", { document: bad })).images.length, 0);
  assert.equal((await call(client, "look", { document: bad, mark_diagnostics: true })).ok, false);
  assert.match(await fault(client, "look", { path: "arm.rigy.yaml", size: 100000 }), /'size' must be at most 2048/);
  assert.match(await fault(client, "look", { path: "arm.rigy.yaml", views: ["behind"] }), /is no view/);
  assert.match(await fault(client, "look", { path: "arm.rigy.yaml", pose: "none" }), /none/);
  await client.close();
});

test("motion makes gaits, and look and measure know their clips", async () => {
  const root = scratch();
  fs.copyFileSync(path.join(examples, "motion/walker.rigy.yaml"), path.join(root, "walker.rigy.yaml"));
  const { client } = await connect(root);
  await client.listTools();
  const known = await call(client, "motion", { path: "walker.rigy.yaml" });
  assert.deepEqual(known.gaits.map((one) => one.name), ["idle", "walk", "run", "jump", "sit", "wave"]);

  const made = await call(client, "motion", { path: "walker.rigy.yaml", gaits: ["walk", "idle"], save: true, size: 256 });
  assert.equal(made.ok, true);
  assert.deepEqual(made.diagnostics.filter((one) => /^[LM]2?/.test(one.code)), []);
  assert.deepEqual(made.clips.map((one) => one.id), ["walk", "idle"]);
  assert.ok(made.clips[0].travel[2] < 0);
  assert.ok(isPng(made.images[0]));
  assert.equal(made.saved, "walker.walk.rigm.yaml");
  assert.equal(fs.readFileSync(path.join(root, made.saved), "utf8"), made.motion);

  // The same from texts, with nothing on disk.
  const asset = fs.readFileSync(path.join(root, "walker.rigy.yaml"), "utf8");
  const inMemory = await call(client, "motion", { document: asset, name: "walker.rigy.yaml", gaits: ["walk", "idle"], picture: false });
  assert.equal(inMemory.motion, made.motion);
  const files = { "walker.rigy.yaml": asset, "walk.rigm.yaml": made.motion };
  const looked = await call(client, "motion", { files, entry: "walk.rigm.yaml", clip: "idle", size: 128 });
  assert.equal(looked.clips.length, 2);
  assert.ok(isPng(looked.images[0]));

  const written = await call(client, "write_asset", { path: made.saved, size: 128 });
  assert.deepEqual(written.clips.map((one) => one.id), ["walk", "idle"]);
  assert.match(written.picture, /Moments of walk/);
  const strip = await call(client, "look", { path: made.saved, clip: "walk", moments: 4, views: ["left"], size: 256 });
  const moment = await call(client, "look", { path: made.saved, clip: "walk", at: 0.25, size: 256 });
  assert.ok(isPng(strip.images[0]) && isPng(moment.images[0]));
  assert.notEqual(strip.images[0].data, moment.images[0].data);
  const foot = async (more) => (await call(client, "measure", { path: made.saved, ground: ["L_foot"], ...more })).ground[1].lowest;
  assert.ok(Math.abs(await foot({ clip: "walk", at: 0 })) < 0.005);
  assert.ok((await foot({ clip: "walk", at: 0.75 * made.clips[0].length })) > 0.02);
  const pair = await call(client, "measure", { path: made.saved, clip: "walk", at: 0.25, pairs: [{ a: "bone:L_foot", b: "ground" }] });
  assert.equal(pair.pairs[0].error, undefined);

  assert.match(await fault(client, "motion", { path: "walker.rigy.yaml", gaits: ["trot"] }), /'trot' needs four legs/);
  assert.match(await fault(client, "motion", { path: "walker.rigy.yaml", gaits: ["wlak"] }), /did you mean 'walk'/);
  assert.match(await fault(client, "motion", { path: made.saved, gaits: ["walk"] }), /this is a motion/);
  assert.match(await fault(client, "measure", { path: made.saved, clip: "hop", ground: [] }), /there is no clip 'hop'/);
  await client.close();
});

test("measure, inspect, pose, export, diff, explain and template answer", async () => {
  const root = scratch();
  const { client } = await connect(root);
  await client.listTools();
  const measured = await call(client, "measure", { path: "arm.rigy.yaml", bones: ["elbow"], ground: ["lower"],
    pairs: [{ a: "upper", b: "lower" }, { a: "upper", b: "none" }] });
  assert.equal(measured.pairs[0].status, "overlapping");
  assert.match(measured.pairs[1].error, /none/);
  const missed = await call(client, "measure", { path: "arm.rigy.yaml", bones: ["elbw", "shoulder"], ground: ["lowr"],
    pairs: [{ a: "uper", b: "lower" }] });
  assert.match(missed.bones[0].error, /did you mean 'elbow'/);
  assert.equal(missed.bones[1].id, "shoulder");
  assert.match(missed.ground[1].error, /did you mean 'lower'/);
  assert.match(missed.pairs[0].error, /did you mean 'upper'/);
  assert.equal(measured.bones[0].length, 0.6);
  assert.deepEqual(measured.ground.map((one) => one.lowest), [0.12, 0.12]);

  const whole = await call(client, "inspect", { path: "arm.rigy.yaml" });
  assert.equal(whole.next, null);
  assert.equal(whole.inspection.primitives.length, 2);
  const parts = [];
  for (let next = 0; next !== null;) {
    const page = await call(client, "inspect", { path: "arm.rigy.yaml", limit: 1, next });
    assert.equal(page.summary.primitive_count, 2);
    parts.push(...page.inspection.primitives);
    next = page.next;
  }
  assert.deepEqual(parts, whole.inspection.primitives);

  fs.writeFileSync(path.join(root, "slip.rigy.yaml"), box.replaceAll("dimensions", "dimensons"));
  const fixed = await call(client, "fix", { path: "slip.rigy.yaml", save: true });
  assert.equal(fixed.ok, true);
  assert.deepEqual(fixed.changed.map((one) => one.name), ["slip.rigy.yaml"]);
  assert.equal(fs.readFileSync(path.join(root, "slip.rigy.yaml"), "utf8"), box);

  const turns = [{ bone: "elbow", axis: "z", degrees: 70 }];
  const posed = await call(client, "pose", { path: "arm.rigy.yaml", turns, id: "bent_more", save: true, size: 64 });
  assert.match(posed.entry, /id: bent_more/);
  assert.ok(isPng(posed.images[0]));
  assert.match(fs.readFileSync(path.join(root, "arm.rigy.yaml"), "utf8"), /bent_more/);

  const reached = await call(client, "pose", { path: "arm.rigy.yaml", axes: "parent", id: "low", size: 64,
    reaches: [{ bone: "elbow", to: [0.3, 0.8, 0], bones: 2, pole: [1, 0, 0] }],
    moves: [{ bone: "shoulder", by: [0, 0.3, 0] }], on_ground: true });
  assert.deepEqual(reached.notes, []);
  assert.match(reached.entry, /id: low/);
  const far = await call(client, "pose", { path: "arm.rigy.yaml", reaches: [{ bone: "elbow", to: [9, 0, 0] }], picture: false });
  assert.match(far.notes[0], /its bones are too short/);
  const again = await call(client, "pose", { path: "arm.rigy.yaml", from: "bent_more", replace: true, picture: false,
    turns: [{ bone: "elbow", axis: "y", degrees: 10 }] });
  assert.equal(again.id, "bent_more");

  const exported = await call(client, "export", { path: "arm.rigy.yaml", format: "glb", save_as: "out/arm.glb" });
  const bytes = fs.readFileSync(path.join(root, "out/arm.glb"));
  assert.equal(exported.files[0].size, bytes.length);
  const inAnswer = await call(client, "export", { path: "arm.rigy.yaml", format: "glb", bytes: true });
  assert.deepEqual(Buffer.from(inAnswer.files[0].base64, "base64"), bytes);
  assert.equal(inAnswer.files[0].sha256, exported.files[0].sha256);
  // Options are those of every interface; the extension says the format, unless something else does.
  const coarse = await call(client, "export", { path: "arm.rigy.yaml", preset: "godot", lods: 2, detail: 0.5, save_as: "out/g.gltf" });
  assert.deepEqual(coarse.files.map((one) => one.name), ["g.gltf", "g.bin"]);
  assert.equal(coarse.levels.length, 2);
  assert.ok(coarse.levels[0].error > 0 && coarse.levels[0].triangles > coarse.levels[1].triangles);
  for (const name of ["hero.rigy.yaml", "hero.bones.yaml"]) fs.copyFileSync(path.join(examples, name), path.join(root, name));
  await call(client, "export", { path: "hero.rigy.yaml", preset: "vrm", vrm_authors: ["Doe, Jane", "Ada"], save_as: "out/hero.vrm" });
  const vrm = fs.readFileSync(path.join(root, "out/hero.vrm"));
  const vrmJson = JSON.parse(vrm.subarray(20, 20 + vrm.readUInt32LE(12)).toString());
  assert.deepEqual(vrmJson.extensions.VRMC_vrm.meta.authors, ["Doe, Jane", "Ada"]);
  const unreal = await call(client, "export", { path: "arm.rigy.yaml", preset: "unreal" });
  assert.deepEqual(unreal.files.map((one) => one.name), ["arm.fbx"]);
  const byProgram = path.join(root, "arm.fbx");
  execFileSync(rigy, ["export", path.join(root, "arm.rigy.yaml"), "--for", "unreal", "-o", byProgram]);
  assert.equal(createHash("sha256").update(fs.readFileSync(byProgram)).digest("hex"), unreal.files[0].sha256);

  const changed = await call(client, "diff", { before: { path: "../arm.rigy.yaml".slice(3) },
    after: { document: fs.readFileSync(path.join(examples, "arm.rigy.yaml"), "utf8") }, size: 192 });
  assert.equal(changed.same, false);
  assert.match(changed.text, /bent_more/);
  assert.ok(isPng(changed.images[0]));

  assert.match((await call(client, "explain", { id: "V11" })).text, /unknown bone/);
  for (const [id, said] of Object.entries({ bone: /^bone: an element.*[^]*roll: the rotation/, "bone.roll": /^  bone.roll: the rotation/,
    roll: /^  bone.roll/, transform: /^transform:[^]*Fields of this name:[^]*primitive.transform/ })) {
    assert.match((await call(client, "explain", { id })).text, said, id);
  }
  assert.match((await call(client, "explain", { page: "examples/arm.rigy.yaml" })).text, /^# Two capsules/);
  const found = await call(client, "explain", { search: "capsule", limit: 2 });
  assert.equal(found.passages.length, 2);
  assert.equal(found.next, 2);
  // Words that are everywhere count little.
  for (const search of ["how do I make a cone?", "cone"]) {
    const { passages } = await call(client, "explain", { search, limit: 3 });
    assert.match(passages[0].text, /cone/, search);
  }
  // However long a question is, only its first words are looked for.
  const many = Array.from({ length: 32 }, (_, i) => `nothing${i}`).join(" ");
  assert.deepEqual((await call(client, "explain", { search: `${many} capsule` })).passages, []);
  assert.ok((await call(client, "explain", { search: `${"nothing ".repeat(100)} capsule` })).passages.length > 0);
  const child = await call(client, "explain", { search: "how can I rotate the child of a scene", limit: 3 });
  assert.match(child.passages[0].page, /rigs|scene|reference/);
  assert.match((await call(client, "explain", { page: "cheatsheet" })).text, /^# /);
  assert.ok((await call(client, "explain", {})).pages.length > 10);
  // Pages that prompts send to.
  for (const page of ["motion", "posing", "weights", "fixes", "schema/rigm"]) await call(client, "explain", { page });

  const { templates } = await call(client, "template", {});
  for (const name of templates) {
    const given = await call(client, "template", { name, save_in: `t_${name}` });
    const checked = await call(client, "write_asset", { path: `t_${name}/${given.entry}`, picture: false });
    assert.equal(checked.ok, true, name);
  }
  assert.match(await fault(client, "template", { name: "arm", save_in: "t_arm" }), /exists already/);
  await client.close();
});

test("measure knows every relation of two parts", async () => {
  const { client } = await connect(examples);
  // The client rejects an answer that does not fit its schema.
  const boxes = { a: [1, 0], within: [0.5, 0], beside: [1, 1], over: [1, 0.5], away: [1, 5] };
  const lines = Object.entries(boxes).map(([id, [size, x]]) =>
    `      - {id: ${id}, type: box, dimensions: {x: ${size}, y: ${size}, z: ${size}}, transform: {translation: [${x}, 0, 0]}}\n`);
  const pairs = ["within", "beside", "over", "away"].map((b) => ({ a: "a", b }));
  const relations = await call(client, "measure", { document: `version: "0.13"\nmeshes:\n  - id: m\n    primitives:\n${lines.join("")}`,
    pairs: [...pairs, { a: "within", b: "a" }] });
  assert.deepEqual(relations.pairs.map((one) => one.status), ["containing", "touching", "overlapping", "apart", "contained"]);
  await client.close();
});

test("what an edit finds is found in time, whatever the texts are", async () => {
  const root = scratch();
  fs.writeFileSync(path.join(root, "long.rigy.yaml"), `# ${"a".repeat(4_000_000)}\n${box}# the end of it\n`);
  const { client } = await connect(root, { more: ["--time-limit", "2"] });
  const said = (find) => fault(client, "write_asset", { path: "long.rigy.yaml", edits: [{ find, replace: "" }] });
  assert.match(await said(`${"a".repeat(2_000_000)}b`), /occurs 0 times.*copy it exactly$/);
  assert.match(await said(`${box}# the end of this`), /occurs 0 times.*; line \d+ differs: '# the end of it'/);
  assert.match(await said("a"), /occurs 400\d{4} times/);
  await client.close();
});

test("texts of documents come by lines", async () => {
  const root = scratch();
  const { client } = await connect(root);
  // What is written, and what it expands to.
  const written = fs.readFileSync(path.join(root, "arm.rigy.yaml"), "utf8");
  const many = box.replace("{id: c,", "{repeat: {count: 2000, as: i, body: {id: \"c${i}\",").replace("0, 3, 0]}}", "0, 3, 0]}}}}");
  const texts = { text: { path: "arm.rigy.yaml", text: true }, expanded: { document: many, expanded: true, limit: 1000 } };
  const wholeTexts = { text: "", expanded: "" };
  for (const [key, args] of Object.entries(texts)) {
    for (let next = 0; next !== null;) {
      const page = await call(client, "inspect", { limit: 7, ...args, next });
      const piece = key === "text" ? page.text : page.inspection.expanded_yaml;
      assert.ok(piece.split("\n").length <= 1 + (args.limit ?? 7));
      wholeTexts[key] += piece;
      next = page.next;
    }
  }
  assert.equal(wholeTexts.text, written);
  assert.match(wholeTexts.expanded, /id: "?c1999"?/);
  await client.close();
});

test("a pose is drawn however its document comes", async () => {
  const root = scratch();
  const { client } = await connect(root);
  const turns = [{ bone: "elbow", axis: "z", degrees: 70 }];
  // With a motion it is a pose of its asset, which also gets the entry.
  const drawn = async (args) => (await call(client, "pose", { turns, id: "more", size: 64, ...args })).images[0].data;
  const arm = fs.readFileSync(path.join(root, "arm.rigy.yaml"), "utf8");
  assert.equal(await drawn({ files: { "arm.rigy.yaml": arm } }), await drawn({ path: "arm.rigy.yaml" }));
  const motion = "rigm_version: \"0.1\"\nasset: arm.rigy.yaml\nposes: {up: {}}\n";
  assert.equal(await drawn({ document: motion }), await drawn({ path: "arm.rigy.yaml" }));
  fs.writeFileSync(path.join(root, "arm.rigm.yaml"), motion);
  const forAsset = await call(client, "pose", { path: "arm.rigm.yaml", turns, id: "of_motion", save: true, picture: false });
  assert.equal(forAsset.saved, "arm.rigy.yaml");
  assert.match(fs.readFileSync(path.join(root, "arm.rigy.yaml"), "utf8"), /of_motion/);
  assert.equal(fs.readFileSync(path.join(root, "arm.rigm.yaml"), "utf8"), motion);
  // Without a place for it, the entry is all there is.
  const noPlace = { document: arm.replace("poses:", "poses: &all"), turns, id: "more" };
  const entryOnly = await call(client, "pose", noPlace);
  assert.match(entryOnly.entry, /id: more/);
  assert.match(entryOnly.picture, /no place for the entry/);
  await client.close();
});

test("every resource and prompt can be read", async () => {
  const { client } = await connect(examples);
  const { resources } = await client.listResources();
  for (const resource of resources) {
    const { contents } = await client.readResource({ uri: resource.uri });
    const size = (contents[0].text ?? contents[0].blob).length;
    assert.ok(size > 100, resource.uri);
    if (resource.mimeType.endsWith("json")) JSON.parse(contents[0].text);
    if (resource.mimeType === "image/png") assert.ok(isPng({ mimeType: "image/png", data: contents[0].blob }));
  }
  const uris = resources.map((one) => one.uri);
  for (const uri of ["rigy://docs/cheatsheet.md", "rigy://docs/reference.md", "rigy://schema/rigy.schema.json", "rigy://schema/rigm.schema.json",
    "rigy://examples/arm.rigy.yaml", "rigy://examples/arm.png"]) assert.ok(uris.includes(uri), uri);
  await assert.rejects(client.readResource({ uri: "rigy://docs/cheatshet.md" }), /did you mean/);
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((one) => one.name), ["write_an_asset", "rig_it", "animate_it"]);
  for (const prompt of prompts) {
    const { messages } = await client.getPrompt({ name: prompt.name, arguments: { what: "a red lamp" } });
    assert.match(messages[0].content.text, /a red lamp[^]*order/);
    await assert.rejects(client.getPrompt({ name: prompt.name }), /'what' is missing/);
  }
  await client.close();
});

test("every answer that may be long comes in parts", async () => {
  const { client } = await connect(examples);
  const { tools } = await client.listTools();
  const whole = tools.filter((tool) => !tool.inputSchema.properties.next).map((tool) => tool.name);
  assert.deepEqual(whole, ["template"]);
  const broken = box + "      - {id: c, type: ball}\n".repeat(30);
  const document = { document: broken, name: "a.rigy.yaml" };
  const calls = { write_asset: document, look: document, measure: { ...document, bones: [] }, inspect: document, fix: document,
    pose: { ...document, turns: [] }, motion: document, export: document };
  for (const [name, args] of Object.entries(calls)) {
    const all = (await call(client, name, { ...args, limit: 1000 })).diagnostics;
    assert.ok(all.length >= 30, name);
    const parts = [];
    for (let next = 0; next !== null;) {
      const part = await call(client, name, { ...args, limit: 7, next });
      assert.ok(part.diagnostics.length <= 7, name);
      parts.push(...part.diagnostics);
      next = part.next;
    }
    assert.deepEqual(parts, all, name);
  }
  const pairs = Array.from({ length: 5 }, (_, i) => ({ a: "upper", b: i % 2 ? "lower" : "ground" }));
  const first = await call(client, "measure", { path: "arm.rigy.yaml", pairs, limit: 3 });
  const second = await call(client, "measure", { path: "arm.rigy.yaml", pairs, limit: 3, next: first.next });
  assert.deepEqual([first.pairs.length, first.next, second.pairs.length, second.next], [3, 3, 2, null]);
  const pages = await call(client, "explain", { limit: 3 });
  assert.deepEqual([pages.pages.length, pages.next], [3, 3]);
  await client.close();
});

test("bad arguments fail with a suggestion", async () => {
  const { client } = await connect(examples);
  const cases = [
    ["look", { documnt: box }, /there is no argument 'documnt'; did you mean 'document'\?/],
    ["look", {}, /give 'document', 'files' or 'path'/],
    ["look", { document: box, path: "arm.rigy.yaml" }, /only one/],
    ["look", { document: 5 }, /'document' must be a text, not a number/],
    ["look", { document: box, show: ["skeletn"] }, /'show\[0\]' cannot be 'skeletn'; did you mean 'skeleton'\?/],
    ["look", { document: box, params: { width: [1] } }, /'params.width' must be a text, a number, true or false/],
    ["look", { document: box, params: { width: 1 } }, /params: .*width/],
    ["measure", { document: box }, /say what to measure/],
    ["measure", { document: box, pairs: [{ a: "a" }] }, /'pairs\[0\].b' is missing/],
    ["pose", { path: "arm.rigy.yaml", turns: [{ bone: "elbow", axis: "w", degrees: 1 }] }, /cannot be 'w'/],
    ["pose", { path: "arm.rigy.yaml", moves: [{ bone: "elbow", by: [1, 2] }] }, /'moves\[0\].by' must be a list of three numbers, not of 2/],
    ["pose", { path: "arm.rigy.yaml", moves: [{ bone: "elbow", by: [1, 2, "3"] }] }, /'moves\[0\].by\[2\]' must be a number/],
    ["pose", { path: "arm.rigy.yaml", turns: [{ bone: "elbw", axis: "x", degrees: 1 }] }, /did you mean 'elbow'/],
    ["export", { path: "arm.rigy.yaml", format: "gbl" }, /did you mean 'glb'/],
    ["export", { path: "arm.rigy.yaml", format: "glb", save_as: "arm.obj" }, /must end in .glb/],
    ["export", { path: "arm.rigy.yaml", save_as: "arm.txt" }, /must end in .glb/],
    ["look", { path: "arm.rigy.yaml", focus: ["uper"] }, /is called 'uper'; did you mean 'upper'\?/],
    ["look", { path: "arm.rigy.yaml", pose: "bent", strip: ["rest"] }, /'pose' cannot be given beside 'strip'/],
    ["look", { path: "arm.rigy.yaml", pose: "bnt" }, /did you mean 'bent'/],
    ["look", { path: "arm.rigy.yaml", entry: "a" }, /'entry' needs 'files'/],
    ["write_asset", { path: "arm.rigy.yaml", pose: "bnt" }, /did you mean 'bent'/],
    ["write_asset", { document: box, name: "a.rigy.yaml", save_as: "b.rigy.yaml" }, /'save_as' cannot be given beside 'name'/],
    ["measure", { path: "arm.rigy.yaml", ground: [], at: 1 }, /'at' needs 'clip'/],
    ["motion", { path: "motion/walker.rigm.yaml", view: "lft" }, /'lft' is no view; write one of/],
    ["motion", { path: "motion/walker.rigm.yaml", clip: "wlak" }, /did you mean 'walk'/],
    ["motion", { path: "motion/walker.rigy.yaml", save: true }, /'save' needs 'gaits'/],
    ["explain", { id: "V999" }, /no diagnostic 'V999'; ids are like V11/],
    ["explain", { id: "X1" }, /no 'X1'; did you mean 'X01'/],
    ["explain", { id: "bone.rol" }, /no 'bone.rol'; did you mean 'bone.roll'/],
    ["look", { path: "arm.rigy.yaml", focus: ["x".repeat(100000)] }, /^.{0,2100}$/],
    ["write_asset", { path: "arm.rigy.yaml", edits: [{ find: "version: \"0.9\"", replace: "" }] }, /occurs 0 times.*line 2 differs: 'version: "0.6"'/],
    ["explain", { id: "V11", page: "motion" }, /'id' cannot be given beside 'page'/],
    ["diff", { before: { path: "arm.rigy.yaml" }, after: { path: "none.rigy.yaml" } }, /none.rigy.yaml: cannot read/],
    ["export", { path: "arm.rigy.yaml", save_as: "a.glb", bytes: true }, /'bytes' cannot be given beside 'save_as'/],
    ["export", { path: "arm.rigy.yaml", format: "canonical", scale: 2 }, /'canonical' has no 'scale'/],
    ["export", { path: "arm.rigy.yaml", preset: "gdot" }, /did you mean 'godot'/],
    ["export", { path: "arm.rigy.yaml", lods: 9 }, /'9' is not a whole number up to 4/],
    ["inspect", { path: "arm.rigy.yaml", primitives: ["uper"] }, /did you mean 'upper'/],
    ["inspect", { path: "arm.rigy.yaml", limit: 0 }, /'limit' must be at least 1/],
    ["inspect", { path: "arm.rigy.yaml", limit: 1.5 }, /whole number/],
    ["explain", { page: "cheatshet" }, /did you mean 'cheatsheet'/],
    ["explain", { page: "nonsense" }, /explain lists the pages/],
    ["template", { name: "charcter" }, /did you mean 'character'/],
    ["write_asset", { edits: [] }, /'edits' need the 'path'/],
    ["diff", { before: { pth: "a" }, after: {} }, /there is no argument 'before.pth'; did you mean 'before.path'|did you mean 'path'/],
  ];
  for (const [name, args, message] of cases) assert.match(await fault(client, name, args), message);
  await assert.rejects(client.callTool({ name: "lok", arguments: {} }), /did you mean 'look'/);
  await client.close();
});

test("nothing outside of the root is read or written", async () => {
  const root = scratch();
  const outside = scratch();
  fs.symlinkSync(outside, path.join(root, "link"));
  fs.symlinkSync(path.join(outside, "arm.rigy.yaml"), path.join(root, "linked.rigy.yaml"));
  const { client } = await connect(root);
  const reads = ["../" + path.basename(outside) + "/arm.rigy.yaml", path.join(outside, "arm.rigy.yaml"),
    "link/arm.rigy.yaml", "linked.rigy.yaml", "/dev/zero", "/etc/passwd", ".", "", "arm.rigy.yaml\0"];
  for (const file of reads) await fault(client, "inspect", { path: file });
  for (const file of ["../x.rigy.yaml", "/tmp/x.rigy.yaml", "link/x.rigy.yaml", "linked.rigy.yaml", "a/../../x", ".", ""]) {
    if (file !== "") await fault(client, "write_asset", { document: box, save_as: file, picture: false });
    await fault(client, "export", { path: "arm.rigy.yaml", save_as: file === "" ? "../x.glb" : file + ".glb/../../x.glb" });
  }
  assert.deepEqual(fs.readdirSync(outside), ["arm.rigy.yaml"]);
  const imports = `version: "0.13"\nimports: {o: "../${path.basename(outside)}/arm.rigy.yaml"}\n`;
  assert.equal((await call(client, "write_asset", { document: imports, picture: false })).ok, false);
  await client.close();
  const { client: reader } = await connect(root, { more: ["--read-only"] });
  assert.match(await fault(reader, "write_asset", { document: box, save_as: "x.rigy.yaml" }), /nothing can be written/);
  await reader.close();
});

test("only files of Rigy are written, under names that nothing else runs or reads", async () => {
  const root = scratch();
  const { client } = await connect(root);
  fs.writeFileSync(path.join(root, "run.sh"), "echo key\n");
  fs.mkdirSync(path.join(root, "folder.rigy.yaml"));
  execFileSync("mkfifo", [path.join(root, "pipe.rigy.yaml")]);
  const before = fs.readdirSync(root).sort();
  const hidden = [".git/config", ".git/hooks/x.rigy.yaml", ".x.rigy.yaml", "a/.b/c.rigy.yaml", ".github/workflows/ci.rigy.yaml"];
  for (const save_as of hidden) assert.match(await fault(client, "write_asset", { document: box, save_as }), /is hidden; choose/);
  const others = ["run.sh", "x", "x.yaml", "docker-compose.yml", "Makefile", "x.rigy.yaml.sh", "x.RIGY.YAML", "x.rigy.yaml ", ".rigy.yaml", "a/.rigy.yaml"];
  for (const save_as of others) {
    assert.match(await fault(client, "write_asset", { document: box, save_as }), /end it in \.rigy\.yaml|no plain name|is hidden/, save_as);
  }
  for (const save_as of ["-rf.rigy.yaml", "a\\b.rigy.yaml", "C:x.rigy.yaml", "a\nb.rigy.yaml", "x./a.rigy.yaml", "a//b.rigy.yaml", "./a.rigy.yaml"]) {
    assert.match(await fault(client, "write_asset", { document: box, save_as }), /no plain (name|path)/, save_as);
  }
  for (const save_as of ["folder.rigy.yaml", "pipe.rigy.yaml", "run.sh/x.rigy.yaml"]) {
    assert.match(await fault(client, "write_asset", { document: box, save_as }), /is no (regular file|folder)/, save_as);
  }
  // JSON is what many programs are configured by: only weights are.
  for (const text of ["{}", "{\"scripts\": {\"postinstall\": \"sh\"}}", "key"]) {
    const files = { "a.rigy.yaml": box, "package.json": text };
    const refused = await fault(client, "write_asset", { files, entry: "a.rigy.yaml", save_as: ".", picture: false });
    assert.match(refused, /'package.json' is no weight file, and no other JSON may be written/);
  }
  const mixed = { "a.rigy.yaml": box, "run.sh": "rm -r ." };
  assert.match(await fault(client, "write_asset", { files: mixed, entry: "a.rigy.yaml", save_as: "new" }), /'new\/run.sh' is not a name/);
  // Edits tell nothing of other files, and change none.
  const edits = [{ find: "key", replace: "rm" }];
  assert.match(await fault(client, "write_asset", { path: "run.sh", edits }), /the text of 'run.sh' is neither shown nor edited: its name must end/);
  assert.match(await fault(client, "inspect", { path: "run.sh", text: true }), /'run.sh' is not read/);
  fs.writeFileSync(path.join(root, "account.json"), "{\"key\": 1}\n");
  const copy = [{ find: "\"key\"", replace: "\"key\"" }];
  const foreign = /the text of 'account.json' is neither shown nor edited: it is no weight file/;
  assert.match(await fault(client, "write_asset", { path: "account.json", edits: copy, save_as: "copy.rigy.yaml" }), foreign);
  const shown = await call(client, "inspect", { path: "account.json", text: true });
  assert.match(shown.text_error, foreign);
  assert.equal(shown.text, undefined);
  fs.rmSync(path.join(root, "account.json"));
  for (const save_as of [".hidden.glb", ".git/x.glb", "-x.glb", "x.glb/../y.glb", "x.GLB", "x.sh"]) await fault(client, "export", { path: "arm.rigy.yaml", save_as });
  fs.writeFileSync(path.join(root, "arm.yaml"), fs.readFileSync(path.join(root, "arm.rigy.yaml")));
  const turns = [{ bone: "elbow", axis: "z", degrees: 70 }];
  assert.match(await fault(client, "pose", { path: "arm.yaml", turns, save: true }), /is not a name that may be written/);
  assert.match(await fault(client, "fix", { path: "arm.yaml", save: true }), /is not a name that may be written/);
  assert.match(await fault(client, "template", { name: "arm", save_in: ".vscode" }), /is hidden/);
  fs.rmSync(path.join(root, "arm.yaml"));
  assert.deepEqual(fs.readdirSync(root).sort(), before);
  const parts = { "a.rigy.yaml": box, "a.ricy.yaml": "x: 1", "a.bones.yaml": "x: 1" };
  await call(client, "write_asset", { files: parts, entry: "a.rigy.yaml", save_as: "of rigy", picture: false });
  assert.deepEqual(fs.readdirSync(path.join(root, "of rigy")).sort(), Object.keys(parts).sort());
  const made = await call(client, "export", { path: "arm.rigy.yaml", format: "gltf", save_as: "out/arm.v2.gltf" });
  assert.deepEqual(made.files.map((one) => one.path), ["out/arm.v2.gltf", "out/arm.v2.bin"]);
  await client.close();
});

test("no answer tells what files say that are none of Rigy's", async () => {
  const root = scratch();
  const secret = "hunter2";
  const texts = { ".env": secret, "key.txt": secret, "id_rsa": secret, ".git/config.yaml": `version: 1\n${secret}: 1\n`,
    "settings.yaml": `version: 0.13\nmeshs: []\npassword: ${secret}\n`,
    "account.json": JSON.stringify({ version: 0.13, meshs: [], password: secret }) };
  for (const [name, text] of Object.entries(texts)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  const { client } = await connect(root);
  const edits = [{ find: "version", replace: "version" }];
  const calls = { inspect: { text: true, expanded: true }, fix: {}, write_asset: { edits, save_as: "copy.rigy.yaml" }, look: { mark_diagnostics: true },
    pose: { turns: [] }, motion: {}, export: {}, measure: { ground: [] } };
  for (const name of Object.keys(texts)) {
    for (const [tool, args] of Object.entries(calls)) {
      const { content } = await client.callTool({ name: tool, arguments: { path: name, ...args } });
      assert.doesNotMatch(content[0].text, /hunter2/, `${tool} of ${name}`);
    }
    const imports = `version: "0.13"\nimports: {o: {source: ${name}}}\n`;
    for (const tool of ["fix", "write_asset"]) {
      const { content } = await client.callTool({ name: tool, arguments: { document: imports } });
      assert.doesNotMatch(content[0].text, /hunter2/, `${tool} of an import of ${name}`);
    }
  }
  assert.match(await fault(client, "inspect", { path: ".env" }), /'.env' is not read: the names of documents end in .yaml, .yml or .json/);
  const foreign = /the text of '(settings|plain).yaml' is neither shown nor edited: its name must end in .rigy.yaml/;
  assert.match((await call(client, "inspect", { path: "settings.yaml", text: true })).text_error, foreign);
  assert.match(await fault(client, "fix", { path: "settings.yaml" }), foreign);
  // What is known without the text is answered.
  fs.writeFileSync(path.join(root, "plain.yaml"), box);
  const plain = await call(client, "inspect", { path: "plain.yaml", text: true });
  assert.match(plain.text_error, foreign);
  assert.equal(plain.text, undefined);
  assert.ok(plain.summary && plain.inspection);
  assert.equal(fs.existsSync(path.join(root, "copy.rigy.yaml")), false);
  await client.close();
});

test("edits of one file at the same time are not lost", async () => {
  const root = scratch();
  const file = "lines.rigy.yaml";
  const lines = Array.from({ length: 40 }, (_, i) => `# edit ${i}.`);
  fs.writeFileSync(path.join(root, file), lines.join("\n") + "\n" + box);
  const servers = await Promise.all([connect(root), connect(root)]);
  const edit = async ({ client }, i) => {
    const args = { path: file, edits: [{ find: `# edit ${i}.`, replace: `# done ${i}.` }], picture: false, lint: false, summary: false };
    for (;;) {
      const result = await client.callTool({ name: "write_asset", arguments: args });
      if (!result.isError) return;
      assert.match(result.content[0].text, /has changed since this call read it, so nothing was saved/);
    }
  };
  await Promise.all(lines.map((_, i) => edit(servers[i % 2], i)));
  const text = fs.readFileSync(path.join(root, file), "utf8");
  assert.equal(text, lines.join("\n").replaceAll("edit", "done") + "\n" + box);
  assert.deepEqual(fs.readdirSync(root).sort(), ["arm.rigy.yaml", file]);
  await Promise.all(servers.map(({ client }) => client.close()));
});

test("hostile documents and messages are refused, and the server goes on", async () => {
  const { client, transport } = await connect(examples);
  const nested = "a: ".repeat(1) + "[".repeat(5000);
  const laughs = "a: &a [x, x, x, x, x, x, x, x, x]\n" +
    "bcdefghi".split("").map((one, i) => `${one}: &${one} [${`*${"abcdefghi"[i]}, `.repeat(9)}]\n`).join("");
  const many = `version: "0.13"\nmeshes:\n  - id: m\n    repeat: {count: 100000000}\n    primitives: []\n`;
  for (const document of [nested, laughs, many, "\0\0\0", "\ud800", "x".repeat(1 << 20), "- ".repeat(100000)]) {
    const answer = await call(client, "write_asset", { document });
    assert.equal(answer.ok, false);
  }
  const raw = (text) => transport._process.stdin.write(text + "\n");
  const errors = [];
  client.onerror = (error) => errors.push(error);
  for (const text of ["", "{", "[]", "null", "\"x\"", "{\"jsonrpc\":\"2.0\"}", "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
    "[".repeat(100000), "\xff\xfe", "x".repeat(17 << 20)]) raw(text);
  await client.ping();
  assert.equal((await call(client, "write_asset", { document: box, picture: false })).ok, true);
  await client.close();
});

test("a call can be canceled, tells its progress, and does not hold up others", async () => {
  const { client, transport } = await connect(examples, { more: ["-j", "2"] });
  const progress = [];
  await call(client, "write_asset", { path: "arm.rigy.yaml", size: 64 }, { onprogress: (one) => progress.push(one) });
  assert.deepEqual(progress.map((one) => one.progress), [1, 2, 3]);
  const documents = { before: { path: "arm.rigy.yaml" }, after: { path: "mug.rigy.yaml" } };
  const arm = { path: "arm.rigy.yaml", size: 64 };
  const long = { look: arm, measure: { path: "arm.rigy.yaml", ground: [] }, inspect: { path: "arm.rigy.yaml" },
    fix: { path: "arm.rigy.yaml" }, pose: { ...arm, turns: [] }, motion: { path: "motion/walker.rigm.yaml", size: 64 },
    export: { path: "arm.rigy.yaml" }, diff: { ...documents, size: 192 } };
  const requests = Object.entries(long).map(([name, args]) =>
    ({ jsonrpc: "2.0", id: name, method: "tools/call", params: { name, arguments: args, _meta: { progressToken: name } } }));
  const lines = await answers(requests, ["--root", examples]);
  for (const name of Object.keys(long)) {
    const told = lines.filter((one) => one.params?.progressToken === name).map((one) => one.params.progress);
    assert.ok(told.length > 0, name);
    assert.deepEqual(told, [...new Set(told)].sort((a, b) => a - b), name);
    assert.equal(lines.find((one) => one.id === name).result.isError, false, name);
  }

  const begin = performance.now();
  const cancel = new AbortController();
  const slow = client.callTool({ name: "write_asset", arguments: { document: heavy, size: 2048 } }, undefined,
    { signal: cancel.signal });
  await call(client, "explain", { id: "V11" });
  assert.ok(performance.now() - begin < 5000, "a short call does not wait for a long one");
  setTimeout(() => cancel.abort(), 100);
  await assert.rejects(slow);
  // What was canceled stops: the process soon needs no processor time.
  const busy = () => Number(fs.readFileSync(`/proc/${transport.pid}/stat`, "utf8").split(" ")[13]);
  const deadline = performance.now() + 20000;
  for (let before = -1; before !== busy(); ) {
    assert.ok(performance.now() < deadline, "a canceled call goes on");
    before = busy();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await client.ping();
  await client.close();
});

test("a call that takes too long is ended, and leaves nothing", async () => {
  const root = scratch();
  const { client } = await connect(root, { more: ["--time-limit", "1"] });
  await assert.rejects(client.callTool({ name: "write_asset", arguments: { document: heavy, size: 2048 } }),
    /took longer than 1 seconds/);
  // What ran out of time has saved nothing.
  fs.writeFileSync(path.join(root, "heavy.rigy.yaml"), heavy);
  const late = [
    ["write_asset", { document: heavy, size: 2048, save_as: "late.rigy.yaml" }],
    ["write_asset", { path: "heavy.rigy.yaml", edits: [{ find: "iso: 0.5", replace: "iso: 0.6" }] }],
  ];
  for (const [name, args] of late) {
    const begin = performance.now();
    await assert.rejects(client.callTool({ name, arguments: args }), /took longer than 1 seconds/, name);
    assert.ok(performance.now() - begin < 10000, `${name} goes on after its time`);
  }
  assert.deepEqual(fs.readdirSync(root).sort(), ["arm.rigy.yaml", "heavy.rigy.yaml"]);
  assert.equal(fs.readFileSync(path.join(root, "heavy.rigy.yaml"), "utf8"), heavy);
  await client.ping();
  await client.close();
});

test("a call that needs too much memory is refused, and the server goes on", async () => {
  const { client, transport } = await connect(examples, { more: ["--memory-limit", "200"] });
  const document = `version: "0.13"\nmeshes:\n  - id: m\n    primitives:\n` +
    `      - repeat: {count: 20000, as: i, body: {id: "s\${i}", type: sphere, dimensions: {radius: 0.4}}}\n`;
  for (let i = 0; i < 3; ++i) {
    const result = await client.callTool({ name: "export", arguments: { document } });
    assert.match(JSON.stringify(result), /memory/);
    assert.equal((await call(client, "write_asset", { document: box, size: 64 })).ok, true);
  }
  assert.ok(memory(transport.pid) < 300 * 1024);
  await client.close();
});

test("a thousand calls do not make it grow", async () => {
  const { client, transport } = await connect(examples);
  const rounds = async (count) => {
    for (let i = 0; i < count; ++i) {
      const answers = await Promise.all([
        client.callTool({ name: "write_asset", arguments: { document: box, size: 64, picture: i % 10 === 0 } }),
        client.callTool({ name: "measure", arguments: { document: box, pairs: [{ a: "a", b: "b" }] } }),
        client.callTool({ name: "inspect", arguments: { path: "arm.rigy.yaml" } }),
        client.callTool({ name: "look", arguments: { nothing: 1 } }),
      ]);
      assert.deepEqual(answers.map((one) => one.isError), [false, false, false, true]);
    }
  };
  await rounds(60);
  const before = memory(transport.pid);
  await rounds(250);
  const after = memory(transport.pid);
  assert.ok(after < before + 16 * 1024, `${before} KiB became ${after} KiB`);
  await client.close();
});

test("two clients at once get their own answers", async () => {
  const pair = await Promise.all([connect(examples), connect(scratch())]);
  const kinds = await Promise.all(pair.flatMap(({ client }) =>
    ["arm.rigy.yaml", "mug.rigy.yaml"].map((file) => client.callTool({ name: "inspect", arguments: { path: file } }))));
  assert.deepEqual(kinds.map((one) => one.isError), [false, false, false, true]);
  await Promise.all(pair.map(({ client }) => client.close()));
});

test("the line protocol has the same tools", async () => {
  const server = spawn(rigy, ["serve", "--stdio", "--root", examples], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = new Map();
  readline.createInterface({ input: server.stdout }).on("line", (line) => {
    const answer = JSON.parse(line);
    answers.set(answer.id, answer);
  });
  for (const request of [{ id: 1, tool: "list_tools" }, { id: "two", tool: "look", arguments: { path: "arm.rigy.yaml", size: 64 } },
    { id: 3, tool: "lok" }, { id: 4, tool: "look", arguments: { pth: "" } }, { id: 5, tool: "look", argments: {} }, { id: null }, []]) {
    server.stdin.write(JSON.stringify(request) + "\n");
  }
  server.stdin.end("nonsense\n");
  await once(server, "close");
  assert.ok(answers.get(1).result.tools.length >= 9);
  assert.ok(answers.get("two").result.pictures[0].base64.length > 100);
  assert.match(answers.get(3).error.message, /did you mean 'look'/);
  assert.match(answers.get(4).error.message, /did you mean 'path'/);
  assert.match(answers.get(5).error.message, /no key 'argments'/);
  assert.ok(answers.get(null).error.message.length > 0);
});
