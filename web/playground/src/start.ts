// How a document is seen when it is opened.
import type { Vec3 } from './quaternion.js';
import type { ViewOptions } from './view/view.js';

export interface Start {
  direction: Vec3;
  /** A pose of the document, or rotations of bones in radians. */
  pose?: string;
  turns?: Record<string, Vec3>;
  bone?: string;
  options?: Partial<ViewOptions>;
}
