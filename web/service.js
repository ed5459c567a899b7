// The service worker: it keeps each file when it is first loaded. A new version of the page has a new cache.
/* global VERSION, SHELL */ // web/build knows them
const name = `softmark ${VERSION}`;

self.addEventListener('install', event => event.waitUntil(caches.open(name).then(cache => cache.addAll(SHELL))));
self.addEventListener('activate', event => event.waitUntil((async () => {
  for (const other of await caches.keys()) if (other.startsWith('softmark ') && other !== name) await caches.delete(other);
  await self.clients.claim();
})()));
self.addEventListener('fetch', event => event.respondWith((async () => {
  const cache = await caches.open(name), kept = await cache.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok && event.request.method === 'GET') await cache.put(event.request, response.clone());
  return response;
})()));
