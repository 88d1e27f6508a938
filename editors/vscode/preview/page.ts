// The page of the preview: the playground's view, with the editor of VS Code instead of its own.
import './page.css';
import { modelOf, primitiveAtLine, type Model } from '../../../web/playground/src/model.js';
import { Rig } from '../../../web/playground/src/rig.js';
import { firstOptions } from '../../../web/playground/src/switches.js';
import { viewColors } from '../../../web/playground/src/view/colors.js';
import { frontQuarter } from '../../../web/playground/src/view/sides.js';
import { View } from '../../../web/playground/src/view/view.js';
import type { FromPage, Place, ToPage } from './messages.js';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const host = acquireVsCodeApi();
const stage = document.getElementById('stage')!;
let model: Model | null = null;
let entry = '';
let cursor: Place | null = null;

const pick = ({ file, line, columnUtf16 }: Place & { columnUtf16: number }) =>
  host.postMessage({ kind: 'picked', file, line, column: columnUtf16 });

// Without skeleton, anchors and handles: a click is for the part under it.
const view: View = new View(stage, { ...firstOptions, skeleton: false }, {
  pickPrimitive: (primitive) => {
    view.highlight(primitive);
    pick(primitive);
  },
  pickBone: () => {},
  pickOwner: () => {},
  pickAnchor: () => {},
  pickNothing: () => view.highlight(null),
  seenFrom: () => {},
  // There are no handles.
  turnBone: () => {},
  dragged: (held) => held,
  released: () => {},
  stepped: () => {},
  stepsEnded: () => {},
});
const rig = new Rig({ posed: (pose) => view.setPose(pose), selected: () => {}, named: () => {} });

// The camera stays where it is.
function showCursor(): void {
  view.highlight((model && cursor && primitiveAtLine(model, cursor)) || null);
}

function show(message: Extract<ToPage, { kind: 'compiled' }>): void {
  const isOther = model === null || entry !== message.entry;
  model = modelOf(message.glb, message.outline);
  entry = message.entry;
  if (isOther) rig.start(model.outline, { direction: frontQuarter });
  else rig.setOutline(model.outline);
  view.setModel(model, rig.pose);
  rig.announce();
  if (isOther) view.fit(frontQuarter);
  showCursor();
  say('fine', '');
}

function say(state: string, note: string): void {
  stage.dataset['state'] = state;
  document.getElementById('stage-note')!.textContent = note;
}

function refuse(errors: number): void {
  const what = errors === 1 ? 'one error' : `${errors} errors`;
  say(model ? 'stale' : 'empty', model ? `${what}: this is the last version without` : `${what}: nothing to show yet`);
}

addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if (data.kind === 'compiled') show(data);
  if (data.kind === 'refused') refuse(data.errors);
  if (data.kind === 'cursor') {
    cursor = data;
    showCursor();
  }
});

function paint(): void {
  const isLight = document.body.classList.contains('vscode-light') || document.body.classList.contains('vscode-high-contrast-light');
  view.setColors(viewColors[isLight ? 'light' : 'dark']);
}

new MutationObserver(paint).observe(document.body, { attributes: true, attributeFilter: ['class'] });
paint();
host.postMessage({ kind: 'ready' });

// For the tests: what is shown.
Object.assign(globalThis, {
  preview: {
    highlighted: () => view.highlighted?.id,
    project: (point: [number, number, number]) => view.project(point),
  },
});
