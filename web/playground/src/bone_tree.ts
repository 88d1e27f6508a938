// The bones as a tree: every bone below its parent.
import type { Outline, OutlineBone } from 'rigy';
import { byId, el, roving } from './dom.js';
import type { BoneId } from './pose.js';

export interface TreeRow {
  bone: number;
  depth: number;
}

// Deeper bones would have no room for their names.
const deepest = 8;

/** Children after their parents, siblings in the order of the document. */
export function treeRows(bones: Pick<OutlineBone, 'parent'>[]): TreeRow[] {
  const children = new Map<number | null, number[]>();
  bones.forEach(({ parent }, bone) => children.set(parent, [...(children.get(parent) ?? []), bone]));
  const rows: TreeRow[] = [];
  const waiting: TreeRow[] = [];
  const add = (parent: number | null, depth: number) => {
    for (const bone of (children.get(parent) ?? []).reverse()) waiting.push({ bone, depth });
  };
  add(null, 0);
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row);
    add(row.bone, row.depth + 1);
  }
  return rows;
}

export class BoneTree {
  readonly #list = byId('bones');
  readonly #select: (bone: BoneId) => void;

  constructor(select: (bone: BoneId) => void) {
    this.#select = select;
    roving(this.#list, '[role=treeitem]', ['ArrowUp', 'ArrowDown']);
    this.#list.addEventListener('keydown', (event) => this.#moveBetweenLevels(event));
  }

  show(outline: Outline): void {
    const shown = new Set(outline.skins.map(({ armature }) => armature));
    this.#list.replaceChildren(
      ...outline.armatures.flatMap(({ id, bones }, a) => {
        if (!shown.has(a)) return [];
        const heading = el('li', { role: 'presentation', class: 'bones-heading' }, id);
        const items = treeRows(bones).map((row) => this.#item(bones[row.bone]!.id, a, row));
        return shown.size > 1 ? [heading, ...items] : items;
      }),
    );
  }

  select(bone: BoneId | null): void {
    const key = bone && `${bone.armature}.${bone.bone}`;
    const items = this.#items();
    const current = items.find((item) => item.dataset['bone'] === key);
    for (const item of items) {
      item.setAttribute('aria-selected', String(item === current));
      item.tabIndex = item === (current ?? items[0]) ? 0 : -1;
    }
    current?.scrollIntoView({ block: 'nearest' });
  }

  #items(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>('[role=treeitem]')];
  }

  #item(name: string, armature: number, { bone, depth }: TreeRow): HTMLElement {
    const item = el(
      'li',
      { role: 'treeitem', 'aria-level': String(depth + 1), 'data-bone': `${armature}.${bone}` },
      name,
    );
    item.style.setProperty('--depth', String(Math.min(deepest, depth)));
    item.addEventListener('click', () => this.#select({ armature, bone }));
    return item;
  }

  // Left to the parent, right to the first child.
  #moveBetweenLevels(event: KeyboardEvent): void {
    const items = this.#items();
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    const levelOf = (item: HTMLElement | undefined) => Number(item?.ariaLevel ?? 0);
    const level = levelOf(items[at]);
    const parent = items.slice(0, at).reverse().find((item) => levelOf(item) < level);
    const child = levelOf(items[at + 1]) > level ? items[at + 1] : undefined;
    const target = event.key === 'ArrowLeft' ? parent : child;
    target?.focus();
    target?.click();
  }
}
