// The page: connects its parts. docs/playground.md has a diagram.
import './style/index.css';
import type { Change, Diagnostic, Outline, OutlinePrimitive, Place, Winding } from 'rigy';
import { AddMenu } from './add_menu.js';
import { reasonOf, withEdits } from './assist/asking.js';
import { Compiler, type Port } from './compiler.js';
import { copyText } from './digest.js';
import { byId } from './dom.js';
import { Editor } from './editor.js';
import type { Preset } from './export.js';
import { Handbook } from './handbook.js';
import { weightSummary } from './heat.js';
import { Inspector, type SolverMode } from './inspector.js';
import { Items } from './items.js';
import { KeyTurn } from './key_turn.js';
import { listenToLayout } from './layout.js';
import { loaded } from './loading.js';
import { Looking } from './looking.js';
import { emptyModel, ownersOf, partAtLine, type Owner, type Part } from './model.js';
import { Motion } from './motion.js';
import { dismiss, notify, notifyError } from './notice.js';
import { keepForOffline } from './offline.js';
import { Output } from './output.js';
import { Params } from './params.js';
import { Picked } from './picked.js';
import { listenToPictureMenu } from './picture_menu.js';
import { freePoseId } from './pose.js';
import { placementChanges } from './placement.js';
import { Placing } from './placing.js';
import { Problems } from './problems.js';
import { baseOf, fileAt, withText } from './project.js';
import { Projects, type Editing } from './projects.js';
import type { Compiled } from './protocol.js';
import type { Reach } from './reach.js';
import { Rig } from './rig.js';
import { listenToShortcuts, listenToUndo } from './shortcuts.js';
import { SideMenu } from './side_menu.js';
import { firstOptions, Switches } from './switches.js';
import { ThemeSwitch } from './theme.js';
import { directionOf, sides } from './view/sides.js';
import { Versions } from './versions.js';
import { View, type ViewOptions } from './view/view.js';

byId('not-started').remove();

const typingPause = 120;

let winding: Winding = 'canonical';
/** The text of the entry that the outline belongs to. */
let compiledText: string | null = null;
let pause: ReturnType<typeof setTimeout> | undefined;

async function explain(code: string): Promise<void> {
  const explanations = await loaded('The explanation', () => import('./explain.js'));
  await explanations?.explain(code);
}

// --- text -----------------------------------------------------------------------------------------

const editor = new Editor(byId('editor'), {
  desk: (path) => projects.desk(path),
  edited: (path, text, isOther) => projects.edit(path, text, isOther),
  movedTo: (file, line) => showPart(output.model ? partAtLine(output.model, { file, line }) : undefined),
  explain,
});
const projects: Projects = new Projects(editor, {
  ask: (project, method, params) => compiler.ask(project, method, params),
  opened: (start) => {
    problems.say(output.isUsable ? 'Compiling…' : 'The compiler could not be loaded');
    output.clear(start);
    motion.clear();
    items.clear();
    looking.clear();
    textChanged();
    compileNow();
  },
  changed: () => {
    textChanged();
    compileNow();
  },
  edited: (by) => {
    textChanged();
    compileAfter[by]();
  },
  replaced: (start) => output.renew(start),
  fileShown: () => picked.markLines(),
});
const problems = new Problems(
  ({ file, line, columnUtf16 }) => {
    projects.openFile(file);
    editor.goTo(line, columnUtf16);
  },
  explain,
);

const params = new Params({
  set: (key, value) => projects.changeEntry([{ set: `params.${key}`, ...value }], 'moving'),
  refused: (key, value, kept) => notify(`With ${key} at ${value} the document has errors; ${key} is ${kept} again.`),
});

// What the cursor is at is picked; that of other kinds is not.
function showPart(part: Part | undefined): void {
  picked.show(part?.kind === 'primitive' ? part.primitive : undefined);
  if (part?.kind === 'bone') rig.select(part.bone);
  else if (part && part.kind !== 'primitive') chooseNamed(part);
}

function chooseNamed({ kind, id, file }: { kind: 'anchor' | 'instance' | 'child'; id: string; file: string }): void {
  items.choose(kind, id, file);
  if (kind === 'child') placing.choose(id);
}

/** Goes to the line of something without leaving the view. */
function goToLine(place: Place): void {
  picked.show(undefined);
  projects.openFile(place.file);
  picked.goToPlace(place);
}

function pickOwner({ kind, id }: Owner): void {
  const { instances = [], children = [] } = output.model?.outline ?? {};
  const owner = (kind === 'child' ? children : instances).find((one) => one.id === id);
  if (!owner) return;
  goToLine(owner);
  chooseNamed({ kind, id, file: owner.file });
}

async function measureTo(to: OutlinePrimitive): Promise<void> {
  const { project } = projects;
  const from = view.highlighted;
  const measuring = await loaded('What measures', () => import('./measuring.js'));
  await measuring?.measure(project, from, to, (line) => view.setLine(line));
}

let shown = Promise.resolve();

async function readParams(): Promise<void> {
  const asked = projects.project;
  const question = { textDocument: { uri: asked.entry }, key: 'params' };
  const scalars = await compiler.ask(asked, 'rigy/scalars', question).catch(() => []);
  if (projects.project === asked) params.show(scalars);
}

function textChanged(): void {
  versions.changed();
  shown = readParams();
}

new Handbook({
  learn: (lesson) => void projects.openExample(lesson),
  word: () => editor.word,
});

// --- picture --------------------------------------------------------------------------------------

const sideMenu = new SideMenu((side) => view.fit(directionOf[side]));

const switches = new Switches((options) => {
  view.setOptions(options);
  showOptions(options);
});
const rig = new Rig({
  posed: (pose) => {
    view.setPose(pose);
    inspector.showMotion(rig.motion());
    view.setHandle(rig.rotation());
    if (!items.isDragging) items.refresh();
  },
  selected: (bone, isCarriedOver) => {
    view.select(bone);
    const armature = bone && output.model?.outline.armatures[bone.armature];
    if (bone && !isCarriedOver) picked.show(undefined);
    items.chooseBone(armature?.bones[bone!.bone] ?? null, armature?.id ?? '', isCarriedOver);
    inspector.showSelection(bone);
    inspector.showMotion(rig.motion());
    view.setHandle(rig.rotation());
    showWeightSummary();
  },
  named: (poseId, isModified) => inspector.showPose(poseId, isModified),
});
const motion: Motion = new Motion({
  ask: (project, method, params) => compiler.ask(project, method, params),
  posed: (pose) => rig.play(pose),
  left: () => rig.choose(null),
  ghosts: (poses) => view.setGhosts(poses),
  change: (file, changes) => void projects.changeFile(file, changes),
  shown: () => rig.pose,
  project: () => projects.project,
});
const inspector = new Inspector({
  choosePose: (id) => {
    motion.interrupt();
    rig.choose(id);
  },
  chooseSolver: (mode) => switches.set({ solvers: solversOf(mode) }),
  selectBone: (bone) => rig.select(bone),
  turnBone: (rotation) => {
    rig.turn(rotation);
    keyTurn.turned();
  },
  resetBone: () => {
    rig.reset();
    keyTurn.turned();
    void keyTurn.settle();
  },
  insertPose: () => void insertPose(),
  copyPose: () => void copyPose(),
  showWeights: (isOn) => showWeights(isOn),
});
const view = new View(byId('stage'), firstOptions, {
  pickPrimitive: (primitive, isSecond, nodes) => {
    if (isSecond) return void measureTo(primitive);
    projects.openFile(primitive.file);
    picked.goTo(primitive, nodes);
  },
  pickOwner: (nodes) => {
    const owner = output.model && ownersOf(output.model, nodes).at(-1);
    if (owner) pickOwner(owner);
  },
  pickBone: (bone) => {
    const written = output.model?.outline.armatures[bone.armature]?.bones[bone.bone];
    if (written) goToLine(written);
    rig.select(bone);
  },
  pickNothing: () => {
    picked.show(undefined);
    rig.select(null);
    items.clear();
  },
  seenFrom: (direction) => sideMenu.show(direction),
  turnBone: (rotation) => {
    rig.turnTo(rotation);
    keyTurn.turned();
  },
  pickAnchor: (index) => {
    const anchor = output.model!.outline.anchors[index]!;
    goToLine(anchor);
    items.choose('anchor', anchor.id, anchor.file);
  },
  dragged: (held) => items.drag(held),
  released: (held) => void items.release(held),
  stepped: (direction, sign) => items.step(direction, sign),
  stepsEnded: () => items.stepsEnded(),
});
const picked = new Picked(view, editor, (primitive, nodes) => items.choosePrimitive(primitive ?? null, nodes));
const items: Items = new Items(view.handle, {
  ask: (project, method, params) => compiler.ask(project, method, params),
  project: () => projects.project,
  model: () => output.model,
  isAtRest: () => rig.isAtRest,
  preview: (project) => void compiler.follow(project, winding),
  change: (file, changes) => projects.changeFile(file, changes),
  rings: (isOn) => view.setRings(isOn),
  tail: () => rig.tail(),
  reach: async (to) => (await reach())?.to(to),
  reached: async (to) => (await reach())?.write(to),
  height: () => view.height,
  outline: (node) => view.outlineNode(node),
  pick: pickOwner,
});
const looking = new Looking(view, {
  project: () => projects.project,
  model: () => output.model,
  found: (findings) => showProblems(findings),
});
const addMenu = new AddMenu(view, {
  project: () => projects.project,
  model: () => output.model,
  make: (make) => compiler.ask(projects.project, 'rigy/make', { textDocument: { uri: projects.project.entry }, ...make }),
  change: (changes) => projects.changeEntry(changes),
  replace: ({ text, files }) => projects.replaceEntry(text, files),
  addMotion: (file) => {
    motion.expect(file.path);
    projects.addFile(file);
  },
  pick: (primitive) => {
    projects.openFile(primitive.file);
    picked.goTo(primitive, null);
    view.fit();
  },
});
const versions = new Versions(projects, view, { preview: (project) => void compiler.follow(project, winding) });
let reaching: Reach | null = null;

async function reach(): Promise<Reach | null> {
  const made = reaching ? null : await loaded('What reaches', () => import('./reach.js'));
  if (made) {
    reaching ??= new made.Reach(rig, motion, {
      ask: (project, method, params) => compiler.ask(project, method, params),
      project: () => projects.project,
      outline: () => output.model?.outline,
      change: (file, changes) => projects.changeFile(file, changes),
      insertPose,
    });
  }
  return reaching;
}

const keyTurn = new KeyTurn(rig, motion, {
  ask: (project, method, params) => compiler.ask(project, method, params),
  project: () => projects.project,
  outline: () => output.model?.outline,
  change: (file, changes) => projects.changeFile(file, changes),
});
const placing = new Placing({
  select: (child) => {
    goToLine(child);
    items.choose('child', child.id, child.file);
  },
  // The places of the outline are those of the text that was compiled.
  place: (child, placement) => {
    if (compiledText !== null) void placeChild(compiledText, child.file, placementChanges(child, placement));
  },
});

async function placeChild(text: string, file: string, changes: Change[]): Promise<void> {
  try {
    const project = withText(projects.project, file, text);
    const edits = await compiler.ask(project, 'rigy/edit', { textDocument: { uri: file }, changes });
    projects.openFile(file);
    editor.replace(withEdits(text, edits));
  } catch (error) {
    notifyError(`The text was not changed: ${reasonOf(error)}.`);
  }
}

function showOptions({ solvers, heat }: ViewOptions): void {
  byId('pane-names').hidden = solvers.length < 2;
  inspector.showSolver(solvers.length > 1 ? 'both' : solvers[0]!);
  inspector.showWeights(heat);
  showWeightSummary();
}

function solversOf(mode: SolverMode): ViewOptions['solvers'] {
  return mode === 'both' ? ['lbs', 'dqs'] : [mode];
}

function showWeights(isOn: boolean): void {
  const armature = output.model?.outline.skins[0]?.armature;
  if (isOn && !rig.selected && armature !== undefined) rig.select({ armature, bone: 0 });
  switches.set({ heat: isOn });
}

function showWeightSummary(): void {
  const isShown = output.model && rig.selected && switches.options.heat;
  inspector.showWeightSummary(isShown ? weightSummary(output.model, rig.selected) : 'Choose a bone.');
}

async function insertPose(): Promise<void> {
  const id = freePoseId(output.model?.outline ?? emptyModel.outline);
  const entry = rig.entry(id);
  const isSecond = (output.model?.outline.poses.length ?? 0) > 0;
  rig.name(id);
  if (await projects.changeEntry([{ insert: 'poses', ...entry }])) {
    const makeClip = { label: 'Make a clip of the poses', run: () => void addMenu.addClip() };
    notify(`The pose was written into the document as ${id}.`, isSecond && !motion.hasClips ? makeClip : null);
  }
}

function copyPose(): Promise<void> {
  const done = 'The pose was copied; paste it under poses: in the document.';
  const text = rig.entry('my_pose').lines.map((line, i) => `  ${i === 0 ? '-' : ' '} ${line}\n`).join('');
  return copyText(text, done, 'Nothing was copied.');
}

// --- compiler -------------------------------------------------------------------------------------

const output = new Output({ view, rig, inspector, switches, picked });
const compiler = new Compiler(startWorker, {
  ready: (version) => {
    performance.mark('module-ready');
    byId('version').textContent = version;
  },
  compiled: showResult,
  failed: (reason) => {
    output.fail(reason);
    problems.say('Not compiled');
  },
  unusable: (reason) => {
    output.giveUp(reason);
    problems.say('The compiler could not be loaded');
  },
});

function startWorker(): Port {
  return new Worker(new URL('./compile_worker.ts', import.meta.url), { type: 'module' });
}

function compileSoon(): void {
  clearTimeout(pause);
  compiler.outdate();
  pause = setTimeout(compileNow, typingPause);
}

// Who types pauses; who moves a control wants to see what is between; who saves has finished.
const compileAfter: Record<Editing, () => void> = {
  typing: compileSoon,
  moving: () => params.sent(compiler.follow(projects.project, winding)),
  saving: compileNow,
};

function compileNow(): void {
  clearTimeout(pause);
  const number = compiler.request(projects.project, winding);
  // The worker answers in order: before it compiles, it has said what the params are.
  void shown.then(() => params.sent(number));
}

let diagnostics: Diagnostic[] = [];

/** The compiler's, and what lint found. */
function showProblems(findings: Diagnostic[]): void {
  const all = [...diagnostics, ...findings];
  problems.show(all);
  projects.markProblems(all);
  editor.setDiagnostics(all);
}

function showResult(result: Compiled): void {
  measureFirst();
  diagnostics = result.diagnostics;
  looking.compiled();
  params.compiled(result.number, result.glb !== null);
  output.show(result);
  if (result.outline) {
    showPlacing(result.outline);
    void motion.update(projects.project, result.outline);
    void items.show();
    versions.compiled();
    addMenu.compiled();
  }
  document.body.dataset['compiled'] = String(result.number);
}

function showPlacing(outline: Outline): void {
  compiledText = fileAt(projects.project, projects.project.entry)?.text ?? null;
  placing.show(outline);
}

// How long the user waits for the first model once the compiler is loaded.
function measureFirst(): void {
  if (performance.getEntriesByName('first-compile').length > 0) return;
  performance.measure('first-compile', 'module-ready');
  keepForOffline();
}

// --- listening ------------------------------------------------------------------------------------

function listenToButtons(): void {
  const on = (id: string, action: () => void) => byId(id).addEventListener('click', action);
  const menu = byId('download-menu');
  menu.addEventListener('click', () => menu.hidePopover());
  // Not by autofocus, which browsers also try when the page opens, and log if the editor has the focus by then.
  menu.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'open') byId('download-export').focus();
  });
  on('download-export', () => void output.downloadExport(projects.project, 'none'));
  for (const button of menu.querySelectorAll<HTMLButtonElement>('[data-preset]')) {
    const preset = button.dataset['preset'] as Preset;
    button.addEventListener('click', () => void output.downloadExport(projects.project, preset));
  }
  on('download-canonical', () => output.download(projects.project.entry));
  on('fit', () => view.fit());
  byId('turn').addEventListener('change', () => void keyTurn.settle());
  byId('stage').addEventListener('pointerup', () => void keyTurn.settle());
  on('item-posed', () => {
    motion.interrupt();
    rig.choose(null);
  });
  on('open-help', () => byId<HTMLDialogElement>('help').showModal());
  on('notice-close', dismiss);
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=winding]')) {
    radio.addEventListener('change', () => {
      winding = radio.value as Winding;
      compileNow();
    });
  }
  document.querySelector('.skip')!.addEventListener('click', (event) => {
    event.preventDefault();
    editor.focus();
  });
}

listenToButtons();
listenToPictureMenu(view, motion, () => baseOf(projects.project.entry));
listenToShortcuts({
  k: () => switches.toggle('skeleton'),
  n: () => switches.toggle('names'),
  a: () => switches.toggle('anchors'),
  w: () => switches.toggle('wireframe'),
  b: () => switches.toggle('backFaces'),
  g: () => switches.toggle('grid'),
  u: () => switches.toggle('uvs'),
  f: () => view.fit(),
  ...Object.fromEntries(sides.map((side, i) => [String(i + 1), () => view.fit(directionOf[side])])),
  p: () => byId('play').click(),
  r: () => {
    motion.interrupt();
    rig.choose(null);
  },
  l: () => byId('open-language').click(),
  e: () => byId('open-gallery').click(),
  '?': () => byId('open-help').click(),
});
listenToUndo(
  () => rig.undo(),
  () => rig.redo(),
);
listenToLayout();
new ThemeSwitch(byId('theme'), (colors) => view.setColors(colors));
projects.start();

// For the console and the tests: what is shown.
Object.assign(globalThis, {
  playground: {
    positions: () => view.positions(),
    project: (point: [number, number, number]) => view.project(point),
    isMoving: () => rig.isMoving || motion.isPlaying || view.isLoading,
    highlighted: () => view.highlighted?.id,
    rings: () => view.rings,
    handle: () => view.handle.arrow,
    outline: () => output.model?.outline,
  },
});
