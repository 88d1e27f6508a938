// Exports, measures or lints one document, off the page's own thread.
import { load, type Diagnostic } from 'rigy';
import type { ExportMessage, ExportRequest } from './export.js';

const port = self as unknown as {
  postMessage(message: ExportMessage, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ExportRequest>) => void) | null;
};

function reasonOf(diagnostics: Diagnostic[]): string {
  return diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'no file';
}

async function answer({ entry, files, preset = 'none', measure, lint }: ExportRequest): Promise<void> {
  try {
    const rigy = await load();
    if (lint) return port.postMessage({ findings: rigy.lint(files, { entry }).diagnostics });
    if (measure) {
      const { measurement, diagnostics } = rigy.measure(files, ...measure, { entry });
      return port.postMessage(measurement ? { measurement } : { reason: reasonOf(diagnostics) });
    }
    const { files: exported, diagnostics } = rigy.export(files, { entry, preset });
    if (exported.length > 0) port.postMessage({ exported }, exported.map(({ bytes }) => bytes.buffer));
    else port.postMessage({ reason: reasonOf(diagnostics) });
  } catch (error) {
    port.postMessage({ reason: error instanceof Error ? error.message : String(error) });
  }
}

port.onmessage = ({ data }) => void answer(data);
