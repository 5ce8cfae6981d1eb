// Tests what `docs/security.md` says about four attackers.

import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { start } from '../service.mjs';
import { api, go, launch, open } from './app.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let service;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  [service, browser] = await Promise.all([start(), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** Serves a page from another site. @param {string} html */
async function siteWith(html) {
  const server = http.createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  // The host differs from the app's, so the browser treats the page as another site.
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

test('no token is stored where a script or a person could read it later', async () => {
  const { context, page, faults } = await open(service, browser);
  await page.getByText('Synced').waitFor();
  const stored = await page.evaluate(async () => {
    const texts = [location.href, document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage })];
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(String(name));
      const db = await new Promise((done) => {
        opening.onsuccess = () => done(opening.result);
      });
      for (const store of db.objectStoreNames) {
        const reading = db.transaction(store).objectStore(store).getAll();
        const values = await new Promise((done) => {
          reading.onsuccess = () => done(reading.result);
        });
        // Converts bytes to characters, because a token could be stored as bytes.
        const plain = (/** @type {string} */ _, /** @type {unknown} */ value) =>
          value instanceof ArrayBuffer ? String.fromCharCode(...new Uint8Array(value)) : value;
        texts.push(JSON.stringify(values, plain));
      }
      db.close();
    }
    return texts.join('\n');
  });
  assert.ok(stored.includes('"sealed"'), 'the refresh token is there, encrypted');
  assert.doesNotMatch(stored, /eyJ[\w-]+\./, 'every JSON Web Token begins like this');
  assert.doesNotMatch(stored, /code=/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the key of the refresh token does not leave the browser', async () => {
  const { context, page } = await open(service, browser);
  const exported = await page.evaluate(async () => {
    const opening = indexedDB.open('favorites-auth');
    const db = await new Promise((done) => {
      opening.onsuccess = () => done(opening.result);
    });
    const reading = db.transaction('meta').objectStore('meta').get('session');
    const { key } = await new Promise((done) => {
      reading.onsuccess = () => done(reading.result);
    });
    return crypto.subtle.exportKey('raw', key).then(
      () => 'exported',
      (error) => error.name,
    );
  });
  assert.equal(exported, 'InvalidAccessError');
  await context.close();
});

test('a link signs in only once, and a code without the state of this browser signs nobody in', async () => {
  const { context, page } = await open(service, browser);
  const used = await service.newLink();
  const other = await browser.newContext();
  const first = await other.newPage();
  await first.goto(used);
  await first.getByRole('searchbox').first().waitFor();
  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(used);
  await second.getByText('token link').waitFor();
  const third = await stranger.newPage();
  await third.goto(`${service.url}/?code=stolen&state=forged`);
  await third.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(await third.getByRole('searchbox').count(), 0);
  assert.equal(new URL(third.url()).search, '', 'the code is taken out of the address');
  for (const one of [context, other, stranger]) await one.close();
  assert.ok(page);
});

test('another site cannot embed the app, read it, or send requests as the user', async () => {
  const { context } = await open(service, browser);
  const site = await siteWith(`<iframe src="${service.url}/"></iframe>`);
  const page = await context.newPage();
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  await page.goto(site.url);
  await refused;
  const answers = await page.evaluate(async (url) => {
    const attempt = async (/** @type {string} */ path, /** @type {RequestInit} */ init) =>
      fetch(url + path, { credentials: 'include', ...init }).then(
        (response) => `${response.type} ${response.status}`,
        () => 'refused',
      );
    return [
      await attempt('/favorites', {}),
      await attempt('/app/config.json', {}),
      await attempt('/oauth2/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) }),
      await attempt('/favorites', { method: 'POST', body: '{}', mode: 'no-cors' }),
    ];
  }, service.url);
  assert.deepEqual(answers.slice(0, 3), ['refused', 'refused', 'refused']);
  assert.match(answers[3], /refused|opaque/, 'the page learns nothing');
  const { items } = await api(service, 'GET', '/favorites');
  assert.deepEqual(items, [], 'and nothing was saved');
  site.close();
  await context.close();
});

test('a link from another site fills the form for a new favorite and saves nothing', async () => {
  const { context } = await open(service, browser);
  const target = `${service.url}/#/add?url=${encodeURIComponent('https://evil.example/')}&title=Bait`;
  const site = await siteWith(`<a href="${target}">here</a>`);
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByText('here').click();
  await page.locator('dialog[open]').waitFor();
  assert.equal(await page.locator('dialog[open] textarea').first().inputValue(), 'https://evil.example/');
  const { items } = await api(service, 'GET', '/favorites');
  assert.deepEqual(items, []);
  site.close();
  await context.close();
});

test('a hostile favorite runs nothing, sends nothing, and is shown for what it is', async () => {
  const markup = '<img src=x onerror="globalThis.wasRun = true"><script>globalThis.wasRun = true</script>';
  const hostile = {
    markup: { dataType: 'note', title: markup, content: { text: markup } },
    bidi: { dataType: 'note', title: 'invoice\u202Egpj.exe', content: { text: 'a\u2066b\u2069' } },
    word: { dataType: 'note', title: 'x'.repeat(250), content: { text: 'y'.repeat(2000) } },
    picture: {
      dataType: 'image',
      title: 'Picture',
      contentUrl: 'https://tracker.example/i.png',
      thumbnailUrl: 'https://tracker.example/t.png',
      content: {},
    },
    host: { dataType: 'link', title: 'Bank', contentUrl: 'https://pаypal.example/', content: {} },
  };
  /** @type {Record<string, string>} */
  const ids = {};
  for (const [name, favorite] of Object.entries(hostile)) {
    ids[name] = (await api(service, 'POST', '/favorites', favorite)).dataId;
  }
  for (const contentUrl of ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>']) {
    const body = { dataType: 'link', title: 'Script', contentUrl, content: {} };
    await assert.rejects(api(service, 'POST', '/favorites', body), /400/, contentUrl);
  }
  const { context, page, faults } = await open(service, browser, { width: 360 });
  await page.getByText('Picture').waitFor();
  for (const id of Object.values(ids)) {
    await go(page, `#/all?id=${id}`);
    await page.locator('.detail').waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${id} is ${wide} px too wide`);
    const addresses = await page.locator('a[href]').evaluateAll((links) => links.map((link) => link.href));
    for (const address of addresses) assert.match(address, /^https?:/);
  }
  assert.equal(await page.evaluate(() => 'wasRun' in globalThis), false);
  assert.deepEqual(faults, [], 'nothing left the origin, and no script was refused');
  await go(page, '#/all');
  const text = (await page.locator('.list').textContent()) ?? '';
  assert.ok(text.includes('<img src=x'), 'markup is text');
  assert.ok(!text.includes('\u202E'), 'a control character is shown and does not act');
  assert.ok(text.includes('xn--'), 'a host of two scripts is in Punycode');
  await context.close();
});

test('a picture from another site is only requested after a click', async () => {
  const { context, page } = await open(service, browser);
  await context.route('https://tracker.example/**', (route) => route.abort());
  const { items } = await api(service, 'GET', '/favorites?type=image');
  await go(page, `#/all?id=${items[0].dataId}`);
  const request = page.waitForRequest('https://tracker.example/i.png');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await request;
  await context.close();
});
