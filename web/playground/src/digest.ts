// Exporting the result: the file, its digest, text on the clipboard.
import { notify, notifyError } from './notice.js';

export function download(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Empty if the browser refuses: pages from an insecure origin may not compute digests. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reports `done`, or that the browser refused, followed by `instead`. */
export async function copyText(text: string, done: string, instead: string): Promise<void> {
  if (await copy(text)) notify(done);
  else notifyError(`The browser does not allow copying here. ${instead}`);
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
