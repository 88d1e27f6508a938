// Uses RigyLoader in all its ways; the test reads what became of it.
import { LoadingManager } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { exportAsset, gatherFiles } from 'rigy';
import { RigyError, RigyLoader } from 'rigy/three';

// They are the public files of this page.
const models = `${location.origin}/`;
const textOf = async (path) => {
  const response = await fetch(models + path);
  if (!response.ok) throw new Error(path);
  return response.text();
};

/** All that matters of a model, as plain values. */
function described({ scene, scenes, animations, asset }) {
  const objects = [];
  scene.traverse(({ name, type, position, geometry }) => {
    const points = geometry ? Array.from(geometry.attributes.position.array) : [];
    objects.push([name, type, position.toArray(), points.length, points.reduce((sum, one) => sum + Math.abs(one), 0)]);
  });
  const clips = animations.map(({ name, duration, tracks }) => [name, duration, tracks.map((track) => track.name)]);
  return JSON.stringify([objects, clips, scenes.length, asset.version]);
}

/** As another program would load it: exported, then read by GLTFLoader. */
async function expectedOf(entry) {
  const files = await gatherFiles(entry, textOf);
  const { files: made } = await exportAsset(files);
  return described(await new GLTFLoader().parseAsync(made[0].bytes.buffer, ''));
}

async function errorOf(promise) {
  try {
    await promise;
    return null;
  } catch (error) {
    return error;
  }
}

async function use() {
  const used = {};
  const loader = new RigyLoader();
  const motion = await loader.loadAsync(`${models}greet.rigm.yaml`);
  used.motion = described(motion) === (await expectedOf('greet.rigm.yaml'));
  used.clips = motion.animations.map(({ name }) => name);
  used.diagnostics = motion.diagnostics;

  const expected = await expectedOf('robot.rigy.yaml');
  const viaPath = await new Promise((done, failed) => {
    new RigyLoader().setPath(models).load('robot.rigy.yaml', done, undefined, failed);
  });
  used.path = described(viaPath) === expected;

  const text = await textOf('robot.rigy.yaml');
  used.parsed = described(await loader.parseAsync(text, models)) === expected;
  used.called = described(await new Promise((done, failed) => loader.parse(new TextEncoder().encode(text).buffer, models, done, failed))) === expected;
  used.files = described(await loader.parseAsync(await gatherFiles('robot.rigy.yaml', textOf))) === expected;
  used.here = described(await new RigyLoader().setWorker(false).loadAsync(`${models}robot.rigy.yaml`)) === expected;
  used.blob = described(await loader.loadAsync(URL.createObjectURL(new Blob([await textOf('parts/wheel.rigy.yaml')])))) === (await expectedOf('parts/wheel.rigy.yaml'));

  const two = await Promise.all(['robot.rigy.yaml', 'greet.rigm.yaml'].map((name) => loader.loadAsync(models + name)));
  used.twoAtOnce = described(two[0]) === expected && two[1].animations.length === motion.animations.length;
  used.options = (await loader.setOptions({ poses: 'none', scale: 2 }).parseAsync(text, models)).scene !== undefined;
  loader.setOptions({});

  const rejected = await errorOf(loader.parseAsync(text.replace('type: sphere', 'type: spere'), models));
  used.rejected = [rejected instanceof RigyError, rejected.message, rejected.diagnostics[0].line];
  const lost = await errorOf(loader.parseAsync(text.replace('parts/wheel', 'parts/lost'), models));
  used.lost = lost.diagnostics.map(({ message }) => message);
  used.missing = String(await errorOf(loader.loadAsync(`${models}missing.rigy.yaml`)));
  used.wrongOption = String(await errorOf(loader.setOptions({ posess: 'none' }).parseAsync(text, models)));
  loader.setOptions({});

  const events = [];
  const manager = new LoadingManager(
    () => events.push('all'),
    undefined,
    (url) => events.push(`failed ${url.split('/').at(-1)}`),
  );
  await new RigyLoader(manager).loadAsync(`${models}robot.rigy.yaml`);
  await errorOf(new RigyLoader(manager).loadAsync('data:,version: 3'));
  used.events = events.map((event) => event.slice(0, 20));

  loader.dispose();
  used.afterDispose = described(await loader.loadAsync(`${models}robot.rigy.yaml`)) === expected;
  return used;
}

use().then(
  (used) => (window.used = used),
  (error) => (window.used = { error: error.stack ?? String(error) }),
);
