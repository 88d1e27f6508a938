// What is needed once something is picked, and loaded then.
export { colorChanges, colorOf } from './coloring.js';
export { snapped, snapsOf } from './snapping.js';
