// Files dropped on the page or chosen in a dialog: text, with the folders they come in.
import type { ProjectFile } from './project.js';
import { mostText } from './share.js';

export class FilesError extends Error {}

/** Calls back with files dropped anywhere on the page; `setOver` tells whether files hover over it. */
export function listenForDrops(
  dropped: (files: Promise<ProjectFile[]>) => void,
  setOver: (isOver: boolean) => void,
): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) setOver(false);
  });
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    dropped(droppedFiles(event.dataTransfer!));
  });
}

async function droppedFiles(transfer: DataTransfer): Promise<ProjectFile[]> {
  // Entries must be read at once: they are gone after the event.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.every((entry) => entry === null)) return readFiles([...transfer.files]);
  const files: { path: string; file: File }[] = [];
  for (const entry of entries) if (entry) await collect(entry, '', files);
  return readAll(files);
}

async function collect(
  entry: FileSystemEntry,
  folder: string,
  files: { path: string; file: File }[],
): Promise<void> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    files.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const one of some) await collect(one, `${path}/`, files);
  }
}

export function readFiles(files: File[]): Promise<ProjectFile[]> {
  return readAll(files.map((file) => ({ path: file.name, file })));
}

const isText = (path: string) => /\.(ya?ml|json)$/i.test(path) && !path.startsWith('__MACOSX/');

async function readAll(files: { path: string; file: File }[]): Promise<ProjectFile[]> {
  const archive = files.length === 1 && /\.zip$/i.test(files[0]!.path) ? files[0]! : null;
  if (archive) return readZip(archive.file);
  const wanted = files.filter(({ path }) => isText(path));
  if (wanted.length === 0) throw new FilesError('Only .yaml and .json files can be opened here.');
  const size = wanted.reduce((sum, { file }) => sum + file.size, 0);
  if (size > mostText) throw new FilesError('Together these files are larger than 8 MiB.');
  return Promise.all(wanted.map(async ({ path, file }) => ({ path, text: await file.text() })));
}

async function readZip(file: File): Promise<ProjectFile[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { filesOfZip, ZipError } = await import('./zip.js');
  try {
    const files = await filesOfZip(bytes, isText, mostText);
    if (files.length === 0) throw new FilesError('The archive has no .yaml and .json files.');
    return files;
  } catch (error) {
    throw error instanceof ZipError ? new FilesError(error.message) : error;
  }
}

interface Folder {
  values(): AsyncIterable<({ kind: 'file'; name: string; getFile(): Promise<File> }) | ({ kind: 'directory'; name: string } & Folder)>;
}

/** Whether this browser can open a folder. */
export const canOpenFolder = 'showDirectoryPicker' in globalThis;

/** The files of a folder that is chosen in a dialog. */
export async function chosenFolder(): Promise<ProjectFile[]> {
  const picker = globalThis as unknown as { showDirectoryPicker(): Promise<Folder> };
  const files: { path: string; file: File }[] = [];
  await collectFolder(await picker.showDirectoryPicker(), '', files);
  return readAll(files);
}

async function collectFolder(folder: Folder, prefix: string, files: { path: string; file: File }[]): Promise<void> {
  for await (const entry of folder.values()) {
    const path = prefix + entry.name;
    if (entry.kind === 'directory') await collectFolder(entry, `${path}/`, files);
    else if (isText(path)) files.push({ path, file: await entry.getFile() });
  }
}
