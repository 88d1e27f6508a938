// A motion, loaded by its URL. The robot that it moves, and the robot's wheels, are loaded from where the files say.
import { AnimationMixer, Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Timer, WebGLRenderer } from 'three';
import { RigyLoader } from 'rigy/three';

const scene = new Scene();
scene.background = new Color(0xe8ecf1);
scene.add(new HemisphereLight(0xffffff, 0x8899aa, 2));
const sun = new DirectionalLight(0xffffff, 2);
sun.position.set(2, 3, 2);
scene.add(sun);

const camera = new PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100);
camera.position.set(1.5, 1.3, 2.4);
camera.lookAt(0, 0.6, 0);

const renderer = new WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);

const loader = new RigyLoader();
const model = await loader.loadAsync('greet.rigm.yaml');
scene.add(model.scene);
const mixer = new AnimationMixer(model.scene);
mixer.clipAction(model.animations.find(({ name }) => name === 'greet')).play();
document.querySelector('#about').textContent = model.animations.map(({ name }) => name).join(', ');

const timer = new Timer();
renderer.setAnimationLoop((time) => {
  timer.update(time);
  mixer.update(timer.getDelta());
  renderer.render(scene, camera);
});
document.body.dataset.shown = 'greet';
