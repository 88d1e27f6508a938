// Documents by URL: names for the compiler, and the URLs that they stand for.
import { gatherFiles } from './gather.js';

const nameless = 'document.rigy.yaml';

/** A URL as the page would resolve it; where there is no page, it must be complete. */
export function addressOf(url: string): URL {
  return new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);
}

/** The folder at `path`; by default that of the page. Where there is no page, nothing is relative to it. */
export function folderAt(path: string): URL {
  if (path === '' && globalThis.location === undefined) return new URL('data:,');
  return addressOf(path === '' ? '.' : path.replace(/\/*$/, '/'));
}

/** The name of the document at `address`. It has all folders of the site, so that imports may go up. */
export function nameAt(address: URL): string {
  const isPlace = address.protocol !== 'blob:' && address.protocol !== 'data:';
  const name = isPlace ? decodeURIComponent(address.pathname).replace(/^\/+/, '') : '';
  return name === '' || name.endsWith('/') ? name + nameless : name;
}

function addressOfName(name: string, entry: URL): string {
  return new URL(`/${name.split('/').map(encodeURIComponent).join('/')}`, entry).href;
}

/**
 * A document and the files that it refers to, from the site that it comes from. `read` gets their URLs, and throws for
 * those that are not there.
 */
export function gatherFrom(
  address: URL,
  document: Uint8Array,
  read: (url: string) => Promise<Uint8Array>,
): Promise<Map<string, Uint8Array>> {
  const entry = nameAt(address);
  return gatherFiles(entry, async (name) =>
    checked(name, name === entry ? document : await read(addressOfName(name, address))),
  );
}

// Servers for development answer with a page where there is no file.
function checked(name: string, bytes: Uint8Array): Uint8Array {
  if (!/^\s*<(?:!doctype|html)/i.test(new TextDecoder().decode(bytes.subarray(0, 64)))) return bytes;
  throw new Error(`rigy: ${name} is a page of HTML: there is no such document`);
}
