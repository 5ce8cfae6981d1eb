// Tests the search worker and the page's view of a library with 50,000 favorites.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start } from '../service.mjs';
import { launch } from './app.mjs';

const COUNT = 50_000;

let service;
let browser;
let page;

before(async () => {
  [service, browser] = await Promise.all([start(), launch()]);
  const context = await browser.newContext();
  await context.route(`${service.url}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang=en><title>library</title>' }),
  );
  page = await context.newPage();
  await openPage();
  await page.evaluate(fill, COUNT);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

async function openPage() {
  await page.goto(service.url);
  await page.evaluate(async () => {
    const { version } = await (await fetch('/app/config.json')).json();
    const load = (/** @type {string} */ name) => import(`/app/${version}/${name}.js`);
    const { library } = await load('state/library');
    const { openDb } = await load('store/db');
    /** Waits for a view that meets a condition. */
    const shown = (isWanted = (/** @type {View} */ view) => view.exact) =>
      new Promise((done) => {
        const listen = () => {
          if (!isWanted(library.current)) return;
          library.removeEventListener('view', listen);
          done(library.current);
        };
        library.addEventListener('view', listen);
      });
    const view = (place, q = '', sort = 'newest', isWanted = undefined) => {
      const next = shown(isWanted);
      library.view(place, q, sort);
      return next;
    };
    Object.assign(globalThis, { library, shown, view, db: await openDb('library') });
  });
}

/** Runs in the page and fills the database. */
async function fill(count) {
  const english = 'the of and rust memory safe book guide async example system kernel server recipe'.split(
    ' ',
  );
  const chinese = [...'我的收藏夹里有很多好看手机电脑新闻学习编程语言设计历史'];
  let seed = 1;
  const random = (below) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const some = (words, number, joint) =>
    Array.from({ length: number }, () => words[random(words.length)]).join(joint);
  for (let from = 0; from < count; from += 5000) {
    await db.transact(['items', 'tags'], ({ put }) => {
      for (let tag = 0; tag < 100; tag++) put('tags', { tagId: `t${tag}`, tagName: `tag${tag}` });
      for (let number = from; number < from + 5000; number++) {
        const millis = 1_600_000_000_000 + number * 3_600_000;
        const time = millis.toString(16).padStart(12, '0');
        const clipTime = new Date(millis).toISOString();
        const isLink = number % 3 > 0;
        const text = number % 4 ? some(english, 20, ' ') : some(chinese, 60, '');
        put('items', {
          dataId: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`,
          dataType: isLink ? 'link' : 'note',
          title: number % 4 ? some(english, 6, ' ') : some(chinese, 12, ''),
          content: isLink ? { description: text } : { text },
          ...(isLink && { contentUrl: `https://www.example${random(500)}.com/${some(english, 2, '-')}` }),
          tagIds: [`t${number % 100}`],
          clipTime,
          updateTime: clipTime,
          version: 1,
        });
      }
    });
  }
}

test('the first rows do not wait for the worker, and all rows follow', async () => {
  await openPage();
  const { isEarly, rows, total } = await page.evaluate(async () => {
    const [some, all] = [shown(() => true), shown()];
    library.view('all', '', 'newest');
    await library.open('library');
    const isEarly = !(await some).exact;
    const rows = await library.rows(0, 60);
    await all;
    return { isEarly, rows: rows.length, total: library.current.total };
  });
  assert.deepEqual([isEarly, rows, total], [true, 60, COUNT]);
});

test('rows, ids and counts match the view', async () => {
  const found = await page.evaluate(async () => {
    const { total, counts } = await view({ tag: 't7', under: false });
    const ids = await library.allIds();
    const rows = await library.rows(400, 500);
    const others = await library.allIds([ids[0]]);
    return { total, counts, ids, rows: rows.map(({ dataId }) => dataId), others: others.length };
  });
  assert.equal(found.total, COUNT / 100);
  assert.deepEqual([found.counts.total, found.counts.byTag.t7], [COUNT, COUNT / 100]);
  assert.deepEqual(found.rows, found.ids.slice(400));
  assert.equal(found.others, COUNT / 100 - 1);
});

test('a link is recognized by its address, whichever part of the page it points to', async () => {
  const found = await page.evaluate(async () => {
    await view('all');
    const item = (await db.newest(9)).find(({ contentUrl }) => contentUrl);
    const { host } = new URL(item.contentUrl);
    const same = `${item.contentUrl.replace(host, host.toUpperCase())}#top`;
    const kept = await Promise.all(
      [same, `${item.contentUrl}#/other`, 'a note'].map((url) => library.keptWith(url)),
    );
    return kept.map((one) => one?.dataId === item.dataId);
  });
  assert.deepEqual(found, [true, false, false]);
});

test('the view follows changes in the database', async () => {
  const titles = await page.evaluate(async () => {
    await view('all', 'xylophone');
    const [item] = await db.newest(1);
    const found = [library.current.total];
    const write = async (stores, work, isWanted) => {
      await db.transact(stores, work);
      const next = shown(isWanted);
      // The same id may be given twice.
      await library.refresh([item.dataId, item.dataId]);
      await next;
      found.push((await library.rows(0, 9)).map(({ title }) => title));
    };
    const renamed = { ...item, title: 'Xylophone' };
    await write(
      ['items'],
      ({ put }) => put('items', renamed),
      ({ total }) => total > 0,
    );
    const trashed = { ...renamed, deleteTime: item.clipTime, purgeTime: '9999-01-01T00:00:00Z' };
    const move = ({ put, remove }) => Promise.all([remove('items', item.dataId), put('trash', trashed)]);
    await write(['items', 'trash'], move, ({ total }) => !total);
    await view('trash', 'xylo');
    found.push((await library.rows(0, 9)).map(({ title }) => title));
    return found;
  });
  assert.deepEqual(titles, [0, ['Xylophone'], [], ['Xylophone']]);
});
