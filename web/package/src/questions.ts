// What can be asked about texts, in the terms of the Language Server Protocol: the same questions that editors ask
// `rigy lsp`. The URI of a text is its path among the files.

/** Both from 0; `character` counts UTF-16 units, as strings of JavaScript do. */
export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface TextEdit {
  range: Range;
  newText: string;
}

export interface Location {
  uri: string;
  range: Range;
}

export interface WorkspaceEdit {
  documentChanges: { textDocument: { uri: string }; edits: TextEdit[] }[];
}

/** Numbers of the protocol: 3 function, 6 param, 10 field, 12 word, 15 filled-in form, 17 file, 18 id. */
export type CompletionKind = 3 | 6 | 10 | 12 | 15 | 17 | 18;

export interface CompletionItem {
  label: string;
  kind: CompletionKind;
  detail?: string;
  documentation?: string;
  sortText: string;
  /** The text is a snippet: `${1:0.1}` is the first place to write at, with what to write over. */
  textEdit: TextEdit;
}

export interface DocumentSymbol {
  name: string;
  detail?: string;
  kind: number;
  range: Range;
  selectionRange: Range;
  children: DocumentSymbol[];
}

export interface CodeAction {
  title: string;
  kind: string;
  /** It can only mean that. */
  isPreferred?: boolean;
  /** What goes away. */
  diagnostics?: { range: Range; code: string; message: string }[];
  edit: WorkspaceEdit;
}

/** A value as YAML on one line, and as lines of a block if that is written differently; or a text, which gets quotes if it needs them. */
export type WrittenValue = { value: string; lines?: string[] } | { text: string };

/** Where a change is: the path of the key, from the root or from the value that begins at `at`. */
interface Changed {
  at?: Position;
  /** Only if something is written there already. */
  ifWritten?: boolean;
}

export type Change = Changed &
  (
    | ({ set: string } & WrittenValue)
    | ({ insert: string; index?: number } & WrittenValue)
    | { remove: string }
    | { rename: string; name: string }
    /** A number that is written as a param is set there; one that is computed is refused, with the reason. */
    | { number: string; to: number }
  );

/** A number in the text, or what an expression there gives. */
export interface WrittenNumber {
  /** From the value that was asked about: `transform.translation[0]`. */
  path: string;
  text: string;
  value: number;
}

export interface MotionKey {
  /** In seconds. */
  at: number;
  pose: string;
  mirror: boolean;
  /** Until the next key. */
  ease: 'linear' | 'smooth' | 'step' | 'spline';
}

export interface MotionClip {
  id: string;
  /** In seconds. */
  length: number;
  loop: boolean;
  keys: MotionKey[];
  /** When `motions` are, in seconds: at every key, and at the clip's rate. */
  times: number[];
  /** For each bone w, x, y, z of its turn and x, y, z of its move, both relative to its parent. */
  motions: number[][];
}

export interface Clips {
  /** The text of the asset that moves. */
  asset: string;
  armature: string;
  bones: string[];
  clips: MotionClip[];
}

export interface WrittenScalar {
  key: string;
  text: string;
  /** Without quotes, so that it may be a number. */
  plain: boolean;
}

interface InText {
  textDocument: { uri: string };
}

interface AtPosition extends InText {
  position: Position;
}

type Coordinates = [x: number, y: number, z: number];

/** The options of what can be made of a document, as docs/web.md describes them. */
export interface MakeOptions {
  pose: {
    turns?: string[];
    moves?: string[];
    reaches?: string[];
    axes?: 'asset' | 'parent' | 'bone';
    id?: string;
    from?: string;
    /** Of a motion: one of its poses, or a moment of a clip, `walk@0.25`. */
    pose?: string;
    mirror?: boolean;
    on_ground?: boolean;
    replace?: boolean;
    write?: boolean;
  };
  weights: { mesh?: string; primitive?: string; write?: boolean };
  shape: {
    type?: 'capsule' | 'box' | 'cylinder';
    radius: number;
    from?: Coordinates;
    to?: Coordinates;
    along?: string;
    id?: string;
    material?: string;
    /** Return the document with the shape in this mesh. */
    mesh?: string;
  };
  rig: { kind: 'biped' | 'quadruped' | 'bird' | 'fish' | 'snake' | 'arm'; write?: boolean };
  motion: { gaits: string[]; armature?: string; asset?: string };
  /** The answer's text is JSON: [{name, summary, view}]. */
  gaits: { armature?: string };
}

export type Make = {
  [Operation in keyof MakeOptions]: { operation: Operation; options?: MakeOptions[Operation] };
}[keyof MakeOptions];

export interface Made {
  /** The entry or the motion; with `write`, or `mesh` of a shape, the document with it, which nobody has checked yet. */
  text: string;
  /** Weight files: by primitive, or with `write` by the names that the document gives them. */
  files: Record<string, string>;
  /** What is not as asked: how far bones stay from what they reach for. */
  notes: string[];
}

/** The params and the answer of each question. */
export interface Questions {
  'textDocument/completion': { params: AtPosition; answer: { items: CompletionItem[] } };
  'textDocument/hover': {
    params: AtPosition;
    answer: { contents: { kind: 'markdown'; value: string }; range: Range } | null;
  };
  'textDocument/definition': { params: AtPosition; answer: Location[] };
  'textDocument/references': {
    params: AtPosition & { context?: { includeDeclaration: boolean } };
    answer: Location[];
  };
  'textDocument/documentHighlight': { params: AtPosition; answer: { range: Range }[] };
  'textDocument/prepareRename': { params: AtPosition; answer: Range | null };
  'textDocument/rename': { params: AtPosition & { newName: string }; answer: WorkspaceEdit | null };
  'textDocument/documentSymbol': { params: InText; answer: DocumentSymbol[] };
  'textDocument/foldingRange': { params: InText; answer: { startLine: number; endLine: number }[] };
  'textDocument/documentLink': { params: InText; answer: { range: Range; target: string }[] };
  'textDocument/formatting': { params: InText; answer: TextEdit[] };
  'textDocument/codeAction': { params: InText & { range: Range; context?: { only?: string[] } }; answer: CodeAction[] };
  'textDocument/inlayHint': { params: InText; answer: { position: Position; label: string }[] };
  /** The edits that make the changes, one after the other, and leave everything else as it is written. */
  'rigy/edit': { params: InText & { changes: Change[] }; answer: TextEdit[] };
  /** The scalars of a mapping at the top of the document, such as `params`. */
  'rigy/scalars': { params: InText & { key: string }; answer: WrittenScalar[] };
  /** The numbers in the value that begins at the position. */
  'rigy/numbers': { params: AtPosition; answer: WrittenNumber[] };
  /** The clips of a motion without errors. */
  'rigy/clips': { params: InText; answer: Clips };
  /** Turns a bone and its ancestors, `count` in all (2), so that its tail comes to a point; `motions` as in a clip. */
  'rigy/reach': {
    params: InText & { armature: string; bone: string; count?: number; to: [x: number, y: number, z: number]; motions: number[] };
    answer: { motions: number[]; /** How far the tail stays from the point, in meters. */ missing: number };
  };
  /** Which change of a motion's text turns a bone at a key by these angles about x, y and z; no answer if a reach turns it. */
  'rigy/keyTurn': {
    params: InText & { clip: string; key: number; bone: string; degrees: [x: number, y: number, z: number] };
    answer: { path: string; value: string };
  };
  /** A pose, weights, a shape, a skeleton or a motion, as the commands of these names make them. */
  'rigy/make': { params: InText & Make; answer: Made };
  /** What changes in the texts if a file gets another path. */
  'rigy/moveFile': { params: InText & { newUri: string }; answer: WorkspaceEdit };
}

export type Method = keyof Questions;

/** Why a question has no answer, in words for people: that an id is taken, or that the text has no place for a change. */
export class NoAnswer extends Error {}

export type Reply<M extends Method> = { result: Questions[M]['answer'] } | { error: { message: string } };
