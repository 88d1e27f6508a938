// What the tests share: the compiler, the native program, the examples, the suite.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// From web/playground/build/test.
export const root = fileURLToPath(new URL('../../../../', import.meta.url));
export const siteFolder = join(root, 'build/web');

const { load } = (await import(
  new URL('../../../package/dist/index.js', import.meta.url).href
)) as typeof import('rigy');
export const rigy = await load();

export function filesBelow(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  const visit = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below + entry.name;
      if (entry.isDirectory()) visit(`${path}/`);
      else if (/\.(yaml|json)$/.test(path)) files[path] = readFileSync(join(folder, path), 'utf8');
    }
  };
  visit('');
  return files;
}

export const exampleFiles = filesBelow(join(root, 'examples'));

export const program = process.env['RIGY'] ?? join(root, 'build/rigy');

/** What build/rigy makes of the files. */
type Command = 'compile' | 'export';

export function nativeGlb(
  files: Record<string, string>,
  entry: string,
  options: string[] = [],
  command: Command = 'compile',
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'rigy-playground-test-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const output = join(folder, 'out.glb');
  execFileSync(program, [command, entry, '-o', output, ...options], { cwd: folder, stdio: 'ignore' });
  return readFileSync(output);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
