// Keeps the site, so that it can be read without a network. What is new wins whenever there is a network; only files
// whose names change with their contents are not asked for again.
const version = 'VERSION';
const files = [/* FILES */];
const prefix = `rigy-site ${self.registration.scope} `;
const addresses = files.map((name) => new URL(name, self.registration.scope).href);

self.addEventListener('install', (event) => {
  const first = ['index.html', '404.html'].map((name) => new URL(name, self.registration.scope).href);
  event.waitUntil(caches.open(prefix + version).then((cache) => cache.addAll(first)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + version);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

// One after the other, so that the reader's own requests come first. Tells who asked when all are there.
async function keepAll(client) {
  const cache = await caches.open(prefix + version);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  for (const address of addresses) {
    if (!kept.has(address)) await cache.add(address).catch(() => {});
  }
  client?.postMessage('kept');
}

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepAll(event.source));
});

async function answer(request) {
  const url = new URL(request.url);
  url.search = '';
  url.hash = '';
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  const cache = await caches.open(prefix + version);
  const kept = await cache.match(url.href);
  if (kept && url.pathname.includes('/assets/')) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = request.url.startsWith(self.registration.scope) && !request.url.startsWith(`${self.registration.scope}studio/`);
  if (request.method === 'GET' && isOurs) event.respondWith(answer(request));
});
