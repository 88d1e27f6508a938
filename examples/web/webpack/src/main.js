// A document as a module: the model is exported when the page is built.
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import robot from '../../models/robot.rigy.yaml';
import canonical from '../../models/robot.rigy.yaml?canonical';
import about from '../../models/robot.rigy.yaml?json';
import picture from '../../models/robot.rigy.yaml?png';
import greet from '../../models/greet.rigm.yaml';
import { makeStage, showPicture, tell } from '../../stage.js';

const model = await new GLTFLoader().loadAsync(robot);
makeStage().add(model.scene);
tell(`${about.summary.triangle_count} triangles, ${about.summary.bone_count} bones`);
showPicture(picture);
Object.assign(document.body.dataset, { shown: robot, canonical, greet });
