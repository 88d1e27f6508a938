// Exports documents off the page's own thread, for export_thread.ts.
import { exportAsset } from './index.js';
import type { ExportAnswer, ExportQuestion } from './export_thread.js';

const port = self as unknown as {
  postMessage(message: ExportAnswer, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ExportQuestion>) => void) | null;
};

async function answer({ number, files, options }: ExportQuestion): Promise<void> {
  try {
    const result = await exportAsset(files, options);
    port.postMessage({ number, result }, result.files.map(({ bytes }) => bytes.buffer));
  } catch (error) {
    port.postMessage({ number, reason: error instanceof Error ? error.message : String(error) });
  }
}

port.onmessage = ({ data }) => void answer(data);
