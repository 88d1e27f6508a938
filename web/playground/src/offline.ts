// Keeps the page for visits without a network (service_worker.js), once everything else is there.

/** Not for `rigy watch --serve`, whose page belongs to the program that serves it. */
export function keepForOffline(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV || location.hash === '#live') return;
  navigator.serviceWorker.register('./service_worker.js').then(
    () => {},
    // Some browsers refuse in private windows: the page works without.
    () => {},
  );
}
