// Caches a complete version of the app so that it starts offline, and receives what other apps share.

const VERSION = '{{version}}';
const FILES = JSON.parse('{{files}}');
const CACHE = `app-${VERSION}`;
const CONFIG = '/app/config.json';
const SHELL = ['/', '/app/manifest.webmanifest', '/app/icon.svg'];

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === '/app/share') event.respondWith(share(request));
  if (request.method !== 'GET') return;
  if (pathname === CONFIG) event.respondWith(newest(request));
  else if (pathname === '/' || pathname.startsWith('/app/')) event.respondWith(stored(request, pathname));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL.map((path) => new Request(path, { cache: 'reload' })), ...FILES]);
  // During a rollout, the service may still return the old page.
  const page = await cache.match('/');
  if (!(await page.text()).includes(`/app/${VERSION}/`)) throw new Error('the versions differ');
  await cache.add(CONFIG).catch(() => {});
  await skipWaiting();
}

async function activate() {
  // Open pages of the previous version still load their files.
  const old = (await caches.keys()).filter((name) => name.startsWith('app-') && name !== CACHE);
  for (const name of old.slice(0, -1)) await caches.delete(name);
  await clients.claim();
  if (!old.length) return;
  for (const client of await clients.matchAll()) client.postMessage({ newVersion: VERSION });
}

async function stored(request, pathname) {
  const cache = await caches.open(CACHE);
  return (await cache.match(pathname)) ?? (await caches.match(pathname)) ?? fetch(request);
}

async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(CONFIG, response.clone());
    return response;
  } catch {
    return (await cache.match(CONFIG)) ?? Response.error();
  }
}

// The fragment never leaves the device, and it survives a sign-in.
async function share(request) {
  const form = await request.formData();
  const query = new URLSearchParams();
  for (const name of ['url', 'title', 'text']) if (form.get(name)) query.set(name, form.get(name));
  return Response.redirect(`/#/add?${query}`, 303);
}
