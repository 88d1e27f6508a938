// The pictures of the gallery's cards. Loaded when it is first opened.
const pictures = import.meta.glob<string>('../../../docs/images/example-*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

// Drawn by `rigy render`, for examples that have no picture of the playground.
const drawings = import.meta.glob<string>('../../../docs/images/examples/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

export function pictureOf(id: string): string | undefined {
  return pictures[`../../../docs/images/example-${id}.png`] ?? drawings[`../../../docs/images/examples/${id}.png`];
}
