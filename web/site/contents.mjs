// The map of the site: which pages of docs/ stand in which part of the sidebar. Titles come from the pages.

export const parts = [
  { title: 'Guide', pages: ['guide/README', 'guide/*'] },
  {
    title: 'Language',
    pages: [
      'reference', 'cheatsheet', 'reference/shapes', 'reference/vertices', 'reference/space', 'reference/colors',
      'reference/bones', 'reference/poses', 'reference/frames', 'reference/symmetry', 'reference/steps', 'preprocessing',
      'rigs', 'motion', 'yaml', 'limits', 'decisions',
    ],
  },
  { title: 'Messages', pages: ['diagnostics', 'lint', 'fixes'] },
  {
    title: 'Tools',
    pages: [
      'install', 'cli', 'see-and-measure', 'render', 'inspect', 'measure', 'posing', 'weights', 'diff', 'format', 'editors',
      'playground', 'agents', 'scale',
    ],
  },
  { title: 'Files', pages: ['export', 'clients', 'fbx', 'winding'] },
  { title: 'In programs', pages: ['integrations', 'component', 'api', 'python'] },
  {
    title: 'Project',
    pages: [
      'rigbench', 'performance', 'stability', 'security', 'architecture', 'internals', 'testing', 'dependencies', 'third-party',
      'site',
    ],
  },
];

/** The document of the landing page, and the motion that it plays. */
export const landing = {
  src: 'examples/gallery/desk_lamp.rigy.yaml',
  motion: 'examples/gallery/desk_lamp.rigm.yaml',
  picture: 'docs/images/examples/desk_lamp.png',
  view: '215,10',
};
