import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { token } from '../relocate.mjs';
import { slugOf } from '../repository.mjs';

const sidebar = JSON.parse(readFileSync(new URL('../build/pages/sidebar.json', import.meta.url), 'utf8'));

// A fence and an indented block look the same.
function showIndentedAsFence(md) {
  md.renderer.rules.code_block = (tokens, index, options, env, self) => {
    tokens[index].info = 'txt';
    return md.renderer.rules.fence(tokens, index, options, env, self);
  };
}

// A head without words is no head of a column.
function leaveEmptyHeads(md) {
  md.core.ruler.push('empty_heads', ({ tokens }) => {
    tokens.forEach((token, i) => {
      if (token.type !== 'th_open' || tokens[i + 1].content !== '') return;
      token.tag = 'td';
      tokens[i + 2].tag = 'td';
    });
  });
}

// Fields are rows of tables; for the search each is a section of its own. Examples of diagnostics are not searched.
function searchedText(source, env, md) {
  const html = md.render(source, env);
  if (env.frontmatter?.search === false) return '';
  if (env.relativePath.startsWith('diagnostics/')) return html.replace(/<pre[\s\S]*?<\/pre>/g, '');
  return html.replace(/<tr>\s*<td><a id="([^"]+)"[\s\S]*?<\/tr>/g, (row, id) =>
    `<h3>${id.replaceAll('-', ' ')} <a href="#${id}">#</a></h3>${row}`);
}

export default {
  title: 'Rigy',
  description: 'Rigged 3D assets as text',
  lang: 'en-US',
  srcDir: 'build/pages',
  outDir: fileURLToPath(new URL('../../../build/site', import.meta.url)),
  cacheDir: 'build/cache',
  // Replaced after the build: the site works from any path.
  base: token,
  // With the program, not of VitePress: addresses that end with .html work everywhere, also without a server.
  cleanUrls: false,
  ignoreDeadLinks: [/^\/studio\//, /^http:\/\/localhost/],
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${token}icon.svg` }]],
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      showIndentedAsFence(md);
      leaveEmptyHeads(md);
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    sidebar,
    nav: [
      { text: 'Guide', link: '/guide/', activeMatch: '^/guide/' },
      { text: 'Reference', link: '/reference', activeMatch: '^/reference' },
      { text: 'Cheat sheet', link: '/cheatsheet' },
      { text: 'Diagnostics', link: '/diagnostics/', activeMatch: '^/diagnostics/' },
      { text: 'Tools', link: '/cli' },
      { text: 'Gallery', link: '/gallery/', activeMatch: '^/gallery/' },
      { text: 'RigBench', link: '/rigbench' },
      { text: 'Studio', link: '/studio/', target: '_self' },
    ],
    outline: [2, 3],
    externalLinkIcon: true,
    search: { provider: 'local', options: { _render: searchedText } },
  },
  vite: {
    build: { chunkSizeWarningLimit: 5000, assetsInlineLimit: 0 },
  },
};
