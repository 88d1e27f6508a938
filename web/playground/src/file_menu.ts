// The menu of file actions, and the dialog that asks for a path.
import { byId } from './dom.js';
import { canOpenFolder } from './drop.js';
import { pathProblem, type Project } from './project.js';

export interface FileActions {
  project(): Project;
  active(): string;
  /** The name of the project that can be brought back. */
  former(): string | null;
  create(path: string): void;
  rename(path: string): void;
  format(): void;
  open(files: File[]): void;
  openFolder(): void;
  makeEntry(): void;
  remove(): void;
  downloadFile(): void;
  downloadProject(): void;
  copyEmbed(): void;
  bringBack(): void;
}

/** Asks for the path of a new file. */
export function askForFile(folder: string, actions: Pick<FileActions, 'create' | 'project'>): void {
  askForPath('New file', `${folder}part.rigy.yaml`, actions, (path) => actions.create(path));
}

export function listenToFileMenu(actions: FileActions): void {
  const menu = byId('file-menu');
  const input = byId<HTMLInputElement>('file-input');
  const on = (id: string, action: () => void) =>
    byId(id).addEventListener('click', () => {
      menu.hidePopover();
      action();
    });
  menu.addEventListener('beforetoggle', () => {
    const { files, entry } = actions.project();
    byId<HTMLButtonElement>('delete-file').disabled = files.length < 2;
    byId<HTMLButtonElement>('make-entry').disabled = actions.active() === entry;
    const former = actions.former();
    byId('bring-back').hidden = former === null;
    byId('bring-back').textContent = `Bring back ${former}`;
  });
  on('new-file', () => askForFile('', actions));
  on('rename-file', () =>
    askForPath('Rename file', actions.active(), actions, (path) => actions.rename(path)),
  );
  on('open-files', () => input.click());
  byId('open-folder').hidden = !canOpenFolder;
  on('open-folder', () => actions.openFolder());
  on('format-file', () => actions.format());
  on('make-entry', () => actions.makeEntry());
  on('delete-file', () => actions.remove());
  on('download-file', () => actions.downloadFile());
  on('download-project', () => actions.downloadProject());
  on('copy-embed', () => actions.copyEmbed());
  on('bring-back', () => actions.bringBack());
  input.addEventListener('change', () => {
    if (input.files && input.files.length > 0) actions.open([...input.files]);
    input.value = '';
  });
}

function askForPath(title: string, path: string, actions: Pick<FileActions, 'project'>, done: (path: string) => void): void {
  const dialog = byId<HTMLDialogElement>('ask');
  const field = byId<HTMLInputElement>('ask-path');
  const problem = byId('ask-problem');
  const form = dialog.querySelector('form')!;
  byId('ask-title').textContent = title;
  field.value = path;
  problem.textContent = '';
  byId('ask-cancel').onclick = () => dialog.close();
  form.onsubmit = (event) => {
    const given = field.value.trim();
    problem.textContent = given === path && title !== 'New file' ? '' : pathProblem(actions.project(), given);
    if (problem.textContent) event.preventDefault();
    else if (given !== path || title === 'New file') done(given);
  };
  dialog.showModal();
  field.select();
}
