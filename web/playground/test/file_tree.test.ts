import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../src/file_tree.js';

const shown = (paths: string[]) => rowsOf(paths).map(({ path, name, level }) => `${'  '.repeat(level - 1)}${name}${path.endsWith('/') ? '/' : ''}`);

test('folders come before files, and what is in a folder after it', () => {
  assert.deepEqual(shown(['room.rigs.yaml', 'parts/table.rigy.yaml', 'parts/small/cup.rigy.yaml', 'a.rigy.yaml', 'parts/chair.rigy.yaml']), [
    'parts/',
    '  small/',
    '    cup.rigy.yaml',
    '  chair.rigy.yaml',
    '  table.rigy.yaml',
    'a.rigy.yaml',
    'room.rigs.yaml',
  ]);
});

test('a folder and a file whose names begin alike', () => {
  assert.deepEqual(shown(['car/a.yaml', 'car.yaml', 'car-b/c.yaml']), ['car-b/', '  c.yaml', 'car/', '  a.yaml', 'car.yaml']);
});
