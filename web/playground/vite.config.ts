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
  ],
  server: { fs: { allow: [path('../..')] } },
  build: {
    outDir: path('../../build/web'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
  },
});
