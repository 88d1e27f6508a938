// The compiler, loaded once for all elements of a page, from the folder of this script.
import { load, type Rigy } from 'rigy';

let loading: Promise<Rigy> | undefined;

export function compilerOf(): Promise<Rigy> {
  loading ??= load().catch((error: unknown) => {
    // The next element tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}
