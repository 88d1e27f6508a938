// Which document a picture shows. Pages say it themselves: `rigy render arm.rigy.yaml -o arm.png --pose bent`.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { drawnPictures, isDocument, isFile, read, root } from './repository.mjs';

const command = /^(?:\$ | {4})rigy render (\S+\.yaml) (.*)$/gm;
// What a live model does not show: such a picture stays what it is.
const beyond = /--(heat|solver|strip|show \S*(names|anchors|skeleton))/;

/** The asset of a document, and a motion of it: the document itself, or one beside it. */
export function movedBy(path) {
  const isMotion = path.endsWith('.rigm.yaml');
  const src = isMotion ? join(dirname(path), /^asset: (\S+)$/m.exec(read(path))[1]) : path;
  return { src, motion: isMotion ? path : motionBeside(src) };
}

function motionBeside(asset) {
  const stem = basename(asset).replace(/rigy\.yaml$/, '');
  const names = readdirSync(root + dirname(asset)).filter((name) => name.startsWith(stem) && name.endsWith('.rigm.yaml'));
  return names.length === 1 ? `${dirname(asset)}/${names[0]}` : null;
}

/** Picture (below docs/images) → { src, pose, view }. */
export class Models {
  #drawn = new Map();
  /** All pictures of the pages: path in the repository → address. */
  pictures = new Map();

  constructor() {
    for (const [picture, [document, options]] of drawnPictures()) this.#keep(picture, `examples/${document}`, options);
  }

  /** Remembers the pictures that the commands of a page draw. */
  readPage(page, text) {
    const folder = page.replace(/^docs\//, 'examples/').replace(/\.md$/, '');
    for (const [, document, options] of text.matchAll(command)) {
      const picture = /-o (\S+\.png)/.exec(options)?.[1];
      const source = [`${folder}/${document}`, `${dirname(folder)}/${document}`, document].find(isDocument);
      if (picture && source) this.#keep(`${basename(dirname(source))}/${picture}`, source, options);
    }
  }

  /** The address of a picture, which becomes part of the site. */
  pictureAt(path) {
    if (!isFile(path)) throw new Error(`there is no picture ${path}`);
    const address = `/${path.replace(/^docs\//, '')}`;
    this.pictures.set(path, address);
    return address;
  }

  of(picture) {
    return this.#drawn.get(picture) ?? null;
  }

  #keep(picture, src, options) {
    const option = (name) => new RegExp(`--${name} (\\S+)`).exec(options)?.[1] ?? null;
    if (beyond.test(options) || option('view')?.split(',').length > 2 || this.#drawn.has(picture)) return;
    // The poses of a motion are not the document's.
    const pose = src.endsWith('.rigm.yaml') ? null : option('pose');
    this.#drawn.set(picture, { ...movedBy(src), pose, clip: option('clip'), view: option('view') });
  }
}
