// The files that are being edited. A project is a value: every change makes a new one.
import type { WorkspaceEdit } from 'rigy';
import { withEdits } from './assist/asking.js';

export interface ProjectFile {
  path: string;
  text: string;
}

export interface Project {
  files: ProjectFile[];
  /** The document that is compiled. */
  entry: string;
}

export const documentSuffixes = ['.rigy.yaml', '.rigs.yaml'];

/** The suffix of a document, or ''. */
export function suffixOf(path: string): string {
  return documentSuffixes.find((suffix) => path.endsWith(suffix)) ?? '';
}

/** The name of a document without folder and suffix, for files that are made of it. */
export function baseOf(path: string): string {
  const name = path.split('/').at(-1)!;
  return name.slice(0, name.length - suffixOf(name).length);
}

export function newProject(files: ProjectFile[], entry?: string): Project {
  return { files, entry: entry ?? entryAmong(files) };
}

// A document that no other refers to, if there is one.
function entryAmong(files: ProjectFile[]): string {
  const documents = files.filter(({ path }) => path.endsWith('.yaml') && !/\.(ricy|rigm|bones)\.yaml$/.test(path));
  const isNamed = ({ path }: ProjectFile) => {
    const name = path.split('/').at(-1)!;
    return documents.some((other) => other.path !== path && other.text.includes(name));
  };
  return (documents.find((file) => !isNamed(file)) ?? documents[0] ?? files[0])?.path ?? '';
}

/** What a new file begins with: a new asset has the version of the one that is compiled. */
export function newText(project: Project, path: string): string {
  if (suffixOf(path) === '.rigs.yaml') return 'rigs_version: "0.1"\nimports: {}\nscene: {}\n';
  const version = /^version:.*$/m.exec(fileAt(project, project.entry)?.text ?? '');
  return suffixOf(path) === '.rigy.yaml' && version ? `${version[0]}\n` : '';
}

export function fileAt(project: Project, path: string): ProjectFile | undefined {
  return project.files.find((file) => file.path === path);
}

export function isSame(a: Project, b: Project): boolean {
  return (
    a.entry === b.entry &&
    a.files.length === b.files.length &&
    a.files.every(({ path, text }, i) => b.files[i]!.path === path && b.files[i]!.text === text)
  );
}

/** Whether a text is rather another one than a new version: most of it is in lines that are new. */
export function isOtherText(before: string, after: string): boolean {
  const linesOf = (text: string) => text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const known = new Set(linesOf(before));
  const lines = linesOf(after);
  const sizeOf = (some: string[]) => some.join('').length;
  return sizeOf(lines.filter((line) => !known.has(line))) > sizeOf(lines) / 2;
}

export function withText(project: Project, path: string, text: string): Project {
  const files = project.files.map((file) => (file.path === path ? { path, text } : file));
  return { ...project, files };
}

/** Files with the same path are replaced; others are appended. */
export function withFiles(project: Project, added: ProjectFile[]): Project {
  const files = project.files.map(
    (file) => added.find(({ path }) => path === file.path) ?? file,
  );
  files.push(...added.filter(({ path }) => fileAt(project, path) === undefined));
  return newProject(files, fileAt(project, project.entry) ? project.entry : undefined);
}

export function withoutFile(project: Project, path: string): Project {
  const files = project.files.filter((file) => file.path !== path);
  return newProject(files, path === project.entry ? undefined : project.entry);
}

/** `texts` are those that change with it: where other files name it, and what it names itself. */
export function renamed(project: Project, from: string, to: string, texts: ReadonlyMap<string, string>): Project {
  const newPath = (path: string) => (path === from ? to : path);
  const files = project.files.map(({ path, text }) => ({ path: newPath(path), text: texts.get(path) ?? text }));
  return { files, entry: newPath(project.entry) };
}

/** The texts that an edit of several files changes. */
export function editedTexts(project: Project, { documentChanges }: WorkspaceEdit): Map<string, string> {
  return new Map(
    documentChanges.flatMap(({ textDocument: { uri }, edits }): [string, string][] => {
      const file = fileAt(project, uri);
      return file ? [[uri, withEdits(file.text, edits)]] : [];
    }),
  );
}

/** Why a path cannot be used for a new file, or null. */
export function pathProblem(project: Project, path: string): string | null {
  if (path === '') return 'A file needs a name.';
  if (/[\0\\]/.test(path) || path.startsWith('/') || path.split('/').includes('..')) {
    return 'Paths must be relative, with / between folders and without "..".';
  }
  if (fileAt(project, path)) return `There is already a file '${path}'.`;
  return null;
}
