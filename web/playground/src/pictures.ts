// What is seen, as files: a picture, a turn around the model, the clip that is shown.
import { apngOf, type Frame } from './apng.js';

/** What draws a moment of a film and shows its canvas while it can be read. */
export type Draw = <Result>(read: (canvas: HTMLCanvasElement) => Result) => Result;

export interface Film {
  seconds: number;
  /** Shows the moment at this share of the film, from 0 to 1. */
  show(share: number): void;
  draw: Draw;
}

/** Videos have no transparency. */
const paper = '#e6e8ec';
const widestFrame = 480;
const framesPerSecond = { apng: 12, webm: 30 };

export function pictureOf(draw: Draw): Promise<Uint8Array<ArrayBuffer>> {
  return draw(
    (canvas) =>
      new Promise((done, failed) => {
        canvas.toBlob((blob) => {
          if (blob) void blob.arrayBuffer().then((bytes) => done(new Uint8Array(bytes)));
          else failed(new Error('the browser gives no picture'));
        });
      }),
  );
}

export async function animationOf(film: Film): Promise<Uint8Array<ArrayBuffer>> {
  const { canvas, context } = sheetFor(film.draw, widestFrame);
  const frames: Frame[] = [];
  const count = Math.max(2, Math.round(film.seconds * framesPerSecond.apng));
  for (let i = 0; i < count; ++i) {
    film.show(i / count);
    context.clearRect(0, 0, canvas.width, canvas.height);
    film.draw((shown) => context.drawImage(shown, 0, 0, canvas.width, canvas.height));
    const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
    frames.push({ width, height, pixels: data });
    // The page stays usable.
    await new Promise((done) => setTimeout(done));
  }
  return apngOf(frames, framesPerSecond.apng);
}

/** It takes as long as the film. */
export async function videoOf(film: Film): Promise<Uint8Array<ArrayBuffer>> {
  const { canvas, context } = sheetFor(film.draw, Infinity);
  const recorder = new MediaRecorder(canvas.captureStream(framesPerSecond.webm), { mimeType: 'video/webm' });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const isDone = new Promise((done) => (recorder.onstop = done));
  recorder.start();
  const start = performance.now();
  for (let share = 0; share < 1; ) {
    film.show(share);
    context.fillStyle = paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    film.draw((shown) => context.drawImage(shown, 0, 0, canvas.width, canvas.height));
    await new Promise(requestAnimationFrame);
    share = (performance.now() - start) / (1000 * film.seconds);
  }
  recorder.stop();
  await isDone;
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Even sizes, which some players ask for.
function sheetFor(draw: Draw, widest: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  draw((shown) => {
    const scale = Math.min(1, widest / shown.width);
    canvas.width = 2 * Math.round((shown.width * scale) / 2);
    canvas.height = 2 * Math.round((shown.height * scale) / 2);
  });
  return { canvas, context: canvas.getContext('2d', { willReadFrequently: true })! };
}
