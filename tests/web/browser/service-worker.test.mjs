// Tests the service worker with a server that serves successive versions of a small app.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './app.mjs';

const SOURCE = path.resolve(import.meta.dirname, '../../../functions/web/app/sw.js');
let version = 'one';
let page;
let server;
let browser;
let origin;

before(async () => {
  const source = await readFile(SOURCE, 'utf8');
  const type = (name) => ({ 'content-type': name, 'service-worker-allowed': '/' });
  server = http.createServer((request, response) => {
    const file = `/app/${version}/main.js`;
    const html = `<!doctype html><title>${version}</title><script type="module" src="${file}"></script>`;
    const files = {
      '/': ['text/html', html],
      '/app/sw.js': [
        'text/javascript',
        source.replace('{{version}}', version).replace('{{files}}', `["${file}"]`),
      ],
      '/app/config.json': ['application/json', JSON.stringify({ version })],
      '/app/manifest.webmanifest': ['application/json', '{}'],
      '/app/icon.svg': ['image/svg+xml', '<svg/>'],
      [file]: ['text/javascript', `globalThis.version = '${version}'`],
      '/favorites': ['application/json', '{"from":"the service"}'],
    };
    const found = files[new URL(request.url, 'http://x').pathname];
    response.writeHead(found ? 200 : 404, type(found?.[0] ?? 'text/plain')).end(found?.[1]);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${server.address().port}`;
  browser = await launch();
  page = await browser.newPage();
});
after(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

const titleOf = () => page.evaluate(() => [document.title, globalThis.version]);

test('the app starts offline, and nothing but the app comes from the cache', async () => {
  await page.goto(origin);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/app/sw.js', { scope: '/' });
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.goto(`${origin}/?code=1#/all`);
  assert.deepEqual(await titleOf(), ['one', 'one']);
  assert.equal(
    await page.evaluate(async () => (await (await fetch('/app/config.json')).json()).version),
    'one',
  );
  assert.equal(await page.evaluate(() => fetch('/favorites').catch(() => 'failed')), 'failed');
  await page.context().setOffline(false);
  assert.equal(
    await page.evaluate(async () => (await (await fetch('/favorites')).json()).from),
    'the service',
  );
});

test('sharing from another app opens the add box', async () => {
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { action: '/app/share', method: 'POST', enctype: 'multipart/form-data' });
    for (const [name, value] of [
      ['title', 'A & B'],
      ['url', 'https://example.com/?a=1'],
    ]) {
      const input = document.createElement('input');
      Object.assign(input, { name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL(/#\/add/);
  const { pathname, search, hash } = new URL(page.url());
  const query = new URLSearchParams(hash.slice(hash.indexOf('?')));
  assert.deepEqual(
    [pathname, search, query.get('title'), query.get('url')],
    ['/', '', 'A & B', 'https://example.com/?a=1'],
  );
});

test('a reload shows a new version, and pages of the old one keep their files', async () => {
  await page.goto(origin);
  const told = page.evaluate(
    () =>
      new Promise((done) => navigator.serviceWorker.addEventListener('message', ({ data }) => done(data))),
  );
  version = 'two';
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  assert.deepEqual(await told, { newVersion: 'two' });
  assert.deepEqual(await titleOf(), ['one', 'one']);
  assert.equal(await page.evaluate(async () => (await fetch('/app/one/main.js')).status), 200);
  await page.reload();
  assert.deepEqual(await titleOf(), ['two', 'two']);
  version = 'three';
  const again = page.evaluate(
    () =>
      new Promise((done) => navigator.serviceWorker.addEventListener('message', ({ data }) => done(data))),
  );
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await again;
  assert.deepEqual(await page.evaluate(() => caches.keys()), ['app-two', 'app-three']);
});
