// The splitter between editor and view, and the panels of the phone layout.
import { byId } from './dom.js';

const least = 20;
const most = 75;

export function listenToLayout(): void {
  const splitter = byId('splitter');
  const main = byId('main');
  const set = (percent: number) => {
    const width = Math.min(most, Math.max(least, percent));
    main.style.setProperty('--source-width', `${width}%`);
    splitter.setAttribute('aria-valuenow', String(Math.round(width)));
  };
  splitter.addEventListener('pointerdown', (event) => {
    splitter.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => {
      const box = main.getBoundingClientRect();
      set((100 * (moved.clientX - box.left)) / box.width);
    };
    splitter.addEventListener('pointermove', move);
    splitter.addEventListener('lostpointercapture', () => splitter.removeEventListener('pointermove', move), {
      once: true,
    });
  });
  splitter.addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[key];
    if (step !== undefined) set(Number(splitter.getAttribute('aria-valuenow')) + step);
  });
  listenToPanels(main);
}

function listenToPanels(main: HTMLElement): void {
  const buttons = [...byId('panels').querySelectorAll<HTMLButtonElement>('button')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      main.dataset['panel'] = button.dataset['panel'];
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
    });
  }
}
