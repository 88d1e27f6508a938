// Sends the calls of transcripts/ again: what somebody with only the tools and the cheat sheet did to make an asset. The answers
// must have the recorded structure, diagnostics and digests, and the files at the end, formatted, must be those of examples/agents.
// With RECORD=all in the environment all transcripts are recorded anew, and the files of examples/agents written.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const transcripts = path.join(here, "transcripts");
const kept = path.join(root, "examples/agents");
const require = createRequire(path.join(process.env.MCP_FOLDER, "package.json"));
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");

const is_recording = process.env.RECORD === "all";
const names = fs.readdirSync(transcripts).map((file) => path.basename(file, ".jsonl")).sort();
// The others take as long again and show nothing else.
const replayed = is_recording ? names : ["cuckoo_clock", "forklift"];

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);
const ids = (list) => list?.map((one) => one.code);
const read = (name) => fs.readFileSync(path.join(transcripts, `${name}.jsonl`), "utf8").trim().split("\n").map((line) => JSON.parse(line));

// What must stay the same of an answer. Pictures may become better; that there is one, and its size, may not change.
function essence(result, folder) {
  if (result.isError) return { fault: result.content[0].text };
  const answer = result.structuredContent;
  const saved = [answer.saved ?? []].flat();
  return {
    keys: Object.keys(answer),
    ok: answer.ok,
    diagnostics: ids(answer.diagnostics),
    lint: ids(answer.lint?.diagnostics),
    saved: saved.length > 0 ? Object.fromEntries(saved.map((file) => [file, digest(fs.readFileSync(path.join(folder, file)))])) : undefined,
    files: answer.files?.map((file) => file.sha256.slice(0, 16)),
    entry: answer.entry && digest(answer.entry),
    pairs: answer.pairs?.map((pair) => [pair.status, pair.distance, pair.penetration]),
    ground: answer.ground?.map((one) => one.lowest),
    pictures: result.content.filter((one) => one.type === "image").map(({ data }) => {
      const bytes = Buffer.from(data, "base64");
      return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    }),
  };
}

for (const name of replayed) {
  test(`the calls that made ${name} are answered as they were`, async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rigy-replay-"));
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StdioClientTransport({ command: process.env.RIGY, args: ["mcp", "--root", folder] }));
    t.after(() => client.close().then(() => fs.rmSync(folder, { recursive: true })));
    const calls = read(name);
    for (const [index, call] of calls.entries()) {
      const result = await client.callTool({ name: call.tool, arguments: call.arguments });
      // As JSON has it: without what is not there.
      const answer = JSON.parse(JSON.stringify(essence(result, folder)));
      if (is_recording) call.answer = answer;
      else assert.deepEqual(answer, call.answer, `call ${index + 1}: ${call.tool}`);
    }
    for (const file of fs.readdirSync(folder)) {
      const formatted = execFileSync(process.env.RIGY, ["fmt", path.join(folder, file)], { encoding: "utf8" });
      if (is_recording) fs.writeFileSync(path.join(kept, file), formatted);
      assert.equal(fs.readFileSync(path.join(kept, file), "utf8"), formatted, file);
    }
    if (is_recording) {
      fs.writeFileSync(path.join(transcripts, `${name}.jsonl`), calls.map((call) => JSON.stringify(call) + "\n").join(""));
    }
  });
}

test("docs/agents.md names the assets and their numbers of calls", () => {
  const page = fs.readFileSync(path.join(root, "docs/agents.md"), "utf8");
  assert.equal(names.length, 10);
  for (const name of names) {
    const row = page.split("\n").find((line) => line.includes(`(../examples/agents/${name}.rigy.yaml)`));
    assert.ok(row, `${name} has no row`);
    assert.match(row, new RegExp(`\\| ${read(name).length} \\|`), row);
  }
});
