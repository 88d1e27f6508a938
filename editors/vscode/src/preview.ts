// The preview: draws the document of the editor in a panel beside it, as it is typed. The part at the cursor is lit, and a
// click on a part moves the cursor to its line.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load, type Rigy } from 'rigy';
import * as vscode from 'vscode';
import type { FromPage, ToPage } from '../preview/messages';
import { gather, nameIn, type Gathered } from './documents';

const pause = 60;

export class Preview {
  readonly #dist: vscode.Uri;
  #rigy: Promise<Rigy> | undefined;
  #panel: vscode.WebviewPanel | undefined;
  #document: vscode.TextDocument | undefined;
  #shown: Gathered | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.#dist = vscode.Uri.joinPath(context.extensionUri, 'dist');
    context.subscriptions.push(
      vscode.workspace.onDidChangeTextDocument(() => this.#showSoon()),
      vscode.workspace.onDidSaveTextDocument(() => this.#showSoon()),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#follow(editor?.document)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#showCursor(textEditor)),
    );
  }

  open(document: vscode.TextDocument): void {
    this.#document = document;
    if (this.#panel) this.#panel.reveal(undefined, true);
    else this.#openPanel();
    this.#showSoon();
  }

  #openPanel(): void {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [this.#dist] };
    const panel = vscode.window.createWebviewPanel('rigy.preview', 'Rigy Preview', place, options);
    const address = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(this.#dist, name)).toString();
    panel.webview.html = pageOf(address, panel.webview.cspSource);
    panel.webview.onDidReceiveMessage((message: FromPage) => this.#receive(message));
    panel.onDidDispose(() => (this.#panel = undefined));
    this.#panel = panel;
  }

  // Another document is shown when its editor is; the files that the shown one names are part of it.
  #follow(document: vscode.TextDocument | undefined): void {
    if (!this.#panel || document?.languageId !== 'rigy' || document === this.#document) return;
    const name = this.#shown && nameIn(this.#shown.root, document.fileName);
    if (name !== undefined && this.#shown!.files.has(name)) return;
    this.#document = document;
    this.#showSoon();
  }

  #showSoon(): void {
    if (!this.#panel) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#show(), pause);
  }

  async #show(): Promise<void> {
    const document = this.#document;
    if (!document) return;
    try {
      const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath;
      this.#shown = await gather(document.fileName, folder, textOfEditor);
      const { entry, files } = this.#shown;
      const { glb, outline, diagnostics } = (await this.#compiler()).compile(files, { entry, outline: true });
      this.#panel!.title = `Preview of ${entry.split('/').pop()}`;
      if (glb && outline) this.#send({ kind: 'compiled', entry, glb, outline });
      else this.#send({ kind: 'refused', errors: diagnostics.filter(({ severity }) => severity === 'error').length });
      const editor = vscode.window.activeTextEditor;
      if (editor) this.#showCursor(editor);
    } catch (error) {
      void vscode.window.showErrorMessage(`The preview failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #compiler(): Promise<Rigy> {
    this.#rigy ??= readFile(join(this.#dist.fsPath, 'rigy.wasm')).then((bytes) => load(new Uint8Array(bytes).buffer));
    return this.#rigy;
  }

  #showCursor({ document, selection }: vscode.TextEditor): void {
    const file = this.#shown && nameIn(this.#shown.root, document.fileName);
    if (file !== undefined) this.#send({ kind: 'cursor', file, line: selection.active.line + 1 });
  }

  #send(message: ToPage): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #receive(message: FromPage): Promise<void> {
    if (message.kind === 'ready') return void this.#show();
    if (!this.#shown) return;
    const uri = vscode.Uri.file(join(this.#shown.root, ...message.file.split('/')));
    const at = new vscode.Position(message.line - 1, message.column - 1);
    const viewColumn = vscode.window.visibleTextEditors.find(({ document }) => document.uri.fsPath === uri.fsPath)?.viewColumn;
    await vscode.window.showTextDocument(uri, { viewColumn: viewColumn ?? vscode.ViewColumn.One, selection: new vscode.Range(at, at) });
  }
}

function textOfEditor(path: string): string | undefined {
  return vscode.workspace.textDocuments.find((one) => one.uri.scheme === 'file' && one.fileName === path)?.getText();
}

/** The page of the panel; only the extension's own files are loaded. */
export function pageOf(address: (name: string) => string, source: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source}; style-src ${source} 'unsafe-inline'">
    <link rel="stylesheet" href="${address('preview.css')}">
  </head>
  <body>
    <div id="stage" tabindex="0" data-state="loading">
      <canvas></canvas>
      <div class="labels"></div>
      <div class="gizmo-surface"></div>
      <div id="caption"></div>
      <p id="stage-note" role="status"></p>
    </div>
    <script src="${address('preview.js')}"></script>
  </body>
</html>
`;
}
