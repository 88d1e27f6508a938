// Keeps the whole site for later, unless the reader saves data.
import { withBase } from 'vitepress';

export async function keepOffline() {
  if (!navigator.serviceWorker || !isSecureContext) return;
  await navigator.serviceWorker.register(withBase('/sw.js'));
  if (navigator.connection?.saveData) return;
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage('keep');
}
