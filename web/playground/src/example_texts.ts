// The files of all examples and templates, and the pages of the guide, each loaded when it is opened. The list itself is loaded on first use.
export type Texts = Record<string, () => Promise<string>>;

export const examples: Texts = import.meta.glob<string>(
  ['../../../examples/{*,car/*,guide/**/*,room/**/*,gallery/**/*}.{yaml,json}', '!../../../examples/**/*.bones.yaml'],
  { query: '?raw', import: 'default' },
);

export const templates: Texts = import.meta.glob<string>('../../../templates/**/*.yaml', { query: '?raw', import: 'default' });

export const pages: Texts = import.meta.glob<string>('../../../docs/guide/[01]*.md', { query: '?raw', import: 'default' });
