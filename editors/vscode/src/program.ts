// The rigy program: how it is called and what it says.
import { execFile } from 'node:child_process';
import { parse } from 'node:path';

export interface Outcome {
  ok: boolean;
  text: string;
}

// Runs the program; what it prints is the text, errors included.
export function run(program: string, args: string[], folder?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: folder, maxBuffer: 16 << 20 }, (error, out, err) => {
      const isMissing = error !== null && (error as NodeJS.ErrnoException).code === 'ENOENT';
      const text = isMissing ? `There is no program '${program}': install Rigy, or set rigy.path.` : `${out}${err}`.trim();
      resolve({ ok: error === null, text });
    });
  });
}

// arm.rigy.yaml is exported to arm.glb.
export function outputFor(document: string, extension: string): string {
  const { dir, base } = parse(document);
  return `${dir}/${base.replace(/\.(rigy|rigs|rigm)\.ya?ml$/, '')}${extension}`;
}

export interface Target {
  label: string;
  extension: string;
  args: string[];
}

// What an asset can be exported for.
export const targets: Target[] = [
  { label: 'glTF binary', extension: '.glb', args: [] },
  { label: 'Blender', extension: '.glb', args: ['--for', 'blender'] },
  { label: 'Godot', extension: '.glb', args: ['--for', 'godot'] },
  { label: 'Unity', extension: '.fbx', args: ['--for', 'unity'] },
  { label: 'Unreal', extension: '.fbx', args: ['--for', 'unreal'] },
  { label: 'three.js', extension: '.glb', args: ['--for', 'three'] },
  { label: 'Wavefront OBJ', extension: '.obj', args: [] },
  { label: 'STL', extension: '.stl', args: [] },
];
