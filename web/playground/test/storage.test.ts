// What the browser keeps, with several tabs at work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newProject, withText } from '../src/project.js';
import { Storage, type Shelf } from '../src/storage.js';
import { Workspace, type Opened } from '../src/workspace.js';

class Memory implements Shelf {
  readonly items = new Map<string, string>();
  room = Infinity;

  get length(): number {
    return this.items.size;
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    const others = [...this.items].filter(([other]) => other !== key);
    const size = others.reduce((sum, [, one]) => sum + one.length, text.length);
    if (size > this.room) throw new Error('full');
    this.items.set(key, text);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

interface Tab {
  workspace: Workspace;
  storage: Storage;
  said: string[];
  session: Memory;
}

function tab(shelf: Memory, session = new Memory()): Tab {
  const workspace = new Workspace();
  const said: string[] = [];
  const say = (what: string) => () => said.push(what);
  const storage = new Storage(shelf, session, workspace, () => null, {
    refused: say('refused'),
    updated: say('updated'),
    parted: say('parted'),
  });
  storage.restore();
  return { workspace, storage, said, session };
}

function open({ workspace }: Tab, name: string): void {
  const project = newProject([{ path: `${name}.rigy.yaml`, text: name }]);
  workspace.open({ project, title: null, fragment: '', example: null } satisfies Opened);
}

function write({ workspace, storage }: Tab, text: string): void {
  const { project } = workspace;
  workspace.change({ project: withText(project, project.entry, text) });
  storage.save();
}

function textOf({ workspace }: Tab): string {
  return workspace.project.files[0]?.text ?? '';
}

// What the browser does: the others hear of every change.
function tell(shelf: Memory, { storage }: Tab): void {
  for (const [key, text] of [...shelf.items]) storage.changedElsewhere(key, text);
}

/** All texts that a new visit can reach. */
function reachable(shelf: Memory): string[] {
  const { current, former } = tab(shelf).workspace.state;
  const kept = [...former, ...(current ? [current] : [])];
  return kept.map(({ opened }) => opened.project.files[0]!.text).sort();
}

test('what was written is there at the next visit, and nothing if nothing was', () => {
  const shelf = new Memory();
  const first = tab(shelf);
  open(first, 'a');
  first.storage.save();
  assert.deepEqual([...shelf.items.keys()].filter((key) => key.includes('project:')), []);
  write(first, 'mine');
  assert.equal(textOf(tab(shelf)), 'mine');
  // Edited back to the original, it needs no record.
  write(first, 'a');
  assert.deepEqual(reachable(shelf), []);
});

test('two tabs with projects of their own keep both', () => {
  const shelf = new Memory();
  const [first, second] = [tab(shelf), tab(shelf)];
  open(first, 'a');
  open(second, 'a');
  write(first, 'one');
  write(second, 'two');
  write(first, 'one more');
  assert.deepEqual(reachable(shelf), ['one more', 'two']);
  assert.deepEqual([...first.said, ...second.said], []);
});

test('a tab that has not changed the project shows what another tab wrote', () => {
  const shelf = new Memory();
  const first = tab(shelf);
  open(first, 'a');
  write(first, 'one');
  const second = tab(shelf);
  assert.equal(textOf(second), 'one');
  write(second, 'two');
  tell(shelf, first);
  assert.equal(textOf(first), 'two');
  assert.deepEqual(first.said, ['updated']);
  write(first, 'three');
  tell(shelf, second);
  assert.equal(textOf(second), 'three');
  assert.deepEqual(reachable(shelf), ['three']);
});

test('if both tabs have changed the project, both versions are kept', () => {
  const shelf = new Memory();
  const first = tab(shelf);
  open(first, 'a');
  write(first, 'one');
  const second = tab(shelf);
  write(second, 'two');
  // The first has not heard of it yet.
  write(first, 'one more');
  assert.equal(textOf(first), 'one more');
  assert.deepEqual(first.said, ['parted']);
  assert.deepEqual(reachable(shelf), ['one more', 'two']);
  // What the other tab has written can be brought back here.
  first.workspace.bringBack();
  assert.equal(textOf(first), 'two');
  assert.deepEqual(reachable(shelf), ['one more', 'two']);
});

test('a tab that hears of a change in the middle of its own keeps both', () => {
  const shelf = new Memory();
  const first = tab(shelf);
  open(first, 'a');
  write(first, 'one');
  const second = tab(shelf);
  write(second, 'two');
  const { project } = first.workspace;
  first.workspace.change({ project: withText(project, project.entry, 'not saved') });
  tell(shelf, first);
  assert.equal(textOf(first), 'not saved');
  assert.deepEqual(first.said, ['parted']);
  assert.deepEqual(reachable(shelf), ['not saved', 'two']);
});

test('a version that was written over at the same moment is written again', () => {
  const shelf = new Memory();
  const first = tab(shelf);
  open(first, 'a');
  write(first, 'one');
  const before = new Map(shelf.items);
  const second = tab(shelf);
  write(first, 'one more');
  // The second has not seen that: its own record replaces it.
  for (const [key, text] of before) shelf.items.set(key, text);
  write(second, 'two');
  tell(shelf, first);
  assert.deepEqual(first.said, ['parted']);
  assert.deepEqual(reachable(shelf), ['one more', 'two']);
});

test('a reloaded tab has its own project again, not that of the tab that saved last', () => {
  const shelf = new Memory();
  const [first, second] = [tab(shelf), tab(shelf)];
  open(first, 'a');
  open(second, 'b');
  write(first, 'one');
  write(second, 'two');
  assert.equal(textOf(tab(shelf, first.session)), 'one');
  assert.equal(textOf(tab(shelf, second.session)), 'two');
});

test('where there is no room, the oldest go first, and a browser that keeps nothing says so once', () => {
  const shelf = new Memory();
  const first = tab(shelf);
  for (const name of ['a', 'b', 'c']) {
    open(first, name);
    write(first, name.repeat(1000));
  }
  shelf.room = 4200;
  open(first, 'd');
  write(first, 'd'.repeat(2000));
  assert.equal(textOf(tab(shelf))[0], 'd');
  assert.deepEqual(first.said, []);
  shelf.room = 0;
  write(first, 'e');
  write(first, 'f');
  assert.deepEqual(first.said, ['refused']);
});

test('projects that an earlier version of the page has kept are there', () => {
  const shelf = new Memory();
  const old = (text: string) => ({ project: newProject([{ path: 'a.rigy.yaml', text }]), title: null, fragment: '', example: null });
  const projects = ['first', 'last'].map((text) => ({ opened: old(text), original: old('') }));
  shelf.setItem('rigy-playground-projects', JSON.stringify({ version: 1, projects }));
  assert.equal(textOf(tab(shelf)), 'last');
  assert.deepEqual(reachable(shelf), ['first', 'last']);
  assert.equal(shelf.getItem('rigy-playground-projects'), null);
});

test('a project that does not fit even alone costs no other', () => {
  const shelf = new Memory();
  const first = tab(shelf);
  for (const name of ['a', 'b']) {
    open(first, name);
    write(first, `my ${name}`);
  }
  shelf.room = 5000;
  open(first, 'c');
  write(first, 'c'.repeat(9000));
  assert.deepEqual(first.said, ['refused']);
  assert.deepEqual(reachable(shelf), ['my a', 'my b']);
  // Set aside, it does not stop the next from being saved.
  open(first, 'd');
  write(first, 'my d');
  assert.deepEqual(reachable(shelf), ['my a', 'my b', 'my d']);
});

test('old projects are converted where there is no room for both forms', () => {
  const shelf = new Memory();
  const old = (text: string) => ({ project: newProject([{ path: 'a.rigy.yaml', text }]), title: null, fragment: '', example: null });
  const projects = ['first', 'last'].map((name) => ({ opened: old(name.repeat(1000)), original: old('') }));
  shelf.setItem('rigy-playground-projects', JSON.stringify({ version: 1, projects }));
  shelf.room = 12_000;
  assert.deepEqual(reachable(shelf).map((text) => text.slice(0, 5)), ['first', 'lastl']);
  assert.equal(shelf.getItem('rigy-playground-projects'), null);
});

test('a damaged record of an earlier version does not hide the others', () => {
  const shelf = new Memory();
  const first = tab(shelf);
  open(first, 'a');
  write(first, 'mine');
  for (const damaged of ['{"projects": [', 'null', '{"projects": [{"opened": {}}]}']) {
    shelf.setItem('rigy-playground-projects', damaged);
    assert.deepEqual(reachable(shelf), ['mine']);
  }
});
