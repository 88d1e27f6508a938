// A document as a module: the model is exported when the page is built. While Vite serves the page, a change of the document
// or of a file that it refers to shows at once, without loading the page again.
import type { Object3D } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import robot from '../../models/robot.rigy.yaml';
import canonical from '../../models/robot.rigy.yaml?canonical';
import about from '../../models/robot.rigy.yaml?json';
import picture from '../../models/robot.rigy.yaml?png';
import greet from '../../models/greet.rigm.yaml';
import { makeStage, showPicture, tell } from '../../stage.js';

const scene = makeStage();
let shown: Object3D | undefined;

async function show(url: string): Promise<void> {
  const model = await new GLTFLoader().loadAsync(url);
  if (shown) scene.remove(shown);
  shown = model.scene;
  scene.add(shown);
  document.body.dataset.shown = url;
}

function describe({ summary }: typeof about): void {
  tell(`${summary.triangle_count} triangles, ${summary.bone_count} bones`);
}

await show(robot);
describe(about);
showPicture(picture);
Object.assign(document.body.dataset, { canonical, greet });

// Nothing comes while the document has errors. Whatever is not accepted here loads the page again.
import.meta.hot?.accept('../../models/robot.rigy.yaml', (changed) => changed && show(changed.default));
import.meta.hot?.accept('../../models/robot.rigy.yaml?json', (changed) => changed && describe(changed.default));
import.meta.hot?.accept('../../models/robot.rigy.yaml?png', (changed) => changed && showPicture(changed.default));
import.meta.hot?.accept(['../../models/robot.rigy.yaml?canonical', '../../models/greet.rigm.yaml'], () => {});
