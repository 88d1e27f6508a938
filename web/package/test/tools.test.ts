// The tools of rigy mcp as functions.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { callTool, listTools, load } from 'rigy/tools';

const document = `version: "0.13"
meshes:
  - id: body
    primitives:
      - {id: a, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [0, 0.5, 0]}}
      - {id: b, type: box, dimensions: {x: 0.5, y: 0.5, z: 0.5}, transform: {translation: [0, 2, 0]}}
`;
// What the program answers to the same call.
function served(tool: string, args: object): Record<string, unknown> {
  const input = JSON.stringify({ id: 1, tool, arguments: args }) + '\n';
  const line = execFileSync(process.env['RIGY']!, ['serve', '--stdio'], { input, maxBuffer: 1 << 26 });
  return (JSON.parse(line.toString()) as { result: Record<string, unknown> }).result;
}

test('the tools are those of the program', async () => {
  assert.deepEqual(await listTools(), served('list_tools', {})['tools']);
});

test('a call is answered as by the program, with the same pixels', async () => {
  for (const [tool, args] of [
    ['write_asset', { document, size: 128 }],
    ['look', { document, views: ['front'], show: ['numbers'], size: 128 }],
    ['measure', { document, pairs: [{ a: 'a', b: 'b' }], ground: ['a'] }],
    ['explain', { id: 'V11' }],
    ['template', { name: 'arm' }],
  ] as const) {
    const { pictures = [], ...expected } = served(tool, args) as { pictures?: { base64: string }[] };
    const given = await callTool(tool, args);
    assert.deepEqual(given.answer, expected, tool);
    assert.deepEqual(
      given.pictures.map((one) => Buffer.from(one.png).toString('base64')),
      pictures.map((one) => one.base64),
      tool,
    );
  }
});

test('what a tool saves comes back, and nothing is written', async () => {
  const { answer, files } = await callTool('write_asset', { document, save_as: 'parts/two.rigy.yaml', picture: false });
  assert.deepEqual(answer['saved'], ['parts/two.rigy.yaml']);
  assert.equal(new TextDecoder().decode(files['parts/two.rigy.yaml']), document);
});

test('what is wrong with a call is an error, and the next call works', async () => {
  const tools = await load();
  assert.throws(() => tools.call('lok'), /did you mean 'look'/);
  assert.throws(() => tools.call('look', { veiws: [] }), /did you mean 'views'/);
  assert.throws(() => tools.call('look', { path: 'a.rigy.yaml' }), /needs a root folder/);
  assert.equal(tools.call('look', { document, size: 64 }).pictures.length, 1);
});
