// The documents whose exports are read back: all examples, and cases of the suite of every category that
// has shapes, bones, materials, poses, instances, UVs or scenes.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CHOSEN = new RegExp(`^(${[
  'A0[13458]', // one bone, every shape
  'B(05|10|11|12|18|25)', // many bones, their names, two meshes of one armature, tiny weights
  'C(07|16|38)|D10', // gradients
  'E(03|04|05|06|07|08|10|11|12|14)', // trees of bones, rolls, several roots, equal names
  'F70|G(32|34|50)', // names that repeat, symmetry
  'H(02|07|10|12|13|19|20|21|23|33|34|65|69|74|75|76|79|99|107|109|117|119)', // instances, nested, sheared, skinned
  'K(05|06|07|08|09|11|13|14|22)', // unusual contents and names
  'L(03|04|05|06|07|09|12|13|18|29|34)|M(01|04|08|11|12)|N01', // poses, several armatures, both solvers
  'O(01|04|07|10|13)', // materials
  'P(04|07|10|12|16)', // UV sets
  'R(01|02|03|06|07|09|10)', // scenes
  'S(002|006|023|024|025|033)|T(001|040|041|050|053)', // later shapes, several materials in a mesh
].join('|')})_`);

function documentsIn(folder) {
  return readdirSync(folder)
    .filter((name) => /\.rig[ys]\.yaml$/.test(name))
    .map((name) => ({ id: name.replace(/\.rig[ys]\.yaml$/, ''), document: join(folder, name) }));
}

// `only`: the id of one case, or "all" for the whole suite.
export function casesFrom(examples, suite, only) {
  const { tests } = JSON.parse(readFileSync(join(suite, 'manifest.json'), 'utf8'));
  const cases = tests
    .filter(({ type }) => type === 'positive')
    .map(({ id, input }) => ({ id, document: join(suite, input) }));
  const all = [...documentsIn(examples), ...documentsIn(join(examples, 'car')), ...documentsIn(join(examples, 'room')), ...cases];
  if (only === 'all') return all;
  if (only) return all.filter(({ id }) => id === only);
  return all.filter(({ id, document }) => document.startsWith(examples) || CHOSEN.test(id));
}
