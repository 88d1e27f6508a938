// What is loaded on first use, which needs the server again.
import { notifyError } from './notice.js';

/** Null, with a message, if it cannot be loaded. `what` begins the message. */
export async function loaded<Result>(what: string, load: () => Promise<Result>): Promise<Result | null> {
  try {
    return await load();
  } catch {
    notifyError(`${what} could not be loaded: the server of this page does not answer. Try again when it does.`);
    return null;
  }
}
