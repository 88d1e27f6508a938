// The compiler, loaded once for all elements of a page, from the folder of this script.
import { load, type Rigy } from 'rigy';

let loading: Promise<Rigy> | undefined;

export function compilerOf(): Promise<Rigy> {
  loading ??= load();
  return loading;
}
