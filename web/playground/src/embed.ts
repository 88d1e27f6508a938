// HTML that shows a project in another page: a frame with this page and the project in its address, so that nothing
// but this site is needed.
import { copyText } from './digest.js';
import { notifyError } from './notice.js';
import type { Project } from './project.js';
import { toFragment } from './share.js';

export function embedCode(address: string, name: string): string {
  const title = name.replace(/[<>&"]/g, '');
  return `<iframe src="${address}" title="${title}" width="720" height="480" loading="lazy" style="border:0"></iframe>`;
}

export async function copyEmbed(project: Project, name: string): Promise<void> {
  const fragment = await toFragment(project).catch(() => null);
  if (fragment === null) return notifyError('This project does not fit in a link, so there is no code that embeds it.');
  const address = location.href.replace(/#.*/, '') + fragment;
  await copyText(embedCode(address, name), 'Copied: the page that you paste it into shows this project.', 'Copy the link instead.');
}
