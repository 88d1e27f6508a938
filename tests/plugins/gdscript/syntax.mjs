// Says where scripts for Godot 4 are not GDScript: node syntax.mjs MODULES-DIR SCRIPT...
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [modules, ...scripts] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'package.json'));
const Parser = require('tree-sitter');
const parser = new Parser();
parser.setLanguage(require('tree-sitter-gdscript'));

const wrongIn = (node) => (node.isError || node.isMissing ? [node] : node.children.flatMap(wrongIn));

for (const script of scripts) {
  for (const { startPosition, text } of wrongIn(parser.parse(readFileSync(script, 'utf8')).rootNode)) {
    console.log(`${script}:${startPosition.row + 1}: ${text.split('\n')[0]}`);
    process.exitCode = 1;
  }
}
