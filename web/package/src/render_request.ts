// The arguments of render(), checked and in the form that the module expects.
import type { Overlay, RenderOptions, Section } from './render_types.js';
import { checkOptionNames, choiceOf, countOf, type Documents, documentsOf, flagOf, idsOf, textOf } from './request.js';
import type { Files } from './types.js';

export interface RenderRequest extends Documents {
  views: string;
  width: number;
  height: number;
  projection: number;
  background: number;
  fit: number;
  section: number;
  sectionAt: number;
  focus: string;
  highlight: string;
  heat: string;
  show: number;
  diagnostics: boolean;
  solver: number;
  turntable: number;
  allPoses: boolean;
}

// RIGY_PROJECTION_..., RIGY_BACKGROUND_..., RIGY_FIT_..., RIGY_SOLVER_..., RIGY_SECTION_... and
// RIGY_SHOW_... of include/rigy/rigy.h.
const projections = { perspective: 0, orthographic: 1 };
const backgrounds = { light: 0, dark: 1, transparent: 2 };
const fits = { rest: 0, pose: 1 };
const solvers = { written: 0, lbs: 1, dqs: 2, both: 3 };
const axes = { x: 1, y: 2, z: 3 };
const overlays: Record<Overlay, number> = {
  skeleton: 1,
  names: 2,
  axes: 4,
  grid: 8,
  anchors: 16,
  bounds: 32,
  dimensions: 64,
  wireframe: 128,
};

const optionNames: Record<keyof RenderOptions, true> = {
  entry: true,
  views: true,
  width: true,
  height: true,
  projection: true,
  background: true,
  fit: true,
  section: true,
  pose: true,
  poses: true,
  turntable: true,
  solver: true,
  focus: true,
  highlight: true,
  heat: true,
  show: true,
  diagnostics: true,
  params: true,
  maxErrors: true,
};

export function renderRequestOf(files: Files, options: RenderOptions): RenderRequest {
  checkOptionNames(options, optionNames);
  return {
    ...documentsOf(files, options),
    views: idsOf(options.views ?? '', 'views'),
    width: countOf(options.width ?? 0, 'width'),
    height: countOf(options.height ?? 0, 'height'),
    projection: choiceOf(projections, options.projection ?? 'perspective', 'projection'),
    background: choiceOf(backgrounds, options.background ?? 'light', 'background'),
    fit: choiceOf(fits, options.fit ?? 'rest', 'fit'),
    ...sectionOf(options.section),
    focus: idsOf(options.focus ?? '', 'focus'),
    highlight: idsOf(options.highlight ?? '', 'highlight'),
    heat: textOf(options.heat ?? '', 'heat'),
    show: showOf(options.show ?? []),
    diagnostics: flagOf(options.diagnostics ?? false, 'diagnostics'),
    solver: choiceOf(solvers, options.solver ?? 'written', 'solver'),
    turntable: countOf(options.turntable ?? 0, 'turntable'),
    allPoses: flagOf(options.poses ?? false, 'poses'),
  };
}

function sectionOf(section: Section | undefined): { section: number; sectionAt: number } {
  if (section === undefined) return { section: 0, sectionAt: 0 };
  if (typeof section !== 'object' || section === null) throw new TypeError('rigy: section is not an object');
  if (!Number.isFinite(section.at)) throw new TypeError('rigy: at of section is not a finite number');
  return { section: choiceOf(axes, section.axis, 'axis of section'), sectionAt: section.at };
}

function showOf(names: readonly Overlay[]): number {
  if (!Array.isArray(names)) throw new TypeError('rigy: show is not an array');
  return names.reduce((bits, name) => bits | choiceOf(overlays, name, 'an entry of show'), 0);
}
