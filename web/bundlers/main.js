// A page that uses all of the packages; the test reads what it says.
import { compile } from 'rigy';
import { render } from 'rigy/render';
import 'rigy-model';

const text = `version: "0.6"
meshes:
  - id: ball
    primitives:
      - { id: ball, type: sphere, dimensions: { radius: 0.5 } }
`;

async function use() {
  const files = { 'ball.rigy.yaml': text };
  const { glb } = await compile(files);
  const { png } = await render(files, { width: 64, height: 48 });
  const model = document.createElement('rigy-model');
  model.textContent = text;
  const shown = new Promise((done, failed) => {
    model.addEventListener('rigy-shown', done);
    model.addEventListener('error', ({ message }) => failed(new Error(message)));
  });
  document.body.append(model);
  await shown;
  return { glb: Array.from(glb), png: png.length };
}

use().then(
  (used) => (window.used = used),
  (error) => (window.used = { error: error.message }),
);
