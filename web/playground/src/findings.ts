// What `rigy lint` finds, and where it is in the model. Loaded on first use.
import type { Diagnostic } from 'rigy';
import { linted } from './export.js';
import { partAtLine, rangesFrom, type IndexRange, type Model } from './model.js';
import type { Project } from './project.js';
import type { Vec3 } from './quaternion.js';
import type { FindingMark } from './view/view.js';

/** The findings alone: errors and warnings of the document are shown anyway. */
export async function findingsOf(project: Project): Promise<Diagnostic[]> {
  return (await linted(project)).filter(({ code }) => /^L\d/.test(code));
}

export function summaryOf(findings: Diagnostic[]): string {
  if (findings.length === 0) return 'Nothing found';
  return findings.length === 1 ? '1 finding' : `${findings.length} findings`;
}

/** One mark for each part, with the codes of all that was found there. */
export function marksOf(model: Model, findings: Diagnostic[]): FindingMark[] {
  const marks = new Map<string, FindingMark>();
  for (const { code, file, line, related } of findings) {
    for (const place of [{ file, line }, ...related]) {
      const mark = markAt(model, place.file, place.line);
      if (!mark) continue;
      const key = mark.at.join();
      const known = marks.get(key);
      if (!known) marks.set(key, { ...mark, text: code });
      else if (!known.text.split(' ').includes(code)) known.text += ` ${code}`;
    }
  }
  return [...marks.values()];
}

function markAt(model: Model, file: string, line: number): Omit<FindingMark, 'text'> | null {
  const part = partAtLine(model, { file, line });
  const { outline, glb } = model;
  if (part?.kind === 'primitive') {
    const ranges = rangesFrom(model, part.primitive);
    return ranges.length === 0 ? null : { at: middleOf(model, ranges[0]!), ranges };
  }
  if (part?.kind === 'bone') return { at: outline.armatures[part.bone.armature]!.bones[part.bone.bone]!.head, ranges: [] };
  if (part?.kind === 'anchor') return { at: outline.anchors.find(({ id }) => id === part.id)!.translation, ranges: [] };
  const node = part && (part.kind === 'child' ? outline.children : outline.instances).find(({ id }) => id === part.id)?.node;
  const world = node === undefined ? undefined : glb.worlds.get(node);
  return world ? { at: [world[12]!, world[13]!, world[14]!], ranges: [] } : null;
}

/** The middle of the vertices, where the mesh is first placed. */
function middleOf({ glb }: Model, { mesh, first, count }: IndexRange): Vec3 {
  const { positions, indices } = glb.meshes[mesh]!;
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let i = first; i < first + count; ++i) {
    for (let k = 0; k < 3; ++k) {
      const value = positions[3 * indices[i]! + k]!;
      least[k] = Math.min(least[k]!, value);
      most[k] = Math.max(most[k]!, value);
    }
  }
  const [x, y, z] = least.map((value, k) => (value + most[k]!) / 2) as Vec3;
  const m = glb.placed.find((placed) => placed.mesh === mesh)!.matrix;
  const row = (k: number) => m[k]! * x + m[k + 4]! * y + m[k + 8]! * z + m[k + 12]!;
  return [row(0), row(1), row(2)];
}
