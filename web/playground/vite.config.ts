import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  // The site works from any path.
  base: './',
  resolve: { alias: { rigy: path('../package/dist/index.js') } },
  worker: { format: 'es' },
  plugins: [
    {
      // The language on one page, where language models look for it.
      name: 'llms.txt',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'llms.txt', source: readFileSync(path('../../docs/cheatsheet.md')) });
      },
    },
    {
      // What an installed page is, and what it keeps for visits without a network: everything but pictures, which are
      // kept when they are seen.
      name: 'offline',
      generateBundle(_options, bundle) {
        const files = Object.keys(bundle).filter((name) => /\.(js|css|wasm|woff2|svg)$/.test(name)).sort();
        const icon = files.find((name) => name.endsWith('.svg'))!;
        const manifest = {
          name: 'Rigy playground',
          short_name: 'Rigy',
          description: 'Write Rigy, see the rig move.',
          start_url: './',
          display: 'standalone',
          background_color: '#f4f3f0',
          theme_color: '#3554d1',
          icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
        };
        this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) });
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
        const known = `self.__version = ${JSON.stringify(version)};\nself.__files = ${JSON.stringify(files.map((name) => `./${name}`))};\n`;
        const source = known + readFileSync(path('src/service_worker.js'), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'service_worker.js', source });
      },
    },
  ],
  server: { fs: { allow: [path('../..')] } },
  build: {
    outDir: path('../../build/web'),
    emptyOutDir: true,
    target: 'es2022',
    // What is loaded on first use has one or two files: asking for both at once is not worth its code.
    modulePreload: false,
    chunkSizeWarningLimit: 1500,
  },
});
