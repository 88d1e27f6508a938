// Which project is open, and which can be brought back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newProject, withText } from '../src/project.js';
import { nameOf, Workspace, type Opened } from '../src/workspace.js';

function opened(name: string, text = ''): Opened {
  const project = newProject([{ path: `${name}.rigy.yaml`, text }]);
  return { project, title: null, fragment: `#${name}`, example: null };
}

function edit(workspace: Workspace, text: string): void {
  const { project } = workspace;
  workspace.change({ project: withText(project, project.entry, text) });
}

function shown({ current, project }: Workspace): string[] {
  return [nameOf(current), current.fragment, project.files[0]!.text];
}

test('an edited project is set aside when another is opened, and comes back', () => {
  const workspace = new Workspace();
  assert.equal(workspace.open(opened('a')), false);
  edit(workspace, 'mine');
  assert.equal(workspace.open(opened('b')), true);
  assert.deepEqual(shown(workspace), ['b.rigy.yaml', '#b', '']);
  assert.equal(nameOf(workspace.former!), 'a.rigy.yaml');
  workspace.bringBack();
  assert.deepEqual(shown(workspace), ['a.rigy.yaml', '#a', 'mine']);
  // b was not edited: there is nothing to bring back.
  assert.equal(workspace.former, null);
  assert.equal(workspace.bringBack(), null);
  // What came back is still edited.
  assert.equal(workspace.open(opened('c')), true);
});

test('an untouched project, or one edited back, is not set aside', () => {
  const workspace = new Workspace();
  workspace.open(opened('a', 'text'));
  edit(workspace, 'other');
  edit(workspace, 'text');
  assert.equal(workspace.open(opened('b')), false);
  assert.equal(workspace.former, null);
});

test('no edited project is lost, however many are opened', () => {
  const workspace = new Workspace();
  for (const name of ['a', 'b', 'c']) {
    workspace.open(opened(name));
    edit(workspace, `mine ${name}`);
  }
  workspace.bringBack();
  assert.deepEqual(shown(workspace), ['b.rigy.yaml', '#b', 'mine b']);
  workspace.bringBack();
  assert.deepEqual(shown(workspace), ['c.rigy.yaml', '#c', 'mine c']);
});

test('what was asked for last stays, whatever arrives last', () => {
  const workspace = new Workspace();
  const slow = workspace.ask();
  workspace.open(opened('example'));
  assert.equal(workspace.isOvertaken(slow), true);
  const first = workspace.ask();
  const second = workspace.ask();
  assert.equal(workspace.isOvertaken(first), false);
  workspace.open(opened('first'), first);
  assert.equal(workspace.isOvertaken(second), false);
});

test('a project without a title is called after the document that is compiled', () => {
  const workspace = new Workspace();
  workspace.open(opened('a'));
  workspace.change({ project: newProject([{ path: 'z.rigy.yaml', text: '' }]) });
  assert.equal(nameOf(workspace.current), 'z.rigy.yaml');
  workspace.change({ title: 'Arm' });
  assert.equal(nameOf(workspace.current), 'Arm');
});
