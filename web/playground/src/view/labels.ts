// Names next to things in the picture: plain text over the canvas, as far as there is room for it.
import type { Camera, Vector3 } from 'three';

export interface Label {
  text: string;
  at: Vector3;
  kind: 'bone' | 'anchor' | 'finding';
  isChosen: boolean;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Shown {
  label: Label;
  width: number;
  height: number;
  /** One per pane. */
  elements: HTMLElement[];
}

// More would only cover the model.
const mostLabels = 240;
const gap = 7;
// Where a label may be, as shares of its own width and height and as multiples of the gap: next to
// its point if possible, otherwise above or below.
const sides: [x: number, y: number, gapX: number, gapY: number][] = [
  [0, -0.5, 1, 0],
  [-1, -0.5, -1, 0],
  [0, -1.1, 1, 0],
  [0, 0.1, 1, 0],
  [-1, -1.1, -1, 0],
  [-1, 0.1, -1, 0],
  [-0.5, -1, 0, -1],
  [-0.5, 0, 0, 1],
];

export class Labels {
  readonly #container: HTMLElement;
  #shown: Shown[] = [];
  #panes = 1;

  constructor(container: HTMLElement) {
    this.#container = container;
  }

  show(labels: Label[], panes: number): void {
    const shown = labels.slice(0, mostLabels);
    // A pose moves the same names sixty times a second.
    if (panes === this.#panes && isSameText(shown, this.#shown)) {
      shown.forEach((label, i) => (this.#shown[i]!.label = label));
      return;
    }
    this.#panes = panes;
    this.#container.replaceChildren();
    this.#shown = shown.map((label) => this.#make(label));
    for (const one of this.#shown) {
      one.width = one.elements[0]!.offsetWidth;
      one.height = one.elements[0]!.offsetHeight;
    }
  }

  /** Labels that find no room are hidden, those farther away first. */
  move(camera: Camera): void {
    const { clientWidth, clientHeight } = this.#container;
    const width = clientWidth / this.#panes;
    const placed = this.#shown.map((one) => ({ one, at: one.label.at.clone().project(camera) }));
    placed.sort((a, b) => Number(b.one.label.isChosen) - Number(a.one.label.isChosen) || a.at.z - b.at.z);
    const taken: Box[] = [];
    for (const { one, at } of placed) {
      const isInside = Math.abs(at.x) < 1 && Math.abs(at.y) < 1 && at.z < 1;
      const x = (width * (at.x + 1)) / 2;
      const y = (clientHeight * (1 - at.y)) / 2;
      const box = isInside ? freeBox(one, x, y, taken) : undefined;
      if (box) taken.push(box);
      one.elements.forEach((element, pane) => {
        element.hidden = box === undefined;
        if (box) element.style.transform = `translate(${(pane * width + box.left).toFixed(1)}px, ${box.top.toFixed(1)}px)`;
      });
    }
  }

  #make(label: Label): Shown {
    const elements = Array.from({ length: this.#panes }, () => {
      const element = document.createElement('span');
      element.className = `label label-${label.kind}`;
      element.classList.toggle('is-chosen', label.isChosen);
      element.textContent = label.text;
      this.#container.append(element);
      return element;
    });
    return { label, elements, width: 0, height: 0 };
  }
}

function isSameText(labels: Label[], shown: Shown[]): boolean {
  return (
    labels.length === shown.length &&
    labels.every(({ text, kind, isChosen }, i) => {
      const { label } = shown[i]!;
      return label.text === text && label.kind === kind && label.isChosen === isChosen;
    })
  );
}

function freeBox({ width, height }: Shown, x: number, y: number, taken: Box[]): Box | undefined {
  return sides
    .map(([shareX, shareY, gapX, gapY]): Box => {
      const left = x + shareX * width + gapX * gap;
      const top = y + shareY * height + gapY * gap;
      return { left, top, right: left + width, bottom: top + height };
    })
    .find((box) => taken.every((other) => !overlaps(box, other)));
}

/** Names keep a pixel between them: where they are drawn is rounded. */
function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right + 1 && b.left < a.right + 1 && a.top < b.bottom + 1 && b.top < a.bottom + 1;
}
