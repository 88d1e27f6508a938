// Creates elements. Text is always inserted as text: nothing in the page parses HTML.

type Child = Node | string;

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function button(
  text: string,
  onClick: () => void,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** An element of index.html. */
export function byId<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`there is no element '${id}'`);
  return element as Type;
}

/** Arrow keys, Home and End move the focus among the matching children; Tab stops at only one of them. */
export function roving(container: HTMLElement, selector: string, keys: [back: string, on: string]): void {
  container.addEventListener('keydown', (event) => {
    const items = [...container.querySelectorAll<HTMLElement>(selector)];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const [back, on] = keys;
    const targets: Record<string, number> = {
      [back]: at - 1,
      [on]: at + 1,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key];
    if (at < 0 || target === undefined) return;
    event.preventDefault();
    const item = items[(target + items.length) % items.length]!;
    item.focus();
    item.click();
  });
}
