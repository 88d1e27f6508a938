// Diagnostics as one text, for errors that programs throw.
import type { Diagnostic } from './types.js';

/** A document that was not accepted. */
export class RigyError extends Error {
  override readonly name = 'RigyError';
  readonly diagnostics: Diagnostic[];

  constructor(document: string, diagnostics: Diagnostic[]) {
    super(messageOf(document, diagnostics));
    this.diagnostics = diagnostics;
  }
}

/** As `rigy check` begins: "arm.rigy.yaml:3:5: error[V11]: …", with its help. */
export function lineOf({ file, line, column, severity, code, message, help }: Diagnostic): string {
  const place = line === 0 ? file : `${file}:${line}:${column}`;
  return `${place}: ${severity}[${code}]: ${message}${help === null ? '' : ` (help: ${help})`}`;
}

function messageOf(document: string, diagnostics: Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const lines = errors.slice(0, 5).map(lineOf);
  if (errors.length > lines.length) lines.push(`and ${errors.length - lines.length} more`);
  return [`${document} is not a valid document`, ...lines].join('\n');
}
