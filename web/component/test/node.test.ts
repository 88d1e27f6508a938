// What works without a browser: the plugin for markdown-it, and importing the component, with its types.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { RigyModel } from 'rigy-model';
import { showFences } from 'rigy-model/fences';
import rigyFences from 'rigy-model/markdown-it';
import vite from 'rigy-model/vite';

// From web/component/build/test.
const folder = fileURLToPath(new URL('../../', import.meta.url));

test('importing the component in Node.js does nothing', () => {
  assert.equal(typeof RigyModel, 'function');
  assert.ok(RigyModel.observedAttributes.includes('src'));
  RigyModel.playground = '/playground/';
  // The types: that these compile is the test.
  const render = (model: HTMLElementTagNameMap['rigy-model']): Promise<void> => model.render();
  const show: (root?: ParentNode) => RigyModel[] = showFences;
  assert.deepEqual([typeof render, typeof show], ['function', 'function']);
});

test('the package brings three.js in its script and installs nothing else', () => {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies?: object };
  assert.equal(dependencies, undefined);
  assert.doesNotMatch(readFileSync(join(folder, 'dist/rigy-model.js'), 'utf8'), /\bfrom\s*["']three/);
});

test('the plugin for Vite is in both packages', () => {
  assert.deepEqual(vite().config().optimizeDeps.exclude, ['rigy', 'rigy-model']);
});

test('markdown-it writes fences as elements, with their text escaped', () => {
  const md = new MarkdownIt().use(rigyFences, { playground: '/play/' });
  assert.equal(
    md.render('```rigy pose=bent\nversion: "0.6" # <b>\n```\n'),
    '<rigy-model pose="bent" playground="/play/">version: &quot;0.6&quot; # &lt;b&gt;\n</rigy-model>\n',
  );
  assert.equal(md.render('```js\n1 < 2\n```\n'), '<pre><code class="language-js">1 &lt; 2\n</code></pre>\n');
});
