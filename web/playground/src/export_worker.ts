// Exports one document, off the page's own thread.
import { load } from 'rigy';
import type { ExportMessage, ExportRequest } from './export.js';

const port = self as unknown as {
  postMessage(message: ExportMessage, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ExportRequest>) => void) | null;
};

async function answer({ entry, files }: ExportRequest): Promise<void> {
  try {
    const rigy = await load();
    const { files: written, diagnostics } = rigy.export(files, { entry });
    const glb = written[0]?.bytes;
    if (glb) port.postMessage({ glb }, [glb.buffer]);
    else port.postMessage({ reason: diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'no file' });
  } catch (error) {
    port.postMessage({ reason: error instanceof Error ? error.message : String(error) });
  }
}

port.onmessage = ({ data }) => void answer(data);
