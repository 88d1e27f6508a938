// As much of VS Code as the preview needs: documents, one panel, and what was asked of the window.
const listeners = {};
const event = (name) => (listener) => {
  listeners[name] = listener;
  return { dispose() {} };
};

export const asked = { messages: [], shown: [] };
export const fire = (name, value) => listeners[name](value);

const uriOf = (fsPath) => ({ fsPath, toString: () => `fake:${fsPath}` });
export const Uri = { file: uriOf, joinPath: (uri, ...parts) => uriOf([uri.fsPath, ...parts].join('/')) };
export const ViewColumn = { One: 1, Beside: -2 };
export class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
export class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}
export const workspace = {
  textDocuments: [],
  folder: undefined,
  getWorkspaceFolder: () => workspace.folder && { uri: uriOf(workspace.folder) },
  onDidChangeTextDocument: event('changed'),
  onDidSaveTextDocument: event('saved'),
};
export const window = {
  activeTextEditor: undefined,
  visibleTextEditors: [],
  onDidChangeActiveTextEditor: event('active'),
  onDidChangeTextEditorSelection: event('selected'),
  showErrorMessage: (text) => asked.messages.push({ kind: 'error', text }),
  showTextDocument: async (uri, options) => void asked.shown.push({ path: uri.fsPath, ...options }),
  createWebviewPanel: () => ({
    title: '',
    reveal() {},
    onDidDispose() {},
    webview: {
      cspSource: 'fake:',
      asWebviewUri: (uri) => uri,
      onDidReceiveMessage: event('received'),
      postMessage: async (message) => void asked.messages.push(message),
    },
  }),
};

/** A document as an editor has it, saved or not. */
export function documentOf(fileName, text) {
  return { fileName, uri: { ...uriOf(fileName), scheme: 'file' }, languageId: 'rigy', text, getText() { return this.text; } };
}
