// The arguments of render(), checked and in the form that the module expects.
import { renderChoices } from './operations.js';
import type { RenderOptions, Section } from './render_types.js';
import { numberOf, type Request, requestOf, wordOf } from './request.js';
import type { Files } from './types.js';

// What has a simpler name or form here than in C.
const renamed = {
  ...renderChoices,
  poses: renderChoices.allPoses,
  diagnostics: renderChoices.markDiagnostics,
  section: { ...renderChoices.section, kind: 'text' },
  solver: { ...renderChoices.solver, words: ['written', ...renderChoices.solver.words!] },
};

export function renderRequestOf(files: Files, options: RenderOptions): Request {
  const { section, ...others } = options ?? {};
  const given = options && { ...others, ...(section === undefined ? {} : { section: sectionOf(section) }) };
  const request = requestOf<object>(files, given, renamed);
  for (const choice of request.choices) if (choice[1] === 'written') choice[1] = 'as_written';
  return request;
}

function sectionOf(section: Section): string {
  if (typeof section !== 'object' || section === null) throw new TypeError('rigy: section is not an object');
  const axis = wordOf(['x', 'y', 'z'], section.axis, 'axis of section');
  return `${axis}=${numberOf(section.at, 'at of section')}`;
}
