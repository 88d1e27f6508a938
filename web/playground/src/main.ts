// The page: which part tells which other part what. docs/playground.md draws it.
import './style.css';
import type { Diagnostic, OutlinePrimitive, Winding } from 'rigy';
import { Compiler, type Port } from './compiler.js';
import { copy, download, sha256 } from './digest.js';
import { byId } from './dom.js';
import { FilesError, listenForDrops, readFiles } from './drop.js';
import { Editor } from './editor.js';
import { examples, projectOf, type Example, type Start } from './examples.js';
import { explain } from './explain.js';
import { listenToFileMenu } from './file_menu.js';
import { Gallery } from './gallery.js';
import { weightsOf } from './heat.js';
import { Inspector, type SolverMode } from './inspector.js';
import { listenToLayout } from './layout.js';
import { modelOf, primitiveAtLine, statsOf, type Model } from './model.js';
import { dismiss, notify } from './notice.js';
import { Problems } from './problems.js';
import {
  documentSuffix,
  fileAt,
  renamed,
  withFiles,
  withoutFile,
  withText,
  type Project,
  type ProjectFile,
} from './project.js';
import type { Compiled } from './protocol.js';
import { Rig } from './rig.js';
import { fromFragment, isShared, LinkError, toFragment } from './share.js';
import { bytesText, showCompileTime, showStats } from './stats.js';
import { Tabs } from './tabs.js';
import { ThemeSwitch } from './theme.js';
import { View, type ViewOptions } from './view/view.js';

type Toggle = 'skeleton' | 'names' | 'anchors' | 'wireframe' | 'backFaces' | 'grid';

const typingPause = 120;
const firstOptions: ViewOptions = {
  skeleton: true,
  names: false,
  anchors: false,
  grid: true,
  wireframe: false,
  backFaces: false,
  heat: false,
  solvers: ['document'],
};
const toggleKeys: Record<string, Toggle> = {
  k: 'skeleton',
  n: 'names',
  a: 'anchors',
  w: 'wireframe',
  b: 'backFaces',
  g: 'grid',
};

// --- state --------------------------------------------------------------------------------------

let project: Project = { files: [], entry: '' };
let options = firstOptions;
let winding: Winding = 'canonical';
let model: Model | null = null;
let glb: Uint8Array<ArrayBuffer> | null = null;
// How to show the first model of a project that was just opened.
let start: Start | null = null;
let pause: ReturnType<typeof setTimeout> | undefined;

// --- the parts ----------------------------------------------------------------------------------

const stage = byId('stage');
const editor = new Editor(byId('editor'), {
  edited: (path, text) => {
    project = withText(project, path, text);
    compileSoon();
  },
  movedTo: (file, line) => showPrimitive(model ? primitiveAtLine(model, { file, line }) : undefined),
  explain: (code) => void explain(code),
});
const tabs = new Tabs(openFile);
const problems = new Problems(goToProblem, (code) => void explain(code));
const rig = new Rig({
  posed: (pose) => {
    view.setPose(pose);
    inspector.showMotion(rig.motion());
    view.setHandle(rig.worldRotation());
  },
  selected: (bone) => {
    view.select(bone);
    inspector.showSelection(bone);
    inspector.showMotion(rig.motion());
    view.setHandle(rig.worldRotation());
    showWeightSummary();
  },
  named: (poseId) => inspector.showPose(poseId),
});
const inspector = new Inspector({
  choosePose: (id) => rig.choose(id),
  chooseSolver: (mode) => setOptions({ solvers: solversOf(mode) }),
  selectBone: (bone) => rig.select(bone),
  turnBone: (rotation) => rig.turn(rotation),
  resetBone: () => rig.reset(),
  copyPose: () => void copyText(rig.text(), 'The pose was copied; paste it below poses: in the document.'),
  showWeights: (isOn) => showWeights(isOn),
});
const view = new View(stage, options, {
  pickPrimitive: (primitive) => goToPrimitive(primitive),
  pickBone: (bone) => rig.select(bone),
  pickNothing: () => {
    showPrimitive(undefined);
    rig.select(null);
  },
  turnBone: (rotation) => rig.turnInWorld(rotation),
});
const gallery = new Gallery((example) => openExample(example));
const compiler = new Compiler(startWorker, {
  ready: (version, milliseconds) => {
    byId('version').textContent = version;
    document.body.dataset['moduleReady'] = milliseconds.toFixed(1);
  },
  compiled: showResult,
  failed: (reason) => {
    notify(reason, 'error');
    setStageState(model ? 'stale' : 'empty', '');
    byId('problems-summary').textContent = 'Not compiled';
    withholdOutput();
  },
  unusable: (reason) => {
    setStageState('broken', `The compiler could not be loaded: ${reason}.`);
    byId('problems-summary').textContent = 'The compiler could not be loaded';
  },
});

function startWorker(): Port {
  return new Worker(new URL('./compile_worker.ts', import.meta.url), { type: 'module' });
}

// --- projects and files -------------------------------------------------------------------------

function openProject(opened: Project, name: string, shown: Start | null): void {
  project = opened;
  start = shown ?? { direction: [-0.5, 0.28, -1] };
  model = null;
  glb = null;
  byId('project-name').textContent = name;
  editor.reset();
  openFile(project.entry);
  compileNow();
}

function openExample(example: Example): void {
  byId('caption-title').textContent = example.title;
  byId('caption-text').textContent = example.sentence;
  gallery.setCurrent(example.id);
  history.replaceState(null, '', `#${example.id}`);
  dismiss();
  openProject(projectOf(example), example.title, example.start);
}

function forgetExample(): void {
  byId('caption-title').textContent = '';
  byId('caption-text').textContent = '';
  gallery.setCurrent(null);
}

function openFile(path: string): void {
  const file = fileAt(project, path);
  if (!file) return;
  editor.open(file);
  tabs.show(project, path);
}

function changeFiles(changed: Project, active: string): void {
  project = changed;
  openFile(active);
  compileNow();
}

async function addFiles(reading: Promise<ProjectFile[]>): Promise<void> {
  try {
    const files = await reading;
    const [document] = files.filter(({ path }) => path.endsWith(documentSuffix));
    for (const { path } of files) editor.forget(path);
    if (document) {
      forgetExample();
      // A document stands for itself: it is opened with the files that came along.
      const opened = withFiles({ files: [], entry: '' }, files);
      openProject(opened, document.path, null);
    } else {
      changeFiles(withFiles(project, files), files[0]!.path);
    }
    notify(`Opened ${files.map(({ path }) => path).join(', ')}.`);
  } catch (error) {
    notify(error instanceof FilesError ? error.message : 'The files could not be read.', 'error');
  }
}

async function openFragment(): Promise<void> {
  const fragment = location.hash;
  const example = examples.find(({ id }) => fragment === `#${id}`);
  if (example) return openExample(example);
  if (!isShared(fragment)) return openExample(examples[0]!);
  try {
    const shared = await fromFragment(fragment);
    forgetExample();
    openProject(shared, 'Shared project', null);
  } catch (error) {
    const reason = error instanceof LinkError ? error.message : 'it is damaged';
    if (project.files.length === 0) openExample(examples[0]!);
    notify(`This link cannot be opened: ${reason}.`, 'error');
  }
}

async function share(): Promise<void> {
  const fragment = await toFragment(project);
  history.replaceState(null, '', fragment);
  const size = bytesText(location.href.length);
  await copyText(location.href, `Link copied. It holds the whole project (${size}); nothing was uploaded.`);
}

// --- compiling ----------------------------------------------------------------------------------

function compileSoon(): void {
  clearTimeout(pause);
  compiler.outdate();
  pause = setTimeout(compileNow, typingPause);
}

function compileNow(): void {
  clearTimeout(pause);
  compiler.request(project, winding);
}

function showResult(result: Compiled): void {
  problems.show(result.diagnostics);
  editor.setDiagnostics(result.diagnostics);
  showCompileTime(result.milliseconds);
  document.body.dataset['compiled'] = String(result.number);
  if (result.glb && result.outline) {
    showModel(result.glb, modelOf(result.glb, result.outline));
  } else {
    setStageState(model ? 'stale' : 'empty', model ? 'The last version without errors' : 'Nothing to show yet');
  }
  byId<HTMLButtonElement>('download').disabled = result.glb === null;
  byId<HTMLButtonElement>('copy-digest').disabled = result.glb === null;
  if (result.glb === null) glb = null;
}

/** What was compiled last does not belong to the text on show. */
function withholdOutput(): void {
  glb = null;
  byId<HTMLButtonElement>('download').disabled = true;
  byId<HTMLButtonElement>('copy-digest').disabled = true;
}

function showModel(bytes: Uint8Array<ArrayBuffer>, compiled: Model): void {
  const isFirst = start !== null;
  model = compiled;
  glb = bytes;
  if (start) {
    options = { ...firstOptions, ...start.options };
    rig.start(model.outline, start);
  } else {
    rig.setOutline(model.outline);
  }
  view.setOptions(options);
  view.setModel(model, rig.pose);
  inspector.showOutline(model.outline, rig.selected);
  rig.announce();
  showOptions();
  if (isFirst) view.fit(start!.direction);
  start = null;
  showStats(statsOf(model));
  setStageState('fine', noteOn(model));
  void showDigest(bytes);
}

function noteOn({ glb: { placed } }: Model): string {
  if (!view.canDraw) return 'This browser does not draw in three dimensions (WebGL). All else works.';
  return placed.length === 0 ? 'This document has no meshes yet' : '';
}

async function showDigest(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const digest = await sha256(bytes);
  if (glb !== bytes) return;
  byId('copy-digest').textContent = digest?.slice(0, 8) ?? 'not available';
  byId('copy-digest').dataset['digest'] = digest ?? '';
}

function setStageState(state: 'fine' | 'stale' | 'empty' | 'broken', note: string): void {
  stage.dataset['state'] = state;
  byId('stage-note').textContent = note;
}

// --- between text and model -----------------------------------------------------------------------

function showPrimitive(primitive: OutlinePrimitive | undefined): void {
  view.highlight(primitive ?? null);
  const isHere = primitive?.file === editor.path;
  editor.pick(isHere && primitive ? { from: primitive.line, to: primitive.endLine } : null, { scroll: false });
}

function goToPrimitive(primitive: OutlinePrimitive): void {
  openFile(primitive.file);
  editor.goTo(primitive.line, primitive.columnUtf16, { focus: false });
  view.highlight(primitive);
  editor.pick({ from: primitive.line, to: primitive.endLine });
}

function goToProblem({ file, line, columnUtf16 }: Diagnostic): void {
  openFile(file);
  editor.goTo(line, columnUtf16);
}

// --- options ------------------------------------------------------------------------------------

function setOptions(changed: Partial<ViewOptions>): void {
  options = { ...options, ...changed };
  view.setOptions(options);
  showOptions();
}

function showOptions(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-toggle]')) {
    const isOn = options[button.dataset['toggle'] as Toggle];
    button.setAttribute('aria-pressed', String(isOn));
  }
  byId('pane-names').hidden = options.solvers.length < 2;
  inspector.showSolver(options.solvers.length > 1 ? 'both' : options.solvers[0]!);
  inspector.showWeights(options.heat);
  showWeightSummary();
}

function solversOf(mode: SolverMode): ViewOptions['solvers'] {
  return mode === 'both' ? ['lbs', 'dqs'] : [mode];
}

function toggle(name: Toggle): void {
  setOptions({ [name]: !options[name] });
}

function showWeights(isOn: boolean): void {
  const armature = model?.outline.skins[0]?.armature;
  if (isOn && !rig.selected && armature !== undefined) rig.select({ armature, bone: 0 });
  setOptions({ heat: isOn });
}

function showWeightSummary(): void {
  const bone = rig.selected;
  if (!model || !bone || !options.heat) return inspector.showWeightSummary('Choose a bone.');
  const meshes = new Map(model.glb.placed.map(({ mesh, skin }) => [mesh, skin]));
  let count = 0;
  let highest = 0;
  for (const [mesh, skin] of meshes) {
    const { influences } = model.glb.meshes[mesh]!;
    if (!influences || skin === null || model.outline.skins[skin]!.armature !== bone.armature) continue;
    for (const weight of weightsOf(influences, bone.bone)) {
      if (weight > 0) count += 1;
      highest = Math.max(highest, weight);
    }
  }
  const name = model.outline.armatures[bone.armature]!.bones[bone.bone]!.id;
  const what = count === 1 ? 'vertex follows' : 'vertices follow';
  inspector.showWeightSummary(`${count} ${what} ${name}, with weights up to ${highest.toFixed(2)}.`);
}

function setWinding(chosen: Winding): void {
  winding = chosen;
  compileNow();
}

async function copyText(text: string, done: string): Promise<void> {
  const isCopied = await copy(text);
  notify(isCopied ? done : 'The browser does not allow copying here.', isCopied ? 'note' : 'error');
}

function outputName(): string {
  const name = project.entry.split('/').at(-1)!;
  return `${name.endsWith(documentSuffix) ? name.slice(0, -documentSuffix.length) : name}.glb`;
}

// --- listening ----------------------------------------------------------------------------------

function listenToButtons(): void {
  const on = (id: string, action: () => void) => byId(id).addEventListener('click', action);
  on('share', () => void share());
  on('download', () => glb && download(glb, outputName()));
  on('fit', () => view.fit());
  on('open-help', () => byId<HTMLDialogElement>('help').showModal());
  on('notice-close', dismiss);
  on('copy-digest', () => {
    const { digest } = byId('copy-digest').dataset;
    if (digest) void copyText(digest, `Copied the SHA-256: ${digest}`);
    else notify('Browsers compute digests only for pages from https or localhost.', 'error');
  });
  for (const button of document.querySelectorAll<HTMLElement>('[data-toggle]')) {
    button.addEventListener('click', () => toggle(button.dataset['toggle'] as Toggle));
  }
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=winding]')) {
    radio.addEventListener('change', () => setWinding(radio.value as Winding));
  }
}

function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const isText = target.closest('.cm-editor, input:not([type=radio], [type=checkbox], [type=range])');
    const isTaken = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
    if (isText || isTaken || document.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase();
    const named = toggleKeys[key];
    if (named) toggle(named);
    else if (key === 'f') view.fit();
    else if (key === 'r') rig.choose(null);
    else if (key === 'e') byId('open-gallery').click();
    else if (key === '?') byId('open-help').click();
    else return;
    event.preventDefault();
  });
}

function listenToFiles(): void {
  listenToFileMenu({
    project: () => project,
    active: () => editor.path,
    create: (path) => changeFiles(withFiles(project, [{ path, text: newText(path) }]), path),
    rename: (path) => {
      const before = editor.path;
      editor.forget(before);
      changeFiles(renamed(project, before, path), path);
    },
    open: (files) => void addFiles(readFiles(files)),
    makeEntry: () => changeFiles({ ...project, entry: editor.path }, editor.path),
    remove: () => {
      const before = editor.path;
      editor.forget(before);
      const rest = withoutFile(project, before);
      changeFiles(rest, rest.entry);
    },
  });
  const dropHere = byId('drop-here');
  listenForDrops(
    (files) => void addFiles(files),
    (isOver) => (dropHere.hidden = !isOver),
  );
}

function newText(path: string): string {
  return path.endsWith(documentSuffix) ? 'version: "0.6"\n' : '';
}

listenToButtons();
listenToKeys();
listenToFiles();
listenToLayout();
new ThemeSwitch(byId('theme'), (colors) => view.setColors(colors));
addEventListener('hashchange', () => void openFragment());
document.querySelector('.skip')!.addEventListener('click', (event) => {
  event.preventDefault();
  editor.focus();
});
void openFragment();

// For the console and the tests: what is on show.
Object.assign(globalThis, {
  playground: {
    positions: () => view.positions(),
    project: (point: [number, number, number]) => view.project(point),
    isMoving: () => rig.isMoving,
    highlighted: () => view.highlighted?.id,
    outline: () => model?.outline,
  },
});
