// Tests the web app's data layer against the service: no saved change is lost or sent twice.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { start } from '../service.mjs';
import { api, launch, open } from './app.mjs';
import { Device, everything, launchProfile, until } from './device.mjs';

let service;
let browser;
let device;

before(async () => {
  browser = await launch();
});
after(() => browser?.close());
beforeEach(async () => {
  service = await start();
  device = await Device.in(service, browser);
});
afterEach(async () => {
  await device.context.close();
  await service.stop();
});

/**
 * Waits until a device and the service have the same data, with this favorite in the trash: the feed reports
 * a favorite as gone until the catalogue has moved it (docs/changes.md), and the device believes the feed.
 */
async function agree(one = device, trashed = undefined) {
  const bare = ({ dataId, title, content, tagIds, version, deleteTime, expireTime }) => ({
    dataId,
    title,
    content,
    tagIds: [...tagIds].sort(),
    version,
    deleteTime,
    expireTime,
  });
  const list = (map) => [...map.values()].map(bare).sort((a, b) => (a.dataId < b.dataId ? -1 : 1));
  const view = ({ items, trash, tags }) =>
    JSON.stringify([
      list(items),
      list(trash),
      [...tags.values()].map(({ tagName, tagId }) => [tagId, tagName]).sort(),
    ]);
  let got;
  let wanted;
  try {
    await until(async () => {
      await one.syncNow();
      const copy = await one.copy();
      [got, wanted] = [view(copy), view(await everything(service))];
      return got === wanted && !copy.outbox.length && (!trashed || copy.trash.has(trashed));
    });
  } catch {
    assert.deepEqual(JSON.parse(got), JSON.parse(wanted));
    assert.deepEqual((await one.copy()).outbox, []);
  }
}
const titles = async () => [...(await everything(service)).items.values()].map(({ title }) => title).sort();

test('a note that is saved offline is sent once the network is back', async () => {
  await device.context.setOffline(true);
  const id = await device.note('offline');
  assert.equal((await device.syncNow()).state, 'offline');
  assert.equal((await device.copy()).items.get(id).unsent, 1);
  await device.run('patch', id, { title: 'edited offline' });
  await device.boot().catch(() => {});
  await device.context.setOffline(false);
  await device.boot();
  await agree();
  assert.deepEqual(await titles(), ['edited offline']);
});

/** Runs a test with a second device of the same user. */
async function secondDevice(run) {
  const other = await Device.in(service, browser);
  try {
    await run(other);
  } finally {
    await other.context.close();
  }
}

test('all kinds of offline changes reach the service', async () => {
  const [kept, gone, purged] = await Promise.all(['kept', 'gone', 'purged'].map((name) => device.note(name)));
  const old = await device.run('createTag', 'old');
  await device.run('setTags', [kept], { add: [old.tagId] });
  await agree();
  const { tagId } = [...(await device.copy()).tags.values()][0];
  await device.context.setOffline(true);
  await device.run('moveTags', [{ tagId, name: 'new' }]);
  const fresh = await device.run('createTag', 'fresh');
  await device.run('setTags', [kept, gone], { add: [fresh.tagId] });
  await device.run('setExpiry', [kept], '2999-01-01T00:00:00.000Z');
  await device.run('patch', kept, { title: 'edited', content: { text: 'all new' } });
  await device.run('remove', [gone, purged]);
  await device.run('purge', [purged]);
  const later = await device.note('added', { tagIds: [fresh.tagId] });
  await device.run('moveTags', [{ tagId: fresh.tagId, into: tagId }]);
  await device.context.setOffline(false);
  await agree();
  const { items, trash, tags } = await everything(service);
  assert.deepEqual(
    [...tags.values()].map(({ tagName }) => tagName),
    ['new'],
  );
  assert.deepEqual([...trash.keys()], [gone]);
  assert.equal(items.get(kept).title, 'edited');
  assert.equal(items.get(kept).expireTime, '2999-01-01T00:00:00.000Z');
  assert.deepEqual([items.get(kept).tagIds, items.get(later).tagIds], [[tagId], [tagId]]);
});

test('a tag is renamed together with others offline, all of them at once, and back by undo', async () => {
  const names = ['Dev', 'Dev/Go', 'Dev/Rust', 'Code/Rust'];
  const tags = [];
  for (const name of names) tags.push((await device.run('createTag', name)).tagId);
  const merged = await device.note('merged', { tagIds: [tags[2]] });
  await agree();
  const named = async () => [...(await device.copy()).tags.values()].map(({ tagName }) => tagName).sort();
  const [dev, go, rust, other] = [...(await device.copy()).tags.values()]
    .sort((a, b) => names.indexOf(a.tagName) - names.indexOf(b.tagName))
    .map(({ tagId }) => tagId);
  await device.context.setOffline(true);
  const renames = [
    { tagId: dev, name: 'Code' },
    { tagId: go, name: 'Code/Go' },
  ];
  await device.run('moveTags', renames);
  assert.deepEqual(await named(), ['Code', 'Code/Go', 'Code/Rust', 'Dev/Rust']);
  await device.undo();
  assert.deepEqual(await named(), [...names].sort());
  await device.context.setOffline(false);
  await agree();
  assert.deepEqual(await named(), [...names].sort());
  await device.context.setOffline(true);
  assert.deepEqual(await device.run('moveTags', [...renames, { tagId: rust, into: other }]), {});
  assert.equal(await device.undo(), false, 'a merge can not be undone');
  assert.deepEqual(await named(), ['Code', 'Code/Go', 'Code/Rust']);
  assert.deepEqual((await device.copy()).items.get(merged).tagIds, [other]);
  await device.context.setOffline(false);
  await agree();
  assert.deepEqual(await named(), ['Code', 'Code/Go', 'Code/Rust']);
  assert.deepEqual((await device.copy()).items.get(merged).tagIds, [other]);
});

test('a tag takes at most 300 tags below it along', async () => {
  const most = 300;
  const create = async (tagName) => (await api(service, 'POST', '/tags', { tagName })).tagId;
  const tagId = await create('Many');
  const below = [];
  for (let n = 0; n <= most; n++) below.push(await create(`Many/${n}`));
  const { context, page } = await open(service, browser, { route: '#/tags' });
  const edit = page.locator(`#edit-${tagId}`);
  const dialog = page.locator('dialog[open]');
  await page.getByText('102 more', { exact: true }).last().waitFor();
  await edit.click();
  const tooMany = dialog.getByRole('checkbox', { name: 'At most 300 tags below it can be renamed with it.' });
  assert.equal(await tooMany.isDisabled(), true);
  await page.keyboard.press('Escape');
  await api(service, 'DELETE', `/tags/${below.pop()}`);
  await until(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    return page.getByText('101 more', { exact: true }).last().isVisible();
  });
  await edit.click();
  const names = 'Many/0, Many/1, Many/2, …';
  await dialog.getByRole('checkbox', { name: `Also rename the tags below it (300): ${names}` }).check();
  await dialog.getByRole('combobox').fill('Few');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Few/0', exact: true }).waitFor();
  const last = async () => (await api(service, 'GET', `/tags/${below.at(-1)}`)).tagName;
  await until(async () => (await last()) === `Few/${most - 1}`, 60_000);
  const { tags } = await everything(service);
  assert.deepEqual(
    below.map((id) => tags.get(id).tagName),
    below.map((_, n) => `Few/${n}`),
  );
  await context.close();
});

test('undo reverts both sent and unsent changes', async () => {
  const id = await device.note('first');
  await agree();
  await device.context.setOffline(true);
  await device.run('patch', id, { title: 'second' });
  await device.undo();
  await device.run('remove', [id]);
  await device.undo();
  await device.context.setOffline(false);
  await agree();
  assert.equal((await everything(service)).items.get(id).version, 1);
  await device.run('remove', [id]);
  await agree(device, id);
  await device.undo();
  await agree();
  await device.run('remove', [id]);
  await agree(device, id);
  await device.context.setOffline(true);
  await device.run('restore', [id]);
  await device.undo();
  await device.context.setOffline(false);
  await agree();
  assert.deepEqual(await titles(), []);
});

test('a favorite that is restored, edited and deleted again offline keeps the edit', async () => {
  const id = await device.note('first');
  await device.run('remove', [id]);
  await agree(device, id);
  await device.context.setOffline(true);
  await device.run('restore', [id]);
  await device.run('patch', id, { title: 'second' });
  await device.run('remove', [id]);
  await device.context.setOffline(false);
  await agree();
  const { trash } = await everything(service);
  assert.equal(trash.get(id).title, 'second');
});

test('an unsent edit survives when the feed wrongly reports the favorite as gone', async () => {
  const id = await device.note('first');
  await device.run('remove', [id]);
  await agree(device, id);
  const problem = { type: 'about:blank', status: 500, instance: '' };
  await device.context.route(/\/(favorites|trash)\//, (route) =>
    route.fulfill({ status: 500, json: problem }),
  );
  // The feed reports favorites as gone until the catalogue has applied them (docs/changes.md).
  await device.context.route(/\/changes/, (route) =>
    route.fulfill({ json: { changes: [{ gone: { dataId: id } }], cursor: 'later', more: false } }),
  );
  await device.run('restore', [id]);
  await device.run('patch', id, { title: 'second' });
  await device.run('remove', [id]);
  await until(async () => (await device.copy()).outbox.some(({ sent }) => sent));
  await device.syncNow();
  await device.context.unroute(/\/(favorites|trash)\//);
  await device.context.unroute(/\/changes/);
  await agree();
  assert.equal((await everything(service)).trash.get(id).title, 'second');
});

test('a link is saved only once, and the user is asked about differing texts', async () => {
  const link = { dataType: 'link', contentUrl: 'https://example.com/a', content: {} };
  const kept = await api(service, 'POST', '/favorites', { ...link, title: 'kept' });
  const tag = await device.run('createTag', 'tag');
  await device.context.setOffline(true);
  const { id } = await device.run('create', { ...link, title: 'typed', tagIds: [tag.tagId] });
  await device.context.setOffline(false);
  await until(async () => (await device.conflicts()).length);
  const copy = await device.copy();
  assert.equal(copy.items.get(id), undefined);
  assert.equal(copy.items.get(kept.dataId).title, 'kept');
  assert.equal(copy.items.get(kept.dataId).tagIds.length, 1);
  const [{ seq, conflicts }] = await device.conflicts();
  assert.deepEqual(conflicts, [{ member: 'title', mine: 'typed', theirs: 'kept' }]);
  await device.page.evaluate(([seq, members]) => sync.resolve(seq, members), [seq, { title: 'typed' }]);
  await agree();
  assert.deepEqual(await titles(), ['typed']);
});

test('two devices that edit the same text keep both until the user decides', async () => {
  const id = await device.note('text');
  await agree();
  await secondDevice(async (other) => {
    await agree(other);
    await device.context.setOffline(true);
    await device.run('patch', id, { title: 'here', content: { text: 'here' } });
    await other.run('patch', id, { title: 'there', expireTime: '2999-01-01T00:00:00.000Z' });
    await agree(other);
    await device.context.setOffline(false);
    await until(async () => (await device.conflicts()).length);
    const [{ seq, conflicts }] = await device.conflicts();
    assert.deepEqual(conflicts, [{ member: 'title', mine: 'here', theirs: 'there' }]);
    // Changes without conflicts are still sent.
    const item = await until(async () => {
      const sent = (await everything(service)).items.get(id);
      return sent.content.text === 'here' && sent;
    });
    assert.deepEqual([item.title, item.expireTime.slice(0, 4)], ['there', '2999']);
    await device.page.evaluate(([seq]) => sync.resolve(seq, { title: 'here and there' }), [seq]);
    await agree();
    await agree(other);
    assert.deepEqual(await titles(), ['here and there']);
  });
});

test('a favorite that is deleted elsewhere but edited here is restored', async () => {
  const [trashed, gone, quiet] = await Promise.all(
    ['trashed', 'gone', 'quiet'].map((name) => device.note(name)),
  );
  await agree();
  await device.context.setOffline(true);
  for (const id of [trashed, gone])
    await device.run('patch', id, { title: `edited ${id === gone ? 'gone' : 'trashed'}` });
  for (const id of [trashed, gone, quiet]) await api(service, 'DELETE', `/favorites/${id}`);
  await api(service, 'DELETE', `/trash/${gone}`);
  await device.page.evaluate(() => {
    globalThis.told = [];
    sync.sync.addEventListener('restored', ({ detail }) => told.push(...detail));
  });
  await device.context.setOffline(false);
  await agree();
  assert.deepEqual(await titles(), ['edited gone', 'edited trashed']);
  assert.deepEqual(await device.page.evaluate(() => told.sort()), [trashed, gone].sort());
});

test('a request without a response takes effect only once', async () => {
  const swallowed = [];
  // The service gets the request, but the response never arrives.
  await device.context.route(/\/(favorites|trash|tags)\b/, async (route) => {
    const { method, url } = { method: route.request().method(), url: route.request().url() };
    if (method === 'GET' || swallowed.at(-1) === method + url) return route.continue();
    swallowed.push(method + url);
    await route.fetch();
    return route.abort();
  });
  const id = await device.note('one');
  await agree();
  const tag = await device.run('createTag', 'tag');
  await agree();
  await device.run('setTags', [id], { add: [[...(await device.copy()).tags.keys()][0]] });
  await device.syncNow();
  // The user undoes the change before the device knows if the service has it.
  await device.undo();
  await agree();
  await device.run('patch', id, { title: 'two' });
  await device.syncNow();
  await device.run('patch', id, { title: 'three' });
  await agree();
  await device.run('remove', [id]);
  await agree(device, id);
  await device.run('restore', [id]);
  await agree();
  const { items, tags } = await everything(service);
  assert.deepEqual([items.size, tags.size, items.get(id).title, items.get(id).tagIds], [1, 1, 'three', []]);
  assert.deepEqual(await device.conflicts(), []);
  assert.ok(swallowed.length >= 6 && tag, swallowed.join());
});

test('two tabs show the same data, and one of them syncs', async () => {
  const tab = await device.tab();
  const id = await tab.note('from the second tab');
  await until(async () => (await everything(service)).items.has(id));
  await until(async () => (await device.page.evaluate((id) => library.item(id), id))?.version === 1);
  await device.run('patch', id, { title: 'from the first tab' });
  await until(
    async () => (await tab.page.evaluate((id) => library.item(id), id)).title === 'from the first tab',
  );
  await device.page.close();
  await tab.run('patch', id, { title: 'the first tab is closed' });
  device.page = tab.page;
  await agree();
  assert.deepEqual(await titles(), ['the first tab is closed']);
});

test('an expired cursor starts a full sync that keeps unsent changes', async () => {
  const [kept, gone] = await Promise.all(['kept', 'gone'].map((name) => device.note(name)));
  await agree();
  await api(service, 'DELETE', `/favorites/${gone}`);
  await api(service, 'DELETE', `/trash/${gone}`);
  let expired = 0;
  await device.context.route(/\/changes\?cursor=/, (route) => {
    if (expired++) return route.continue();
    return route.fulfill({
      status: 410,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'https://favorites.example/problems/cursor-expired', status: 410 }),
    });
  });
  await device.context.setOffline(true);
  await device.run('patch', kept, { title: 'edited' });
  await device.note('added');
  await device.context.setOffline(false);
  await agree();
  assert.deepEqual(await titles(), ['added', 'edited']);
});

test('a sync that is asked for during another one reports its own result', async () => {
  await device.syncNow();
  /** @type {import('playwright-core').Route[]} */
  const asked = [];
  await device.context.route(/\/changes/, (route) => {
    if (asked.push(route) > 1) return route.abort();
  });
  const first = device.syncNow();
  await until(async () => asked.length);
  const second = await device.page.evaluateHandle(() => ({ status: sync.syncNow() }));
  await asked[0].continue();
  assert.equal((await second.evaluate(({ status }) => status)).state, 'offline');
  assert.equal((await first).state, 'offline');
});

test('a feed that makes no progress does not cause an endless loop', async () => {
  await device.note('first');
  await agree();
  let asked = 0;
  const gone = { type: 'https://favorites.example/problems/cursor-expired', status: 410 };
  const refuse = (/** @type {import('playwright-core').Route} */ route) => {
    asked++;
    return route.fulfill({ status: 410, json: gone });
  };
  await device.context.route(/\/changes/, refuse);
  assert.equal((await device.syncNow()).state, 'error');
  assert.equal(asked, 2, 'with the cursor and without it');
  await device.context.unroute(/\/changes/, refuse);
  let pages = 0;
  await device.context.route(/\/changes/, (route) => {
    pages++;
    return route.fulfill({ json: { changes: [], cursor: 'same', more: true } });
  });
  await device.syncNow();
  assert.equal(pages, 2, 'a page that leads to itself ends');
});

test('one job empties a trash with more than a hundred favorites', async () => {
  const favorites = Array.from({ length: 101 }, (_, n) => ({
    dataType: 'note',
    title: `Note ${n}`,
    content: { text: `${n}` },
  }));
  await api(service, 'POST', '/favorites/batch', { favorites: favorites.slice(1) });
  await api(service, 'POST', '/favorites', favorites[0]);
  const has = (/** @type {'items' | 'trash'} */ place) =>
    until(async () => {
      await device.syncNow();
      return (await device.copy())[place].size === favorites.length;
    });
  await has('items');
  await api(service, 'POST', '/favorites/actions', { action: 'delete', select: {} });
  await has('trash');
  let deletions = 0;
  device.page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions++;
  });
  await device.run('emptyTrash');
  await agree();
  assert.equal((await everything(service)).trash.size, 0);
  assert.equal(deletions, 1);
});

test('a renderer that crashes at any moment loses nothing', async () => {
  for (let round = 0; round < 4; round++) {
    await device.note(`round ${round}`);
    await new Promise((done) => setTimeout(done, round * 15));
    await device.crash();
    await device.boot();
  }
  await agree();
  assert.deepEqual(await titles(), ['round 0', 'round 1', 'round 2', 'round 3']);
});

test('a refused change waits for the user', async () => {
  const id = await device.note('good');
  await agree();
  await device.run('patch', id, { title: 'x'.repeat(300) });
  await until(async () => (await device.refusals()).length);
  let [{ seq, refusal, item }] = await device.refusals();
  assert.deepEqual([refusal.code, refusal.status, item.refused], ['invalid-input', 400, true]);
  assert.match(refusal.requestId, /\S/);
  await device.run('patch', id, { title: 'short' });
  await agree();
  const bad = await device.note(' '.repeat(3));
  await until(async () => (await device.refusals()).length);
  [{ seq }] = await device.refusals();
  await device.page.evaluate((seq) => sync.discard(seq), seq);
  await agree();
  assert.equal((await device.copy()).items.has(bad), false);
  assert.deepEqual(await titles(), ['short']);
});

test('signing out waits for unsent changes and leaves nothing behind', async () => {
  await device.note('unsent');
  await device.context.setOffline(true);
  await device.note('more');
  const code = await device.page.evaluate(() => auth.signOut().catch(({ code, unsent }) => [code, unsent]));
  assert.equal(code[0], 'unsent');
  await device.context.setOffline(false);
  const tab = await device.tab();
  const left = Promise.all([device, tab].map(({ page }) => page.waitForEvent('load')));
  await device.page.evaluate(() => auth.signOut()).catch(() => {});
  await left;
  const names = () => device.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  assert.deepEqual(await names(), []);
  assert.deepEqual(await titles(), ['more', 'unsent']);
  assert.equal(await device.page.evaluate(() => sessionStorage.length + localStorage.length), 0);
});

test('a shared device keeps no token and no database', async () => {
  const other = await Device.in(service, browser, { shared: true });
  const id = await other.note('shared');
  await agree(other);
  await other.boot();
  assert.equal((await other.syncNow()).state, 'signedOut');
  assert.ok((await other.copy()).items.has(id));
  await other.page.close();
  await other.signIn();
  await until(() =>
    other.page.evaluate(
      async () => !(await indexedDB.databases()).some(({ name }) => name.startsWith('favorites-shared')),
    ),
  );
  await other.context.close();
});

test('a slow network changes nothing', async () => {
  const client = await device.context.newCDPSession(device.page);
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  const started = Date.now();
  const ids = [];
  for (let n = 0; n < 8; n++) ids.push(await device.note(`note ${n}`));
  assert.ok(Date.now() - started < 1500, 'saving waits for nothing');
  await device.run('remove', ids.slice(0, 2));
  await agree();
  assert.equal((await titles()).length, 6);
});

test('a browser that is killed loses nothing', async () => {
  const profile = await mkdtemp(path.join(tmpdir(), 'favorites-'));
  for (let round = 0; round < 3; round++) {
    const { context, kill } = await launchProfile(profile);
    const killed = new Device(service, context);
    await killed.prepare();
    if (round) {
      killed.page = await context.newPage();
      await killed.boot();
    } else await killed.signIn();
    await context.setOffline(round < 2);
    await killed.note(`round ${round}`);
    if (round === 2) await agree(killed);
    await kill();
  }
  await rm(profile, { recursive: true });
  assert.deepEqual(await titles(), ['round 0', 'round 1', 'round 2']);
});

test('the app signs in with a link, forgets its code, and starts offline', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await service.newLink());
  await page.waitForFunction(async () => (await caches.keys()).some((name) => name.startsWith('app-')));
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  assert.equal(new URL(page.url()).search, '');
  assert.doesNotMatch(page.url(), /code/);
  const [stored, local] = await page.evaluate(() => [sessionStorage.length, JSON.stringify(localStorage)]);
  assert.equal(stored, 0);
  assert.doesNotMatch(local, /eyJ|refresh/);
  // Each tab renews its token at each start, even if the issuer accepts each refresh token only once.
  const other = await context.newPage();
  const state = (one) =>
    one.evaluate(async () => {
      const { version } = await (await fetch('/app/config.json')).json();
      const { ready, syncNow } = await import(`/app/${version}/state/sync.js`);
      await ready;
      return (await syncNow()).state;
    });
  for (let round = 0; round < 3; round++) {
    await Promise.all([page.goto(service.url), other.goto(service.url)]);
    await Promise.all([page, other].map((one) => until(async () => (await state(one)) === 'idle')));
  }
  await other.close();
  await context.setOffline(true);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('main'));
  // Shared text goes to the add box and never reaches the service.
  const target = await page.evaluate(async () => {
    const body = new FormData();
    body.set('url', 'https://example.com/shared');
    return (await fetch('/app/share', { method: 'POST', body, redirect: 'manual' })).type;
  });
  assert.equal(target, 'opaqueredirect');
  await context.close();
});

/** Opens the library in a browser that a script has modified. @param {() => void} script */
async function inBrowserWith(script, run) {
  const other = new Device(service, await browser.newContext());
  await other.context.addInitScript(script);
  await other.prepare();
  await other.signIn();
  await run(other);
  await other.context.close();
}

/** Returns the titles that the page shows, and those that a search finds. @param {Device} one */
const shown = (one) =>
  one.page.evaluate(async () => {
    const find = async (q) => {
      const found = new Promise((done) =>
        library.addEventListener('view', () => library.current.exact && done()),
      );
      library.view('all', q, 'newest');
      await found;
      return (await library.rows(0, 99)).map(({ title }) => title).sort();
    };
    return { all: await find(''), found: await find('two'), storage: sync.sync.status.storage };
  });

test('without storage, the app works in memory', async () => {
  for (const title of ['one', 'two']) await device.note(title);
  await agree();
  const deny = () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  };
  await inBrowserWith(deny, async (other) => {
    await agree(other);
    const id = await other.note('two more');
    // The search worker takes in changes after the copy has them.
    const expected = { all: ['one', 'two', 'two more'], found: ['two', 'two more'], storage: 'denied' };
    await until(async () => isDeepStrictEqual(await shown(other), expected));
    await agree(other);
    await other.run('patch', id, { title: 'edited' });
    await other.undo();
    await other.run('remove', [id]);
    await agree(other);
    // Each tab has its own memory.
    await other.context.setOffline(true);
    await other.note('offline');
    assert.equal((await other.syncNow()).unsent, 1);
    await other.context.setOffline(false);
    await agree(other);
  });
  await agree();
  assert.deepEqual(await titles(), ['offline', 'one', 'two']);
});

test('when the storage is full, the outbox still has room', async () => {
  for (let n = 0; n < 5; n++) await device.note(`note two ${n}`);
  await agree();
  const fill = () => {
    const { put } = IDBObjectStore.prototype;
    let room = 3;
    IDBObjectStore.prototype.put = function (value, ...key) {
      const isFull = this.name === 'items' && !value.unsent && !room--;
      if (isFull || (globalThis.noRoom && this.name === 'outbox')) {
        room = 0;
        throw new DOMException('full', 'QuotaExceededError');
      }
      return put.call(this, value, ...key);
    };
  };
  await inBrowserWith(fill, async (other) => {
    await agree(other);
    const all = Array.from({ length: 5 }, (_, n) => `note two ${n}`);
    await until(async () => isDeepStrictEqual(await shown(other), { all, found: all, storage: 'full' }));
    await other.context.setOffline(true);
    const id = await other.note('unsent');
    await other.run('patch', [...(await other.copy()).items.keys()][0], { title: 'edited' });
    const stored = () =>
      other.page.evaluate(async () => {
        const { name } = await sync.ready;
        const db = await new Promise((done) => {
          indexedDB.open(name).onsuccess = ({ target }) => done(target.result);
        });
        const read = (store) =>
          new Promise((done) => {
            db.transaction(store).objectStore(store).getAll().onsuccess = ({ target }) => done(target.result);
          });
        const [items, outbox] = await Promise.all([read('items'), read('outbox')]);
        db.close();
        return [items.map(({ title }) => title).sort(), outbox.length];
      });
    assert.deepEqual(await stored(), [['edited', 'unsent'], 2]);
    // Another tab has its own memory but finds the outbox.
    await other.context.setOffline(false);
    const tab = await other.tab();
    await until(async () => (await tab.copy()).items.size === 6);
    await agree(tab);
    await agree(other);
    assert.equal((await shown(tab)).storage, 'full');
    assert.deepEqual(await stored(), [[], 0]);
    await other.run('remove', [id]);
    await agree(other);
    await agree(tab);
    // Without any room, changes stay in memory until they are sent.
    await other.page.evaluate(() => {
      globalThis.noRoom = true;
    });
    await other.context.setOffline(true);
    await other.note('the last one');
    assert.deepEqual(await stored(), [[], 0]);
    assert.equal((await other.syncNow()).unsent, 1);
    await other.context.setOffline(false);
    await agree(other);
  });
  const left = (await titles()).filter((title) => !title.startsWith('note'));
  assert.deepEqual(left, ['edited', 'the last one']);
});

test('the first sync reads a large library and shows its progress', async () => {
  const items = Array.from({ length: 1500 }, (_, n) => ({
    dataType: 'link',
    title: `Page ${n}`,
    contentUrl: `https://example.com/${n}`,
    content: { description: 'x'.repeat(200) },
  }));
  for (let at = 0; at < items.length; at += 100) {
    await api(service, 'POST', '/favorites/batch', { favorites: items.slice(at, at + 100) });
  }
  await until(async () => (await api(service, 'GET', '/counts')).total === items.length);
  const other = await Device.in(service, browser);
  const started = Date.now();
  const progress = await other.page.evaluate(async () => {
    const seen = [];
    sync.sync.addEventListener('status', () => seen.push(sync.sync.status.progress));
    await sync.syncNow();
    return seen.filter(Boolean);
  });
  assert.equal((await other.copy()).items.size, items.length);
  console.log(`first synchronization of 1,500: ${Date.now() - started} ms, ${progress.length} steps`);
  assert.ok(progress.length === 0 || progress.at(-1).total === items.length);
  await other.context.close();
});

test('jobs import, act on everything, undo, export, and delete the account', async () => {
  const ran = await device.page.evaluate(async () => {
    const html = '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>'.concat(
      ...Array.from({ length: 5 }, (_, n) => `<DT><A HREF="https://example.com/${n % 4}">Page ${n}</A>`),
    );
    const file = new File([html], 'bookmarks.html');
    const states = [];
    const options = { format: 'netscape', onExisting: 'keep', tagNames: ['imported'] };
    const preview = await commands.startImport(file, { ...options, dryRun: true }, () => {});
    const done = await commands.startImport(file, { ...options, dryRun: false }, (job) =>
      states.push(job.state),
    );
    const report = [];
    for await (const entry of commands.importReport(done.jobId)) report.push(entry.outcome);
    await sync.syncNow();
    const job = await commands.actOnAll({ action: 'delete', select: { q: 'page', except: [] } });
    const deleted = await commands.watchJob(job.jobId, () => {});
    const undone = await commands.watchJob((await commands.undoJob(job.jobId)).jobId, () => {});
    const text = await (await fetch(await commands.startExport('csv', () => {}))).text();
    const { usage } = await commands.account();
    return { preview, done, report, states, deleted, undone, lines: text.trim().split('\n').length, usage };
  });
  assert.equal(ran.preview.counts.changed, 4);
  assert.deepEqual([ran.done.state, ran.done.counts.changed, ran.report], ['done', 4, ['duplicate']]);
  assert.deepEqual([ran.deleted.counts.changed, ran.undone.counts.changed, ran.lines], [4, 4, 5]);
  await agree();
  assert.equal((await device.copy()).items.size, 4);
  const erasure = await device.run('deleteAccount');
  assert.equal(erasure.action, 'eraseAccount');
});
