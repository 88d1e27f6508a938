// A motion, loaded by its URL. The robot that it moves, and the robot's wheels, are loaded from where the files say.
import { AnimationMixer } from 'three';
import { RigyLoader } from 'rigy/three';
import { makeStage, tell } from '../../stage.js';

const model = await new RigyLoader().loadAsync('greet.rigm.yaml');
const mixer = new AnimationMixer(model.scene);
mixer.clipAction(model.animations.find(({ name }) => name === 'greet')).play();

const scene = makeStage((seconds) => mixer.setTime(seconds));
scene.add(model.scene);
tell(`clips: ${model.animations.map(({ name }) => name).join(', ')}`);
document.body.dataset.shown = 'greet.rigm.yaml';
