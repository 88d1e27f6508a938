// The menu that saves what is seen. What makes the files is loaded on first use.
import { download } from './digest.js';
import { byId } from './dom.js';
import { loaded } from './loading.js';
import type { Motion } from './motion.js';
import { notify, notifyError } from './notice.js';
import type { Film } from './pictures.js';
import type { View } from './view/view.js';

const turnSeconds = 3;

/** `name` is that of the document, without its suffix. */
export function listenToPictureMenu(view: View, motion: Motion, name: () => string): void {
  const menu = byId('picture-menu');
  menu.addEventListener('beforetoggle', () => {
    for (const button of menu.querySelectorAll<HTMLButtonElement>('[data-film=clip]')) button.disabled = motion.current === null;
  });
  for (const button of menu.querySelectorAll<HTMLButtonElement>('button')) {
    button.addEventListener('click', () => {
      menu.hidePopover();
      void save(view, motion, name(), button.dataset['film'], button.dataset['as']!);
    });
  }
}

async function save(view: View, motion: Motion, name: string, of: string | undefined, as: string): Promise<void> {
  const pictures = await loaded('What makes pictures', () => import('./pictures.js'));
  if (!pictures) return;
  const draw: Film['draw'] = (read) => view.draw(read);
  try {
    if (of === undefined) return download(await pictures.pictureOf(draw), `${name}.png`);
    notify('Recording…');
    motion.pause();
    const film = filmOf(view, motion, of, draw);
    const bytes = as === 'webm' ? await pictures.videoOf(film) : await pictures.animationOf(film);
    film.show(0);
    download(bytes, `${name}.${of}.${as === 'webm' ? 'webm' : 'png'}`);
    notify('Saved.');
  } catch (error) {
    notifyError(`There is no file: ${(error as Error).message}.`);
  }
}

function filmOf(view: View, motion: Motion, of: string, draw: Film['draw']): Film {
  if (of === 'turn') return { seconds: turnSeconds, show: view.turntable(), draw };
  return { seconds: motion.current?.clip.length ?? 1, show: (share) => motion.showShare(share), draw };
}
