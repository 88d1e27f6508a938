// The gallery: a card per example, and the templates.
import { button, byId, el } from './dom.js';
import { examples, templateNames, type Example } from './examples.js';
import { loaded } from './loading.js';

export class Gallery {
  readonly #dialog = byId<HTMLDialogElement>('gallery');
  readonly #cards = byId('gallery-cards');

  constructor(choose: (example: Example) => void, start: (template: string) => void) {
    this.#cards.append(
      ...examples.map((example) => {
        const card = cardOf(example);
        card.addEventListener('click', () => {
          this.#dialog.close();
          choose(example);
        });
        return el('li', {}, card);
      }),
    );
    byId('gallery-templates').append(
      ...templateNames.map((name) =>
        button(name, () => {
          this.#dialog.close();
          start(name);
        }),
      ),
    );
    byId('open-gallery').addEventListener('click', () => {
      this.#dialog.showModal();
      void this.#showPictures();
    });
  }

  async #showPictures(): Promise<void> {
    const pictures = await loaded('The pictures', () => import('./example_pictures.js'));
    for (const image of this.#cards.querySelectorAll<HTMLImageElement>('img:not([src])')) {
      const picture = pictures?.pictureOf(image.closest<HTMLElement>('.card')!.dataset['example']!);
      if (picture) image.src = picture;
    }
  }

  setCurrent(id: string | null): void {
    for (const card of this.#cards.querySelectorAll<HTMLElement>('.card')) {
      if (card.dataset['example'] === id) card.setAttribute('aria-current', 'true');
      else card.removeAttribute('aria-current');
    }
  }
}

function cardOf(example: Example): HTMLButtonElement {
  const card = el('button', { type: 'button', class: 'card', 'data-example': example.id });
  card.append(
    el('img', { alt: '', loading: 'lazy', width: '480', height: '300' }),
    el('span', { class: 'card-title' }, example.title),
    el('span', { class: 'card-text' }, example.sentence),
  );
  return card;
}
