// What can be tested without VS Code: names of outputs, calls of the program, the grammar.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { build } from 'esbuild';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const folder = new URL('..', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const { outputFiles } = await build({ entryPoints: [new URL('src/program.ts', folder).pathname], bundle: true, platform: 'node', format: 'esm', write: false });
const { outputFor, run, targets } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

test('outputs are beside the document', () => {
  assert.equal(outputFor('/a/b/arm.rigy.yaml', '.glb'), '/a/b/arm.glb');
  assert.equal(outputFor('/a/room.rigs.yaml', '.fbx'), '/a/room.fbx');
});

test('a missing program is said', async () => {
  const done = await run('/no/such/rigy', ['--version']);
  assert.equal(done.ok, false);
  assert.match(done.text, /rigy\.path/);
});

test('the program takes the arguments of every target', { skip: !process.env.RIGY && 'RIGY is not set' }, async () => {
  for (const target of targets) {
    const done = await run(process.env.RIGY, ['export', process.env.RIGY_DOCUMENT, '-o', `/tmp/rigy-vscode-test${target.extension}`, ...target.args]);
    assert.ok(done.ok, `${target.label}: ${done.text}`);
  }
});

test('every contributed file exists and is JSON', () => {
  const { contributes } = JSON.parse(read('package.json'));
  const files = [...contributes.grammars, ...contributes.snippets].map((one) => one.path);
  files.push(contributes.languages[0].configuration);
  for (const file of files) JSON.parse(read(file));
});

// Plain texts of YAML are strings to VS Code, in which it suggests nothing by itself.
test('completion comes while typing', () => {
  const { contributes } = JSON.parse(read('package.json'));
  assert.equal(contributes.configurationDefaults['[rigy]']['editor.quickSuggestions'].strings, 'on');
});

test('params and functions are colored in expressions', async () => {
  const require = createRequire(import.meta.url);
  await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
  const yaml = { scopeName: 'source.yaml', patterns: [{ begin: '"', end: '"', name: 'string.quoted.double.yaml' }] };
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({ createOnigScanner: (s) => new oniguruma.OnigScanner(s), createOnigString: (s) => new oniguruma.OnigString(s) }),
    loadGrammar: async (scope) => {
      if (scope === 'source.yaml') return yaml;
      const file = scope === 'source.rigy' ? 'syntaxes/rigy.tmLanguage.json' : 'syntaxes/expressions.tmLanguage.json';
      return textmate.parseRawGrammar(read(file), file);
    },
    getInjections: (scope) => (scope === 'source.rigy' ? ['source.rigy.expressions'] : []),
  });
  const grammar = await registry.loadGrammar('source.rigy');
  const line = 'x: "=sqrt($w)/2"';
  const tokens = grammar.tokenizeLine(line, textmate.INITIAL).tokens;
  const scopeOf = (text) => tokens.find((token) => token.startIndex === line.indexOf(text)).scopes.at(-1);
  assert.equal(scopeOf('sqrt'), 'support.function.rigy');
  assert.equal(scopeOf('$w'), 'variable.other.param.rigy');
});
