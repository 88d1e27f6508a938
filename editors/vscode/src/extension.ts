// The extension: starts `rigy lsp`, shows the preview, and calls the program for exports, pictures and explanations.
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { Preview } from './preview';
import { outputFor, run, targets } from './program';

let client: LanguageClient | undefined;

const program = (): string => vscode.workspace.getConfiguration('rigy').get('path', 'rigy');

async function start(): Promise<void> {
  await client?.stop();
  client = new LanguageClient(
    'rigy',
    'Rigy',
    { command: program(), args: ['lsp'] },
    {
      documentSelector: [{ language: 'rigy' }],
      initializationOptions: { pages: vscode.workspace.getConfiguration('rigy').get('pages', '') },
    },
  );
  await client.start();
}

// The saved document of the editor.
async function savedDocument(): Promise<string | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'rigy' || document.isUntitled) {
    void vscode.window.showInformationMessage('Open and save a Rigy document first.');
    return undefined;
  }
  await document.save();
  return document.fileName;
}

async function exportDocument(): Promise<void> {
  const document = await savedDocument();
  const target = document && (await vscode.window.showQuickPick(targets, { placeHolder: 'Export for' }));
  if (!document || !target) return;
  const output = outputFor(document, target.extension);
  const done = await run(program(), ['export', document, '-o', output, ...target.args], dirname(document));
  if (done.ok) void vscode.window.showInformationMessage(`Exported to ${output}.`);
  else void vscode.window.showErrorMessage(done.text);
}

async function renderDocument(): Promise<void> {
  const document = await savedDocument();
  if (!document) return;
  const picture = join(tmpdir(), 'rigy-picture.png');
  const done = await run(program(), ['render', document, '-o', picture, '--mark-diagnostics'], dirname(document));
  if (!done.ok) void vscode.window.showErrorMessage(done.text);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(picture), vscode.ViewColumn.Beside);
}

async function explain(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const here = editor && vscode.languages.getDiagnostics(editor.document.uri).find((one) => one.range.contains(editor.selection.active));
  const id = here?.code?.toString() ?? (await vscode.window.showInputBox({ prompt: 'Which diagnostic?', placeHolder: 'V11' }));
  if (!id) return;
  const { text } = await run(program(), ['explain', id]);
  const page = await vscode.workspace.openTextDocument({ content: text, language: 'plaintext' });
  await vscode.window.showTextDocument(page, { preview: true, viewColumn: vscode.ViewColumn.Beside });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const preview = new Preview(context);
  const openPreview = () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId === 'rigy') preview.open(document);
  };
  const commands: Record<string, () => Promise<void> | void> = {
    'rigy.preview': openPreview,
    'rigy.export': exportDocument,
    'rigy.render': renderDocument,
    'rigy.explain': explain,
    'rigy.restart': start,
  };
  for (const [name, action] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, action));
  }
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
