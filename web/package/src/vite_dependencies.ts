// Vite before version 8 copies the scripts of packages into a folder of its own in development, without the modules and
// workers that a script loads from its side; this leaves ours where they are.

/** As much of Vite's Plugin as is used, so that the package does not need Vite's types. */
export interface VitePlugin {
  name: string;
  config(): { optimizeDeps: { exclude: string[] } };
}

export default function rigy(): VitePlugin {
  return { name: 'rigy', config: () => ({ optimizeDeps: { exclude: ['rigy', 'rigy-model'] } }) };
}
