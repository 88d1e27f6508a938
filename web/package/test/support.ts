// What the tests share: the suite, the native program, a module that is short of memory.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompileOptions, Diagnostic, FileContents } from 'rigy';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const suite = join(root, 'conformance');
export const moduleFile = new URL('../dist/rigy.wasm', import.meta.url);

export interface Case {
  id: string;
  type: 'positive' | 'negative';
  input: string;
  expected_sha256?: string;
  expected_error_type?: string;
  expected_code?: string;
  pose_id?: string;
  bake_transforms?: boolean;
}

export function suiteCases(): Case[] {
  const manifest = JSON.parse(readFileSync(join(suite, 'manifest.json'), 'utf8'));
  return manifest.tests as Case[];
}

export function suiteCase(id: string): Case {
  const found = suiteCases().find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

function filesBelow(folder: string): Record<string, FileContents> {
  const files: Record<string, FileContents> = {};
  for (const entry of readdirSync(join(suite, folder), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) Object.assign(files, filesBelow(`${path}/`));
    else if (path.includes('/inputs/')) files[path] = new Uint8Array(readFileSync(join(suite, path)));
  }
  return files;
}

// The files of a folder of examples.
export function readExamples(folder: string): Record<string, string> {
  const path = join(root, 'examples', folder);
  const names = readdirSync(path).filter((name) => name.endsWith('.yaml'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

let inputs: Record<string, FileContents> | undefined;

// Every input of the suite, as a document of it may name any other.
export function suiteFiles(): Record<string, FileContents> {
  return (inputs ??= filesBelow(''));
}

export function optionsOf(test: Case): CompileOptions {
  return {
    entry: test.input,
    ...(test.pose_id === undefined ? {} : { pose: test.pose_id }),
    bakeTransforms: test.bake_transforms ?? false,
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

// --- the native program ------------------------------------------------------------------------

export const program = process.env['RIGY'] ?? join(root, 'build/rigy');

export interface NativeReport {
  ok: boolean;
  diagnostics: Diagnostic[];
}

export function nativeReport(test: Case): NativeReport {
  const options = ['compile', test.input, '--diagnostics', 'json', '--out-dir', scratch()];
  if (test.pose_id !== undefined) options.push('--pose', test.pose_id, '--bake-skin');
  if (test.bake_transforms) options.push('--bake-transforms');
  const done = spawnSync(program, options, { cwd: suite, encoding: 'utf8' });
  if (done.error) throw done.error;
  return JSON.parse(done.stdout) as NativeReport;
}

export function nativeBytes(input: string, options: string[]): Uint8Array {
  const output = join(scratch(), 'out.glb');
  execFileSync(program, ['compile', input, '-o', output, ...options], { cwd: suite, stdio: 'ignore' });
  return new Uint8Array(readFileSync(output));
}

// All files of an export, by name.
export function nativeExport(input: string, output: string, options: string[]): Record<string, Uint8Array> {
  const folder = mkdtempSync(join(scratch(), 'export-'));
  execFileSync(program, ['export', input, '-o', join(folder, output), ...options], { cwd: suite, stdio: 'ignore' });
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]),
  );
}

export function nativePicture(input: string, options: string[]): Uint8Array {
  const output = join(scratch(), 'out.png');
  execFileSync(program, ['render', input, '-o', output, ...options], { cwd: root, stdio: 'ignore' });
  return new Uint8Array(readFileSync(output));
}

export function nativeVersion(): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
}

let scratchFolder: string | undefined;

function scratch(): string {
  return (scratchFolder ??= mkdtempSync(join(tmpdir(), 'rigy-package-test-')));
}

// --- a module that is short of memory ----------------------------------------------------------

function readNumber(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let shift = 0; ; shift += 7, at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >> 7)];
}

// The module with a limit on its memory, `pages` of 64 KiB above what it starts with.
export function withLittleMemory(module: Uint8Array, pages: number): ArrayBuffer {
  const memorySection = 5;
  for (let at = 8; at < module.length; ) {
    const { value: size, end: start } = readNumber(module, at + 1);
    if (module[at] === memorySection) {
      // One memory, no maximum, the initial size.
      const { value: initial } = readNumber(module, start + 2);
      const section = [1, 1, ...numberBytes(initial), ...numberBytes(initial + pages)];
      const bytes = [
        ...module.subarray(0, at),
        memorySection,
        section.length,
        ...section,
        ...module.subarray(start + size),
      ];
      return new Uint8Array(bytes).buffer;
    }
    at = start + size;
  }
  throw new Error('the module has no memory');
}
