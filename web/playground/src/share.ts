// The whole project in the fragment of the address, which browsers never send anywhere: JSON,
// compressed, in base64url after a version number.
import type { Project, ProjectFile } from './project.js';

const prefix = '#p1=';
// A short link can unpack to a great deal of text; more than this is refused.
export const mostText = 8 * 1024 * 1024;
// Firefox opens addresses of up to 1 MiB, other browsers longer ones.
export const longestFragment = 1_000_000;

export class LinkError extends Error {}

export function isShared(fragment: string): boolean {
  return fragment.length > 1;
}

/** Throws a LinkError if there cannot be one, with the reason. */
export async function toFragment(project: Project): Promise<string> {
  const files = project.files.map(({ path, text }) => [path, text]);
  const json = JSON.stringify({ entry: project.entry, files });
  if (json.length > mostText) throw new LinkError('it holds more than 8 MiB of text');
  const packed = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const length = prefix.length + Math.ceil((4 * bytes.length) / 3);
  if (length > longestFragment) {
    const most = `not all browsers open more than ${longestFragment}`;
    throw new LinkError(`it would have ${length} characters, and ${most}`);
  }
  return prefix + toBase64(bytes);
}

/** Throws a LinkError that says what is wrong. */
export async function fromFragment(fragment: string): Promise<Project> {
  if (!fragment.startsWith(prefix)) throw new LinkError('it is not a link of this playground');
  const text = await unpacked(fromBase64(fragment.slice(prefix.length)));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LinkError('its contents are damaged');
  }
  return projectOf(value);
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      if (text.length > mostText) break;
    }
  } catch {
    throw new LinkError('it was cut off or changed on its way');
  }
  await reader.cancel();
  throw new LinkError('it holds more than 8 MiB of text');
}

function projectOf(value: unknown): Project {
  const isObject = typeof value === 'object' && value !== null;
  const { entry, files } = (isObject ? value : {}) as { entry?: unknown; files?: unknown };
  if (typeof entry !== 'string' || !Array.isArray(files) || files.length === 0) {
    throw new LinkError('it holds no files');
  }
  const result: ProjectFile[] = files.map((file: unknown) => {
    const [path, text] = Array.isArray(file) ? (file as unknown[]) : [];
    if (typeof path !== 'string' || typeof text !== 'string') {
      throw new LinkError('one of its files is damaged');
    }
    return { path, text };
  });
  const paths = new Set(result.map(({ path }) => path));
  if (paths.size !== result.length || !paths.has(entry)) {
    throw new LinkError('its list of files is damaged');
  }
  return { files: result, entry };
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    throw new LinkError('it was cut off or changed on its way');
  }
}
