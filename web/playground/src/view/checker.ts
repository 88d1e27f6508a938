// A texture that shows UVs: squares of a tenth, with names, so that stretching, seams and mirroring
// are visible.
import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';

const squares = 10;
const size = 1024;
const letters = 'ABCDEFGHIJ';

/** The origin of glTF's UVs is the upper left corner: A0 is there, u goes along the letters. */
export function checkerTexture(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context) draw(context);
  const texture = new CanvasTexture(canvas);
  texture.flipY = false;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function draw(context: CanvasRenderingContext2D): void {
  const side = size / squares;
  context.font = `600 ${0.36 * side}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let row = 0; row < squares; ++row) {
    for (let column = 0; column < squares; ++column) {
      const isDark = (row + column) % 2 === 1;
      // From one hue to the next along u, paler along v.
      const hue = 200 + 16 * column;
      const lightness = (isDark ? 38 : 78) + 1.2 * row;
      context.fillStyle = `hsl(${hue} 45% ${lightness}%)`;
      context.fillRect(column * side, row * side, side, side);
      context.fillStyle = isDark ? 'rgb(255 255 255 / 75%)' : 'rgb(0 0 0 / 60%)';
      context.fillText(`${letters[column]}${row}`, (column + 0.5) * side, (row + 0.5) * side);
    }
  }
}
