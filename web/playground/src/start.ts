// How a document is seen when it is opened.
import type { Vec3 } from './quaternion.js';
import type { ViewOptions } from './view/view.js';

export interface Start {
  /** Where the camera stands; 'inside' is a corner from which walls hide least. */
  direction: Vec3 | 'inside';
  /** A pose of the document. */
  pose?: string;
  bone?: string;
  options?: Partial<ViewOptions>;
}
