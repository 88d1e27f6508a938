// Names next to things in the picture: plain text over the canvas.
import { Vector3, type Camera } from 'three';

export interface Label {
  text: string;
  at: Vector3;
  kind: 'bone' | 'anchor';
  isChosen: boolean;
}

// More would only cover the model.
const mostLabels = 240;

export class Labels {
  readonly #container: HTMLElement;
  #labels: { label: Label; elements: HTMLElement[] }[] = [];
  #panes = 1;

  constructor(container: HTMLElement) {
    this.#container = container;
  }

  show(labels: Label[], panes: number): void {
    this.#panes = panes;
    this.#container.replaceChildren();
    this.#labels = labels.slice(0, mostLabels).map((label) => {
      const elements = Array.from({ length: panes }, () => {
        const element = document.createElement('span');
        element.className = `label label-${label.kind}`;
        element.classList.toggle('is-chosen', label.isChosen);
        element.textContent = label.text;
        this.#container.append(element);
        return element;
      });
      return { label, elements };
    });
  }

  move(camera: Camera): void {
    const { clientWidth, clientHeight } = this.#container;
    const width = clientWidth / this.#panes;
    const place = new Vector3();
    for (const { label, elements } of this.#labels) {
      place.copy(label.at).project(camera);
      const isInside = Math.abs(place.x) < 1 && Math.abs(place.y) < 1 && place.z < 1;
      elements.forEach((element, pane) => {
        element.hidden = !isInside;
        const x = width * (pane + (place.x + 1) / 2);
        const y = (clientHeight * (1 - place.y)) / 2;
        element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      });
    }
  }
}
