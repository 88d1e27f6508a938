// Says which side of the model is seen, and offers the others.
import { button, byId } from './dom.js';
import type { Vec3 } from './quaternion.js';
import { sides, sidesSeen, type Side } from './view/sides.js';

export class SideMenu {
  readonly #button = byId('side');

  constructor(choose: (side: Side) => void) {
    const menu = byId('side-menu');
    menu.append(
      ...sides.map((side) =>
        button(capitalized(side), () => {
          menu.hidePopover();
          choose(side);
        }, { 'data-side': side }),
      ),
    );
  }

  /** Where the camera stands, seen from the model. */
  show(direction: Vec3): void {
    const text = capitalized(sidesSeen(direction));
    if (this.#button.textContent !== text) this.#button.textContent = text;
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
